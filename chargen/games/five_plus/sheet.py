"""What stands on a 5+ sheet: the table side first, the odds in full behind it."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from chargen.core.names import listing
from chargen.core.roll import percent, signed, with_sign
from chargen.core.sheet import Block, Box, Cell, Facts, Frame, Label, Own, Prose, Sheet, Table, Track
from chargen.games.five_plus import cells, odds, opposition, reference, wording
from chargen.games.five_plus.cells import CHANCE, RANGE
from chargen.games.five_plus.character import Character, Rated, marked_name, wounds_name
from chargen.games.five_plus.improvement import Rating, faces_that_raise
from chargen.games.five_plus.rules import Rules
from chargen.kit import blocks
from chargen.kit.tables import center, left, right, spread, table

BOXES_DRAWN = 12
"""At most so many boxes are drawn for damage, uses or wear (ours; no lawful level has more than 6)."""
WOUNDS_DRAWN = 6
"""At most so many rows of damage boxes are drawn for a resistance: tiers end at 6."""
OUT = "out"
"""The zone behind the last wound that can be borne."""
COSTS = "a level costs its own number"
POINTS_DRAWN = 40
"""At most so many boxes are drawn for milestone points (ours)."""


def sheet(character: Character) -> Sheet:
    """The sheet of a character, or of an NPC by its card."""
    rules = character.rules
    card = character.opposition
    parts: list[Block | None] = [
        *(opposition.blocks(card, character) if card else ()),
        _skills(character),
        *(_damage(resistance, rules, first=number == 0) for number, resistance in enumerate(character.resistances)),
        _resistances(character),
        _traits(character),
        _abilities(character),
        _equipment(character),
        _marks(character),
        _conditions(character),
        _standings(character),
        _uses(character),
        _milestones(character),
        blocks.notes(character.notes),
        blocks.how_to_roll(_how(character)),
        *reference.blocks(character),
    ]
    return blocks.sheet(
        character,
        parts,
        highlights=opposition.highlights(card, rules) if card else _highlights(character),
        what_ifs=reference.what_if(character),
        foot=_footnotes(character),
    )


def _footnotes(character: Character) -> list[str]:
    """What the levels cost, and what the text leaves open and this sheet decides."""
    lines: list[str] = []
    points = character.points.get("creation")
    if points is not None:
        left = "" if points.available is None else f" of {points.budget}, {points.available} left"
        lines.append(Own(f"Creation points: {points.spent} spent{left}"))
    milestones = character.points.get("milestone")
    if milestones is not None:
        lines.append(Own(f"Milestone points: {milestones.spent} spent of {milestones.budget}"))
    if any(rated.finished for rated in character.rated):
        lines.append("Ours: a finished tier stays usable at its highest level")
    if any(resistance.rating.tier for resistance in character.resistances):
        lines.append("Ours: after a wound the same number of damage boxes")
    return lines


def _highlights(character: Character) -> tuple[tuple[str, str, str], ...]:
    """The turn's modifier, what wounds take off, and how much damage the first few resistances bear."""
    rules = character.rules
    wounds = character.wound_penalty()
    hurt = ((Own("Wounds"), signed(wounds), "on every roll"),) if wounds else ()
    two, three = (with_sign(rules.turn_modifier(actions)) for actions in (2, 3))
    return (
        ("A single action", with_sign(rules.turn_modifier(1)), f"two {two}, three {three}"),
        *hurt,
        *(
            (
                Own(resistance.name, "Resistance"),
                str(resistance.rating.level),
                f"out at wound {resistance.rating.tier + 1}",
            )
            for resistance in character.resistances[: 3 - len(hurt)]
        ),
    )


def _skills(character: Character) -> Table | None:
    """A row for each skill, and a lighter one for each further tier it can be used in."""
    rules = character.rules
    if not character.skills:
        return None
    words = {1: "alone", 2: "two acts", 3: "three acts"}
    return table(
        "skills",
        "Skills",
        [_InTier(skill, rating) for skill in character.skills for rating in (skill.rating, *skill.further())],
        (left("", 27), lambda row: Label(row.rated.name, _below(row.rated, rules) if row.is_base else row.state)),
        (center("Level", 11, "level and tier, and the level in the next tier"), lambda row: str(row.rating)),
        (center("Range", 11, RANGE, big=True), lambda row: cells.success_range(row.proficiency, rules)),
        (left("Chance", 26, CHANCE), lambda row: cells.bar(row.proficiency, rules)),
        *spread(
            (actions for actions in odds.ACTIONS if rules.turn_modifier(actions)),
            (
                lambda actions: center(
                    f"{words[actions]} {with_sign(rules.turn_modifier(actions))}",
                    11,
                    f"range and chance with {actions} action{'s' if actions > 1 else ''} in the turn",
                ),
                lambda actions, row: cells.range_and_chance(row.proficiency + rules.turn_modifier(actions), rules),
            ),
        ),
        (
            right("Learns", 9, "the doubles that raise it, and their chance"),
            lambda row: _learns(row.rating, rules) if row.is_base else None,
        ),
        lighter=lambda row: not row.is_base,
        caption=_skills_caption(character),
    )


