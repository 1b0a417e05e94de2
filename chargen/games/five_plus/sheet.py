"""What stands on a 5+ sheet: the table side first, the odds in full behind it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from chargen.core.names import fold, listing
from chargen.core.roll import percent, signed, with_sign
from chargen.core.sheet import Block, Box, Cell, Facts, Frame, Label, Own, Prose, Sheet, Table, Track
from chargen.games.five_plus import cells, odds, opposition, reference
from chargen.games.five_plus.cells import CHANCE, RANGE
from chargen.games.five_plus.character import Character, Rated, marked_name, wounds_name
from chargen.games.five_plus.concept import ALL, Ability, Bonus, Condition, Gear, Trait
from chargen.games.five_plus.improvement import Rating, faces_that_raise
from chargen.games.five_plus.rules import Rules
from chargen.kit import blocks
from chargen.kit.blocks import center, left, right

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
    rules = character.rules
    if not character.skills:
        return None
    turns = [actions for actions in odds.ACTIONS if rules.turn_modifier(actions)]
    made = [
        row for skill in character.skills for row in _rows(skill, rules, [rules.turn_modifier(turn) for turn in turns])
    ]
    words = {1: "alone", 2: "two acts", 3: "three acts"}
    columns = [
        center(
            f"{words[actions]} {with_sign(rules.turn_modifier(actions))}",
            11,
            f"range and chance with {actions} action{'s' if actions > 1 else ''} in the turn",
        )
        for actions in turns
    ]
    return Table(
        name="skills",
        title="Skills",
        columns=(
            left("", 27),
            center("Level", 11, "level and tier, and the level in the next tier"),
            center("Range", 11, RANGE, big=True),
            left("Chance", 26, CHANCE),
            *columns,
            right("Learns", 9, "the doubles that raise it, and their chance"),
        ),
        rows=tuple(row for row, _ in made),
        lighter=frozenset(number for number, (_, lighter) in enumerate(made) if lighter),
        caption=_skills_caption(character),
    )


def _resistances(character: Character) -> Table | None:
    """What is rolled to resist; the boxes beside it say how damage narrows the range."""
    rules = character.rules
    if not character.resistances:
        return None
    rows: list[tuple[Cell, ...]] = []
    for resistance in character.resistances:
        below = " · ".join(
            [str(resistance.rating), *(f"{name} {with_sign(number)}" for name, number in resistance.trait_bonuses)]
        )
        rows.append(
            (
                Label(resistance.name, below),
                cells.success_range(resistance.proficiency, rules),
                cells.bar(resistance.proficiency, rules),
            )
        )
    return Table(
        name="resistances",
        title="Resistances",
        place="side",
        columns=(
            left("", 31),
            center("Range", 26, RANGE, big=True),
            left("Chance", 43, CHANCE),
        ),
        rows=tuple(rows),
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


def _rows(rated: Rated, rules: Rules, changes: Sequence[int]) -> Iterable[tuple[tuple[Cell, ...], bool]]:
    """A descriptor's row, and one for each further tier it can be used in; whether a row is a lighter one."""
    for rating in (rated.rating, *(rating for rating in rated.tiers() if rating.tier != rated.rating.tier)):
        base = rating.tier == rated.rating.tier
        proficiency = rating.level + rated.traits
        state = "open" if rating.tier > rated.rating.tier else "finished"
        yield (
            (
                Label(rated.name, _below(rated, rules) if base else f"in tier {rating.tier}, {state}"),
                str(rated.rating) if base else str(Rating(rating.level, rating.tier)),
                cells.success_range(proficiency, rules),
                cells.bar(proficiency, rules),
                *(cells.range_and_chance(proficiency + change, rules) for change in changes),
                _learns(rated.rating, rules) if base else None,
            ),
            not base,
        )


