"""People drawn around pins, and judged, for tests of any game."""

from dataclasses import replace
from random import Random
from typing import Any

from chargen.core.concept import RuleSet
from chargen.core.deal import Deal
from chargen.core.diagnostic import Diagnostic, KeyPath
from chargen.core.game import Game
from chargen.core.npc import Infeasible, NpcSpec
from chargen.npc import judging
from tests.scale import fourth

TRIES = fourth(judging.TRIES)
"""How often somebody is proposed in tests until what is fixed of the whole character fits."""


def drawn(game: Game[Any, Any, Any], seed: int, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Any]:
    """The NPC of a seed. Raises `Infeasible` where what is fixed allows nobody lawful, as a batch refuses them."""
    for finding in judging.waivers(spec.pins):
        raise Infeasible(finding.path, finding.message, finding.hint)
    judged = judging.first_lawful(game, Random(seed), rules, replace(spec, deal=Deal("tests", seed + 1)), tries=TRIES)
    if judged.faults:
        raise Unlawful(judged.faults)
    return judged.concept


class Unlawful(Infeasible):
    """What is fixed allows nobody lawful; it is the first of its ``faults``."""

    def __init__(self, faults: tuple[Diagnostic, ...]) -> None:
        super().__init__(faults[0].path, faults[0].message, faults[0].hint)
        self.faults = faults

    def says(self, path: KeyPath, message: str) -> bool:
        """Whether one of the faults stands at a path and has a message like this."""
        return any(fault.path == path and message in fault.message for fault in self.faults)
