"""What the form of a character writes into its text, as it was approved: `edits.yaml`.

A case is a text, or the starter of a game, and the changes that fields of the form make. What is approved are the lines
that go and come, or why the change is refused. Approve them with `python -m tests.studio.test_form_edits`.
"""

from difflib import ndiff
from pathlib import Path

import pytest

from chargen import registry
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from tests.approved import Case, as_parameters, write_cases

EDITS = Path(__file__).with_name("edits.yaml")


def explain(edited: Case) -> Case:
    """Return changes with the lines of the text that are gone and new, or why they are refused."""
    text = edited["text"] if "text" in edited else registry.system(edited["start"]).new_concept("Kai")
    asked = {"file": "kai.yaml", "text": text, "changes": edited["changes"]}
    try:
        changed = Studio(Path("nowhere")).answer("studio/edit", asked)["text"]
    except Refused as refused:
        return {"edited": edited, "refused": str(refused)}
    lines = [line for line in ndiff(text.split("\n"), changed.split("\n")) if line[0] in "+-"]
    return {"edited": edited, "lines": lines}


@pytest.mark.parametrize("case", as_parameters(EDITS))
def test_a_change_of_the_form_is_written_as_approved(case: Case) -> None:
    assert explain(case["edited"]) == case


if __name__ == "__main__":
    write_cases(EDITS, "edited", explain)
