"""Make the blocks of the sheet: five categories with their pools, wounds and hits, weapons, defences and skills.

Skills are listed by their trait total, best first, and as a tree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from chargen.games.facade import odds
from chargen.games.facade import rules as book
from chargen.games.facade.body import LimitPool
from chargen.games.facade.character import (
    HITS_PER_BOX,
    MOST_CARRIED_OVER,
    Attack,
    Character,
    LearnedSkill,
)
from chargen.games.facade.play import UNTRAINED_DODGE
from chargen.games.facade.rules import Rules
from chargen.games.facade.tables import Armor as Worn
from chargen.kit import blocks as kit
from chargen.kit.tables import center, left, right, spread, table
from chargen.page.roll import signed, with_sign
from chargen.page.sheet import Cell, Chance, Label, Own, Place, Prose, Table, Track
from chargen.text.names import listing

BOXES_PER_ROW = 5  # The number of boxes in a row of a pool or of wounds

MOST_TO_SPEND = 15  # The largest number of boxes for points to spend (house default)

BEST_TRAITS, FEW_TRAITS = 3, 4
"""The largest number of traits on the first page, and that of traits that are all there (house default)."""
LETTERS_OF_BEST = 66  # The letters of a line of skills on the first page
LONGEST_BIG = 3  # The longest harm that is printed large, in letters (house default)
LEAST_TRAIT = 3
"""The lowest trait with room for skills on a blank sheet (house default): below it, a skill is no help."""
MOST_COLUMNS = 3
"""The largest number of difficulties besides the middle one; the reference page has all (house default)."""
IN_ARMOR = "All dice, attacks, defenses, skills and numbers in brackets are those in armor."
POOLS_IN_ARMOR = "Limit pools count from the category without it (house default)."
PILLAR = (left("", 57), center("", 16), right("", 27))
MARK, LOSING = "†", "‡"
"""The marks of a skill whose category is the better roll, and of one that loses contests."""


def chance_to_reach(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    """Return the chance to reach a difficulty as a cell, with the dice as its help text."""
    words = f"{odds.roll_text(trait)}, and reach {difficulty}" if trait > 0 else ""
    return Chance(odds.chance(trait, difficulty), bar=bar, help=words, dice=odds.dice_rule(trait, difficulty))


# Boxes to mark in play.


def pillar(category: str, character: Character) -> Table:
    """Return the table of a category with its three attributes and their dice."""
    complete = character.total(category).value
    rows: list[tuple[Cell, ...]] = [
        (Label(Own(character.with_worn(category), "Sum"), Own(odds.roll_text(complete)), big=True), None, None)
    ]
    for name in book.CATEGORIES[category]:
        total = character.total(name)
        dice = odds.roll_text(total.value) if total.value > 0 else "fails"
        rows.append((name.capitalize(), character.with_worn(name).replace(" ", "\u00a0"), dice))
    # An addend of its own: the attributes and their sum stay as they were bought (ruling FAC-Q20).
    if category == "action" and (hindrance := sum(piece.action for piece in character.armor)):
        rows.append((Label("Armor", "each roll (house default)"), signed(hindrance), None))
    is_lowered = any("(" in character.with_worn(name) for name in (category, *book.CATEGORIES[category]))
    return Table(
        name=f"pillar-{category}",
        title=category.capitalize(),
        place="fifth",
        columns=(left("", 54), center("", 22), right("", 24)) if is_lowered else PILLAR,
        rows=tuple(rows),
        labels="game",
    )


def limit_pool_boxes(pool: LimitPool, character: Character) -> Track:
    """Return the boxes of a limit pool: below the threshold, up to its double, and beyond."""
    highest = book.HUMAN_MAXIMUM
    # A blank sheet has the boxes of the highest human attributes.
    most = 2 * highest * len(book.CATEGORIES[pool.category]) + (0 if pool.with_will is None else highest)
    plain = kit.boxes(pool.name, pool.boxes, character.noted(pool.name), label="{}")
    return Track(
        name=f"limit-{pool.name}",
        title=Own(f"{pool.name.capitalize()} {pool.threshold}", pool.name.capitalize()),
        place="fifth",
        per_row=BOXES_PER_ROW,
        boxes=tuple(
            replace(box, zone=zone, frame=frame)
            for number, box in enumerate(plain, start=1)
            for zone, frame in (pool.zone(number),)
        ),
        blank=kit.boxes("", most, 0, label="{}"),
    )


def health_boxes(kind: str, character: Character) -> Track:
    """Return the boxes for one kind of damage."""
    rules, levels = character.rules, character.health[kind]
    most = book.HUMAN_MAXIMUM * len(book.HEALTH_FROM[kind]) + rules.more_health
    return Track(
        name=f"health-{kind}",
        title=Own(f"{kind.capitalize()} {levels}", kind.capitalize()),
        place="fifth",
        per_row=BOXES_PER_ROW,
        boxes=kit.boxes(kind, levels, character.noted(kind)),
        blank=kit.boxes("", max(most, levels), 0),
    )


def hit_boxes(location: str, character: Character) -> Track:
    """Return the boxes for hits to a location, a row for each kind of damage, with the present penalty."""
    penalty = character.wound_penalties.get(location, 0)
    everything = character.wound_penalties["all"] if location == "torso" else 0
    caption = f"all physical actions −{everything}" if everything else f"−{penalty}" if penalty else ""
    boxes = (
        box
        for kind in book.KINDS
        for tracker in [f"{location}_hits_{kind}"]
        for box in kit.boxes(tracker, HITS_PER_BOX, character.noted(tracker), label=kind[0].upper())
    )
    return Track(
        name=f"hits-{location}",
        title=f"Hits: {location}",
        place="fifth",
        per_row=HITS_PER_BOX,
        boxes=tuple(boxes),
        caption=Own(caption),
    )


def turn_boxes(character: Character) -> Track:
    """Return the boxes for the active and the passive action of a turn."""
    used = (("Active", "active_used"), ("Passive", "passive_used"))
    boxes = tuple(kit.tick(label, tracker, character.ticked(tracker)) for label, tracker in used)
    return Track(name="turn", title="This turn", place="fifth", boxes=boxes)


def fatigue_carried_over(character: Character) -> Track:
    """Return boxes for Fatigue above its double, which makes Action rolls harder on the next day (FAC-c6)."""
    tracker = "fatigue_from_yesterday"
    boxes = kit.boxes(tracker, MOST_CARRIED_OVER, character.noted(tracker))
    return Track(name="tired", title="Overtired", place="fifth", per_row=BOXES_PER_ROW, boxes=boxes)


def points_to_spend(character: Character) -> Track:
    """Return boxes for the points left to spend."""
    left, pool = max(0, character.budget.left), character.rules.pool_name
    return Track(
        name="earned",
        key="advancement",
        title=Own(f"{pool} left: {left}", f"{pool} to spend"),
        place="fifth",
        per_row=BOXES_PER_ROW,
        boxes=kit.boxes("", min(MOST_TO_SPEND, 10 + left - left % 5), left),
    )


# Weapons and defences.


def weapons(character: Character) -> Table:
    """Return the weapons carried, and below them the unarmed attacks; attacks with equal rolls and harm share a row."""
    target = book.DEFENDERS_ACTION

    def in_hand(attack: Attack) -> tuple[str, str, int, int]:
        return attack.arm.names[0], attack.arm.damage, attack.total.value, attack.arm.extra_strain

    rows: list[tuple[Label, str, Attack]] = []
    # A knife held and a knife thrown are neighbours, and often roll the same.
    for _, alike in groupby(character.attacks, key=in_hand):
        attacks = list(alike)
        name = attacks[0].arm.name if len(attacks) == 1 else attacks[0].arm.names[0]
        rows.append((Label(name, _describe_weapon(attacks, character)), attacks[0].arm.damage, attacks[0]))
    rows += _unarmed(character)
    return table(
        "weapons",
        "Attacks",
        rows,
        (left("", 36), lambda row: row[0]),
        (center("Damage", 11), lambda row: _harm(row[1], row[2])),
        (center("Trait", 9, big=True), lambda row: signed(row[2].total.value)),
        (left("Dice", 19), lambda row: odds.roll_text(row[2].total.value)),
        (
            left(f"Hits Action {target}", 25, f"chance to hit a defender whose Action is {target}"),
            lambda row: chance_to_reach(row[2].total.value, target, bar=True),
        ),
        place="main",
        together=True,
    )


def _harm(damage: str, attack: Attack) -> Label:
    if attack.arm.amount is None and damage == attack.arm.damage:
        return Label(f"Str {attack.arm.kind}", "the target's")
    return Label(damage, big=len(damage) <= LONGEST_BIG)


def _unarmed(character: Character) -> Iterator[tuple[Label, str, Attack]]:
    """Yield a row for each attack that is carried by name, for learned ones of a trait and damage, and for all others.

    Those of one trait share a row with their range of damage.
    """
    attacks = character.unarmed
    rows: dict[tuple[int, str], list[Attack]] = {}
    # Unlearned attacks that roll as much as a learned one add nothing to its row.
    taught = {attack.total.value for attack in attacks if attack.learned}
    for attack in attacks:
        if attack.learned and not attack.arm.chosen:
            rows.setdefault((attack.total.value, attack.arm.damage), []).append(attack)
        elif attack.arm.chosen:
            yield _unarmed_row([attack], character, attack.arm.damage)
        elif attack.total.value not in taught:
            rows.setdefault((attack.total.value, ""), []).append(attack)
    for (_, damage), alike in sorted(rows.items(), reverse=True):
        yield _unarmed_row(alike, character, damage)


def _unarmed_row(alike: list[Attack], character: Character, damage: str) -> tuple[Label, str, Attack]:
    """Return a row for unarmed attacks by their names and damage; without a damage, for unlearned ones together."""
    with_what = " or ".join(dict.fromkeys(attack.with_what for attack in (alike if damage else alike[:1])))
    hurting = sorted((attack.arm for attack in alike if attack.arm.amount), key=lambda arm: arm.amount or 0)
    span = "–".join(dict.fromkeys(arm.damage for arm in (*hurting[:1], *hurting[-1:])))
    name = " or ".join(attack.arm.name for attack in alike) if damage else "Unarmed"
    below = ", ".join(filter(None, (with_what, alike[0].total.remark)))
    return Label(name, below), damage or span, alike[0]


def _describe_weapon(attacks: list[Attack], character: Character) -> str:
    """Return the skill, the reach and the extra Strain of a weapon, and whether it loses contests."""
    first, arm = attacks[0], attacks[0].arm
    reach = " or ".join(filter(None, (attack.arm.reach for attack in attacks)))
    strength = ""
    if not arm.usable:
        strength = f"too heavy: needs Strength {arm.minimum} at least"
    elif arm.extra_strain:
        strength = f"wants Strength {arm.wants}: every attack costs {arm.extra_strain} Strain more (house default)"
    return ", ".join(filter(None, [first.with_what, first.total.remark, reach, arm.remark, strength]))


def list_defenses(character: Character) -> list[tuple[Label, int]]:
    """Return the learned defences with their traits in a contest, and the dodge if it is better."""
    known = [*((skill.name, total) for skill, total in character.defenses), (UNTRAINED_DODGE, character.named["dodge"])]
    *learned, dodge = [(Label(name, total.remark), total.in_contest) for name, total in known]
    # Everyone may dodge, so an untrained dodge is shown only where it is the best defence.
    return learned if any(trait >= dodge[1] for _, trait in learned) else [*learned, dodge]


def defenses(character: Character) -> Table:
    """Return the table of defences; those with equal rolls share a row."""
    alike: dict[tuple[int, str], list[str]] = {}
    for label, trait in list_defenses(character):
        alike.setdefault((trait, label.below), []).append(label.text)
    return table(
        "defenses",
        "Defense",
        [(Label(", ".join(names), remark), trait) for (trait, remark), names in alike.items()],
        (left("", 36), lambda defense: defense[0]),
        (right("Trait", 12), lambda defense: str(defense[1])),
        (left("Dice", 34), lambda defense: odds.roll_text(defense[1])),
        (
            right(f"Against {book.DEFENDERS_ACTION}", 18),
            lambda defense: chance_to_reach(defense[1], book.DEFENDERS_ACTION),
        ),
        place="side",
    )


def armor(character: Character) -> Table | None:
    """Return the table of worn armour; None without armour."""
    if not character.armor:
        return None
    strength = character.values["strength"]
    lowers_a_category = any("(" in character.with_worn(category) for category in book.CATEGORIES)

    def below(piece: Worn) -> str:
        strain = max(0, (piece.strength or 0) - strength)
        remark = piece.remark + (f", {strain} Strain more (house default)" if strain else "")
        remark += " on each Action roll (house default)" if piece.action and remark == piece.remark else ""
        return ". ".join(filter(None, [", ".join(piece.covers), remark]))

    return table(
        "armor",
        "Armor",
        character.armor,
        (left("", 46), lambda piece: Label(piece.name, below(piece))),
        (right("Stops", 30), lambda piece: piece.protects),
        (right("Reduction", 24), lambda piece: "–" if piece.reduction is None else str(piece.reduction)),
        place="side",
        caption=f"{IN_ARMOR} {_without_armor(character)}{POOLS_IN_ARMOR}" if lowers_a_category else "",
    )


def _without_armor(character: Character) -> str:
    """Return by how much the traits of rolls are higher without armour: a column for it would not fit on the front."""
    by_loss: dict[int, list[str]] = {}
    for name in chain.from_iterable(book.CATEGORIES.values()):
        loss = character.bare_totals[name].value - character.total(name).value
        by_loss.setdefault(loss, []).append(name.capitalize())
    higher = [f"{loss} higher with {listing(names, 'or')}" for loss, names in sorted(by_loss.items()) if loss > 0]
    return f"Without it, traits are {listing(reversed(higher))}. " if higher else ""


# Skills.


@dataclass(frozen=True, slots=True)
class SkillGroup:
    """Skills with the same trait total."""

    trait: int | None  # The trait total; None for skills without an attribute
    adds: int  # The number that they add to the attribute of a roll
    names: tuple[str, ...]  # The names of the skills, with their marks


def _group_by_trait(skills: Iterable[LearnedSkill], character: Character) -> list[SkillGroup]:
    """Group skills by trait, the highest first; skills without an attribute are last, by the number that they add."""
    # Equal traits have equal odds, which a row shows once for all of their skills.
    groups: dict[tuple[int | None, int], list[str]] = {}
    middle = book.MIDDLE_DIFFICULTY
    for skill in skills:
        total = character.trait(skill)
        if total is None:
            groups.setdefault((None, skill.adds), []).append(skill.name)
            continue
        category = character.total(total.category).value
        better = (odds.by_category(category, total.value, middle) or 0) > odds.chance(total.value, middle)
        marks = MARK * better + LOSING * total.fails
        groups.setdefault((total.value, 0), []).append(skill.name + marks)
    ordered = sorted(groups, key=lambda key: (key[0] is None, -(key[0] or 0), -key[1]))
    return [SkillGroup(*key, tuple(groups[key])) for key in ordered]


def skill_groups(character: Character) -> list[SkillGroup]:
    """Return the skills by their trait totals, in the order of the rows of `skills_by_trait`."""
    return _group_by_trait(character.leaves, character)


def best_skills(character: Character, place: Place = "across") -> Table | None:
    """Return the best skills that are neither attacks nor defences; None if there are none."""
    shown = {attack.skill.path for attack in character.chief_attacks if attack.skill is not None}
    shown |= {skill.path for skill, _ in character.defenses}
    groups = _group_by_trait((skill for skill in character.leaves if skill.path not in shown), character)
    rows = [(group.trait, _cut(group.names)) for group in groups[:BEST_TRAITS] if group.trait is not None]
    middle = book.MIDDLE_DIFFICULTY
    trait, dice, against, names = (8, 23, 17, 138) if place == "across" else (12, 46, 28, 100)
    columns = (
        (left("", trait), lambda row: str(row[0])),
        (left("", dice), lambda row: odds.roll_text(row[0])),
        (right(f"Against {middle}", against), lambda row: chance_to_reach(row[0], middle)),
        (left("Skills", names), lambda row: row[1]),
    )
    best = table("best-skills", "Best skills", rows, *columns, place=place)
    return replace(best, first_page=place == "across") if rows else None


def _cut(names: Sequence[str]) -> str:
    """Return as many names as fit on a line, and the number of the others."""
    for shown in range(len(names), 0, -1):
        more = (f"{len(names) - shown} more",) if shown < len(names) else ()
        line = ", ".join((*names[:shown], *more))
        if len(line) <= LETTERS_OF_BEST:
            break
    return line


def skills_by_trait(character: Character) -> Table | None:
    """Return all skills by trait, best first; None without skills."""
    groups = skill_groups(character)
    captions = (_sure_caption(character.rules), *_mark_captions(groups))
    return _skill_table(groups, character.rules, " ".join(filter(None, captions))) if groups else None


def skills_to_write(rules: Rules) -> Table:
    """Return the traits of a blank sheet with their dice and chances, which all sheets share, and room for skills."""
    traits = range(len(odds.TRAIT_NAMES), LEAST_TRAIT - 1, -1)
    groups = [SkillGroup(trait, 0, ()) for trait in traits]
    return replace(_skill_table(groups, rules, _sure_caption(rules)), game=True)


def _skill_table(groups: list[SkillGroup], rules: Rules, caption: str) -> Table:
    others = [difficulty for difficulty in book.STANDING_DIFFICULTIES if difficulty != book.MIDDLE_DIFFICULTY]
    sure_by = book.AUTOMATIC_MINIMAL, book.AUTOMATIC_MINOR

    def automatic(group: SkillGroup) -> str:
        highest = (odds.automatic_difficulty(group.trait or 0, by) for by in sure_by)
        return "/".join(str(difficulty) for difficulty in highest if difficulty is not None)

    sure = right("Sure", 14, "the trait less {}, and less {}".format(*sure_by)), automatic
    return table(
        "skills",
        "Skills",
        groups,
        (
            center("", 8, "attribute, broad skill, focus, specialty and modifiers"),
            lambda group: f"+{group.adds}" if group.trait is None else signed(group.trait),
        ),
        (left("", 22), lambda group: "any attribute" if group.trait is None else odds.roll_text(group.trait)),
        (
            left(f"Against {book.MIDDLE_DIFFICULTY}", 48),
            lambda group: (
                None if group.trait is None else chance_to_reach(group.trait, book.MIDDLE_DIFFICULTY, bar=True)
            ),
        ),
        *spread(
            sorted(others)[-MOST_COLUMNS:],
            lambda difficulty: right(str(difficulty), 11, f"chance against difficulty {difficulty}"),
            lambda difficulty, group: None if group.trait is None else chance_to_reach(group.trait, difficulty),
        ),
        *([sure] if rules.automatic_success else []),
        (left("Skills", 64), lambda group: ", ".join(group.names) or None),
        caption=caption,
    )


def _sure_caption(rules: Rules) -> str:
    if not rules.automatic_success:
        return ""
    return (
        "Sure: where no one opposes it, a minimal success needs no roll up to the first difficulty, a minor one up to "
        "the second."
    )


def _mark_captions(groups: list[SkillGroup]) -> Iterator[str]:
    names = "".join(name for group in groups for name in group.names)
    if MARK in names:
        yield (
            f"{MARK} Against {book.MIDDLE_DIFFICULTY}, rolling the whole category is better, though the difficulty "
            "rises by the difference."
        )
    if LOSING in names:
        yield f"{LOSING} Its attribute is 0: it loses every contest in which the opponent rolls as well."


def skill_tree(character: Character) -> Prose | None:
    """Return the tree of skills with all levels, one broad skill in each item; None without skills."""
    sums: dict[tuple[str, ...], int] = {(): 0}
    by_parent: dict[tuple[str, ...], list[LearnedSkill]] = {}
    for skill in character.skills:
        sums[skill.path] = skill.adds
        by_parent.setdefault(skill.path[:-1], []).append(skill)

    def written(skill: LearnedSkill, above: str | None) -> str:
        """Return a skill with its level, bonuses, and its attribute if the parent has another one."""
        own = f"{skill.name} {skill.level}" + (f"/{skill.points:g}" if skill.points is not None else "")
        more = sums[skill.path] - sums[skill.path[:-1]] - skill.level
        attribute = skill.attribute
        with_what = f" ({attribute.capitalize()})" if attribute and attribute != above else ""
        return own + (f" {with_sign(more)}" if more else "") + with_what

    def inside(skill: LearnedSkill, between: str) -> str:
        texts = []
        for child in by_parent.get(skill.path, ()):
            deeper = inside(child, ", ")
            texts.append(written(child, skill.attribute) + (f": {deeper}" if deeper else ""))
        return between.join(texts)

    items = tuple((written(broad, None), inside(broad, "; ")) for broad in by_parent.get((), ()))
    value = " 4/3 is level 4, with 3 SP in it." if character.rules.cascade else ""
    return (
        Prose(
            name="skill-tree",
            title="What skills are made of",
            text=f"A trait is the attribute plus the levels of broad skill, focus and specialty.{value}",
            items=items,
        )
        if items
        else None
    )
