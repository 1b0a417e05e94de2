"""Check what a file states although it follows from the rest: derived numbers, and play state."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from chargen.game.concept import Concept
from chargen.game.contract import Tracker, View
from chargen.page.roll import Mean
from chargen.schema.parsing import Parsed
from chargen.schema.schema_error import UNKNOWN_KEY, kind, written_near
from chargen.text.diagnostic import Diagnostic, error, note, warning
from chargen.text.names import fold, initials, instead, listing

ROUNDED = 0.005
"""The allowed difference of a stated chance or average: it may be rounded to two places (house default)."""


def find_known(view: View, parsed: Parsed[Any], data: Any, refused: Collection[int]) -> Callable[[str], bool]:
    """Return a function that says whether nothing that a derived number or a tracker follows from has an error.

    ``data`` is that of the file, and ``refused`` has the lines of its ledger that break a rule. Such a line, and one
    that cannot be read, is an error of what it names, and of no more.
    """
    ledger = data.get("advancement") if isinstance(data, Mapping) else None
    lines = ledger if isinstance(ledger, list) else [ledger]
    wrong = {path[1] for path in parsed.rejected if path[0] == "advancement" and len(path) > 1}
    wrong |= {path[1] for path in map(parsed.written, (("advancement", index) for index in refused))}
    parts = [part for place, line in enumerate(lines) if place in wrong for part in _parts(line)]
    named = {word for word, is_key in parts if not is_key}

    def is_known(name: str) -> bool:
        paths = view.game.derived_from.get(name, ())
        paths = paths(view.character) if callable(paths) else paths
        if not parsed.has_all(paths):
            return False
        for path in paths if parts else ():
            # What is read of a thing, and the names of the things themselves.
            section, last = path.split(".*")[0], fold(path.rpartition(".")[2])
            held = data
            for step in section.split("."):
                entries = held.items() if isinstance(held, Mapping) else ()
                held = next((value for key, value in entries if fold(str(key)) == fold(step)), None)
            words = {word for word, _ in _parts(held)}
            if not named.isdisjoint(words) or any(word == last for word, _ in parts):
                return False
        return True

    return is_known


def _parts(data: Any, depth: int = 0) -> Iterator[tuple[str, bool]]:
    """Yield the folded keys and names in plain data, each with whether it is a key.

    Names are texts, but for those of a part that has a name of its own, such as its category.
    """
    if isinstance(data, str):
        yield fold(data), False
    is_named = depth > 0 and isinstance(data, Mapping) and "name" in map(fold, map(str, data))
    for key, value in data.items() if isinstance(data, Mapping) else ():
        yield fold(str(key)), True
        if not is_named or fold(str(key)) == "name" or not isinstance(value, str):
            yield from _parts(value, depth + 1)
    for value in data if isinstance(data, list) else ():
        yield from _parts(value, depth + 1)


def compare(
    concept: Concept, view: View, parsed: Parsed[Any], data: Any, refused: Collection[int]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the derived numbers, the play state and the dates of a file; see `find_known`."""
    is_known = find_known(view, parsed, data, refused)
    if concept.stated:
        stats = view.stats()
        # Numbers that follow from a value with an error: a difference would only repeat that error.
        waiting = {fold(name) for name in stats if not is_known(name)}
        written = {key: value for key, value in concept.stated.items() if fold(key) not in waiting}
        right = {name: value for name, value in stats.items() if fold(name) not in waiting}
        yield from _differs("", written, right, ("stated",))

    # What the boxes of the sheet cannot show.
    trackers = {fold(tracker.name): tracker for tracker in view.trackers()} if concept.state else {}
    for key, value in concept.state.items():
        tracker, message = trackers.get(fold(key)), ""
        if tracker is None:
            names = [tracker.name for tracker in trackers.values()]
            hint, fix = instead(key, names), written_near(key, names)
            message = f"there is no tracker `{key}`"
            yield error(message, "state", key, key=True, code="concept/state", hint=hint, fix=fix)
            continue
        if tracker.yes_or_no:
            message = "" if isinstance(value, bool) else f"`{key}` is `true` or `false`; found {kind(value)}"
        elif isinstance(value, bool) or not isinstance(value, int):
            message = f"`{key}` is a whole number; found {kind(value)}"
        elif not tracker.low <= value <= tracker.high and is_known(tracker.name):
            message = f"`{key}` goes from {tracker.low} to {tracker.high}; found {value}"
        if message:
            yield error(message, "state", key, code="concept/state")

    # Lines of the ledger are replayed in the order of the file.
    latest, above = "", 0
    for index, entry in enumerate(getattr(concept, "advancement", ())):
        # Only complete ISO dates can be compared, as texts; players may write `spring` instead.
        if not re.fullmatch(_DAY, date := getattr(entry, "date", "")):
            continue
        if date >= latest:
            latest, above = date, index
            continue
        other = note(f"{latest} here", "advancement", above, "date")
        hint = "the ledger is replayed from its first line to its last; move the line, or correct the date"
        message = f"{date} is before {latest}, which is above it"
        at = ("advancement", index, "date")
        yield warning(message, *at, code="concept/date", hint=hint, label="earlier", related=(other,))


