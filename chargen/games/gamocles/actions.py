"""List the actions of a Gamocles character: checks against the sheet's target number."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from chargen.games.gamocles import odds
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.odds import FUMBLE, Pool
from chargen.games.gamocles.rules import COMBAT, DEFENCE
from chargen.games.gamocles.scores import Rating
from chargen.page.action import Action, Kind
from chargen.page.roll import percent, signed

HARDER = 5
"""The difference between the second target number of a check and the sheet's target number (house default)."""
_NO_BREAK = "\u00a0"


def actions(character: Character) -> Iterator[Action]:
    """Yield the actions: those of `skilled_actions`, then the checks of traits without a skill, best first."""
    yield from skilled_actions(character)
    for bare in _list_traits(character):
        yield _check(f"{bare}, no skill", "skill", Pool.check(character.traits[bare], 0).thrown, character)


def skilled_actions(character: Character) -> Iterator[Action]:
    """Yield the actions with a skill or a pool: the first weapon and armour, further pools, the skills, all others.

    A skill is shown with the best trait; the Boss may call for another. The best skill comes first.
    """
    # No skill has a trait of its own (ruling GAM-Q10), so each is shown at its best.
    trait = _list_traits(character)[0]
    weapon, *other_weapons = character.offensive
    armour, *other_armour = character.defensive
    yield _with_gear("attack", weapon, trait, character)
    yield _with_gear("defence", armour, trait, character)
    for further in character.further:
        yield _check(further.name, "power", further.call.thrown, character, own=True)
    # Skills of 0 all have the same odds: the checks of traits without a skill show them once.
    others = [skill for skill, value in character.skills.items() if value and skill not in (COMBAT, DEFENCE)]
    for skill in sorted(others, key=lambda skill: -character.skills[skill]):
        yield _check(skill, "skill", character.pool(trait, skill), character, trait)
    for rating in other_weapons:
        yield _with_gear("attack", rating, trait, character)
    for rating in other_armour:
        yield _with_gear("defence", rating, trait, character)


def _list_traits(character: Character) -> list[str]:
    return sorted(character.traits, key=lambda trait: -character.traits[trait])


def _with_gear(kind: Kind, rating: Rating, trait: str, character: Character) -> Action:
    skill, rated = (COMBAT, "OR") if kind == "attack" else (DEFENCE, "DR")
    effect = f"{rated}{_NO_BREAK}{signed(rating.number)}"
    strike = rating if kind == "attack" else None
    pool = character.pool(trait, skill)
    return _check(f"{skill}: {rating.gear}", kind, pool, character, trait, effect=effect, strike=strike)


def _check(
    name: str, kind: Kind, pool: Pool, character: Character, trait: str = "", *, effect: str = "", **more: Any
) -> Action:
    target = character.rules.sheet_tn
    what = FUMBLE if pool.fumbles else f"{pool} ≥ {target}" if pool.rolled else "total 0"
    return Action(
        name=name,
        kind=kind,
        rule=odds.dice_rule(pool, target),
        against=f"TN {target}",
        brief=f"{trait} {what}".strip(),
        effect=", ".join(filter(None, (effect, _harder(pool, target + HARDER)))),
        **more,
    )


@lru_cache(maxsize=1024)
def _harder(pool: Pool, target: int) -> str:
    """Return the chance against a higher target number in words."""
    return f"TN{_NO_BREAK}{target}: {percent(pool.success(target))}{_NO_BREAK}%"
