"""A character of Gamocles on a card: ratings, the checks it makes best, what it takes and carries."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from chargen.core.card import Card, CardRoll, Ladder, Number
from chargen.core.roll import percent, signed
from chargen.games.gamocles import odds
from chargen.games.gamocles.character import Character, wounds
from chargen.games.gamocles.pool import Kind, Pool
from chargen.games.gamocles.rules import COMBAT, DEFENCE, Rules
from chargen.games.gamocles.scores import Rating
from chargen.games.gamocles.sheet import HOW
from chargen.kit import cards

HARDER = 5
"""How much harder than the sheet's the second target number of a roll is (house default)."""
USUAL_SKILL, MOST_TRAIT = 2, 5
"""The back has the chances of traits from 1 to the second number, with a skill of the first (house default)."""
_NO_BREAK = "\u00a0"


def card(character: Character) -> Card:
    """Return the card: a skill is shown with the trait that serves it best, though the Boss may call for another."""
    rules = character.rules
    offensive, defensive = character.offensive[0], character.defensive[0]
    origin = "" if rules.wound_boxes else " (house default)"
    return cards.card(
        character,
        numbers=(
            Number(label="Offence", value=signed(offensive.number), below=offensive.gear),
            Number(label="Defence", value=signed(defensive.number), below=defensive.gear),
        ),
        rolls=_rolls(character),
        tracks=(cards.track(f"Wounds{origin}", wounds(character), character.noted("wounds")),),
        notes=_notes(character),
        back=HOW,
        ladder=_ladder(rules.sheet_tn),
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
        yield _roll(f"{trait}, no skill", odds.of_check(character.traits[trait], 0, rules.sheet_tn)[0], rules)


def _check(trait: str, skill: str, character: Character) -> CardRoll:
    pool, *_ = odds.of_check(character.traits[trait], character.skills[skill], character.rules.sheet_tn)
    roll = _roll(skill, pool, character.rules)
    return replace(roll, what=f"{trait} {roll.what}")


def _roll(label: str, pool: Pool, rules: Rules) -> CardRoll:
    what, chance, note = _against(pool, rules.sheet_tn)
    return CardRoll(label=label, what=what, chance=chance, note=note)


@lru_cache(maxsize=1024)
def _against(pool: Pool, target: int) -> tuple[str, Fraction, str]:
    """Return what to roll, its chance at the sheet's target number, and that at a harder one."""
    harder = target + HARDER
    what = {Kind.FUMBLE: "fumble", Kind.NOTHING: "total 0"}.get(pool.kind, f"{pool} ≥ {target}")
    note = f"TN{_NO_BREAK}{harder}: {percent(odds.success(pool, harder))}{_NO_BREAK}%"
    return what, odds.success(pool, target), note


@lru_cache(maxsize=32)
def _ladder(target: int) -> Ladder:
    """Return the chance of each trait with a usual skill."""
    pools = [odds.of_check(trait, USUAL_SKILL, target)[0] for trait in range(1, MOST_TRAIT + 1)]
    return cards.ladder(f"Against {target}", {str(pool): odds.success(pool, target) for pool in pools})


def _notes(character: Character) -> Iterator[tuple[str, str]]:
    """Yield the notes, without the gear that is shown beside the two ratings."""
    yield "Traits", _numbers(character.traits)
    variations = (
        cards.format_entry(
            variation.name, ". ".join(part.rstrip(".") for part in (variation.effect, variation.why) if part)
        )
        for variation in character.variations
    )
    yield "Variations", "; ".join(variations)
    skills = sorted(character.skills.items(), key=lambda skill: -skill[1])
    yield "Skills", _numbers({name: value for name, value in skills if value}) or "none"
    yield "Gear", cards.format_equipment(character.equipment)
    further = (("offence", character.offensive[1:]), ("defence", character.defensive[1:]))
    yield "Also", " · ".join(filter(None, (_gear(called, ratings) for called, ratings in further)))


def _numbers(values: Mapping[str, int]) -> str:
    return " · ".join(f"{name}{_NO_BREAK}{signed(value)}" for name, value in values.items())


def _gear(called: str, ratings: Iterable[Rating]) -> str:
    return " · ".join(f"{rating.gear} ({called}{_NO_BREAK}{signed(rating.number)})" for rating in ratings)
