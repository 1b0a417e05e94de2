"""What stands on a Façade sheet: attributes, skills and boxes first, charts and reckoning behind them.

The GM's compact version is here too: half a page, what is needed to play somebody for an evening.
"""

from dataclasses import replace
from fractions import Fraction
from math import ceil

from chargen.core.roll import signed, with_sign
from chargen.core.sheet import Block, Cell, Chance, Facts, Label, Own, Prose, Sheet, Table, Track, WhatIf
from chargen.games.facade import blocks, charts, odds
from chargen.games.facade.blocks import reached
from chargen.games.facade.body import healing
from chargen.games.facade.character import LOCATIONS, Attack, Character, Total
from chargen.games.facade.how import ON_A_SHEET, how
from chargen.games.facade.reckoning import written
from chargen.games.facade.rules import CATEGORIES, KINDS, Rules
from chargen.kit import blocks as kit
from chargen.kit.tables import left, right, spread, table

SKILLS_ON_A_PAGE = 44
HIGHEST_SLID = 20
"""The difficulties of the slider go so far (ours)."""
MOST_SLID = 40
"""So many rolls are moved by the slider (ours)."""
MOST_SKILLS = 8
"""So many of the best skills are on the compact sheet (ours)."""


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    rules = character.rules
    parts: list[Block | None] = [
        _attributes(character),
        *(blocks.limit_pool(pool, character) for pool in character.limit_pools),
        *(blocks.health(kind, character) for kind in KINDS),
        blocks.turn(character),
        *(blocks.hits(location, character) for location in LOCATIONS),
        blocks.weapons(character),
        blocks.skills(character),
        _body(character),
        blocks.unarmed(character),
        blocks.defenses(character),
        blocks.armor(character),
        blocks.tired(character),
        _modifiers(character),
        _wounds(rules),
        kit.equipment(character.equipment, "main"),
        _backgrounds(character),
        blocks.earned(character),
        kit.notes(character.notes, lines=2),
        kit.how_to_roll(how(rules, ON_A_SHEET)),
        charts.dice_chart(rules),
        charts.success_levels(rules),
        *charts.levels(character),
        charts.blows(character),
        blocks.reckoning(character),
        kit.ledger(character.ledger, character.reckoning.pool_name),
    ]
    return kit.sheet(
        character,
        parts,
        highlights=(
            *_categories(character),
            ("Initiative", str(character.initiative_in_armor), _initiative(character)),
        ),
        what_ifs=(_what_if(character),),
        foot=foot(character),
        pages=_pages(character),
    )


def _categories(character: Character) -> list[tuple[str, str, str]]:
    """The five categories, each with what it rolls."""
    totals = character.category_totals
    return [(total.name.capitalize(), str(total.value), odds.roll_text(total.value)) for total in totals]


def _pages(character: Character) -> int:
    """Two pages for few skills; many have pages of their own between them."""
    number = len(character.leaves)
    return 2 if number <= blocks.ROOM_FOR_BARS else 2 + ceil(number / SKILLS_ON_A_PAGE)


def _what_if(character: Character) -> WhatIf:
    """Every roll against any difficulty, in a browser."""
    difficulties = range(1, HIGHEST_SLID + 1)
    totals = [(total.name.capitalize(), total) for total in character.category_totals]
    totals += [(skill.name, total) for skill, total in character.specialties]

    def chances(trait: int) -> tuple[tuple[Fraction, ...], ...]:
        return (
            tuple(odds.chance(trait, difficulty) for difficulty in difficulties),
            tuple(odds.levels(trait, difficulty)[odds.NEAR_MISS] for difficulty in difficulties),
            tuple(odds.chance(trait, difficulty, 1) for difficulty in difficulties),
        )

    return WhatIf(
        name="difficulty",
        title="Against another difficulty",
        label="The difficulty is",
        steps=tuple(f"{difficulty} {odds.trait_name(difficulty)}".strip() for difficulty in difficulties),
        start=min(character.rules.middle_difficulty, HIGHEST_SLID) - 1,
        columns=("Chance", "Near miss", "With a stunt d4"),
        rows=tuple((f"{name} {total.value}", chances(total.value)) for name, total in totals[:MOST_SLID]),
    )


def foot(character: Character) -> tuple[str, ...]:
    """Return the corrected misprints that mattered, and what is ours."""
    ours = "Ours, where the text is silent: health levels, the meaning of Str and Min, standing difficulties"
    return (*map(Own, character.corrections), ours)


