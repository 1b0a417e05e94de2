"""What a check reports and computes after a small edit of a valid file, or under another setting of its rules.

Bounds, sums and guards show here: each kind of value is raised, lowered, made large and left out.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chargen import checking, ready_made, registry
from chargen.checking.chances import chances
from chargen.checking.concept import Checked
from chargen.checking.rules import make_reference_page
from chargen.experience.market import Market
from chargen.game.npc import Infeasible
from chargen.npc.archetype import check_archetype
from chargen.npc.generation import Order, make_npc
from chargen.npc.roles import read_roles
from chargen.page.roll import Mean
from chargen.schema.model import Choice
from chargen.text.diagnostic import KeyPath
from chargen.text.parts import ABSENT, with_value_at
from chargen.text.source import load
from chargen.text.writing import document
from tests.batch.test_every_game import archetypes
from tests.characters import check
from tests.npc.archetypes import order
from tests.plain_data import walk
from tests.sheets.content import LEFT_OUT, _short, with_short_tables

EDITS = 100
"""How many edits are tried for each game."""
ROLE_EDITS = 40
LINES = 150
"""How many edits of lines of a ledger are tried for each game."""
SCANNED = (-10_000, -1, *range(9), 12, 20, 100, 100_000)
"""The numbers that are tried, and more between two of them that have different outcomes."""
OFFERED, RICH = 2, 99
"""To how many characters lines are offered, and for how many points."""
REMOVED = "removed"
TESTS = Path(__file__).parents[1]


@cache
def valid_files(game: str) -> dict[Path, Checked]:
    """Return the ready-made characters of a game, and the files that show what is legal, by their paths."""
    good = sorted((TESTS / "games" / game.replace("-", "_") / "good").glob("*.yaml"))
    paths = [*(preset.path for preset in ready_made.presets(game)), *good]
    return {path: check(path) for path in paths}


def _leaves(data: Any) -> list[tuple[KeyPath, Any]]:
    """Return each value, and each list, with its path."""
    return [(path, value) for path, value in walk(data) if not isinstance(value, Mapping)]


def _kind(path: KeyPath) -> KeyPath:
    """Return a path without the names that a player chose, and without indexes."""
    return tuple(part if isinstance(part, str) and part.islower() else "*" for part in path)


def _others(value: Any) -> Sequence[Any]:
    """Return what a value is replaced by."""
    match value:
        case bool():
            return (not value, REMOVED)
        case int():
            return (value + 1, value - 1, 0, REMOVED, value + 20, -1)
        case list():
            return (value + value[-1:], value[:-1], [])
        case _:
            return (REMOVED,)


def with_edit(data: Any, path: KeyPath, value: Any) -> Any:
    """Return data with another value at a path, or without it."""
    return with_value_at(data, path, ABSENT if value is REMOVED else value)


def outcome(checked: Checked) -> str:
    """Return the codes of all that is reported, with the numbers in the messages, and a checksum of what is computed.

    Words of messages are approved elsewhere; so a new wording changes nothing here.
    """
    found = [_numbered(found.code, f"{found.message} {found.hint}") for found in checked.diagnostics]
    if (view := checked.derived) is not None:
        parts = dict(view.stats()), chances(view), _short(view.card())
        found.append(_checksum(repr(parts)))
    return "; ".join(dict.fromkeys(found))


def _numbered(name: str, message: str) -> str:
    return " ".join([name, *re.findall(r"\d+", message)])


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def edits(game: str) -> Iterator[str]:
    found = registry.system(game)
    files = {path: checked.source.data for path, checked in valid_files(game).items()}
    for file, edit, data in (*_edited(files, EDITS, is_with_texts=True), *_with_a_key_more(files)):
        yield f"{edit} | {outcome(checking.check_data(found, data, file.parent))}"


def ledgers(game: str) -> Iterator[str]:
    """Yield the outcome of edited lines of a ledger: of a character, and raising to 1 one whose numbers are all 0."""
    found = registry.system(game)
    kinds = dict[str, tuple[Path, list[Any], Mapping[str, Any]]]()
    for path, before, line in _ledger_lines(game):
        # One of each kind: with the same keys, and for a thing of the same depth.
        kinds.setdefault(f"{', '.join(line)} {str(line).count('>')}", (path, before, line))
    of_kinds = {Path(game): {kind: line for kind, (_, _, line) in kinds.items()}}
    for _, edit, lines in _edited(of_kinds, LINES, is_with_texts=True):
        kind = edit.partition(": ")[2].partition(".")[0]
        if kind in lines:
            path, before, _ = kinds[kind]
            data = valid_files(game)[path].source.data
            tried = (before, data, lines[kind]), (_with(0, before), _with(0, data), _with(1, lines[kind]))
            both = [{**data, "advancement": [{"award": 999}, *before, line]} for before, data, line in tried]
            yield f"{edit} | {' | '.join(outcome(checking.check_data(found, data, path.parent)) for data in both)}"


def _ledger_lines(game: str) -> Iterator[tuple[Path, list[Any], Mapping[str, Any]]]:
    """Yield lines of ledgers, each with the character's file and the lines before it: those written, and offers."""
    for path, checked in valid_files(game).items():
        written = checked.source.data.get("advancement", [])
        if isinstance(written, list):
            yield from ((path, written[:n], line) for n, line in enumerate(written) if isinstance(line, dict))
    for path, checked in islice(valid_files(game).items(), OFFERED):
        written = checked.source.data.get("advancement", [])
        market = Market(checked)
        offers = market.ledger.purchases(market.state, market.account_with(RICH), market.rules, market.words)
        yield from ((path, written, offer.entry) for offer, _ in offers)


