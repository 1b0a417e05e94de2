"""A Façade character as it stands: every number that follows from the concept."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from chargen.core.concept import Item
from chargen.core.names import fold
from chargen.core.roll import Points
from chargen.core.system import Grown, LedgerLine
from chargen.systems.facade import armory, attributes, body, costs, skills
from chargen.systems.facade.body import LimitPool, Running
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.reckoning import Gained, Reckoning, reckon, values
from chargen.systems.facade.rules import Rules

LOCATIONS = ("head", "torso", "arms", "legs")
KINDS = ("bruising", "crushing", "deadly")
MOST_CARRIED_OVER = 10
"""Boxes for Fatigue from yesterday (ours)."""
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
    total: Total | None
    points: float | None = None
    """The SP it holds (cascade)."""

    @property
    def name(self) -> str:
        """Its own name."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Attack:
    """A weapon or an unarmed attack, with the skill it is used with, where there is one."""

    arm: armory.Arm
    skill: Known | None


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
    """A background or a liability as it stands on the sheet; one that was gained in play is free."""

    name: str
    class_: str
    kind: str
    cost: str
    level: int | None
    price: int
    effect: str
    gained: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Everything a sheet shows."""

    name: str
    player: str
    concept: str
    notes: str
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
    unarmed: tuple[Attack, ...]
    defenses: tuple[Known, ...]
    """What this character dodges, parries or blocks with."""
    armor: tuple[armory.Worn, ...]
    modifiers: tuple[Taken, ...]
    backgrounds: tuple[Owned, ...]
    equipment: tuple[Item, ...]
    reckoning: Reckoning
    points: Mapping[str, Points]
    ledger: tuple[LedgerLine, ...]
    corrections: tuple[str, ...]
    """The corrected misprints that this character's numbers rest on."""
    state: Mapping[str, object] = field(default_factory=dict)

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
        parents = {each.path[:length] for each in self.skills for length in range(1, len(each.path))}
        return tuple(each for each in self.skills if each.path not in parents)

    @property
    def specialties(self) -> tuple[Known, ...]:
        """The specialties, in the order of the tree."""
        return tuple(each for each in self.skills if len(each.path) == len(skills.HEIGHTS))

    @property
    def wound_penalties(self) -> Mapping[str, int]:
        """What the hits that are marked take off the skill of physical actions."""
        return body.wound_penalties(
            {
                (location, kind): marked
                for location in LOCATIONS
                for kind in KINDS
                if isinstance(marked := self.state.get(f"{location}_hits_{kind}", 0), int)
            }
        )

    def trained(self, attribute: str, name: str) -> Total:
        """An attribute with the best skill of that name or under it; the attribute alone where there is none.

        For rolls that the text names, such as Stamina + Endurance (Torture).
        """
        alone = self.total(attribute)
        levels = {each.path: each.level for each in self.skills}
        best: tuple[tuple[str, int], ...] = ()
        for path in levels:
            if any(fold(step) == fold(name) for step in path):
                addends = tuple((path[depth], levels.get(path[: depth + 1], 0)) for depth in range(len(path)))
                if sum(amount for _, amount in addends) > sum(amount for _, amount in best):
                    best = addends
        return Total(name, (*alone.addends, *best), alone.category, attribute)


def _defenses(known: tuple[Known, ...], rules: Rules) -> Iterator[Known]:
    """The skills that defend: those with such a word in their name or their focus's, where nothing is inside them."""
    wanted = set(map(fold, rules.defense_skills))
    parents = {each.path[:length] for each in known for length in range(1, len(each.path))}
    for each in known:
        words = {word for step in each.path[1:] for word in fold(step).split()}
        if each.total is not None and words & wanted and each.path not in parents:
            yield each


def derive(grown: Grown[Concept], rules: Rules) -> Character:
    """The character that a grown concept describes."""
    concept = grown.concept
    created = Gained.by(grown.created)
    held = values(concept.attributes)
    fitting = body.clamped_values(held, rules)
    categories = body.category_values(held, rules)
    tree = skills.tree(concept.skills)
    bonuses = _bonuses(concept, tree)
    armor = armory.worn(concept.armor, fitting["strength"], rules)
    attribute_totals = tuple(_attribute_total(name, fitting, bonuses, armor) for name in attributes.ATTRIBUTES)
    category_totals = tuple(_category_total(name, categories, bonuses, armor) for name in attributes.CATEGORIES)
    known = tuple(_known(tree, attribute_totals, bonuses, rules))
    index = _index(known)
    carried, unarmed = armory.arms(concept.weapons, fitting["strength"], armor, rules)
    formula = body.weight(concept.frame, categories["body"])
    pounds = concept.weight if concept.weight is not None else formula
    inches = concept.height if concept.height is not None else body.height(concept.frame, categories["body"])
    action = next(each for each in category_totals if each.name == "action")
    in_armor = sum(amount for name, amount in action.addends if name == "Action" or name in _worn_names(armor))
    return Character(
        name=concept.name or "",
        player=concept.player,
        concept=concept.concept,
        notes=concept.notes,
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
        attacks=tuple(Attack(arm, _skill_of(arm, index)) for arm in carried),
        unarmed=tuple(Attack(arm, _skill_of(arm, index)) for arm in unarmed),
        defenses=tuple(_defenses(known, rules)),
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
        backgrounds=tuple(
            Owned(
                each.name or "",
                each.class_ or "",
                each.kind or "",
                each.cost or "",
                each.level,
                0 if index >= created.backgrounds else costs.background(each, rules),
                each.effect,
                index >= created.backgrounds,
            )
            for index, each in enumerate(concept.backgrounds)
        ),
        equipment=concept.equipment,
        reckoning=reckon(
            concept, rules, created, sum(line.award or 0 for line in concept.advancement if line.award is not None)
        ),
        points=grown.points,
        ledger=grown.ledger,
        corrections=tuple(_corrections(concept, created, tree, rules)),
        state={fold(name).replace(" ", "_"): value for name, value in concept.state.items()},
    )


