"""Lawful strangers: what is pinned, and the rest drawn by lot so that every point of every area is spent.

First what is pinned, and whether it can be lawful at all; then what is bought around it; then the whole.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from chargen.core.diagnostic import Diagnostic, KeyPath
from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec, refuse
from chargen.games.facade import (
    allocation,
    body,
    creation,
    creation_gear,
    npc_advancement,
    npc_draws,
    npc_skills,
    skills,
    training,
)
from chargen.games.facade.allocation import Demand, refusal, split
from chargen.games.facade.concept import SKILL_KEYS, Armor, Concept
from chargen.games.facade.reckoning import Reckoning, reckon, values
from chargen.games.facade.rules import CATEGORIES, CATEGORY_OF, Rules
from chargen.games.facade.words import Words

Rule = Callable[[Concept, Rules], Iterable[Diagnostic]]

RULES: Mapping[str, tuple[Rule, ...]] = {
    "rules": (creation.switched_off,),
    "attributes": (creation.attribute_range, creation.superhuman, creation.zero_attributes),
    "modifiers": (
        creation.names,
        creation.modifier_levels,
        creation.bonus_worth,
        creation.large_bonus,
    ),
    "skills": (
        creation.names,
        creation.skill_levels,
        creation.switched_off,
        creation.specialties_only,
        creation.skill_points,
    ),
    "backgrounds": (creation.names, creation.background_levels),
    "weapons": (creation_gear.weapons,),
    "armor": (creation_gear.armor,),
}
"""By key, the rules that judge what is pinned there by itself."""
NEEDED: Mapping[str, tuple[str, ...]] = {
    "modifiers": ("name", "category", "cost"),
    "backgrounds": ("name", "class_", "kind"),
    "weapons": ("name",),
    "armor": ("name",),
    "equipment": ("name",),
}
"""What an entry of a pinned list must say, as nobody else knows."""


def judge(pinned: Concept, pins: Mapping[str, Any], rules: Rules) -> None:
    """Raise Unlawful for the first thing pinned that no lawful character has."""
    refuse(_findings(pinned, pins, rules))


def _findings(pinned: Concept, pins: Mapping[str, Any], rules: Rules) -> Iterator[Diagnostic]:
    for rule in dict.fromkeys(rule for key, judges in RULES.items() if key in pins for rule in judges):
        yield from rule(pinned, rules)
    for key, wanted in NEEDED.items():
        for index, entry in enumerate(getattr(pinned, key)):
            for name in wanted:
                if getattr(entry, name) is None:
                    shown = name.rstrip("_")
                    raise Infeasible((key, index), f"`{shown}` is missing", f"add `{shown}:`")
    for index, background in enumerate(pinned.backgrounds):
        for name, message in creation.background_fault(background):
            if name != "level":  # a missing level is drawn
                raise Infeasible(("backgrounds", index), message)


def kept(pinned: Mapping[str, Any], key: str) -> str:
    """The key as a mapping spells it, or as it is if it is not there."""
    if key in pinned:
        return key
    return next((each for each in pinned if fold(str(each)) == fold(key)), key)


def filled(pinned: Mapping[str, Any], found: Mapping[KeyPath, Any]) -> dict[str, Any]:
    """Plain data with more values put in at their paths. What is there stays, in its spelling."""
    grown: Any = {key: _copied(value) for key, value in pinned.items()}
    for path, value in found.items():
        within = grown
        for step in path[:-1]:
            if isinstance(step, int):
                within = within[step] if isinstance(within, list) else within  # one entry may stand without its list
                continue
            name = kept(within, str(step))
            if within.get(name) is None:
                within[name] = {}
            within = within[name]
        name = kept(within, str(path[-1]))
        if name in SKILL_KEYS:  # what a skill is comes before what it holds
            inside = dict(within)
            within.clear()
            within |= {name: value, **inside}
        else:
            within[name] = value
    return dict(grown)


def _copied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(value) for value in data] if isinstance(data, list) else data


def floors(pinned: Concept, strength: int, rules: Rules) -> dict[str, int]:
    """The least level of attributes that are drawn: 1, a Strength that what is carried needs, a Body of the weight."""
    held = values(pinned.attributes)
    top = min(rules.human_maximum, rules.highest_attribute)
    found = {name: 1 for name, value in held.items() if value is None}
    if "strength" in found:
        found["strength"] = max(1, strength)
    wanted = _body_of(pinned)
    body_levels = {each: found.get(each, held[each] or 0) for each in CATEGORIES["body"]}
    while wanted is not None and sum(body_levels.values()) < wanted:
        open_to = [each for each in body_levels if each in found and found[each] < top]
        if not open_to:
            raise Infeasible(
                ("weight",),
                f"{pinned.weight} lb is above what follows from any Body that these attributes may come to",
                "a constant load warns; leave the frame or the weight open",
            )
        lowest = min(open_to, key=lambda each: found[each])
        found[lowest] += 1
        body_levels[lowest] = found[lowest]
    return found


def _body_of(pinned: Concept) -> int | None:
    """The least Body whose weight is not below the one that is pinned; None where nothing is asked."""
    build = body.BUILDS.get(pinned.frame or "")
    if build is None or pinned.weight is None:
        return None
    return -(-max(pinned.weight - build.pounds, 0) // build.pounds_per_body)


@dataclass(frozen=True, slots=True)
class Bought:
    """What was bought: new parts of the concept by key, and values to put into what is pinned, by path."""

    new: dict[str, Any]
    filled: dict[KeyPath, Any]
    attributes: Mapping[str, int]


class Purchase:
    """Attributes, modifiers, skills and backgrounds of one stranger, bought with all the points there are."""

    def __init__(
        self, random: Random, pinned_keys: Mapping[str, Any], pinned: Concept, strength: int, rules: Rules, words: Words
    ) -> None:
        self.random, self.pins, self.pinned, self.rules, self.words = random, pinned_keys, pinned, rules, words
        self.floors = floors(pinned, strength, rules)
        self.settled: Reckoning = reckon(pinned, rules)
        self.pool = self.settled.available
        self.catalogue = words.catalogue(rules)

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
        parts: list[tuple[str, Any, dict[KeyPath, Any]]] = [
            ("attributes", _grouped(every), {_place(name): level for name, level in held.items()}),
            ("modifiers", modifiers, filled),
        ]
        tree = self._tree(open_skills, for_skills, totals[2])
        parts.append(("skills", {path[1]: value for path, value in tree.items()}, tree))
        if "backgrounds" in self.pins:
            priced = npc_draws.prices(self.random, npc_draws.unpriced(self.pinned), totals[1])
            parts.append(("backgrounds", [], priced))
        else:
            drawn = npc_draws.drawn(self.random, totals[1], self.rules, self.words)
            parts.append(("backgrounds", drawn, {}))
        new = {key: made for key, made, _ in parts if key not in self.pins}
        put_in = {path: value for key, _, inside in parts if key in self.pins for path, value in inside.items()}
        return Bought(new, put_in, every)

    def _shares(
        self, for_attributes: Demand, for_backgrounds: Demand
    ) -> tuple[npc_skills.Open, Demand, tuple[int, ...]]:
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

    def _attributes(self) -> tuple[npc_draws.Open, Demand]:
        area = self.settled.area("AP")
        fixed = int(area.spent)
        least, most = area.granted - fixed, area.granted + self.pool * area.rate - fixed
        held = npc_draws.opened(self.random, self.pinned, self.floors, least, most, self.rules, self.words)
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
        free = "backgrounds" not in self.pins or bool(npc_draws.unpriced(self.pinned))
        return Demand(
            name="BP",
            what="backgrounds",
            section="backgrounds",
            fixed=int(area.spent),
            granted=area.granted,
            rate=area.rate,
            boundless=free,
        )

    def _open_skills(self, points: int, *, everything: bool) -> npc_skills.Open:
        area = self.settled.area("SP")
        target = max(Fraction(area.granted + max(points, 0) * area.rate) - area.spent, Fraction(0))
        tree = skills.tree(self.pinned.skills)
        armed = all(training.fits(each, tree, self.rules) for each in self.pinned.weapons)
        return npc_skills.widened(
            self.random,
            npc_skills.opened(self.pinned, self.rules),
            self.catalogue,
            tree,
            target,
            self.rules,
            everything=everything,
            first=() if armed else self.rules.named_skills.attack,
        )

    def _skills(self, held: npc_skills.Open, *, least: int, halves: bool) -> Demand:
        area = self.settled.area("SP")
        scale = npc_skills.unit(self.rules, area.spent)
        paths = held.paths(cascade=self.rules.cascade)
        return Demand(
            name="SP",
            what="skills",
            section="skills",
            fixed=int(area.spent * scale),
            granted=area.granted * scale,
            rate=area.rate * scale,
            scale=scale,
            rows=npc_skills.rows(paths, held.caps, self.rules, scale, least=least, halves=halves),
        )

    def _tree(self, held: npc_skills.Open, demand: Demand, total: int) -> dict[KeyPath, Any]:
        levels = allocation.drawn(self.random, demand.rows, total, demand.most(self.pool))
        paths = held.paths(cascade=self.rules.cascade)
        by_path = dict(zip(paths, levels, strict=True))
        return dict(npc_skills.planted(self.pinned, held, by_path, self.rules, self.random, self.catalogue))


def _place(attribute: str) -> KeyPath:
    return ("attributes", CATEGORY_OF[attribute], attribute)


def _grouped(held: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Attributes by category, as a file has them."""
    return {category: {each: held[each] for each in three} for category, three in CATEGORIES.items()}


