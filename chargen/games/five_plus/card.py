"""A character on a card for a GM's table: its rolls, or those of players against it, and its damage."""

from collections.abc import Iterable, Iterator

from chargen.core.card import Card, CardRoll, CardTrack, Number
from chargen.core.names import counted
from chargen.core.roll import decimal, percent, signed, with_sign
from chargen.games.five_plus import odds, sheet
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.concept import Opposition
from chargen.games.five_plus.fight import find_best_strike
from chargen.games.five_plus.reference import how, success_range
from chargen.games.five_plus.rules import HIGHEST_LEVEL, LOWEST_LEVEL, WOUND_PENALTY, Rules
from chargen.kit import cards

NUMBERS = 4  # How many resistances stand among the numbers (house default)
LEVELS_OF_PLAYERS = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)


def card(character: Character) -> Card:
    """Return the card of a character, or of an opponent."""
    rules = character.rules
    opponent = character.opposition
    return cards.card(
        character,
        numbers=_numbers(character) if opponent is None else cards.numbers(sheet.highlights(opponent)),
        rolls=_rolls(character) if opponent is None else _against(opponent),
        rolls_title="" if opponent is None else "Players roll against it",
        tracks=_tracks(character),
        notes=_notes(character),
        back=how(rules),
        ladder=cards.ladder("Level", {str(level): odds.success(level) for level in LEVELS_OF_PLAYERS}),
        foot=_foot(rules),
    )


def _numbers(character: Character) -> tuple[Number, ...]:
    penalty = character.wound_penalty()
    hurt = (Number(label="Wounds", value=signed(penalty), below="on every roll"),) if penalty else ()
    borne = (
        Number(
            label=resistance.name,
            value=str(resistance.rating.level),
            below=f"out at wound {resistance.rating.tier + 1}",
        )
        for resistance in character.resistances[:NUMBERS]
    )
    return (*hurt, *borne)


def _rolls(character: Character) -> tuple[CardRoll, ...]:
    """Return the roll it attacks with, then its other skills, the best first, then its resistances."""
    if not character.rated:
        return ()
    first = find_best_strike(character, 0).name
    skills = sorted(character.skills, key=lambda skill: (skill.name != first, -skill.proficiency))
    return tuple(_roll(skill, character) for skill in (*skills, *character.resistances))


def _roll(rated: Rated, character: Character) -> CardRoll:
    rolled = odds.span(rated.proficiency, 0)
    now = rated.proficiency_now(character.wound_penalty())
    if now != rated.proficiency:
        note = f"now {success_range(now)}, {percent(odds.success(now))} %"
    elif further := rated.further():
        best = max(further, key=lambda rating: rating.level)
        note = f"tier {best.tier}: {success_range(best.level + rated.traits)}"
    elif rated.resists:
        note = "resists; no action"
    else:
        note = f"{decimal(odds.successes(rolled).mean())} successes"
    tiered = rated.rating.tier or rated.rating.upper
    return CardRoll(
        label=f"{rated.name} {rated.rating}" if tiered else rated.name,
        what=_what(rolled),
        chance=odds.chance(rolled),
        note=note,
    )


def _against(opponent: Opposition) -> tuple[CardRoll, ...]:
    """Return what players of each level roll against it; the two lowest, who hardly fight, come last."""
    low, novice, *usual = LEVELS_OF_PLAYERS
    return tuple(_player(level, opponent) for level in (*usual, novice, low))


def _player(level: int, opponent: Opposition) -> CardRoll:
    rolled = odds.span(level, opponent.rank)
    got = odds.successes(rolled)
    needed = odds.expected_rolls(opponent.successes, got) if opponent.successes else None
    note = f"{decimal(got.mean())} successes" if needed is None else f"{decimal(needed)} rolls to win"
    return CardRoll(
        label=f"Level {level}",
        what=_what(rolled),
        chance=odds.chance(rolled),
        note=note if rolled is not None else "",
    )


def _what(rolled: odds.Span | None) -> str:
    """Return what to roll, in few letters.

    >>> _what((5, 9)), _what((6, 6)), _what(None)
    ('2d6 in 5–9', '2d6 = 6', 'no chance')
    """
    return f"2d6 = {rolled[0]}" if rolled is not None and rolled[0] == rolled[1] else odds.describe_roll(rolled)


def _tracks(character: Character) -> tuple[CardTrack, ...]:
    opponent = character.opposition
    won: tuple[CardTrack, ...] = ()
    if opponent is not None and opponent.successes is not None and opponent.successes <= sheet.SUCCESSES_DRAWN:
        won = (cards.track("Successes", opponent.successes, character.noted("successes")),)
    damage = (cards.track(rated.name, rated.boxes, rated.filled, _zones(rated)) for rated in character.resistances)
    return (*won, *damage)


def _zones(rated: Rated) -> Iterator[tuple[str, int]]:
    """Yield the zones of the boxes: unhurt, one for each wound, and the last box."""
    if rated.borne:
        yield "unhurt", rated.borne
    yield from ((signed(wounds * WOUND_PENALTY), rated.borne + 1) for wounds in range(1, rated.rating.tier + 1))
    yield "out", 1


def _notes(character: Character) -> tuple[tuple[str, str], ...]:
    """Return the notes of the card; empty ones are left out later."""
    opponent = character.opposition
    card: tuple[tuple[str, str], ...] = ()
    skills: Iterable[str] = ()
    if opponent is not None:
        card = (("Wants", opponent.goal), ("Does", "; ".join(opponent.actions)), ("Behaves", opponent.behaviour))
        skills = (f"{skill.name} {skill.rating.level}" for skill in character.skills)
    milestones = character.points.get("milestone")
    left = ""
    if milestones is not None and milestones.available:
        left = counted(milestones.available, "milestone point")
    standings = (f"{name} {with_sign(standing.counter)}" for name, standing in character.standings)
    return (
        *card,
        ("Wounds", ", ".join(name for resistance in character.resistances for name in resistance.wound_names)),
        (
            "Now",
            "; ".join(
                _join_phrases(character.now(condition), sheet.describe_condition(condition))
                for condition in character.conditions
            ),
        ),
        (
            "Abilities",
            "; ".join(_join_phrases(ability.name, sheet.describe_ability(ability)) for ability in character.abilities),
        ),
        ("Traits", "; ".join(_join_phrases(trait.name, sheet.describe_trait(trait)) for trait in character.traits)),
        (
            "Carries",
            "; ".join(
                _join_phrases(gear.name, (*sheet.describe_gear(gear), sheet.describe_uses(gear)))
                for gear in character.equipment
            ),
        ),
        ("Skills", ", ".join(skills)),
        ("Standing", ", ".join(standings)),
        ("Unspent", left),
    )


def _join_phrases(name: str | None, phrases: Iterable[str]) -> str:
    """Return a name with its phrases.

    >>> _join_phrases("Stocky", ["Hard to push over", "", "+1 Climbing"]), _join_phrases("Rope", [""])
    ('Stocky: hard to push over, +1 Climbing', 'Rope')
    """
    text = ", ".join(filter(None, phrases))
    return f"{name}: {sheet.lower_first_letter(text)}" if text else name or ""


def _foot(rules: Rules) -> str:
    tier = [f"tier {rules.tier}"] if rules.tiers and rules.tier else []
    without = [] if rules.tiers else ["without tiers"]
    return " · ".join([*tier, *without, *cards.name_active_options(rules, "failure_margin", "solo_deck")])
