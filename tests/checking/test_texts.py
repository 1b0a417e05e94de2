"""Files in which something does not fit: it is reported once, at its own place, with what to write instead.

`texts.yaml` has texts by what they show, `mistakes.yaml` changes of starters, and both what is reported of each.
After an intended change write them again with `python -m tests.checking.test_texts`, and read the difference as a
player would.
"""

from pathlib import Path
from typing import Any

import pytest

from chargen import fileio, registry
from chargen.checking.concept import Checked
from chargen.sources import check_file
from tests.approved import Case, as_parameters, line_of, write_cases

TEXTS, MISTAKES = (Path(__file__).with_name(name) for name in ("texts.yaml", "mistakes.yaml"))
STARTERS = {key: registry.system(key).new_concept("Kai") for key in registry.list_games()}


def check(text: str) -> Checked:
    path = Path("guard.yaml").absolute()
    with fileio.kept({str(path): text.encode()}):
        return check_file.check_any(fileio.Input(path.name, path))


def explain_text(text: str) -> Case:
    return {"text": text, "reported": list(map(line_of, check(text).diagnostics))}


def explain_change(change: list[str]) -> Case:
    game, old, new = change
    assert old in STARTERS[game]
    found = check(STARTERS[game].replace(old, new, 1)).diagnostics
    fixes: dict[str, Any] = {"fixes": texts} if (texts := [one.fix for one in found if one.fix is not None]) else {}
    return {"change": change, "reported": list(map(line_of, found)), **fixes}


@pytest.mark.parametrize("case", [*as_parameters(TEXTS), *as_parameters(MISTAKES)])
def test_what_does_not_fit_is_reported_once(case: Case) -> None:
    assert (explain_text(case["text"]) if "text" in case else explain_change(case["change"])) == case


if __name__ == "__main__":
    write_cases(TEXTS, "text", explain_text)
    write_cases(MISTAKES, "change", explain_change)
