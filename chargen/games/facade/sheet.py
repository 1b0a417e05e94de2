"""Make the sheet of Façade: first what fights and scenes need, then skills with their odds, and background.

The compact version for the GM is here too: half a page with the essentials of a character.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, groupby
from typing import NamedTuple

from chargen.games.facade import odds
from chargen.games.facade import rules as book
from chargen.games.facade.body import Running, healing, wound_penalties
from chargen.games.facade.budget import background_cost, background_worth, format_points, modifier_cost
from chargen.games.facade.character import (
    HITS_PER_BOX,
    LOCATIONS,
    MOST_CARRIED_OVER,
    UNTRAINED_DODGE,
    Attack,
    Character,
    LearnedSkill,
    with_worn,
)
from chargen.games.facade.reference import ON_A_BLANK, ON_A_SHEET, how, how_to_make, prices
from chargen.games.facade.rules import CATEGORIES, DEFENDERS_ACTION, KINDS, MIDDLE_DIFFICULTY, Rules
from chargen.games.facade.tables import Armor as Worn
from chargen.kit import blocks as kit
from chargen.kit.tables import center, left, right, spread, table
from chargen.page.roll import in_percent, signed, with_sign
from chargen.page.sheet import Block, Cell, Chance, Facts, Label, Own, Place, Prose, Sheet, Table, Track, WhatIf
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
HIGHEST_SLID = 20  # The highest difficulty of the slider (house default)
IN_ARMOR = "All dice, attacks, defenses, skills and numbers in brackets are those in armor."
POOLS_IN_ARMOR = "Limit pools count from the category without it (house default)."
MARK, LOSING = "†", "‡"
"""The marks of a skill whose category is the better roll, and of one that loses contests."""
PILLARS = tuple(f"pillar-{category}" for category in CATEGORIES)
NARROW_FIRST = (*PILLARS, "weapons"), (*PILLARS, "skills", "weapons")
"""The blocks before all boxes where there is one column: on A5, the boxes then fill a page; and on a telephone."""
BLANK_FIRST = (*PILLARS, "armor", "steps", "weapons", "defenses", "body")
"""The same for a blank A5: its first two pages have room for what is short, and its boxes fill the third."""
NO_BREAK = "\N{NO-BREAK SPACE}"  # Between a price and its unit


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character."""
    rules = character.rules
    best, defense = max(list_defenses(character), key=lambda defense: defense[1])
    bare, worn = character.running, character.running_in_armor
    upper: list[Block | None] = [*(_pillar(category, character) for category in CATEGORIES), *_boxes(character)]
    fight = [_weapons(character), _defenses(character), _armor(character)]
    groups, tree = _group_by_trait(character.leaves, character), _skill_tree(character)
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
        None if len(groups) <= FEW_TRAITS else _best_skills(character),
        _skill_table(groups, rules) if groups else None,
        tree,
        Prose(name="body", title="Body", place="main", items=(*_body(character), *_exertions(character))),
        *lower,
        notes,
        kit.how_to_roll(how(rules, ON_A_SHEET)),
        kit.ledger(character.ledger, character.budget.pool_name),
    ]
    # The traits of a blank sheet with their dice and chances, which all sheets share, and room for skills.
    room = [SkillGroup(trait, 0, ()) for trait in range(len(odds.TRAIT_NAMES), LEAST_TRAIT - 1, -1)]
    blank = [
        *upper,
        kit.steps(how_to_make(rules), "across"),
        *fight,
        replace(_skill_table(room, rules), game=True),
        tree,
        Facts(name="body", title="Body", place="main", facts=tuple(_body(character))),
        *lower,
        prices(rules),
        notes,
        kit.how_to_roll(how(rules, ON_A_BLANK)),
    ]
    traits = [group.trait for group in groups if group.trait is not None]
    totals = [(total.name.capitalize(), total.value) for total in character.category_totals]
    return kit.sheet(
        character,
        parts,
        highlights=(
            _initiative(character),
            ("Defense", str(defense), best.text),
            _highlight("Sprint", bare.feet_per_second, worn.feet_per_second, "feet a second"),
        ),
        what_ifs=(
            *([_what_if("skills", "The difficulty is", [(str(trait), trait) for trait in traits])] if traits else ()),
            _what_if("", "The difficulty for a category is", totals),
        ),
        foot=list_footnotes(character),
        pages=2,
        narrow_first=NARROW_FIRST,
        blank_first=BLANK_FIRST,
        blank=blank,
    )


