"""What is pinned of a stranger, and why a lawful character cannot have it."""

from collections.abc import Iterator
from dataclasses import replace

from chargen.core.diagnostic import Diagnostic
from chargen.core.npc import NpcSpec
from chargen.games.gamocles import creation
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.rules import Rules
from chargen.games.gamocles.words import Words

_FOR_GOOD = (
    creation.trait_names,
    creation.skill_names,
    creation.named_once,
    creation.whole_numbers,
    creation.negative_traits,
    creation.traits_of_zero,
    creation.limits,
    creation.variation_terms,
    creation.variation_names,
    creation.gear_names,
    creation.pools,
)
"""The rules that no completion can mend: what they find on the pins is there to stay."""


def faults(spec: NpcSpec[Concept], rules: Rules) -> Iterator[Diagnostic]:
    """Find what is at fault by itself, whatever is drawn."""
    pinned = spec.pinned
    if spec.pins.keys() - {"system", "name", "concept"}:
        for rule in _FOR_GOOD:
            yield from rule(pinned, rules)
        if spec.pins.get("variations") is not None:
            yield from (replace(each, path=("variations",)) for each in creation.variation_points(pinned, rules))
    yield from _words(spec.words)


def _words(words: Words) -> Iterator[Diagnostic]:
    """Variations among the words that are not well formed."""
    if "variations" in words.model_fields_set:
        for index, variation in enumerate(words.variations):
            path = ("words", "variations", index)
            for finding in (*creation.terms(variation, *path), *creation.variation_numbers(variation, *path)):
                yield replace(finding, message=f"`{variation.name}` among the words: {finding.message}")
