"""People drawn around pins, and judged, for tests of any game."""

from random import Random
from typing import Any

from chargen.core.concept import RuleSet
from chargen.core.game import Game
from chargen.core.npc import Infeasible, NpcSpec
from chargen.npc import judging


def drawn(game: Game[Any, Any, Any], seed: int, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Any]:
    """The NPC of a seed. Raises `Infeasible` where what is fixed allows nobody lawful, as a batch refuses them."""
    for finding in judging.waivers(spec.pins):
        raise Infeasible(finding.path, finding.message, finding.hint)
    judged = judging.made(game, Random(seed), rules, spec)
    for finding in judged.faults:
        raise Infeasible(finding.path, finding.message, finding.hint)
    return judged.concept
