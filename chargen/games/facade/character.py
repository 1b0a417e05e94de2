"""A Façade character as it stands: every number that follows from the concept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chargen.core.game import Advanced, Tracker
from chargen.core.game import Character as AnyCharacter
from chargen.core.names import fold, unique_slugs
from chargen.core.roll import Odds, Roll
from chargen.games.facade import armory, body, costs, odds, skills, tables, training
from chargen.games.facade.body import LimitPool, Running
from chargen.games.facade.concept import Concept
from chargen.games.facade.reckoning import Gained, Reckoning, reckon, sum_of, values
from chargen.games.facade.rules import ATTRIBUTES, CATEGORIES, CATEGORY_OF, KINDS, LIMIT_POOLS, Rules

LOCATIONS = ("head", "torso", "arms", "legs")
MOST_CARRIED_OVER = 10
"""Boxes for Fatigue from yesterday (ours)."""
FIST = "Punch"
"""The attack of somebody who has learned none, and carries nothing to attack with."""
HITS_PER_BOX = 3
"""Boxes for hits of one kind to one location (ours)."""


@dataclass(frozen=True, slots=True)
class Total:
    """A trait total with its addends."""

    name: str
    addends: tuple[tuple[str, int], ...]
    category: str
    attribute: str | None = None
    value: int = field(init=False)
    """The sum."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", sum(amount for _, amount in self.addends))


@dataclass(frozen=True, slots=True)
class Known:
    """A skill as it stands: its level, and its trait total where an attribute is named."""

    path: skills.Path
    level: int
    addends: tuple[tuple[str, int], ...]
    """What it adds to an attribute: the levels on its path, and what modifiers do to them."""
    total: Total | None
    points: float | None = None
    """The SP it holds (cascade)."""

    @property
    def name(self) -> str:
        """Its own name."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Attack:
    """A weapon or an unarmed attack, and what it is rolled with."""

    arm: armory.Arm
    total: Total
    """The trait total; untrained it is the bare attribute."""
    skill: Known | None
    """The skill it is used with; None where the character is untrained with it."""
    learned: bool
    """Whether that skill is called like it, or was named beside it."""

    @property
    def with_what(self) -> str:
        """What it is rolled with, in words."""
        attribute = (self.total.attribute or "").capitalize()
        return f"{attribute} + {self.skill.name}" if self.skill else f"{attribute}, untrained"


@dataclass(frozen=True, slots=True)
class Taken:
    """A modifier as it stands on the sheet."""

    name: str
    category: str
    cost: str
    level: int
    price: int
    effect: str
    bonus: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Owned:
    """A background or a liability as it stands on the sheet; what it gains in play is free."""

    name: str
    class_: str
    kind: str
    cost: str
    level: int | None
    price: int
    effect: str
    created: int | None
    """Its level at creation."""
    gained: bool
    """Whether it came in play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(AnyCharacter[Concept, Rules]):
    """Everything a sheet shows."""

    values: Mapping[str, int]
    categories: Mapping[str, int]
    category_totals: tuple[Total, ...]
    attribute_totals: tuple[Total, ...]
    limit_pools: tuple[LimitPool, ...]
    health: Mapping[str, int]
    height_inches: int | None
    weight_pounds: int | None
    constant_load: int
    """Pounds above the weight that follows from Body."""
    loads: Mapping[str, int] | None
    running: Running
    initiative: int
    """Unarmoured."""
    initiative_in_armor: int
    skills: tuple[Known, ...]
    attacks: tuple[Attack, ...]
    """The weapons carried."""
    unarmed: tuple[Attack, ...]
    defenses: tuple[Known, ...]
    """What this character has learned to dodge, parry or block with."""
    named: Mapping[str, Total]
    """The rolls whose skill the text names: `sprint`, `run`, `enduring_pain`, `first_aid` and `dodge`."""
    armor: tuple[tables.Armor, ...]
    modifiers: tuple[Taken, ...]
    backgrounds: tuple[Owned, ...]
    reckoning: Reckoning
    corrections: tuple[str, ...]
    """What this character's numbers rest on where the text is misprinted, or printed in two ways."""

    def total(self, name: str) -> Total:
        """The trait total of a category or an attribute."""
        return next(each for each in (*self.category_totals, *self.attribute_totals) if each.name == name)

    def pool(self, category: str) -> LimitPool:
        """The limit pool of a category."""
        return next(each for each in self.limit_pools if each.category == category)

    @property
    def feat_of_strength(self) -> int | None:
        """Pounds that all of the Will lifts for two seconds."""
        if self.loads is None:
            return None
        return int(body.feat(self.values["strength"], self.values["will"]) * self.loads["unbearable"])

    @property
    def leaves(self) -> tuple[Known, ...]:
        """The skills with nothing inside them: specialties, and others that stand alone."""
        parents = {skill.path[:length] for skill in self.skills for length in range(1, len(skill.path))}
        return tuple(skill for skill in self.skills if skill.path not in parents)

    @property
    def specialties(self) -> tuple[Known, ...]:
        """The specialties, in the order of the tree."""
        return tuple(skill for skill in self.skills if len(skill.path) == len(skills.HEIGHTS))

    @property
    def wound_penalties(self) -> Mapping[str, int]:
        """What the hits that are marked take off the skill of physical actions."""
        return body.wound_penalties(
            {(location, kind): self.noted(f"{location}_hits_{kind}") for location in LOCATIONS for kind in KINDS}
        )

    @property
    def chief_attacks(self) -> tuple[Attack, ...]:
        """The weapons carried and the unarmed attacks that were learned; a bare fist where none of them is of use."""
        chief = (*self.attacks, *(each for each in self.unarmed if each.learned))
        if any(each.arm.usable for each in chief):
            return chief
        return (*chief, *(each for each in self.unarmed if each.arm.name == FIST))


