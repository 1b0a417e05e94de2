"""The text's own numbers, and the inventory's worked characters, number for number."""

from pathlib import Path

from chargen.checking.concept import Checked
from tests.characters import check

FOLDER = Path(__file__).parent


def checked(name: str, folder: str = "good") -> Checked:
    return check(FOLDER / folder / f"{name}.yaml")


def test_subject_14_in_one_pass() -> None:
    """GAM-X3: what is wrong with single values, and a stated rating that the rules do not give."""
    subject = checked("subject_14", "bad")
    errors = [diagnostic for diagnostic in subject.diagnostics if diagnostic.severity == "error"]
    assert len(errors) == 7
    [stated] = [error for error in errors if error.code == "concept/stated"]
    assert "the rules give 5" in stated.message  # M 2 + I 0 (the nearest legal number) + Cmb 3 + 0
