"""Make the sheet of 5+: the front for play, the odds of each roll on the back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from chargen.dice import DiceRule
from chargen.games.five_plus import odds, reference
from chargen.games.five_plus import rules as book
from chargen.games.five_plus.character import Character, Help, Rated, marked_name, wounds_name
from chargen.games.five_plus.concept import ALL, Ability, Condition, Gear, Helper, Opposition, Trait
from chargen.games.five_plus.rating import find_raising_faces
from chargen.games.five_plus.reference import CHANCE, RANGE, bar, how, range_and_chance, rolls_to_win, success_range
from chargen.games.five_plus.rules import Rules, level_name, maximum
from chargen.kit import blocks, cards
from chargen.kit.tables import center, left, right, table
from chargen.page.roll import decimal, in_percent, signed, with_sign
from chargen.page.sheet import (
    Block,
    Box,
    Chance,
    Column,
    Facts,
    Frame,
    Label,
    NumberLine,
    Own,
    Prose,
    Sheet,
    Table,
    Track,
)
from chargen.text.names import counted, fold, listing

BOXES_DRAWN = 12  # The largest number of boxes for damage, uses or wear (house default; legal levels need 6)
WOUNDS_DRAWN = 6  # The largest number of rows of damage boxes for a resistance: tiers end at 6
OUT = "out"  # The zone of the last wound, after which a character is out of action
SUCCESSES_DRAWN = 60  # The largest number of boxes for the successes of a challenge (house default)
ON_A_SHEET = ("A roll", "Successes", "A miss")
"""The parts of `how` on the sheet of a character, which shows the rest in tables and boxes."""
ON_AN_OPPONENT = ("Opponents", "Successes")
MARK = "Mark"
MARKS_ARE_FOR = "two marks, erased, are a free roll to learn"
TURNS = {1: "alone", 2: "two", 3: "three"}
"""What a column calls a turn with one, two or three actions: short words, which large print does not break."""
BLANK_SKILLS = 7  # The rows of skills on a blank sheet (house default)
HEAD = 3  # The number of resistances in the boxes of the head; the penalty for wounds is a fourth (house default)
COSTS = "a level costs its own number"
POINTS_DRAWN = 40  # The largest number of boxes for milestone points (house default)


def sheet(character: Character) -> Sheet:
    """Return the sheet of a character, or of an NPC by its card."""
    rules = character.rules
    card = character.file.opposition
    resistances = enumerate(character.resistances)
    damage = [_damage(resistance, rules, in_head=number < HEAD) for number, resistance in resistances]
    # A mark of a skill has its box in the line of the skill; a resistance has one beside its damage.
    boxes = (
        blocks.tick("", marked_name(skill.name), skill.rating.marked, zone=skill.name) for skill in character.skills
    )
    marks = Track(name="marks", title=MARK, within="skills", boxes=tuple(boxes)) if character.skills else None
    below = [blocks.notes(character), blocks.how_to_roll(_how(character))]
    # The numbers that matter every turn: of an opponent those of its card, else wounds and resistances.
    wounds = character.wound_penalty()
    numbers = [(Own("Wounds"), signed(wounds), "on every roll")] if wounds and not card else []
    for rated in character.resistances[:HEAD] if not card else ():
        words = ", ".join(filter(None, [in_percent(odds.success(rated.proficiency)), _now(rated)]))
        numbers.append((Own(rated.name, "Resistance"), success_range(rated.proficiency), words))
    parts: list[Block | None] = [
        *(_card(card, character) if card else ()),
        _skills(character),
        *damage,
        *_lists(character),
        marks,
        *_uses(character),
        _milestones(character),
        *below,
        *reference.blocks(character),
    ]
    blank = [_skills_to_fill(rules), *damage, *_lists_to_fill(rules), marks, *below]
    return blocks.sheet(
        character,
        parts,
        highlights=highlights(card) if card else numbers,
        what_ifs=reference.what_ifs(character),
        foot=_footnotes(character),
        blank=blank if character.skills else (),
    )


def _footnotes(character: Character) -> list[str]:
    lines: list[str] = []
    points = character.points.get("creation")
    if points is not None:
        left = f" of {points.budget}" if points.available is not None else ""
        left += f", {points.available} left" if points.available else ""
        lines.append(Own(f"Creation points: {points.spent} spent{left}"))
    milestones = character.points.get("milestone")
    if milestones is not None:
        lines.append(Own(f"Milestone points: {milestones.spent} spent of {milestones.budget}"))
    if any(rated.finished for rated in character.rated):
        lines.append("House default: a finished tier stays usable at its highest level")
    return lines


def _skills(character: Character) -> Table | None:
    """Return a table with a row for each skill; the other usable tiers are below its range."""
    rules = character.rules
    if not character.skills:
        return None

    def below(skill: Rated) -> Label:
        others = (f"({bonus})" for bonus in _list_help(skill.by_others))
        return Label(skill.name, " · ".join([level_name(skill.rating.level), *others]))

    # What is thrown counts what the file notes; where boxes show all wounds, it follows them.
    most = (
        sum(one.rating.tier + 1 for one in character.resistances) if all(map(_is_drawn, character.resistances)) else -1
    )

    def thrown(cell: Thrown, skill: Rated, by: int = 0) -> Thrown:
        unhurt = skill.proficiency_now(0) + by
        by_wounds = tuple(_rule(skill, unhurt + wounds * book.WOUND_PENALTY) for wounds in range(most + 1))
        return replace(cell, dice=_rule(skill, skill.now + by), by_wounds=by_wounds)

    caption = f"{_describe_skills(rules)} The lighter end of a bar: help ({with_sign(book.HELP_BONUS)})."
    if any(skill.by_others for skill in character.skills):
        caption += " Bonuses in brackets are not included."
    untrained = range_and_chance(book.LOWEST_LEVEL)
    return table(
        "skills",
        "Skills",
        character.skills,
        (left("", 56), below),
        (center("Level", 22, "level and tier, and the level in the next tier"), lambda skill: str(skill.rating)),
        (center("Range", 125, RANGE, big=True), _range),
        (left("Chance", 85, CHANCE), lambda skill: thrown(bar(skill.proficiency, extra=skill.extra), skill)),
        *(
            (column, lambda skill, by=by: thrown(range_and_chance(skill.proficiency + by, skill.extra), skill, by))
            for column, by in _list_turns(rules)
        ),
        (LEVEL_UP, lambda skill: Label(*_level_up(skill, rules))),
        (MARK_COLUMN, lambda skill: None),
        caption=f"{caption} Without a skill: {untrained.text}, {untrained.below}.",
    )


LEVEL_UP = right("Level up", 18, "the doubles that raise it, and their chance")
MARK_COLUMN = center(MARK, 17, f"a double that raises nothing; {MARKS_ARE_FOR}")


def _list_turns(rules: Rules) -> list[tuple[Column, int]]:
    """Return a column for each number of actions in a turn that has a modifier, with the modifier."""
    modifiers = ((actions, rules.turn_modifier(actions)) for actions in odds.ACTIONS)
    return [
        (center(f"{TURNS[actions]} {with_sign(by)}", 27, f"with {counted(actions, 'action')} in the turn"), by)
        for actions, by in modifiers
        if by
    ]


def _skills_to_fill(rules: Rules) -> Table:
    """Return the skills of a blank sheet: a line of numbers in each row, to mark the range."""
    turns = [column for column, _ in _list_turns(rules)]
    row = (None, None, Label("", figure=NumberLine(1, 0)), *[None] * len(turns), None, None)
    return Table(
        name="skills",
        title="Skills",
        columns=(left("", 90), center("Level", 22), center("Range", 125), *turns, LEVEL_UP, MARK_COLUMN),
        rows=(row,) * BLANK_SKILLS,
        caption=_describe_skills(rules),
        game=True,
    )


def _lists_to_fill(rules: Rules) -> Iterator[Block]:
    """Yield empty lists, how to make the character, and the levels with their chances; rows of lists of one height."""
    yield Prose(name="abilities", title="Abilities", place="third", lines=3)
    yield Prose(name="equipment", title="Equipment", place="third", lines=3)
    yield Track(name="uses", title="Uses and wear", place="third", boxes=blocks.boxes("", BOXES_DRAWN, 0))
    yield Prose(name="traits", title="Traits and conditions", place="third", lines=3)
    yield blocks.steps(reference.how_to_make(rules), "third")
    yield table(
        "levels",
        "Levels",
        book.LEVELS,
        (left("", 56), lambda level: f"{level} {level_name(level)}"),
        (center("Range", 24), success_range),
        (right("Chance", 20), lambda level: in_percent(odds.success(level))),
        labels="game",
        place="third",
        game=True,
    )


Thrown = TypeVar("Thrown", Chance, Label)


def _rule(rated: Rated, proficiency: int) -> DiceRule:
    """Return the dice of a proficiency with all that the file notes besides."""
    return odds.dice_rule(odds.span(proficiency, 0), rated.extra_now)


def _now(rated: Rated) -> str:
    """Return the present range, to stand behind that of the unhurt; empty where they are the same."""
    return "" if rated.now == rated.proficiency else f"now {success_range(rated.now)}"


def _chance_now(rated: Rated) -> str:
    """Return the present range with its chance; empty where it is that of the unhurt."""
    present = _now(rated)
    return f"{present}, {in_percent(odds.success(rated.now))}" if present else ""


def _range(rated: Rated) -> Label:
    """Return the success range, the bonuses of traits, and the ranges in other tiers."""
    span = odds.span(rated.proficiency, 0)
    line = NumberLine(*span, odds.LOWEST_ROLL, odds.HIGHEST_ROLL) if span else None
    below = [_chance_now(rated), *_list_help(rated.by_traits)]
    for rating in rated.further():
        state = "open" if rating.tier > rated.rating.tier else "finished"
        reached = range_and_chance(rating.level + rated.traits)
        below.append(f"tier {rating.tier}, {state}: {reached.text}, {reached.below}")
    return Label(success_range(rated.proficiency), " · ".join(filter(None, below)), figure=line)


def _describe_skills(rules: Rules) -> str:
    counts = listing(TURNS[actions] for actions in odds.ACTIONS if rules.turn_modifier(actions)).capitalize()
    tier = " A double six that raises also opens the next tier, or raises its level." if rules.tiers else ""
    return (
        f"Range: level and traits, against rank 0. {counts}: with that many actions in the turn. Level up: a double "
        f"that high; any other is a mark; {MARKS_ARE_FOR}.{tier}"
    )


def _list_help(helps: Iterable[Help]) -> Iterator[str]:
    """Yield each bonus with its source: "Strong +1", "Attentive +1 success", "Heavy axe: a 6 doubles"."""
    for name, bonus, extra in helps:
        if bonus:
            yield f"{name} {with_sign(bonus)}"
        if extra.more:
            yield f"{name} {describe_successes(extra.more)}"
        if extra.six_doubles:
            yield f"{name}: a 6 doubles"


def _level_up(rated: Rated, rules: Rules) -> tuple[str, str]:
    faces = find_raising_faces(rated.rating, rules)
    if not faces:
        return "–", "never"
    chance = Fraction(len(faces), odds.THROWS)
    return f"{faces[0]}+" if len(faces) > 1 else str(faces[0]), in_percent(chance)


def _damage(rated: Rated, rules: Rules, *, in_head: bool) -> Track:
    """Return boxes for damage; a blank sheet has boxes for the highest level of the tier.

    The range and its chance are in the caption, unless they are ``in_head``.
    """
    # A waived level may exceed the tier; the blank sheet keeps its boxes.
    highest = max(maximum(rated.rating.tier), rated.rating.level)
    rolled = range_and_chance(rated.proficiency)
    doubles, _ = _level_up(rated, rules)
    ranged = () if in_head else (f"{rolled.text}, {rolled.below}", _chance_now(rated))
    best = replace(rated, wounds=0, damage=0).proficiency_now(0)
    words = (*ranged, str(rated.rating), *_list_help(rated.by_traits), f"up {doubles}", listing(rated.wound_names))
    return Track(
        name="damage",
        title=Own(rated.name, "Resistance:"),
        place="third",
        boxes=tuple(_damage_boxes(rated)),
        rolls=tuple(_rule(rated, number) for number in range(max(best, -1), -2, -1)) if _is_drawn(rated) else (),
        blank=tuple(_damage_boxes(replace(rated, rating=replace(rated.rating, level=highest)))),
        beside_title=MARK.lower(),
        caption=Own(" · ".join(filter(None, words))),
        together=True,
    )


def _is_drawn(rated: Rated) -> bool:
    """Return whether all damage has boxes: in a shortened set, a tick has no exact number."""
    return rated.row(0) <= BOXES_DRAWN and rated.rating.tier <= WOUNDS_DRAWN


def _damage_boxes(rated: Rated) -> Iterable[Box]:
    """Yield a row of boxes for each wound up to the last, and a heavy box for each wound.

    Each box is labelled with the upper end of the range after that damage. If there would be too many boxes, the player
    writes a number instead.
    """
    tier = rated.rating.tier
    wholly = _is_drawn(rated)

    def box(damage: int, wounds: int, label: str, zone: str, frame: Frame = "plain") -> Box:
        left = rated.rating.level_after(wounds) + rated.traits + wounds * book.WOUND_PENALTY - damage
        span = odds.span(left, 0)
        return Box(
            label=label,
            # Compared as pairs: all boxes of earlier wounds are filled, as the damage starts again after each.
            filled=(rated.wounds, rated.damage) >= (wounds, damage),
            zone=zone,
            frame=frame,
            below=Own(str(span[1]) if span else "–") if zone != OUT else "",
            shows={rated.name: damage, wounds_name(rated.name): wounds} if wholly else {},
            lowers=rated.rating.level_after(0) - left + rated.traits if wholly and zone != OUT else None,
        )

    borne = min(tier, WOUNDS_DRAWN)
    for wounds in range(borne + 1):
        zone = f"wound {wounds}: {signed(wounds * book.WOUND_PENALTY)}" if wounds else "unhurt"
        if wounds:
            yield box(0, wounds, "W", zone, "heavy")
        row = min(rated.row(wounds), BOXES_DRAWN)
        yield from (box(point, wounds, str(point), zone) for point in range(1, row + 1))
    yield box(0, borne + 1, "×", OUT, "double")
    yield blocks.tick("", marked_name(rated.name), rated.rating.marked, zone=MARK.lower())


def _listed(phrases: Iterable[str]) -> str:
    return "; ".join(filter(None, phrases))


def _lists(character: Character) -> Iterator[Block]:
    """Yield traits, abilities, equipment, conditions and standings; what only a character needs may be empty."""
    if character.file.traits:
        traits = tuple((trait.name or "", _listed(describe_trait(trait))) for trait in character.file.traits)
        yield Prose(name="traits", title="Traits", place="third", items=traits)

    abilities = [(ability.name or "", _listed(describe_ability(ability))) for ability in character.file.abilities]
    if character.rated:
        abilities.append(("Raise the stakes", f"Roll again, once; costs {book.REROLL_COST} fatigue damage"))
    if abilities:
        yield Prose(name="abilities", title="Abilities", place="third", items=tuple(abilities))

    things = []
    for gear in character.file.equipment:
        # In words, if there are too many for boxes.
        uses = describe_uses(gear) if (gear.uses or 0) > BOXES_DRAWN else ""
        things.append((gear.name or "", _listed((*describe_gear(gear), uses))))
    if character.rated or things:
        yield blocks.equipment(things, "third")

    conditions = tuple((character.now(one), _listed(describe_condition(one))) for one in character.file.conditions)
    if character.rated or conditions:
        lines = 1 if conditions else 2
        yield Prose(name="conditions", title="Conditions", place="third", items=conditions, lines=lines)

    standings = []
    for name, standing in character.standings:
        most = f" of {standing.level}" if standing.level is not None else ""
        standings.append((Own(name), _listed((f"{with_sign(standing.counter)}{most}", standing.effect))))
    if standings:
        yield Facts(name="standings", title="Attitudes and reputations", place="third", facts=tuple(standings))


def _uses(character: Character) -> Iterator[Track]:
    """Yield boxes for the uses and the wear of each ability or item, in its line."""
    abilities = [(ability.name or "", ability.uses or 0, 0) for ability in character.file.abilities]
    uses = [(gear.name or "", gear.uses or 0, 0) for gear in character.file.equipment]
    wear = [(gear.name or "", gear.level or 0, gear.damage) for gear in character.file.equipment]
    for within, what, rows in (
        ("abilities", "uses", abilities),
        ("equipment", "uses", uses),
        ("equipment", "damage", wear),
    ):
        boxes: list[Box] = []
        for name, number, otherwise in rows:
            tracker, drawn = f"{name} {what}", min(number, BOXES_DRAWN)
            spent = character.noted(tracker, otherwise)
            boxes += blocks.boxes(tracker if drawn == number else "", drawn, spent, zone=name)
        if boxes:
            title = Own("Wear" if what == "damage" else "Uses")
            yield Track(name="uses", title=title, place="third", within=within, boxes=tuple(boxes))


def _milestones(character: Character) -> Track | None:
    points = character.points.get("milestone")
    if points is None or not points.available:
        return None
    left = min(max(int(points.available or 0), 0), POINTS_DRAWN - 10)
    return Track(
        name="milestones",
        key="advancement",
        title="Milestone points",
        place="third",
        boxes=blocks.boxes("", 10 + left - left % 5, left),
        caption=Own(f"earned {points.budget}, spent {points.spent}; {COSTS}", COSTS),
    )


def _how(character: Character) -> list[tuple[str, str]]:
    rules = character.rules
    texts = dict(how(rules))
    if character.file.opposition is None or character.skills:
        stays = "; the rest stays" if rules.overflow == "carry" else ""
        resisting = (
            f"No action of the turn. Damage above the level is a wound{stays}. Under each box is the end of the range "
            "that is then left."
        )
        shown = [(heading, texts[heading]) for heading in ON_A_SHEET if heading in texts]
        return [*shown, ("Resisting", resisting)] if character.resistances else shown
    dice = "may set off what its actions can do besides: a 1 against the players, a 6 for them."
    return [*((heading, texts[heading]) for heading in ON_AN_OPPONENT), ("Ones and sixes", dice)]


# The card of an opponent: five lines, the rolls of players against it, and boxes for their successes.


def highlights(card: Opposition) -> tuple[tuple[str, str, str], ...]:
    """Return the numbers that a GM reads every turn."""
    start = max(book.BASE + card.rank, odds.LOWEST_ROLL)
    numbers = (
        ("Rank", with_sign(card.rank), f"ranges start at {start}"),
        ("Damage", str(card.damage_done()), "when it acts"),
    )
    return (*numbers, ("To win", str(card.successes), "successes")) if card.successes else numbers


def _card(card: Opposition, character: Character) -> Iterator[Block]:
    to_win = () if card.successes is not None else (("To win", "the sum of the party's key levels, more or less"),)
    yield Table(
        name="card",
        title="Opposition",
        columns=(left("", 18), left("NPCs do not roll", 82)),
        labels="game",
        rows=(
            ("Goal", card.goal or "—"),
            ("Actions", "; ".join(card.actions) or "—"),
            ("Behaviour", card.behaviour or "—"),
            *to_win,
        ),
    )
    needed = card.successes or 0
    if card.successes is not None and needed <= SUCCESSES_DRAWN:
        boxes = blocks.boxes("successes", needed, character.noted("successes"), label="{}")
        yield Track(name="won", title="Successes against it", boxes=boxes)

    spans = {level: odds.span(level, card.rank) for level in book.LEVELS}
    yield table(
        "against",
        "What players roll against it",
        book.LEVELS,
        (left("A player's level", 30), lambda level: Label(f"Level {level}", level_name(level))),
        (center("Range", 14, RANGE, big=True), lambda level: success_range(level, card.rank)),
        (left("Chance", 30, CHANCE), lambda level: bar(level, card.rank)),
        (
            right("Successes", 13, "successes of a roll, on average"),
            lambda level: decimal(odds.successes(spans[level]).mean(), 2),
        ),
        *(
            [(right("Rolls", 13, "rolls to win, on average"), lambda level: rolls_to_win(needed, spans[level]))]
            if needed
            else []
        ),
        labels="game",
        caption="Level: all that helps or hinders included. "
        f"The lighter end of a bar is {book.HELP_BONUS} more. Successes: average of a roll."
        + (" Rolls: what one player alone needs to beat it." if needed else ""),
    )


# The effects of traits, abilities, items and conditions, in words for a sheet and a card.


def describe_successes(more: int) -> str:
    """Return an addition to successes in words.

    >>> describe_successes(1), describe_successes(-2)
    ('+1 success', '−2 successes')
    """
    return f"{with_sign(more)} {'success' if abs(more) == 1 else 'successes'}"


def describe_help(source: Helper) -> Iterator[str]:
    """Yield the bonuses to rolls and to successes as phrases.

    >>> list(describe_help(Trait(bonus={"Axe": 1, "all": -1}, successes={"Axe": 1}, six_doubles=("all",))))
    ['+1 Axe, −1 to every roll', '+1 success Axe', 'a 6 doubles every roll']
    """
    bonuses = (
        (name, f"{with_sign(bonus)} {'to ' if fold(name) == ALL else ''}") for name, bonus in source.bonus.items()
    )
    yield ", ".join(f"{bonus}{_named(name)}" for name, bonus in bonuses)
    numbers = ((name, describe_successes(number)) for name, number in source.successes.items())
    yield ", ".join(f"{number} {_named(name)}" for name, number in numbers)
    yield f"a 6 doubles {listing(map(_named, source.six_doubles))}" if source.six_doubles else ""


def _named(name: str) -> str:
    return "every roll" if fold(name) == ALL else name


def describe_trait(trait: Trait) -> tuple[str, ...]:
    """Return the effects of a trait as phrases; some may be empty, as in the functions below."""
    return trait.effect, *describe_help(trait)


def describe_ability(ability: Ability) -> tuple[str, ...]:
    """Return the effect, the skill and the cost of an ability as phrases."""
    skill = f"by {ability.skill}" if ability.skill is not None else ""
    tier = f"tier {ability.tier}" if ability.tier is not None else ""
    price = ", ".join(f"{damage} {name}" for name, damage in ability.cost.items())
    return ability.effect, " ".join(filter(None, [skill, tier])), price and f"costs {price}"


def describe_gear(gear: Gear) -> tuple[str, ...]:
    """Return the effect of an item, and the tier that it needs, as phrases."""
    tier = f"for tier {gear.tier}" if gear.tier is not None else ""
    return gear.effect, *describe_help(gear), tier


def describe_uses(gear: Gear) -> str:
    """Return the number of uses of an item in words."""
    return counted(gear.uses, "use") if gear.uses is not None else ""


def describe_condition(condition: Condition) -> tuple[str, ...]:
    """Return the effect and the end of a condition as phrases."""
    return (
        condition.effect,
        *describe_help(condition),
        condition.until and f"until: {cards.lower_first_letter(condition.until)}",
    )
