"""Merge the fixed values of archetypes, and check them for every option of every draw."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from chargen.checking import campaign
from chargen.checking.rules import read_house_rules
from chargen.game.contract import AnyGame
from chargen.game.npc import Experience
from chargen.npc import draws, names
from chargen.npc.archetype_file import WHO, ArchetypeFile, Details
from chargen.npc.names import Names, NameSource
from chargen.schema.model import Model, folded_keys, keys
from chargen.schema.parsing import Parsed, parse
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, error
from chargen.text.names import find_same, fold, instead
from chargen.text.parts import ABSENT, number_of_values, value_at, with_value_at
from chargen.text.reader import Plain

_STAND_IN = "Nameless"

NOT_FIXED = {
    "waive": ("generated NPCs always follow the rules, so there is nothing to waive", "remove `waive`"),
    "stated": (
        "the derived numbers of an NPC follow from its other values and cannot be fixed",
        "fix the values that they follow from, and take `stated` out",
    ),
    "state": ("what is marked in play cannot be fixed for an NPC", "take `state` out, and mark it on the sheet"),
    "advancement": (
        "the ledger of an NPC cannot be fixed",
        "write `experience: {award: 8}` beside `pins`, with `prefer` for what it buys",
    ),
}
"""The keys of a concept that an archetype cannot fix, each with why and with what to do."""


def merge(base: Plain, top: Plain) -> Plain:
    """Merge ``top`` over ``base``: mappings merge deeply and keep the keys as ``base`` spells them; ``top`` wins.

    A draw is never merged. An empty value in ``top`` removes the key of ``base``.

    >>> merge({"hit_points": 4, "armor": "mail"}, {"Hit Points": {"one_of": [2, 4]}, "armor": None})
    {'hit_points': {'one_of': [2, 4]}}
    """
    if not (_is_mergeable(base) and _is_mergeable(top)):
        return _without_empty_keys(top)
    spelled, merged = {fold(key): key for key in base}, dict(base)
    for key, value in top.items():
        own = spelled.get(fold(key), key)
        if value is None:
            merged.pop(own, None)
        else:
            merged[own] = merge(merged.get(own), value)
    return merged


def _is_mergeable(value: Plain) -> bool:
    return isinstance(value, dict) and draws.as_draw(value) is None


def _without_empty_keys(value: Plain) -> Plain:
    if isinstance(value, list):
        return [_without_empty_keys(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    # In a draw an empty option (`~`) has a meaning, so nothing is taken out of draws.
    is_draw = not _is_mergeable(value)
    return {key: _without_empty_keys(inner) for key, inner in value.items() if inner is not None or is_draw}


def _sections(game: AnyGame) -> dict[str, type[Model]]:
    """Return the sections of an archetype that take keys of another model."""
    return {"pins": game.concept, "experience": Experience, "words": game.words}


def normalize(game: AnyGame, read: ArchetypeFile, written: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the data of an archetype file, its keys spelled like the fields, without ``extends`` and empty keys."""
    inner: dict[str, type[Model]] = {**_sections(game), "details": Details}
    return {
        key: rename_keys(inner[key], value) if key in inner and isinstance(value, dict) else value
        for key, value in rename_keys(ArchetypeFile, written).items()
        if key != "extends" and key in read.model_fields_set
    }


