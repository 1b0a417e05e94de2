"""A stranger's skills, drawn by lot for exactly the SP there are."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random
from typing import Any

from chargen.core.names import fold
from chargen.games.facade import allocation, skills
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import ATTRIBUTES, Catalogue, CataloguedSkill, Rules

FOCI = 2
"""Focus skills that a stranger has of a broad skill (ours)."""
SPECIALTIES = 1
"""Specialties of each of them (ours)."""
FULLEST, EMPTIEST = Fraction(19, 20), Fraction(4, 5)
"""So much of what their skills could take strangers put into them, at most and at least (ours)."""
WEIGHTS = (1, 2, 3, 3, 2)
"""How likely the levels 0 to 4 are, beside each other (ours); 0 comes only where SP are short."""
WHOLE, HALF = 60, 1
"""How likely whole and half SP are on a specialty of the cascade (ours)."""
SAFE = 3
"""SP on a drawn specialty of the cascade: as many as are never wasted under a mastered focus."""


@dataclass(frozen=True, slots=True)
class Open:
    """Skills whose levels (or SP, in the cascade) are drawn, by height."""

    pinned: tuple[skills.Path, ...] = ()
    """Of those that are pinned, what is open."""
    caps: Mapping[skills.Path, float] = field(default_factory=dict)
    """In the cascade, less than the usual SP for a specialty, where pinned ones stand beside it."""
    new: tuple[tuple[str, str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = ()
    """Broad skills of the catalogue: name, attribute, and focus skills with specialties."""

    def paths(self, *, cascade: bool) -> list[skills.Path]:
        """All that is drawn for, the broad skills first, so that many people share their tables of chances."""
        found = list(self.pinned)
        for broad, _, foci in self.new:
            found.append((broad,))
            for focus, specialties in foci:
                found.append((broad, focus))
                found.extend((broad, focus, each) for each in specialties)
        return sorted((each for each in found if not cascade or len(each) == len(skills.HEIGHTS)), key=len)


def unit(rules: Rules, fixed: Fraction) -> int:
    """In how many units a skill point is parted, so that every price is whole."""
    if rules.cascade:
        return lcm(2, fixed.denominator)
    table = rules.standard_skill_costs
    return _unit(tuple(table.broad), tuple(table.focus), tuple(table.specialty), fixed.denominator)


@lru_cache(maxsize=64)
def _unit(broad: tuple[float, ...], focus: tuple[float, ...], specialty: tuple[float, ...], fixed: int) -> int:
    return lcm(fixed, *(Fraction(price).denominator for price in (*broad, *focus, *specialty)))


def opened(pinned: Concept, rules: Rules) -> Open:
    """What is open of the pinned skills: those without a level, or specialties without SP."""
    tree = skills.tree(pinned.skills)
    if not rules.cascade:
        return Open(tuple(path for path, branch in tree.items() if branch.level is None))
    bare = [
        path for path, branch in tree.items() if branch.height == "specialty" and skills.written_points(branch) is None
    ]
    return Open(tuple(bare), _caps(bare, tree, rules))


def _caps(bare: Sequence[skills.Path], tree: skills.Tree, rules: Rules) -> dict[skills.Path, float]:
    """Where a pinned specialty holds more than a mastered focus would need, its focus is kept from being mastered."""
    held = skills.invested(tree, rules)
    mastered = rules.mastered_skill_costs
    enough, focus_four = Fraction(mastered.specialty[-1]), Fraction(mastered.focus[-1])
    found: dict[skills.Path, float] = {}
    for path in bare:
        siblings = [each for each in tree if len(each) == len(path) and each[:-1] == path[:-1]]
        if any(held[each] > enough for each in siblings):
            share = (focus_four - 1 - held[path[:-1]]) / sum(each in bare for each in siblings)
            found[path] = float(min(max(Fraction(share // 1), Fraction(0)), enough))
    return found


def rows(
    paths: Sequence[skills.Path],
    caps: Mapping[skills.Path, float],
    rules: Rules,
    scale: int,
    *,
    least: int,
    halves: bool,
) -> tuple[allocation.Row, ...]:
    """The levels that each may have, of ``least`` at least."""
    if rules.cascade:
        most = min(float(SAFE), rules.mastered_skill_costs.specialty[-1])
        return tuple(_points_row(min(caps.get(each, most), most), scale, least, halves) for each in paths)
    table = rules.standard_skill_costs
    by_height = [_row(tuple(skills.costs_of(table, height)), scale, least) for height in skills.HEIGHTS]
    return tuple(by_height[len(each) - 1] for each in paths)


@lru_cache(maxsize=64)
def _row(prices: tuple[float, ...], scale: int, least: int) -> allocation.Row:
    highest = min(skills.HIGHEST, len(prices) - 1)
    return tuple(
        allocation.Rung(level, int(Fraction(prices[level]) * scale) - int(Fraction(prices[0]) * scale), WEIGHTS[level])
        for level in range(min(least, highest), highest + 1)
    ) or (allocation.Rung(0, 0, 1),)


@lru_cache(maxsize=64)
def _points_row(most: float, scale: int, least: int, halves: bool) -> allocation.Row:
    points = [Fraction(half, 2) for half in range(int(most * 2) + 1)]
    return tuple(
        allocation.Rung(int(each) if each.denominator == 1 else float(each), int(each * scale), weight)
        for each in points
        if (weight := WHOLE if each.denominator == 1 else HALF if halves else 0) and each >= min(least, most)
    )


def widened(
    random: Random,
    held: Open,
    catalogue: Catalogue,
    tree: skills.Tree,
    target: Fraction,
    rules: Rules,
    *,
    everything: bool = False,
    first: Sequence[str] = (),
) -> Open:
    """The same with broad skills of the catalogue, as many as so many SP call for, ``first`` before others."""
    taken = {fold(path[0]) for path in tree}
    names = [name for name in catalogue if fold(name) not in taken]
    room = capacity(held, rules)
    if room >= target and not everything:
        return held
    fullness = EMPTIEST + (FULLEST - EMPTIEST) * Fraction(random.randrange(1, 101), 100)
    chosen = []
    wanted = set(map(fold, first))
    for name in sorted(random.sample(names, len(names)), key=lambda name: fold(name) not in wanted):
        if room * fullness >= target and not everything:
            break
        chosen.append((name, *_some(random, catalogue[name], whole=everything or rules.cascade)))
        room += capacity(Open(new=(chosen[-1],)), rules)
    places = {name: place for place, name in enumerate(catalogue)}
    return replace(held, new=tuple(sorted(chosen, key=lambda each: places[each[0]])))


def _some(
    random: Random, skill: CataloguedSkill, *, whole: bool
) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """A broad skill's attribute, and some of its inside in the catalogue's order, or all of it."""
    if whole:
        return skill.attribute, tuple((focus, tuple(inside)) for focus, inside in skill.foci.items())
    foci = _in_order(random, list(skill.foci), FOCI)
    return skill.attribute, tuple((focus, tuple(_in_order(random, skill.foci[focus], SPECIALTIES))) for focus in foci)


def _in_order(random: Random, names: Sequence[str], number: int) -> list[str]:
    chosen = random.sample(range(len(names)), min(number, len(names)))
    return [names[place] for place in sorted(chosen)]


def capacity(held: Open, rules: Rules) -> Fraction:
    """The SP that all levels at their highest cost."""
    drawn = rows(held.paths(cascade=rules.cascade), held.caps, rules, unit(rules, Fraction(0)), least=1, halves=False)
    return Fraction(sum(row[-1].cost for row in drawn), unit(rules, Fraction(0)))


def planted(
    pinned: Concept, held: Open, levels: Mapping[skills.Path, float], rules: Rules, random: Random, catalogue: Catalogue
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What is put into the pinned tree, by path from the concept's top: levels, attributes, and new broad skills."""
    key = "points" if rules.cascade else "level"
    for path in held.pinned:
        if path in levels:
            yield ("skills", *path, key), levels[path]
    tree = skills.tree(pinned.skills)
    for name in pinned.skills:
        inside = [path for path in tree if path[0] == name and len(path) == len(skills.HEIGHTS)]
        if any(skills.attribute(path, tree) is None for path in inside) and tree[name,].attribute is None:
            yield ("skills", name, "attribute"), _attribute(random, name, catalogue)
    for broad, attribute, foci in held.new:
        yield ("skills", broad), _written(broad, attribute, foci, levels, rules)


def _attribute(random: Random, name: str, catalogue: Catalogue) -> str:
    """The attribute that the catalogue has for a skill of that name; for others any."""
    known = next((each.attribute for broad, each in catalogue.items() if fold(broad) == fold(name)), None)
    return known or random.choice(ATTRIBUTES)


def _written(
    broad: str,
    attribute: str,
    foci: tuple[tuple[str, tuple[str, ...]], ...],
    levels: Mapping[skills.Path, float],
    rules: Rules,
) -> dict[str, Any]:
    """A broad skill as a file writes it."""
    grown: dict[str, Any] = {} if rules.cascade else {"level": levels[broad,]}
    grown["attribute"] = attribute
    for focus, specialties in foci:
        grown[focus] = {} if rules.cascade else {"level": levels[broad, focus]}
        grown[focus] |= {each: levels[broad, focus, each] for each in specialties}
    return grown
