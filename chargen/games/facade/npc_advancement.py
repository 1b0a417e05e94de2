"""A stranger's experience: an award, and a ledger that spends it by a stated preference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

from chargen.core.names import did_you_mean, fold, listing
from chargen.core.npc import Experience, NpcSpec, no_such_wish
from chargen.games.facade import costs, skills
from chargen.games.facade.advancement import grow
from chargen.games.facade.concept import Advance, Concept
from chargen.games.facade.reckoning import Gained, Reckoning, reckon, values
from chargen.games.facade.rules import ATTRIBUTES, CATEGORIES, Catalogue, Rules

GROUPS = ("attributes", "skills", "modifiers")
"""Wishes that mean everything of a kind."""
POOL = "pool"
"""Where something is paid that belongs to no area: what a bought-off modifier no longer gives to the common pool."""


@dataclass(slots=True)
class Ladder:
    """Something that experience may raise."""

    name: str
    """As a line of the ledger calls it."""
    area: str
    """AP or SP."""
    rungs: Sequence[tuple[float, Fraction]]
    """The level as it stands, and those above it, each with what it costs in all."""
    key: str = "to"
    place: int = 0
    attribute: str | None = None
    """What a new skill is rolled with; None for what is on the sheet."""

    @property
    def cost(self) -> Fraction | None:
        """What the next level costs in its area; None at the top."""
        if self.place + 1 >= len(self.rungs):
            return None
        return self.rungs[self.place + 1][1] - self.rungs[self.place][1]

    def line(self) -> dict[str, Any]:
        """The line of the ledger that raises it to where it stands."""
        level = self.rungs[self.place][0]
        if self.key == "buy_off":
            return {"buy_off": self.name}
        amount = int(level) if level == int(level) else level
        if self.attribute is not None:
            key = "level" if self.key == "to" else self.key
            return {"add": self.name, key: amount, "attribute": self.attribute}
        return {"raise": self.name, self.key: amount}


def spend(random: Random, rules: Rules, spec: NpcSpec[Concept], concept: Concept) -> list[dict[str, Any]]:
    """The award behind the pinned lines, and what it is spent on.

    Without a preference, each step goes to anything that can rise, by lot. Raises Unlawful for a wish that names
    nothing there is.
    """
    asked = spec.experience
    assert asked is not None
    award = {"award": asked.award}
    if asked.keep:
        return [award]
    concept = concept.model_copy(update={"advancement": (*concept.advancement, Advance(award=asked.award))})
    standing = grow(concept, rules).concept
    earned = sum(line.award or 0 for line in concept.advancement)
    purse = _Purse(reckon(standing, rules, Gained.by(concept), earned))
    catalogue = spec.words.catalogue(rules)
    raised = _spent(random, purse, asked, standing, catalogue, rules)
    return [award, *(each.line() for each in raised)]


class _Purse:
    """The common pool while a ledger is written."""

    def __init__(self, reckoning: Reckoning) -> None:
        self.rates = {area.name: max(area.rate, 1) for area in reckoning.areas}
        self.begun = {area.name: area.left for area in reckoning.areas}
        """What the points spent so far still buy in each area."""
        self.left = reckoning.left

    def price(self, ladder: Ladder) -> int | None:
        """The points of the common pool that the next level takes; None where there is none."""
        cost = ladder.cost
        if cost is None or ladder.area == POOL:
            return None if cost is None else int(cost)
        return ceil(max(cost - self.begun[ladder.area], Fraction(0)) / self.rates[ladder.area])

    def pay(self, ladder: Ladder) -> None:
        """Raise by a level."""
        price = self.price(ladder) or 0
        self.left -= price
        if ladder.area != POOL:
            self.begun[ladder.area] += price * self.rates[ladder.area] - (ladder.cost or 0)
        ladder.place += 1


def _spent(
    random: Random, purse: _Purse, asked: Experience, concept: Concept, catalogue: Catalogue, rules: Rules
) -> Iterator[Ladder]:
    """What was raised: wish after wish, each step by lot among what a wish means, as long as there is enough."""
    ladders = list(_ladders(concept, rules))
    there = len(ladders)
    ladders += _unlearned(asked.prefer, concept, catalogue, rules)
    known = [path[-1] for path, _ in _catalogued(catalogue)]
    meant = [_meant(wish, index, concept, ladders, there, known) for index, wish in enumerate(asked.prefer)]
    for places in meant or [range(there)]:
        open_to = [ladders[place] for place in places]
        while open_to := [each for each in open_to if (price := purse.price(each)) is not None and price <= purse.left]:
            purse.pay(random.choice(open_to))
    yield from (each for each in ladders if each.place)


def _ladders(concept: Concept, rules: Rules) -> Iterator[Ladder]:
    """Everything that may rise, in the order of the sheet; every skill by its whole path."""
    held = values(concept.attributes)
    for name in ATTRIBUTES:
        top = min(rules.human_maximum, rules.highest_attribute)
        rungs = [(level, Fraction(costs.attribute(level, rules))) for level in range(held[name] or 0, top + 1)]
        yield Ladder(name, "AP", rungs)
    for modifier in concept.modifiers:
        level, name = modifier.level or 0, modifier.name or ""
        row = [Fraction(price) for price in rules.modifier_costs.get(modifier.cost or "", (0,))]
        if level < 0:
            gave = -costs.modifier(modifier, rules)
            area = POOL if rules.negatives_to_pool else "AP"
            yield Ladder(name, area, [(level, Fraction(-gave)), (0, Fraction(0))], "buy_off")
        elif level > 0:
            yield Ladder(name, "AP", [(each, row[each]) for each in range(level, len(row))])
    for path, branch in skills.tree(concept.skills).items():
        yield _skill(path, branch, rules)


def _skill(path: skills.Path, branch: skills.Branch, rules: Rules) -> Ladder:
    name = skills.shown(path)
    if rules.cascade:
        held = skills.points(branch, rules)
        steps = [Fraction(each) for each in rules.cascade_skill_costs.specialty if each > held]
        rungs = [(float(each), each) for each in (held, *steps)] if branch.height == "specialty" else []
        return Ladder(name, "SP", rungs, "points")
    row = skills.costs_of(rules.standard_skill_costs, branch.height)
    highest = min(skills.HIGHEST, len(row) - 1)
    return Ladder(name, "SP", [(level, Fraction(row[level])) for level in range(int(branch.level or 0), highest + 1)])


def _unlearned(wishes: Sequence[str], concept: Concept, catalogue: Catalogue, rules: Rules) -> Iterator[Ladder]:
    """The skills of the catalogue that are wished for and not on the sheet; in the cascade, the specialties in them."""
    wanted = set(map(fold, wishes))
    held = {tuple(map(fold, path)) for path in skills.tree(concept.skills)}
    for path, attribute in _catalogued(catalogue):
        meant = {fold(step) for step in (path if rules.cascade else path[-1:])} | {fold(skills.shown(path))}
        if not meant.isdisjoint(wanted) and tuple(map(fold, path)) not in held:
            ladder = _skill(path, skills.Branch(path), rules)
            ladder.attribute = attribute
            yield ladder


def _catalogued(catalogue: Catalogue) -> Iterator[tuple[skills.Path, str]]:
    """Every skill of a catalogue by its path, with its attribute."""
    for broad, skill in catalogue.items():
        yield (broad,), skill.attribute
        for focus, specialties in skill.foci.items():
            yield (broad, focus), skill.attribute
            yield from (((broad, focus, name), skill.attribute) for name in specialties)


def _called(ladder: Ladder) -> set[str]:
    """What a wish may call a new skill: its path, or a name on it."""
    return {fold(ladder.name), *map(fold, skills.steps(ladder.name))}


def _meant(
    wish: str, index: int, concept: Concept, ladders: Sequence[Ladder], there: int, learnable: Sequence[str]
) -> Sequence[int]:
    """The places of the ladders that a wish means: one attribute, modifier or skill with all inside it, or a kind.

    The ladders from ``there`` on are of skills that are not on the sheet, ``learnable`` all names of such.
    """
    names = [fold(each.name) for each in ladders]
    first_modifier = len(ATTRIBUTES)
    first_skill = first_modifier + sum(1 for each in concept.modifiers if each.level)
    spans = {
        "attributes": range(first_modifier),
        "modifiers": range(first_modifier, first_skill),
        "skills": range(first_skill, there),
    }
    folded = fold(wish)
    if folded in spans:
        return list(spans[folded])
    if folded in CATEGORIES:
        return [names.index(each) for each in CATEGORIES[folded]]
    alone = [place for place in range(first_skill) if names[place] == folded]
    if alone:
        return alone
    tree = skills.tree(concept.skills)
    found = skills.found(wish, tree)
    if found:
        return [first_skill + place for place, path in enumerate(tree) if any(path[: len(e)] == e for e in found)]
    new = [place for place in range(there, len(ladders)) if folded in _called(ladders[place])]
    if new:
        return new
    known = [*GROUPS, *CATEGORIES, *(each.name for each in ladders[:first_skill])]
    known += [*(path[-1] for path in tree), *learnable]
    otherwise = f"name an attribute, a modifier, a skill of this character or of the catalogue, or {listing(GROUPS)}"
    raise no_such_wish(wish, index, did_you_mean(wish, known, otherwise))
