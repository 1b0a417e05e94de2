"""What a stranger buys: attributes, modifiers, skills and backgrounds, for exactly the points there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from chargen.core.diagnostic import Path
from chargen.systems.facade import (
    attribute_lots,
    attributes,
    background_lots,
    lots,
    pins,
    skill_lots,
    skills,
    training,
)
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.reckoning import Reckoning, reckon, values
from chargen.systems.facade.rules import Rules
from chargen.systems.facade.split import Demand, refusal, split
from chargen.systems.facade.words import Words


@dataclass(frozen=True, slots=True)
class Bought:
    """What was bought: new parts of the concept by key, and values to put into what is pinned, by path."""

    new: dict[str, Any]
    filled: dict[Path, Any]
    attributes: Mapping[str, int]


class Purchase:
    """Attributes, modifiers, skills and backgrounds of one stranger, bought with all the points there are."""

    def __init__(
        self, random: Random, pinned_keys: Mapping[str, Any], pinned: Concept, strength: int, rules: Rules, words: Words
    ) -> None:
        self.random, self.pins, self.pinned, self.rules, self.words = random, pinned_keys, pinned, rules, words
        self.floors = pins.floors(pinned, strength, rules)
        self.settled: Reckoning = reckon(pinned, rules)
        self.pool = self.settled.available
        self.catalogue = rules.skill_catalogue if words.skills is None else words.skills

    def made(self) -> Bought:
        """Everything, spent to the last point."""
        open_attributes, for_attributes = self._attributes()
        for_backgrounds = self._backgrounds()
        open_skills, for_skills, shares = self._shares(for_attributes, for_backgrounds)
        totals = [
            each.total(share) for each, share in zip((for_attributes, for_backgrounds, for_skills), shares, strict=True)
        ]
        held, filled, modifiers = open_attributes.drawn(self.random, totals[0], for_attributes.most(self.pool))
        every = {name: value for name, value in values(self.pinned.attributes).items() if value is not None} | held
        parts: list[tuple[str, Any, dict[Path, Any]]] = [
            ("attributes", _grouped(every), {_place(name): level for name, level in held.items()}),
            ("modifiers", modifiers, filled),
        ]
        tree = self._tree(open_skills, for_skills, totals[2])
        parts.append(("skills", {path[1]: value for path, value in tree.items()}, tree))
        if "backgrounds" in self.pins:
            priced = background_lots.prices(self.random, background_lots.unpriced(self.pinned), totals[1])
            parts.append(("backgrounds", [], priced))
        else:
            drawn = background_lots.drawn(self.random, totals[1], self.rules, self.words)
            parts.append(("backgrounds", drawn, {}))
        new = {key: made for key, made, _ in parts if key not in self.pins}
        put_in = {path: value for key, _, inside in parts if key in self.pins for path, value in inside.items()}
        return Bought(new, put_in, every)

    def _shares(
        self, for_attributes: Demand, for_backgrounds: Demand
    ) -> tuple[skill_lots.Open, Demand, tuple[int, ...]]:
        """The skills that are open, and how the common pool is split; raises Unlawful where it cannot be."""
        wished: tuple[int, ...] = self._wished()
        others = (for_attributes, for_backgrounds)
        if (guess := split(self.pool, wished, (*others, self._anything()))) is not None:
            wished = guess
        left = max(self.pool - sum(wished[:2]), 0)
        for everything in (False, True):
            open_skills = self._open_skills(left, everything=everything)
            for least, halves in ((1, False), (0, False), (0, True)):
                for_skills = self._skills(open_skills, least=least, halves=halves)
                shares = split(self.pool, wished, (*others, for_skills))
                if shares is not None:
                    return open_skills, for_skills, shares
        raise refusal(self.pool, self.rules.pool_name, (*others, for_skills), self.pins)

    def _anything(self) -> Demand:
        """Skills as if they could take any SP."""
        area = self.settled.area("SP")
        return Demand(
            name="SP",
            what="skills",
            section="skills",
            fixed=int(area.spent),
            granted=area.granted,
            rate=area.rate,
            boundless=True,
        )

    def _wished(self) -> tuple[int, int]:
        """What the lot would give to attributes and backgrounds; skills take the rest."""
        pool = self.pool
        for_attributes = self.random.randint(pool // 5, max(pool // 2, pool // 5))
        for_backgrounds = self.random.randint(0, (pool - for_attributes) // 4)
        if self.rules.pool_bought:
            for_backgrounds += (pool - for_attributes - for_backgrounds) // 3
        return for_attributes, for_backgrounds

    def _attributes(self) -> tuple[attribute_lots.Open, Demand]:
        area = self.settled.area("AP")
        fixed = int(area.spent)
        least, most = area.granted - fixed, area.granted + self.pool * area.rate - fixed
        held = attribute_lots.opened(self.random, self.pinned, self.floors, least, most, self.rules, self.words)
        pinned = "modifiers" if "attributes" not in self.pins and "modifiers" in self.pins else "attributes"
        return held, Demand(
            name="AP",
            what="attributes and modifiers",
            section=pinned,
            fixed=fixed,
            granted=area.granted,
            rate=area.rate,
            rows=held.rows,
        )

    def _backgrounds(self) -> Demand:
        area = self.settled.area("BP")
        free = "backgrounds" not in self.pins or bool(background_lots.unpriced(self.pinned))
        return Demand(
            name="BP",
            what="backgrounds",
            section="backgrounds",
            fixed=int(area.spent),
            granted=area.granted,
            rate=area.rate,
            boundless=free,
        )

    def _open_skills(self, points: int, *, everything: bool) -> skill_lots.Open:
        area = self.settled.area("SP")
        target = max(Fraction(area.granted + max(points, 0) * area.rate) - area.spent, Fraction(0))
        tree = skills.tree(self.pinned.skills)
        armed = all(training.fits(each, tree, self.rules) for each in self.pinned.weapons)
        return skill_lots.widened(
            self.random,
            skill_lots.opened(self.pinned, self.rules),
            self.catalogue,
            tree,
            target,
            self.rules,
            everything=everything,
            first=() if armed else self.rules.named_skills.attack,
        )

    def _skills(self, held: skill_lots.Open, *, least: int, halves: bool) -> Demand:
        area = self.settled.area("SP")
        scale = skill_lots.unit(self.rules, area.spent)
        paths = held.paths(cascade=self.rules.cascade)
        return Demand(
            name="SP",
            what="skills",
            section="skills",
            fixed=int(area.spent * scale),
            granted=area.granted * scale,
            rate=area.rate * scale,
            scale=scale,
            rows=skill_lots.rows(paths, held.caps, self.rules, scale, least=least, halves=halves),
        )

    def _tree(self, held: skill_lots.Open, demand: Demand, total: int) -> dict[Path, Any]:
        levels = lots.drawn(self.random, demand.rows, total, demand.most(self.pool))
        paths = held.paths(cascade=self.rules.cascade)
        by_path = dict(zip(paths, levels, strict=True))
        return dict(skill_lots.planted(self.pinned, held, by_path, self.rules, self.random, self.catalogue))


def _place(attribute: str) -> Path:
    return ("attributes", attributes.CATEGORY_OF[attribute], attribute)


def _grouped(held: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Attributes by category, as a file has them."""
    return {category: {each: held[each] for each in three} for category, three in attributes.CATEGORIES.items()}
