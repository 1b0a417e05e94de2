"""A character on a card: what a GM rolls, with what chance, hit points, and what the character carries."""

from chargen.core.card import Card, CardRoll, CardTrack, Number
from chargen.core.roll import signed
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.character import Carried, Character, Rated
from chargen.games.five_by_five.reference import how
from chargen.games.five_by_five.rules import BOOK, DEAD_AT, DYING_BELOW, Rules, list_ladder_values
from chargen.kit import cards


def card(character: Character) -> Card:
    """Return the card of a character: attack and dodge first, then the descriptors from the best to the poor one."""
    rules = character.rules
    return cards.card(
        character,
        numbers=_numbers(character),
        rolls=_rolls(character),
        tracks=_tracks(character),
        notes=_notes(character),
        back=how(rules),
        ladder=cards.ladder("Chances", {signed(rank): odds.chance(rank) for rank in list_ladder_values()}),
        foot=" · ".join((BOOK, *cards.name_active_options(rules, "aspects", "advanced_descriptors"))),
    )


def find_strongest_weapon(character: Character) -> Carried:
    """Return the weapon that adds most to damage, bare hands among them."""
    return max(character.armory, key=lambda weapon: weapon.damage_bonus)


def _numbers(character: Character) -> tuple[Number, ...]:
    weapon = find_strongest_weapon(character)
    return (
        Number(label="HP", value=str(character.hit_points)),
        Number(label="Armor", value=str(character.armor_value), below=character.armor or "none worn"),
        Number(label="Damage", value=odds.describe_damage(weapon.damage_bonus), below=weapon.name),
        Number(label="Dodges", value=str(character.dodges_per_round), below=character.off_hand or "a round"),
    )


def _rolls(character: Character) -> tuple[CardRoll, ...]:
    rules = character.rules
    attack, dodge = (character.best(action) for action in ("attack", "dodge"))
    others = [descriptor for descriptor in character.descriptors if descriptor not in (attack, dodge)]
    others.sort(key=lambda descriptor: odds.chance(descriptor.rolled(rules)), reverse=True)
    away = "untrained" if dodge is character.untrained else dodge.name
    untrained = "untrained; advanced: no chance" if rules.advanced_descriptors else "untrained"
    return (
        _roll("Attack", attack, rules, odds.describe_damage(find_strongest_weapon(character).damage_bonus)),
        _roll("Dodge", dodge, rules, away),
        *(_roll(rated.name, rated, rules, _describe_use(rated)) for rated in others),
        _roll("Anything else", character.untrained, rules, untrained),
    )


def _describe_use(rated: Rated) -> str:
    """Return what a descriptor is used for."""
    marks = (
        *rated.exclusive,
        "power" if rated.power else "advanced" if rated.advanced else None,
        f"by {rated.aspect}" if rated.aspect else None,
    )
    return ", ".join(filter(None, marks))


def _roll(label: str, rated: Rated, rules: Rules, note: str) -> CardRoll:
    value = rated.rolled(rules)
    return CardRoll(label=label, what=describe_roll_briefly(value), chance=odds.chance(value), note=note)


def describe_roll_briefly(value: odds.Value) -> str:
    """Return what to roll, in few letters; the back of the card explains trumps.

    >>> describe_roll_briefly(4), describe_roll_briefly(0), describe_roll_briefly(-5), describe_roll_briefly(None)
    ('2d6 product ≤ 4', '2d6: any 6', '1d6: a 6', 'no chance')
    """
    if value is None:
        return "no chance"
    if odds.uses_one_die(value):
        return "1d6: a 6"
    return f"2d6 product ≤ {value}" if value > 0 else "2d6: any 6"


def _tracks(character: Character) -> tuple[CardTrack, ...]:
    """Return a track of hit points, and one of those below 0, whose last box means dead."""
    lost = character.hit_points - character.noted("hit_points", character.hit_points)
    standing = max(0, character.hit_points - DYING_BELOW)
    below = DYING_BELOW - DEAD_AT
    return (
        cards.track("HP", standing, lost),
        cards.track("Dying", below, lost - standing, (("dying", below - 1), ("dead", 1))),
    )


def _notes(character: Character) -> tuple[tuple[str, str], ...]:
    lowest = character.rules.poor_value
    poor = [descriptor.name for descriptor in character.descriptors if descriptor.value <= lowest]
    rated = [(name, rating) for name, rating in character.aspects.items() if rating != "average"]
    arms = [f"{weapon.name} {odds.describe_damage(weapon.damage_bonus)}" for weapon in character.weapons]
    arms += [f"{character.armor}, armor {character.armor_value}"] if character.armor else []
    arms += filter(None, [character.off_hand])
    points = character.points["xp"]
    return (
        ("Weakness", ", ".join(poor)),
        ("Arms", " · ".join(arms)),
        ("Aspects", ", ".join(f"{rating} {name}" for name, rating in rated)),
        ("Carries", cards.format_equipment(character.equipment)),
        ("XP", f"{points.available} left of {points.budget}" if character.ledger else ""),
    )
