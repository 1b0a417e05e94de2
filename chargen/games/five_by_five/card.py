"""Make the card of a character: rolls with their chances, hit points and equipment."""

from collections.abc import Iterator

from chargen.games.five_by_five import odds
from chargen.games.five_by_five.actions import actions, describe_roll_briefly
from chargen.games.five_by_five.character import Character, Rated
from chargen.games.five_by_five.reference import how
from chargen.games.five_by_five.rules import BOOK, DEAD_AT, DYING_BELOW, list_ladder_values
from chargen.kit import cards
from chargen.page.action import Action
from chargen.page.card import Card, CardTrack, Number
from chargen.page.roll import signed


def card(character: Character) -> Card:
    """Return the card of a character: attack and dodge first, then the descriptors from best to poor."""
    rules = character.rules
    _, weapon = next(actions(character)).strike
    return cards.card(
        character,
        numbers=(
            Number(label="HP", value=str(character.hit_points)),
            Number(label="Armor", value=str(character.armor_value), below=character.armor or "none worn"),
            Number(label="Damage", value=odds.describe_damage(weapon.damage_bonus), below=weapon.name),
            Number(label="Dodges", value=str(character.dodges_per_round), below=character.off_hand or "a round"),
        ),
        actions=_actions(character),
        tracks=_tracks(character),
        notes=_notes(character),
        back=how(rules),
        ladder=cards.ladder("Chances", {signed(rank): odds.chance(rank) for rank in list_ladder_values()}),
        foot=" · ".join((BOOK, *cards.name_active_options(rules, "aspects", "advanced_descriptors"))),
    )


def _actions(character: Character) -> Iterator[Action]:
    """Yield the actions without weaknesses, which are notes, and untrained initiative, which is *Anything else*."""
    weak = {rated.name for rated in _weaknesses(character)}
    trained = {rated.name for rated in character.descriptors}
    for action in actions(character):
        is_weakness = action.kind == "skill" and action.name in weak
        is_untrained = action.kind == "initiative" and action.name not in trained
        if not (is_weakness or is_untrained):
            yield action


def _weaknesses(character: Character) -> list[Rated]:
    return [descriptor for descriptor in character.descriptors if descriptor.value <= character.rules.poor_value]


def _tracks(character: Character) -> tuple[CardTrack, ...]:
    """Return a track of hit points, and a track of hit points below 0, whose last box means dead."""
    lost = character.hit_points - character.noted("hit_points", character.hit_points)
    standing = max(0, character.hit_points - DYING_BELOW)
    below = DYING_BELOW - DEAD_AT
    return (
        cards.track("HP", standing, lost),
        cards.track("Dying", below, lost - standing, (("dying", below - 1), ("dead", 1))),
    )


def _notes(character: Character) -> tuple[tuple[str, str], ...]:
    rules = character.rules
    poor = (f"{weak.name} ({describe_roll_briefly(weak.rolled(rules))})" for weak in _weaknesses(character))
    rated = [(name, rating) for name, rating in character.aspects.items() if rating != "average"]
    points = character.points["xp"]
    return (
        ("Weakness", "; ".join(poor)),
        ("Aspects", ", ".join(f"{rating} {name}" for name, rating in rated)),
        ("Carries", cards.format_equipment(character.equipment)),
        ("XP", f"{points.available} left of {points.budget}" if character.ledger else ""),
    )
