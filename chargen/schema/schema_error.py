"""Turn the errors of pydantic into diagnostics that a player understands."""

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from chargen.schema.model import Model, is_needed, keys, models_at
from chargen.text import limits
from chargen.text.diagnostic import IN_QUOTES, Diagnostic, KeyPath, Severity, error
from chargen.text.names import NUMBER_WORDS, closest, did_you_mean, fold, initials, listing, only_near, short
from chargen.text.parts import find_value, number_of_values
from chargen.text.reader import Plain
from chargen.text.writing import in_flow_style, scalar


def missing(path: KeyPath) -> Diagnostic:
    *around, name = path
    of = f" of `{around[-1]}`" if around and isinstance(around[-1], str) else ""
    return error(f"`{name}`{of} is missing", *path, code=MISSING_KEY, hint=f"add `{name}:`")


def uncounted_errors(number: int) -> Iterator[Diagnostic]:
    """Yield the diagnostic that counts the schema errors beyond those reported one by one, if there are any."""
    if number > 0:
        others = "1 more value does" if number == 1 else f"{number:,} more values do"
        hint = f"at most {limits.SCHEMA_ERRORS:,} of a file are reported one by one; fix those first"
        yield error(f"{others} not fit", code="concept/too-many", hint=hint)


def too_many(data: Plain) -> list[Diagnostic]:
    """Return a diagnostic for each list and mapping that has too many entries for the rules, or else for the ledger.

    The replay of a ledger must not exceed `limits.LEDGER_VALUES`.
    """
    found: list[Diagnostic] = []
    waiting: list[tuple[Plain, KeyPath]] = [(data, ())] if isinstance(data, (dict, list)) else []
    hint = "the rest of the file was not checked"
    while waiting:
        held, path = waiting.pop()
        if len(held) > limits.ENTRIES:
            name = next((f"`{step}`" for step in reversed(path) if isinstance(step, str)), "the file")
            message = f"{name} has {len(held):,} entries; {limits.ENTRIES:,} is the most"
            found.append(error(message, *path, key=True, code="concept/too-many", hint=hint))
            continue
        for step, value in held.items() if isinstance(held, dict) else enumerate(held):
            if isinstance(value, (dict, list)):
                waiting.append((value, (*path, step)))

    key = next((key for key in data if fold(key) == "advancement"), "") if isinstance(data, dict) else ""
    ledger = data[key] if key else None
    if isinstance(ledger, list) and not found:
        beside = number_of_values({other: value for other, value in data.items() if other != key})
        if len(ledger) * beside > limits.LEDGER_VALUES:
            most = limits.LEDGER_VALUES // beside
            message = f"`{key}` has {len(ledger):,} entries; beside {beside:,} values, {most:,} is the most"
            found.append(error(message, key, key=True, code="concept/too-many", hint=hint))
    return found


