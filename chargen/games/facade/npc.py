"""NPCs: attributes, modifiers, skills and backgrounds drawn so that every point of every area is spent, and gear.

What is pinned is paid first. The common pool is then split over the areas, as near to a random split as each can spend
its share to the last point, and each area is drawn for its total (`chargen.games.facade.allocation`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

from chargen.core.diagnostic import Diagnostic, KeyPath, error
from chargen.core.identity_key import IdentityKey
from chargen.core.names import fold
from chargen.core.npc import NpcMaker, NpcSpec
from chargen.games.facade import armory, body, costs, skills
from chargen.games.facade.allocation import Option, Row, bits, reachable, shares, weighted_sum
from chargen.games.facade.armory import singular
from chargen.games.facade.budget import Area, compute_budget, plain, values
from chargen.games.facade.concept import LIABILITIES, Armor, Background, Concept, Weapon
from chargen.games.facade.rules import (
    ATTRIBUTES,
    CATEGORIES,
    HUMAN_MAXIMUM,
    MASTERED_SKILL_COSTS,
    MODIFIER_COSTS,
    STANDARD_SKILL_COSTS,
    Catalogue,
    CataloguedSkill,
    Rules,
)
from chargen.games.facade.words import NamedBackground, Words
from chargen.kit.npc import OFTEN, CompletingList, Selection, choose, draw_line, merge_rules, skills_of_trade

AGES = (18, 64)
"""NPCs are of an age from the first to the last, each as likely (house default)."""
FRAMES = ("female", "male")
"""Each as likely (house default)."""
LEVELS_OF_ATTRIBUTES = (0, 2, 9, 16, 9, 3, 1)
"""How likely the levels 0 to 6 of an attribute are, beside each other (house default)."""
MODIFIERS = 2
"""Modifiers of an NPC, as far as AP allow (house default)."""
CLASS = "simple"
"""The class of modifiers that are drawn (house default)."""
FOCI = 2
"""Focus skills that an NPC has of a broad skill (house default)."""
SPECIALTIES = 1
"""Specialties of each of them (house default)."""
FULLEST, EMPTIEST = Fraction(4, 5), Fraction(3, 5)
"""The share of what their skills could take that NPCs put into them, at most and at least (house default)."""
LEVELS_OF_SKILLS = (1, 2, 3, 3, 2)
"""How likely the levels 0 to 4 are, beside each other (house default); 0 comes only where SP are short."""
WHOLE, HALF = 60, 1
"""How likely whole and half SP are on a specialty of the cascade (house default)."""
SAFE = MASTERED_SKILL_COSTS["specialty"][-1]
"""The most SP on a drawn specialty of the cascade: as many as are never wasted under a mastered focus."""
UNITS_PER_SP = 2
"""Skills are drawn in half skill points, so that every price is a whole number."""
CLASSES = ("minor", "simple", "medium", "major")
"""How useful the backgrounds are that are drawn, each as likely (house default)."""
LEVELS_OF_BACKGROUNDS, LEVELS_OF_LIABILITIES = (2, 6), (1, 4)
"""Their levels, and those of pinned backgrounds without one and of liabilities, each as likely (house default)."""
ENOUGH = 12
"""What is left of this number of BP goes into one background with a price of its own (house default)."""
DEAREST = 9999
"""The most that a background may cost in a concept."""
POINTS = (("attribute_points", 90), ("skill_points", 70), ("background_points", 14), ("extra_points", 16))
"""What a minor NPC is built on, where the table sets no budget (house default); heroes have twice as much."""
SEASONED = 2
"""The least level of the skills that a trade brings (house default)."""
ARMED = 3
"""All but one of this number of NPCs have a skill to attack with (house default)."""
WEAPONS, GEAR = 2, 3
"""How many weapons an NPC has, and how many other things (house default)."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC on whom all points are spent, as far as what is pinned lets it be.

    Where the table sets no budget, the points are those of a minor NPC, if what is pinned fits in them.
    """
    words: Words = spec.words
    line, trade = draw_line(spec, words.callings, words.manners)
    brought = skills_of_trade(random, spec, words.callings, trade)
    age, frame = random.randint(*AGES), spec.sex or random.choice(FRAMES)
    armor = choose(random, words.armor, 1) if random.randrange(2) else []
    worn = spec.pinned.armor if spec.fixes("armor") else tuple(Armor(name=name) for name in armor)
    levelled = tuple(_levelled(random, spec.pinned.backgrounds))
    drawn = {"age": age if spec.pinned.age is None else spec.pinned.age, "backgrounds": levelled}
    pinned = spec.pinned.model_copy(update=drawn)
    for stated in _budgets(random, rules, spec):
        bought_by = merge_rules(IdentityKey(rules), stated)
        selection = Selection(random, words, filter(None, (trade, spec.pinned.frame or frame)))
        purchase = _Purchase(random, spec, pinned, worn, bought_by, brought, selection)
        bought = purchase.everything()
        if purchase.is_even:
            break
    return {
        "concept": line,
        "rules": dict(stated),
        "age": age,
        "frame": frame if spec.pinned.weight is None else "",
        "armor": armor,
        **bought,
        "equipment": selection.for_another_kind().choose(words.gear, GEAR),
        "weapons": () if spec.fixes("weapons") else _weapons(purchase, worn),
    }


def _budgets(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield the points to try: those of the background, where the table sets none; then the table's or the book's.

    Where a derived number is stated, it may take more points than the background has.
    """
    is_set = any(getattr(rules, name) is not None for name, _ in POINTS)
    is_counted = is_set or rules.pool_bought or rules.cascade or rules.background_points_from != "fixed"
    if not is_counted and not (spec.fixes("stated") and random.randrange(2)):
        yield POINTS
    yield ()


