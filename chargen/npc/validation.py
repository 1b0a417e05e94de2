"""Propose and judge: a game proposes somebody, and the check of a player's file has the last word."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.concept import RuleSet
from chargen.core.diagnostic import Diagnostic, KeyPath, Severity, error
from chargen.core.game import AnyGame
from chargen.core.identity_key import IdentityKey
from chargen.core.model import parse
from chargen.core.names import fold
from chargen.core.npc import NpcSpec, refuse
from chargen.core.parts import ABSENT, with_value_at
from chargen.core.reader import Plain
from chargen.npc.proposal import propose_npc

TRIES = 200
"""How often somebody is proposed until what is fixed of the whole character fits (ours)."""
FEW = 12
"""How often somebody is proposed until whatever else is wrong no longer is (ours)."""
OF_THE_WHOLE = frozenset({"advancement", "stated", "state"})
"""The keys where what is fixed asks something of all that is drawn: ledger lines, derived numbers, pencil marks."""
_TRIALS = 3
"""How often somebody is proposed to learn whether a pin is to blame (ours)."""
_NAMES = ("concept/state", "concept/stated")
"""The codes of findings about the name of a tracker or a derived number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedNpc:
    """An NPC with its check."""

    concept: dict[str, Plain]
    checked: Checked
    faults: tuple[Diagnostic, ...] = ()
    """Why no lawful NPC was found: what the check finds on the last one, at what is fixed wherever that is to blame."""


def find_legal(
    game: AnyGame,
    random: Random,
    rules: RuleSet,
    spec: NpcSpec[Any],
    folder: Path = Path(),
    name: str = "somebody",
    tries: int = TRIES,
) -> ValidatedNpc:
    """Return the first lawful NPC that its game proposes, or the last one with its faults.

    ``tries`` is how often somebody is proposed whom only something fixed of the whole character does not fit.
    Raises `Infeasible` for words and for experience that no NPC could have.
    """
    if spec.experience is not None and not spec.experience.award:
        spec = replace(spec, experience=None)
    if game.npc is not None and game.npc.word_faults is not None:
        refuse(_word_faults(game.npc.word_faults, IdentityKey(spec.words), IdentityKey(rules)), "words")
    attempt = 0
    while True:
        attempt += 1
        concept = propose_npc(game, random, rules, spec)
        checked = checking.check_data(game, concept, folder, name)
        findings = faults(checked)
        of_the_whole = all(may_fit_another(finding, *finding.path[:1]) for finding in findings)
        if not findings or attempt >= (tries if of_the_whole else FEW):
            break
    at_pins = _at_pins(game, spec, rules, folder, findings)
    if checked.diagnostics:
        checked = checking.check_written(game, concept, folder, name)
    return ValidatedNpc(concept=concept, checked=checked, faults=at_pins or tuple(faults(checked)))


@lru_cache(maxsize=64)
def _word_faults(
    find: Callable[[Any, Any], Iterable[Diagnostic]], words: IdentityKey[Any], rules: IdentityKey[RuleSet]
) -> tuple[Diagnostic, ...]:
    """What is wrong with words, looked for once for all who are made of them under the same rules."""
    return tuple(find(words.value, rules.value))


def may_fit_another(finding: Diagnostic, key: str | int = "") -> bool:
    """Return whether what is found at a key of the pins asks something of the whole character, so that another may fit.

    A name that is none of the game's is so for everybody.
    """
    return key in OF_THE_WHOLE and not (finding.key and finding.code in _NAMES)


def faults(checked: Checked) -> list[Diagnostic]:
    """Return what keeps somebody from being lawful: errors and warnings. A note is no fault."""
    return [finding for finding in checked.diagnostics if finding.severity is not Severity.NOTE]


def waivers(pins: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """Refuse fixed waivers, for whoever is made keeps every rule."""
    if pins.get("waive"):
        message = "whoever is made keeps every rule, so that there is nothing to waive"
        yield error(message, "waive", key=True, code="batch/unlawful", hint="take `waive` out")


def held(data: Plain, path: KeyPath) -> bool:
    """Return whether plain data has a part at a path, in any spelling of its keys.

    One entry may stand without its list, and a bare value for the mapping that it is short for.
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


def _at_pins(
    game: AnyGame, spec: NpcSpec[Any], rules: RuleSet, folder: Path, findings: list[Diagnostic]
) -> tuple[Diagnostic, ...]:
    """The faults that stand at a pin, the innermost first, as others may follow from them.

    Where none stands at a pin, the first of them, at the pin without which it would not be there.
    """
    pinned = [fault for fault in findings if fault.path and held(spec.pins, fault.path)]
    if not pinned and findings and (path := _blamed(game, spec, rules, folder, findings[0].code)):
        pinned = [replace(findings[0], path=path)]
    return tuple(sorted(pinned, key=lambda fault: -len(fault.path)))


def _blamed(game: AnyGame, spec: NpcSpec[Any], rules: RuleSet, folder: Path, code: str) -> KeyPath:
    """The innermost pin without which the check finds no such code; empty where there is none."""
    path: KeyPath = ()
    pins: Any = {key: pin for key, pin in spec.pins.items() if key not in ("system", "name")}
    while isinstance(pins, Mapping):
        mended = (key for key in pins if _is_mended(game, spec, rules, folder, (*path, key), code))
        key = next(mended, None)
        if key is None:
            break
        path, pins = (*path, key), pins[key]
    return path


def _is_mended(game: AnyGame, spec: NpcSpec[Any], rules: RuleSet, folder: Path, path: KeyPath, code: str) -> bool:
    """Whether somebody without the pin at a path is free of a code."""
    pins = with_value_at(spec.pins, path, ABSENT)
    pinned = parse(game.concept, pins, partial=True).value
    if pinned is None:
        return False
    if path[0] in ("rules", "campaign"):
        rules = checking.rules(game, pinned, folder)
    spec = replace(spec, pins=pins, pinned=pinned)
    return any(
        all(fault.code != code for fault in faults(checking.check_data(game, data, folder)))
        for data in (propose_npc(game, Random(seed), rules, spec) for seed in range(_TRIALS))
    )
