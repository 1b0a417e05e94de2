"""A character from paper becomes creation and ledger: what they lead to is what was on the paper."""

from pathlib import Path

import pytest

from chargen.advance.adoption import NotAdoptable, adopted
from chargen.checking.concept import Checked, check_source
from chargen.core.source import load
from tests.cli.running import LARRY

PAPER = LARRY.replace("value: 6,", "value: 9,").replace("Amateur Chef: 4", "Amateur Chef: 6")


def read(text: str) -> Checked:
    """Check the text of a file."""
    return check_source(load("paper.yaml", text.encode()), Path("paper.yaml"))


def test_the_cheapest_creation_is_found_with_its_ledger() -> None:
    """Numbers go back to what creation allows, and the ledger brings each up again; all else stays to the letter."""
    assert PAPER.count("9,") == 1
    edit = adopted(read(PAPER), Path("paper.yaml"))
    assert edit.faults == ()
    assert edit.after.ok
    entries = edit.after.source.data["advancement"]
    assert entries[0] == {"award": 15, "why": "kept on paper"}
    assert {"raise": "Street Brawler", "to": 9} in entries
    assert edit.after.source.text.startswith(LARRY.split("Amateur")[0])


def test_what_needs_no_ledger_or_has_none_is_refused() -> None:
    """A lawful character, one with a ledger, and one that no ledger leads to are told so."""
    for text, why in (
        (LARRY, "lawful as created"),
        (PAPER + "advancement: [{award: 3}]\n", "entries already"),
        (LARRY.replace("value: 6,", "value: 7,"), "no lawful creation"),
        ("system: five-by-five\nname: [\n", "nothing that can be read"),
    ):
        with pytest.raises(ValueError, match=why) as refused:
            adopted(read(text), Path("paper.yaml"))
        assert isinstance(refused.value, (NotAdoptable, ValueError))