def _initiative(character: Character) -> str:
    if character.initiative_in_armor != character.initiative:
        return f"{character.initiative} unarmoured"
    return "and to be hit"


def _attributes(character: Character) -> Table:
    """The categories with their attributes, and the chances of both."""
    rules = character.rules
    low, inner = min(rules.standing_difficulties), rules.difficulties[1:4] or rules.difficulties

    def attribute(place: int, category: str) -> Label:
        total = character.total(CATEGORIES[category][place])
        name = total.name.capitalize()
        changes = f", {_changes(total)}" if len(total.addends) > 1 else ""
        return Label(Own(f"{name} {signed(total.value)}", name), f"{odds.roll_text(total.value)}{changes}")

    def full(category: str) -> Chance:
        threshold = character.pool(category).threshold
        return reached(character.total(category).value, odds.under_limit(low, threshold, threshold))

    return table(
        "attributes",
        "Attributes",
        tuple(CATEGORIES),
        (
            left("", 14),
            lambda category: Label(category.capitalize(), Own(odds.roll_text(character.total(category).value))),
        ),
        *spread(
            range(3),
            (lambda place: left("Attribute", 15), attribute),
            (
                lambda place: right(f"{low}", 6, f"chance of the attribute against difficulty {low}"),
                lambda place, category: reached(character.total(CATEGORIES[category][place]).value, low),
            ),
        ),
        *spread(
            inner,
            (
                lambda difficulty: right(str(difficulty), 6, f"chance of the category against difficulty {difficulty}"),
                lambda difficulty, category: reached(character.total(category).value, difficulty),
            ),
        ),
        (right("full", 7, "chance of the category while its limit pool stands at its threshold"), full),
        labels="game",
        caption=f"Beside each attribute its chance against {low}; to the right those of the category against "
        f"{', '.join(map(str, inner))}. Full: while the limit pool is at its threshold, which is then the "
        "least difficulty.",
    )


def _changes(total: Total) -> str:
    return ", ".join(f"{with_sign(amount)} {name}" for name, amount in total.addends[1:])


def _wounds(rules: Rules) -> Prose | None:
    """Lines for each wound with its own healing, where the table tracks them (FAC-h8)."""
    return Prose(name="wounds", title="Wounds", place="main", lines=4) if rules.individual_wounds else None


def _body(character: Character) -> Facts:
    rules = character.rules
    running, health = character.running, character.values["health"]
    will = character.values["will"]
    facts = []
    size = [f"{character.height_inches // 12}′ {character.height_inches % 12}″"] if character.height_inches else []
    size += [f"{character.weight_pounds} lb"] if character.weight_pounds else []
    if size:
        facts.append(("Height and weight" if len(size) > 1 else "Size", ", ".join(size)))
    if character.constant_load:
        facts.append(("Of this a constant load", f"{character.constant_load} lb"))
    if character.loads is not None:
        loads, feet = character.loads, character.categories["body"]
        facts += [
            ("Light load, comfortable load", f"{loads['light']} lb, {loads['comfortable']} lb"),
            ("Heavy load: Strain, Fatigue ×2", f"{loads['heavy']} lb"),
            (Own(f"Unbearable load: {feet} ft at a time", "Unbearable load"), f"{loads['unbearable']} lb"),
            (
                Own(f"Feat of strength: {will} Exhaustion for 2 s", "Feat of strength"),
                f"{character.feat_of_strength} lb",
            ),
            ("The day after: physical actions", f"−{will}, by the GM"),
        ]
    rolled = {name: _roll(total.value) for name, total in character.named.items()}
    every, keep = running.every, rules.running_difficulty
    facts += [
        (Own(f"Sprint every {every} s: {rolled['sprint']}", "Sprint"), f"{running.feet_per_second} ft/s"),
        (Own(f"Run every {every} min: {rolled['run']}", "Run"), f"{float(running.miles_per_minute):.2f} mile/min"),
        (f"Both against {keep}; Fatigue takes off", "1 ft/s, 0.01 mile/min each"),
        (
            Own(f"Jog, checked every {every * 10} min; walk", "Jog; walk"),
            f"{running.slow_miles_per_hour} mph; {float(running.stroll_miles_per_hour):g} mph",
        ),
        ("Heals: B a day, D a month, C in six", str(healing(health, rules))),
        (
            "Healing in bed; with a strenuous life",
            f"{healing(health, rules, bed=True)}; {max(0, health + rules.strenuous)}",
        ),
        ("Under a doctor: + success level", f"× {rules.complete_care} with full care"),
        ("Enduring pain, against all damage", rolled["enduring_pain"]),
        ("First aid to me: difficulty", f"all damage − {health}"),
        ("Stirring my Passion: difficulty", str(character.total("persona").value)),
    ]
    return Facts(name="body", title="Body", place="main", facts=tuple(facts))