def compact(character: Character) -> Sheet:
    """Return the compact sheet of a character."""
    categories = [
        (total.name.capitalize(), character.with_worn(total.name), odds.roll_text(total.value))
        for total in character.category_totals
    ]
    limits = [
        (pool.name.capitalize(), " / ".join(str(end) for end in (pool.threshold, pool.double, pool.with_will) if end))
        for pool in character.limit_pools
    ]
    return kit.sheet(
        character,
        [
            _weapons(character),
            _best_skills(character, "main"),
            _defenses(character),
            _armor(character),
            Facts(name="numbers", title="Limits", place="side", facts=tuple(limits)),
            *(_health_boxes(kind, character) for kind in KINDS),
        ],
        highlights=(*categories, _initiative(character)),
        foot=list_footnotes(character),
    )


def _highlight(label: str, bare: int, in_armor: int, below: str) -> tuple[str, str, str]:
    return label, str(bare), below if in_armor == bare else f"{in_armor} in armor, {below}"


def _initiative(character: Character) -> tuple[str, str, str]:
    return _highlight("Initiative", character.initiative, character.initiative_in_armor, "and to be hit")


def list_footnotes(character: Character) -> tuple[str, ...]:
    """Return the points, the corrected misprints that matter, and the house defaults."""
    computed = character.budget
    common = computed.pool_name
    spent = [
        f"{area.name} {format_points(area.spent)}" + (f" with {area.from_pool} {common}" if area.from_pool else "")
        for area in computed.areas
    ]
    points = ", ".join([*spent, f"{common} {computed.needed} of {computed.available}"])
    house_defaults = (
        "chargen's rulings: health levels, out of a fight with all boxes of one kind of damage marked, "
        "the Strength for weapons, standing difficulties"
    )
    return Own(points), *map(Own, character.corrections), house_defaults


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


def chance_to_reach(trait: int, difficulty: int, *, bar: bool = False) -> Chance:
    """Return the chance to reach a difficulty as a cell, with the dice as its help text."""
    words = f"{odds.roll_text(trait)}, and reach {difficulty}" if trait > 0 else ""
    return Chance(odds.chance(trait, difficulty), bar=bar, help=words, dice=odds.dice_rule(trait, difficulty))


# Categories, and boxes to mark in play.


def _pillar(category: str, character: Character) -> Table:
    """Return the table of a category with its three attributes and their dice."""
    complete = character.total(category).value
    rows: list[tuple[Cell, ...]] = [
        (Label(Own(character.with_worn(category), "Sum"), Own(odds.roll_text(complete)), big=True), None, None)
    ]
    for name in CATEGORIES[category]:
        total = character.total(name)
        dice = odds.roll_text(total.value) if total.value > 0 else "fails"
        rows.append((name.capitalize(), character.with_worn(name).replace(" ", "\u00a0"), dice))
    # An addend of its own: the attributes and their sum stay as they were bought (ruling FAC-Q20).
    if category == "action" and (hindrance := sum(piece.action for piece in character.armor)):
        rows.append((Label("Armor", "each roll (house default)"), signed(hindrance), None))
    is_lowered = any("(" in character.with_worn(name) for name in (category, *CATEGORIES[category]))
    widths = (54, 22, 24) if is_lowered else (57, 16, 27)
    return Table(
        name=f"pillar-{category}",
        title=category.capitalize(),
        place="fifth",
        columns=(left("", widths[0]), center("", widths[1]), right("", widths[2])),
        rows=tuple(rows),
        labels="game",
    )


