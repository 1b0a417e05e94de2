"""Files in which something does not fit: it is reported once, at its own place, with what to write instead.

`texts.yaml` has texts by what they show, and what is reported of each. After an intended change write it again with
`python -m tests.checking.test_texts`, and read the difference as a player would.
"""

from pathlib import Path

import pytest

from chargen import fileio
from chargen.npc import check_file
from tests.approved import Case, as_parameters, line_of, write_cases

FILE = Path(__file__).with_name("texts.yaml")


def explain(text: str) -> Case:
    path = Path("guard.yaml").absolute()
    with fileio.kept({str(path): text.encode()}):
        checked = check_file.check_any(fileio.Input(path.name, path))
    return {"text": text, "reported": list(map(line_of, checked.diagnostics))}


@pytest.mark.parametrize("case", as_parameters(FILE))
def test_what_does_not_fit_is_reported_once(case: Case) -> None:
    assert explain(case["text"]) == case


if __name__ == "__main__":
    write_cases(FILE, "text", explain)
