"""What stands on a Façade sheet: attributes, skills and boxes first, charts and reckoning behind them."""

from chargen.core.roll import signed
from chargen.core.sheet import Block, Box, Cell, Chance, Column, Facts, Label, Prose, Sheet, Table, Track
from chargen.systems.facade import attributes, charts, odds
from chargen.systems.facade.body import LimitPool, healing
from chargen.systems.facade.character import (
    HITS_PER_BOX,
    KINDS,
    LOCATIONS,
    MOST_CARRIED_OVER,
    Attack,
    Character,
    Total,
    pool_boxes,
)
from chargen.systems.facade.reckoning import sum_of, written
from chargen.systems.facade.rules import BOOK, Rules


def sheet(character: Character, rules: Rules) -> Sheet:
    """The sheet of a character."""
    blocks: list[Block | None] = [
        _attributes(character, rules),
        *(_limit_pool(pool, character) for pool in character.limit_pools),
        *(_health(kind, character) for kind in KINDS),
        _turn(character),
        *(_hits(location, character) for location in LOCATIONS),
        _weapons(character, rules),
        _skills(character, rules),
        _body(character, rules),
        _unarmed(character, rules),
        _defenses(character),
        _armor(character),
        _tired(character),
        _modifiers(character),
        _wounds(rules),
        _equipment(character),
        _backgrounds(character),
        _earned(character),
        Prose(name="notes", title="Notes", text=character.notes.strip(), lines=2, fill=True),
        Prose(name="how", title="How to roll", place="foot", items=charts.how(rules)),
        charts.dice_chart(rules),
        charts.success_levels(rules),
        charts.simple_blows(character, rules) if rules.combat == "simple" else charts.blows(character, rules),
        _reckoning(character),
        _ledger(character),
    ]
    return Sheet(
        system="facade",
        system_title="Façade",
        name=character.name,
        player=character.player,
        concept=character.concept,
        highlights=(
            *(
                (each.name.capitalize(), str(each.value), odds.roll_text(each.value))
                for each in character.category_totals
            ),
            ("Initiative", str(character.initiative_in_armor), _initiative(character)),
        ),
        blocks=tuple(block for block in blocks if block is not None),
        foot=foot(character),
    )


def foot(character: Character) -> tuple[str, ...]:
    """Whose game it is, and the corrected misprints that mattered."""
    ours = "Ours, where the text is silent: health levels, the meaning of Str and Min, standing difficulties"
    return (BOOK, *(f"Corrected: {each}" for each in character.corrections), ours)


def _initiative(character: Character) -> str:
    if character.initiative_in_armor != character.initiative:
        return f"{character.initiative} unarmoured"
    return "and to be hit"


def _column(heading: str, width: int, help: str = "", *, big: bool = False, left: bool = False) -> Column:
    return Column(
        heading=heading, width=width, help=help, big=big, align="left" if left else "center" if big else "right"
    )


def _attributes(character: Character, rules: Rules) -> Table:
    low = min(rules.standing_difficulties)
    rows: list[tuple[Cell, ...]] = []
    for category, three in attributes.CATEGORIES.items():
        total, pool = character.total(category), character.pool(category)
        cells: list[Cell] = [Label(category.capitalize(), odds.roll_text(total.value))]
        for name in three:
            each = character.total(name)
            shown = f"{name.capitalize()} {signed(each.value)}"
            below = f"{odds.roll_text(each.value)}" + (f", {_changes(each)}" if len(each.addends) > 1 else "")
            cells += [Label(shown, below), Chance(odds.chance(each.value, low))]
        cells += [
            *(Chance(odds.chance(total.value, each)) for each in _shown(rules)),
            Chance(odds.chance(total.value, odds.under_limit(low, pool.threshold, pool.threshold))),
        ]
        rows.append(tuple(cells))
    return Table(
        name="attributes",
        title="Attributes",
        columns=(
            _column("", 14, left=True),
            *(
                column
                for _ in range(3)
                for column in (
                    _column("Attribute", 15, left=True),
                    _column(f"{low}", 6, f"chance of the attribute against difficulty {low}"),
                )
            ),
            *(_column(str(each), 6, f"chance of the category against difficulty {each}") for each in _shown(rules)),
            _column("full", 7, "chance of the category while its limit pool stands at its threshold"),
        ),
        rows=tuple(rows),
        caption=f"Beside each attribute its chance against {low}; to the right those of the category against "
        f"{', '.join(map(str, _shown(rules)))}. Full: while the limit pool is at its threshold, which is then the "
        "least difficulty.",
    )


