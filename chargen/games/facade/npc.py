"""Propose NPCs: attributes, modifiers, skills and backgrounds that spend every point of every area, and gear.

Pins are paid first. Then the common pool is split over the areas at random, so that each area can spend its share
completely. Then each area is drawn for its total (`chargen.games.facade.allocation`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

from chargen.core.diagnostic import Diagnostic, KeyPath, error
from chargen.core.identity_key import cache_by_identity
from chargen.core.names import fold
from chargen.core.npc import NpcMaker, NpcSpec
from chargen.games.facade import armory, body, costs, skills
from chargen.games.facade import rules as book
from chargen.games.facade.allocation import Option, Row, draw_weighted_sum, list_bits, reachable_totals, split_pool
from chargen.games.facade.armory import fold_singular
from chargen.games.facade.budget import Area, attribute_values, compute_budget, simplify_number
from chargen.games.facade.concept import LIABILITIES, Armor, Background, Concept, Weapon
from chargen.games.facade.rules import Catalogue, CataloguedSkill, Rules
from chargen.games.facade.words import NamedBackground, Words
from chargen.kit.npc import OFTEN, CompletingList, Selection, choose, draw_line, merge_rules, skills_of_trade

AGES = (18, 64)  # The lowest and highest age of NPCs; all ages are equally likely (house default)
FRAMES = ("female", "male")  # The frames of NPCs, equally likely (house default)
LEVELS_OF_ATTRIBUTES = (0, 2, 9, 16, 9, 3, 1)
"""The weights of the levels 0 to 6 of an attribute (house default)."""
MODIFIERS = 2  # The number of modifiers of an NPC, if the AP allow it (house default)
CLASS = "simple"  # The class of drawn modifiers (house default)
FOCI = 2  # The number of focus skills in a broad skill (house default)
SPECIALTIES = 1  # The number of specialties in a focus skill (house default)
FULLEST, EMPTIEST = Fraction(4, 5), Fraction(3, 5)
"""The largest and smallest fraction of the capacity of skills that NPCs fill (house default)."""
LEVELS_OF_SKILLS = (1, 2, 3, 3, 2)
"""The weights of the levels 0 to 4 of skills (house default); 0 is used only if SP are short."""
WHOLE, HALF = 60, 1  # The weights of whole and half SP on a specialty in the cascade (house default)
SAFE = book.MASTERED_SKILL_COSTS["specialty"][-1]
"""The largest SP on a drawn specialty in the cascade, which are not wasted under a mastered focus."""
UNITS_PER_SP = 2  # The units in a skill point: with half points as units, every price is an integer
CLASSES = ("minor", "simple", "medium", "major")
"""The classes of drawn backgrounds, equally likely (house default)."""
LEVELS_OF_BACKGROUNDS, LEVELS_OF_LIABILITIES = (2, 6), (1, 4)
"""The lowest and highest levels of backgrounds and of liabilities, equally likely (house default)."""
ENOUGH = 12  # The largest rest of BP that goes into one individual background (house default)
DEAREST = 9999  # The highest price of a background in a concept
POINTS = (("attribute_points", 90), ("skill_points", 70), ("background_points", 14), ("extra_points", 16))
"""The points of a minor NPC if the table sets no budget (house default); heroes have twice as many."""
SEASONED = 2  # The lowest level of the skills of a trade (house default)
ARMED = 3  # One NPC in this many has no skill to attack with (house default)
WEAPONS, GEAR = 2, 3  # The numbers of weapons and of other items of an NPC (house default)


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC that spends all points, as far as the pins allow.

    If the table sets no budget, the NPC gets the points of a minor NPC, if these can pay for the pins.
    """
    words: Words = spec.words
    line, trade = draw_line(spec, words.callings, words.manners)
    brought = skills_of_trade(random, spec, words.callings, trade)
    age, frame = random.randint(*AGES), spec.sex or random.choice(FRAMES)
    armor = choose(random, words.armor, 1) if random.randrange(2) else []
    worn = spec.pinned.armor if spec.fixes("armor") else tuple(Armor(name=name) for name in armor)
    levelled = tuple(_add_levels(random, spec.pinned.backgrounds))
    drawn = {"age": age if spec.pinned.age is None else spec.pinned.age, "backgrounds": levelled}
    pinned = spec.pinned.model_copy(update=drawn)
    # The first budget that can be spent to the last point is taken; with the last one, the rules report what is left.
    for stated in _budgets(random, rules, spec):
        bought_by = merge_rules(rules, stated)
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
        "weapons": () if spec.fixes("weapons") else _choose_weapons(purchase, worn),
    }