def _defenses(known: tuple[Known, ...], rules: Rules) -> Iterator[Known]:
    """The skills that defend: those with such a word in their name or their focus's, where nothing is inside them."""
    wanted = set(map(fold, rules.defense_skills))
    parents = {each.path[:length] for each in known for length in range(1, len(each.path))}
    for each in known:
        words = {word for step in each.path[1:] for word in fold(step).split()}
        if each.total is not None and words & wanted and each.path not in parents:
            yield each


def derive(grown: Advanced[Concept], rules: Rules) -> Character:
    """The character that a grown concept describes."""
    concept = grown.concept
    created = Gained.by(grown.created)
    held = values(concept.attributes)
    fitting = body.clamped_values(held, rules)
    categories = body.category_values(held, rules)
    tree = skills.tree(concept.skills)
    bonuses = _bonuses(concept, tree)
    armor = tuple(armory.worn(piece, rules) for piece in concept.armor)
    attribute_totals = tuple(_attribute_total(name, fitting, bonuses, armor) for name in ATTRIBUTES)
    category_totals = tuple(_category_total(name, categories, bonuses, armor) for name in CATEGORIES)
    known = tuple(_known(tree, attribute_totals, bonuses, rules))
    carried, unarmed = armory.arms(concept.weapons, fitting["strength"], armory.heavier(armor), rules)
    formula = body.weight(concept.frame, categories["body"])
    pounds = concept.weight if concept.weight is not None else formula
    inches = concept.height if concept.height is not None else body.height(concept.frame, categories["body"])
    rolled = _Rolled(known, attribute_totals, tree, rules)
    action = next(total for total in category_totals if total.name == "action")
    in_armor = sum(amount for name, amount in action.addends if name == "Action" or name in _worn_names(armor))
    return Character(
        advanced=grown,
        rules=rules,
        values=fitting,
        categories=categories,
        category_totals=category_totals,
        attribute_totals=attribute_totals,
        limit_pools=body.limit_pools(categories, fitting["will"], _shifts(bonuses)),
        health=body.health_levels(fitting, rules),
        height_inches=inches,
        weight_pounds=pounds,
        constant_load=max(0, pounds - formula) if pounds is not None and formula is not None else 0,
        loads=body.loads(fitting["strength"], pounds, rules),
        running=body.running(fitting["agility"], fitting["stamina"], rules),
        initiative=categories["action"],
        initiative_in_armor=in_armor,
        skills=known,
        attacks=tuple(map(rolled.attack, carried)),
        unarmed=tuple(map(rolled.attack, unarmed)),
        defenses=tuple(_defenses(known, rules)),
        named=rolled.named(),
        armor=armor,
        modifiers=tuple(
            Taken(
                each.name or "",
                each.category or "",
                each.cost or "",
                each.level,
                0 if index >= created.modifiers and each.level < 0 else costs.modifier(each, rules),
                each.effect,
                each.bonus,
            )
            for index, each in enumerate(concept.modifiers)
            if each.level
        ),
        backgrounds=tuple(_owned(concept, created, rules)),
        reckoning=reckon(
            concept, rules, created, sum(line.award or 0 for line in concept.advancement if line.award is not None)
        ),
        corrections=tuple(_corrections(concept, created, tree, rules)),
    )


