"""Blocks of the sheet: boxes for a pencil, the tree of skills, weapons and defences, the point reckoning and ledger."""

from chargen.core.roll import signed
from chargen.core.sheet import Box, Cell, Chance, Label, Own, Table, Track
from chargen.games.facade import armory, odds
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import (
    HITS_PER_BOX,
    MOST_CARRIED_OVER,
    Attack,
    Character,
    Total,
    pool_boxes,
)
from chargen.games.facade.reckoning import sum_of, written
from chargen.games.facade.rules import CATEGORIES, KINDS, Rules
from chargen.kit import blocks as kit
from chargen.kit.blocks import center, left, right


def limit_pool(pool: LimitPool, character: Character) -> Track:
    highest = character.rules.human_maximum
    most = 2 * highest * len(CATEGORIES[pool.category]) + (0 if pool.with_will is None else highest)
    will = f", and with Will at {pool.with_will}" if pool.with_will is not None else ""
    return Track(
        name=f"limit-{pool.name}",
        title=f"{pool.name.capitalize()} ({pool.category})",
        boxes=kit.boxes(pool.name, pool_boxes(pool), character.noted(pool.name), label="{}"),
        blank=kit.boxes("", most, 0, label="{}"),
        caption=Own(
            f"from {pool.threshold} on the least difficulty; at {pool.double} {_AT_DOUBLE[pool.name]}{will}",
            f"from the {pool.category} on the least difficulty; at its double {_AT_DOUBLE[pool.name]}",
        ),
    )


_AT_DOUBLE = {
    "strain": "rolls fail: rest",
    "fatigue": "rolls fail",
    "stress": "more of it becomes Passion",
    "passion": "rolls fail: lost in emotion",
    "exhaustion": "rolls fail: out of juice",
}


def health(kind: str, character: Character) -> Track:
    rules = character.rules
    levels = character.health[kind]
    most = rules.human_maximum * len(getattr(rules, f"{kind}_from")) + rules.more_health
    return Track(
        name=f"health-{kind}",
        title=Own(f"{kind.capitalize()} {levels}", kind.capitalize()),
        place="main",
        boxes=kit.boxes(kind, levels, character.noted(kind)),
        blank=kit.boxes("", max(most, levels), 0),
    )


def hits(location: str, character: Character) -> Track:
    boxes: list[Box] = []
    for kind in KINDS:
        tracker = f"{location}_hits_{kind}"
        boxes += kit.boxes(tracker, HITS_PER_BOX, character.noted(tracker), label=kind[0].upper())
    penalty = character.wound_penalties.get(location, 0)
    everything = character.wound_penalties["all"] if location == "torso" else 0
    caption = f"all physical actions −{everything}" if everything else f"−{penalty}" if penalty else ""
    return Track(
        name=f"hits-{location}", title=f"Hits: {location}", place="side", boxes=tuple(boxes), caption=Own(caption)
    )


def turn(character: Character) -> Track:
    return Track(
        name="turn",
        title="This turn",
        place="main",
        boxes=(
            kit.tick("Active", "active_used", character.ticked("active_used")),
            kit.tick("Passive", "passive_used", character.ticked("passive_used")),
        ),
    )


def tired(character: Character) -> Track:
    """Fatigue beyond its double makes Action harder on the next day (FAC-c6)."""
    tracker = "fatigue_from_yesterday"
    return Track(
        name="tired",
        title="Fatigue from yesterday",
        place="side",
        boxes=kit.boxes(tracker, MOST_CARRIED_OVER, character.noted(tracker)),
    )


def earned(character: Character) -> Track:
    pool = character.reckoning.pool_name
    left = max(0, character.reckoning.left)
    return Track(
        name="earned",
        title=f"{pool} to spend",
        place="side",
        boxes=kit.boxes("", min(30, 10 + left - left % 5), left),
        caption=Own(f"earned {character.reckoning.earned}, left {left}"),
    )


MADE_OF = "attribute, broad skill, focus, specialty and modifiers"
ROOM_FOR_BARS = 14
"""Up to so many skills have a bar each; more stand closer (ours)."""