AGES = (18, 64)
"""Strangers are of an age from the first to the last, each as likely (ours)."""
FRAMES = ("female", "male")
ORDER = (
    "system", "name", "player", "concept", "age", "frame", "height", "weight", "portrait", "campaign", "rules",
    "attributes", "modifiers", "skills", "backgrounds", "weapons", "armor", "equipment", "advancement", "notes",
    "state", "stated", "waive",
)  # fmt: skip
"""The order of a stranger's keys."""


def generate(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """A lawful stranger after a brief, as the plain data of a concept.

    The same ``random`` state gives the same person. The common pool is split by lot, each area is spent to the end,
    and what is pinned stands unchanged. Raises Unlawful where no lawful character could have it.
    """
    pinned, words = spec.pinned, spec.words
    if not isinstance(words, Words):
        raise TypeError("strangers of Façade are drawn from words of Façade")
    judge(pinned, spec.pins, rules)
    found = _circumstances(random, spec, rules, words)
    pinned = pinned.model_copy(update={"age": found.get("age", pinned.age)})
    pieces = pinned.armor if "armor" in spec.pins else tuple(Armor(name=name) for name in found.get("armor", ()))
    levels = npc_draws.levels(random, pinned)
    pinned = _with_levels(pinned, levels)
    strength = npc_draws.strength(pinned, pieces, rules)
    bought = Purchase(random, spec.pins, pinned, strength, rules, words).made()
    raw = filled(spec.pins, levels | bought.filled)
    data = {**found, **bought.new, **raw}
    data["attributes"] = {kept(data["attributes"], key): None for key in CATEGORIES} | data["attributes"]
    if "weapons" not in data:
        data["weapons"] = npc_draws.weapons(random, bought.attributes["strength"], data["skills"], pieces, rules, words)
    if "equipment" not in data:
        data["equipment"] = npc_draws.gear(random, words)
    if spec.experience is not None:
        lines = npc_advancement.lines(random, data, spec, rules)
        data["advancement"] = [*spec.entries("advancement"), *lines]
    return {key: data[key] for key in (*ORDER, *data) if key in data}


def _circumstances(random: Random, spec: NpcSpec[Concept], rules: Rules, words: Words) -> dict[str, Any]:
    """What nothing else hangs on but for the age and the armour, as far as it is not pinned."""
    found: dict[str, Any] = {"system": "facade", "name": spec.name, "age": random.randint(*AGES)}
    line = [random.choice(each) for each in (words.callings, words.manners) if each]
    found["concept"] = " ".join(line)
    frame = random.choice(FRAMES)
    if spec.pinned.weight is None:
        found["frame"] = frame
    worn = npc_draws.armor(random, rules, words)
    if worn:
        found["armor"] = worn
    return {key: value for key, value in found.items() if key in ("system", "name") or key not in spec.pins}


def _with_levels(pinned: Concept, levels: Mapping[KeyPath, Any]) -> Concept:
    """The pinned concept with its backgrounds' missing levels."""
    backgrounds = list(pinned.backgrounds)
    for (_, place, _), level in levels.items():
        backgrounds[int(place)] = backgrounds[int(place)].model_copy(update={"level": level})
    return pinned.model_copy(update={"backgrounds": tuple(backgrounds)})
