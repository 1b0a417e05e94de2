"""Derive every number of a Façade character from its concept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from chargen.game.contract import Character as AnyCharacter
from chargen.game.contract import Tracker
from chargen.games.facade import armory, body, budget, odds, skills, tables
from chargen.games.facade import rules as book
from chargen.games.facade.body import LimitPool, Running
from chargen.games.facade.concept import Background, Concept, Modifier
from chargen.games.facade.rules import Rules
from chargen.games.facade.skills import Path
from chargen.page.roll import Odds, OddsData, Roll, signed
from chargen.text.names import fold, unique_slugs

LOCATIONS = ("head", "torso", "arms", "legs")
MOST_CARRIED_OVER = 10  # The number of boxes for Fatigue from the day before (house default)
UNTRAINED_DODGE = "Untrained dodge"
FIST = "Punch"  # The attack of a character without weapons and learned attacks
HITS_PER_BOX = 3  # The number of boxes for hits of one kind to one location (house default)


class Total(NamedTuple):
    """A trait total."""

    name: str
    value: int
    category: str
    attribute: str | None = None
    fails: bool = False
    """Whether it loses every active contest, because its attribute is 0 (FAC-d9)."""

    @property
    def in_contest(self) -> int:
        """Return the trait total in an active contest."""
        return 0 if self.fails else self.value

    @property
    def remark(self) -> str:
        """Return what to know before a contest, in words; empty for a roll like any other."""
        return f"{(self.attribute or '').capitalize()} 0: loses contests" if self.fails else ""

    def plus(self, skill: "LearnedSkill") -> "Total":
        """Return the trait total of a skill, based on this attribute."""
        return self._replace(name=skill.path[-1], value=self.value + skill.adds)


class LearnedSkill(NamedTuple):
    """A skill with its level."""

    path: skills.Path
    level: int
    adds: int  # What is added to an attribute: the levels on its path, and bonuses of modifiers
    attribute: str | None  # The attribute that the skill or a skill above it names
    points: float | None = None  # The SP on the skill (cascade)

    @property
    def name(self) -> str:
        """Return the last name of its path."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Attack:
    """A weapon or an unarmed attack, with its skill and trait total."""

    arm: armory.Arm
    total: Total
    """The trait total; for an untrained character, the attribute."""
    skill: LearnedSkill | None = None
    """The skill of the attack; None for an untrained character."""
    learned: bool = False
    """Whether the skill has the name of the attack or was named for it."""

    @property
    def with_what(self) -> str:
        """Return the skill and attribute of the roll, in words."""
        attribute = (self.total.attribute or "").capitalize()
        return f"{attribute} + {self.skill.name}" if self.skill else f"{attribute}, untrained"