class _InTier(NamedTuple):
    """A skill as it is used in one of its tiers."""

    rated: Rated
    rating: Rating

    @property
    def is_base(self) -> bool:
        return self.rating.tier == self.rated.rating.tier

    @property
    def proficiency(self) -> int:
        return self.rating.level + self.rated.traits

    @property
    def state(self) -> str:
        return f"in tier {self.rating.tier}, {'open' if self.rating.tier > self.rated.rating.tier else 'finished'}"


def _resistances(character: Character) -> Table | None:
    """What is rolled to resist; the boxes beside it say how damage narrows the range."""
    rules = character.rules
    if not character.resistances:
        return None
    return table(
        "resistances",
        "Resistances",
        character.resistances,
        (left("", 31), lambda resistance: Label(resistance.name, _joined(str(resistance.rating), resistance))),
        (
            center("Range", 26, RANGE, big=True),
            lambda resistance: cells.success_range(resistance.proficiency, rules),
        ),
        (left("Chance", 43, CHANCE), lambda resistance: cells.bar(resistance.proficiency, rules)),
        place="side",
        caption="Undamaged. Resisting is no action of the turn.",
    )


def _skills_caption(character: Character) -> str:
    words = (
        f"Range: level and traits, at rank 0. Bar: its lighter end is {character.rules.help_bonus} more. Learns: a "
        "double so high raises it, any other marks it."
    )
    if any(rated.other_bonuses for rated in character.rated):
        words += " In brackets: not counted in."
    return words


def _below(rated: Rated, rules: Rules) -> str:
    others = (f"({name} {with_sign(number)})" for name, number in rated.other_bonuses)
    return " · ".join([_joined(rules.level_name(rated.rating.level), rated), *others])


def _joined(first: str, rated: Rated) -> str:
    """A few words, and what traits add."""
    return " · ".join([first, *(f"{name} {with_sign(number)}" for name, number in rated.trait_bonuses)])


def _learns(rating: Rating, rules: Rules) -> Cell:
    """The doubles that improve a descriptor, and how likely they are."""
    faces = faces_that_raise(rating, rules)
    if not faces:
        return Label("—", "never")
    chance = Fraction(len(faces), odds.THROWS)
    return Label(f"{faces[0]}+" if len(faces) > 1 else str(faces[0]), f"{percent(chance)} %")


def _damage(rated: Rated, rules: Rules, *, first: bool) -> Track:
    """Boxes for damage; an empty sheet has them for the highest level of the tier."""
    highest = max(rules.maximum(rated.rating.tier), rated.rating.level)
    stays = "; the rest stays" if rules.overflow == "carry" else ""
    below = "; under each box, where the range then ends" if first else ""
    suffered = f" · {listing(rated.wound_names)}" if rated.wound_names else ""
    return Track(
        name="damage",
        title=Own(f"{rated.name} {rated.rating}", "Resistance:"),
        place="main",
        boxes=tuple(_damage_boxes(rated, rules)),
        blank=tuple(_damage_boxes(replace(rated, rating=replace(rated.rating, level=highest)), rules)),
        caption=Own(
            f"damage above {rated.rating.level} is a wound{stays}{below}{suffered}",
            f"damage above the level is a wound{stays}",
        ),
    )


def _damage_boxes(rated: Rated, rules: Rules) -> Iterable[Box]:
    """A row for each wound that can be borne, and a heavy box for each wound.

    Under each box stands the upper end of the range that is left. What has more than is drawn is a number to write.
    """
    level, tier = max(rated.rating.level, 0), rated.rating.tier
    wholly = level <= BOXES_DRAWN and tier <= WOUNDS_DRAWN

    def box(damage: int, wounds: int, label: str, zone: str, frame: Frame = "plain") -> Box:
        left = rated.proficiency + wounds * rules.wound_penalty - damage
        return Box(
            label=label,
            filled=(rated.wounds, rated.damage) >= (wounds, damage),
            zone=zone,
            frame=frame,
            below=Own(_end(left, rules)) if zone != OUT else "",
            shows={rated.name: damage, wounds_name(rated.name): wounds} if wholly else {},
        )

    borne = min(tier, WOUNDS_DRAWN)
    for wounds in range(borne + 1):
        zone = f"wound {wounds}: {signed(wounds * rules.wound_penalty)}" if wounds else "unhurt"
        if wounds:
            yield box(0, wounds, "W", zone, "heavy")
        yield from (box(point, wounds, str(point), zone) for point in range(1, min(level, BOXES_DRAWN) + 1))
    yield box(0, borne + 1, "×", OUT, "double")


