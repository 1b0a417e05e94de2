"""Make the sheet of Façade: first what fights and scenes need, then skills with their odds, and background.

The compact version for the GM is here too: half a page with the essentials of a character.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from chargen.games.facade import blocks, odds
from chargen.games.facade.body import Running, healing
from chargen.games.facade.budget import background_cost, background_worth, format_points, modifier_cost
from chargen.games.facade.character import LOCATIONS, Character, with_worn
from chargen.games.facade.reference import ON_A_BLANK, ON_A_SHEET, how, how_to_make, prices
from chargen.games.facade.rules import CATEGORIES, KINDS, MIDDLE_DIFFICULTY, RUNNING_DIFFICULTY
from chargen.kit import blocks as kit
from chargen.page.roll import in_percent, signed, with_sign
from chargen.page.sheet import Block, Facts, Own, Prose, Sheet, WhatIf

HIGHEST_SLID = 20  # The highest difficulty of the slider (house default)

PILLARS = tuple(f"pillar-{category}" for category in CATEGORIES)
NARROW_FIRST = (*PILLARS, "weapons"), (*PILLARS, "skills", "weapons")
"""The blocks before all boxes where there is one column: on A5, the boxes then fill a page; and on a telephone."""
BLANK_FIRST = (*PILLARS, "armor", "steps", "weapons", "defenses", "body")
"""The same for a blank A5: its first two pages have room for what is short, and its boxes fill the third."""
NO_BREAK = "\N{NO-BREAK SPACE}"  # Between a price and its unit


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    rules = character.rules
    best, defense = max(blocks.list_defenses(character), key=lambda defense: defense[1])
    bare, worn = character.running, character.running_in_armor
    upper: list[Block | None] = [
        *(blocks.pillar(category, character) for category in CATEGORIES),
        *(blocks.limit_pool_boxes(pool, character) for pool in character.limit_pools),
        *(blocks.health_boxes(kind, character) for kind in KINDS),
        blocks.fatigue_carried_over(character),
        blocks.points_to_spend(character),
        *(blocks.hit_boxes(location, character) for location in LOCATIONS),
        blocks.turn_boxes(character),
    ]
    fight = [blocks.weapons(character), blocks.defenses(character), blocks.armor(character)]
    tree = blocks.skill_tree(character)
    lower: list[Block | None] = [
        _modifiers(character),
        # With their own healing, if the table tracks them (FAC-h8).
        Prose(name="wounds", title="Wounds", place="main", lines=4) if rules.individual_wounds else None,
        _backgrounds(character),
        kit.equipment(character.equipment, "side"),
    ]
    notes = kit.notes(character, lines=2)
    parts: list[Block | None] = [
        *upper,
        *fight,
        # A few groups of skills all fit on the first page.
        None if len(blocks.skill_groups(character)) <= blocks.FEW_TRAITS else blocks.best_skills(character),
        blocks.skills_by_trait(character),
        tree,
        Prose(name="body", title="Body", place="main", items=(*_body(character), *_exertions(character))),
        *lower,
        notes,
        kit.how_to_roll(how(rules, ON_A_SHEET)),
        kit.ledger(character.ledger, character.budget.pool_name),
    ]
    blank = [
        *upper,
        kit.steps(how_to_make(rules), "across"),
        *fight,
        blocks.skills_to_write(rules),
        tree,
        Facts(name="body", title="Body", place="main", facts=tuple(_body(character))),
        *lower,
        prices(rules),
        notes,
        kit.how_to_roll(how(rules, ON_A_BLANK)),
    ]
    return kit.sheet(
        character,
        parts,
        highlights=(
            _initiative(character),
            ("Defense", str(defense), best.text),
            _highlight("Sprint", bare.feet_per_second, worn.feet_per_second, "feet a second"),
        ),
        what_ifs=_what_ifs(character),
        foot=list_footnotes(character),
        pages=2,
        narrow_first=NARROW_FIRST,
        blank_first=BLANK_FIRST,
        blank=blank,
    )


def _highlight(label: str, bare: int, in_armor: int, below: str) -> tuple[str, str, str]:
    return label, str(bare), below if in_armor == bare else f"{in_armor} in armor, {below}"


def _initiative(character: Character) -> tuple[str, str, str]:
    return _highlight("Initiative", character.initiative, character.initiative_in_armor, "and to be hit")


def _what_ifs(character: Character) -> Iterator[WhatIf]:
    skills = [group.trait for group in blocks.skill_groups(character) if group.trait is not None]
    if skills:
        yield _what_if("skills", "The difficulty is", [(str(trait), trait) for trait in skills])
    categories = [(total.name.capitalize(), total.value) for total in character.category_totals]
    yield _what_if("", "The difficulty for a category is", categories)


def _what_if(of: str, label: str, rolled: list[tuple[str, int]]) -> WhatIf:
    difficulties = range(1, HIGHEST_SLID + 1)

    def chances(trait: int) -> tuple[tuple[Fraction, ...], ...]:
        return (
            tuple(odds.chance(trait, difficulty) for difficulty in difficulties),
            tuple(odds.level_chances(trait, difficulty)[odds.NEAR_MISS] for difficulty in difficulties),
            tuple(odds.chance(trait, difficulty, 1) for difficulty in difficulties),
        )

    return WhatIf(
        name=f"difficulty-{of}" if of else "difficulty",
        of=of,
        title="A category against another difficulty",
        label=label,
        steps=tuple(f"{difficulty} {odds.trait_name(difficulty)}".strip() for difficulty in difficulties),
        start=min(MIDDLE_DIFFICULTY, HIGHEST_SLID) - 1,
        columns=("Chance to reach it", "Near miss", "With a stunt d4"),
        rows=tuple((name, chances(trait)) for name, trait in rolled),
        dice=tuple(
            tuple(
                tuple(odds.dice_rule(trait, difficulty, stunts) for difficulty in difficulties) for stunts in (0, 0, 1)
            )
            for _, trait in rolled
        ),
    )


def list_footnotes(character: Character) -> tuple[str, ...]:
    """Return the points, the corrected misprints that matter, and the house defaults."""
    ours = (
        "chargen's rulings: health levels, out of a fight with all boxes of one kind of damage marked, "
        "the Strength for weapons, standing difficulties"
    )
    return Own(_points(character)), *map(Own, character.corrections), ours


def _points(character: Character) -> str:
    computed = character.budget
    common = computed.pool_name
    spent = [
        f"{area.name} {format_points(area.spent)}" + (f" with {area.from_pool} {common}" if area.from_pool else "")
        for area in computed.areas
    ]
    return ", ".join([*spent, f"{common} {computed.needed} of {computed.available}"])


def _body(character: Character) -> list[tuple[str, str]]:
    """Return facts for occasional use: the size, and the difficulties for others."""
    facts = []
    size = [f"{character.height_inches // 12}′ {character.height_inches % 12}″"] if character.height_inches else []
    size += [f"{character.weight_pounds} lb"] if character.weight_pounds else []
    if size:
        facts.append(("Height and weight" if len(size) > 1 else "Size", ", ".join(size)))
    if character.constant_load:
        facts.append(("Of this a constant load", f"{character.constant_load} lb"))
    facts += [
        ("Enduring pain, against all damage", _roll(character.named["enduring_pain"].value)),
        ("First aid to me, Insight + First Aid", f"all damage − {character.values['health']}"),
        ("Stirring my Passion, Wits + a skill", str(character.total("persona").value)),
    ]
    return facts


def _roll(trait: int) -> str:
    return f"{trait} ({odds.roll_text(trait)})"


def _exertions(character: Character) -> list[tuple[str, str]]:
    """Return how fast the character moves, what it can carry, and how it heals; in brackets, in armour."""
    bare, worn, every = character.running, character.running_in_armor, character.running.every

    def speed(of: Callable[[Running], object], unit: str) -> str:
        return with_worn(f"{of(bare)} {unit}", f"{of(worn)} {unit}")

    def rolled(name: str) -> str:
        trait = character.named[name].value
        return f"roll {_roll(trait)}, {in_percent(odds.chance(trait, RUNNING_DIFFICULTY))} against {RUNNING_DIFFICULTY}"

    run = speed(lambda run: f"{float(run.miles_per_minute):.2f}", "mile/min")
    walk = speed(lambda run: f"{float(run.stroll_miles_per_hour):g}", "mph")
    items = [
        ("Sprint", f"{speed(lambda run: run.feet_per_second, 'ft/s')}; every {every} s {rolled('sprint')}"),
        ("Run", f"{run}; every {every} min {rolled('run')}"),
        ("Jog, walk", f"{speed(lambda run: run.slow_miles_per_hour, 'mph')}, rolled every {every * 10} min; {walk}"),
    ]
    if character.loads is not None:
        loads, feet, will = character.loads, character.categories["body"], character.values["will"]
        light = f"light {loads['light']} lb, comfortable {loads['comfortable']}"
        heavy = f"heavy {loads['heavy']} (twice the Strain and Fatigue)"
        items += [
            ("Loads", f"{light}, {heavy}, unbearable {loads['unbearable']} ({feet} ft at a time)"),
            ("Feat of strength", f"{character.feat_of_strength} lb for 2 s, at {will} Exhaustion"),
        ]
    healed = healing(character.values["health"])
    ways = ((healed["bed_rest"], "resting"), (healed["untreated"], "normal"), (healed["strenuous"], "strenuous"))
    levels = ", ".join(f"{number} {way}" for number, way in ways)
    items.append(("Heals", f"{levels}: Bruising in a day, Deadly in a month, Crushing in half a year"))
    return items


def _modifiers(character: Character) -> Prose | None:
    items = []
    for modifier, price in character.modifiers:
        bonus = ", ".join(f"{name} {with_sign(amount)}" for name, amount in modifier.bonus.items())
        opposite = modifier.model_copy(update={"level": -(modifier.level or 0)})
        is_rounded = (modifier.level or 0) < 0 and -modifier_cost(modifier) < modifier_cost(opposite)
        rounded = ", rounded down (house default)" if price <= 0 and is_rounded else ""
        cost = f"{modifier.cost}, {format_points(price)}{NO_BREAK}AP{rounded}"
        remarks = (modifier.effect, bonus, modifier.category, cost)
        items.append((f"{modifier.name} {signed(modifier.level or 0)}", "; ".join(filter(None, remarks))))
    return (
        Prose(name="modifiers", title="Modifiers", place="main", items=tuple(items), together=True) if items else None
    )


def _backgrounds(character: Character) -> Prose | None:
    items = []
    for background, created in character.backgrounds:
        price = "gained in play"
        if created is not None:
            at = f" at level {created.level}" if created.level != background.level else ""
            cost = background_cost(created, character.rules)
            parts = created.kind or "", created.cost or "", created.level or 0, created.points or 0
            is_rounded = cost <= 0 and -cost < background_worth(*parts, character.rules)
            rounded = ", rounded down (house default)" if created.liability and is_rounded else ""
            price = f"{format_points(cost)}{NO_BREAK}BP{at}{rounded}"
        kind = " ".join(filter(None, [background.kind, background.cost]))
        remarks = (background.effect, background.class_, f"{kind}, {price}")
        level = "" if background.level is None else f" {background.level}"
        items.append((f"{background.name}{level}", "; ".join(filter(None, remarks))))
    if not items:
        return None
    return Prose(name="backgrounds", title="Backgrounds", place="side", items=tuple(items), together=True)


# The compact version.


def compact(character: Character) -> Sheet:
    """Return the compact sheet of a character."""
    categories = [
        (total.name.capitalize(), character.with_worn(total.name), odds.roll_text(total.value))
        for total in character.category_totals
    ]
    return kit.sheet(
        character,
        [
            blocks.weapons(character),
            blocks.best_skills(character, "main"),
            blocks.defenses(character),
            blocks.armor(character),
            _limits(character),
            *(blocks.health_boxes(kind, character) for kind in KINDS),
        ],
        highlights=(*categories, _initiative(character)),
        foot=list_footnotes(character),
    )


def _limits(character: Character) -> Facts:
    pools = [
        (pool.name.capitalize(), " / ".join(str(end) for end in (pool.threshold, pool.double, pool.with_will) if end))
        for pool in character.limit_pools
    ]
    return Facts(name="numbers", title="Limits", place="side", facts=tuple(pools))
