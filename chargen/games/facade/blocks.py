"""Blocks of the sheet: boxes for a pencil, the tree of skills, weapons and defences, the point reckoning."""

from collections.abc import Callable
from itertools import chain

from chargen.core.roll import signed
from chargen.core.sheet import Cell, Chance, Label, Own, Table, Track
from chargen.games.facade import armory, odds
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import (
    HITS_PER_BOX,
    MOST_CARRIED_OVER,
    Attack,
    Character,
    LearnedSkill,
    Total,
)
from chargen.games.facade.reckoning import sum_of, written
from chargen.games.facade.rules import CATEGORIES, KINDS, Rules
from chargen.games.facade.skills import Path
from chargen.games.facade.tables import Armor as Worn
from chargen.kit import blocks as kit
from chargen.kit.tables import center, left, right, spread, table

MADE_OF = "attribute, broad skill, focus, specialty and modifiers"
ROOM_FOR_BARS = 14
"""Up to so many skills have a bar each; more stand closer (ours)."""
EXAMPLE = 17
"""The trait whose automatic successes explain the column Sure."""
MOST_COLUMNS = 4
"""So many difficulties fit beside a skill; the dice chart has them all (ours)."""
_AT_DOUBLE = {
    "strain": "rolls fail: rest",
    "fatigue": "rolls fail",
    "stress": "more of it becomes Passion",
    "passion": "rolls fail: lost in emotion",
    "exhaustion": "rolls fail: out of juice",
}


