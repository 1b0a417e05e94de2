"""Propose and judge: a game draws somebody around the pins, and the check of a player's file has the last word."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.concept import RuleSet
from chargen.core.diagnostic import Diagnostic, Severity, error
from chargen.core.game import Game
from chargen.core.npc import NpcSpec
from chargen.core.reader import Plain
from chargen.npc.pin_check import plain

AnyGame = Game[Any, Any, Any]
TRIES = 200
"""How often somebody is drawn until what is pinned of the whole person fits (ours)."""
OF_THE_WHOLE = frozenset({"advancement", "stated", "state"})
"""The keys where pins ask something of all that is drawn: lines of the ledger, derived numbers, pencil marks."""

_NAMES = ("concept/state", "concept/stated")
"""The codes of pins that name a tracker or a derived number."""


def drawn(
    system: AnyGame,
    random: Random,
    rules: RuleSet,
    spec: NpcSpec[Any],
    folder: Path = Path(),
    name: str = "somebody",
    tries: int = TRIES,
) -> tuple[dict[str, Plain], Checked]:
    """Draw somebody, anew while pins of the whole person do not fit what is drawn.

    Returns the last one with its check, in which faults may be left. Raises `Infeasible` as the game does.
    """
    assert system.generate is not None
    if spec.experience is not None and not spec.experience.award:
        spec = replace(spec, experience=None)
    while True:
        concept = plain(system.generate(random, rules, spec))
        checked = checking.check_data(system, concept, folder, name)
        tries -= 1
        found = faults(checked)
        if tries <= 0 or not found or not all(may_fit_another(each, *each.path[:1]) for each in found):
            return concept, checking.check_made(system, concept, folder, name) if checked.diagnostics else checked


def may_fit_another(finding: Diagnostic, key: str | int = "") -> bool:
    """Whether what is found at a key of the pins may be otherwise with another draw.

    A name that is none of the game's is so for everybody.
    """
    return key in OF_THE_WHOLE and not (finding.key and finding.code in _NAMES)


def faults(checked: Checked) -> list[Diagnostic]:
    """List what keeps somebody from being lawful: errors and warnings. A note is no fault."""
    return [each for each in checked.diagnostics if each.severity is not Severity.NOTE]


def waivers(pins: Mapping[str, Plain]) -> Iterator[Diagnostic]:
    """Refuse pinned waivers, for whoever is made keeps every rule."""
    if pins.get("waive"):
        message = "whoever is made keeps every rule, so that there is nothing to waive"
        yield error(message, "waive", key=True, code="batch/unlawful", hint="take `waive` out")