def waivers(game: str) -> Iterator[str]:
    """Yield what a waiver of each rule does, in turn, in files that break a rule and in files with warnings only."""
    found = registry.system(game)
    bad = sorted((TESTS / "games" / game.replace("-", "_") / "bad").glob("*.yaml"))
    read = [check(path) for path in bad]
    files = [[one for one in read if one.ok and one.diagnostics], [one for one in read if not one.ok]]
    for number, code in enumerate(sorted(found.codes())):
        for some in filter(None, files):
            source = some[number % len(some)].source
            data = {**source.data, "waive": [{"code": code, "why": "agreed"}]} if isinstance(source.data, dict) else {}
            yield f"{source.name}: {code} | {outcome(checking.check_data(found, data, TESTS))}"


def scans(game: str) -> Iterator[str]:
    """Yield, for numbers of each part of a file, the values from which on other rules report something."""
    found = registry.system(game)
    for file, path in _number_places(game):
        data = valid_files(game)[file].source.data

        @cache
        def codes(value: int, at: Path = file, path: KeyPath = path, data: Any = data) -> str:
            checked = checking.check_data(found, with_edit(data, path, value), at.parent)
            return " ".join(sorted({diagnostic.code for diagnostic in checked.diagnostics})) or "-"

        starts = sorted({high for low, high in pairwise(SCANNED) for high in _changes(codes, low, high)})
        yield f"{file.name}: {'.'.join(map(str, path))} | " + " | ".join(
            f"{value} {codes(value)}" for value in (SCANNED[0], *starts)
        )


def _number_places(game: str) -> Iterator[tuple[Path, KeyPath]]:
    """Yield places of integers, each kind once; two of each mapping, as attributes are alike, but all settings."""
    kinds, times = set[KeyPath](), Counter[KeyPath]()
    for file, checked in valid_files(game).items():
        for path, value in _leaves(checked.source.data):
            kind = _kind(path)
            if type(value) is int and kind not in kinds and (times[kind[:-1]] < 2 or kind[0] == "rules"):
                times[kind[:-1]] += 1
                kinds.add(kind)
                yield file, path


def _changes(codes: Callable[[int], str], low: int, high: int) -> Iterator[int]:
    """Yield the values from which on something else is reported; between two equal ones none is looked for."""
    if codes(low) != codes(high):
        middle = (low + high) // 2
        if middle == low:
            yield high
        else:
            yield from _changes(codes, low, middle)
            yield from _changes(codes, middle, high)


