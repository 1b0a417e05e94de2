"""A stranger's backgrounds and liabilities, drawn by lot for exactly the BP there are."""

from collections.abc import Iterator
from random import Random
from typing import Any

from chargen.core.diagnostic import Path
from chargen.core.stranger import Unlawful
from chargen.systems.facade import costs
from chargen.systems.facade.concept import LIABILITIES, Background, Concept
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.words import NamedBackground, Words

CLASSES = ("minor", "simple", "medium", "major")
"""How useful the backgrounds are that are drawn, each as likely (ours)."""
LEVELS = (2, 6)
"""Their levels, each as likely (ours)."""
PINNED_LEVELS = (1, 4)
"""The levels of backgrounds that are pinned without one, each as likely (ours)."""
ENOUGH = 12
"""What is left of so many BP goes into one background with a price of its own (ours)."""
DEAREST = 9999


def levels(random: Random, pinned: Concept) -> dict[Path, Any]:
    """Levels of pinned standard and exponential backgrounds that lack one, by their paths."""
    return {
        ("backgrounds", place, "level"): random.randint(*PINNED_LEVELS)
        for place, each in enumerate(pinned.backgrounds)
        if each.kind in ("standard", "exponential") and each.level is None
    }


def unpriced(pinned: Concept) -> list[int]:
    """The places of pinned individual backgrounds without a price: they take what BP are left."""
    return [
        place
        for place, each in enumerate(pinned.backgrounds)
        if each.kind == "individual" and each.points is None and not each.liability
    ]


def prices(random: Random, places: list[int], points: int) -> dict[Path, Any]:
    """Prices for individual backgrounds, by lot, that come to so many BP."""
    found: dict[Path, Any] = {}
    for index, place in enumerate(places):
        last = index == len(places) - 1
        price = points if last else random.randint(0, min(points, ENOUGH))
        if price > DEAREST:
            raise Unlawful(("backgrounds", place), f"{points} BP are more than one background may cost")
        found["backgrounds", place, "points"] = price
        points -= price
    return found


def drawn(random: Random, points: int, rules: Rules, words: Words) -> list[dict[str, Any]]:
    """Backgrounds that cost so many BP, and a liability where it gives BP back."""
    chosen: list[dict[str, Any]] = []
    if words.liabilities and words.backgrounds and not rules.negatives_to_pool:
        named = random.choice(words.liabilities)
        chosen.append(_standard(named, "simple", random.randint(1, 4)))
        points += _price(chosen[-1], rules)
    names = random.sample(words.backgrounds, len(words.backgrounds))
    taken: list[dict[str, Any]] = []
    while points > 0 and names:
        background = _one(random, names.pop(), points, rules, last=not names)
        if background is not None:
            taken.append(background)
            points -= _price(background, rules)
    if points:
        raise Unlawful(("backgrounds",), f"no background is left to spend the last {points} BP on")
    return [*reversed(taken), *chosen]


def _one(random: Random, named: NamedBackground, points: int, rules: Rules, *, last: bool) -> dict[str, Any] | None:
    """A background of that name within so many BP, or None where the lot was too dear."""
    fitting = [
        each
        for each in _offers(random, named)
        if not last
        and 0 < _price(each, rules) <= points
        and (each["kind"] == "standard" or each["level"] < len(costs.exponential(each["cost"], rules)))
    ]
    if fitting:
        return fitting[0]
    if points <= ENOUGH or last:
        return {"name": named.name, "class": named.class_, "kind": "individual", "points": min(points, DEAREST)}
    return None


def _offers(random: Random, named: NamedBackground) -> Iterator[dict[str, Any]]:
    """What is drawn for a name: in one case of three the exponential kind first."""
    cost, level = random.choice(CLASSES), random.randint(*LEVELS)
    standard = _standard(named, cost, level)
    if random.randrange(3) == 0:
        yield {**standard, "kind": "exponential"}
    yield standard


def _standard(named: NamedBackground, cost: str, level: int) -> dict[str, Any]:
    return {"name": named.name, "class": named.class_, "kind": "standard", "cost": cost, "level": level}


def _price(plain: dict[str, Any], rules: Rules) -> int:
    """What a background of plain data costs, or a liability gives back."""
    back = plain["class"] in LIABILITIES
    parts = plain["kind"], plain.get("cost", ""), plain.get("level", 0), plain.get("points", 0)
    return costs.worth(*parts, rules, back=back)


def fixed(pinned: Concept, rules: Rules) -> int:
    """What pinned backgrounds cost, those without a level or a price left aside."""
    return sum(costs.background(each, rules) for each in pinned.backgrounds if _complete(each))


def _complete(each: Background) -> bool:
    return each.points is not None if each.kind == "individual" else each.level is not None
