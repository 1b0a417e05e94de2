"""Report a key under an unknown name once: not as unknown and again as missing."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from chargen.schema.schema_error import MISSING_KEY, UNKNOWN_KEY, VALID_KEYS
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity
from chargen.text.names import closest, fold, listing

SUGGESTED = r"did you mean `(.+)`\?"
_MISPLACED = (UNKNOWN_KEY, "concept/unknown-choice")  # The codes of keys that do not belong where they are


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
        # From the surer cause to the less sure: the same key elsewhere, then a similar one.
        moved = next((each for each in misplaced if each.path not in used), None)
        # One that misspells a key beside it is the cause of that.
        unknown = [] if moved else [each for each in _list_unknown(errors) if each.path not in used]
        alike = (each for each in unknown if each.fix is None or _is_beside(each, missing))
        near = next((each for each in alike if closest(str(each.path[-1]), [str(key)])), None)
        cause = moved or near
        if cause is None:
            continue
        used.append(cause.path)
        hint = cause.hint
        if cause is near:
            hint = f"did you mean `{key}`?"
        elif cause.code == UNKNOWN_KEY and around:
            hint = f"move it to `{around[-1]}`"
        elif cause.code == UNKNOWN_KEY:
            hint = f"`{key}:` is not part of `{cause.path[-2]}`: indent it less"
        kept = [replace(cause, hint=hint) if each is cause else each for each in kept if each is not missing]
    return _merge_unlike(kept, possible, used)


def _merge_unlike(
    diagnostics: list[Diagnostic], possible: Mapping[KeyPath, Collection[KeyPath]], used: Collection[KeyPath]
) -> list[Diagnostic]:
    """Return diagnostics in which an unknown key that is like no valid key, and has no advice of its own, says what is
    missing beside it: it may be that. There are many keys at the top, so its value must fit, too.
    """
    kept = diagnostics
    unlike = [each for each in _list_unknown(kept) if each.fix is None and each.path not in used]
    for cause in [each for each in unlike if re.match(f"{VALID_KEYS}|{SUGGESTED}", each.hint)]:
        is_at_top = len(cause.path) == 1
        beside = (each for each in _list_missing(kept) if _is_beside(cause, each))
        lacking = [each for each in beside if not is_at_top or each.path in possible.get(cause.path, ())]
        if not lacking:
            continue
        names = [f"`{each.path[-1]}`" for each in lacking]
        message = f"{cause.message}; {listing(names)} {'is' if len(names) == 1 else 'are'} missing"
        add = listing(f"`{each.path[-1]}:`" for each in lacking)
        hint = f"if it is the {names[0]}, name it so; else add {add}"
        if len(names) > 1:
            hint = f"if it is {listing(names, 'or')}, name it so; add {add}"
        merged = replace(cause, message=message, hint=hint)
        kept = [merged if each is cause else each for each in kept if each not in lacking]
    return kept


def _list_unknown(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors about unknown keys, without numbers that the book fixes, which have their code."""
    return [each for each in diagnostics if each.code == UNKNOWN_KEY and each.path and "fixed by" not in each.message]


def _list_missing(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics about keys that are missing; a key that is there without a value is not."""
    return [each for each in diagnostics if each.code == MISSING_KEY and each.path and not each.key]


def _is_beside(one: Diagnostic, other: Diagnostic) -> bool:
    """Return whether two keys are in the same mapping; the first entry of a list may be written without the list."""
    first, second = ([step for step in each.path[:-1] if step != 0] for each in (one, other))
    return first == second
