"""Find legal NPCs: the game proposes NPCs, and the check of a player's file accepts or rejects them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import NpcSpec, refuse
from chargen.kit.checks import PLAUSIBLE
from chargen.npc.proposal import propose_npc
from chargen.schema.parsing import parse
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity, error
from chargen.text.names import fold
from chargen.text.parts import ABSENT, with_value_at
from chargen.text.reader import Plain

TRIES = 200  # The largest number of proposals where only pins in `OF_THE_WHOLE` do not fit (house default)
FEW = 12  # The largest number of proposals where anything else is wrong (house default)
OF_THE_WHOLE = frozenset({"advancement", "stated", "state"})
"""The keys whose pins depend on the complete character: ledger lines, derived numbers, play state."""
_TRIALS = 3  # The number of proposals that test whether a pin is the cause (house default)
_NAMES = ("concept/state", "concept/stated")
"""The codes of diagnostics about the name of a tracker or a derived number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedNpc:
    """A proposed NPC and the result of its check."""

    concept: dict[str, Plain]
    checked: Checked
    errors: tuple[Diagnostic, ...] = ()
    """Why no legal NPC was found: the diagnostics of the last proposal, at the pins that cause them."""


def find_legal(
    game: AnyGame,
    random: Random,
    rules: RuleSet,
    spec: NpcSpec[Any],
    folder: Path = Path(),
    name: str = "NPC",
    tries: int = TRIES,
    *,
    explained: bool = True,
) -> ValidatedNpc:
    """Return the first legal NPC that the game proposes, or the last proposal with its errors.

    ``tries`` is the largest number of proposals where only pins in `OF_THE_WHOLE` do not fit. Unless ``explained``,
    the errors are those of the check, whose pins are not looked for: this takes several further checks.
    Raises `Infeasible` for words and experience that no NPC can have.
    """
    if spec.experience is not None and not spec.experience.award:
        spec = replace(spec, experience=None)
    if game.npc is not None and game.npc.word_errors is not None:
        refuse(_find_word_errors(game.npc.word_errors, spec.words, rules), "words")
    # With errors that depend on the complete character, such as a ledger's prices, many proposals pay off. Other errors
    # are in the pins as a rule, and every proposal would have them.
    attempt = 0
    while True:
        attempt += 1
        concept = propose_npc(game, random, rules, spec)
        checked = checking.check_data(game, concept, folder, name)
        diagnostics = disqualifying_diagnostics(checked)
        of_the_whole = all(may_fit_another(diagnostic, *diagnostic.path[:1]) for diagnostic in diagnostics)
        if not diagnostics or attempt >= (tries if of_the_whole else min(tries, FEW)):
            break
    if not explained:
        return ValidatedNpc(concept=concept, checked=checked, errors=tuple(diagnostics))
    at_pins = _move_to_pins(game, spec, rules, folder, diagnostics)
    # `check_data` gives no lines; the text of the NPC is written only now, for a report.
    if checked.diagnostics:
        checked = checking.check_written(game, concept, folder, name)
    return ValidatedNpc(concept=concept, checked=checked, errors=at_pins or tuple(disqualifying_diagnostics(checked)))


@cache_by_identity(64)
def _find_word_errors(
    find: Callable[[Any, Any], Iterable[Diagnostic]], words: Any, rules: RuleSet
) -> tuple[Diagnostic, ...]:
    """Return the errors of words, cached for all NPCs with the same words and rules."""
    return tuple(find(words, rules))


def may_fit_another(diagnostic: Diagnostic, key: str | int = "") -> bool:
    """Return whether another proposal may be free of an error at a key of the pins.

    This is possible for a key in `OF_THE_WHOLE`, except where the error is an unknown name.
    """
    return key in OF_THE_WHOLE and not (diagnostic.key and diagnostic.code in _NAMES)


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


def find_waiver_errors(pins: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """Report fixed waivers: generated NPCs always follow the rules."""
    if pins.get("waive"):
        message = "generated NPCs always follow the rules, so there is nothing to waive"
        yield error(message, "waive", key=True, code="batch/unlawful", hint="remove `waive`")


def has_part(data: Plain, path: KeyPath) -> bool:
    """Return whether plain data has a part at a path, in any spelling of its keys.

    A single entry may be written without its list, and a bare value may be short for a mapping.
    """
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            key = next((key for key in data if fold(str(key)) == fold(step)), None)
            if key is None:
                return False
            data = data[key]
        elif isinstance(data, list) and isinstance(step, int):
            if step >= len(data):
                return False
            data = data[step]
        elif data is None or (isinstance(data, (dict, list)) and step != 0):
            return False
    return True


def _move_to_pins(
    game: AnyGame, spec: NpcSpec[Any], rules: RuleSet, folder: Path, diagnostics: list[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """Return the errors at pins, the innermost first, because outer errors may follow from inner ones.

    If no error is at a pin, return the first error, placed at the pin without which it disappears.
    """
    # A rule about a missing part reports at the key `name`, and a pinned name is never the cause.
    pinned = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.path
        and not (diagnostic.key and diagnostic.path == ("name",))
        and has_part(spec.pins, diagnostic.path)
    ]
    if not pinned and diagnostics and (path := find_blamed_pin(game, spec, rules, folder, diagnostics[0].code)):
        pinned = [replace(diagnostics[0], path=path)]
    return tuple(sorted(pinned, key=lambda diagnostic: -len(diagnostic.path)))


def find_blamed_pin(
    game: AnyGame,
    spec: NpcSpec[Any],
    rules: RuleSet,
    folder: Path,
    code: str,
    may_be_blamed: Callable[[KeyPath], bool] = lambda path: True,
) -> KeyPath:
    """Return the path of the innermost pin without which a code disappears; empty where there is none."""
    path: KeyPath = ()
    # From the outside in: without `skills` first, then without each skill, as far as the code disappears.
    pins: Any = {key: pin for key, pin in spec.pins.items() if key not in ("system", "name")}
    while isinstance(pins, Mapping):
        paths = ((*path, key) for key in pins if may_be_blamed((*path, key)))
        causes = (at[-1] for at in paths if _fits_without(game, spec, rules, folder, at, code))
        key = next(causes, None)
        if key is None:
            break
        path, pins = (*path, key), pins[key]
    return path


def _fits_without(game: AnyGame, spec: NpcSpec[Any], rules: RuleSet, folder: Path, path: KeyPath, code: str) -> bool:
    """Return whether an NPC without the pin at a path is free of a diagnostic code."""
    pins = with_value_at(spec.pins, path, ABSENT)
    pinned = parse(game.concept, pins, partial=True).value
    if pinned is None:
        return False
    # Without these pins, other rules are in force.
    if path[0] in ("rules", "campaign"):
        rules = checking.rules(game, pinned, folder)
    spec = replace(spec, pins=pins, pinned=pinned)
    return any(
        all(
            diagnostic.code != code for diagnostic in disqualifying_diagnostics(checking.check_data(game, data, folder))
        )
        # By chance a proposal may lack the error, or have it for another reason: one of a few must be free of it.
        for data in (propose_npc(game, Random(seed), rules, spec) for seed in range(_TRIALS))
    )