def _boxes(character: Character) -> Iterator[Track]:
    """Yield all boxes: limit pools, damage, fatigue carried over, points to spend, hits by location, and the turn."""
    for pool in character.limit_pools:
        # Below the threshold, up to its double, and beyond. A blank sheet has those of the highest human attributes.
        will = 0 if pool.with_will is None else book.HUMAN_MAXIMUM
        most = 2 * book.HUMAN_MAXIMUM * len(CATEGORIES[pool.category]) + will
        boxes = kit.boxes(pool.name, pool.boxes, character.noted(pool.name), label="{}")
        zones = [pool.zone(number) for number in range(1, pool.boxes + 1)]
        yield Track(
            name=f"limit-{pool.name}",
            title=Own(f"{pool.name.capitalize()} {pool.threshold}", pool.name.capitalize()),
            place="fifth",
            per_row=BOXES_PER_ROW,
            boxes=tuple(replace(box, zone=zone, frame=frame) for box, (zone, frame) in zip(boxes, zones, strict=True)),
            blank=kit.boxes("", most, 0, label="{}"),
        )
    yield from (_health_boxes(kind, character) for kind in KINDS)

    # Fatigue above its double makes Action rolls harder on the next day (FAC-c6).
    tracker = "fatigue_from_yesterday"
    boxes = kit.boxes(tracker, MOST_CARRIED_OVER, character.noted(tracker))
    yield Track(name="tired", title="Overtired", place="fifth", per_row=BOXES_PER_ROW, boxes=boxes)
    rest, pool_name = max(0, character.budget.left), character.rules.pool_name
    yield Track(
        name="earned",
        key="advancement",
        title=Own(f"{pool_name} left: {rest}", f"{pool_name} to spend"),
        place="fifth",
        per_row=BOXES_PER_ROW,
        boxes=kit.boxes("", min(MOST_TO_SPEND, 10 + rest - rest % 5), rest),
    )

    # Hits to a location, a row for each kind of damage, with the present penalty.
    for location in LOCATIONS:
        trackers = {kind: f"{location}_hits_{kind}" for kind in KINDS}
        sum_of = _penalty_by_hits(location)
        penalty = sum(map(character.noted, sum_of[1]))
        hits = (
            kit.boxes(tracker, HITS_PER_BOX, character.noted(tracker), label=kind[0].upper())
            for kind, tracker in trackers.items()
        )
        yield Track(
            name=f"hits-{location}",
            title=f"Hits: {location}",
            place="fifth",
            per_row=HITS_PER_BOX,
            boxes=tuple(chain.from_iterable(hits)),
            caption=Own(f"{sum_of[0]}{penalty}" if penalty else ""),
            sum_of=sum_of,
        )
    used = (("Active", "active_used"), ("Passive", "passive_used"))
    boxes = tuple(kit.tick(label, tracker, character.ticked(tracker)) for label, tracker in used)
    yield Track(name="turn", title="This turn", place="fifth", boxes=boxes)


def _penalty_by_hits(location: str) -> tuple[str, tuple[str, ...]]:
    """Return the words before the penalty beside the hits to a location, and the trackers whose sum it is (FAC-c3)."""
    of, words = ("all", "all physical actions −") if location == "torso" else (location, "−")
    hits = ((place, kind) for place in LOCATIONS for kind in KINDS)
    return words, tuple(f"{place}_hits_{kind}" for place, kind in hits if wound_penalties({(place, kind): 1}).get(of))


def _health_boxes(kind: str, character: Character) -> Track:
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


# Weapons and defences.