def reached(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    """Return the chance to reach a difficulty, with what to roll for it."""
    return Chance(odds.chance(trait, difficulty), bar=bar, help=odds.asked(trait, difficulty))


# Boxes for a pencil.


def limit_pool(pool: LimitPool, character: Character) -> Track:
    """Return the boxes of a limit pool, with what its threshold and its double mean."""
    highest = character.rules.human_maximum
    most = 2 * highest * len(CATEGORIES[pool.category]) + (0 if pool.with_will is None else highest)
    will = f", and with Will at {pool.with_will}" if pool.with_will is not None else ""
    return Track(
        name=f"limit-{pool.name}",
        title=f"{pool.name.capitalize()} ({pool.category})",
        boxes=kit.boxes(pool.name, pool.boxes, character.noted(pool.name), label="{}"),
        blank=kit.boxes("", most, 0, label="{}"),
        caption=Own(
            f"from {pool.threshold} on the least difficulty; at {pool.double} {_AT_DOUBLE[pool.name]}{will}",
            f"from the {pool.category} on the least difficulty; at its double {_AT_DOUBLE[pool.name]}",
        ),
    )


def health(kind: str, character: Character) -> Track:
    """Return the boxes for damage of a kind."""
    rules, levels = character.rules, character.health[kind]
    most = rules.human_maximum * len(rules.health_from(kind)) + rules.more_health
    return Track(
        name=f"health-{kind}",
        title=Own(f"{kind.capitalize()} {levels}", kind.capitalize()),
        place="main",
        boxes=kit.boxes(kind, levels, character.noted(kind)),
        blank=kit.boxes("", max(most, levels), 0),
    )


def hits(location: str, character: Character) -> Track:
    """Return the boxes for hits to a location, and what those that are marked take off."""
    penalty = character.wound_penalties.get(location, 0)
    everything = character.wound_penalties["all"] if location == "torso" else 0
    caption = f"all physical actions −{everything}" if everything else f"−{penalty}" if penalty else ""
    boxes = (
        kit.boxes(tracker, HITS_PER_BOX, character.noted(tracker), label=kind[0].upper())
        for kind in KINDS
        for tracker in [f"{location}_hits_{kind}"]
    )
    return Track(
        name=f"hits-{location}",
        title=f"Hits: {location}",
        place="side",
        boxes=tuple(chain.from_iterable(boxes)),
        caption=Own(caption),
    )


def turn(character: Character) -> Track:
    """Return the boxes for the active and the passive action of a turn."""
    used = (("Active", "active_used"), ("Passive", "passive_used"))
    boxes = tuple(kit.tick(label, tracker, character.ticked(tracker)) for label, tracker in used)
    return Track(name="turn", title="This turn", place="main", boxes=boxes)


def tired(character: Character) -> Track:
    """Return boxes for Fatigue beyond its double, which makes Action harder on the next day (FAC-c6)."""
    tracker = "fatigue_from_yesterday"
    boxes = kit.boxes(tracker, MOST_CARRIED_OVER, character.noted(tracker))
    return Track(name="tired", title="Fatigue from yesterday", place="side", boxes=boxes)


def earned(character: Character) -> Track:
    """Return boxes for the points that are left to spend."""
    reckoning = character.reckoning
    left = max(0, reckoning.left)
    return Track(
        name="earned",
        title=f"{reckoning.pool_name} to spend",
        place="side",
        boxes=kit.boxes("", min(30, 10 + left - left % 5), left),
        caption=Own(f"earned {reckoning.earned}, left {left}"),
    )


# Skills.


def skills(character: Character) -> Table | None:
    """Return the tree, read from a specialty towards its broad skill: each row is the sum that makes a trait."""
    rules, leaves = character.rules, character.leaves
    if not leaves:
        return None
    bars = len(leaves) <= ROOM_FOR_BARS
    above = _above(character)

    def of_total(cell: Callable[[Total], Cell]) -> Callable[[LearnedSkill], Cell]:
        return lambda skill: None if skill.total is None else cell(skill.total)

    middle = rules.middle_difficulty
    bar = left(f"Against {middle}", 24), of_total(lambda total: reached(total.value, middle, bar=True))
    return table(
        "skills",
        "Skills",
        leaves,
        (left("", 22), _own_level),
        (left("+ focus", 17), lambda skill: above[skill.path][0]),
        (left("+ broad skill", 17), lambda skill: above[skill.path][1]),
        (left("+ attribute", 17), of_total(lambda total: _attribute(total, character))),
        (
            center("Trait", 8, MADE_OF, big=True) if bars else right("Trait", 6, MADE_OF),
            of_total(lambda total: signed(total.value)),
        ),
        (left("Dice", 18 if bars else 16), of_total(lambda total: odds.roll_text(total.value))),
        *([bar] if bars else []),
        *spread(
            _beside(rules, bars=bars),
            (
                lambda difficulty: right(str(difficulty), 8, f"chance against difficulty {difficulty}"),
                lambda difficulty, skill: skill.total and reached(skill.total.value, difficulty),
            ),
        ),
        (
            right("Sure", 8, "the highest difficulties of an automatic minimal and minor success"),
            of_total(lambda total: _sure(total.value, rules)),
        ),
        (
            right("Cat.", 7, "against these difficulties the category has the better chance, at its price"),
            of_total(lambda total: _better_by_category(total, character)),
        ),
        caption=_skill_caption(rules),
    )


def _own_level(skill: LearnedSkill) -> str:
    return f"{skill.name} {skill.level}" + (f" / {skill.points:g}" if skill.points is not None else "")


def _beside(rules: Rules, *, bars: bool) -> tuple[int, ...]:
    """The difficulties that fit beside a skill: where the middle one has a bar, those around it."""
    difficulties = [
        difficulty for difficulty in rules.difficulties if not bars or difficulty != rules.middle_difficulty
    ]
    if len(difficulties) > MOST_COLUMNS:
        difficulties = difficulties[1:]
    middle = len(difficulties) // 2
    return tuple(difficulties[middle - 1 : middle + 1] if bars and len(difficulties) > 2 else difficulties)


def _above(character: Character) -> dict[Path, tuple[str, str]]:
    """By skill, the focus and the broad skill that it stands under; in the first row of each."""
    levels = {skill.path: skill.level for skill in character.skills}
    above: dict[Path, tuple[str, str]] = {}
    seen: set[Path] = set()
    for skill in character.leaves:
        names = []
        for depth, height in ((2, "focus"), (1, "broad skill")):
            parent = skill.path[:depth]
            if len(skill.path) == depth:
                names.append(f"({height})")
            else:
                is_new = len(skill.path) > depth and parent not in seen
                names.append(f"{parent[-1]} {levels.get(parent, 0)}" if is_new else "")
            seen.add(parent)
        above[skill.path] = names[0], names[1]
    return above


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


def _attribute(total: Total, character: Character) -> str:
    """The attribute of a trait, and what modifiers and armour make of it."""
    name = (total.attribute or "").capitalize()
    own = sum(amount for source, amount in total.addends if source == name)
    changing = {modifier.name for modifier, _ in character.modifiers} | {piece.name for piece in character.armor}
    change = sum(amount for source, amount in total.addends if source in changing)
    return f"{name} {own}" + (f" {'+' if change > 0 else '−'} {abs(change)}" if change else "")


def _sure(trait: int, rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    highest = (odds.automatic(trait, by) for by in (rules.automatic_minimal, rules.automatic_minor))
    return "/".join(str(difficulty) for difficulty in highest if difficulty is not None)


def _better_by_category(total: Total, character: Character) -> str:
    category = character.total(total.category).value
    ordered = sorted(character.rules.difficulties)
    better = [
        difficulty
        for difficulty in ordered
        if (odds.by_category(category, total.value, difficulty) or 0) > odds.chance(total.value, difficulty)
    ]
    if better and better == ordered[-len(better) :]:
        return "all" if len(better) == len(ordered) else f"{better[0]}+"
    return ", ".join(map(str, better))


# Weapons and defences.


def weapons(character: Character) -> Table | None:
    """Return the weapons carried, or None where there are none."""
    if not character.attacks:
        return None
    target = character.rules.defenders_action
    return table(
        "weapons",
        "Weapons",
        character.attacks,
        (
            left("", 24),
            lambda attack: Label(attack.arm.name, ", ".join(filter(None, [attack.with_what, attack.arm.remark]))),
        ),
        (center("Damage", 9, big=True), lambda attack: attack.arm.damage),
        (center("Trait", 7, big=True), lambda attack: str(attack.total.value)),
        (left("Dice", 13), lambda attack: odds.roll_text(attack.total.value)),
        (
            left(f"Hits Action {target}", 23, f"chance to hit a defender whose Action is {target}"),
            lambda attack: reached(attack.total.value, target, bar=True),
        ),
        (right("Str", 8, "the Strength it wants, and the Strain that every attack costs"), _wants),
        (right("Min", 6, "the least Strength that can use it"), _minimum),
        (left("Reach", 9), lambda attack: attack.arm.reach),
        caption=Own(_heavy(character)),
    )


def _wants(attack: Attack) -> str:
    arm = attack.arm
    return "—" if arm.wants is None else f"{arm.wants}" + (f", +{arm.extra_strain}" if arm.extra_strain else "")


def _minimum(attack: Attack) -> str:
    arm = attack.arm
    return "—" if arm.minimum is None else f"{arm.minimum}" + ("" if arm.usable else " !")


def _heavy(character: Character) -> str:
    """What the first weapon that is too heavy costs, in words."""
    heavy = next((attack for attack in character.attacks if attack.arm.extra_strain), None)
    if heavy is None:
        return ""
    wants, strain = heavy.arm.wants, heavy.arm.extra_strain
    return f"Str {_wants(heavy)}: it wants Strength {wants}; every attack costs {strain} Strain more (ours)."


def unarmed(character: Character) -> Table:
    """Return every unarmed attack."""
    target = character.rules.defenders_action
    arms = [attack.arm for attack in character.unarmed]
    return table(
        "unarmed",
        "Unarmed",
        character.unarmed,
        (left("", 46), lambda attack: attack.arm.name),
        (right("Dam.", 18), lambda attack: "target" if attack.arm.amount is None else attack.arm.damage),
        (right("Trait", 16), lambda attack: str(attack.total.value)),
        (
            right(f"Hits {target}", 20, f"chance to hit a defender whose Action is {target}"),
            lambda attack: reached(attack.total.value, target),
        ),
        place="side",
        labels="game",
        caption=". ".join(f"{arm.name}: {arm.remark}" for arm in arms if arm.remark),
    )


def defenses(character: Character) -> Table:
    """Return Action as it is worn, and what somebody has learned to defend with."""
    worn = "Action, as worn"
    return table(
        "defenses",
        "Defence",
        [
            (Own(worn, worn), character.initiative_in_armor, ""),
            *((skill.name, total.value, odds.roll_text(total.value)) for skill, total in character.defenses),
        ],
        (left("", 46), lambda defense: defense[0]),
        (right("Trait", 16), lambda defense: str(defense[1])),
        (left("Dice", 38), lambda defense: defense[2]),
        place="side",
    )


def armor(character: Character) -> Table | None:
    """Return the armour worn, or None where there is none."""
    if not character.armor:
        return None
    strength = character.values["strength"]

    def below(piece: Worn) -> str:
        strain = armory.extra_strain(piece, strength)
        remark = piece.remark + (f", {strain} Strain more" if strain else "")
        return ". ".join(filter(None, [", ".join(piece.covers), remark]))

    return table(
        "armor",
        "Armour",
        character.armor,
        (left("", 54), lambda piece: Label(piece.name, below(piece))),
        (right("Stops", 30), lambda piece: piece.protects),
        (right("Red.", 16), lambda piece: "—" if piece.reduction is None else str(piece.reduction)),
        place="side",
    )


# Points.


def reckoning(character: Character) -> Table:
    """Return what everything costs, by area, and the common pool."""
    reckoned = character.reckoning
    made_of = [f"{reckoned.granted} granted"]
    made_of += [f"{reckoned.refunded} from negatives"] if reckoned.refunded else []
    made_of += [f"{reckoned.earned} earned"] if reckoned.earned else []
    rows: list[tuple[Cell, ...]] = [
        (
            area.name,
            sum_of(area.parts),
            written(area.spent),
            str(area.granted),
            str(area.from_pool) if area.from_pool else "",
            written(area.left) if area.left else "",
        )
        for area in reckoned.areas
    ]
    left_over = str(max(reckoned.left, 0)) if reckoned.left else ""
    rows.append((reckoned.pool_name, " + ".join(made_of), str(reckoned.needed), str(reckoned.available), "", left_over))
    return Table(
        name="reckoning",
        title="Point reckoning",
        columns=(
            left("Area", 7),
            left("Made of", 60),
            right("Cost", 9),
            right("Granted", 9),
            right(reckoned.pool_name, 8, "points of the common pool that cover the rest"),
            right("Left", 8),
        ),
        rows=tuple(rows),
        reference=True,
    )
