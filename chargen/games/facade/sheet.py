"""Make the sheet of Façade: first what fights and scenes need, then skills and background, then complete odds.

The compact version for the GM is here too: half a page with the essentials of a character.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from chargen.games.facade import blocks, odds
from chargen.games.facade.blocks import chance_to_reach
from chargen.games.facade.body import healing
from chargen.games.facade.budget import format_points
from chargen.games.facade.character import LOCATIONS, Character, with_worn
from chargen.games.facade.costs import background_cost, background_worth, rounds_down
from chargen.games.facade.reference import ON_A_BLANK, ON_A_SHEET, how, how_to_make, prices
from chargen.games.facade.rules import CATEGORIES, DEFENDERS_ACTION, KINDS, MIDDLE_DIFFICULTY, RUNNING_DIFFICULTY
from chargen.kit import blocks as kit
from chargen.kit.tables import center, left, right, spread, table
from chargen.page.roll import signed, with_sign
from chargen.page.sheet import Block, Chance, Chart, Facts, Label, Own, Prose, Sheet, Table, WhatIf

HIGHEST_SLID = 20  # The highest difficulty of the slider (house default)

PILLARS = tuple(f"pillar-{category}" for category in CATEGORIES)
NARROW_FIRST = (*PILLARS, "weapons"), (*PILLARS, "skills", "weapons")
"""The blocks before all boxes where there is one column: on A5, the boxes then fill a page; and on a telephone."""
BLANK_FIRST = (*PILLARS, "armor", "steps", "weapons", "defenses", "body")
"""The same for a blank A5: its first two pages have room for what is short, and its boxes fill the third."""
NO_BREAK, NO_ROLL = "\N{NO-BREAK SPACE}", "–"
"""The space between a price and its unit, and what is in the cells of what needs no roll."""
MOST_CHARTS = 3  # The largest number of skills with a chart (house default)
Against: TypeAlias = tuple[str, int, int]
"""An attack: its name, its trait, and the Action or the trait of the opponent."""


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    rules = character.rules
    best, defense = max(blocks.list_defenses(character), key=lambda defense: defense[1])
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
        _body(character),
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
        *lower,
        notes,
        kit.how_to_roll(how(rules, ON_A_SHEET)),
        _running(character),
        _loads(character),
        _healing(character),
        *_level_charts(character),
        _blows(character),
        kit.ledger(character.ledger, character.budget.pool_name),
    ]
    blank = [
        *upper,
        kit.steps(how_to_make(rules), "across"),
        *fight,
        blocks.skills_to_write(rules),
        tree,
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
            ("Sprint", *_sprint(character)),
        ),
        what_ifs=_what_ifs(character),
        foot=list_footnotes(character),
        pages=2,
        narrow_first=NARROW_FIRST,
        blank_first=BLANK_FIRST,
        blank=blank,
    )


def _initiative(character: Character) -> tuple[str, str, str]:
    in_armor, bare = character.initiative_in_armor, character.initiative
    return "Initiative", str(bare), "and to be hit" if in_armor == bare else f"{in_armor} in armor, and to be hit"


def _sprint(character: Character) -> tuple[str, str]:
    in_armor, bare = character.running_in_armor.feet_per_second, character.running.feet_per_second
    return str(bare), "feet a second" if in_armor == bare else f"{in_armor} in armor, feet a second"


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


def _body(character: Character) -> Facts:
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
    return Facts(name="body", title="Body", place="main", facts=tuple(facts))


def _roll(trait: int) -> str:
    return f"{trait} ({odds.roll_text(trait)})"


def _running(character: Character) -> Table:
    keep, every = RUNNING_DIFFICULTY, character.running.every
    bare, worn = (
        (
            f"{running.feet_per_second}",
            f"{float(running.miles_per_minute):.2f}",
            f"{running.slow_miles_per_hour}",
            f"{float(running.stroll_miles_per_hour):g}",
        )
        for running in (character.running, character.running_in_armor)
    )
    units = ("ft/s", "mile/min", "mph", "mph")
    speeds = [with_worn(f"{own} {unit}", f"{other} {unit}") for own, other, unit in zip(bare, worn, units, strict=True)]
    is_lowered = character.running_in_armor != character.running
    sprint, run = character.named["sprint"].value, character.named["run"].value
    rows: list[tuple[str, str, str, int | None]] = [
        ("Sprint", speeds[0], f"{every} s", sprint),
        ("Run", speeds[1], f"{every} min", run),
        ("Jog", speeds[2], f"{every * 10} min", run),
        ("Walk", speeds[3], NO_ROLL, None),
    ]
    return table(
        "running",
        "Running",
        rows,
        (left("", 14), lambda row: row[0]),
        (left("Speed", 24), lambda row: row[1]),
        (left("Roll every", 16), lambda row: row[2]),
        (left("Trait", 30), lambda row: NO_ROLL if row[3] is None else _roll(row[3])),
        (right(f"Against {keep}", 16), lambda row: NO_ROLL if row[3] is None else chance_to_reach(row[3], keep)),
        labels="game",
        place="main",
        caption="In brackets: in armor. Traits are those in armor." if is_lowered else "",
        reference=True,
    )


def _loads(character: Character) -> Table | None:
    if character.loads is None:
        return None
    feet, will = character.categories["body"], character.values["will"]
    rows = [
        ("Light, hardly noticed", character.loads["light"]),
        ("Comfortable", character.loads["comfortable"]),
        ("Heavy: twice the Strain and Fatigue", character.loads["heavy"]),
        (f"Unbearable: {feet} ft at a time", character.loads["unbearable"]),
        (f"Feat of strength, 2 s: {will} Exhaustion", character.feat_of_strength),
    ]
    return table(
        "loads",
        "Loads",
        rows,
        (left("", 70), lambda row: row[0]),
        (right("Pounds", 30), lambda row: str(row[1])),
        place="side",
        reference=True,
    )


def _healing(character: Character) -> Table:
    healed = healing(character.values["health"])
    periods = ("Bruising, in a day", "Deadly, in a month", "Crushing, in half a year")
    return table(
        "healing",
        "Healing",
        periods,
        (left("", 40), str),
        *(
            (center(heading, 20), lambda period, levels=healed[how]: str(levels))
            for heading, how in (("Resting", "bed_rest"), ("Normal", "untreated"), ("Strenuous", "strenuous"))
        ),
        labels="game",
        place="main",
        reference=True,
    )


def _modifiers(character: Character) -> Prose | None:
    items = []
    for modifier, price in character.modifiers:
        bonus = ", ".join(f"{name} {with_sign(amount)}" for name, amount in modifier.bonus.items())
        rounded = ", rounded down (house default)" if price <= 0 and rounds_down(modifier) else ""
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


# The complete odds, on the back page.


def _level_charts(character: Character) -> list[Chart]:
    """Return charts of the success levels of the best skills, else of the best categories, on a common scale."""
    skilled = [(skill.name, total.value) for skill, total in character.specialties]
    rolled = skilled or [(total.name.capitalize(), total.value) for total in character.category_totals]
    best: dict[int, str] = {}
    for name, trait in sorted(rolled, key=lambda roll: -roll[1]):
        # Equal traits have the same chart, so the first name is enough.
        best.setdefault(trait, name)
    return [_level_chart(name, trait) for trait, name in islice(best.items(), MOST_CHARTS)]


def _level_chart(name: str, trait: int) -> Chart:
    labels = ("fails", "near", *map(str, range(len(odds.SUCCESS_LEVELS))))
    series = list(zip(labels, odds.level_chances(trait, MIDDLE_DIFFICULTY).values(), strict=True))
    # Success levels that the dice cannot reach would be empty bars.
    while len(series) > 1 and not series[-1][1]:
        series.pop()
    return Chart(
        name="levels",
        title=f"{name} {trait} against {MIDDLE_DIFFICULTY}",
        series=tuple(series),
        caption="The chance of each success level, in percent.",
        reference=True,
    )


def _blows(character: Character) -> Table:
    """Return the blows of attacks with a skill, by location in dramatic combat, by opponent in simple combat."""
    arms = [(attack.arm.name, attack.total.value, attack.arm.unarmed) for attack in character.chief_attacks]
    around = (DEFENDERS_ACTION - 3, DEFENDERS_ACTION, DEFENDERS_ACTION + 3)
    if character.rules.combat == "simple":
        return _simple_blows([(name, trait, opponent) for name, trait, _ in arms for opponent in around])
    names: dict[tuple[int, bool], list[str]] = {}
    for name, trait, is_unarmed in arms:
        names.setdefault((trait, is_unarmed), []).append(name)
    return _dramatic_blows(
        [
            ("; ".join(alike), trait, action)
            for index, ((trait, _), alike) in enumerate(names.items())
            # Three opponents for the first attack only: with all of them the table would not fit on the page.
            for action in (around if index == 0 else (DEFENDERS_ACTION,))
        ]
    )


def _dramatic_blows(attacks: list[Against]) -> Table:
    def at_least_full(location: str, attack: Against) -> Chance:
        chances = odds.blow_chances(*attack[1:])[location]
        return Chance(sum((chances[blow] for blow in ("full", "strong", "savage")), Fraction(0)))

    return table(
        "blows",
        "Blows",
        attacks,
        (left("Attack", 30), lambda attack: Label(attack[0], f"{attack[1]} against Action {attack[2]}")),
        *spread(
            odds.BLOWS,
            lambda blow: right(blow, 8, f"{blow} to the torso"),
            lambda blow, attack: Chance(odds.blow_chances(*attack[1:])["torso"][blow.lower()]),
        ),
        *spread(
            odds.HIT_LOCATIONS[1:],
            lambda location: right(f"{location.capitalize()} ≥", 8, f"a Full blow or better: {location}"),
            at_least_full,
        ),
        caption="Scratch to Savage: the best blow to the torso. With ≥: a Full blow or better to that location.",
        reference=True,
    )


def _simple_blows(attacks: list[Against]) -> Table:
    """Return the blows of simple combat against an opponent's trait (FAC-d8)."""
    return table(
        "blows",
        "Blows in simple combat",
        attacks,
        (left("Attack", 40), lambda attack: Label(attack[0], f"{attack[1]} against {attack[2]}")),
        *spread(
            odds.BLOWS[1:],
            lambda blow: right(blow, 15),
            lambda blow, attack: Chance(odds.simple_blows(*attack[1:])[blow.lower()]),
        ),
        caption="Both roll: a tie or 1 more glances, 2 more is full, double the other's roll strong, triple savage.",
        reference=True,
    )


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
