"""What is pinned of a stranger, and why a lawful character cannot have it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from chargen.core.diagnostic import Diagnostic, error
from chargen.core.names import fold
from chargen.core.stranger import Brief, Unlawful
from chargen.systems.gamocles import character, creation, scores
from chargen.systems.gamocles.concept import Concept
from chargen.systems.gamocles.growth import grow
from chargen.systems.gamocles.rules import Rules
from chargen.systems.gamocles.words import Words

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


def refuse(brief: Brief[Concept], rules: Rules) -> None:
    """Raises Unlawful for what is at fault by itself, whatever is drawn."""
    for finding in _faults(brief, rules):
        raise unlawful(finding)


def unlawful(finding: Diagnostic) -> Unlawful:
    """A finding of the game's rules as a refusal."""
    return Unlawful(finding.path, finding.message, finding.hint)


def _faults(brief: Brief[Concept], rules: Rules) -> Iterator[Diagnostic]:
    pinned = brief.pinned
    if brief.pins.keys() - {"system", "name", "concept"}:
        for rule in _FOR_GOOD:
            yield from rule(pinned, rules)
        if brief.pins.get("variations") is not None:
            yield from (replace(each, path=("variations",)) for each in creation.variation_points(pinned, rules))
    if pinned.waive:
        message = "a stranger keeps every rule, so that there is nothing to waive"
        yield error(message, "waive", hint="take `waive` out")
    if brief.experience is not None and pinned.advancement:
        message = "the ledger is pinned, so that there is nothing to spend experience on"
        yield error(message, "advancement", hint="leave out `advancement` or `experience`")
    yield from _state(pinned.state, rules)
    yield from _words(brief.words)


def _state(state: Mapping[str, Any], rules: Rules) -> Iterator[Diagnostic]:
    """Pencil marks that fit no boxes."""
    most = character.most_wounds(rules)
    for word, value in state.items():
        if fold(word) != "wounds":
            yield error(f"there is no tracker `{word}`", "state", word, hint="there is `wounds`")
        elif not scores.is_whole(value) or not 0 <= value <= most:
            yield error(f"`{word}` goes from 0 to {most}; found {value}", "state", word)


def _words(words: Words) -> Iterator[Diagnostic]:
    """Variations among the words that are not well formed."""
    if "variations" in words.model_fields_set:
        for index, variation in enumerate(words.variations):
            path = ("words", "variations", index)
            for finding in (*creation.terms(variation, *path), *creation.variation_numbers(variation, *path)):
                yield replace(finding, message=f"`{variation.name}` among the words: {finding.message}")


def objection(made: Mapping[str, object], rules: Rules) -> Diagnostic | None:
    """What a pinned ledger, or a stated number, has against the numbers that were drawn for a stranger."""
    concept = Concept.model_validate(made)
    grown = grow(concept, rules)
    if grown.diagnostics:
        return grown.diagnostics[0]
    if not concept.stated:
        return None
    found = character.stats(character.derive(grown, rules), rules)
    return next(_misstated(concept.stated, found, "stated"), None)


def _misstated(stated: Mapping[str, Any], found: Mapping[str, Any], *path: str | int) -> Iterator[Diagnostic]:
    """The stated numbers that are not what the rules give."""
    known = {fold(name): value for name, value in found.items()}
    for word, value in stated.items():
        right = known.get(fold(word))
        if isinstance(right, Mapping) and isinstance(value, Mapping):
            yield from _misstated(value, right, *path, word)
        elif right is None or isinstance(right, Mapping):
            yield error(f"there is no derived number `{word}`", *path, word)
        elif value != right:
            message = f"`{word}` is stated as {value}, and what is drawn does not come to that"
            yield error(message, *path, word, hint="leave it out: it follows from the rest")