Bonuses = Mapping[str | skills.Path, tuple[tuple[str, int], ...]]
"""What modifiers add, by what they add to: a plain name, or the path of a skill."""


def _bonuses(concept: Concept, tree: skills.Tree) -> Bonuses:
    found: dict[str | skills.Path, tuple[tuple[str, int], ...]] = {}
    plain = {*attributes.LIMIT_POOLS.values(), *attributes.ATTRIBUTES, *attributes.CATEGORIES}
    for modifier in concept.modifiers:
        for name, amount in modifier.bonus.items():
            targets: list[str | skills.Path] = [fold(name)] if fold(name) in plain else [*skills.found(name, tree)]
            for target in targets:
                found[target] = (*found.get(target, ()), (modifier.name or "", amount))
    return found


def _shifts(bonuses: Bonuses) -> dict[str, int]:
    return {name: sum(amount for _, amount in bonuses.get(name, ())) for name in attributes.LIMIT_POOLS.values()}


def _worn_names(armor: tuple[armory.Worn, ...]) -> set[str]:
    return {piece.name for piece in armor}


def _attribute_total(name: str, fitting: Mapping[str, int], bonuses: Bonuses, armor: tuple[armory.Worn, ...]) -> Total:
    category = attributes.CATEGORY_OF[name]
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


def _effect_on(name: str, piece: armory.Worn) -> int:
    return {"agility": piece.agility, "perception": piece.perception}.get(name, 0)


def _category_total(
    name: str, categories: Mapping[str, int], bonuses: Bonuses, armor: tuple[armory.Worn, ...]
) -> Total:
    worn = []
    for piece in armor:
        amount = sum(_effect_on(each, piece) for each in attributes.CATEGORIES[name])
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
        total = None
        if attribute is not None:
            alone = by_name[attribute]
            steps = [path[: length + 1] for length in range(len(path))]
            addends = [
                *alone.addends,
                *((each[-1], levels[each]) for each in steps),
                *(extra for each in steps for extra in bonuses.get(each, ())),
            ]
            total = Total(path[-1], tuple(addends), alone.category, attribute)
        yield Known(path, levels[path], total, float(held[path]) if path in held else None)


Index = Mapping[str, tuple[Known, ...]]
"""Skills with a trait total by their names and paths, folded."""


def _index(known: tuple[Known, ...]) -> Index:
    found: dict[str, tuple[Known, ...]] = {}
    for each in known:
        if each.total is not None:
            for name in {fold(each.name), fold(skills.shown(each.path))}:
                found[name] = (*found.get(name, ()), each)
    return found


def _skill_of(arm: armory.Arm, index: Index) -> Known | None:
    """The specialty, or else the focus, that a weapon is used with: the one it names, or of its own name."""
    fitting = [each for name in armory.skill_names(arm) for each in index.get(fold(name), ())]
    return max(fitting, key=lambda each: (len(each.path), each.total.value if each.total else 0), default=None)


def _corrections(concept: Concept, created: Gained, tree: skills.Tree, rules: Rules) -> Iterator[str]:
    """The corrected misprints that mattered for this character (FAC-Q8, FAC-Q9)."""
    if rules.cascade:
        held = skills.invested(tree, rules)
        printed = rules.cascade_broad_as_printed
        right = rules.cascade_skill_costs.broad
        broad = [held[path] for path in tree if len(path) == 1]
        if any(skills.reached(each, printed) != skills.reached(each, right) or each >= right[-1] for each in broad):
            yield (
                "35 SP, as printed, make a cascade Broad skill 4"
                if rules.as_printed
                else "Broad 4 by cascade takes 45 SP; the 35 printed is a misprint"
            )
    row, printed_row = rules.exponential_background_costs.get("medium", (0,)), rules.exponential_medium_as_printed
    for each in concept.backgrounds[: created.backgrounds]:
        level = each.level or 0
        if each.kind == "exponential" and each.cost == "medium" and 0 < level < min(len(row), len(printed_row)):
            right_price, misprint = row[level], printed_row[level]
            if right_price != misprint:
                yield (
                    f"exponential Medium {level} costs {misprint} BP, as printed"
                    if rules.as_printed
                    else f"exponential Medium {level} costs {right_price} BP; the {misprint} printed is a misprint"
                )
    if any(fold(piece.name or "") == "full plate" and piece.protects is None for piece in concept.armor):
        yield "Full Plate stops 4D as worn armour, and is printed with 5D among the materials"