def _shown(rules: Rules) -> tuple[int, ...]:
    """The difficulties that fit beside a skill: those but the first and the last."""
    inner = tuple(dict.fromkeys(rules.standing_difficulties))
    return inner[1:4] or inner


def _changes(total: Total) -> str:
    return ", ".join(f"{'+' if amount > 0 else '−'}{abs(amount)} {name}" for name, amount in total.addends[1:])


def _limit_pool(pool: LimitPool, character: Character) -> Track:
    marked = character.state.get(pool.name, 0)
    filled = marked if isinstance(marked, int) else 0
    will = f", and with Will at {pool.with_will}" if pool.with_will is not None else ""
    return Track(
        name=f"limit-{pool.name}",
        title=f"{pool.name.capitalize()} ({pool.category})",
        boxes=tuple(Box(label=str(number), filled=number <= filled) for number in range(1, pool_boxes(pool) + 1)),
        caption=f"from {pool.threshold} on the least difficulty; at {pool.double} {_AT_DOUBLE[pool.name]}{will}",
    )


_AT_DOUBLE = {
    "strain": "rolls fail: rest",
    "fatigue": "rolls fail",
    "stress": "more of it becomes Passion",
    "passion": "rolls fail: lost in emotion",
    "exhaustion": "rolls fail: out of juice",
}


def _health(kind: str, character: Character) -> Track:
    marked = character.state.get(kind, 0)
    filled = marked if isinstance(marked, int) else 0
    levels = character.health[kind]
    return Track(
        name=f"health-{kind}",
        title=f"{kind.capitalize()} {levels}",
        place="main",
        boxes=tuple(Box(filled=number < filled) for number in range(levels)),
    )


def _hits(location: str, character: Character) -> Track:
    boxes = []
    for kind in KINDS:
        marked = character.state.get(f"{location}_hits_{kind}", 0)
        filled = marked if isinstance(marked, int) else 0
        boxes += [Box(label=kind[0].upper(), filled=number < filled) for number in range(HITS_PER_BOX)]
    penalty = character.wound_penalties.get(location, 0)
    everything = character.wound_penalties["all"] if location == "torso" else 0
    caption = f"all physical actions −{everything}" if everything else f"−{penalty}" if penalty else ""
    return Track(name=f"hits-{location}", title=f"Hits: {location}", place="side", boxes=tuple(boxes), caption=caption)


def _turn(character: Character) -> Track:
    state = character.state
    return Track(
        name="turn",
        title="This turn",
        place="main",
        boxes=(
            Box(label="Active", filled=bool(state.get("active_used"))),
            Box(label="Passive", filled=bool(state.get("passive_used"))),
        ),
    )


def _tired(character: Character) -> Track:
    """Fatigue beyond its double makes Action harder on the next day (FAC-c6)."""
    marked = character.state.get("fatigue_from_yesterday", 0)
    filled = marked if isinstance(marked, int) else 0
    return Track(
        name="tired",
        title="Fatigue from yesterday",
        place="side",
        boxes=tuple(Box(filled=number < filled) for number in range(MOST_CARRIED_OVER)),
    )


def _wounds(rules: Rules) -> Prose | None:
    """Lines for each wound with its own healing, where the table tracks them (FAC-h8)."""
    return Prose(name="wounds", title="Wounds", place="main", lines=4) if rules.individual_wounds else None


