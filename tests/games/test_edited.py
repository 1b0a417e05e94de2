"""A character of each game with some keys changed: what is reported of it, and what else of it is another then.

`edited.yaml` in the folder of a game, and `printed.yaml` for sheets and cards, have the changes under the facts that
they show; null leaves a key out. After an intended change write what comes of them again with
`python -m tests.games.test_edited`, and look at the difference.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.page.roll import as_json
from chargen.testing import check_text
from chargen.text.diagnostic import Diagnostic
from tests.approved import Case, as_parameters, write_cases
from tests.games.facade.concepts import PLAIN
from tests.games.five_by_five.concepts import MARA
from tests.games.five_plus.concepts import TOMO
from tests.scale import some
from tests.sheets.content import _lines, with_short_tables

FOLDER = Path(__file__).parent
LONGEST = 160
"""How many letters of a value or of a line are approved; of a longer one it is the start, and a checksum."""
BASES = {"facade": PLAIN, "five_by_five": MARA, "five_plus": TOMO}


def check(game: str, changes: Mapping[str, Any]) -> Checked:
    """Check the character of a game with some keys changed."""
    concept = {key: value for key, value in {**BASES[game], **changes}.items() if value is not None}
    return check_text(json.dumps(concept, ensure_ascii=False))


@cache
def unchanged(game: str) -> tuple[Checked, Mapping[str, str]]:
    """Return the character itself, checked once, with its numbers."""
    base = check(game, {})
    return base, dict(_numbers(base))


@cache
def usual_print(game: str) -> list[str]:
    return list(_printed(unchanged(game)[0]))


def explain(game: str, changes: Mapping[str, Any]) -> Case:
    """Return some changes with what else is reported, the lines of the ledger, and what is another number then."""
    checked, (base, before) = check(game, changes), unchanged(game)
    explained: Case = {"changes": changes}
    usual = set(map(_of, base.diagnostics))
    if reported := [line for line in map(_of, checked.diagnostics) if line not in usual]:
        explained["reported"] = reported
    if checked.advanced is not None and checked.advanced.ledger:
        explained["ledger"] = [f"{line.what}: {line.change}, {line.balance} left" for line in checked.advanced.ledger]
    if checked.ok:
        after = dict(_numbers(checked))
        explained["numbers"] = {
            name: _short(after.get(name, "none")) for name in (*before, *after) if before.get(name) != after.get(name)
        }
    return explained


def explain_print(game: str, changes: Mapping[str, Any]) -> Case:
    """Return some changes with the lines of sheet and card that are gone and that are new."""
    after = list(_printed(check(game, changes)))
    return {"changes": changes, "printed": list(_differences(usual_print(game), after))}


def _of(one: Diagnostic) -> str:
    at = ".".join(map(str, one.path)) + (" (the key)" if one.key else "")
    words = " | ".join(filter(None, [one.message, one.hint, one.label]))
    others = [".".join(map(str, other.path)) for other in one.related]
    return f"{one.severity}[{one.code}] at {at}: {words}" + (f" | also at {', '.join(others)}" if others else "")


def _numbers(checked: Checked) -> Iterator[tuple[str, str]]:
    """Yield the derived numbers, points and rolls of a character."""
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
        yield f"roll {roll.id}", f"{roll.value}, {roll.roll}, {zlib.crc32(json.dumps(as_json(roll)).encode()):08x}"


def _printed(checked: Checked) -> Iterator[str]:
    """Yield the lines of the sheet and of the card of a character; of a long one the start, and a checksum."""
    assert checked.view is not None
    for part in (with_short_tables(checking.make_sheet(checked)), checked.view.card()):
        for line in _lines(part, 0):
            yield _short(line.strip())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} … {zlib.crc32(text.encode()):08x}"


def _differences(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Yield the lines that are gone and those that are new."""
    for kind, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (f"- {line}" for line in before[start:end])
            yield from (f"+ {line}" for line in after[first:last])


def cases(name: str) -> list[Any]:
    every = [(game, case) for game in BASES for case in as_parameters(FOLDER / game / f"{name}.yaml")]
    return [pytest.param(game, *case.values, id=f"{game} {case.id}") for game, case in every]


@pytest.mark.parametrize(("game", "case"), cases("edited"))
def test_a_change_has_its_consequences_and_no_others(game: str, case: Case) -> None:
    """Each diagnostic with its words and its hint; each line of the ledger; each number that is another."""
    assert explain(game, case["changes"]) == case


PRINTED = cases("printed")


@pytest.mark.parametrize(("game", "case"), some(PRINTED, len(PRINTED)))
def test_a_change_is_printed(game: str, case: Case) -> None:
    """On the sheet, and on the card: each line that is gone or new."""
    assert explain_print(game, case["changes"]) == case


if __name__ == "__main__":
    for game in BASES:
        write_cases(FOLDER / game / "edited.yaml", "changes", partial(explain, game))
        write_cases(FOLDER / game / "printed.yaml", "changes", partial(explain_print, game))