def _budgets(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield the points to try: first of a minor NPC, if the table sets none; then of the table or the book.

    A player's character has those of the table or the book.

    A stated derived number may need more points than a minor NPC has.
    """
    is_set = any(getattr(rules, name) is not None for name, _ in POINTS)
    is_counted = is_set or rules.pool_bought or rules.cascade or rules.background_points_from != "fixed"
    if not is_counted and not spec.is_player and not (spec.fixes("stated") and random.randrange(2)):
        yield POINTS
    yield ()


def _add_levels(random: Random, backgrounds: Iterable[Background]) -> Iterator[Background]:
    """Yield the backgrounds, with a random level where the level is missing."""
    for background in backgrounds:
        if background.kind in ("standard", "exponential") and background.level is None:
            background = background.model_copy(update={"level": random.randint(*LEVELS_OF_LIABILITIES)})
        yield background


@dataclass(frozen=True, kw_only=True)
class _Share:
    """The possible totals of one area besides pins, in units; ``scale`` units are one point."""

    unspent: int  # The granted units that pins leave, without the common pool; negative if pins cost more
    rate: int  # The units for one point of the common pool
    scale: int = 1
    rows: tuple[Row, ...] = ()  # The rows to draw
    boundless: bool = False  # Whether any amount can be spent

    @classmethod
    def of(cls, area: Area, scale: int, rows: tuple[Row, ...] = (), *, boundless: bool = False) -> "_Share":
        unspent = int((area.granted - area.spent) * scale)
        return cls(unspent=unspent, rate=area.rate * scale, scale=scale, rows=rows, boundless=boundless)

    def total(self, from_pool: int) -> int:
        """Return the units to spend with a number of points of the common pool; at least 0."""
        return max(self.unspent + from_pool * self.rate, 0)

    def usable(self, pool: int) -> int:
        """Return a bit mask of the amounts of the common pool that this area can spend completely."""
        # All amounts at once by one bit mask: a single table answers for each split of the pool.
        sums = None if self.boundless else reachable_totals(self.rows, self.total(pool))
        totals = ((amount, self.unspent + amount * self.rate) for amount in range(pool + 1))
        return sum(1 << amount for amount, total in totals if total >= 0 and (sums is None or sums >> total & 1))

    def needed(self) -> int:
        """Return the lowest number of points of the common pool with which the area is not overspent."""
        lowest = sum(min((option.cost for option in row), default=0) for row in self.rows)
        return -(-max(lowest - self.unspent, 0) // max(self.rate, 1))

    def drawn(self, random: Random, from_pool: int) -> list[float]:
        """Draw a value for each row with the total cost, or with the nearest possible total."""
        if not all(self.rows):
            return []
        total = self.total(from_pool)
        sums = reachable_totals(self.rows, total)
        if not sums >> total & 1:
            highest = sum(max(option.cost for option in row) for row in self.rows)
            total = min(list_bits(reachable_totals(self.rows, highest)), key=lambda sum: abs(sum - total))
        return draw_weighted_sum(random, self.rows, total)


class _Purchase:
    """Buys attributes, modifiers, skills and backgrounds of one NPC with all points."""

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
        # Pins are paid first: all that is drawn shares what they leave.
        self.budget = compute_budget(pinned, rules)
        self.tree = skills.make_tree(pinned.skills)
        self.floors = _lowest_levels(pinned, worn, rules)
        self.strength = 0
        self.new_skills: skills.Tree = {}
        listed = {**_paths_by_name(self.catalogue), **{fold(path[-1]): path for path in self.tree}}
        self.brought = [listed[fold(name)] for name in brought if fold(name) in listed]
        self.selection = selection
        self.is_even = True

    def everything(self) -> dict[str, object]:
        """Return attributes, modifiers, skills and backgrounds as plain data of a concept."""
        pool = self.budget.available
        for_attributes, new_modifiers = self._attributes()
        for_backgrounds = _Share.of(
            self.budget.area("BP"),
            1,
            boundless=not self.spec.fixes("backgrounds") or any(map(_takes_rest, self.pinned.backgrounds)),
        )
        for_skills, paths, (attribute_points, background_points, skill_points) = self._shared(
            max(pool, 0), for_attributes, for_backgrounds
        )
        # In the order of the rows: attributes, pinned modifiers without a level, new modifiers.
        levels = iter(map(int, for_attributes.drawn(self.random, attribute_points)))
        attributes = {
            name: next(levels, 0) if value is None else value
            for name, value in attribute_values(self.pinned.attributes).items()
        }
        # Weapons are chosen last, within this Strength.
        self.strength = attributes["strength"]
        modifiers: list[object] = CompletingList(
            {"level": next(levels, 1)} if modifier.level is None else {} for modifier in self.pinned.modifiers
        )
        modifiers += [{**modifier, "level": next(levels, 1)} for modifier in new_modifiers]
        return {
            "attributes": {
                category: {name: attributes[name] for name in names} for category, names in book.CATEGORIES.items()
            },
            "modifiers": modifiers,
            "skills": self._written(dict(zip(paths, for_skills.drawn(self.random, skill_points), strict=False))),
            "backgrounds": self._backgrounds(for_backgrounds.total(background_points)),
        }

    # How the common pool is split.

    def _shared(
        self, pool: int, for_attributes: _Share, for_backgrounds: _Share
    ) -> tuple[_Share, list[skills.Path], tuple[int, ...]]:
        """Return the share of skills, the skills to draw, and the split of the common pool."""
        wished: Sequence[int] = self._wished(pool)
        others = for_attributes.usable(pool), for_backgrounds.usable(pool)
        area = self.budget.area("SP")
        # The number of skills depends on the SP: estimate the SP as if skills could use any amount.
        guess = split_pool(pool, wished, (*others, _Share.of(area, 1, boundless=True).usable(pool)))
        wished = guess or wished
        target = max(Fraction(area.granted + max(pool - sum(wished[:2]), 0) * area.rate) - area.spent, Fraction(0))
        # Relax the options step by step until all points can be spent: level 0, half SP, all skills.
        for everything in (False, True):
            self._add_skills(target, everything=everything)
            paths = self._open(self.whole_tree())
            for least, halves in ((1, False), (0, False), (0, True)):
                for_skills = _Share.of(area, UNITS_PER_SP, self._rows(paths, least=least, halves=halves))
                parts = split_pool(pool, wished, (*others, for_skills.usable(pool)))
                if parts is not None:
                    return for_skills, paths, parts
        # No split is possible: spend AP and BP first, and let the rules report the rest of the SP.
        self.is_even = False
        if without_skills := split_pool(pool, wished[:1], others):
            return for_skills, paths, (*without_skills, 0)
        for_ap = min(for_attributes.needed(), pool)
        for_bp = min(for_backgrounds.needed(), pool - for_ap)
        return for_skills, paths, (for_ap, for_bp, pool - for_ap - for_bp)

    def _wished(self, pool: int) -> tuple[int, int]:
        """Draw the preferred shares of attributes and backgrounds; skills get the rest (house default)."""
        for_attributes = self.random.randint(pool // 5, max(pool // 2, pool // 5))
        for_backgrounds = self.random.randint(0, (pool - for_attributes) // 4)
        if self.rules.pool_bought:
            for_backgrounds += (pool - for_attributes - for_backgrounds) // 3
        return for_attributes, for_backgrounds

    # Attributes and modifiers.

    def _attributes(self) -> tuple[_Share, list[dict[str, object]]]:
        """Return the rows to draw for AP: attributes, missing levels of pinned modifiers, and new modifiers.

        New modifiers are added if none are pinned, in the number that can use the AP to spend.
        """
        rules, area = self.rules, self.budget.area("AP")
        top = min(book.HUMAN_MAXIMUM, rules.highest_attribute)
        rows = [attribute_row(rules.attribute_costs, least, top) for least in self.floors.values()]
        for modifier in self.pinned.modifiers:
            if modifier.level is None:
                row = _modifier_row(book.MODIFIER_COSTS.get(modifier.cost or "", ()))
                # A bonus above the level of its modifier is a warning (`bonus_worth`).
                least = max((abs(amount) for amount in modifier.bonus.values()), default=0)
                rows.append(tuple(option for option in row if option.value >= least) or row)
        new: list[dict[str, object]] = []
        row = _modifier_row(book.MODIFIER_COSTS[CLASS])
        if not self.spec.fixes("modifiers") and all(rows):
            unspent = int(area.granted - area.spent)
            number = _number_of_modifiers(rows, row, unspent, unspent + self.budget.available * area.rate)
            chosen = self.selection.choose(self.words.modifiers, number)
            new = [{"name": modifier.name, "category": modifier.category, "cost": CLASS} for modifier in chosen]
            rows += [row] * len(new)
        return _Share.of(area, 1, tuple(rows)), new

    # Skills.

    def _add_skills(self, target: Fraction, *, everything: bool) -> None:
        """Add broad skills of the catalogue until they can use the SP; armed NPCs get a fighting skill first."""
        self.new_skills = {}
        # Pinned skills without a level may take all of the SP; a catalogue beside them would stay at 0.
        room = self._capacity(self._open(self.tree))
        if room >= target and not everything:
            return
        armed = all(armory.has_skill_for(weapon, self.tree, self.rules) for weapon in self.pinned.weapons)
        is_fighter = not armed or (not self.rules.cascade and self.random.randrange(ARMED) > 0)
        fights = set(map(fold, self.rules.named_skills.attack)) if is_fighter else set()
        trade = [path[0] for path in self.brought]
        often = [name for name in trade[1:] if self.random.randrange(OFTEN)]
        taken = {fold(path[0]) for path in self.tree}
        names = [name for name in self.catalogue if fold(name) not in taken]
        order = self.random.sample(names, len(names))
        first = [*trade[:1], *(name for name in order if fold(name) in fights), *often, *order]
        # Skills that are filled to the top would all be at 4; empty ones would be many at 1.
        fullness = EMPTIEST + (FULLEST - EMPTIEST) * Fraction(self.random.randrange(1, 101), 100)
        chosen: dict[str, skills.Tree] = {}
        for name in dict.fromkeys(name for name in first if name in names):
            if room * fullness >= target and not everything:
                break
            complete = everything or self.rules.cascade
            chosen[name] = _choose_family(self.random, name, self.catalogue[name], self.brought, complete=complete)
            room += self._capacity(self._open(chosen[name]))
        self.new_skills = dict(chain.from_iterable(chosen[name].items() for name in self.catalogue if name in chosen))

    def _open(self, tree: skills.Tree) -> list[skills.Path]:
        """Return the skills to draw a number for: skills without a level, or in the cascade specialties without SP.

        Broad skills come first, so that NPCs share the cached tables.
        """
        if not self.rules.cascade:
            return sorted((path for path, branch in tree.items() if branch.level is None), key=len)
        specialties = (branch for branch in tree.values() if branch.height == "specialty")
        return [branch.path for branch in specialties if skills.written_points(branch) is None]

    def whole_tree(self) -> skills.Tree:
        """Return the pinned skills, and the new skills without levels."""
        return {**self.tree, **self.new_skills}

    def _capacity(self, paths: Sequence[skills.Path]) -> Fraction:
        return Fraction(sum(row[-1].cost for row in self._rows(paths, least=1, halves=False)), UNITS_PER_SP)

    def _rows(self, paths: Sequence[skills.Path], *, least: int, halves: bool) -> tuple[Row, ...]:
        """Return the possible levels, or SP in the cascade, of each skill."""
        if not self.rules.cascade:
            prices = [book.STANDARD_SKILL_COSTS[height] for height in skills.HEIGHTS]
            seasoned = {path[:length] for path in self.brought for length in range(1, len(path) + 1)} if least else ()
            return tuple(_skill_row(prices[len(path) - 1], SEASONED if path in seasoned else least) for path in paths)
        caps = self._caps()
        return tuple(_points_row(min(caps.get(path, SAFE), SAFE), least, halves) for path in paths)

    def _caps(self) -> dict[skills.Path, float]:
        """Return caps that keep a focus below mastery if a pinned specialty has more SP than mastery needs."""
        bare, value = self._open(self.tree), skills.invested_points(self.tree, self.rules)
        enough, focus_four = Fraction(SAFE), Fraction(book.MASTERED_SKILL_COSTS["focus"][-1])
        caps: dict[skills.Path, float] = {}
        for path in bare:
            siblings = [other for other in self.tree if len(other) == len(path) and other[:-1] == path[:-1]]
            if any(value[other] > enough for other in siblings):
                # The SP that the other specialties of this focus may add, so that it stays 1 below mastery: else what
                # is pinned above 3 would be wasted (`wasted_points`).
                share = (focus_four - 1 - value[path[:-1]]) / sum(other in bare for other in siblings)
                caps[path] = float(min(max(Fraction(share // 1), Fraction(0)), enough))
        return caps

    def _written(self, levels: Mapping[skills.Path, float]) -> dict[str, Any]:
        """Return the skills as a file writes them, with an attribute added for specialties without one."""
        key = "points" if self.rules.cascade else "level"
        # Pinned skills: only the drawn values, because the file has the rest.
        tree: dict[str, Any] = {name: {} for name in self.pinned.skills}
        for path in self.tree:
            attribute = self.tree[path].attribute
            if path in levels or attribute is not None:
                within = tree
                for step in path:
                    within = within.setdefault(step, {})
                within |= {key: levels[path]} if path in levels else {}
                within |= {"attribute": attribute} if attribute is not None else {}
        # Specialties without an attribute have no roll, so their broad skill gets one.
        specialties = [path for path in self.tree if len(path) == len(skills.HEIGHTS)]
        for name in self.pinned.skills:
            lacking = (
                path for path in specialties if path[0] == name and skills.find_attribute(path, self.tree) is None
            )
            if self.tree[name,].attribute is None and any(True for _ in lacking):
                attribute = tree[name]["attribute"] = self._attribute(name)
                self.tree = {**self.tree, (name,): self.tree[name,]._replace(attribute=attribute)}
        # New skills, parents first.
        for path, branch in self.new_skills.items():
            within, number = tree, levels.get(path, 0)
            for step in path[:-1]:
                within = within[step]
            above: dict[str, Any] = {} if self.rules.cascade else {"level": number}
            above |= {} if branch.attribute is None else {"attribute": branch.attribute}
            within[branch.name] = number if branch.height == "specialty" else above
        return tree

    def _attribute(self, name: str) -> str:
        """Return the attribute of a skill in the catalogue; a random one for other names."""
        listed = (skill.attribute for broad, skill in self.catalogue.items() if fold(broad) == fold(name))
        return next(listed, None) or self.random.choice(book.ATTRIBUTES)

    # Backgrounds.

    def _backgrounds(self, points: int) -> list[Any]:
        """Return backgrounds for a number of BP; pinned ones without a price take the rest."""
        if not self.spec.fixes("backgrounds"):
            return self._new_backgrounds(points)
        entries = CompletingList(
            {} if background.level == before.level else {"level": background.level}
            for background, before in zip(self.pinned.backgrounds, self.spec.pinned.backgrounds, strict=True)
        )
        free = [place for place, background in enumerate(self.pinned.backgrounds) if _takes_rest(background)]
        for place in free:
            price = points if place == free[-1] else self.random.randint(0, min(points, ENOUGH))
            entries[place] = {"points": min(price, DEAREST)}
            points -= price
        return entries

    def _new_backgrounds(self, points: int) -> list[dict[str, Any]]:
        """Return backgrounds for a number of BP, and a liability if it gives BP back."""
        random, rules, words = self.random, self.rules, self.words
        self.selection.add(*(step for path in self.whole_tree() for step in path))
        liabilities = []
        if words.liabilities and words.backgrounds and not rules.negatives_to_pool:
            for named in self.selection.choose(words.liabilities, 1):
                liabilities.append(_make_standard(named, "simple", random.randint(*LEVELS_OF_LIABILITIES)))
                points += _price(liabilities[0], rules)
        chosen: list[dict[str, Any]] = []
        names = choose(random, words.backgrounds, len(words.backgrounds))
        while points > 0 and names:
            named = names.pop()
            background = _draw_background(random, named, points, rules, last=not names)
            if background is not None and (not names or self.selection.can_choose(named.name)):
                self.selection.add(named.name)
                chosen.append(background)
                points -= _price(background, rules)
        return [*reversed(chosen), *liabilities]


@lru_cache(maxsize=256)
def attribute_row(prices: tuple[int, ...], least: int, top: int) -> Row:
    """Return the levels of an attribute from ``least`` to ``top`` with their costs above level 0."""
    levels = range(max(least, 1), top + 1)
    return tuple(Option(level, prices[level] - prices[0], LEVELS_OF_ATTRIBUTES[level]) for level in levels)


@lru_cache(maxsize=64)
def _modifier_row(prices: tuple[int, ...]) -> Row:
    return tuple(Option(level, prices[level], 1) for level in range(1, len(prices)))


def _number_of_modifiers(rows: Sequence[Row], row: Row, least: int, most: int) -> int:
    """Return the number of new modifiers: the usual number, or as needed to spend the points; 0 without points."""
    lowest = sum(min(option.cost for option in options) for options in rows)
    highest = sum(max(option.cost for option in options) for options in rows)
    dearest = max(option.cost for option in row)
    if lowest + MODIFIERS * min(option.cost for option in row) > most:
        return 0
    return max(MODIFIERS, -(-(least - highest) // dearest))


def _lowest_levels(pinned: Concept, worn: tuple[Armor, ...], rules: Rules) -> dict[str, int]:
    """Return the lowest levels of drawn attributes that pinned weapons and the weight need."""
    held = attribute_values(pinned.attributes)
    top = min(book.HUMAN_MAXIMUM, rules.highest_attribute)
    floors = {name: 1 for name, value in held.items() if value is None}
    if "strength" in floors:
        floors["strength"] = (
            min(max((_needed_strength(weapon, worn, rules) for weapon in pinned.weapons), default=1), top) or 1
        )
    build = body.BUILDS.get(pinned.frame or "")
    if build is not None and pinned.weight is not None:
        # The Body that the pinned weight follows from, rounded up: a weight above the formula is a warning
        # (`overweight`).
        lacking = -(-max(pinned.weight - build.pounds, 0) // build.pounds_per_body)
        lacking -= sum(floors.get(name, held[name] or 0) for name in book.CATEGORIES["body"])
        while lacking > 0 and (low := [name for name in book.CATEGORIES["body"] if floors.get(name, top) < top]):
            # The lowest attribute first, so that a heavy NPC is not all Strength.
            floors[min(low, key=floors.__getitem__)] += 1
            lacking -= 1
    return floors


def _needed_strength(weapon: Weapon, worn: tuple[Armor, ...], rules: Rules) -> int:
    """Return the Strength with which a weapon costs no extra Strain."""
    heavier = armory.added_weapon_strength(armory.resolve_armor(piece, rules) for piece in worn)
    carried = armory.weapon_arms(weapon, 0, heavier, rules)[:1]
    return max((max(arm.wants or 0, arm.minimum or 0) for arm in carried), default=0)


def _choose_family(
    random: Random, name: str, skill: CataloguedSkill, brought: Sequence[skills.Path], *, complete: bool
) -> skills.Tree:
    """Choose some or all skills inside a broad skill, in the order of the catalogue, without levels.

    Skills of the trade are chosen first.
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


@cache_by_identity(8)
def _paths_by_name(catalogue: Catalogue) -> Mapping[str, skills.Path]:
    """Return the paths of a catalogue by folded name; if a name appears twice, the highest skill."""
    paths: dict[str, skills.Path] = {}
    for broad, skill in catalogue.items():
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
        Option(simplify_number(sp), int(sp * UNITS_PER_SP), WHOLE if sp.denominator == 1 else HALF)
        for sp in points
        if (halves or sp.denominator == 1) and sp >= min(least, most)
    )


