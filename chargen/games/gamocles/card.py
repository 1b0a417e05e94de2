"""A character of Gamocles on a card: ratings, the checks it makes best, what it takes and carries."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from chargen.core.card import Card, CardRoll, Number
from chargen.core.roll import percent, signed
from chargen.games.gamocles import odds
from chargen.games.gamocles.character import Character, wounds
from chargen.games.gamocles.how import how
from chargen.games.gamocles.names import COMBAT, DEFENCE, SHORT
from chargen.games.gamocles.odds import Table
from chargen.games.gamocles.pool import Kind, Pool
from chargen.games.gamocles.ratings import Rating
from chargen.games.gamocles.rules import Rules
from chargen.kit import cards

NEAR = 5
"""How far the two target numbers lie from the sheet's that stand beside a chance (ours)."""
_NO_BREAK = "\u00a0"


def card(character: Character) -> Card:
    """Return the card: a skill stands with the trait that serves it best, though the Boss may call for another."""
    rules = character.rules
    offensive, defensive = character.offensive[0], character.defensive[0]
    return cards.card(
        character,
        numbers=(
            Number(label="OR", value=signed(offensive.number), below=offensive.gear),
            Number(label="DR", value=signed(defensive.number), below=defensive.gear),
        ),
        rolls=_rolls(character),
        rolls_title=f"Best checks, TN {rules.sheet_tn}",
        tracks=(cards.track("Wounds", wounds(character), character.noted("wounds")),),
        notes=_notes(character),
        back=how(rules),
        foot="" if rules.wound_boxes else "the number of wounds is ours",
    )


def _rolls(character: Character) -> Iterator[CardRoll]:
    """Combat and Defence, further pools, the other skills from the best to the worst, each trait without a skill."""
    rules = character.rules
    traits = sorted(character.traits, key=lambda trait: -character.traits[trait])
    for skill in (COMBAT, DEFENCE):
        yield _check(traits[0], skill, character)
    for further in character.further:
        yield _roll(further.name, further.pool, rules)
    others = [skill for skill, value in character.skills.items() if value and skill not in (COMBAT, DEFENCE)]
    for skill in sorted(others, key=lambda skill: -character.skills[skill]):
        yield _check(traits[0], skill, character)
    for trait in traits:
        yield _roll(f"{trait}, no skill", odds.of_check(character.traits[trait], 0, odds.table(rules))[0], rules)


def _check(trait: str, skill: str, character: Character) -> CardRoll:
    rules = character.rules
    pool, *_ = odds.of_check(character.traits[trait], character.skills[skill], odds.table(rules))
    return _roll(f"{trait} {skill}", pool, rules)


def _roll(label: str, pool: Pool, rules: Rules) -> CardRoll:
    what, chance, note = _against(pool, odds.table(rules))
    return CardRoll(label=label, what=what, chance=chance, note=note)


@lru_cache(maxsize=1024)
def _against(pool: Pool, table: Table) -> tuple[str, Fraction, str]:
    """What to roll, its chance at the sheet's target number, and those at two near it."""
    target = table.rules.sheet_tn
    what = {Kind.FUMBLE: "fumble", Kind.NOTHING: "total 0"}.get(pool.kind, f"{pool} ≥ {target}")
    near = {tn: odds.success(pool, tn, table.rules) for tn in (target - NEAR, target + NEAR) if tn > 0}
    note = ", ".join(f"TN{_NO_BREAK}{tn}: {percent(chance)}{_NO_BREAK}%" for tn, chance in near.items())
    return what, odds.success(pool, target, table.rules), note


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    yield "Traits", _numbers(character.traits)
    skills = sorted(character.skills.items(), key=lambda skill: -skill[1])
    yield "Skills", _numbers({name: value for name, value in skills if value}) or "none"
    yield "Weapons", _gear("OR", character.offensive)
    yield "Armour", _gear("DR", character.defensive)
    variations = (
        cards.entry(variation.name, ". ".join(part.rstrip(".") for part in (variation.effect, variation.why) if part))
        for variation in character.variations
    )
    yield "Variations", "; ".join(variations)
    yield "Gear", cards.carried(character.equipment)
    yield "Notes", character.notes.strip()


def _numbers(values: Mapping[str, int]) -> str:
    return " · ".join(f"{SHORT[name]}{_NO_BREAK}{signed(value)}" for name, value in values.items())


def _gear(short: str, ratings: Iterable[Rating]) -> str:
    return " · ".join(f"{rating.gear} ({short}{_NO_BREAK}{signed(rating.number)})" for rating in ratings)
