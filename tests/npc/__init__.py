"""People drawn around pins, and judged, for tests of any game."""

from random import Random
from typing import Any

from chargen.core.concept import RuleSet
from chargen.core.game import Game
from chargen.core.npc import Infeasible, NpcSpec
from chargen.npc import judging


def drawn(system: Game[Any, Any, Any], seed: int, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Any]:
    """The person of a seed. Raises `Infeasible` where pins allow nobody lawful, as a batch refuses them."""
    for finding in judging.waivers(spec.pins):
        raise Infeasible(finding.path, finding.message, finding.hint)
    concept, checked = judging.drawn(system, Random(seed), rules, spec)
    for finding in judging.faults(checked):
        raise Infeasible(finding.path, finding.message, finding.hint)
    return concept
