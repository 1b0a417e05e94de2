"""Propose NPCs: attributes, modifiers, skills and backgrounds that spend every point of every area, and gear.

Pins are paid first. Then each area in turn takes a random share of the common pool, buys level by level, and gives back
what it cannot use; the last one takes all that is left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.game.npc import Words as AnyWords
from chargen.games.facade import armory, body, budget, skills
from chargen.games.facade import rules as book
from chargen.games.facade.concept import Armor, Background, Classification, Concept, Weapon
from chargen.games.facade.rules import Catalogue, CataloguedSkill, Category, Rules
from chargen.kit.allocation import raise_levels
from chargen.kit.npc import NO_TRADES, OFTEN, CompletingList, Selection, Trades, choose, draw_line, merge_rules
from chargen.schema.model import Model, Several
from chargen.text.diagnostic import Diagnostic, KeyPath, error
from chargen.text.names import fold


class NamedModifier(Model):
    """A modifier that NPCs may have."""

    name: Text
    """The name."""
    category: Category
    """Body, action, mind, persona or soul."""


class NamedBackground(Model):
    """A background or liability that NPCs may have."""

    name: Text
    """The name."""
    class_: Annotated[Classification, Field(alias="class")]
    """Its class, such as relationships or debts."""


class Words(AnyWords):
    """The word lists for NPCs of Façade."""

    callings: Trades = NO_TRADES
    """Trades, the first half of the concept line, each with skills of the catalogue at any height."""
    manners: Several[Text] = ()
    """Memorable features, the second half of the concept line."""
    modifiers: Several[NamedModifier] = ()
    """Modifiers, each with its category."""
    skills: Mapping[str, CataloguedSkill] = {}
    """Skills in addition to pins, each with its `attribute` and `foci`; by default the skills of the rules."""
    backgrounds: Several[NamedBackground] = ()
    """Backgrounds, each with its class."""
    liabilities: Several[NamedBackground] = ()
    """Liabilities, each with its class."""
    weapons: Several[Text] = ()
    """Weapons of the tables; by default all within an NPC's Strength."""
    armor: Several[Text] = ()
    """Armour of the table; every second NPC wears one."""
    gear: Several[Text] = ()
    """Items, of which an NPC carries three; an NPC with the skill that an item needs usually has it."""

    def catalogue(self, rules: Rules) -> Catalogue:
        """Return the skills to draw from: of the archetype, else of the house rules, else chargen's own."""
        replaced = "skills" in self.model_fields_set
        return self.skills if replaced or rules.skill_catalogue is None else rules.skill_catalogue