def _weapons(character: Character, rules: Rules) -> Table | None:
    if not character.attacks:
        return None
    target = rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for each in character.attacks:
        arm, total = each.arm, each.skill.total if each.skill else None
        rows.append(
            (
                Label(arm.name, _with(each)),
                arm.damage,
                str(total.value) if total else "",
                odds.roll_text(total.value) if total else "",
                Chance(odds.chance(total.value, target), bar=True) if total else None,
                "—" if arm.wanted is None else f"{arm.wanted}" + (f", +{arm.extra_strain}" if arm.extra_strain else ""),
                "—" if arm.minimum is None else str(arm.minimum) + ("" if arm.usable else " !"),
                arm.reach,
            )
        )
    return Table(
        name="weapons",
        title="Weapons",
        columns=(
            _column("", 24, left=True),
            _column("Damage", 9, big=True),
            _column("Trait", 7, big=True),
            _column("Dice", 13, left=True),
            _column(f"Hits Action {target}", 23, f"chance to hit a defender whose Action is {target}", left=True),
            _column("Str", 8, "the Strength it wants, and the Strain that every attack costs"),
            _column("Min", 6, "the least Strength that can use it"),
            _column("Reach", 9, left=True),
        ),
        rows=tuple(rows),
        caption="Str 5, +2: it wants Strength 5, and every attack costs 2 Strain more (ours).",
    )


def _with(attack: Attack) -> str:
    words = []
    if attack.skill is not None and attack.skill.total is not None:
        words.append(f"{(attack.skill.total.attribute or '').capitalize()} + {attack.skill.name}")
    if attack.arm.remark:
        words.append(attack.arm.remark)
    return ", ".join(words)


def _unarmed(character: Character, rules: Rules) -> Table:
    target = rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for each in character.unarmed:
        total = each.skill.total if each.skill else None
        rows.append(
            (
                each.arm.name,
                "target" if each.arm.amount is None else each.arm.damage,
                str(total.value) if total else "",
                Chance(odds.chance(total.value, target)) if total else None,
            )
        )
    return Table(
        name="unarmed",
        title="Unarmed",
        place="side",
        columns=(
            _column("", 46, left=True),
            _column("Dam.", 18),
            _column("Trait", 16),
            _column(f"Hits {target}", 20, f"chance to hit a defender whose Action is {target}"),
        ),
        rows=tuple(rows),
        caption=". ".join(f"{each.arm.name}: {each.arm.remark}" for each in character.unarmed if each.arm.remark),
    )


def _defenses(character: Character) -> Table:
    rows: list[tuple[Cell, ...]] = [("Action, as worn", str(character.initiative_in_armor), "")]
    rows += [
        (each.name, str(each.total.value), odds.roll_text(each.total.value))
        for each in character.defenses
        if each.total is not None
    ]
    return Table(
        name="defenses",
        title="Defence",
        place="side",
        columns=(_column("", 46, left=True), _column("Trait", 16), _column("Dice", 38, left=True)),
        rows=tuple(rows),
    )


def _armor(character: Character) -> Table | None:
    if not character.armor:
        return None
    rows: list[tuple[Cell, ...]] = []
    for piece in character.armor:
        remark = piece.remark + (f", {piece.strain} Strain more" if piece.strain else "")
        covers = ", ".join(piece.covers)
        rows.append(
            (
                Label(piece.name, ". ".join(filter(None, [covers, remark]))),
                piece.protects,
                "—" if piece.reduction is None else str(piece.reduction),
            )
        )
    return Table(
        name="armor",
        title="Armour",
        place="side",
        columns=(_column("", 54, left=True), _column("Stops", 30), _column("Red.", 16)),
        rows=tuple(rows),
    )


def _body(character: Character, rules: Rules) -> Facts:
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
            (f"Unbearable load: {feet} ft at a time", f"{loads['unbearable']} lb"),
            (f"Feat of strength: {will} Exhaustion for 2 s", f"{character.feat_of_strength} lb"),
        ]
    sprint = character.trained("agility", "sprinting").value
    distance = character.trained("agility", "distance").value
    every, keep = running.every, rules.running_difficulty
    facts += [
        (f"Sprint: {_roll(sprint)} vs {keep}, every {every} s", f"{running.feet_per_second} ft/s"),
        (f"Run: {_roll(distance)}, every {every} min", f"{float(running.miles_per_minute):.2f} mile/min"),
        (
            f"Slow run, every {every * 10} min; stroll",
            f"{running.slow_miles_per_hour}, {float(running.stroll_miles_per_hour):g} mph",
        ),
        ("Heals B daily, D monthly", f"{healing(health, rules)}; C half-yearly"),
        (
            "Healing in bed, with a strenuous life",
            f"{healing(health, rules, bed=True)}, {max(0, health + rules.strenuous)}",
        ),
        ("Under a doctor: + success level", "twice with full care"),
        ("Enduring pain, against all damage", _roll(character.trained("stamina", "torture").value)),
        ("First aid to me: difficulty", f"all damage − {health}"),
        ("Stirring my Passion: difficulty", str(character.total("persona").value)),
    ]
    return Facts(name="body", title="Body", place="main", facts=tuple(facts))


