"""People drawn around pins, and judged, for tests of any game."""

from random import Random
from typing import Any

from chargen.batch import judging
from chargen.core.concept import RuleSet
from chargen.core.stranger import Brief, Unlawful
from chargen.core.system import System


def drawn(system: System[Any, Any, Any], seed: int, rules: RuleSet, brief: Brief[Any]) -> dict[str, Any]:
    """The person of a seed. Raises `Unlawful` where pins allow nobody lawful, as a batch refuses them."""
    for finding in judging.waivers(brief.pins):
        raise Unlawful(finding.path, finding.message, finding.hint)
    concept, checked = judging.drawn(system, Random(seed), rules, brief)
    for finding in judging.faults(checked):
        raise Unlawful(finding.path, finding.message, finding.hint)
    return concept
