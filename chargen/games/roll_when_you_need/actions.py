"""List the actions of a character of Roll When You Need: its abilities, or the moves of an NPC's card."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from chargen.core.action import FAILURE, SUCCESS, Action, ActionHarm, Kind
from chargen.core.roll import percent
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character
from chargen.games.roll_when_you_need.concept import Move
from chargen.games.roll_when_you_need.fight import UNIT, best_attack, best_defense, strike_harm
from chargen.games.roll_when_you_need.odds import Pool, Task
from chargen.games.roll_when_you_need.reference import USUAL_DICE
from chargen.games.roll_when_you_need.rules import Rules

UNTROUBLED = "success without trouble"


def actions(character: Character) -> Iterator[Action]:
    """Yield the moves of an NPC's card; else attack, defence, other trained abilities, and everything else."""
    rules = character.rules
    if character.is_npc:
        for move in character.moves:
            yield _move(move, rules)
        return
    strikes, guards = best_attack(character), best_defense(character)
    yield replace(_ability(strikes.name, "attack", strikes, rules), harm=_strike_harm(strikes, rules))
    name = f"{guards.name}, in defence" if guards == strikes else guards.name
    yield _ability(name, "defence", guards, rules)
    for ability in character.trained():
        if ability not in (strikes, guards):
            yield _ability(ability.name, "skill", ability, rules)
    if character.untrained():
        yield _ability("Everything else", "skill", Ability(name="", rating=rules.start), rules)


def _ability(name: str, kind: Kind, ability: Ability, rules: Rules) -> Action:
    dice, what, outcomes, effect = _rolled(ability.rating, rules)
    return Action(
        name=name,
        kind=kind,
        dice=dice,
        formula=_formula(Pool.of(ability.rating, rules)),
        against=what,
        brief=what,
        outcomes=outcomes,
        wanted=(SUCCESS, _several(rules)),
        effect=effect,
        strike=ability,
    )


@lru_cache(maxsize=512)
def _rolled(rating: int, rules: Rules) -> tuple[str, str, dict[str, Fraction], str]:
    """Return the dice of a rating, the faces that succeed, the outcomes, and the chance of more effects in words."""
    pool, needed = Pool.of(rating, rules), rules.usual_successes
    done, more = pool.at_least(needed), pool.at_least(needed + 1)
    outcomes = {_several(rules): more, SUCCESS: done - more, FAILURE: 1 - done}
    return f"{pool.dice}d{pool.sides}", _what(pool, needed, rules), outcomes, _describe_several(more, rules)


def _formula(pool: Pool) -> str:
    """Return the dice of a pool as a formula that counts successes; empty without dice.

    >>> _formula(Pool.of(13, Rules()))
    '10d6cs>=5 + 1'
    """
    automatic = f" + {pool.automatic}" if pool.automatic else ""
    return f"{pool.dice}d{pool.sides}cs>={pool.sides - pool.good + 1}{automatic}" if pool.dice else ""


def _several(rules: Rules) -> str:
    """Return the name of the outcome with more successes than are needed."""
    needed = rules.usual_successes
    return "two effects" if needed == 1 else f"{needed + 1} or more"


def _describe_several(more: Fraction, rules: Rules) -> str:
    return f"{_several(rules)} {percent(more)} %" if more else ""


def _what(pool: Pool, needed: int, rules: Rules) -> str:
    """Return the dice and the faces that succeed, in the short form for a card."""
    if needed == 1 and not pool.automatic:
        return odds.roll_text(pool, rules)
    more = f"+{pool.automatic}" if pool.automatic else ""
    return f"{pool.dice}d{pool.sides}{more}: {needed} × {rules.lowest_success}+"


def _strike_harm(ability: Ability, rules: Rules) -> ActionHarm:
    """Return the harm of an attack that succeeds: each success is a hit (house default)."""
    return ActionHarm.landed(f"1 {UNIT} a success", strike_harm(ability.rating, 1, rules))


def _move(move: Move, rules: Rules) -> Action:
    """Return a move with the odds of a player who has the usual dice."""
    difficulty = move.difficulty or 0
    return Action(
        name=move.name or "",
        kind="move",
        dice=f"{USUAL_DICE}d{rules.die}",
        formula=_formula(Pool.of(USUAL_DICE, rules)),
        against=f"difficulty {difficulty}",
        brief=f"{USUAL_DICE}d{rules.die} against {difficulty}",
        outcomes=meeting(USUAL_DICE, difficulty, rules),
        wanted=(UNTROUBLED,),
        chance_of=UNTROUBLED,
        effect=move.effect,
        own=True,
        strike=move,
    )


@lru_cache(maxsize=512)
def meeting(ability: int, difficulty: int, rules: Rules) -> dict[str, Fraction]:
    """Return the outcomes of a roll against a move; success and trouble use different dice."""
    chances = odds.outcome(Task.of(ability, difficulty, rules), rules)
    success, trouble = chances["success"], chances["trouble"]
    return {
        UNTROUBLED: success * (1 - trouble),
        "success with trouble": success * trouble,
        "failure without trouble": (1 - success) * (1 - trouble),
        "failure with trouble": (1 - success) * trouble,
    }
