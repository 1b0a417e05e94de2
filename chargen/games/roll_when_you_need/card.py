"""A character on a card for the GM: what is rolled, how likely it is, how much it can take, and what it carries."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from chargen.core.card import Card, CardRoll, CardTrack, Ladder
from chargen.core.roll import percent
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character, dice_met
from chargen.games.roll_when_you_need.concept import DEGREES
from chargen.games.roll_when_you_need.fight import attack, defense
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.reference import USUAL_DICE, back
from chargen.games.roll_when_you_need.rules import Rules
from chargen.games.roll_when_you_need.sheet import highlights
from chargen.kit import cards


def card(character: Character) -> Card:
    """Return the card of an enemy with moves, or of a whole character."""
    rules = character.rules
    return cards.card(
        character,
        numbers=cards.numbers(highlights(character)),
        rolls=_moves(character) if character.is_npc else _rolls(character),
        rolls_title=f"Moves, met with {USUAL_DICE} dice" if character.is_npc else "",
        tracks=_tracks(character),
        notes=_notes(character),
        back=back(rules),
        ladder=_ladder(rules),
        foot=", ".join(_in_force(rules)),
    )


# What is rolled.


def _rolls(character: Character) -> tuple[CardRoll, ...]:
    """Return the best attack and defense, then the other trained abilities, best first; last, everything else."""
    rules = character.rules
    trained = character.trained()
    first = [ability for ability in (attack(character), defense(character)) if ability in trained]
    rows = [_roll(ability, rules) for ability in dict.fromkeys([*first, *trained])]
    if character.untrained():
        rows.append(_roll(Ability(name="Everything else", rating=rules.start), rules))
    return tuple(rows)


@lru_cache(maxsize=512)
def _roll(ability: Ability, rules: Rules) -> CardRoll:
    pool, needed = Pool.of(ability.rating, rules), rules.usual_successes
    more = pool.at_least(needed + 1)
    several = "two effects" if needed == 1 else f"{needed + 1} or more"
    note = f"{several} {percent(more)} %" if more else ""
    return CardRoll(label=ability.name, what=_what(pool, needed, rules), chance=pool.at_least(needed), note=note)


@lru_cache(maxsize=32)
def _ladder(rules: Rules) -> Ladder:
    """Return the chance of the usual successes by the number of dice."""
    needed = rules.usual_successes
    title = "Dice" if needed == 1 else f"Dice, for {needed} successes"
    return cards.ladder(title, {str(dice): Pool.of(dice, rules).at_least(needed) for dice in dice_met(rules)})


def _what(pool: Pool, needed: int, rules: Rules) -> str:
    """Return the dice and what they must show, in the few letters that a card has room for."""
    if needed == 1 and not pool.automatic:
        return odds.roll_text(pool, rules)
    more = f"+{pool.automatic}" if pool.automatic else ""
    return f"{pool.dice}d{pool.sides}{more}: {needed} × {rules.lowest_success}+"


def _moves(character: Character) -> tuple[CardRoll, ...]:
    rules = character.rules
    return tuple(
        CardRoll(
            label=move.name or "",
            what=f"{USUAL_DICE}d{rules.die} against {move.difficulty}",
            chance=_untroubled(USUAL_DICE, move.difficulty or 0, rules),
            note=move.effect,
        )
        for move in character.moves
    )


@lru_cache(maxsize=512)
def _untroubled(ability: int, difficulty: int, rules: Rules) -> Fraction:
    """Return the chance that a player does it and no trouble comes of it, as the dice fall."""
    outcome = odds.outcome(Task.of(ability, difficulty, rules), rules)
    return outcome["success"] * (1 - outcome["trouble"])


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


# What else there is to say.


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    hurts = ((degree, character.consequences[degree]) for degree in DEGREES if degree in character.consequences)
    yield "Hurt", "; ".join(f"{degree}: {words}" if words else degree for degree, words in hurts)
    for_and_against = (
        f"{quality.name} ({_small(quality.benefit)}, but {_small(quality.drawback)})" for quality in character.qualities
    )
    yield "Qualities", "; ".join(for_and_against)
    yield "Talents", "; ".join(cards.format_entry(talent.name, _small(talent.effect)) for talent in character.talents)
    yield "Carries", cards.format_equipment(character.equipment)
    if character.is_npc:
        yield from _against(character)
    left = character.points["xp"].available
    yield "XP", f"{left} left" if left else ""


def _small(text: str) -> str:
    """Return a text within a sentence: the capital that began it goes, unless the word has more of them."""
    first, _, rest = text.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() or len(first) == 1 else text


def _against(character: Character) -> Iterator[tuple[str, str]]:
    """Yield what players have against each difficulty of the moves, by their dice; and abilities beside stress."""
    rules = character.rules
    sources = (character.physical_stress_from, character.social_stress_from)
    others = (ability for ability in character.own() if ability.listed and ability.name not in sources)
    yield "Abilities", ", ".join(f"{ability.name} {ability.rating}" for ability in others)
    met = dice_met(rules)
    difficulties = sorted({move.difficulty or 0 for move in character.moves})
    yield f"{met[0]}\u2013{met[-1]} dice", "; ".join(_by_dice(difficulty, rules) for difficulty in difficulties)


@lru_cache(maxsize=128)
def _by_dice(difficulty: int, rules: Rules) -> str:
    chances = (_untroubled(dice, difficulty, rules) for dice in dice_met(rules))
    return f"at {difficulty}: {' · '.join(map(percent, chances))} %"


def _in_force(rules: Rules) -> Iterator[str]:
    """Yield the table's dice and the designer's ideas, where they are not the text's first half."""
    if (rules.die, rules.lowest_success) != (_BOOK.die, _BOOK.lowest_success):
        yield f"d{rules.die} from {rules.lowest_success}"
    yield from cards.name_active_options(rules, "difficulty_is_successes", "take_time")


_BOOK = Rules()