def _owned(concept: Concept, created: Gained, rules: Rules) -> Iterator[Owned]:
    """The backgrounds, each with what it cost at creation."""
    paid = {fold(each.name or ""): each for each in created.backgrounds.value}
    for background in concept.backgrounds:
        first = paid.get(fold(background.name or ""))
        yield Owned(
            background.name or "",
            background.class_ or "",
            background.kind or "",
            background.cost or "",
            background.level,
            costs.background(first, rules) if first else 0,
            background.effect,
            None if first is None else first.level,
            gained=first is None,
        )


Bonuses = Mapping[str | skills.Path, tuple[tuple[str, int], ...]]
"""What modifiers add, by what they add to: a plain name, or the path of a skill."""


def _bonuses(concept: Concept, tree: skills.Tree) -> Bonuses:
    found: dict[str | skills.Path, tuple[tuple[str, int], ...]] = {}
    plain = {*LIMIT_POOLS.values(), *ATTRIBUTES, *CATEGORIES}
    for modifier in concept.modifiers:
        for name, amount in modifier.bonus.items():
            targets: list[str | skills.Path] = [fold(name)] if fold(name) in plain else [*skills.found(name, tree)]
            for target in targets:
                found[target] = (*found.get(target, ()), (modifier.name or "", amount))
    return found


def _shifts(bonuses: Bonuses) -> dict[str, int]:
    return {name: sum(amount for _, amount in bonuses.get(name, ())) for name in LIMIT_POOLS.values()}


def _worn_names(armor: tuple[tables.Armor, ...]) -> set[str]:
    return {piece.name for piece in armor}


def _attribute_total(name: str, fitting: Mapping[str, int], bonuses: Bonuses, armor: tuple[tables.Armor, ...]) -> Total:
    category = CATEGORY_OF[name]
    worn = [(piece.name, _effect_on(name, piece) + (piece.action if category == "action" else 0)) for piece in armor]
    return Total(
        name,
        (
            (name.capitalize(), fitting[name]),
            *bonuses.get(name, ()),
            *((each, amount) for each, amount in worn if amount),
        ),
        category,
        name,
    )


def _effect_on(name: str, piece: tables.Armor) -> int:
    return {"agility": piece.agility, "perception": piece.perception}.get(name, 0)


def _category_total(
    name: str, categories: Mapping[str, int], bonuses: Bonuses, armor: tuple[tables.Armor, ...]
) -> Total:
    worn = []
    for piece in armor:
        amount = sum(_effect_on(each, piece) for each in CATEGORIES[name])
        worn.append((piece.name, amount + (piece.action if name == "action" else 0)))
    return Total(
        name,
        (
            (name.capitalize(), categories[name]),
            *bonuses.get(name, ()),
            *((each, amount) for each, amount in worn if amount),
        ),
        name,
    )


def _known(tree: skills.Tree, attribute_totals: tuple[Total, ...], bonuses: Bonuses, rules: Rules) -> Iterator[Known]:
    levels = skills.levels(tree, rules)
    held = skills.invested(tree, rules) if rules.cascade else {}
    by_name = {each.name: each for each in attribute_totals}
    found: dict[skills.Path, str | None] = {}
    for path, branch in tree.items():
        attribute = found[path] = branch.attribute or found.get(path[:-1])
        steps = [path[: length + 1] for length in range(len(path))]
        addends = (
            *((step[-1], levels[step]) for step in steps),
            *(extra for step in steps for extra in bonuses.get(step, ())),
        )
        total = _sum(path[-1], by_name[attribute], addends) if attribute is not None else None
        yield Known(path, levels[path], addends, total, float(held[path]) if path in held else None)