# Without slots, which cached properties cannot have. Most commands need few of the numbers.
@dataclass(frozen=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """A Façade character; each derived number is computed when it is first used."""

    @property
    def _concept(self) -> Concept:
        return self.advanced.concept

    @cached_property
    def _tree(self) -> skills.Tree:
        return skills.make_tree(self._concept.skills)

    @cached_property
    def _bonuses(self) -> Mapping[str | Path, int]:
        """Return the sums of the bonuses of modifiers, by the name or the skill path that they change."""
        bonuses: dict[str | Path, int] = {}
        for modifier in self._concept.modifiers:
            for name, amount in modifier.bonus.items():
                for target in [fold(name)] if fold(name) in book.BONUS_TARGETS else skills.find_paths(name, self._tree):
                    bonuses[target] = bonuses.get(target, 0) + amount
        return bonuses

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Return the attributes, limited to their range."""
        return body.clamped_values(budget.attribute_values(self._concept.attributes), self.rules)

    @cached_property
    def categories(self) -> Mapping[str, int]:
        """Return the five categories, each the sum of its three attributes (FAC-b1)."""
        return {category: sum(self.values[name] for name in three) for category, three in book.CATEGORIES.items()}

    @cached_property
    def limit_pools(self) -> tuple[LimitPool, ...]:
        """Return the five limit pools."""
        pools = []
        for category, name in book.LIMIT_POOLS.items():
            # The shift moves the threshold only; its double and the part of Will follow from there (FAC-b6).
            threshold = max(self.categories[category] + self._bonuses.get(name, 0), 0)
            # Each point beyond the double costs a point of Exhaustion a roll (FAC-b5), so it is marked apart.
            extended = 2 * threshold + self.values["will"] if name in book.EXTENDED_BY_WILL else None
            pools.append(LimitPool(name, category, threshold, 2 * threshold, extended))
        return tuple(pools)

    @cached_property
    def health(self) -> Mapping[str, int]:
        """Return the number of levels of each kind of damage (house default, ruling FAC-Q16)."""
        sums = {kind: sum(self.values[name] for name in names) for kind, names in book.HEALTH_FROM.items()}
        return {kind: max(levels + self.rules.more_health, book.LEAST_HEALTH) for kind, levels in sums.items()}

    @property
    def _size(self) -> tuple[int | None, int | None]:
        return body.size(self._concept.frame, self.values)

    @property
    def height_inches(self) -> int | None:
        """Return the height as written, else from the formula with Body."""
        return self._concept.height if self._concept.height is not None else self._size[0]

    @property
    def weight_pounds(self) -> int | None:
        """Return the weight as written, else from the formula with Body."""
        return self._concept.weight if self._concept.weight is not None else self._size[1]

    @property
    def constant_load(self) -> int:
        """Return the pounds above the weight from the formula with Body."""
        pounds, formula = self.weight_pounds, self._size[1]
        return max(0, pounds - formula) if pounds is not None and formula is not None else 0

    @cached_property
    def loads(self) -> Mapping[str, int] | None:
        """Return the four loads in pounds; None if the weight is unknown."""
        return body.loads(self.values["strength"], self.weight_pounds)

    @property
    def feat_of_strength(self) -> int | None:
        """Return the pounds that the character lifts for two seconds with full Will (FAC-b13, ruling FAC-Q27)."""
        if self.loads is None:
            return None
        strength, will = self.values["strength"], self.values["will"]
        factor = Fraction(strength + will, strength) if strength > 0 else 1 + Fraction(will, 3)
        return int(factor * self.loads["unbearable"])

    @cached_property
    def running(self) -> Running:
        """Return the speeds of the character, and the time between rolls."""
        return body.running(self.values["agility"], self.values["stamina"])

    @cached_property
    def running_in_armor(self) -> Running:
        """Return the speeds in the worn armour, which may lower Agility."""
        agility = self.values["agility"] + sum(piece.agility for piece in self.armor)
        return body.running(agility, self.values["stamina"])

    @property
    def initiative(self) -> int:
        """Return the initiative without armour."""
        return self.categories["action"]

    @property
    def initiative_in_armor(self) -> int:
        """Return the initiative in the worn armour."""
        return self.initiative + sum(_armor_modifier("action", piece) for piece in self.armor)

    @property
    def wound_penalties(self) -> Mapping[str, int]:
        """Return the penalties of marked hits to physical actions."""
        return body.wound_penalties(
            {(location, kind): self.noted(f"{location}_hits_{kind}") for location in LOCATIONS for kind in book.KINDS}
        )

    # Traits.

    def total(self, name: str) -> Total:
        """Return the trait total of a category or an attribute."""
        return self._totals[name]

    @cached_property
    def _totals(self) -> Mapping[str, Total]:
        return self._sum_up(self.armor)

    @cached_property
    def bare_totals(self) -> Mapping[str, Total]:
        """Return the trait totals of categories and attributes without armour, by name."""
        return self._sum_up(()) if self.armor else self._totals

    def _sum_up(self, armor: tuple[tables.Armor, ...]) -> Mapping[str, Total]:
        totals = {}
        for name, value in {**self.categories, **self.values}.items():
            value += self._bonuses.get(name, 0) + sum(_armor_modifier(name, piece) for piece in armor)
            attribute = name if name in book.CATEGORY_OF else None
            fails = attribute is not None and self.values[attribute] == 0
            totals[name] = Total(name, value, book.CATEGORY_OF.get(name, name), attribute, fails)
        return totals

    def with_worn(self, name: str) -> str:
        """Return the trait of a category or an attribute without armour, and in brackets in armour if that differs."""
        return with_worn(signed(self.bare_totals[name].value), signed(self.total(name).value))

    @property
    def category_totals(self) -> tuple[Total, ...]:
        """Return the trait totals of the categories."""
        return tuple(map(self.total, book.CATEGORIES))

    @cached_property
    def skills(self) -> tuple[LearnedSkill, ...]:
        """Return every skill with its level, in the order of the tree."""
        levels = skills.levels_of(self._tree, self.rules)
        value = skills.invested_points(self._tree, self.rules) if self.rules.cascade else {}
        above: dict[Path, tuple[str | None, int]] = {(): (None, 0)}
        learned = []
        for path, branch in self._tree.items():
            # Parents come first in a tree, so their sums are there.
            attribute, adds = above[path[:-1]]
            attribute = branch.attribute or attribute
            adds += levels[path] + self._bonuses.get(path, 0)
            above[path] = attribute, adds
            learned.append(LearnedSkill(path, levels[path], adds, attribute, value.get(path)))
        return tuple(learned)

    @cached_property
    def _by_path(self) -> Mapping[Path, LearnedSkill]:
        return {skill.path: skill for skill in self.skills}

    @property
    def leaves(self) -> tuple[LearnedSkill, ...]:
        """Return the skills without skills inside them."""
        parents = {skill.path[:length] for skill in self.skills for length in range(1, len(skill.path))}
        return tuple(skill for skill in self.skills if skill.path not in parents)

    def trait(self, skill: LearnedSkill) -> Total | None:
        """Return the trait total of a skill; None for a skill without an attribute."""
        return self.total(skill.attribute).plus(skill) if skill.attribute is not None else None

    @cached_property
    def defenses(self) -> tuple[tuple[LearnedSkill, Total], ...]:
        """Return the learned skills to dodge, parry or block, with their trait totals."""
        defending = set(map(fold, book.DEFENSE_SKILLS))
        # A defence word in its name or in its focus: Athletics itself is no dodge, though Dodge is inside it.
        return tuple(
            (skill, total)
            for skill in self.leaves
            if defending & {word for step in skill.path[1:] for word in fold(step).split()}
            and (total := self.trait(skill)) is not None
        )

    @cached_property
    def named(self) -> Mapping[str, Total]:
        """Return the rolls for which the text names a skill: `sprint`, `run`, `enduring_pain`, `first_aid`, `dodge`."""
        names, index = self.rules.named_skills, armory.index_skills(self._tree)

        def roll(attribute: str, names: Sequence[str], *, own_attribute: bool = False) -> Total:
            """Return the roll with the first skill that the character has; untrained, that of the attribute."""
            for place, name in enumerate(names):
                # Only the first name is the skill that the text asks for, and a specialty inside it is more of the
                # same, such as Pain inside Torture.
                paths = (index.called if place else index.within).get(armory.fold_singular(name), ())
                if paths:
                    skill = max((self._by_path[path] for path in paths), key=lambda skill: skill.adds)
                    return (self.trait(skill) if own_attribute else None) or self.total(attribute).plus(skill)
            return self.total(attribute)

        return {
            "sprint": roll(armory.USUAL, names.sprint),
            "run": roll(armory.USUAL, names.run),
            "enduring_pain": roll("stamina", names.enduring_pain),
            "first_aid": roll("insight", names.first_aid),
            # A dodge is rolled with the attribute of its skill, if that names one.
            "dodge": roll(armory.USUAL, names.dodge, own_attribute=True),
        }

    # Weapons and armour.

    def _attack(self, arm: armory.Arm) -> Attack:
        """Return a weapon or an unarmed attack with its skill."""
        usual, sums = self.total(armory.USUAL), {skill.path: skill.adds for skill in self.skills}
        fit = armory.find_weapon_skill(arm, self._tree, self.rules, sums)
        if fit is None:
            return Attack(arm, usual)
        skill = self._by_path[fit.path]
        # A skill without an attribute is rolled with Agility in an attack.
        return Attack(arm, self.trait(skill) or usual.plus(skill), skill, fit.own)

    @cached_property
    def attacks(self) -> tuple[Attack, ...]:
        """Return the weapons carried."""
        strength, heavier = self.values["strength"], sum(piece.weapon_strength for piece in self.armor)
        carried = (armory.weapon_arms(weapon, strength, heavier, self.rules) for weapon in self._concept.weapons)
        return tuple(self._attack(arm) for arms in carried for arm in arms)

    @cached_property
    def unarmed(self) -> tuple[Attack, ...]:
        """Return every unarmed attack, with the skill that the weapons of the concept name for it."""
        rows = ((armory.find_unarmed_attack(one, self.rules), one.skill or "") for one in self._concept.weapons)
        named = {row.name: skill for row, skill in rows if row is not None}
        return tuple(self._unarmed(row, named.get(row.name)) for row in self.rules.unarmed_attacks)

    def _unarmed(self, row: tables.UnarmedAttack, skill: str | None = None) -> Attack:
        return self._attack(armory.make_unarmed_arm(row, self.values["strength"], skill))

    @property
    def chief_attacks(self) -> tuple[Attack, ...]:
        """Return the weapons carried and the learned unarmed attacks; a bare fist if none can be used."""
        chief = (*self.attacks, *(attack for attack in self.unarmed if attack.learned))
        # A character who is too weak for all weapons still has fists.
        if any(attack.arm.usable for attack in chief):
            return chief
        fist = next((attack for attack in self.unarmed if attack.arm.name == FIST), None)
        # The table of a campaign may have no unarmed attacks.
        punch = next(row for row in tables.UNARMED_ATTACKS if row.name == FIST)
        return (*chief, fist or self._unarmed(punch))

    @cached_property
    def armor(self) -> tuple[tables.Armor, ...]:
        """Return the worn armour with its numbers."""
        return tuple(armory.resolve_armor(piece, self.rules) for piece in self._concept.armor)

    # What points paid for.

    @cached_property
    def modifiers(self) -> tuple[tuple[Modifier, int], ...]:
        """Return the modifiers that were not bought off, each with its price."""
        prices = budget.modifier_prices(self._concept, self.advanced.created)
        return tuple(owned for owned in zip(self._concept.modifiers, prices, strict=True) if owned[0].level)

    @cached_property
    def backgrounds(self) -> tuple[tuple[Background, Background | None], ...]:
        """Return the backgrounds and liabilities, each with its form at creation; None if it was gained in play."""
        # By name and not by place: the ledger may have removed one.
        before = {fold(background.name or ""): background for background in self.advanced.created.backgrounds}
        return tuple((one, before.get(fold(one.name or ""))) for one in self._concept.backgrounds)

    @cached_property
    def budget(self) -> budget.Budget:
        """Return the budget of the complete character."""
        advanced = self.advanced
        return budget.compute_budget(advanced.concept, self.rules, advanced.created, advanced.account.earned)

    @property
    def corrections(self) -> Iterator[str]:
        """Yield remarks on the misprints and contradictions (FAC-Q8, FAC-Q9, FAC-Q19) that matter for the character."""

        as_printed = self.rules.as_printed
        if self.rules.cascade:
            value = skills.invested_points(self._tree, self.rules)
            printed, right = book.CASCADE_BROAD_AS_PRINTED[-1], book.CASCADE_SKILL_COSTS["broad"][-1]
            if any(value[path] >= printed for path in self._tree if len(path) == 1):
                corrected = f"Corrected: Broad 4 by cascade takes {right:g} SP; the {printed:g} printed is a misprint"
                yield f"As printed: {printed:g} SP make a cascade Broad skill 4" if as_printed else corrected
        for background in self.advanced.created.backgrounds:
            level, is_medium = background.level or 0, (background.kind, background.cost) == ("exponential", "medium")
            if is_medium and 0 < level < len(book.EXPONENTIAL_MEDIUM_AS_PRINTED):
                price = book.EXPONENTIAL_BACKGROUND_COSTS["medium"][level]
                misprint = book.EXPONENTIAL_MEDIUM_AS_PRINTED[level]
                costs = f"exponential Medium {level} costs"
                corrected = f"Corrected: {costs} {price} BP; the {misprint} printed is a misprint"
                if price != misprint:
                    yield f"As printed: {costs} {misprint} BP" if as_printed else corrected
        if any(map(armory.is_full_plate, self._concept.armor)):
            yield "Printed in two ways: Full Plate stops 4D as worn armour, which counts here, and 5D as a material"


def with_worn(bare: str, worn: str) -> str:
    """Return a number, and in brackets what it is in armour if that differs.

    >>> with_worn("18", "18"), with_worn("4", "2")
    ('18', '4 (2)')
    """
    return bare if bare == worn else f"{bare} ({worn})"


def _armor_modifier(name: str, piece: tables.Armor) -> int:
    # "-1 Dex" of the text is every roll of the Action category, "-1 Agi" Agility alone (ruling FAC-Q20); a category has
    # the penalties of its attributes as well.
    amount = piece.action if book.CATEGORY_OF.get(name, name) == "action" else 0
    amount += piece.agility if "agility" in book.CATEGORIES.get(name, (name,)) else 0
    return amount + (piece.perception if "perception" in book.CATEGORIES.get(name, (name,)) else 0)


def stats(character: Character) -> dict[str, Any]:
    """Return the derived numbers by their public names."""
    rules = character.rules
    running = character.running
    attacks = (*character.attacks, *character.unarmed)
    numbers: dict[str, Any] = {
        **character.categories,
        "height_inches": character.height_inches,
        "weight_pounds": character.weight_pounds,
        **character.health,
        "initiative": character.initiative,
        "passive_defense": character.initiative_in_armor,
        "initiative_in_armor": character.initiative_in_armor,
        "sprint_feet_per_second": running.feet_per_second,
        "run_miles_per_minute": float(running.miles_per_minute),
        "slow_run_miles_per_hour": running.slow_miles_per_hour,
        "stroll_miles_per_hour": float(running.stroll_miles_per_hour),
        "running_check_every": running.every,
        "load_pounds": dict(character.loads) if character.loads is not None else None,
        "limit_pools": {
            pool.name: {"threshold": pool.threshold, "double": pool.double} for pool in character.limit_pools
        },
        "limit_pools_with_will": {
            pool.name: pool.with_will for pool in character.limit_pools if pool.with_will is not None
        },
        "wound_penalties": dict(character.wound_penalties),
        "healing": body.healing(character.values["health"]),
        **{name: total.value for name, total in character.named.items()},
        "feat_of_strength_pounds": character.feat_of_strength,
        "attacks": [
            {
                "weapon": attack.arm.name,
                "damage": attack.arm.damage,
                "extra_strain": attack.arm.extra_strain,
                "usable": attack.arm.usable,
                **({"reach": attack.arm.reach} if attack.arm.reach else {}),
                "trait": attack.total.value,
                "skill": attack.skill.name if attack.skill else "untrained",
            }
            for attack in attacks
        ],
        "armor": [
            {
                "armor": piece.name,
                "protects": piece.protects,
                "reduction": piece.reduction,
                "covers": "/".join(piece.covers) or "—",
            }
            for piece in character.armor
        ],
        "hit_table": {
            attack.arm.name: odds.blow_chances(attack.total.value, book.DEFENDERS_ACTION)
            for attack in attacks
            # All unarmed attacks without a skill roll the same bare Agility.
            if attack.skill is not None or not attack.arm.unarmed
        },
    }
    for area in character.budget.areas:
        numbers[f"{area.name.lower()}_reckoning"] = budget.describe_sum(area.parts)
    if rules.automatic_success:
        numbers["automatic_success"] = {
            identity: {
                "minimal": max(total.value - book.AUTOMATIC_MINIMAL, 0),
                "minor": max(total.value - book.AUTOMATIC_MINOR, 0),
            }
            for identity, total in _rolled(character)
        }
    return numbers


def _rolled(character: Character) -> list[tuple[str, Total]]:
    """Return every trait total with its own roll, by the id of the roll."""
    specialties = (skill for skill in character.skills if len(skill.path) == len(skills.HEIGHTS))
    totals = [*map(character.total, (*book.CATEGORIES, *book.ATTRIBUTES))]
    totals += filter(None, map(character.trait, specialties))
    return list(zip(unique_slugs(total.name for total in totals), totals, strict=True))


def rolls(character: Character) -> list[Roll]:
    """Return each category, attribute and specialty with an attribute, with all its odds."""
    thresholds = {pool.category: pool.threshold for pool in character.limit_pools}
    categories = {total.name: total.value for total in character.category_totals}
    return [
        _roll(
            identity,
            total.name.capitalize() if total.name == total.attribute or not total.attribute else total.name,
            total.value,
            categories[total.category],
            thresholds[total.category],
            is_part=total.attribute in (None, total.name),
        )
        for identity, total in _rolled(character)
    ]


# Rolls are cached, because characters share many traits, also after each line of a ledger.
@lru_cache(maxsize=4096)
def _roll(identity: str, label: str, trait: int, category: int, threshold: int, *, is_part: bool) -> Roll:
    # Also under a full limit pool, which at its threshold is the lowest difficulty (FAC-b4), and by the category.
    chances: dict[str, Any] = {}
    under_full_pool: dict[str, OddsData] = {}
    by_category: dict[str, OddsData] = {}
    for difficulty in book.STANDING_DIFFICULTIES:
        key = f"difficulty_{difficulty}"
        chances[key] = odds.against_difficulty(trait, difficulty)
        under_full_pool[key] = {"success": odds.chance(trait, max(difficulty, threshold))}
        if (instead := odds.by_category(category, trait, difficulty)) is not None:
            by_category[key] = {"success": instead}
    chances |= {"own_rating": odds.against_difficulty(trait, max(trait, 0)), "under_full_pool": under_full_pool}
    chances |= {"by_category": by_category} if by_category else {}
    return Roll(
        id=identity,
        label=label,
        value=trait,
        roll=odds.roll_text(trait),
        odds=Odds(chances),
        is_part=is_part,
        dice=odds.dice_rule(trait, book.MIDDLE_DIFFICULTY),
        chance_of=f"success at difficulty {book.MIDDLE_DIFFICULTY}",
    )


def trackers(character: Character) -> list[Tracker]:
    """Return the trackers of play state."""
    counted = [(pool.name, pool.name.capitalize(), pool.boxes) for pool in character.limit_pools]
    counted += [(kind, kind.capitalize(), levels) for kind, levels in character.health.items()]
    counted += [
        (f"{location}_hits_{kind}", f"{location.capitalize()}: {kind} hits", HITS_PER_BOX)
        for location in LOCATIONS
        for kind in book.KINDS
    ]
    return [
        *(Tracker(name=name, title=title, high=high) for name, title, high in counted),
        Tracker(name="active_used", title="Active action used", yes_or_no=True),
        Tracker(name="passive_used", title="Passive action used", yes_or_no=True),
        Tracker(name="fatigue_from_yesterday", title="Fatigue from yesterday", high=MOST_CARRIED_OVER),
    ]