def kind(value: Plain) -> str:
    """Return what a value is, in plain words.

    >>> kind([1]), kind(2.5), kind("six"), kind(None)
    ('a list', 'the number 2.5', 'the text "six"', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes or no (`true`)" if value else "yes or no (`false`)"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f'the text "{short(value, 40)}"'
    return "keys with values" if isinstance(value, dict) else "a list"


_WANTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "`true` or `false`",
    "dict_type": "names with values",
    "mapping_type": "names with values",
    "model_type": "keys with values",
    "model_attributes_type": "keys with values",
    "list_type": "a list",
    "tuple_type": "a list",
    "none_required": "nothing",
}
_BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}
NEAREST: Mapping[str, str] = {"greater_than_equal": "ge", "less_than_equal": "le"}
"""The errors of numbers out of range that have a nearest legal one, and where pydantic has it."""
UNKNOWN_KEY = "concept/unknown-key"  # The code of an unknown key
MISSING_KEY = "concept/missing-key"  # The code of a key that is missing
VALID_KEYS = "valid keys: "  # How the hint of an unknown key begins that is near no other
_QUOTES = "\"'‘’“”„‚«»"
_MINUS = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")  # The characters that typesetting uses for a minus
_YES_OR_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def read_number(value: Plain, *, is_whole: bool = True) -> tuple[str, str | None]:
    """Return how to write a number that was written as something else, and the fix, where there is only one.

    ``is_whole`` says whether the number may have no decimals. The hint is empty where no number was meant.

    >>> read_number("3"), read_number("four"), read_number(2.5)
    (('take the quotation marks away: 3', '3'), ('write it in digits: 4', '4'), ('write a whole number: 2 or 3', None))
    """
    if isinstance(value, list) and len(value) == 1:
        hint, fix = read_number(value[0], is_whole=is_whole)
        alone = in_flow_style(value[0])
        return hint or f"write it without its brackets: {alone}", alone if isinstance(value[0], int) else fix
    text = value.strip().strip(_QUOTES).strip() if isinstance(value, str) else ""
    if text.lower() in NUMBER_WORDS:
        digits = str(NUMBER_WORDS.index(text.lower()))
        return f"write it in digits: {digits}", digits
    number = text.translate(_MINUS)
    with_point = number.replace(",", ".")
    # A float has 15 exact digits.
    is_number = re.fullmatch(r"[-+]?[0-9]{1,15}([.,][0-9]{1,15})?", number) is not None
    if isinstance(value, float) or (is_number and is_whole and not re.fullmatch("[-+]?[0-9]+", number)):
        decimal = value if isinstance(value, float) else float(with_point)
        if not math.isfinite(decimal):
            return "", None
        low, high = math.floor(decimal), math.ceil(decimal)
        return f"write a whole number: {low}{'' if low == high else f' or {high}'}", str(low) if low == high else None
    if not is_number:
        return "", None
    if "," in number:
        return f"write a full stop for the comma: {with_point}", with_point
    if number == text:
        return f"take the quotation marks away: {number}", number
    sign = next(letter for letter in text if ord(letter) in _MINUS)
    named = f"{sign} ({unicodedata.name(sign).lower()})"
    return f"its minus is the sign {named}; write the hyphen of the keyboard: {number}", number


LISTED = 6  # The most keys that are listed beside an example


def keys_at(data: Plain, path: KeyPath) -> set[str]:
    """Return the folded keys of the mapping at a path."""
    for step in path:
        held = find_value(data, (step,))
        data = data if held is None else held
    return set(map(fold, data)) if isinstance(data, dict) else set()


def schema_error(
    path: KeyPath, details: Mapping[str, Any], model: type[Model], data: Plain, present: KeyPath
) -> Diagnostic:
    """Return the diagnostic for an error of pydantic at ``path`` of the data of a model.

    ``present`` is the part of the path that the file holds: a bare value may replace a complete mapping.
    """
    sort, value, context = details["type"], details["input"], details.get("ctx", {})
    name = next((step for step in reversed(present) if isinstance(step, str)), "the file")
    if sort == "missing":
        return missing(path)
    if sort == "extra_forbidden":
        return _unknown_key(path, models_at(model, path[:-1]), keys_at(data, path[:-1]))
    if sort == "same_key":
        return same_key(name, context["other"], *path)
    if value is None and path:  # the value of a key, or an entry of a list, was forgotten
        is_entry = isinstance(path[-1], int)
        message = f"an entry of `{path[-2]}` has no value" if is_entry else f"`{path[-1]}` has no value"
        hint = f"write it after the {'dash' if is_entry else 'colon'} and a space"
        if not context.get("is_needed", False):
            hint += ", or remove the entry" if is_entry else ", or remove the key"
        return error(message, *path, key=True, code=MISSING_KEY, hint=hint)
    hint = ""
    if sort == "choice":
        hint = context.get("otherwise") or f"choose {listing(context['names'], 'or')}"
        if isinstance(value, str):
            hint = context.get("instead", {}).get(fold(value)) or did_you_mean(value, context["names"], hint)
    # pydantic ends the location with `[key]` where the key is wrong, and not its value.
    if sort == "choice" and details["loc"][-1:] == ("[key]",):
        holder = next((f"`{step}`" for step in reversed(path[:-1]) if isinstance(step, str)), "the file")
        message = f"{holder} cannot have `{path[-1]}`"
        return error(message, *path, key=True, code="concept/unknown-choice", hint=hint)
    # A list where the schema goes further down: one entry, in brackets that do not belong there.
    if isinstance(value, list) and len(present) < len(path):
        alone = "keep one of them" if value else "write one, or leave the key out"
        if len(value) == 1:
            alone = f"write it without its brackets: {in_flow_style(value[0])}"
        message = f"`{name}` is one entry; found {kind(value) if value else 'an empty list'}"
        return error(message, *path, code="concept/wrong-type", hint=read_number(value)[0] or alone)
    if sort == "choice":
        written = f'"{short(value, 40)}"' if isinstance(value, str) else kind(value)
        message = f"`{name}` cannot be {written}"
        # Only what the hint proposes: it may also explain a word that is near a name by chance.
        fix = written_near(value, context["names"]) if isinstance(value, str) and "did you mean" in hint else None
        return error(message, *path, code="concept/unknown-choice", hint=hint, fix=fix)
    if (out_of_range := _out_of_range(sort, name, value, context)) is not None:
        return replace(out_of_range, path=path)
    if sort in _WANTED:
        allowed = models_at(model, path)
        needed = [key for key, info in allowed[0].model_fields.items() if is_needed(info)]
        entry = "an entry of " if present and isinstance(present[-1], int) else ""
        message = f"{entry}`{name}` must be {_WANTED[sort]}; found {kind(value)}"
        if path and needed and sort.startswith("model"):
            message = f"{entry}`{name}` needs {listing(f'a `{key}`' for key in needed)}; found {kind(value)}"
        hint, fix = _advise(sort, name, value, allowed)
        return error(message, *path, code="concept/wrong-type", hint=hint, fix=fix)
    # Validators of single models write their own message, and their hint in the context.
    at, hint = context.get("at", ()), str(context.get("hint", ""))
    return error(f"`{name}`: {details['msg']}", *path, *at, code="concept/wrong-type", hint=hint)


def _out_of_range(sort: str, name: str, value: Plain, context: Mapping[str, Any]) -> Diagnostic | None:
    """Return the error for a number, a list or a text that is too small or too large; None for other errors."""
    if sort in _BOUNDS:
        key, words = _BOUNDS[sort]
        bound = context[key]
        hint = f"the nearest is {bound}" if key in ("ge", "le") else ""
        message = f"`{name}` must be {words} {bound}; found {value}"
        return error(message, code="concept/out-of-range", hint=hint)
    if sort in ("too_short", "too_long"):
        if sort == "too_short":
            bound, number, change = "at least", context["min_length"], "add some"
        else:
            bound, number, change = "at most", context["max_length"], "take some away"
        entries = "one entry" if number == 1 else f"{number} entries"
        message = f"`{name}` must have {bound} {entries}"
        return error(message, code="concept/out-of-range", hint=f"{change}, or leave the key out")
    if sort == "string_too_long":
        message = f"`{name}` must have at most {context['max_length']} letters; found {len(str(value)):,}"
        return error(message, code="concept/out-of-range")
    if sort in ("string_too_short", "string_pattern_mismatch"):
        return error(f"`{name}` is empty", code="concept/empty", hint="write a text, or leave the key out")
    return None


def _advise(sort: str, name: str, value: Plain, allowed: Sequence[type[Model]]) -> tuple[str, str | None]:
    """Return how to write what was meant, or else such a value usually, and the text to write, where only one would do.

    ``allowed`` is what it may be.
    """
    if sort in ("int_type", "int_from_float", "float_type"):
        hint, fix = read_number(value, is_whole=sort != "float_type")
        return hint or ("round it" if sort == "int_from_float" else "write one number"), fix
    if sort == "string_type" and isinstance(value, (int, float)):
        return f'{IN_QUOTES}"{in_flow_style(value)}"', None
    if sort == "bool_type" and isinstance(value, str) and fold(value) in _YES_OR_NO:
        word = _YES_OR_NO[fold(value)]
        return f"write `{word}`; {value} is plain text here", word
    if sort.startswith("model"):
        # How a file writes it: the needed keys, or else up to two keys.
        model, names = allowed[0], sorted({key for model in allowed for key in keys(model)})
        needed = [info.alias or key for key, info in model.model_fields.items() if is_needed(info)]
        example = model.example or "{" + ", ".join(f"{key}: …" for key in needed or keys(model)[:2]) + "}"
        if isinstance(value, str) and re.match(_NAMED, example):
            own = re.sub(_NAMED, lambda found: found[1] + in_flow_style(short(value, 40)), example, count=1)
            return f"as in `{name}: {own}`", None
        listed = f"; valid keys: {listing(names)}" if len(names) <= LISTED else ""
        return f"as in `{name}: {example}`{listed}" if names else "", None
    if sort in ("dict_type", "mapping_type"):
        hint = f"write one `name: value` per line below `{name}`"
        hint += ", without dashes" if isinstance(value, list) else ""
        # With the first name and value of a list or a text, as a mapping has them.
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, dict) and first:
            key, held = next(iter(first.items()))
            hint += f", as in `{short(f'{scalar(key)}: {in_flow_style(held)}', 40)}`"
        elif isinstance(first, str) and first.strip():
            key, held = found.groups() if (found := re.match(_PAIR, first)) else (first.split(",")[0].strip(), "…")
            hint += f", as in `{short(f'{scalar(key)}: {held}', 40)}`"
        return hint, None
    return {"string_type": "write one text", "bool_type": "write `true` or `false`"}.get(sort, ""), None


_NAMED = r"(\{name: )[^,}]+"  # The start of an example with a name, which the file's own name replaces
_PAIR = r"\s*([^\W\d][^,;:=]*?)\s*(?:[:=]|\s)\s*([-+]?[0-9]+)\b"
"""A name and a number, as they are written in a text."""


def written_near(word: str, names: Iterable[str]) -> str | None:
    """Return the only name that a word misspells, as YAML writes it; None where there are several, or none."""
    near = only_near(word, names)
    return None if near is None else scalar(near)


def same_key(key: str, other: str, *path: str | int) -> Diagnostic:
    """Return the diagnostic for two spellings of one key in the same mapping."""
    message, hint = f"`{key}` and `{other}` are one and the same key", "keep one of them"
    return error(message, *path, key=True, code="yaml/doubled-key", hint=hint)


def _unknown_key(path: KeyPath, holders: Sequence[type[Model]], present: Collection[str]) -> Diagnostic:
    key, names = str(path[-1]), sorted({key for holder in holders for key in keys(holder)})
    folded = {fold(name): name for name in names}
    if fold(key) in folded:
        return same_key(key, folded[fold(key)], *path)
    fixed = {fold(name): value for holder in holders for name, value in holder.fixed.items()}
    if fold(key) in fixed:
        message = f"`{key}` is fixed by the book ({fixed[fold(key)]})"
        hint = f"take the line out; house rules may set: {listing(names)}"
        return error(message, *path, key=True, code=UNKNOWN_KEY, hint=hint)
    where = f" in `{path[-2]}`" if len(path) > 1 and isinstance(path[-2], str) else ""
    message = f"unknown key `{key}`{where}"
    special = next((holder.instead[fold(key)] for holder in reversed(holders) if fold(key) in holder.instead), None)
    everything = f"{VALID_KEYS}{listing(names)}" if names else ""
    # One letter would abbreviate too many keys.
    # What is there already is not what was meant.
    absent = [name for name in names if fold(name) not in present]
    short_for = next((name for name in absent if len(key) > 1 and initials(name) == fold(key)), None)
    hint = special or (
        f"it is `{short_for}` in full" if short_for else did_you_mean(key, absent, did_you_mean(key, names, everything))
    )
    # A special hint explains a misunderstanding, which another key would not solve.
    fix = None if special else short_for or written_near(key, absent)
    return error(message, *path, key=True, code=UNKNOWN_KEY, hint=hint, fix=fix)


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
    # A key that is there without a value is not missing. Numbers that the book fixes have the code of unknown keys.
    missing = [each for each in kept if each.code == MISSING_KEY and each.path and not each.key]
    unknown = [each for each in kept if each.code == UNKNOWN_KEY and each.path and "fixed by" not in each.message]
    # The mapping that each is in; the first entry of a list may be written without the list.
    mappings = {id(each): [step for step in each.path[:-1] if step != 0] for each in (*missing, *unknown)}
    used, answered = list[KeyPath](), set[int]()
    for lost in missing:
        *around, key = lost.path
        errors = (each for each in kept if each.severity is Severity.ERROR and each.path and each is not lost)
        same = (each for each in errors if each.key and fold(str(each.path[-1])) == fold(str(key)))
        # An error that points at such a key where it belongs is another one.
        misplaced = (each for each in same if each.code in _MISPLACED or (not around and len(each.path) > 1))
        # From the surer cause to the less sure: the same key elsewhere, then a similar one.
        moved = next((each for each in misplaced if each.path not in used), None)
        # One that misspells a key beside it is the cause of that.
        free = (each for each in unknown if each.path not in used and moved is None)
        alike = (each for each in free if each.fix is None or mappings[id(each)] == mappings[id(lost)])
        near = next((each for each in alike if closest(str(each.path[-1]), [str(key)])), None)
        cause = moved or near
        if cause is None:
            continue
        used.append(cause.path)
        answered.add(id(lost))
        hint = cause.hint
        if cause is near:
            hint = f"did you mean `{key}`?"
        elif cause.code == UNKNOWN_KEY and around:
            hint = f"move it to `{around[-1]}`"
        elif cause.code == UNKNOWN_KEY:
            hint = f"`{key}:` is not part of `{cause.path[-2]}`: indent it less"
        kept = [replace(cause, hint=hint) if each is cause else each for each in kept if each is not lost]

    # An unknown key that is like no valid key, and has no advice of its own, may be what is missing beside it. There
    # are many keys at the top, so its value must fit, too.
    unlike = (each for each in unknown if each.fix is None and each.path not in used)
    for cause in (each for each in unlike if re.match(f"{VALID_KEYS}|{SUGGESTED}", each.hint)):
        beside = [each for each in missing if mappings[id(each)] == mappings[id(cause)] and id(each) not in answered]
        lacking = [each for each in beside if len(cause.path) > 1 or each.path in possible.get(cause.path, ())]
        if not lacking:
            continue
        answered.update(map(id, lacking))
        names = [f"`{each.path[-1]}`" for each in lacking]
        message = f"{cause.message}; {listing(names)} {'is' if len(names) == 1 else 'are'} missing"
        add = listing(f"`{each.path[-1]}:`" for each in lacking)
        hint = f"if it is the {names[0]}, name it so; else add {add}"
        if len(names) > 1:
            hint = f"if it is {listing(names, 'or')}, name it so; add {add}"
        merged = replace(cause, message=message, hint=hint)
        kept = [merged if each is cause else each for each in kept if each not in lacking]
    return kept