def _takes_rest(background: Background) -> bool:
    """Return whether it is an individual background without a price, which takes the rest of the BP."""
    return background.kind == "individual" and background.points is None and not background.liability


def _draw_background(
    random: Random, named: NamedBackground, points: int, rules: Rules, *, last: bool
) -> dict[str, Any] | None:
    """Draw a background within a number of BP; None if it is too expensive. The last background takes all BP."""
    offer = _make_standard(named, random.choice(CLASSES), random.randint(*LEVELS_OF_BACKGROUNDS))
    offers = [offer]
    if random.randrange(3) == 0 and offer["level"] < len(costs.exponential_costs(offer["cost"], rules)):
        offers.insert(0, {**offer, "kind": "exponential"})
    fitting = (offer for offer in offers if not last and 0 < _price(offer, rules) <= points)
    if (offer := next(fitting, {})) or (points > ENOUGH and not last):
        return offer or None
    return {"name": named.name, "class": named.class_, "kind": "individual", "points": min(points, DEAREST)}


def _make_standard(named: NamedBackground, cost: str, level: int) -> dict[str, Any]:
    return {"name": named.name, "class": named.class_, "kind": "standard", "cost": cost, "level": level}


def _price(plain: Mapping[str, Any], rules: Rules) -> int:
    """Return the price of a background in plain data, or the refund of a liability."""
    parts = plain["kind"], plain.get("cost", ""), plain.get("level", 0), plain.get("points", 0)
    return costs.background_worth(*parts, rules, back=plain["class"] in LIABILITIES)