def _end(proficiency: int, rules: Rules) -> str:
    """The upper end of a success range."""
    rolled = odds.span(proficiency, 0, rules)
    return "–" if rolled is None else str(rolled[1])


def _marks(character: Character) -> Track | None:
    if not character.rated:
        return None
    return Track(
        name="marks",
        title="Marks",
        place="side",
        boxes=tuple(
            blocks.tick(Own(rated.name), marked_name(rated.name), rated.rating.marked) for rated in character.rated
        ),
        caption="rub out two for a free roll to learn",
    )


def _traits(character: Character) -> Prose | None:
    if not character.traits:
        return None
    items = tuple((trait.name or "", _listed(wording.trait(trait))) for trait in character.traits)
    return Prose(name="traits", title="Traits", place="main", items=items)


def _listed(phrases: Iterable[str]) -> str:
    return "; ".join(filter(None, phrases))


def _abilities(character: Character) -> Prose | None:
    if not character.rated and not character.abilities:
        return None
    items = [(ability.name or "", _listed(wording.ability(ability))) for ability in character.abilities]
    if character.rated:
        again = f"Roll again, once; costs {character.rules.reroll_cost} fatigue damage"
        items.append(("Raise the stakes", again))
    return Prose(name="abilities", title="Abilities", place="main", items=tuple(items))


def _equipment(character: Character) -> Prose | None:
    if not character.rated and not character.equipment:
        return None
    return blocks.equipment([(gear.name or "", _listed(wording.gear(gear))) for gear in character.equipment], "main")


def _conditions(character: Character) -> Prose | None:
    if not character.rated and not character.conditions:
        return None
    return Prose(
        name="conditions",
        title="Conditions",
        place="side",
        items=tuple(
            (character.now(condition), _listed(wording.condition(condition))) for condition in character.conditions
        ),
        lines=1 if character.conditions else 2,
    )


def _standings(character: Character) -> Facts | None:
    if not character.standings:
        return None
    facts = tuple((Own(name), _listed(wording.standing(standing))) for name, standing in character.standings)
    return Facts(name="standings", title="Attitudes and reputations", place="side", facts=facts)


def _uses(character: Character) -> Track | None:
    """Boxes for what runs out: uses of abilities and things, and what things bear."""
    rows = [(ability.name or "", "uses", ability.uses or 0, 0) for ability in character.abilities]
    rows += [(gear.name or "", "uses", gear.uses or 0, 0) for gear in character.equipment]
    rows += [(gear.name or "", "damage", gear.level or 0, gear.damage) for gear in character.equipment]
    boxes: list[Box] = []
    for name, what, number, otherwise in rows:
        tracker, drawn = f"{name} {what}", min(number, BOXES_DRAWN)
        spent, zone = character.noted(tracker, otherwise), Own(f"{name}: {'wear' if what == 'damage' else what}")
        boxes += blocks.boxes(tracker if drawn == number else "", drawn, spent, label="{}", zone=zone)
    if not boxes:
        return None
    only = boxes[0].zone if len({box.zone for box in boxes}) == 1 else "Uses and wear"
    title = Own(only, "Uses and wear")
    return Track(name="uses", title=title, place="side", boxes=tuple(boxes), blank=blocks.boxes("", BOXES_DRAWN, 0))


def _milestones(character: Character) -> Track | None:
    points = character.points.get("milestone")
    if points is None or not points.available:
        return None
    left = min(max(int(points.available or 0), 0), POINTS_DRAWN - 10)
    return Track(
        name="milestones",
        title="Milestone points",
        place="side",
        boxes=blocks.boxes("", 10 + left - left % 5, left),
        caption=Own(f"earned {points.budget}, spent {points.spent}; {COSTS}", COSTS),
    )


def _how(character: Character) -> list[tuple[str, str]]:
    how = dict(wording.how(character.rules))
    if character.opposition is None or character.skills:
        return [(heading, how[heading]) for heading in wording.ON_A_SHEET if heading in how]
    dice = "may set off what its actions can do besides: a 1 against the players, a 6 for them."
    return [*((heading, how[heading]) for heading in wording.ON_AN_OPPONENT), ("Ones and sixes", dice)]
