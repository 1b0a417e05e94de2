"""Report each mistake once: keep the diagnostic of the cause, and drop what only follows from it."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.schema.model import keys
from chargen.schema.schema_error import MISSING_KEY, UNKNOWN_KEY, VALID_KEYS
from chargen.text.diagnostic import Diagnostic, KeyPath, Related, Severity, error
from chargen.text.names import closest, fold, listing

_SUGGESTED = r"did you mean `(.+)`\?"
_MISPLACED = (UNKNOWN_KEY, "concept/unknown-choice")  # The codes of keys that do not belong where they are
_TYPO = 0.8
"""The similarity from which a key is a misspelled one of this game, and not one of another game (house default)."""


def find_wrong_system(diagnostics: Iterable[Diagnostic], game: AnyGame, data: Mapping[str, Any]) -> Diagnostic | None:
    """Return the error for a complete character of another game; None where any key is not of that game."""
    unknown = [str(diagnostic.path[0]) for diagnostic in diagnostics if _is_unknown_at_top(diagnostic)]
    others = _list_games_with([*data], game) if unknown else []
    if not others:
        return None
    hint = f"write `system: {others[0]}`" if len(others) == 1 else f"write one of {listing(others, 'or')}"
    return error(
        f"this is a character of {listing(others, 'or')}, not of {game.key}: it has {_quote(unknown)}",
        "system",
        code="concept/other-system",
        hint=hint,
        fix=others[0] if len(others) == 1 else None,
    )


def merge_foreign_keys(diagnostics: Iterable[Diagnostic], game: AnyGame) -> list[Diagnostic]:
    """Return diagnostics with one for all keys that belong to another game, instead of one for each."""
    kept = list(diagnostics)
    unknown = [diagnostic for diagnostic in kept if _is_unknown_at_top(diagnostic)]
    games = {id(diagnostic): _list_games_with([str(diagnostic.path[0])], game) for diagnostic in unknown}
    # The game that has most of the keys comes first, so that one diagnostic explains as many of them as possible.
    for key, _ in Counter(key for among in games.values() for key in among).most_common():
        foreign = [diagnostic for diagnostic in unknown if diagnostic in kept and key in games[id(diagnostic)]]
        if not foreign:
            continue
        first, *more = foreign
        alike = [other for other in games[id(first)] if all(other in games[id(each)] for each in more)]
        merged = replace(
            first,
            message=f"{_quote(str(each.path[0]) for each in foreign)} {'belong' if more else 'belongs'} to "
            f"{listing(alike)}; this file says {game.key}",
            hint=f"take {'them' if more else 'it'} out, or write another `system`",
            fix=None,
            related=tuple(Related(path=each.path, message="and this", key=True) for each in more),
        )
        kept = [merged if each is first else each for each in kept if each not in more]
    return kept


def merge_missing_keys(
    diagnostics: Iterable[Diagnostic], possible: Mapping[KeyPath, Collection[KeyPath]]
) -> list[Diagnostic]:
    """Return diagnostics without missing keys that the file has in another place, or by a name that is not known.

    ``possible`` has the keys that each unknown key may stand for. Each unknown key is the cause of one missing key. One
    that is like no key says both: that it is not known, and what is missing beside it.
    """
    kept = list(diagnostics)
    used: list[KeyPath] = []
    for missing in _list_missing(kept):
        *around, key = missing.path
        errors = [each for each in kept if each is not missing and each.severity is Severity.ERROR and each.path]
        same = (each for each in errors if each.key and fold(str(each.path[-1])) == fold(str(key)))
        # An error that points at such a key where it belongs is another one.
        misplaced = (each for each in same if each.code in _MISPLACED or (not around and len(each.path) > 1))
        # From the surest cause to the least sure: the same key elsewhere, a similar one, one beside it.
        moved = next((each for each in misplaced if each.path not in used), None)
        # A number that the book fixes has the code of an unknown key, and is named for what it is.
        unknown = [each for each in errors if each.code == UNKNOWN_KEY and "fixed by" not in each.message and not moved]
        # One that misspells a key beside it is the cause of that.
        alike = (each for each in unknown if each.path not in used and (each.fix is None or _is_beside(each, missing)))
        near = next((each for each in alike if closest(str(each.path[-1]), [str(key)])), None)
        # One that is clearly near no valid key, and has no advice of its own, may be the missing key where no other is
        # missing or unknown beside it. There are many keys at the top, so its value must fit, too.
        unlike = [each for each in unknown if each.fix is None and re.match(f"{VALID_KEYS}|{_SUGGESTED}", each.hint)]
        may_be = [each for each in unlike if around or missing.path in possible.get(each.path, ())]
        here = [each for each in (*may_be, *_list_missing(kept)) if _is_beside(each, missing)]
        beside = here[0] if len(here) == 2 and here[0] in may_be else None
        cause = moved or near or beside
        if cause is None:
            continue
        used.append(cause.path)
        message, hint = cause.message, cause.hint
        if cause is near:
            hint = f"did you mean `{key}`?"
        elif cause is beside:
            message += f"; `{key}` is missing"
            hint = f"if it is the `{key}`, name it so; else add `{key}:`"
        elif cause.code == UNKNOWN_KEY:
            hint = (
                f"move it to `{around[-1]}`"
                if around
                else f"`{key}:` is not part of `{cause.path[-2]}`: indent it less"
            )
        reported = replace(cause, message=message, hint=hint)
        kept = [reported if each is cause else each for each in kept if each is not missing]
    return kept


def _list_missing(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics about keys that are missing; a key that is there without a value is not."""
    return [each for each in diagnostics if each.code == MISSING_KEY and each.path and not each.key]


def _is_beside(one: Diagnostic, other: Diagnostic) -> bool:
    """Return whether two keys are in the same mapping; the first entry of a list may be written without the list."""
    first, second = ([step for step in each.path[:-1] if step != 0] for each in (one, other))
    return first == second


def _is_unknown_at_top(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic is an unknown key of the concept itself, without advice on that very key."""
    if diagnostic.code != UNKNOWN_KEY or len(diagnostic.path) != 1:
        return False
    # One wrong letter is a typo, even where another game has a key of that name: `weapon` for `weapons`.
    suggested = re.fullmatch(_SUGGESTED, diagnostic.hint)
    near = suggested[1] if suggested else diagnostic.fix
    is_typo = near and closest(str(diagnostic.path[0]), [near], _TYPO)
    return diagnostic.hint.startswith(VALID_KEYS) or bool(near and not is_typo)


def _list_games_with(written: Iterable[str], game: AnyGame) -> list[str]:
    """Return the other games whose concepts have all these keys; a game that does not load has none."""
    folded = set(map(fold, written))
    found = []
    for name in registry.list_games():
        try:
            other = registry.system(name)
        except registry.Unavailable:
            continue
        if other.key != game.key and folded <= set(map(fold, keys(other.concept))):
            found.append(other.key)
    return found


def _quote(names: Iterable[str]) -> str:
    return listing(f"`{name}`" for name in names)