# Weapons.


def _choose_weapons(purchase: _Purchase, worn: tuple[Armor, ...]) -> list[str]:
    """Choose weapons within the Strength of an NPC that match its skills, first by name, then by family.

    A skill for all attacks, such as Martial, matches any weapon only if it has no skills inside.
    """
    rules, tree = purchase.rules, purchase.whole_tree()
    called = {fold(path[-1]) for path in tree}
    of_fights = armory.fighting_skills(rules)
    fights = [path for path in tree if fold_singular(path[0]) in of_fights]
    inner, broad = ({fold(path[-1]) for path in fights if (len(path) > 1) is deep} for deep in (True, False))
    heavier = armory.added_weapon_strength(armory.resolve_armor(piece, rules) for piece in worn)
    light = _list_light_weapons(rules, purchase.strength, heavier)
    listed = set(map(fold, purchase.words.weapons))
    offered = [name for name, (names, _) in light.items() if not listed or not listed.isdisjoint(names)]
    own = [name for name in offered if not called.isdisjoint(light[name][0])]
    own = own or [name for name in offered if not inner.isdisjoint(light[name][1])]
    own = own or [name for name in offered if not broad.isdisjoint(light[name][1])]
    undivided = broad - {fold(path[0]) for path in fights if len(path) > 1}
    if not own and not undivided.isdisjoint(map(fold, rules.named_skills.attack)):
        own = offered
    return sorted(choose(purchase.random, own, WEAPONS))