def _weapons(character: Character) -> Table:
    """Return the weapons carried, and below them the unarmed attacks; attacks with equal rolls and harm share a row."""

    def in_hand(attack: Attack) -> tuple[str, str, int, int]:
        return attack.arm.names[0], attack.arm.damage, attack.total.value, attack.arm.extra_strain

    rows: list[tuple[Label, str, Attack]] = []
    # A knife held and a knife thrown are neighbours, and often roll the same.
    for _, alike in groupby(character.attacks, key=in_hand):
        first, *others = alike
        arm, reach, strength = first.arm, " or ".join(filter(None, (one.arm.reach for one in (first, *others)))), ""
        if not arm.usable:
            strength = f"too heavy: needs Strength {arm.minimum} at least"
        elif arm.extra_strain:
            strength = f"wants Strength {arm.wants}: every attack costs {arm.extra_strain} Strain more (house default)"
        below = ", ".join(filter(None, [first.with_what, first.total.remark, reach, arm.remark, strength]))
        rows.append((Label(arm.names[0] if others else arm.name, below), arm.damage, first))

    def harm(row: tuple[Label, str, Attack]) -> Label:
        _, damage, attack = row
        if attack.arm.amount is None and damage == attack.arm.damage:
            return Label(f"Str {attack.arm.kind}", "the target's")
        return Label(damage, big=len(damage) <= LONGEST_BIG)

    help = f"chance to hit a defender whose Action is {DEFENDERS_ACTION}"
    return table(
        "weapons",
        "Attacks",
        [*rows, *_unarmed(character)],
        (left("", 36), lambda row: row[0]),
        (center("Damage", 11), harm),
        (center("Trait", 9, big=True), lambda row: signed(row[2].total.value)),
        (left("Dice", 19), lambda row: odds.roll_text(row[2].total.value)),
        (
            left(f"Hits Action {DEFENDERS_ACTION}", 25, help),
            lambda row: chance_to_reach(row[2].total.value, DEFENDERS_ACTION, bar=True),
        ),
        place="main",
        together=True,
    )


def _unarmed(character: Character) -> Iterator[tuple[Label, str, Attack]]:
    """Yield a row for each attack that is carried by name, for learned ones of a trait and damage, and for all others.

    Those of one trait share a row with their range of damage.
    """

    def row(alike: list[Attack], damage: str) -> tuple[Label, str, Attack]:
        """Return a row for attacks by their names and damage; without a damage, for unlearned ones together."""
        with_what = " or ".join(dict.fromkeys(attack.with_what for attack in (alike if damage else alike[:1])))
        hurting = sorted((attack.arm for attack in alike if attack.arm.amount), key=lambda arm: arm.amount or 0)
        span = "–".join(dict.fromkeys(arm.damage for arm in (*hurting[:1], *hurting[-1:])))
        name = " or ".join(attack.arm.name for attack in alike) if damage else "Unarmed"
        return Label(name, ", ".join(filter(None, (with_what, alike[0].total.remark)))), damage or span, alike[0]

    rows: dict[tuple[int, str], list[Attack]] = {}
    # Unlearned attacks that roll as much as a learned one add nothing to its row.
    taught = {attack.total.value for attack in character.unarmed if attack.learned}
    for attack in character.unarmed:
        if attack.learned and not attack.arm.chosen:
            rows.setdefault((attack.total.value, attack.arm.damage), []).append(attack)
        elif attack.arm.chosen:
            yield row([attack], attack.arm.damage)
        elif attack.total.value not in taught:
            rows.setdefault((attack.total.value, ""), []).append(attack)
    for (_, damage), alike in sorted(rows.items(), reverse=True):
        yield row(alike, damage)


def list_defenses(character: Character) -> list[tuple[Label, int]]:
    """Return the learned defences with their traits in a contest, and the dodge if it is better."""
    known = [*((skill.name, total) for skill, total in character.defenses), (UNTRAINED_DODGE, character.named["dodge"])]
    *learned, dodge = [(Label(name, total.remark), total.in_contest) for name, total in known]
    # Everyone may dodge, so an untrained dodge is shown only where it is the best defence.
    return learned if any(trait >= dodge[1] for _, trait in learned) else [*learned, dodge]


