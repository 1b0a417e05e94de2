"""A character of each game with some keys changed: what is reported of it, and which of its numbers are others then.

`edited.yaml` in the folder of a game has the changes under the facts that they show; null leaves a key out. After an
intended change write what comes of them again with `python -m tests.games.test_edited`, and look at the difference.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Diagnostic
from chargen.core.roll import as_json
from chargen.testing import check_text
from tests.approved import Case, as_parameters, write_cases
from tests.games.facade.concepts import PLAIN
from tests.games.five_by_five.concepts import MARA
from tests.games.five_plus.concepts import TOMO

FOLDER = Path(__file__).parent
BASES = {"facade": PLAIN, "five_by_five": MARA, "five_plus": TOMO}


def check(game: str, changes: Mapping[str, Any]) -> Checked:
    """Check the character of a game with some keys changed."""
    concept = {key: value for key, value in {**BASES[game], **changes}.items() if value is not None}
    return check_text(json.dumps(concept, ensure_ascii=False))


def explain(game: str, changes: Mapping[str, Any]) -> Case:
    """Return some changes with what else is reported, the ledger, and what is another number or line of the foot."""
    checked, base = check(game, changes), check(game, {})
    explained: Case = {"changes": changes}
    usual = set(map(_line, base.diagnostics))
    if reported := [line for line in map(_line, checked.diagnostics) if line not in usual]:
        explained["reported"] = reported
    if checked.advanced is not None and checked.advanced.ledger:
        explained["ledger"] = [f"{line.what}: {line.change}, {line.balance} left" for line in checked.advanced.ledger]
    if checked.ok:
        before, after = dict(_numbers(base)), dict(_numbers(checked))
        explained["numbers"] = {
            name: after.get(name, "none") for name in (*before, *after) if before.get(name) != after.get(name)
        }
    return explained


def _line(one: Diagnostic) -> str:
    at = ".".join(map(str, one.path)) + (" (the key)" if one.key else "")
    said = " | ".join(filter(None, [one.message, one.hint, one.label]))
    others = [".".join(map(str, other.path)) for other in one.related]
    return f"{one.severity}[{one.code}] at {at}: {said}" + (f" | also at {', '.join(others)}" if others else "")


def _numbers(checked: Checked) -> Iterator[tuple[str, str]]:
    """Yield the derived numbers, points and rolls of a character, and the last lines of its sheet."""
    for name, value in as_json(checked.stats()).items():
        named = value if isinstance(value, list) and value and isinstance(value[0], dict) else None
        if named is None:
            yield name, json.dumps(value, ensure_ascii=False)
        for entry in named or ():
            first, *rest = entry.items()
            yield f"{name}, {first[1]}", ", ".join(f"{key} {inner}" for key, inner in rest)
    for name, points in checked.points().items():
        yield f"{name} points", f"{points.spent} of {points.budget}, {points.available} left"
    for roll in checked.rolls():
        odds = zlib.crc32(json.dumps(as_json(roll.odds)).encode())
        yield f"roll {roll.id}", f"{roll.value}, {roll.roll}, odds {odds:08x}"
    for line in checking.make_sheet(checked).foot:
        yield str(line), "is at the foot"


CASES = [
    pytest.param(game, *case.values, id=f"{game} {case.id}")
    for game in BASES
    for case in as_parameters(FOLDER / game / "edited.yaml")
]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_change_has_its_consequences_and_no_others(game: str, case: Case) -> None:
    """Each diagnostic with its place, its words and its hint; each line of the ledger; each number that is another."""
    assert explain(game, case["changes"]) == case


if __name__ == "__main__":
    for game in BASES:
        write_cases(FOLDER / game / "edited.yaml", "changes", partial(explain, game))