def _roll(trait: int) -> str:
    return f"{trait} ({odds.roll_text(trait)})"


def _modifiers(character: Character) -> Prose | None:
    items = []
    for modifier, price in character.modifiers:
        bonus = ", ".join(f"{name} {with_sign(amount)}" for name, amount in modifier.bonus.items())
        remarks = (modifier.effect, bonus, modifier.category, f"{modifier.cost}, {written(price)} AP")
        items.append((f"{modifier.name} {signed(modifier.level or 0)}", "; ".join(filter(None, remarks))))
    return Prose(name="modifiers", title="Modifiers", place="main", items=tuple(items)) if items else None


def _backgrounds(character: Character) -> Prose | None:
    items = []
    for background, created, paid in character.backgrounds:
        price = "gained in play" if created is None else f"{written(paid)} BP"
        if created is not None and created.level != background.level:
            price += f" at level {created.level}"
        kind = " ".join(filter(None, [background.kind, background.cost]))
        remarks = (background.effect, background.class_, f"{kind}, {price}")
        level = "" if background.level is None else f" {background.level}"
        items.append((f"{background.name}{level}", "; ".join(filter(None, remarks))))
    return Prose(name="backgrounds", title="Backgrounds", place="side", items=tuple(items)) if items else None


def compact(character: Character) -> Sheet:
    """Return the compact sheet of a character."""
    return kit.sheet(
        character,
        [_rolls(character), *(_health(kind, character) for kind in KINDS), _facts(character)],
        highlights=(*_categories(character), ("Initiative", str(character.initiative_in_armor), "and to be hit")),
        foot=foot(character),
    )


def _rolls(character: Character) -> Table:
    """Attacks first, then the best skills."""
    target = character.rules.defenders_action
    attacks = character.chief_attacks
    fighting = {attack.skill.path for attack in attacks if attack.skill is not None}
    others = [(total.value, skill.name) for skill, total in character.specialties if skill.path not in fighting]
    rolls: list[tuple[Cell, str, int]] = [
        (_attack(attack), attack.arm.damage, attack.total.value) for attack in attacks
    ]
    rolls += [(name, "", trait) for trait, name in sorted(others, key=lambda skill: -skill[0])[:MOST_SKILLS]]
    return table(
        "rolls",
        "Rolls",
        rolls,
        (left("", 42), lambda roll: roll[0]),
        (left("Damage", 14), lambda roll: roll[1]),
        (right("Trait", 10), lambda roll: str(roll[2])),
        (left("Dice", 20), lambda roll: odds.roll_text(roll[2])),
        (right(f"vs {target}", 14, f"chance against difficulty {target}"), lambda roll: reached(roll[2], target)),
        place="main",
    )


def _attack(attack: Attack) -> Label:
    strain = f"{attack.arm.extra_strain} Strain more" if attack.arm.extra_strain else attack.arm.reach
    return Label(attack.arm.name, ", ".join(filter(None, [strain, "" if attack.skill else "untrained"])))


def _health(kind: str, character: Character) -> Track:
    full = "full: out of the fight, by the GM" if kind == "deadly" else ""
    return replace(blocks.health(kind, character), place="side", caption=full)


def _facts(character: Character) -> Facts:
    defenses = [(skill.name, _roll(total.value)) for skill, total in character.defenses]
    armor = [(piece.name, f"{piece.protects}, {'/'.join(piece.covers)}") for piece in character.armor]
    pools = [
        (pool.name.capitalize(), " / ".join(str(end) for end in (pool.threshold, pool.double, pool.with_will) if end))
        for pool in character.limit_pools
    ]
    sprint = [("Sprint", f"{character.running.feet_per_second} ft a second")]
    return Facts(name="numbers", title="Numbers", place="side", facts=(*defenses, *armor, *pools, *sprint))