def _defenses(character: Character) -> Table:
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
        (right(f"Against {DEFENDERS_ACTION}", 18), lambda defense: chance_to_reach(defense[1], DEFENDERS_ACTION)),
        place="side",
    )


def _armor(character: Character) -> Table | None:
    """Return the table of worn armour; None without armour."""
    if not character.armor:
        return None

    def below(piece: Worn) -> str:
        strain = max(0, (piece.strength or 0) - character.values["strength"])
        remark = piece.remark + (f", {strain} Strain more (house default)" if strain else "")
        remark += " on each Action roll (house default)" if piece.action and remark == piece.remark else ""
        return ". ".join(filter(None, [", ".join(piece.covers), remark]))

    # By how much the traits of rolls are higher without armour: a column for it would not fit on the front.
    by_loss: dict[int, list[str]] = {}
    for name in book.ATTRIBUTES:
        loss = character.bare_totals[name].value - character.total(name).value
        by_loss.setdefault(loss, []).append(name.capitalize())
    higher = [f"{loss} higher with {listing(names, 'or')}" for loss, names in sorted(by_loss.items()) if loss > 0]
    without = f"Without it, traits are {listing(reversed(higher))}. " if higher else ""
    lowers_a_category = any("(" in character.with_worn(category) for category in CATEGORIES)
    return table(
        "armor",
        "Armor",
        character.armor,
        (left("", 46), lambda piece: Label(piece.name, below(piece))),
        (right("Stops", 30), lambda piece: piece.protects),
        (right("Reduction", 24), lambda piece: "–" if piece.reduction is None else str(piece.reduction)),
        place="side",
        caption=f"{IN_ARMOR} {without}{POOLS_IN_ARMOR}" if lowers_a_category else "",
    )


# Skills, listed by their trait total, best first, and as a tree.


class SkillGroup(NamedTuple):
    """Skills with the same trait total."""

    trait: int | None  # The trait total; None for skills without an attribute
    adds: int  # The number that they add to the attribute of a roll
    names: tuple[str, ...]  # The names of the skills, with their marks


def _group_by_trait(skills: Iterable[LearnedSkill], character: Character) -> list[SkillGroup]:
    """Group skills by trait, the highest first; skills without an attribute are last, by the number that they add."""
    # Equal traits have equal odds, which a row shows once for all of their skills.
    groups: dict[tuple[int | None, int], list[str]] = {}
    for skill in skills:
        total = character.trait(skill)
        if total is None:
            groups.setdefault((None, skill.adds), []).append(skill.name)
            continue
        instead = odds.by_category(character.total(total.category).value, total.value, MIDDLE_DIFFICULTY) or 0
        marks = MARK * (instead > odds.chance(total.value, MIDDLE_DIFFICULTY)) + LOSING * total.fails
        groups.setdefault((total.value, 0), []).append(skill.name + marks)
    ordered = sorted(groups, key=lambda key: (key[0] is None, -(key[0] or 0), -key[1]))
    return [SkillGroup(*key, tuple(groups[key])) for key in ordered]


def _best_skills(character: Character, place: Place = "across") -> Table | None:
    """Return the best skills that are neither attacks nor defences; None if there are none."""
    shown = {attack.skill.path for attack in character.chief_attacks if attack.skill is not None}
    shown |= {skill.path for skill, _ in character.defenses}
    groups = _group_by_trait((skill for skill in character.leaves if skill.path not in shown), character)
    rows = []
    for group in groups[:BEST_TRAITS]:
        if group.trait is None:
            continue
        # As many names as fit on a line, and the number of the others.
        for number in range(len(group.names), 0, -1):
            more = (f"{len(group.names) - number} more",) if number < len(group.names) else ()
            line = ", ".join((*group.names[:number], *more))
            if len(line) <= LETTERS_OF_BEST:
                break
        rows.append((group.trait, line))
    trait, dice, against, names = (8, 23, 17, 138) if place == "across" else (12, 46, 28, 100)
    columns = (
        (left("", trait), lambda row: str(row[0])),
        (left("", dice), lambda row: odds.roll_text(row[0])),
        (right(f"Against {MIDDLE_DIFFICULTY}", against), lambda row: chance_to_reach(row[0], MIDDLE_DIFFICULTY)),
        (left("Skills", names), lambda row: row[1]),
    )
    best = table("best-skills", "Best skills", rows, *columns, place=place)
    return replace(best, first_page=place == "across") if rows else None