def add_section_hints(game: AnyGame, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Add a hint to unknown top-level keys of an archetype: the section that has a key of this name."""
    for diagnostic in diagnostics:
        if diagnostic.code == "concept/unknown-key" and len(diagnostic.path) == 1:
            key, sections = str(diagnostic.path[0]), _sections(game).items()
            for section in [section for section, model in sections if find_same(key, keys(model))][:1]:
                diagnostic = replace(diagnostic, hint=f"put it under `{section}:`")
        yield diagnostic


def rename_keys(model: type[Model], data: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return data with its keys spelled like the fields of a model; unknown keys stay as they are."""
    known = folded_keys(model)
    return {known.get(fold(key), key): value for key, value in data.items()}


def make_names(game: AnyGame, sources: Sequence[NameSource] = ()) -> Names:
    """Return the names of some sources; without sources, those of all everyday lists, of which a batch has one."""
    with game.contained("its lists of names"):
        lists = [names.load_name_list(source.list, game.resources) if source.list else source for source in sources]
        united = names.unite_lists(lists or names.load_everyday_lists(game.resources))
    return united if lists else replace(united, are_of_places=True)


def find_archetype_errors(game: AnyGame, data: Mapping[str, Plain], folder: Path) -> Iterator[Diagnostic]:
    """Yield the errors of a complete archetype: its names, details, words, experience and pins.

    Errors in a campaign file, which is looked for in ``folder``, carry its file name.
    """
    yield from find_name_errors(game.resources, parse(ArchetypeFile, data), data)
    if (read := parse(Details, data.get("details") or {}).value) is not None:
        yield from (replace(found, path=("details", *found.path)) for found in find_tie_errors(read))
    if isinstance(words := data.get("words"), dict):
        yield from (replace(found, path=("words", *found.path)) for found in find_word_errors(game, words))
    yield from find_fixed_errors(game, data, folder)


def find_name_errors(resources: Path, parsed: Parsed[Any], data: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """Yield the errors in the ``names`` of an archetype or a pack."""
    cultures = names.list_name_lists(resources)
    for index, source in enumerate(parsed.value.names if parsed.value is not None else ()):
        at = parsed.written(("names", index))
        # A single entry may be written without its list, and then has no index in the file.
        if not isinstance(data["names"], list):
            at = ("names",)
        if source.list and source.list not in cultures:
            hint = instead(source.list, cultures)
            yield error(f"there is no name list `{source.list}`", *at, code="archetype/names", hint=hint)
        elif source.list and any(getattr(source, key) for key in (*names.GIVEN, "family", "between")):
            hint = "write two entries: one with `list`, one with `given` and `family`"
            yield error("names come from a list that is there, or are your own", *at, code="archetype/names", hint=hint)
        elif source.unread_keys() - {"family", "between"}:  # what could not be read may be what is missing
            continue
        elif not source.list and not any(getattr(source, key) for key in names.GIVEN):
            yield error("names of your own need `given`", *at, code="archetype/names", hint="add `given: [Ada, Ben]`")


def find_tie_errors(details: Details) -> Iterator[Diagnostic]:
    """Report ties without the placeholder for the other NPC."""
    for index, tie in enumerate(details.ties):
        for side, text in (("one", tie.one), ("other", tie.other)):
            if text is not None and WHO not in text:
                hint = f"write {WHO} in place of the other's name, as in `owes {WHO} money`"
                yield error("a tie says with whom it is", "ties", index, side, code="archetype/tie", hint=hint)


def find_word_errors(game: AnyGame, words: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """Yield the schema errors of a game's word lists, and report empty lists."""
    parsed = parse(game.words, words)
    yield from parsed.diagnostics
    # Only lists that the archetype sets: a game may leave its own lists empty.
    for name in () if parsed.value is None else parsed.value.model_fields_set:
        value = getattr(parsed.value, name)
        if isinstance(value, (tuple, Mapping)) and not value and parsed.has_all([name]):
            hint = "write at least one, or take the key out: then the game's own words are used"
            yield error(f"`{name}` has no words", name, code="archetype/words", hint=hint)


def find_fixed_errors(game: AnyGame, data: Mapping[str, Plain], folder: Path = Path()) -> Iterator[Diagnostic]:
    """Yield the errors of the draws in pins and experience, then those of the values that valid draws give, each once.

    Missing keys are no error.
    """
    fixed = {key: data[key] for key in ("experience", "pins") if isinstance(data.get(key), dict)}
    for section in [section for section, values in fixed.items() if draws.as_draw(values) is not None]:
        hint = "draw the values within it, each by itself"
        yield error(f"`{section}` cannot be a draw", section, code="archetype/draw", hint=hint)
        del fixed[section]
    # Broken draws first: `cover_options` and `make_draws` rely on valid ones.
    broken = list(draws.find_draw_errors(fixed))
    yield from broken
    for path in {diagnostic.path[:2] for diagnostic in broken}:
        fixed = with_value_at(fixed, path, ABSENT)
    # What is left beside a broken key may look like a draw.
    fixed = {section: values for section, values in fixed.items() if draws.as_draw(values) is None}
    ways = list(draws.cover_options(fixed))
    # The check below costs options times values, so that the product is limited, and not each factor.
    values = number_of_values(draws.make_draws(fixed, ways[0]).value)
    if len(ways) * values > limits.OPTION_VALUES:
        message = f"the draws have {len(ways):,} options; beside {values:,} values, "
        yield error(f"{message}{limits.OPTION_VALUES // values:,} is the most", "pins", code="archetype/draw")
        return
    # A fixed value with an error has it in every variant.
    seen: set[tuple[KeyPath, str]] = set()
    for chooser in ways:
        # Each way after the first differs from it in one value, and only there can it have other errors.
        varied: Plain = fixed
        if chooser.choices:
            path = [*chooser.choices][-1][:2]
            varied = {path[0]: {path[1]: value_at(fixed, path)}}
        variant = draws.make_draws(varied, chooser)
        found = [("experience", each) for each in parse(Experience, variant.value.get("experience", {})).diagnostics]
        found += [("pins", each) for each in _find_pin_errors(game, variant.value.get("pins", {}), folder)]
        for section, diagnostic in found:
            # An error in a campaign file has its place there; its path is none of the archetype.
            if not diagnostic.file:
                diagnostic = replace(diagnostic, path=variant.origin((section, *diagnostic.path)))
            if (identity := (diagnostic.path, diagnostic.message)) not in seen:
                seen.add(identity)
                yield diagnostic


def _find_pin_errors(game: AnyGame, pins: Mapping[str, Plain], folder: Path) -> Iterator[Diagnostic]:
    """Yield the errors of pins as values of a concept, and of the campaign."""
    system, campaign_file = pins.get("system", game.key), pins.get("campaign")
    if isinstance(system, str) and fold(system) != fold(game.key):
        yield error(f"this is for {game.title}, not `{system}`", "system", code="archetype/another-system")
    yield from find_not_fixed(pins)
    # A wrong game is reported above, and a missing name is no error of pins: neither must show up as a schema error.
    complete = {"name": _STAND_IN, **pins, "system": game.key}
    yield from parse(game.concept, complete, partial=True).diagnostics
    if isinstance(campaign_file, str) and campaign_file:
        file = campaign.sought(campaign_file, folder)
        yield from [file] if isinstance(file, Diagnostic) else read_house_rules(file, game.key).diagnostics


def find_not_fixed(pins: Mapping[str, Plain], *keys: str) -> Iterator[Diagnostic]:
    """Yield the errors of keys that cannot be fixed; ``keys`` are those looked for, by default all."""
    for key in keys or NOT_FIXED:
        if pins.get(key):
            message, hint = NOT_FIXED[key]
            yield error(message, key, key=True, code="batch/unlawful", hint=hint)
