"""All errors are reported in one pass: a slip somewhere hides no diagnostic elsewhere."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from chargen import registry
from chargen.fileio import Input
from chargen.sources import check_file
from chargen.text.source import load

FILES = sorted(
    path
    for key in registry.list_games()
    for path in (Path(__file__).parent.parent / "games" / key.replace("-", "_") / "bad").glob("*.yaml")
)
"""A concept for each rule of each game, which breaks it."""
LEDGER = ("experience", "milestone-points", "bonus-names", "ability-skill", "ability-cost", "minimum", "trained-fist")
"""The rules that are silent after a line of the ledger that cannot be read."""


def findings(data: dict[str, Any], path: Path) -> Counter[tuple[str, str]]:
    text = json.dumps(data, ensure_ascii=False)
    checked = check_file.check_any(Input(path.name, path, load(path.name, text.encode())))
    return Counter(
        (diagnostic.code, diagnostic.message) for diagnostic in checked.diagnostics if diagnostic.severity != "note"
    )


def listed(data: dict[str, Any], key: str) -> list[Any]:
    """The entries of a list; one needs no list."""
    value = data.get(key, [])
    return list(value) if isinstance(value, list) else [value]


@given(path=st.sampled_from(FILES), place=st.integers(0, 9), data=st.data())
def test_a_slip_hides_no_other_diagnostic(path: Path, place: int, data: st.DataObject) -> None:
    """Words, unknown keys, lines of the ledger and things carried: each is reported, and all else that is wrong too."""
    complete = yaml.safe_load(path.read_text(encoding="utf-8"))
    ledger, carried = listed(complete, "advancement"), listed(complete, "equipment")
    line = data.draw(st.sampled_from([{"award": "ten"}, {"why": 3}, {"awrd": 3}, 7, {"date": [1], "rise": 3}]))
    slip: dict[str, Any] = data.draw(
        st.sampled_from(
            [
                {"notes": 7},
                {"player": [1]},
                {"colour": "red"},
                {"advancement": [*ledger[:place], line, *ledger[place:]]},
                {"equipment": [*carried[:place], {"name": 7}, *carried[place:]]},
                {"equipment": [*carried[:place], {"nme": "Rope"}, *carried[place:]]},
            ]
        )
    )
    assume(not {"notes", "player", "colour"} & slip.keys() & complete.keys())
    before, after = findings(complete, path), findings({**complete, **slip}, path)
    assert after.total() > 0
    hidden = before - after
    if "advancement" in slip:  # what is left, and what a line would have brought, is unknown
        hidden = Counter(found for found in hidden.elements() if found[0].partition("/")[2] not in LEDGER)
    assert not hidden