def _below(rated: Rated, rules: Rules) -> str:
    parts = [rules.level_name(rated.rating.level)]
    parts += [f"{name} {with_sign(number)}" for name, number in rated.trait_bonuses]
    parts += [f"({name} {with_sign(number)})" for name, number in rated.other_bonuses]
    return " · ".join(parts)


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
    told = "; under each box, where the range then ends" if first else ""
    suffered = f" · {listing(rated.wound_names)}" if rated.wound_names else ""
    return Track(
        name="damage",
        title=Own(f"{rated.name} {rated.rating}", "Resistance:"),
        place="main",
        boxes=tuple(_damage_boxes(rated, rules)),
        blank=tuple(_damage_boxes(replace(rated, rating=replace(rated.rating, level=highest)), rules)),
        caption=Own(
            f"damage above {rated.rating.level} is a wound{stays}{told}{suffered}",
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
    return Prose(name="traits", title="Traits", place="main", items=tuple(map(_trait, character.traits)))


def _trait(trait: Trait) -> tuple[str, str]:
    return trait.name or "", _told(trait.effect, _given(trait.bonus))


def _given(bonus: Bonus) -> str:
    return ", ".join(
        f"{with_sign(number)} {'to every roll' if fold(name) == ALL else name}" for name, number in bonus.items()
    )


def _told(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _abilities(character: Character) -> Prose | None:
    if not character.rated and not character.abilities:
        return None
    stakes = ("Raise the stakes", f"Roll again, once; costs {character.rules.reroll_cost} fatigue damage")
    return Prose(
        name="abilities",
        title="Abilities",
        place="main",
        items=(*map(_ability, character.abilities), *((stakes,) if character.rated else ())),
    )


def _ability(ability: Ability) -> tuple[str, str]:
    source = " ".join(filter(None, [ability.skill, f"tier {ability.tier}" if ability.tier is not None else ""]))
    price = ", ".join(f"{damage} {name}" for name, damage in ability.cost.items())
    return ability.name or "", _told(ability.effect, source, f"costs {price}" if price else "")


def _equipment(character: Character) -> Prose | None:
    if not character.rated and not character.equipment:
        return None
    return blocks.equipment(map(_gear, character.equipment), "main")


def _gear(gear: Gear) -> tuple[str, str]:
    tier = f"for tier {gear.tier}" if gear.tier is not None else ""
    uses = f"{gear.uses} use{'' if gear.uses == 1 else 's'}" if gear.uses is not None else ""
    return gear.name or "", _told(gear.effect, _given(gear.bonus), tier, uses)


def _conditions(character: Character) -> Prose | None:
    if not character.rated and not character.conditions:
        return None
    return Prose(
        name="conditions",
        title="Conditions",
        place="side",
        items=tuple(_condition(condition, character) for condition in character.conditions),
        lines=1 if character.conditions else 2,
    )


def _condition(condition: Condition, character: Character) -> tuple[str, str]:
    name = condition.name or ""
    if condition.level is not None:
        level = character.noted(f"{name} level", condition.level)
        name = f"{name} ({level}:{condition.tier})" if condition.tier is not None else f"{name} ({level})"
    until = f"until: {condition.until[0].lower()}{condition.until[1:]}" if condition.until else ""
    return name, _told(condition.effect, _given(condition.bonus), until)


def _standings(character: Character) -> Facts | None:
    if not character.standings:
        return None
    return Facts(
        name="standings",
        title="Attitudes and reputations",
        place="side",
        facts=tuple(
            (
                Own(standing.name),
                _told(
                    with_sign(standing.counter) + (f" of {standing.level}" if standing.level is not None else ""),
                    standing.effect,
                ),
            )
            for standing in character.standings
        ),
    )


def _uses(character: Character) -> Track | None:
    """Boxes for what runs out: uses of abilities and things, and what things bear."""
    found = [(ability.name or "", "uses", ability.uses or 0, 0) for ability in character.abilities]
    found += [(thing.name or "", "uses", thing.uses or 0, 0) for thing in character.equipment]
    found += [(thing.name or "", "damage", thing.level or 0, thing.damage) for thing in character.equipment]
    boxes: list[Box] = []
    for name, what, number, otherwise in found:
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


def _how(character: Character) -> tuple[tuple[str, str], ...]:
    rules = character.rules
    if character.opposition is not None and not character.skills:
        return opposition.how(rules)
    one, two, three = (with_sign(rules.turn_modifier(actions)) for actions in (1, 2, 3))
    lines = [
        (
            "A roll",
            f"2d6; a sum inside the range succeeds. It starts at {rules.base} and the challenge's rank, and ends "
            f"at {rules.base}, the level and all that helps or hinders.",
        ),
        (
            "A turn",
            f"{one} for a single action, on each of two {two}, of three {three}. Dodging is an action; resisting is "
            f"none, and goes without. A full move {signed(rules.move_penalty)}; help {with_sign(rules.help_bonus)}.",
        ),
        (
            "Successes",
            "The lower die counts towards what has to be won; the higher one against a weakness, 1 against resistance.",
        ),
    ]
    if rules.failure_margin:
        lines.append(("A miss", "counts too, with a success less for each point beyond the range."))
    return tuple(lines)
