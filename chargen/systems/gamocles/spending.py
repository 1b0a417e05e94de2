"""What a stranger did with experience: a lawful ledger. The prices are ours: the text has none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from chargen.core.names import fold
from chargen.core.stranger import Experience, Unlawful
from chargen.systems.gamocles import creation, variations
from chargen.systems.gamocles.concept import Variation
from chargen.systems.gamocles.fitting import EVERY
from chargen.systems.gamocles.names import TRAITS, Name, called
from chargen.systems.gamocles.rules import Rules
from chargen.systems.gamocles.words import Words

ANY_VARIATION = ("variation", "variations")
"""How a preference asks for whichever variation is open."""


@dataclass(slots=True)
class _Purse:
    """A stranger on the way through the ledger."""

    left: int
    values: dict[str, int]
    held: list[Variation]
    lines: list[dict[str, object]] = field(default_factory=list)


def ledger(
    random: Random,
    values: Mapping[str, int],
    held: Sequence[Variation],
    rules: Rules,
    experience: Experience,
    words: Words,
) -> list[dict[str, object]]:
    """An award, and what it went on: one step of each preference in turn, round by round; what is left is kept.

    A preference is a trait, a skill, a variation among the words by its name, or ``variations`` for any that is open.
    Raises Unlawful for one that is none of these.
    """
    wishes = [_wish(word, index, words) for index, word in enumerate(experience.prefer)]
    if not experience.award:
        return []
    purse = _Purse(experience.award, dict(values), list(held))
    purse.lines.append({"award": experience.award, **({"why": random.choice(words.deeds)} if words.deeds else {})})
    while sum(_spend(random, wish, purse, rules) for wish in wishes):  # all of them: each has its turn in a round
        pass
    return purse.lines


def _wish(word: str, index: int, words: Words) -> Name | tuple[Variation, ...]:
    """What a preference stands for: a trait or skill, or the variations that would do."""
    if (name := called(word, EVERY)) is not None:
        return name
    if fold(word) in ANY_VARIATION:
        return words.variations
    named = tuple(each for each in words.variations if fold(each.name or "") == fold(word))
    if not named:
        hint = creation.instead(word, EVERY)
        raise Unlawful(
            ("experience", "prefer", index), f"there is no trait, skill or variation `{word}` to prefer", hint
        )
    return named


def _spend(random: Random, wish: Name | tuple[Variation, ...], purse: _Purse, rules: Rules) -> bool:
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
        purse.lines.append({"gain": variations.data(gained)})
    purse.left -= price
    return True


def _open(wish: tuple[Variation, ...], purse: _Purse) -> Iterator[Variation]:
    return (each for each in wish if variations.open_to(each, purse.values, purse.held))
