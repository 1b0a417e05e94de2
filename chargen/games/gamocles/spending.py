"""What a stranger did with experience: a lawful ledger. The prices are ours: the text has none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeAlias

from chargen.core.names import did_you_mean, fold
from chargen.core.npc import NpcSpec, no_such_wish
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles.advancement import LedgerState, applied, price
from chargen.games.gamocles.concept import Advance, Concept, Variation
from chargen.games.gamocles.names import SKILLS, TRAITS, Name, called
from chargen.games.gamocles.rules import Rules
from chargen.games.gamocles.words import Words

EVERY = (*TRAITS, *SKILLS)
ANY_VARIATION = ("variation", "variations")
"""How a preference asks for whichever variation is open."""


@dataclass(slots=True)
class _Purse:
    """A stranger on the way through the ledger."""

    left: int
    values: dict[str, int]
    held: list[Variation]
    lines: list[dict[str, object]] = field(default_factory=list)


def spend(random: Random, rules: Rules, spec: NpcSpec[Concept], concept: Concept) -> list[dict[str, object]]:
    """An award behind the pinned lines, and what it went on: one step of each preference in turn, round by round.

    A preference is a trait, a skill, a variation among the words or on the sheet by its name, or ``variations`` for
    any that is open. Without one, each step goes to a trait, a skill or a variation by lot. What is left is kept.
    Raises Infeasible for a preference that is none of these.
    """
    experience, words = spec.experience, spec.words
    if experience is None:
        return []
    award = {"award": experience.award, **({"why": random.choice(words.deeds)} if words.deeds else {})}
    if experience.keep:
        return [award]
    wishes = [_wish(word, index, concept.variations, words) for index, word in enumerate(experience.prefer)]
    values = scores.traits(concept.traits, rules) | scores.skills(concept.skills)
    before = _standing(values, concept.variations, concept.advancement)
    purse = _Purse(before.balance + experience.award, dict(before.numbers), list(before.variations), [award])
    if not wishes:
        everything: list[_Wish] = [*EVERY, *((each,) for each in words.variations)]
        while everything:
            wish = random.choice(everything)
            if not _spend(random, wish, purse, rules):
                everything.remove(wish)  # what cannot be had, or paid, now cannot be later
    while sum(_spend(random, wish, purse, rules) for wish in wishes):  # all of them: each has its turn in a round
        pass
    return purse.lines


def _standing(values: Mapping[str, int], held: Sequence[Variation], ledger: Sequence[Advance]) -> LedgerState:
    """Where somebody stands behind the pinned lines; one whose points nobody awarded is not counted."""
    now = LedgerState(numbers=values, variations=tuple(held), counts=any(line.award is not None for line in ledger))
    for line in ledger:
        now = replace(applied(line, now), spent=now.spent + (price(line) if now.counts else 0))
    return now


_Wish: TypeAlias = Name | tuple[Variation, ...]


def _wish(word: str, index: int, held: Sequence[Variation], words: Words) -> _Wish:
    """What a preference stands for: a trait or skill, or the variations that would do."""
    if (name := called(word, EVERY)) is not None:
        return name
    if fold(word) in ANY_VARIATION:
        return words.variations
    named = tuple(each for each in (*words.variations, *held) if fold(each.name or "") == fold(word))
    if not named:
        known = [ANY_VARIATION[1], *(each.name or "" for each in words.variations)]
        raise no_such_wish(word, index, did_you_mean(word, known) or creation.instead(word, EVERY))
    return named


def _spend(random: Random, wish: _Wish, purse: _Purse, rules: Rules) -> bool:
    """Buy one step of a wish, if it can be had and paid."""
    if isinstance(wish, Name):
        to = purse.values[wish.full] + 1
        price = max(to, 1) * (rules.trait_price if wish in TRAITS else rules.skill_price)
        if price > purse.left:
            return False
        purse.values[wish.full] = to
        purse.lines.append({"change": wish.key, "to": to, "points": price})
    else:
        price = rules.variation_price
        open_ones = list(_open(wish, purse)) if price <= purse.left else []
        if not open_ones:
            return False
        gained = random.choice(open_ones).model_copy(update={"points": price})
        purse.held.append(gained)
        purse.lines.append({"gain": gained})
    purse.left -= price
    return True


def _open(wish: tuple[Variation, ...], purse: _Purse) -> Iterator[Variation]:
    return (each for each in wish if is_open(each, purse.values, purse.held))


def is_open(variation: Variation, values: Mapping[str, int], held: Iterable[Variation]) -> bool:
    """Whether a variation can be taken: its prerequisites are met, and none of its name is held."""
    return not any(creation.unmet(variation, values)) and all(
        fold(other.name or "") != fold(variation.name or "") for other in held
    )