def _with(number: int, value: Any) -> Any:
    """Return data with another number in place of all integers."""
    if isinstance(value, dict):
        return {key: _with(number, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with(number, inner) for inner in value]
    return number if type(value) is int else value


def role_edits(game: str) -> Iterator[str]:
    """Yield the outcome of some edits of archetypes: what is reported of them, or their first NPC."""
    with TemporaryDirectory() as folder:
        role = Path(folder, "edited.yaml")
        files = {role.path: load(role.name, role.path.read_bytes()).data for role in read_roles(game)}
        # Without one of its texts, an archetype is refused only after a long search.
        for _, edit, data in _edited(files, ROLE_EDITS, is_with_texts=False):
            role.write_text(document(data), encoding="utf-8")
            reading = check_archetype(role, role.name)
            found = [_numbered(found.code, f"{found.place} {found.message}") for found in reading.diagnostics]
            npc = [_npc(order(reading.archetype, "outcomes"), 1)] if reading.archetype is not None else []
            yield f"{edit} | {'; '.join(found + npc)}"


def _edited(
    files: Mapping[Path, Any], limit: int, *, is_with_texts: bool
) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Yield some edits of each kind of value, from different files: the file, the edit in words, and the data."""
    places = defaultdict[KeyPath, list[tuple[Path, KeyPath, Any]]](list)
    for file, data in files.items():
        for path, value in _leaves(data):
            if is_with_texts or not isinstance(value, str):
                places[_kind(path)].append((file, path, value))
    # First one edit of each kind, then a second …, so that a limit takes something from all of them.
    rounds = zip_longest(*(_edits_of(found) for found in places.values()))
    tried = [edit for edits in rounds for edit in edits if edit is not None]
    for file, path, value in tried[:limit]:
        shown = f"{len(value)} entries" if isinstance(value, list) else value
        yield file, f"{file.name}: {'.'.join(map(str, path))} = {shown}", with_edit(files[file], path, value)


def _with_a_key_more(files: Mapping[Path, Any]) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """Yield files with a key of another file, which they lack."""
    values = {key: value for data in files.values() for key, value in data.items()}
    for number, (key, value) in enumerate(values.items()):
        lacking = [file for file, data in files.items() if key not in data]
        if lacking:
            file = lacking[number % len(lacking)]
            yield file, f"{file.name}: {key} added", {**files[file], key: value}


def _edits_of(found: Sequence[tuple[Path, KeyPath, Any]]) -> Iterator[tuple[Path, KeyPath, Any]]:
    """Yield the edits of one kind of value, each in another file where several have one."""
    for number in range(6):
        file, path, value = found[(number * 7 + sum(map(len, map(str, found[0][1])))) % len(found)]
        others = _others(value)
        if number < len(others):
            yield file, path, others[number]


def settings(game: str) -> Iterator[str]:
    """Yield what another value of each setting does to a character, and to NPCs with nothing else fixed."""
    found = registry.system(game)
    file, checked = next(iter(valid_files(game).items()))
    data = checked.source.data
    for key, info in found.rules.model_fields.items():
        for value in _other_settings(getattr(found.rules(), key), info.metadata):
            rules = {**data.get("rules", {}), key: value}
            edited = checking.check_data(found, {**data, "rules": rules}, file.parent)
            view = edited.derived
            sheet = _checksum(_short(with_short_tables(view.sheet()))) if view is not None else ""
            page = _checksum(_short(make_reference_page(found, edited.rules))) if edited.rules is not None else ""
            yield f"{key} = {value} | {data['name']} | {outcome(edited)} | {sheet} | {page}"
            archetype = replace(archetypes(game)[0], fixed={"pins": {"rules": {key: value}}})
            yield f"{key} = {value} | NPC | {_npc(order(archetype, 'outcomes'), 1)}"


def _other_settings(value: Any, metadata: Sequence[Any]) -> Sequence[Any]:
    choices = [name for choice in metadata if isinstance(choice, Choice) for name in choice.names if name != value]
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case None:
            return [0, 30]
        case _:
            return choices


def stated(game: str) -> Iterator[str]:
    """Yield what is reported where a file states its derived numbers otherwise, and one message of each in full."""
    file, checked = next(iter(valid_files(game).items()))
    assert checked.view is not None
    names = checked.view.stats()
    plain = {name: value.value if isinstance(value, Mean) else value for name, value in names.items()}
    numbers = {name: float(value) for name, value in plain.items() if isinstance(value, (int, float, Fraction))}
    close: list[dict[str, Any]] = [{name: value + by for name, value in numbers.items()} for by in (0.004, 0.006)]
    for wrong in (*close, *(dict.fromkeys(names, value) for value in ("a word", {"a": 1}, [1], True, 1000, None))):
        found = checking.check_data(registry.system(game), {**checked.source.data, "stated": wrong}, file.parent)
        first = next((one for one in found.diagnostics if one.code == "concept/stated"), None)
        shown = [first.message, first.hint, _checksum(outcome(found))] if first is not None else ["nothing"]
        yield f"{next(iter(wrong.items()), None)} … | {' | '.join(shown)}"


def _npc(of: Order, number: int) -> str:
    try:
        return outcome(make_npc(of, number).checked)
    except Infeasible as exc:
        return _numbered("rejected", str(exc))


def sheets(game: str) -> Iterator[str]:
    """Yield checksums of the parts of each sheet, every other one compact; one of each game is approved in full."""
    has_compact = registry.system(game).compact is not None
    for number, checked in enumerate(valid_files(game).values()):
        if checked.view is None:
            continue
        sheet = with_short_tables(checking.make_sheet(checked, compact=has_compact and number % 2 == 1))
        for part in fields(sheet):
            inner = getattr(sheet, part.name)
            if part.name not in LEFT_OUT and inner:
                each = inner if isinstance(inner, tuple) else [inner]
                yield " ".join([checked.source.name, part.name, *(_checksum(_short(one)) for one in each)])