_DAY = r"\d{4}-\d{2}-\d{2}"


def _differs(key: str, value: Any, right: Any, path: tuple[str | int, ...]) -> Iterator[Diagnostic]:
    """Yield what is wrong with a value, or a mapping or a list of them, that the rules give as ``right``."""
    if isinstance(right, (Fraction, Mean)):  # a chance or an average may be rounded to two places
        is_right = isinstance(value, (int, float)) and abs(value - _number(right)) <= ROUNDED
    else:  # `True == 1` in Python, and a file means different things by them
        is_right = bool(value == right) and isinstance(value, bool) == isinstance(right, bool)
    if right is None:  # what it follows from cannot be read, which is reported at that value
        return
    if isinstance(right, Mapping) and isinstance(value, dict):
        known = {fold(name): name for name in right}
        for inner, its in value.items():
            if fold(inner) in known:
                yield from _differs(inner, its, right[known[fold(inner)]], (*path, inner))
                continue
            message, hint = f"there is no derived number `{inner}`", instead(inner, right)
            fix = written_near(inner, right)
            yield error(message, *path, inner, key=True, code="concept/stated", hint=hint, fix=fix)
    elif isinstance(right, (list, tuple)) and isinstance(value, list) and len(value) == len(right):
        for index, (one, other) in enumerate(zip(value, right, strict=True)):
            yield from _differs(key, one, other, (*path, index))
    elif not is_right:
        plain = isinstance(right, (int, float, str, Fraction, Mean))
        found = kind(value) if isinstance(value, (dict, list)) or value is None else str(value)
        message = f"`{key}` is stated as {found}; the rules give {_number(right)}"
        hint = f"write {_number(right)}, or leave it out: it follows from the rest"
        if isinstance(right, Mapping) and right:
            first, number = next(iter(right.items()))
            message = f"`{key}` is stated as {found}, and is several numbers: {listing(right)}"
            hint = f"state those that you want checked, as in `{key}: {{{first}: {_number(number)}}}`"
        elif not plain:
            message, hint = f"`{key}` is stated as {found}; the rules give a list of {len(right)}", "leave it out"
        yield error(message, *path, code="concept/stated", hint=hint)


def _number(right: Any) -> Any:
    right = right.value if isinstance(right, Mean) else right
    return float(right) if isinstance(right, Fraction) else right


def elsewhere(diagnostics: Iterable[Diagnostic], view: View) -> Iterator[Diagnostic]:
    """Yield diagnostics; those of a misplaced play state or derived number say where it belongs."""
    for diagnostic in diagnostics:
        if diagnostic.code != UNKNOWN_KEY or len(diagnostic.path) != 1 or diagnostic.fix is not None:
            yield diagnostic
            continue
        key, hint = fold(str(diagnostic.path[0])), diagnostic.hint
        # By what users write for a number: its name, its initials, or the last word.
        named: list[tuple[str, Tracker | None]] = [(tracker.name, tracker) for tracker in view.trackers()]
        for name, tracker in (*named, *((name, None) for name in view.stats())):
            if key not in (fold(name), initials(name), fold(name).split()[-1]):
                continue
            if tracker is not None:
                value = "true" if tracker.yes_or_no else "…"
                hint = f"play state goes under `state`: {{{name}: {value}}}"
            else:
                hint = f"it follows from the rest: leave it out, or have it checked, as `stated: {{{name}: …}}`"
            break
        yield replace(diagnostic, hint=hint)
