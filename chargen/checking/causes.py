"""Report each mistake once: keep the diagnostic of the cause, and drop what only follows from it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.kit.ledger_line import AT_THIS_LINE
from chargen.schema.model import keys
from chargen.schema.parsing import Parsed
from chargen.schema.schema_error import SUGGESTED, UNKNOWN_KEY, VALID_KEYS
from chargen.text.diagnostic import Diagnostic, error, note
from chargen.text.names import closest, fold, listing
from chargen.text.parts import find_texts, find_value

_TYPO = 0.8
"""The similarity from which a key is a misspelled one of this game, and not one of another game (house default)."""


def find_wrong_system(diagnostics: Iterable[Diagnostic], game: AnyGame, data: Mapping[str, Any]) -> Diagnostic | None:
    """Return the error for a complete character of another game; None where any key is not of that game."""
    unknown = [str(diagnostic.path[0]) for diagnostic in diagnostics if _is_unknown_at_top(diagnostic)]
    written = set(map(fold, data))
    others = [other for other, known in _find_other_keys(game).items() if written <= known] if unknown else []
    if not others:
        return None
    hint = f"write `system: {others[0]}`" if len(others) == 1 else f"write one of {listing(others, 'or')}"
    named = listing(f"`{key}`" for key in unknown)
    return error(
        f"this is a character of {listing(others, 'or')}, not of {game.key}: it has {named}",
        "system",
        code="concept/other-system",
        hint=hint,
        fix=others[0] if len(others) == 1 else None,
    )


def merge_foreign_keys(diagnostics: Iterable[Diagnostic], game: AnyGame) -> list[Diagnostic]:
    """Return diagnostics with one for all keys that belong to another game, instead of one for each."""
    kept = list(diagnostics)
    unknown = [diagnostic for diagnostic in kept if _is_unknown_at_top(diagnostic)]
    others = _find_other_keys(game) if unknown else {}
    games = {
        id(diagnostic): [other for other, known in others.items() if fold(str(diagnostic.path[0])) in known]
        for diagnostic in unknown
    }
    # The game that has most of the keys comes first, so that one diagnostic explains as many of them as possible.
    for key, _ in Counter(key for among in games.values() for key in among).most_common():
        foreign = [diagnostic for diagnostic in unknown if diagnostic in kept and key in games[id(diagnostic)]]
        if not foreign:
            continue
        first, *more = foreign
        alike = [other for other in games[id(first)] if all(other in games[id(each)] for each in more)]
        named = listing(f"`{each.path[0]}`" for each in foreign)
        belong = "belong" if more else "belongs"
        merged = replace(
            first,
            message=f"{named} {belong} to {listing(alike)}; this file says {game.key}",
            hint=f"take {'them' if more else 'it'} out, or write another `system`",
            fix=None,
            related=tuple(note("and this", *each.path, key=True) for each in more),
        )
        kept = [merged if each is first else each for each in kept if each not in more]
    return kept


def without_followers(diagnostics: list[Diagnostic], parsed: Parsed[Any], data: Any, game: AnyGame) -> list[Diagnostic]:
    """Return the errors of a ledger without those of names that earlier lines have under an unknown key alone.

    What such a line does to the name is not known. A name that no line can add is wrong anyway.
    """
    unknown = [one.path for one in parsed.diagnostics if one.code == UNKNOWN_KEY and one.path[0] == "advancement"]
    verbs = [verb.key for verb in getattr(game.ledger, "verbs", ())]
    lines = {path[1]: find_value(data, path[:2]) for path in unknown if len(path) > 2}
    named = {
        int(place): {fold(text) for text, is_key in find_texts(line) if not is_key}
        for place, line in lines.items()
        if _subject(line, verbs) is None
    }
    if not named:
        return diagnostics
    # What a line lacks or has too much of, and whether it is paid, depends on no name.
    nameless = {game.code(getattr(game.ledger, rule)) for rule in ("form_rule", "payment_rule") if verbs}
    kept = []
    for one in diagnostics:
        path = parsed.written(one.path)
        # A failure of a game, and an error about the whole ledger, have no line.
        _, place, key, *_ = (*path, "", "", "")
        earlier = {text for other, texts in named.items() if isinstance(place, int) and other < place for text in texts}
        at_path = find_value(data, path) if key in verbs else None
        words = (at_path, _subject(find_value(data, path[:2]), verbs))
        is_of_rules = one.message.startswith("there is no ") and AT_THIS_LINE not in one.message
        if (
            is_of_rules
            or one.code in nameless
            or not any(isinstance(word, str) and fold(word) in earlier for word in words)
        ):
            kept.append(one)
    return kept


def _subject(line: Any, verbs: Iterable[str]) -> Any:
    """Return the value of the verb of a line in plain data; None where it has no verb."""
    return next((line[key] for key in verbs if key in line), None) if isinstance(line, dict) else None


def _is_unknown_at_top(diagnostic: Diagnostic) -> bool:
    """Return whether a diagnostic is an unknown key of the concept itself, without advice on that very key."""
    if diagnostic.code != UNKNOWN_KEY or len(diagnostic.path) != 1:
        return False
    # One wrong letter is a typo, even where another game has a key of that name: `weapon` for `weapons`.
    suggested = re.fullmatch(SUGGESTED, diagnostic.hint)
    near = suggested[1] if suggested else diagnostic.fix
    is_typo = near and closest(str(diagnostic.path[0]), [near], _TYPO)
    return diagnostic.hint.startswith(VALID_KEYS) or bool(near and not is_typo)


def _find_other_keys(game: AnyGame) -> dict[str, set[str]]:
    """Return by each other game the keys of its concepts, folded; a game that does not load has none."""
    found = {}
    for name in registry.list_games():
        try:
            other = registry.system(name)
        except registry.Unavailable:
            continue
        if other.key != game.key:
            found[other.key] = set(map(fold, keys(other.concept)))
    return found