def _sum(name: str, alone: Total, addends: tuple[tuple[str, int], ...]) -> Total:
    return Total(name, (*alone.addends, *addends), alone.category, alone.attribute)


class _Rolled:
    """What attacks, and the rolls that the text names, are rolled with."""

    def __init__(
        self, known: tuple[Known, ...], attribute_totals: tuple[Total, ...], tree: skills.Tree, rules: Rules
    ) -> None:
        self.known = {each.path: each for each in known}
        self.attributes = {total.name: total for total in attribute_totals}
        self.tree, self.rules = tree, rules
        self.index = training.index(self.known)
        self.sums = {path: sum(amount for _, amount in each.addends) for path, each in self.known.items()}

    def attack(self, arm: armory.Arm) -> Attack:
        """A weapon or an unarmed attack, with its skill."""
        fit = training.used_with(arm, self.index, self.tree, self.sums, self.rules)
        if fit is None:
            return Attack(arm, self.attributes[training.USUAL], None, learned=False)
        skill = self.known[fit.path]
        return Attack(arm, skill.total or self._with(training.USUAL, skill), skill, fit.own)

    def named(self) -> Mapping[str, Total]:
        """The rolls that the text names."""
        names = self.rules.named_skills
        return {
            "sprint": self._deepest(training.USUAL, names.sprint),
            "run": self._deepest(training.USUAL, names.run),
            "enduring_pain": self._deepest("stamina", names.enduring_pain),
            "first_aid": self._deepest("insight", names.first_aid),
            "dodge": self._usual(names.dodge),
        }

    def _deepest(self, attribute: str, names: tuple[str, ...]) -> Total:
        path = training.deepest(names, self.index, self.sums)
        return self.attributes[attribute] if path is None else self._with(attribute, self.known[path])

    def _usual(self, names: tuple[str, ...]) -> Total:
        """The skill with its own attribute; with the usual one where it names none."""
        path = training.deepest(names, self.index, self.sums)
        own = self.known[path].total if path is not None else None
        return own or self._deepest(training.USUAL, names)

    def _with(self, attribute: str, skill: Known) -> Total:
        return _sum(skill.name, self.attributes[attribute], skill.addends)


def _corrections(concept: Concept, created: Gained, tree: skills.Tree, rules: Rules) -> Iterator[str]:
    """The misprints that mattered for this character (FAC-Q8, FAC-Q9), and what is printed twice (FAC-Q19)."""
    if rules.cascade:
        held = skills.invested(tree, rules)
        printed = rules.cascade_broad_as_printed
        right = rules.cascade_skill_costs.broad
        broad = [held[path] for path in tree if len(path) == 1]
        if any(skills.reached(each, printed) != skills.reached(each, right) or each >= right[-1] for each in broad):
            yield (
                f"As printed: {printed[-1]:g} SP make a cascade Broad skill 4"
                if rules.as_printed
                else f"Corrected: Broad 4 by cascade takes {right[-1]:g} SP; the {printed[-1]:g} printed is a misprint"
            )
    row, printed_row = rules.exponential_background_costs.get("medium", (0,)), rules.exponential_medium_as_printed
    for each in created.backgrounds.value:
        level = each.level or 0
        if each.kind == "exponential" and each.cost == "medium" and 0 < level < min(len(row), len(printed_row)):
            right_price, misprint = row[level], printed_row[level]
            if right_price != misprint:
                yield (
                    f"As printed: exponential Medium {level} costs {misprint} BP"
                    if rules.as_printed
                    else f"Corrected: exponential Medium {level} costs {right_price} BP; "
                    f"the {misprint} printed is a misprint"
                )
    if any(map(armory.is_full_plate, concept.armor)):
        yield "Printed in two ways: Full Plate stops 4D as worn armour, which counts here, and 5D as a material"


