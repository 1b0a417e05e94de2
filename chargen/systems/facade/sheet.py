"""What stands on a Façade sheet: attributes, skills and boxes first, charts and reckoning behind them."""

from chargen.core.roll import signed
from chargen.core.sheet import Block, Box, Cell, Chance, Column, Facts, Label, Prose, Sheet, Table, Track
from chargen.systems.facade import attributes, charts, odds
from chargen.systems.facade.body import LimitPool, healing
from chargen.systems.facade.character import (
    HITS_PER_BOX,
    KINDS,
    LOCATIONS,
    Attack,
    Character,
    Known,
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
        _unarmed(character, rules),
        _defenses(character, rules),
        _armor(character),
        _body(character, rules),
        _skills(character, rules),
        _modifiers(character),
        _backgrounds(character),
        _equipment(character),
        _earned(character),
        _reckoning(character),
        Prose(name="notes", title="Notes", text=character.notes.strip(), lines=3, fill=True),
        Prose(name="how", title="How to roll", place="foot", items=charts.how(rules)),
        charts.dice_chart(rules),
        charts.success_levels(),
        charts.blows(character, rules),
        charts.wounds(rules),
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
    return (BOOK, *(f"Corrected: {each}" for each in character.corrections))


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
    boxes = []
    for number in range(1, pool_boxes(pool) + 1):
        zone = "free" if number < pool.threshold else "least difficulty" if number < pool.double else "rolls fail"
        if number > pool.double:
            zone = "paid by Will"
        boxes.append(Box(label=str(number), filled=number <= filled, zone=zone))
    will = f", {pool.with_will} with Will" if pool.with_will is not None else ""
    return Track(
        name=f"limit-{pool.name}",
        title=f"{pool.name.capitalize()} ({pool.category})",
        boxes=tuple(boxes),
        caption=f"{pool.threshold}, double {pool.double}{will}",
    )


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
    return Track(name=f"hits-{location}", title=f"Hits: {location}", place="side", boxes=tuple(boxes))


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
                Label(each.arm.name, each.arm.remark),
                "target" if each.arm.amount is None else each.arm.damage,
                str(total.value) if total else "",
                Chance(odds.chance(total.value, target)) if total else None,
            )
        )
    return Table(
        name="unarmed",
        title="Unarmed",
        place="main",
        columns=(
            _column("", 62, left=True),
            _column("Dam.", 14),
            _column("Trait", 12),
            _column(f"Hits {target}", 12, f"chance to hit a defender whose Action is {target}"),
        ),
        rows=tuple(rows),
    )