@cache_by_identity(64)
def _list_light_weapons(
    rules: Rules, strength: int, heavier: int
) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the weapons of the tables that a Strength can use, each with its names and families.

    ``heavier`` is the extra Strength that weapons need in the armour.
    """
    return {
        row.name.split("/")[0]: (
            frozenset(map(fold, (row.name, *row.name.split("/")))),
            frozenset(map(fold, row.families)),
        )
        for row in (*rules.melee_weapons, *rules.ranged_weapons)
        if max((row.strength or 0) + (heavier if row.strength is not None else 0), row.minimum or 0) <= strength
    }


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Report armour in the words that is not in the table, and callings with skills outside the catalogue."""
    for index, name in enumerate(words.armor):
        if armory.armor_table(rules).find(name) is None:
            yield error(f"`{name}` is no armour of the table", "armor", index)
    if "callings" in words.model_fields_set:
        listed = _paths_by_name(words.catalogue(rules))
        for calling, brought in words.callings.items():
            for index, name in enumerate(brought):
                if fold(name) not in listed:
                    hint = "name one of `skills`, at any height, such as `Medicine` or `First Aid`"
                    yield error(f"there is no skill `{name}` in the catalogue", "callings", calling, index, hint=hint)


def names(words: Words, path: KeyPath) -> Iterable[str]:
    """Return the skills in the words that are inside a path, or at the top."""
    section, *above = path or ("",)
    if section != "skills":
        return ()
    tree: Any = {broad: skill.foci for broad, skill in words.skills.items()}
    for step in above:
        named = {fold(name): inside for name, inside in tree.items()} if isinstance(tree, Mapping) else {}
        tree = named.get(fold(str(step)), ())
    return tuple(tree)


# Weapons are not among these: another weapon needs another skill, so a pack replaces both by pins.
GEAR_WORDS = {"equipment": "gear", "armor": "armor"}
NPC = NpcMaker(propose=propose, word_errors=word_errors, gear=GEAR_WORDS, names=names)
