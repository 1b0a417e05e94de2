"""Make the card of a character for the GM: rolls with their chances, stress boxes, and equipment."""

from collections.abc import Iterator

from chargen.games.roll_when_you_need.actions import actions
from chargen.games.roll_when_you_need.character import Character, dice_met
from chargen.games.roll_when_you_need.concept import DEGREES
from chargen.games.roll_when_you_need.odds import UNTROUBLED, Pool
from chargen.games.roll_when_you_need.reference import USUAL_DICE, back
from chargen.games.roll_when_you_need.rules import Rules
from chargen.games.roll_when_you_need.sheet import highlights
from chargen.kit import cards
from chargen.kit.cards import lower_first_letter
from chargen.page.card import Card, CardTrack


def card(character: Character) -> Card:
    """Return the card of an enemy with moves, or of a complete character."""
    rules = character.rules
    needed = rules.usual_successes
    return cards.card(
        character,
        numbers=cards.numbers(highlights(character)),
        actions=actions(character),
        rolls_title=f"Moves: {UNTROUBLED}, {USUAL_DICE} dice" if character.is_npc else "",
        tracks=_tracks(character),
        notes=_notes(character),
        back=back(rules),
        ladder=cards.ladder(
            "Dice" if needed == 1 else f"Dice, for {needed} successes",
            {str(dice): Pool.of(dice, rules).at_least(needed) for dice in dice_met(rules)},
        ),
        foot=", ".join(_in_force(rules)),
    )


# What a pencil fills.


def _tracks(character: Character) -> Iterator[CardTrack]:
    boxes = (("Physical stress", character.physical_stress), ("Social stress", character.social_stress))
    for title, number in boxes:
        if number:
            yield cards.track(title, number, character.noted(title))
    if not character.is_npc:
        taken = sum(degree in character.consequences for degree in DEGREES)
        out = character.ticked("taken_out")
        zones = (*((degree, 1) for degree in DEGREES), ("out", 1))
        yield cards.track("Consequences", len(zones), len(zones) if out else taken, zones)


# Notes.


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    hurts = ((degree, character.consequences[degree]) for degree in DEGREES if degree in character.consequences)
    yield "Hurt", "; ".join(f"{degree}: {words}" if words else degree for degree, words in hurts)
    for_and_against = (
        f"{quality.name} ({lower_first_letter(quality.benefit)}, but {lower_first_letter(quality.drawback)})"
        for quality in character.qualities
    )
    yield "Qualities", "; ".join(for_and_against)
    talents = (cards.format_entry(talent.name, lower_first_letter(talent.effect)) for talent in character.talents)
    yield "Talents", "; ".join(talents)
    yield "Carries", cards.format_equipment(character.equipment)
    yield "Abilities", _abilities(character) if character.is_npc else ""
    left = character.points["xp"].available
    yield "XP", f"{left} left" if left else ""


def _abilities(character: Character) -> str:
    """Return the abilities of an NPC that give no stress boxes."""
    sources = (character.physical_stress_from, character.social_stress_from)
    others = (ability for ability in character.own() if ability.listed and ability.name not in sources)
    return ", ".join(f"{ability.name} {ability.rating}" for ability in others)


def _in_force(rules: Rules) -> Iterator[str]:
    """Yield the dice and the designer's ideas that the table uses, if they differ from the first half of the text."""
    if (rules.die, rules.lowest_success) != (_BOOK.die, _BOOK.lowest_success):
        yield f"d{rules.die} from {rules.lowest_success}"
    yield from cards.name_active_options(rules, "difficulty_is_successes", "take_time")


_BOOK = Rules()
