"""Make the card of a character for the GM: its rolls, or the rolls of players against it, and its damage."""

from collections.abc import Iterable, Iterator

from chargen.games.five_plus import odds, sheet
from chargen.games.five_plus.actions import LEVELS_OF_PLAYERS, actions
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.reference import how
from chargen.games.five_plus.rules import WOUND_PENALTY
from chargen.kit import cards
from chargen.page.card import Card, CardTrack, Number
from chargen.page.roll import signed, with_sign
from chargen.text.names import counted

NUMBERS = 4  # How many resistances stand among the numbers (house default)


def card(character: Character) -> Card:
    """Return the card of a character, or of an opponent."""
    rules = character.rules
    opponent = character.opposition
    tiers = () if rules.tiers and not rules.tier else (f"tier {rules.tier}" if rules.tiers else "without tiers",)
    return cards.card(
        character,
        numbers=_numbers(character) if opponent is None else cards.numbers(sheet.highlights(opponent)),
        actions=actions(character),
        rolls_title="" if opponent is None else "Players roll against it",
        tracks=_tracks(character),
        notes=_notes(character),
        back=how(rules),
        ladder=cards.ladder("Level", {str(level): odds.success(level) for level in LEVELS_OF_PLAYERS}),
        foot=" · ".join((*tiers, *cards.name_active_options(rules, "failure_margin", "solo_deck"))),
    )


def _numbers(character: Character) -> tuple[Number, ...]:
    penalty = character.wound_penalty()
    hurt = (Number(label="Wounds", value=signed(penalty), below="on every roll"),) if penalty else ()
    borne = (
        Number(
            label=resistance.name,
            value=str(resistance.level),
            below=f"out at wound {resistance.rating.tier + 1}",
        )
        for resistance in character.resistances[:NUMBERS]
    )
    return (*hurt, *borne)


def _tracks(character: Character) -> tuple[CardTrack, ...]:
    opponent = character.opposition
    won: tuple[CardTrack, ...] = ()
    if opponent is not None and opponent.successes is not None and opponent.successes <= sheet.SUCCESSES_DRAWN:
        won = (cards.track("Successes", opponent.successes, character.noted("successes")),)
    damage = (cards.track(rated.name, rated.boxes, rated.filled, _zones(rated)) for rated in character.resistances)
    return (*won, *damage)


def _zones(rated: Rated) -> Iterator[tuple[str, int]]:
    """Yield the zones of the boxes: unhurt, one for each wound, and the last box."""
    if rated.row(0):
        yield "unhurt", rated.row(0)
    yield from ((signed(wounds * WOUND_PENALTY), rated.row(wounds) + 1) for wounds in range(1, rated.rating.tier + 1))
    yield "out", 1


def _notes(character: Character) -> tuple[tuple[str, str], ...]:
    opponent = character.opposition
    card: tuple[tuple[str, str], ...] = ()
    skills: Iterable[str] = ()
    if opponent is not None:
        card = (("Goal", opponent.goal), ("Does", "; ".join(opponent.actions[1:])), ("Behaves", opponent.behaviour))
        skills = (f"{skill.name} {skill.rating.level}" for skill in character.skills)
    milestones = character.points.get("milestone")
    left = ""
    if milestones is not None and milestones.available:
        left = counted(milestones.available, "milestone point")
    gear = [(one.name, (*sheet.describe_gear(one), sheet.describe_uses(one))) for one in character.equipment]
    gear.sort(key=lambda one: not any(one[1]))
    standings = (f"{name} {with_sign(standing.counter)}" for name, standing in character.standings)
    return (
        *card,
        ("Wounds", ", ".join(name for resistance in character.resistances for name in resistance.wound_names)),
        (
            "Now",
            "; ".join(
                ": ".join(filter(None, (character.now(condition), _join(sheet.describe_condition(condition)))))
                for condition in character.conditions
            ),
        ),
        (
            "Abilities",
            "; ".join(
                _join_phrases(ability.name, sheet.describe_ability(ability))
                for ability in character.abilities
                # An ability with a skill is among the rolls.
                if ability.skill not in {rated.name for rated in character.rated}
            ),
        ),
        # The printed ranges have the bonuses of traits already, and not those of gear.
        (
            "Traits",
            "; ".join(
                _join_phrases(trait.name, (*sheet.describe_trait(trait), "counted" if trait.bonus else ""))
                for trait in character.traits
            ),
        ),
        # What has an effect comes first, as cards cut the end.
        ("Carries", "; ".join(_join_phrases(name, phrases) for name, phrases in gear)),
        ("Skills", ", ".join(skills)),
        ("Standing", ", ".join(standings)),
        ("Unspent", left),
    )


def _join_phrases(name: str | None, phrases: Iterable[str]) -> str:
    """Return a name with its phrases.

    >>> _join_phrases("Stocky", ["Hard to push over", "", "+1 Climbing"]), _join_phrases("Rope", [""])
    ('Stocky (hard to push over, +1 Climbing)', 'Rope')
    """
    return cards.format_entry(name, _join(phrases))


def _join(phrases: Iterable[str]) -> str:
    text = ", ".join(filter(None, phrases))
    return cards.lower_first_letter(text) if text else ""