def stats(character: Character) -> dict[str, Any]:
    """The derived numbers by their public names."""
    rules = character.rules
    running = character.running
    health = character.values["health"]
    found: dict[str, Any] = {
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
        "healing": {
            "untreated": body.healing(health, rules),
            "bed_rest": body.healing(health, rules, bed=True),
            "strenuous": max(0, health + rules.strenuous),
        },
        **{name: total.value for name, total in character.named.items()},
        "feat_of_strength_pounds": character.feat_of_strength,
        "attacks": [_attack(each) for each in (*character.attacks, *character.unarmed)],
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
            each.arm.name: odds.blows(each.total.value, rules.defenders_action)
            for each in (*character.attacks, *character.unarmed)
            if each.skill is not None or not each.arm.unarmed
        },
    }
    for area in character.reckoning.areas:
        found[f"{area.name.lower()}_reckoning"] = sum_of(area)
    if rules.automatic_success:
        found["automatic_success"] = {
            identity: {
                "minimal": odds.automatic(total.value, rules.automatic_minimal) or 0,
                "minor": odds.automatic(total.value, rules.automatic_minor) or 0,
            }
            for identity, total in _rolled(character)
        }
    return found


def _attack(attack: Attack) -> dict[str, Any]:
    arm = attack.arm
    return {
        "weapon": arm.name,
        "damage": arm.damage,
        "extra_strain": arm.extra_strain,
        "usable": arm.usable,
        **({"reach": arm.reach} if arm.reach else {}),
        "trait": attack.total.value,
        "skill": attack.skill.name if attack.skill else "untrained",
    }


def _rolled(character: Character) -> list[tuple[str, Total]]:
    """Every trait total that has a roll of its own, with its id."""
    totals = [*character.category_totals, *character.attribute_totals]
    totals += [specialty.total for specialty in character.specialties if specialty.total is not None]
    return list(zip(unique_slugs(total.name for total in totals), totals, strict=True))


def rolls(character: Character) -> list[Roll]:
    """Each category, attribute and specialty with an attribute, with all its odds."""
    difficulties = tuple(dict.fromkeys(character.rules.standing_difficulties))
    return [
        Roll(
            id=identity,
            label=total.name.capitalize() if total.name == total.attribute or not total.attribute else total.name,
            value=total.value,
            roll=odds.roll_text(total.value),
            odds=_odds(total, character, difficulties),
        )
        for identity, total in _rolled(character)
    ]


def _odds(total: Total, character: Character, difficulties: tuple[int, ...]) -> Odds:
    """The standing odds, those under a full limit pool, and those by the category where it is the higher one."""
    pool = character.pool(total.category)
    found: dict[str, Any] = dict(odds.standing(total.value, difficulties))
    found["under_full_pool"] = odds.under_full_pool(total.value, pool.threshold, difficulties)
    category = character.total(total.category).value
    if total.attribute is not None and category > total.value:
        found["by_category"] = odds.all_by_category(category, total.value, difficulties)
    return found


def trackers(character: Character) -> list[Tracker]:
    """What pencils change in play."""
    found = [
        Tracker(name=pool.name, title=pool.name.capitalize(), high=pool_boxes(pool)) for pool in character.limit_pools
    ]
    found += [Tracker(name=kind, title=kind.capitalize(), high=levels) for kind, levels in character.health.items()]
    found += [
        Tracker(name=f"{location}_hits_{kind}", title=f"{location.capitalize()}: {kind} hits", high=HITS_PER_BOX)
        for location in LOCATIONS
        for kind in KINDS
    ]
    found += [
        Tracker(name="active_used", title="Active action used", yes_or_no=True),
        Tracker(name="passive_used", title="Passive action used", yes_or_no=True),
        Tracker(name="fatigue_from_yesterday", title="Fatigue from yesterday", high=MOST_CARRIED_OVER),
    ]
    return found


def pool_boxes(pool: LimitPool) -> int:
    """How many boxes a limit pool has on the sheet: to its double, or as far as Will carries it."""
    return pool.double if pool.with_will is None else pool.with_will
