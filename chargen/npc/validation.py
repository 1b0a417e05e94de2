"""Find legal NPCs: the game proposes, and the check of a player's file judges and names the nearest legal values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import Infeasible, NpcSpec, refuse
from chargen.kit.checks import PLAUSIBLE, paths_added_by, paths_read_by
from chargen.npc.proposal import propose_npc
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity
from chargen.text.names import find_same, listing
from chargen.text.parts import find_value, with_value_at
from chargen.text.reader import Plain, as_held

TRIES = 100  # The largest number of proposals for one NPC (house default)
SAME = 20
"""How often in a row given values may have the same errors before nothing more is proposed (house default)."""
REPAIRS = 3
"""How often the nearest legal values of a proposal are taken: one may break a further rule (house default)."""


def find_legal(
    game: AnyGame,
    random: Random,
    rules: RuleSet,
    spec: NpcSpec[Any],
    folder: Path = Path(),
    name: str = "NPC",
    tries: int = TRIES,
) -> Checked:
    """Return the first legal NPC that the game proposes, as it was checked.

    Raises `Infeasible` for words and experience that no NPC can have, and where none of ``tries`` proposals is legal:
    for the rules that the last one broke, each at a given value that its rule reads.
    """
    if spec.experience is not None and not (spec.experience.award or spec.experience.prefer):
        spec = replace(spec, experience=None)
    if game.npc is not None and game.npc.word_errors is not None:
        for found in _find_word_errors(game.npc.word_errors, spec.words, rules):
            if found.severity is not Severity.NOTE:
                raise refuse(found.message, "words", *found.path, hint=found.hint)
    before, alike = None, 0
    for _ in range(tries):
        try:
            concept = propose_npc(game, random, rules, spec)
        except Infeasible as exc:
            # Experience is refused; the other given values may have errors of their own.
            try:
                find_legal(game, random, rules, replace(spec, experience=None), folder, name, tries)
            except Infeasible as more:
                raise Infeasible((*exc.diagnostics, *more.diagnostics)) from exc
            raise
        checked = checking.check_data(game, concept, folder, name)
        errors = disqualifying_diagnostics(checked)
        for _ in range(REPAIRS):
            is_mendable = (found.nearest is not None and not found.key for found in errors)
            if not errors or not all(is_mendable) or any(has_part(spec.pins, found.path) for found in errors):
                break
            for found in errors:
                # A number alone may stand for a mapping with it.
                at = found.path if isinstance(find_value(concept, found.path[:-1]), (dict, list)) else found.path[:-1]
                concept = with_value_at(concept, at, found.nearest)
            checked = checking.check_data(game, concept, folder, name)
            errors = disqualifying_diagnostics(checked)
        if not errors:
            return checked
        # What only the given values have wrong is wrong in each proposal.
        reported = [(found.path, found.saying) for found in errors if has_part(spec.pins, found.path)]
        alike = alike + 1 if reported == before and len(reported) == len(errors) else 0
        if alike == SAME:
            break
        before = reported
    raise Infeasible(_place_at_given(game, spec.pins, errors))


@cache_by_identity(64)
def _find_word_errors(
    find: Callable[[Any, Any], Iterable[Diagnostic]], words: Any, rules: RuleSet
) -> tuple[Diagnostic, ...]:
    """Return the errors of words, cached for all NPCs with the same words and rules."""
    return tuple(find(words, rules))


def disqualifying_diagnostics(checked: Checked) -> list[Diagnostic]:
    """Return what makes an NPC illegal: the errors, and the warnings about the NPC itself, not about house rules."""
    return [
        found
        for found in checked.diagnostics
        if found.severity is Severity.ERROR
        or (
            found.severity is Severity.WARNING
            and found.file == checked.source.name
            and not found.code.partition("/")[2].startswith(PLAUSIBLE)
        )
    ]


def has_part(data: Plain, path: KeyPath) -> bool:
    """Return whether plain data has a part at a path, in any spelling of its keys.

    A single entry may be written without its list, and a bare value may be short for a mapping.
    """
    steps, held = as_held(data, path, lambda keys, step: step if step in keys else find_same(step, keys) or None)
    value = find_value(data, held)
    return len(steps) == len(held) or not (value is None or isinstance(value, (dict, list)))


def _place_at_given(game: AnyGame, pins: Mapping[str, Plain], errors: list[Diagnostic]) -> list[Diagnostic]:
    """Return the errors at given values, the innermost first, because outer ones may follow from inner ones.

    If no error is at one, return the first error at the first given value that its rule reads. Each mentions all given
    values that its rule reads, as far as it is marked with them.
    """
    settings: list[KeyPath] = [("rules", name) for name in pins.get("rules") or ()]
    settings += [("campaign",)] if pins.get("campaign") else []

    def list_read(code: str) -> tuple[KeyPath, ...]:
        read: list[KeyPath] = []
        for rule in (rule for rule in game.creation if game.code(rule) == code):
            for path in (*paths_added_by(rule), *paths_read_by(rule)):
                # Without the names within a section: any of them may be drawn.
                steps = tuple(path.partition(".*")[0].split("."))
                read += settings if steps == ("rules",) else [steps]
        return tuple(path for path in dict.fromkeys(read) if has_part(pins, path))

    # A rule about a missing part reports at the key `name`, and a given name is never the cause.
    at_given = [
        replace(found, mentions=(*found.mentions, *list_read(found.code)))
        for found in errors
        if found.path and has_part(pins, found.path) and not (found.key and found.path == ("name",))
    ]
    if at_given:
        return sorted(at_given, key=lambda found: -len(found.path))
    # A rule that reads none of them by its marks may still read a given setting; else all given values take part.
    given = list_read(errors[0].code) or settings or [(key,) for key in pins if key not in ("system", "name")]
    if not given:
        return errors[:1]
    names = listing(f"`{'.'.join(map(str, path))}`" for path in given)
    hint = "; ".join(filter(None, (errors[0].hint, f"of what is fixed, this rule reads {names}")))
    return [replace(errors[0], path=given[0], hint=hint, mentions=tuple(given))]