def _roll(trait: int) -> str:
    return f"{trait} ({odds.roll_text(trait)})"


ROOM_FOR_BARS = 14
"""Up to so many skills have a bar each; more stand closer (ours)."""
MOST_COLUMNS = 4
"""So many difficulties fit beside a skill; the dice chart has them all (ours)."""


def _skills(character: Character, rules: Rules) -> Table | None:
    """The tree, read from a specialty towards its broad skill: each row is the sum that makes a trait."""
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    middle = difficulties[len(difficulties) // 2]
    parents = {each.path[:length] for each in character.skills for length in range(1, len(each.path))}
    leaves = [each for each in character.skills if each.path not in parents]
    if not leaves:
        return None
    bars = len(leaves) <= ROOM_FOR_BARS
    shown = [each for each in difficulties if not bars or each != middle]
    shown = shown[1:] if len(shown) > MOST_COLUMNS else shown
    shown = shown[len(shown) // 2 - 1 : len(shown) // 2 + 1] if bars and len(shown) > 2 else shown
    levels = {each.path: each.level for each in character.skills}
    seen: set[tuple[str, ...]] = set()
    rows: list[tuple[Cell, ...]] = []
    for known in leaves:
        above = []
        for depth, rank in ((2, "focus"), (1, "broad skill")):
            parent = known.path[:depth]
            if len(known.path) == depth:
                above.append(f"({rank})")
            elif len(known.path) > depth and parent not in seen:
                above.append(f"{parent[-1]} {levels.get(parent, 0)}")
            else:
                above.append("")
            seen.add(parent)
        points = f", {known.points:g} SP" if known.points is not None else ""
        total = known.total
        rows.append(
            (
                f"{known.name} {known.level}{points}",
                *above,
                *(
                    _rolled(total, character, shown, middle if bars else None, rules)
                    if total
                    else [None] * (len(shown) + 5 + bars)
                ),
            )
        )
    return Table(
        name="skills",
        title="Skills",
        columns=(
            _column("", 22, left=True),
            _column("+ focus", 17, left=True),
            _column("+ broad skill", 17, left=True),
            _column("+ attribute", 17, left=True),
            _column("Trait", 8 if bars else 6, "attribute, broad skill, focus, specialty and modifiers", big=bars),
            _column("Dice", 18 if bars else 16, left=True),
            *([_column(f"Against {middle}", 24, left=True)] if bars else []),
            *(_column(str(each), 8, f"chance against difficulty {each}") for each in shown),
            _column("Sure", 8, "the highest difficulties of an automatic minimal and minor success"),
            _column("Cat.", 7, "against these difficulties the category has the better chance, at its price"),
        ),
        rows=tuple(rows),
        caption=_skill_caption(rules),
    )


def _skill_caption(rules: Rules) -> str:
    sure = (
        "Sure 14/10: unopposed, difficulties to 14 are a minimal success without a roll, those to 10 a minor one. "
        if rules.automatic_success
        else ""
    )
    return f"{sure}Cat.: there the category is the better roll, though the difficulty rises by the difference."


def _rolled(
    total: Total, character: Character, difficulties: list[int], barred: int | None, rules: Rules
) -> list[Cell]:
    """The cells of a skill that come after its tree."""
    name = (total.attribute or "").capitalize()
    own = sum(amount for each, amount in total.addends if each == name)
    others = _changing(character)
    change = sum(amount for each, amount in total.addends if each in others)
    return [
        f"{name} {own}" + (f" {'+' if change > 0 else '−'} {abs(change)}" if change else ""),
        signed(total.value),
        odds.roll_text(total.value),
        *([Chance(odds.chance(total.value, barred), bar=True)] if barred is not None else []),
        *(Chance(odds.chance(total.value, each)) for each in difficulties),
        _sure(total.value, rules),
        _better_by_category(total, character, tuple(dict.fromkeys(rules.standing_difficulties))),
    ]


def _changing(character: Character) -> set[str]:
    """The modifiers and pieces of armour that change trait totals."""
    return {each.name for each in character.modifiers} | {piece.name for piece in character.armor}


def _sure(trait: int, rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    minimal = odds.automatic(trait, rules.automatic_minimal)
    minor = odds.automatic(trait, rules.automatic_minor)
    return "/".join(str(each) for each in (minimal, minor) if each is not None)


def _better_by_category(total: Total, character: Character, difficulties: tuple[int, ...]) -> str:
    category = character.total(total.category).value
    ordered = sorted(difficulties)
    better = []
    for each in ordered:
        instead = odds.by_category(category, total.value, each)
        if instead is not None and instead > odds.chance(total.value, each):
            better.append(each)
    if not better:
        return ""
    if better == ordered[-len(better) :]:
        return "all" if len(better) == len(ordered) else f"{better[0]}+"
    return ", ".join(map(str, better))


def _modifiers(character: Character) -> Prose | None:
    if not character.modifiers:
        return None
    items = []
    for each in character.modifiers:
        bonus = ", ".join(f"{name} {'+' if amount > 0 else '−'}{abs(amount)}" for name, amount in each.bonus.items())
        price = f"{each.cost}, {written(each.price)} AP"
        items.append(
            (f"{each.name} {signed(each.level)}", "; ".join(filter(None, [each.effect, bonus, each.category, price])))
        )
    return Prose(name="modifiers", title="Modifiers", place="main", items=tuple(items))


def _backgrounds(character: Character) -> Prose | None:
    if not character.backgrounds:
        return None
    items = []
    for each in character.backgrounds:
        level = f" {each.level}" if each.level is not None else ""
        price = "gained in play" if each.gained else f"{written(each.price)} BP"
        kind = " ".join(filter(None, [each.kind, each.cost]))
        items.append((f"{each.name}{level}", "; ".join(filter(None, [each.effect, each.class_, f"{kind}, {price}"]))))
    return Prose(name="backgrounds", title="Backgrounds", place="side", items=tuple(items))


def _equipment(character: Character) -> Prose:
    items = tuple((item.name or "", item.effect) for item in character.equipment)
    return Prose(name="equipment", title="Equipment", place="main", items=items, lines=1)


def _earned(character: Character) -> Track:
    pool = character.reckoning.pool_name
    left = max(0, character.reckoning.left)
    boxes = min(30, 10 + left - left % 5)
    return Track(
        name="earned",
        title=f"{pool} to spend",
        place="side",
        boxes=tuple(Box(filled=number < left) for number in range(boxes)),
        caption=f"earned {character.reckoning.earned}, left {left}",
    )


def _reckoning(character: Character) -> Table:
    found = character.reckoning
    rows: list[tuple[Cell, ...]] = [
        (
            area.name,
            sum_of(area),
            written(area.spent),
            str(area.granted),
            str(area.from_pool) if area.from_pool else "",
            written(area.left) if area.left else "",
        )
        for area in found.areas
    ]
    made_of = [f"{found.granted} granted"]
    made_of += [f"{found.refunded} from negatives"] if found.refunded else []
    made_of += [f"{found.earned} earned"] if found.earned else []
    rows.append(
        (
            found.pool_name,
            " + ".join(made_of),
            str(found.needed),
            str(found.available),
            "",
            str(max(found.left, 0)) if found.left else "",
        )
    )
    return Table(
        name="reckoning",
        title="Point reckoning",
        columns=(
            _column("Area", 7, left=True),
            _column("Made of", 60, left=True),
            _column("Cost", 9),
            _column("Granted", 9),
            _column(found.pool_name, 8, "points of the common pool that cover the rest"),
            _column("Left", 8),
        ),
        rows=tuple(rows),
        reference=True,
    )


def _ledger(character: Character) -> Table | None:
    if not character.ledger:
        return None
    rows: list[tuple[Cell, ...]] = [
        (line.date, Label(line.what, line.why), _change(line.change), str(line.balance)) for line in character.ledger
    ]
    return Table(
        name="experience",
        title="Experience",
        columns=(
            _column("Date", 16, left=True),
            _column("What", 60, left=True),
            _column(character.reckoning.pool_name, 12),
            _column("Left", 12),
        ),
        rows=tuple(rows),
        reference=True,
    )


def _change(change: float) -> str:
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "0"