def _levelled(random: Random, backgrounds: Iterable[Background]) -> Iterator[Background]:
    """Yield backgrounds with a level at random, where they lack one."""
    for background in backgrounds:
        if background.kind in ("standard", "exponential") and background.level is None:
            background = background.model_copy(update={"level": random.randint(*LEVELS_OF_LIABILITIES)})
        yield background


@dataclass(frozen=True, kw_only=True)
class _Share:
    """What one area may come to, in units of which ``scale`` are one point, besides what is pinned."""

    unspent: int
    """What is granted and not spent on pins, without the common pool; below 0 where pins cost more."""
    rate: int
    """What one point of the common pool buys."""
    scale: int = 1
    rows: tuple[Row, ...] = ()
    """What is drawn for it."""
    boundless: bool = False
    """Whether any amount can be spent."""

    @classmethod
    def of(cls, area: Area, scale: int, rows: tuple[Row, ...] = (), *, boundless: bool = False) -> "_Share":
        unspent = int((area.granted - area.spent) * scale)
        return cls(unspent=unspent, rate=area.rate * scale, scale=scale, rows=rows, boundless=boundless)

    def total(self, from_pool: int) -> int:
        """Return what there is to spend with some points of the common pool; at least 0."""
        return max(self.unspent + from_pool * self.rate, 0)

    def usable(self, pool: int) -> int:
        """Return the amounts of the common pool that can be spent here to the end, as a mask of bits."""
        sums = None if self.boundless else reachable(self.rows, self.total(pool))
        totals = ((amount, self.unspent + amount * self.rate) for amount in range(pool + 1))
        return sum(1 << amount for amount, total in totals if total >= 0 and (sums is None or sums >> total & 1))

    def needed(self) -> int:
        """Return the points of the common pool without which the area is overspent."""
        lowest = sum(min((option.cost for option in row), default=0) for row in self.rows)
        return -(-max(lowest - self.unspent, 0) // max(self.rate, 1))

    def drawn(self, random: Random, from_pool: int) -> list[float]:
        """Return a value for each row; where nothing comes to the total, for what is nearest to it."""
        if not all(self.rows):
            return []
        total = self.total(from_pool)
        sums = reachable(self.rows, total)
        if not sums >> total & 1:
            highest = sum(max(option.cost for option in row) for row in self.rows)
            total = min(bits(reachable(self.rows, highest)), key=lambda sum: abs(sum - total))
        return weighted_sum(random, self.rows, total)


class _Purchase:
    """Attributes, modifiers, skills and backgrounds of one NPC, bought with all the points there are."""

    def __init__(
        self,
        random: Random,
        spec: NpcSpec[Concept],
        pinned: Concept,
        worn: tuple[Armor, ...],
        rules: Rules,
        brought: Sequence[str],
        selection: Selection,
    ) -> None:
        self.random, self.spec, self.pinned, self.rules = random, spec, pinned, rules
        self.words: Words = spec.words
        self.catalogue = self.words.catalogue(rules)
        self.budget = compute_budget(pinned, rules)
        self.tree = skills.tree(pinned.skills)
        self.floors = _floors(pinned, worn, rules)
        self.strength = 0
        self.new_skills: skills.Tree = {}
        listed = {**_paths(IdentityKey(self.catalogue)), **{fold(path[-1]): path for path in self.tree}}
        self.brought = [listed[fold(name)] for name in brought if fold(name) in listed]
        self.selection = selection
        self.is_even = True

    def everything(self) -> dict[str, object]:
        """Return attributes, modifiers, skills and backgrounds as a concept writes them."""
        pool = self.budget.available
        for_attributes, new_modifiers = self._attributes()
        for_backgrounds = _Share.of(
            self.budget.area("BP"),
            1,
            boundless=not self.spec.fixes("backgrounds") or any(map(_is_free, self.pinned.backgrounds)),
        )
        for_skills, paths, (attribute_points, background_points, skill_points) = self._shared(
            max(pool, 0), for_attributes, for_backgrounds
        )
        levels = iter(map(int, for_attributes.drawn(self.random, attribute_points)))
        attributes = {
            name: next(levels, 0) if value is None else value for name, value in values(self.pinned.attributes).items()
        }
        self.strength = attributes["strength"]
        modifiers: list[object] = CompletingList(
            {"level": next(levels, 1)} if modifier.level is None else {} for modifier in self.pinned.modifiers
        )
        modifiers += [{**modifier, "level": next(levels, 1)} for modifier in new_modifiers]
        return {
            "attributes": {
                category: {name: attributes[name] for name in names} for category, names in CATEGORIES.items()
            },
            "modifiers": modifiers,
            "skills": self._written(dict(zip(paths, for_skills.drawn(self.random, skill_points), strict=False))),
            "backgrounds": self._backgrounds(for_backgrounds.total(background_points)),
        }

    # How the common pool is split.

    def _shared(
        self, pool: int, for_attributes: _Share, for_backgrounds: _Share
    ) -> tuple[_Share, list[skills.Path], tuple[int, ...]]:
        """Return what skills are drawn for, which these are, and the parts of the common pool."""
        wished: Sequence[int] = self._wished(pool)
        others = for_attributes.usable(pool), for_backgrounds.usable(pool)
        area = self.budget.area("SP")
        # How many skills there are depends on the SP: estimate these as if skills could take any amount.
        guess = shares(pool, wished, (*others, _Share.of(area, 1, boundless=True).usable(pool)))
        wished = guess or wished
        target = max(Fraction(area.granted + max(pool - sum(wished[:2]), 0) * area.rate) - area.spent, Fraction(0))
        # Loosen what is drawn step by step, until the points can be spent to the last: level 0, half SP, all skills.
        for everything in (False, True):
            self._add_skills(target, everything=everything)
            paths = self._open(self.whole_tree())
            for least, halves in ((1, False), (0, False), (0, True)):
                for_skills = _Share.of(area, UNITS_PER_SP, self._rows(paths, least=least, halves=halves))
                parts = shares(pool, wished, (*others, for_skills.usable(pool)))
                if parts is not None:
                    return for_skills, paths, parts
        # No split works out: spend AP and BP first, and let the rules report what is left of SP.
        self.is_even = False
        if without_skills := shares(pool, wished[:1], others):
            return for_skills, paths, (*without_skills, 0)
        for_ap = min(for_attributes.needed(), pool)
        for_bp = min(for_backgrounds.needed(), pool - for_ap)
        return for_skills, paths, (for_ap, for_bp, pool - for_ap - for_bp)

    def _wished(self, pool: int) -> tuple[int, int]:
        """Return what chance would give to attributes and backgrounds; skills take the rest (house default)."""
        for_attributes = self.random.randint(pool // 5, max(pool // 2, pool // 5))
        for_backgrounds = self.random.randint(0, (pool - for_attributes) // 4)
        if self.rules.pool_bought:
            for_backgrounds += (pool - for_attributes - for_backgrounds) // 3
        return for_attributes, for_backgrounds

    # Attributes and modifiers.

    def _attributes(self) -> tuple[_Share, list[dict[str, object]]]:
        """Return what is drawn for AP: attributes, levels of pinned modifiers that lack one, and new modifiers.

        These come if none are pinned, as many as take the AP that must be spent.
        """
        rules, area = self.rules, self.budget.area("AP")
        top = min(HUMAN_MAXIMUM, rules.highest_attribute)
        rows = [attribute_row(rules.attribute_costs, least, top) for least in self.floors.values()]
        for modifier in self.pinned.modifiers:
            if modifier.level is None:
                row = _modifier_row(MODIFIER_COSTS.get(modifier.cost or "", ()))
                least = max((abs(amount) for amount in modifier.bonus.values()), default=0)
                rows.append(tuple(option for option in row if option.value >= least) or row)
        new: list[dict[str, object]] = []
        row = _modifier_row(MODIFIER_COSTS[CLASS])
        if not self.spec.fixes("modifiers") and all(rows):
            unspent = int(area.granted - area.spent)
            number = _number(rows, row, unspent, unspent + self.budget.available * area.rate)
            chosen = self.selection.choose(self.words.modifiers, number)
            new = [{"name": modifier.name, "category": modifier.category, "cost": CLASS} for modifier in chosen]
            rows += [row] * len(new)
        return _Share.of(area, 1, tuple(rows)), new

    # Skills.

    def _add_skills(self, target: Fraction, *, everything: bool) -> None:
        """Take as many broad skills of the catalogue as the SP call for; to fight comes first for the armed."""
        self.new_skills = {}
        room = self._capacity(self._open(self.tree))
        if room >= target and not everything:
            return
        armed = all(armory.fits(weapon, self.tree, self.rules) for weapon in self.pinned.weapons)
        is_fighter = not armed or (not self.rules.cascade and self.random.randrange(ARMED) > 0)
        fights = set(map(fold, self.rules.named_skills.attack)) if is_fighter else set()
        trade = [path[0] for path in self.brought]
        often = [name for name in trade[1:] if self.random.randrange(OFTEN)]
        taken = {fold(path[0]) for path in self.tree}
        names = [name for name in self.catalogue if fold(name) not in taken]
        order = self.random.sample(names, len(names))
        first = [*trade[:1], *(name for name in order if fold(name) in fights), *often, *order]
        fullness = EMPTIEST + (FULLEST - EMPTIEST) * Fraction(self.random.randrange(1, 101), 100)
        chosen: dict[str, skills.Tree] = {}
        for name in dict.fromkeys(name for name in first if name in names):
            if room * fullness >= target and not everything:
                break
            complete = everything or self.rules.cascade
            chosen[name] = _family(self.random, name, self.catalogue[name], self.brought, complete=complete)
            room += self._capacity(self._open(chosen[name]))
        self.new_skills = dict(chain.from_iterable(chosen[name].items() for name in self.catalogue if name in chosen))

    def _open(self, tree: skills.Tree) -> list[skills.Path]:
        """Return the skills that a number is drawn for: without a level, or in the cascade specialties without SP.

        The broad skills come first, so that many NPCs share their tables of chances.
        """
        if not self.rules.cascade:
            return sorted((path for path, branch in tree.items() if branch.level is None), key=len)
        specialties = (branch for branch in tree.values() if branch.height == "specialty")
        return [branch.path for branch in specialties if skills.written_points(branch) is None]

    def whole_tree(self) -> skills.Tree:
        """Return the pinned skills and the new ones, these without levels."""
        return {**self.tree, **self.new_skills}

    def _capacity(self, paths: Sequence[skills.Path]) -> Fraction:
        """Return the SP that all levels at their highest cost."""
        return Fraction(sum(row[-1].cost for row in self._rows(paths, least=1, halves=False)), UNITS_PER_SP)

    def _rows(self, paths: Sequence[skills.Path], *, least: int, halves: bool) -> tuple[Row, ...]:
        """Return the levels, or SP in the cascade, that each of some skills may have."""
        if not self.rules.cascade:
            prices = [STANDARD_SKILL_COSTS[height] for height in skills.HEIGHTS]
            seasoned = {path[:length] for path in self.brought for length in range(1, len(path) + 1)} if least else ()
            return tuple(_skill_row(prices[len(path) - 1], SEASONED if path in seasoned else least) for path in paths)
        caps = self._caps()
        return tuple(_points_row(min(caps.get(path, SAFE), SAFE), least, halves) for path in paths)

    def _caps(self) -> dict[skills.Path, float]:
        """Where a pinned specialty holds more than a mastered focus needs, its focus is kept from being mastered."""
        bare, value = self._open(self.tree), skills.invested(self.tree, self.rules)
        enough, focus_four = Fraction(SAFE), Fraction(MASTERED_SKILL_COSTS["focus"][-1])
        caps: dict[skills.Path, float] = {}
        for path in bare:
            siblings = [other for other in self.tree if len(other) == len(path) and other[:-1] == path[:-1]]
            if any(value[other] > enough for other in siblings):
                share = (focus_four - 1 - value[path[:-1]]) / sum(other in bare for other in siblings)
                caps[path] = float(min(max(Fraction(share // 1), Fraction(0)), enough))
        return caps

    def _written(self, levels: Mapping[skills.Path, float]) -> dict[str, Any]:
        """Return the skills as a file writes them, with an attribute where specialties have none."""
        key = "points" if self.rules.cascade else "level"
        # Pinned skills: only what was drawn for them, as the file has the rest.
        tree: dict[str, Any] = {name: {} for name in self.pinned.skills}
        for path in self.tree:
            attribute = self.tree[path].attribute
            if path in levels or attribute is not None:
                within = tree
                for step in path:
                    within = within.setdefault(step, {})
                within |= {key: levels[path]} if path in levels else {}
                within |= {"attribute": attribute} if attribute is not None else {}
        # Without an attribute at any height, specialties have no roll: their broad skill gets one.
        specialties = [path for path in self.tree if len(path) == len(skills.HEIGHTS)]
        for name in self.pinned.skills:
            lacking = (path for path in specialties if path[0] == name and skills.attribute(path, self.tree) is None)
            if self.tree[name,].attribute is None and any(True for _ in lacking):
                attribute = tree[name]["attribute"] = self._attribute(name)
                self.tree = {**self.tree, (name,): self.tree[name,]._replace(attribute=attribute)}
        # New skills, parents before what is inside them.
        for path, branch in self.new_skills.items():
            within, number = tree, levels.get(path, 0)
            for step in path[:-1]:
                within = within[step]
            above: dict[str, Any] = {} if self.rules.cascade else {"level": number}
            above |= {} if branch.attribute is None else {"attribute": branch.attribute}
            within[branch.name] = number if branch.height == "specialty" else above
        return tree

    def _attribute(self, name: str) -> str:
        """Return the attribute that the catalogue has for a skill of that name; for others any."""
        listed = (skill.attribute for broad, skill in self.catalogue.items() if fold(broad) == fold(name))
        return next(listed, None) or self.random.choice(ATTRIBUTES)

    # Backgrounds.

    def _backgrounds(self, points: int) -> list[Any]:
        """Return backgrounds for some BP; of the pinned ones, those without a price take what is left."""
        if not self.spec.fixes("backgrounds"):
            return self._new_backgrounds(points)
        entries = CompletingList(
            {} if background.level == before.level else {"level": background.level}
            for background, before in zip(self.pinned.backgrounds, self.spec.pinned.backgrounds, strict=True)
        )
        free = [place for place, background in enumerate(self.pinned.backgrounds) if _is_free(background)]
        for place in free:
            price = points if place == free[-1] else self.random.randint(0, min(points, ENOUGH))
            entries[place] = {"points": min(price, DEAREST)}
            points -= price
        return entries

    def _new_backgrounds(self, points: int) -> list[dict[str, Any]]:
        """Return backgrounds that cost some BP, and a liability where it gives BP back."""
        random, rules, words = self.random, self.rules, self.words
        self.selection.add(*(step for path in self.whole_tree() for step in path))
        liabilities = []
        if words.liabilities and words.backgrounds and not rules.negatives_to_pool:
            for named in self.selection.choose(words.liabilities, 1):
                liabilities.append(_standard(named, "simple", random.randint(*LEVELS_OF_LIABILITIES)))
                points += _price(liabilities[0], rules)
        chosen: list[dict[str, Any]] = []
        names = choose(random, words.backgrounds, len(words.backgrounds))
        while points > 0 and names:
            named = names.pop()
            background = _background(random, named, points, rules, last=not names)
            if background is not None and (not names or self.selection.can_choose(named.name)):
                self.selection.add(named.name)
                chosen.append(background)
                points -= _price(background, rules)
        return [*reversed(chosen), *liabilities]


@lru_cache(maxsize=256)
def attribute_row(prices: tuple[int, ...], least: int, top: int) -> Row:
    """Return the levels of an attribute from ``least`` to ``top``; their cost is what level 0 does not cost."""
    levels = range(max(least, 1), top + 1)
    return tuple(Option(level, prices[level] - prices[0], LEVELS_OF_ATTRIBUTES[level]) for level in levels)


@lru_cache(maxsize=64)
def _modifier_row(prices: tuple[int, ...]) -> Row:
    """Return the levels of a modifier that helps, each as likely."""
    return tuple(Option(level, prices[level], 1) for level in range(1, len(prices)))


def _number(rows: Sequence[Row], row: Row, least: int, most: int) -> int:
    """How many new modifiers there are: the usual number, or as many as spend what must be spent; none if poor."""
    lowest = sum(min(option.cost for option in options) for options in rows)
    highest = sum(max(option.cost for option in options) for options in rows)
    dearest = max(option.cost for option in row)
    if lowest + MODIFIERS * min(option.cost for option in row) > most:
        return 0
    return max(MODIFIERS, -(-(least - highest) // dearest))


def _floors(pinned: Concept, worn: tuple[Armor, ...], rules: Rules) -> dict[str, int]:
    """Return the least level of attributes that are drawn, for the pinned weapons and the weight."""
    held = values(pinned.attributes)
    top = min(HUMAN_MAXIMUM, rules.highest_attribute)
    floors = {name: 1 for name, value in held.items() if value is None}
    if "strength" in floors:
        floors["strength"] = min(max((_wanted(weapon, worn, rules) for weapon in pinned.weapons), default=1), top) or 1
    build = body.BUILDS.get(pinned.frame or "")
    if build is not None and pinned.weight is not None:
        lacking = -(-max(pinned.weight - build.pounds, 0) // build.pounds_per_body)
        lacking -= sum(floors.get(name, held[name] or 0) for name in CATEGORIES["body"])
        while lacking > 0 and (low := [name for name in CATEGORIES["body"] if floors.get(name, top) < top]):
            floors[min(low, key=floors.__getitem__)] += 1
            lacking -= 1
    return floors


def _wanted(weapon: Weapon, worn: tuple[Armor, ...], rules: Rules) -> int:
    """Return the Strength that a weapon wants, so that it costs no extra Strain."""
    heavier = armory.heavier(armory.worn(piece, rules) for piece in worn)
    carried = armory.carried(weapon, 0, heavier, rules)[:1]
    return max((max(arm.wants or 0, arm.minimum or 0) for arm in carried), default=0)


def _family(
    random: Random, name: str, skill: CataloguedSkill, brought: Sequence[skills.Path], *, complete: bool
) -> skills.Tree:
    """Return a broad skill with some of its inside in the catalogue's order, or all of it; without levels.

    What a trade brings is of it before anything else.
    """

    def picked(within: skills.Path, names: Sequence[str], number: int) -> Sequence[str]:
        if complete:
            return names
        likely = {path[len(within)] for path in brought if path[: len(within)] == within and len(path) > len(within)}
        chosen = sorted(random.sample(names, len(names)), key=lambda name: name not in likely)[:number]
        return [name for name in names if name in chosen]

    tree: dict[skills.Path, skills.Branch] = {(name,): skills.Branch((name,), attribute=skill.attribute)}
    for focus in picked((name,), list(skill.foci), FOCI):
        inside = picked((name, focus), skill.foci[focus], SPECIALTIES)
        specialties = ((name, focus, specialty) for specialty in inside)
        tree |= {path: skills.Branch(path) for path in ((name, focus), *specialties)}
    return tree


@lru_cache(maxsize=8)
def _paths(catalogue: IdentityKey[Catalogue]) -> Mapping[str, skills.Path]:
    """Return the skills of a catalogue by their folded names; of one name, the highest."""
    paths: dict[str, skills.Path] = {}
    for broad, skill in catalogue.value.items():
        foci = [(broad, focus) for focus in skill.foci]
        leaves = [(*path, specialty) for path in foci for specialty in skill.foci[path[1]]]
        for path in ((broad,), *foci, *leaves):
            value = paths.get(fold(path[-1]))
            if value is None or len(path) < len(value):
                paths[fold(path[-1])] = path
    return paths


@lru_cache(maxsize=64)
def _skill_row(prices: tuple[float, ...], least: int) -> Row:
    levels = range(least, skills.HIGHEST + 1)
    return tuple(
        Option(level, int((prices[level] - prices[0]) * UNITS_PER_SP), LEVELS_OF_SKILLS[level]) for level in levels
    )


@lru_cache(maxsize=64)
def _points_row(most: float, least: int, halves: bool) -> Row:
    points = [Fraction(half, 2) for half in range(int(most * 2) + 1)]
    return tuple(
        Option(plain(sp), int(sp * UNITS_PER_SP), WHOLE if sp.denominator == 1 else HALF)
        for sp in points
        if (halves or sp.denominator == 1) and sp >= min(least, most)
    )


def _is_free(background: Background) -> bool:
    """Whether it is an individual background without a price, which takes what BP are left."""
    return background.kind == "individual" and background.points is None and not background.liability


def _background(
    random: Random, named: NamedBackground, points: int, rules: Rules, *, last: bool
) -> dict[str, Any] | None:
    """Return a background within some BP, or None where the one drawn is too dear; the last takes all."""
    offer = _standard(named, random.choice(CLASSES), random.randint(*LEVELS_OF_BACKGROUNDS))
    offers = [offer]
    if random.randrange(3) == 0 and offer["level"] < len(costs.exponential(offer["cost"], rules)):
        offers.insert(0, {**offer, "kind": "exponential"})
    fitting = (offer for offer in offers if not last and 0 < _price(offer, rules) <= points)
    if (offer := next(fitting, {})) or (points > ENOUGH and not last):
        return offer or None
    return {"name": named.name, "class": named.class_, "kind": "individual", "points": min(points, DEAREST)}


def _standard(named: NamedBackground, cost: str, level: int) -> dict[str, Any]:
    return {"name": named.name, "class": named.class_, "kind": "standard", "cost": cost, "level": level}


def _price(plain: Mapping[str, Any], rules: Rules) -> int:
    """Return what a background of plain data costs, or a liability gives back."""
    parts = plain["kind"], plain.get("cost", ""), plain.get("level", 0), plain.get("points", 0)
    return costs.worth(*parts, rules, back=plain["class"] in LIABILITIES)


# What is carried.


def _weapons(purchase: _Purchase, worn: tuple[Armor, ...]) -> list[str]:
    """Return weapons within an NPC's Strength that their skills fit: by its own name first, then by its family.

    A skill with which everything is fought, such as Martial, is for any weapon only where nothing is inside it.
    """
    rules, tree = purchase.rules, purchase.whole_tree()
    called = {fold(path[-1]) for path in tree}
    of_fights = armory.fighting(IdentityKey(rules))
    fights = [path for path in tree if singular(path[0]) in of_fights]
    inner, broad = ({fold(path[-1]) for path in fights if (len(path) > 1) is deep} for deep in (True, False))
    heavier = armory.heavier(armory.worn(piece, rules) for piece in worn)
    light = _light(IdentityKey(rules), purchase.strength, heavier)
    listed = set(map(fold, purchase.words.weapons))
    offered = [name for name, (names, _) in light.items() if not listed or not listed.isdisjoint(names)]
    own = [name for name in offered if not called.isdisjoint(light[name][0])]
    own = own or [name for name in offered if not inner.isdisjoint(light[name][1])]
    own = own or [name for name in offered if not broad.isdisjoint(light[name][1])]
    undivided = broad - {fold(path[0]) for path in fights if len(path) > 1}
    if not own and not undivided.isdisjoint(map(fold, rules.named_skills.attack)):
        own = offered
    return sorted(choose(purchase.random, own, WEAPONS))


@lru_cache(maxsize=64)
def _light(
    book: IdentityKey[Rules], strength: int, heavier: int
) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the weapons of the tables that a Strength wields, each with all that it is called, and its families.

    Armour makes some heavier.
    """
    return {
        row.name.split("/")[0]: (
            frozenset(map(fold, (row.name, *row.name.split("/")))),
            frozenset(map(fold, row.families)),
        )
        for row in (*book.value.melee_weapons, *book.value.ranged_weapons)
        if max((row.strength or 0) + (heavier if row.strength is not None else 0), row.minimum or 0) <= strength
    }


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Find armour among the words that is none of the table, and callings with skills that are not in the catalogue."""
    for index, name in enumerate(words.armor):
        if armory.armor_table(rules).find(name) is None:
            yield error(f"`{name}` is no armour of the table", "armor", index)
    if "callings" in words.model_fields_set:
        listed = _paths(IdentityKey(words.catalogue(rules)))
        for calling, brought in words.callings.items():
            for index, name in enumerate(brought):
                if fold(name) not in listed:
                    hint = "name one of `skills`, at any height, such as `Medicine` or `First Aid`"
                    yield error(f"there is no skill `{name}` in the catalogue", "callings", calling, index, hint=hint)


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the skills of the words that stand within another, or at the top."""
    section, *above = path or ("",)
    if section != "skills":
        return ()
    tree: Any = {broad: skill.foci for broad, skill in words.skills.items()}
    for step in above:
        named = {fold(name): inside for name, inside in tree.items()} if isinstance(tree, Mapping) else {}
        tree = named.get(fold(str(step)), ())
    return tuple(tree)


GEAR_WORDS = {"equipment": "gear", "armor": "armor", "weapons": "weapons"}
NPC = NpcMaker(propose=propose, word_errors=word_errors, gear=GEAR_WORDS, names=names)