EXAMPLE = 17
"""The trait whose automatic successes explain the column Sure."""
MOST_COLUMNS = 4
"""So many difficulties fit beside a skill; the dice chart has them all (ours)."""


def skills(character: Character) -> Table | None:
    """The tree, read from a specialty towards its broad skill: each row is the sum that makes a trait."""
    rules = character.rules
    difficulties = tuple(dict.fromkeys(rules.standing_difficulties))
    middle = difficulties[len(difficulties) // 2]
    leaves = character.leaves
    if not leaves:
        return None
    bars = len(leaves) <= ROOM_FOR_BARS
    shown = [difficulty for difficulty in difficulties if not bars or difficulty != middle]
    shown = shown[1:] if len(shown) > MOST_COLUMNS else shown
    shown = shown[len(shown) // 2 - 1 : len(shown) // 2 + 1] if bars and len(shown) > 2 else shown
    levels = {skill.path: skill.level for skill in character.skills}
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
        points = f" / {known.points:g}" if known.points is not None else ""
        total = known.total
        rows.append(
            (
                f"{known.name} {known.level}{points}",
                *above,
                *(
                    _rolled(total, character, shown, middle if bars else None)
                    if total
                    else [None] * (len(shown) + 5 + bars)
                ),
            )
        )
    return Table(
        name="skills",
        title="Skills",
        columns=(
            left("", 22),
            left("+ focus", 17),
            left("+ broad skill", 17),
            left("+ attribute", 17),
            center("Trait", 8, MADE_OF, big=True) if bars else right("Trait", 6, MADE_OF),
            left("Dice", 18 if bars else 16),
            *([left(f"Against {middle}", 24)] if bars else []),
            *(right(str(difficulty), 8, f"chance against difficulty {difficulty}") for difficulty in shown),
            right("Sure", 8, "the highest difficulties of an automatic minimal and minor success"),
            right("Cat.", 7, "against these difficulties the category has the better chance, at its price"),
        ),
        rows=tuple(rows),
        caption=_skill_caption(rules),
    )


def _skill_caption(rules: Rules) -> str:
    minimal, minor = (EXAMPLE - above for above in (rules.automatic_minimal, rules.automatic_minor))
    sure = (
        f"Sure {minimal}/{minor}: unopposed, difficulties to {minimal} are a minimal success without a roll, "
        f"those to {minor} a minor one. "
        if rules.automatic_success
        else ""
    )
    held = "4 / 3: level 4, and 3 SP invested. " if rules.cascade else ""
    return f"{held}{sure}Cat.: there the category is the better roll, though the difficulty rises by the difference."


def _rolled(total: Total, character: Character, difficulties: list[int], barred: int | None) -> list[Cell]:
    """The cells of a skill that come after its tree."""
    rules = character.rules
    name = (total.attribute or "").capitalize()
    own = sum(amount for source, amount in total.addends if source == name)
    others = _changing(character)
    change = sum(amount for source, amount in total.addends if source in others)
    return [
        f"{name} {own}" + (f" {'+' if change > 0 else '−'} {abs(change)}" if change else ""),
        signed(total.value),
        odds.roll_text(total.value),
        *([_chance(total.value, barred, bar=True)] if barred is not None else []),
        *(_chance(total.value, difficulty) for difficulty in difficulties),
        _sure(total.value, rules),
        _better_by_category(total, character, tuple(dict.fromkeys(rules.standing_difficulties))),
    ]


def _chance(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    return Chance(odds.chance(trait, difficulty), bar=bar, help=odds.asked(trait, difficulty))


def _changing(character: Character) -> set[str]:
    """The modifiers and pieces of armour that change trait totals."""
    return {modifier.name for modifier in character.modifiers} | {piece.name for piece in character.armor}


def _sure(trait: int, rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    minimal = odds.automatic(trait, rules.automatic_minimal)
    minor = odds.automatic(trait, rules.automatic_minor)
    return "/".join(str(highest) for highest in (minimal, minor) if highest is not None)


def _better_by_category(total: Total, character: Character, difficulties: tuple[int, ...]) -> str:
    category = character.total(total.category).value
    ordered = sorted(difficulties)
    better = []
    for difficulty in ordered:
        instead = odds.by_category(category, total.value, difficulty)
        if instead is not None and instead > odds.chance(total.value, difficulty):
            better.append(difficulty)
    if not better:
        return ""
    if better == ordered[-len(better) :]:
        return "all" if len(better) == len(ordered) else f"{better[0]}+"
    return ", ".join(map(str, better))


def weapons(character: Character) -> Table | None:
    if not character.attacks:
        return None
    target = character.rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for attack in character.attacks:
        arm, trait = attack.arm, attack.total.value
        rows.append(
            (
                Label(arm.name, _with(attack)),
                arm.damage,
                str(trait),
                odds.roll_text(trait),
                Chance(odds.chance(trait, target), bar=True, help=odds.asked(trait, target)),
                "—" if arm.wants is None else f"{arm.wants}" + (f", +{arm.extra_strain}" if arm.extra_strain else ""),
                "—" if arm.minimum is None else str(arm.minimum) + ("" if arm.usable else " !"),
                arm.reach,
            )
        )
    return Table(
        name="weapons",
        title="Weapons",
        columns=(
            left("", 24),
            center("Damage", 9, big=True),
            center("Trait", 7, big=True),
            left("Dice", 13),
            left(f"Hits Action {target}", 23, f"chance to hit a defender whose Action is {target}"),
            right("Str", 8, "the Strength it wants, and the Strain that every attack costs"),
            right("Min", 6, "the least Strength that can use it"),
            left("Reach", 9),
        ),
        rows=tuple(rows),
        caption=Own(_heavy(character)),
    )


def _heavy(character: Character) -> str:
    """What the first weapon that is too heavy costs, in words."""
    heavy = next((attack.arm for attack in character.attacks if attack.arm.extra_strain), None)
    if heavy is None:
        return ""
    cost = f"{heavy.wants}, +{heavy.extra_strain}"
    return f"Str {cost}: it wants Strength {heavy.wants}; every attack costs {heavy.extra_strain} Strain more (ours)."


def _with(attack: Attack) -> str:
    return ", ".join(filter(None, [attack.with_what, attack.arm.remark]))


def unarmed(character: Character) -> Table:
    target = character.rules.defenders_action
    rows: list[tuple[Cell, ...]] = []
    for attack in character.unarmed:
        trait = attack.total.value
        rows.append(
            (
                attack.arm.name,
                "target" if attack.arm.amount is None else attack.arm.damage,
                str(trait),
                Chance(odds.chance(trait, target)),
            )
        )
    return Table(
        name="unarmed",
        title="Unarmed",
        place="side",
        columns=(
            left("", 46),
            right("Dam.", 18),
            right("Trait", 16),
            right(f"Hits {target}", 20, f"chance to hit a defender whose Action is {target}"),
        ),
        rows=tuple(rows),
        labels="game",
        caption=". ".join(
            f"{attack.arm.name}: {attack.arm.remark}" for attack in character.unarmed if attack.arm.remark
        ),
    )


def defenses(character: Character) -> Table:
    worn = "Action, as worn"
    rows: list[tuple[Cell, ...]] = [(Own(worn, worn), str(character.initiative_in_armor), "")]
    rows += [
        (defense.name, str(defense.total.value), odds.roll_text(defense.total.value))
        for defense in character.defenses
        if defense.total is not None
    ]
    return Table(
        name="defenses",
        title="Defence",
        place="side",
        columns=(left("", 46), right("Trait", 16), left("Dice", 38)),
        rows=tuple(rows),
    )


def armor(character: Character) -> Table | None:
    if not character.armor:
        return None
    rows: list[tuple[Cell, ...]] = []
    for piece in character.armor:
        strain = armory.extra_strain(piece, character.values["strength"])
        remark = piece.remark + (f", {strain} Strain more" if strain else "")
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
        columns=(left("", 54), right("Stops", 30), right("Red.", 16)),
        rows=tuple(rows),
    )


def reckoning(character: Character) -> Table:
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
            left("Area", 7),
            left("Made of", 60),
            right("Cost", 9),
            right("Granted", 9),
            right(found.pool_name, 8, "points of the common pool that cover the rest"),
            right("Left", 8),
        ),
        rows=tuple(rows),
        reference=True,
    )