def _skill_table(groups: list[SkillGroup], rules: Rules) -> Table:
    others = [difficulty for difficulty in book.STANDING_DIFFICULTIES if difficulty != MIDDLE_DIFFICULTY]
    sure_by = book.AUTOMATIC_MINIMAL, book.AUTOMATIC_MINOR

    def automatic(group: SkillGroup) -> str:
        highest = ((group.trait or 0) - by for by in sure_by)
        return "/".join(str(difficulty) for difficulty in highest if difficulty > 0)

    def reach(difficulty: int, group: SkillGroup, *, bar: bool = False) -> Cell:
        return None if group.trait is None else chance_to_reach(group.trait, difficulty, bar=bar)

    sure = right("Sure", 14, "the trait less {}, and less {}".format(*sure_by)), automatic
    remarks, names = list[str](), "".join(name for group in groups for name in group.names)
    if rules.automatic_success:
        where = "where no one opposes it, a minimal success needs no roll up to the first difficulty"
        remarks.append(f"Sure: {where}, a minor one up to the second.")
    if MARK in names:
        better = "rolling the whole category is better, though the difficulty rises by the difference."
        remarks.append(f"{MARK} Against {MIDDLE_DIFFICULTY}, {better}")
    if LOSING in names:
        remarks.append(f"{LOSING} Its attribute is 0: it loses every contest in which the opponent rolls as well.")
    return table(
        "skills",
        "Skills",
        groups,
        (
            center("", 8, "attribute, broad skill, focus, specialty and modifiers"),
            lambda group: f"+{group.adds}" if group.trait is None else signed(group.trait),
        ),
        (left("", 22), lambda group: "any attribute" if group.trait is None else odds.roll_text(group.trait)),
        (left(f"Against {MIDDLE_DIFFICULTY}", 48), lambda group: reach(MIDDLE_DIFFICULTY, group, bar=True)),
        *spread(
            sorted(others)[-MOST_COLUMNS:],
            lambda difficulty: right(str(difficulty), 11, f"chance against difficulty {difficulty}"),
            reach,
        ),
        *([sure] if rules.automatic_success else []),
        (left("Skills", 64), lambda group: ", ".join(group.names) or None),
        caption=" ".join(remarks),
    )


def _skill_tree(character: Character) -> Prose | None:
    """Return the tree of skills with all levels, one broad skill in each item; None without skills."""
    if not character.skills:
        return None
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

    value = " 4/3 is level 4, with 3 SP in it." if character.rules.cascade else ""
    return Prose(
        name="skill-tree",
        title="What skills are made of",
        text=f"A trait is the attribute plus the levels of broad skill, focus and specialty.{value}",
        items=tuple((written(broad, None), inside(broad, "; ")) for broad in by_parent[()]),
    )


# Facts for occasional use.


def _body(character: Character) -> list[tuple[str, str]]:
    """Return the size, and the difficulties for others."""
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
        trait, difficulty = character.named[name].value, book.RUNNING_DIFFICULTY
        return f"roll {_roll(trait)}, {in_percent(odds.chance(trait, difficulty))} against {difficulty}"

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
    if not items:
        return None
    return Prose(name="modifiers", title="Modifiers", place="main", items=tuple(items), together=True)


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