def _defenses(character: Character, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (Label("Standing still", "Action, in armour"), str(character.initiative_in_armor), "")
    ]
    rows += [
        (
            Label(each.name, f"{each.path[-2]}" if len(each.path) > 1 else ""),
            str(each.total.value),
            odds.roll_text(each.total.value),
        )
        for each in character.defenses
        if each.total is not None
    ]
    return Table(
        name="defenses",
        title="To be hit",
        place="side",
        columns=(_column("", 52, left=True), _column("Trait", 16), _column("Dice", 32, left=True)),
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
    if character.height_inches is not None:
        facts.append(("Height", f"{character.height_inches // 12}′ {character.height_inches % 12}″"))
    if character.weight_pounds is not None:
        extra = f", {character.constant_load} lb of them a constant load" if character.constant_load else ""
        facts.append(("Weight", f"{character.weight_pounds} lb{extra}"))
    if character.loads is not None:
        loads = character.loads
        facts.append(("Light, comfortable load", f"{loads['light']}, {loads['comfortable']} lb"))
        facts.append(("Heavy: Strain, Fatigue ×2", f"{loads['heavy']} lb"))
        feet = character.categories["body"]
        facts.append((f"Unbearable: {feet} ft at a time", f"{loads['unbearable']} lb"))
        facts.append((f"Feat of strength, {will} Will", f"{character.feat_of_strength} lb; {will} Exhaustion per 2 s"))
    sprint = character.trained("agility", "sprinting").value
    distance = character.trained("agility", "distance").value
    facts += [
        ("Sprint", f"{running.feet_per_second} ft a second; {_roll(sprint)} every {running.every} s"),
        ("Run", f"{float(running.miles_per_minute):.2f} mile a minute; {_roll(distance)} every {running.every} min"),
        ("Slow run", f"{running.slow_miles_per_hour} mph; every {running.every * 10} min"),
        ("Stroll", f"{float(running.stroll_miles_per_hour):g} mph"),
        ("Keeping it up", f"difficulty {rules.running_difficulty}; −1 ft, −0.01 mile per Fatigue"),
        ("Healing", f"{healing(health, rules)} B a day, D a month, C in six months"),
        ("in bed, in strain", f"{healing(health, rules, bed=True)}, {max(0, health + rules.strenuous)}"),
        ("Enduring pain", f"{_roll(character.trained('stamina', 'torture').value)} against all damage"),
        ("First aid to me", f"difficulty: all damage − {health}"),
        ("To stir my Passion", f"difficulty {character.total('persona').value}"),
    ]
    return Facts(name="body", title="Body", place="side", facts=tuple(facts))


def _roll(trait: int) -> str:
    return f"{trait}: {odds.roll_text(trait)}"


def _skills(character: Character, rules: Rules) -> Table | None:
    if not character.skills:
        return None
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    parents = {each.path[:length] for each in character.skills for length in range(1, len(each.path))}
    rows: list[tuple[Cell, ...]] = []
    headings: set[int] = set()
    for each in character.skills:
        if len(each.path) == 1:
            headings.add(len(rows))
        if len(each.path) == 2 and each.path in parents:
            continue
        rows.append(_skill_row(each, character, difficulties, rules, heading=len(each.path) == 1))
    return Table(
        name="skills",
        title="Skills",
        columns=(
            _column("", 31, left=True),
            _column("Trait", 7, "attribute, broad skill, focus, specialty and modifiers", big=True),
            _column("Dice", 13, left=True),
            _column(f"Against {difficulties[len(difficulties) // 2]}", 22, left=True),
            *(_column(str(each), 6, f"chance against difficulty {each}") for each in difficulties),
            _column("Sure", 8, "the highest difficulties of an automatic minimal and minor success"),
            _column("Cat.", 9, "against these difficulties the category has the better chance, at its price"),
        ),
        rows=tuple(rows),
        caption=_skill_caption(rules),
    )


def _skill_caption(rules: Rules) -> str:
    sure = (
        "Sure 14/10: unopposed, difficulties to 14 succeed minimally without a roll, those to 10 have a minor success. "
        if rules.automatic_success
        else ""
    )
    return f"{sure}Cat.: there the category has the better chance, though the difficulty rises by the difference."


def _skill_row(
    known: Known, character: Character, difficulties: tuple[int, ...], rules: Rules, *, heading: bool
) -> tuple[Cell, ...]:
    words = f"{known.name} {known.level}"
    points = f", {known.points:g} SP" if known.points is not None else ""
    empty: tuple[Cell, ...] = (None,) * (len(difficulties) + 5)
    if heading:
        return (Label(words, points.removeprefix(", ")), *empty)
    focus = next((each for each in character.skills if each.path == known.path[:2]), known)
    below = f"{focus.name} {focus.level}{points}" if len(known.path) == 3 else f"focus{points}"
    total = known.total
    if total is None:
        return (Label(f"· {words}", f"{below}, any attribute"), *empty)
    below += f", {(total.attribute or '').capitalize()}"
    changed = [
        each for each in total.addends if each[0] not in {total.attribute and total.attribute.capitalize(), *known.path}
    ]
    if changed:
        below += ", " + ", ".join(f"{'+' if amount > 0 else '−'}{abs(amount)} {name}" for name, amount in changed)
    return (
        Label(f"· {words}", below),
        str(total.value),
        odds.roll_text(total.value),
        Chance(odds.chance(total.value, difficulties[len(difficulties) // 2]), bar=True),
        *(Chance(odds.chance(total.value, each)) for each in difficulties),
        _sure(total.value, rules),
        _better_by_category(total, character, difficulties),
    )


def _sure(trait: int, rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    minimal = odds.automatic(trait, rules.automatic_minimal)
    minor = odds.automatic(trait, rules.automatic_minor)
    return "/".join(str(each) for each in (minimal, minor) if each is not None)


def _better_by_category(total: Total, character: Character, difficulties: tuple[int, ...]) -> str:
    category = character.total(total.category).value
    better = []
    for each in difficulties:
        instead = odds.by_category(category, total.value, each)
        if instead is not None and instead > odds.chance(total.value, each):
            better.append(str(each))
    return ", ".join(better)


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
    return Prose(name="equipment", title="Equipment", place="main", items=items, lines=2)


def _earned(character: Character) -> Track:
    pool = character.reckoning.pool_name
    left = max(0, character.reckoning.left)
    boxes = min(40, 10 + left - left % 5)
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
            _column("", 6, left=True),
            _column("Made of", 60, left=True),
            _column("Cost", 9),
            _column("Granted", 9),
            _column(found.pool_name, 8, "points of the common pool that cover the rest"),
            _column("Left", 8),
        ),
        rows=tuple(rows),
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