AGES = (18, 64)  # The lowest and highest age of NPCs; all ages are equally likely (house default)
AGED = {"retired": 45, "old": 50, "grandmother": 50}
"""The lowest age of NPCs whose concept has a word (house default)."""
FRAMES = ("female", "male")  # The frames of NPCs, equally likely (house default)
PITIFUL = 6  # One attribute in this many may be 1 (house default)
MODIFIERS = 2  # The number of modifiers of an NPC, if the AP allow it (house default)
CLASS = "simple"  # The class of drawn modifiers (house default)
FOCI = 2  # The number of focus skills in a broad skill (house default)
SPECIALTIES = 1  # The number of specialties in a focus skill (house default)
FULLEST, EMPTIEST = Fraction(4, 5), Fraction(3, 5)
"""The largest and smallest fraction of the capacity of skills that NPCs fill (house default)."""
EXCHANGES, EXCHANGED = 20, 3  # How often a number of values is drawn again where points are left (house default)
SAFE = book.MASTERED_SKILL_COSTS["specialty"][-1]
"""The largest SP on a drawn specialty in the cascade, which are not wasted under a mastered focus."""
UNITS_PER_SP = 2  # The units in a skill point: with half points as units, every price is an integer
CLASSES = ("minor", "simple", "medium", "major")
"""The classes of drawn backgrounds, equally likely (house default)."""
LEVELS_OF_BACKGROUNDS, LEVELS_OF_LIABILITIES = range(2, 7), range(1, 5)
"""The levels of drawn backgrounds and of liabilities (house default)."""
EXPONENTIAL = 3  # One background in this many is exponential (house default)
EACH = 5  # The BP of a background on average, which gives their number (house default)
FEW_BACKGROUNDS = 6  # The number of backgrounds that a player's character has at most (house default)
ENOUGH = 12  # The largest BP of a pinned background that leaves some for another one (house default)
DEAREST = 9999  # The highest price of a background in a concept
POINTS = (("attribute_points", 90), ("skill_points", 70), ("background_points", 14), ("extra_points", 16))
"""The points of a minor NPC if the table sets no budget (house default); heroes have twice as many."""
SEASONED, BEST = 2, 3  # The lowest level of the skills of a trade, and of the first of them (house default)
ARMED = 3  # One NPC in this many has no skill to attack with (house default)
WEAPONS, GEAR = 2, 3  # The numbers of weapons and of other items of an NPC (house default)


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC that spends all points, as far as the pins allow.

    If the table sets no budget, the NPC gets the points of a minor NPC, if these can pay for the pins.
    """
    words: Words = spec.words
    line, trade = draw_line(spec, words.callings, words.manners)
    youngest = max([AGES[0], *(age for word, age in AGED.items() if word in fold(line).split())])
    age, frame = random.randint(youngest, AGES[1]), spec.sex or random.choice(FRAMES)
    armor = choose(random, words.armor, 1) if random.randrange(2) or spec.is_player else []
    levelled = []
    for background in spec.pinned.backgrounds:
        if background.kind in ("standard", "exponential") and background.level is None:
            background = background.model_copy(update={"level": random.choice(LEVELS_OF_LIABILITIES)})
        levelled.append(background)
    drawn = {"age": age if spec.pinned.age is None else spec.pinned.age, "backgrounds": tuple(levelled)}
    pinned = spec.pinned.model_copy(update=drawn)
    # The first budget that can be spent to the last point is taken; with the last one, the rules report what is left.
    is_set = any(getattr(rules, name) is not None for name, _ in POINTS)
    is_counted = is_set or rules.pool_bought or rules.cascade or rules.background_points_from != "fixed"
    for stated in ((),) if is_counted or spec.is_player else (POINTS, ()):
        selection = Selection(random, words, filter(None, (trade, spec.pinned.frame or frame)))
        brought = words.callings.get(trade, ())
        purchase = _Purchase(random, spec, pinned, merge_rules(rules, stated), brought, selection)
        bought = purchase.everything()
        if purchase.is_even:
            break
    worn = spec.pinned.armor if spec.fixes("armor") else tuple(Armor(name=name) for name in armor)
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


Row: TypeAlias = Mapping[float, int]
"""The values that something may have, ascending, each with its price in units."""


def spend(random: Random, rows: Sequence[Row], points: int, step: int, spare: int) -> tuple[list[float], int]:
    """Draw a value of each row, so that they cost all points; return the values, and the points left.

    Random values rise from the lowest while points are left for a rise. If no rise costs what is left, a few values
    fall to the lowest, and rise again. Up to ``spare`` points may be left, in multiples of ``step``: those that go back
    to the common pool.

    >>> values, left = spend(Random(1), [{1: 1, 2: 3, 3: 6}] * 3, 10, 1, 0)
    >>> sorted(values), left
    ([1, 2, 3], 0)
    """
    values, prices = [list(row) for row in rows], [list(row.values()) for row in rows]
    at, left = dict.fromkeys(range(len(rows)), 0), points - sum(row[0] for row in prices)
    for _ in range(EXCHANGES):
        at, left = raise_levels(
            random,
            at,
            {place: len(row) - 1 for place, row in enumerate(rows)},
            left,
            price=lambda place, to: prices[place][to] - prices[place][to - 1],
        )
        if left <= spare and left % step == 0:
            break
        for place in random.sample(range(len(rows)), min(EXCHANGED, len(rows))):
            left += prices[place][at[place]] - prices[place][0]
            at[place] = 0
    return [values[place][level] for place, level in at.items()], left


class _Purchase:
    """Buys attributes, modifiers, skills and backgrounds of one NPC with all points."""

    def __init__(
        self,
        random: Random,
        spec: NpcSpec[Concept],
        pinned: Concept,
        rules: Rules,
        brought: Sequence[str],
        selection: Selection,
    ) -> None:
        self.random, self.spec, self.pinned, self.rules, self.selection = random, spec, pinned, rules, selection
        self.words: Words = spec.words
        self.catalogue = self.words.catalogue(rules)
        # Pins are paid first: all that is drawn shares what they leave.
        self.budget = budget.compute_budget(pinned, rules)
        self.pool = max(self.budget.left, 0)
        self.is_even = self.budget.left >= 0
        self.strength = 0
        self.tree = dict(skills.make_tree(pinned.skills))
        self.new_skills: set[skills.Path] = set()
        # Specialties without an attribute have no roll, so their broad skill gets one: that of the catalogue, or a
        # random one.
        for path in self.tree:
            if len(path) == len(skills.HEIGHTS) and skills.find_attribute(path, self.tree) is None:
                alike = (skill.attribute for name, skill in self.catalogue.items() if fold(name) == fold(path[0]))
                attribute = next(alike, None) or random.choice(book.ATTRIBUTES)
                self.tree[path[:1]] = self.tree[path[:1]]._replace(attribute=attribute)
        listed = {**_paths_by_name(self.catalogue), **{fold(path[-1]): path for path in self.tree}}
        self.brought = [listed[fold(name)] for name in brought if fold(name) in listed]

    def everything(self) -> dict[str, object]:
        """Return attributes, modifiers, skills and backgrounds as plain data of a concept."""
        can_add = self.spec.is_player or not self.spec.fixes("backgrounds")
        takes_rest = can_add or any(map(_takes_rest, self.pinned.backgrounds))
        # The shares of the common pool for attributes and backgrounds; skills get the rest (house default).
        for_attributes = self.random.randint(self.pool // 5, max(self.pool // 2, self.pool // 5))
        for_backgrounds = self.random.randint(0, (self.pool - for_attributes) // 4)
        if self.rules.pool_bought:
            for_backgrounds += (self.pool - for_attributes - for_backgrounds) // 3
        # If no background takes the rest, pinned skills may take nothing more either.
        if not takes_rest:
            for_attributes, for_backgrounds = self.random.choice((for_attributes, self.pool)), 0
        attributes = self._attributes(for_attributes)
        written = self._skills(self.pool - min(for_backgrounds, self.pool))
        area = self.budget.area("BP")
        backgrounds = self._backgrounds(int(area.left) + self.pool * area.rate)
        self.is_even = self.is_even and (takes_rest or not self.pool)
        return {**attributes, "skills": written, "backgrounds": backgrounds}

    def _spend(self, name: str, rows: Sequence[Row], wish: int, units: int = 1) -> list[float]:
        """Draw a value of each row for the points of an area and a wished share of the pool, which takes back the rest.

        A point has a number of ``units``, in which the rows have their prices.
        """
        area = self.budget.area(name)
        rate, own = area.rate * units, int(area.left * units)
        lowest = sum(next(iter(row.values())) for row in rows)
        share = min(max(wish, -(-(lowest - own) // rate)), self.pool)
        values, left = spend(self.random, rows, own + share * rate, rate, share * rate)
        back, lost = divmod(left, rate)
        self.is_even = self.is_even and not lost and 0 <= back <= share
        self.pool -= share - min(max(back, 0), share)
        return values

    def _attributes(self, wish: int) -> dict[str, object]:
        """Return attributes, and modifiers with the missing levels of pinned ones.

        New modifiers are added if none are pinned, in the number that can use the AP to spend.
        """
        rules, area = self.rules, self.budget.area("AP")
        top = min(book.HUMAN_MAXIMUM, rules.highest_attribute)
        values = budget.attribute_values(self.pinned.attributes)
        floors = {name: 1 for name, value in values.items() if value is None}
        build, body_names = body.BUILDS.get(self.pinned.frame or ""), book.CATEGORIES["body"]
        if build is not None and self.pinned.weight is not None:
            # Who is heavy has the Body for it.
            share = -(-(self.pinned.weight - build["pounds"]) // (build["pounds_per_body"] * len(body_names)))
            floors |= {name: max(1, min(share, top)) for name in body_names if name in floors}
        # Few have an attribute of 1, which is pitiful; all may where the AP allow no more.
        usual = [max(least, 2 if self.random.randrange(PITIFUL) else 1) for least in floors.values()]
        is_payable = sum(budget.attribute_cost(least, rules) for least in usual) <= area.left
        rows = [
            _price_levels(rules.attribute_costs, least, top) for least in (usual if is_payable else floors.values())
        ]
        open_modifiers = [modifier for modifier in self.pinned.modifiers if modifier.level is None]
        rows += [_price_levels(book.MODIFIER_COSTS.get(modifier.cost or "", (0, 0))) for modifier in open_modifiers]
        new: list[dict[str, object]] = []
        if not self.spec.fixes("modifiers") or self.spec.is_player:
            row = _price_levels(book.MODIFIER_COSTS[CLASS])
            own, wanted = int(area.left), 0 if self.spec.fixes("modifiers") else MODIFIERS
            lowest, highest = (sum(end(options.values()) for options in rows) for end in (min, max))
            # As many as it takes to spend the points, and none without points.
            number = max(wanted, -(-(own - highest) // max(row.values())))
            if lowest + wanted * min(row.values()) > own + self.pool * area.rate:
                number = 0
            chosen = self.selection.choose(self.words.modifiers, number)
            new = [{"name": modifier.name, "category": modifier.category, "cost": CLASS} for modifier in chosen]
            rows += [row] * len(new)
        # In the order of the rows: attributes, pinned modifiers without a level, new modifiers.
        levels = iter(map(int, self._spend("AP", rows, wish)))
        attributes = {name: next(levels) if value is None else value for name, value in values.items()}
        # Weapons are chosen last, within this Strength.
        self.strength = attributes["strength"]
        modifiers: list[object] = CompletingList(
            {"level": next(levels)} if modifier.level is None else {} for modifier in self.pinned.modifiers
        )
        modifiers += [{**modifier, "level": next(levels)} for modifier in new]
        return {
            "attributes": {
                category: {name: attributes[name] for name in three} for category, three in book.CATEGORIES.items()
            },
            "modifiers": modifiers,
        }

    # Skills.

    def _skills(self, wish: int) -> dict[str, Any]:
        """Return the skills as a file writes them: new ones, and what is drawn of pinned ones, as it has the rest."""
        area = self.budget.area("SP")
        target = Fraction(area.left + wish * area.rate)
        self._add_skills(target)
        paths = self._open(self.tree)
        units = int(target * UNITS_PER_SP)
        rows = self._rows(paths, least=1, halves=units % UNITS_PER_SP > 0)
        if sum(min(row.values()) for row in rows) > units:
            rows = self._rows(paths, least=0, halves=units % UNITS_PER_SP > 0)
        levels = dict(zip(paths, self._spend("SP", rows, wish, UNITS_PER_SP), strict=True))

        key = "points" if self.rules.cascade else "level"
        written: dict[str, Any] = {}
        for path, branch in self.tree.items():
            within = written
            for step in path[:-1]:
                within = within[step]
            if path in self.new_skills and branch.height == "specialty":
                within[branch.name] = levels[path]
                continue
            # The attribute of a pinned one is repeated to come before the skills inside.
            own = {key: levels.get(path), "attribute": branch.attribute}
            within[branch.name] = {name: value for name, value in own.items() if value is not None}
        return written

    def _add_skills(self, target: Fraction) -> None:
        """Add broad skills of the catalogue until they can use the SP; armed NPCs get a fighting skill first."""
        # Pinned skills without a level may take all of the SP; a catalogue beside them would stay at 0. But only
        # specialties cost half points.
        pinned = self._open(self.tree)
        room, takes_halves = self._capacity(pinned), any(len(path) == len(skills.HEIGHTS) for path in pinned)
        if room >= target and (takes_halves or target.denominator == 1):
            return
        armed = all(armory.has_skill_for(weapon, self.tree, self.rules) for weapon in self.pinned.weapons)
        is_fighter = not armed or (not self.rules.cascade and self.random.randrange(ARMED) > 0) or self.spec.is_player
        fights = set(map(fold, self.rules.named_skills.attack)) if is_fighter else set()
        trade = [path[0] for path in self.brought]
        often = [name for name in trade[1:] if self.random.randrange(OFTEN)]
        taken = {fold(path[0]) for path in self.tree}
        names = [name for name in self.catalogue if fold(name) not in taken]
        order = self.random.sample(names, len(names))
        fighting = [name for name in order if fold(name) in fights]
        # A pinned weapon needs its skill with any trade.
        first = [*(fighting if not armed else ()), *trade[:1], *fighting, *often, *order]
        # Skills that are filled to the top would all be at 4; empty ones would be many at 1.
        fullness = EMPTIEST + (FULLEST - EMPTIEST) * Fraction(self.random.randrange(1, 101), 100)
        chosen: dict[str, skills.Tree] = {}
        for name in dict.fromkeys(name for name in first if name in names):
            if chosen and room * fullness >= target:
                break
            chosen[name] = self._choose_family(name)
            room += self._capacity(self._open(chosen[name]))
        for name in filter(chosen.__contains__, self.catalogue):
            self.tree |= chosen[name]
            self.new_skills |= chosen[name].keys()

    def _choose_family(self, name: str) -> skills.Tree:
        """Choose skills inside a broad skill, in the order of the catalogue, without levels; in the cascade, all.

        Skills of the trade are chosen first, and none without another one that it needs, such as a parry its weapon.
        """

        def picked(within: skills.Path, names: Sequence[str], number: int) -> Sequence[str]:
            if self.rules.cascade:
                return names
            inside = (path for path in self.brought if path[: len(within)] == within and len(path) > len(within))
            likely = {path[len(within)] for path in inside}
            able = [name for name in names if self.selection.is_compatible(name)]
            chosen = sorted(self.random.sample(able, len(able)), key=lambda name: name not in likely)[:number]
            self.selection.add(*chosen)
            return [name for name in names if name in chosen]

        skill = self.catalogue[name]
        tree: dict[skills.Path, skills.Branch] = {(name,): skills.Branch((name,), attribute=skill.attribute)}
        for focus in picked((name,), list(skill.foci), FOCI):
            specialties = picked((name, focus), skill.foci[focus], SPECIALTIES)
            paths = [(name, focus), *((name, focus, specialty) for specialty in specialties)] if specialties else []
            tree |= {path: skills.Branch(path) for path in paths}
        return tree

    def _open(self, tree: skills.Tree) -> list[skills.Path]:
        """Return the skills to draw a number for: skills without a level, or in the cascade specialties without SP."""
        if not self.rules.cascade:
            return [path for path, branch in tree.items() if branch.level is None]
        specialties = (branch for branch in tree.values() if branch.height == "specialty")
        return [branch.path for branch in specialties if skills.written_points(branch) is None]

    def _capacity(self, paths: Sequence[skills.Path]) -> Fraction:
        return Fraction(sum(max(row.values()) for row in self._rows(paths, least=1, halves=False)), UNITS_PER_SP)

    def _rows(self, paths: Sequence[skills.Path], *, least: int, halves: bool) -> list[Row]:
        """Return the possible levels, or SP in the cascade, of each skill."""
        if self.rules.cascade:
            parts = 2 if halves else 1
            points = [Fraction(part, parts) for part in range(least * parts, int(SAFE) * parts + 1)]
            return [{budget.simplify_number(sp): int(sp * UNITS_PER_SP) for sp in points}] * len(paths)
        # The skill that the trade lives by is one of the best.
        lowest: dict[skills.Path, int] = {}
        for place, path in enumerate(self.brought if least else ()):
            for length in range(1, len(path) + 1):
                lowest.setdefault(path[:length], SEASONED if place else BEST)
        by_height = [[int(price * UNITS_PER_SP) for price in row] for row in book.STANDARD_SKILL_COSTS.values()]
        return [_price_levels(by_height[len(path) - 1], lowest.get(path, least)) for path in paths]

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
        if self.spec.is_player and points > 0:
            entries += self._new_backgrounds(points)
        return entries

    def _new_backgrounds(self, points: int) -> list[dict[str, Any]]:
        """Return backgrounds for a number of BP, of which one takes the rest, and a liability if it gives BP back."""
        random, words = self.random, self.words
        self.selection.add(*(step for path in self.tree for step in path))
        liabilities: list[dict[str, Any]] = []
        if words.liabilities and words.backgrounds and not self.rules.negatives_to_pool:
            for named in self.selection.choose(words.liabilities, 1):
                level = random.choice(LEVELS_OF_LIABILITIES)
                price = {"kind": "standard", "cost": "simple", "level": level}
                liabilities.append({"name": named.name, "class": named.class_, **price})
                points += budget.background_worth("standard", "simple", level, 0, self.rules, back=True)
        most = FEW_BACKGROUNDS if self.spec.is_player else len(words.backgrounds)
        chosen = self.selection.choose(words.backgrounds, min(points // EACH + 1, most))
        kinds = [
            ("standard" if random.randrange(EXPONENTIAL) else "exponential", random.choice(CLASSES)) for _ in chosen
        ]
        rows: list[Row] = [
            {level: budget.background_worth(*kind, level, 0, self.rules) for level in LEVELS_OF_BACKGROUNDS}
            for kind in kinds[1:]
        ]
        while rows and sum(min(row.values()) for row in rows) > points:
            rows.pop()
        levels, rest = spend(random, rows, points, 1, points)
        backgrounds: list[dict[str, Any]] = [
            {"name": named.name, "class": named.class_, "kind": kind, "cost": cost, "level": int(level)}
            for named, (kind, cost), level in zip(chosen[1:], kinds[1:], levels, strict=False)
        ]
        if chosen and rest > 0:
            price = {"kind": "individual", "points": min(rest, DEAREST)}
            backgrounds.append({"name": chosen[0].name, "class": chosen[0].class_, **price})
        return [*backgrounds, *liabilities]


def _price_levels(prices: Sequence[int], low: int = 1, high: int | None = None) -> dict[float, int]:
    """Return the levels from ``low`` to ``high``, by default the highest, each with its price."""
    return dict(list(enumerate(prices))[low : None if high is None else high + 1]) or {0: 0}


@cache_by_identity(8)
def _paths_by_name(catalogue: Catalogue) -> Mapping[str, skills.Path]:
    """Return the paths of a catalogue by folded name; if a name appears twice, the highest skill."""
    paths = sorted((path for path, _ in skills.list_catalogue(catalogue)), key=len)
    return {fold(path[-1]): path for path in reversed(paths)}


def _takes_rest(background: Background) -> bool:
    """Return whether it is an individual background without a price, which takes the rest of the BP."""
    return background.kind == "individual" and background.points is None and not background.liability


# Weapons.


def _choose_weapons(purchase: _Purchase, worn: tuple[Armor, ...]) -> list[str]:
    """Choose weapons within the Strength of an NPC that match its skills, first by name, then by family.

    A broad skill, such as Martial, matches a weapon only if it has no skills inside. Who can parry carries something to
    parry with, even if it is heavy or no weapon of the words.
    """
    rules, tree = purchase.rules, purchase.tree
    heavier = sum(armory.resolve_armor(piece, rules).weapon_strength for piece in worn)
    listed = {fold(part) for name in purchase.words.weapons for part in name.split("/")}
    needed = {fold(name): set(map(fold, others)) for name, others in purchase.words.needs.items()}
    to_parry = set().union(*(needed.get(fold(path[-1]), ()) for path in tree))
    fits: dict[str, armory.Fit] = {}
    parrying: dict[str, bool] = {}
    for arm in _list_weapons(rules, purchase.strength, heavier):
        is_usual = arm.usable and not arm.extra_strain and (not listed or not listed.isdisjoint(map(fold, arm.names)))
        fit = armory.find_weapon_skill(arm, tree, rules) if is_usual or to_parry else None
        if fit is not None and is_usual:
            fits[arm.names[0]] = fit
        if fit is not None and not to_parry.isdisjoint(map(fold, fit.path)):
            parrying[arm.names[0]] = is_usual
    usual = [name for name, is_usual in parrying.items() if is_usual]
    first = choose(purchase.random, usual or list(parrying), 1)
    by_name = [name for name, fit in fits.items() if fit.own]
    by_family = [name for name, fit in fits.items() if len(fit.path) > 1]
    divided = {path[0] for path in tree if len(path) > 1}
    by_broad = [name for name, fit in fits.items() if fit.path[0] not in divided]
    others = [name for name in by_name or by_family or by_broad if name not in first]
    return sorted([*first, *choose(purchase.random, others, WEAPONS - len(first))])


@cache_by_identity(64)
def _list_weapons(rules: Rules, strength: int, heavier: int) -> Sequence[armory.Arm]:
    """Return the weapons of the tables as they are for a Strength.

    ``heavier`` is the extra Strength that weapons need in the armour.
    """
    names = dict.fromkeys(row.name.split("/")[0] for row in (*rules.melee_weapons, *rules.ranged_weapons))
    return [armory.weapon_arms(Weapon(name=name), strength, heavier, rules)[0] for name in names]


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
