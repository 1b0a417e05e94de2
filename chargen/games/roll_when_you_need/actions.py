"""List the actions of a character of Roll When You Need: its abilities, or the moves of an NPC's card."""

from collections.abc import Iterator
from dataclasses import replace

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.character import Ability, Character
from chargen.games.roll_when_you_need.concept import Move
from chargen.games.roll_when_you_need.fight import UNIT, best_attack, best_defense, strike_harm
from chargen.games.roll_when_you_need.odds import Pool
from chargen.games.roll_when_you_need.reference import USUAL_DICE
from chargen.games.roll_when_you_need.rules import Rules
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.roll import in_percent


def actions(character: Character) -> Iterator[Action]:
    """Yield the moves of an NPC's card; else attack, defence, other trained abilities, and everything else."""
    rules = character.rules
    if character.is_npc:
        for move in character.moves:
            yield _move(move, rules)
        return
    strikes, guards = best_attack(character), best_defense(character)
    # Each success is a hit (house default). One is enough also where difficulties are numbers of successes, as the
    # target is not known here.
    harm = ActionHarm.landed(f"1 {UNIT} a success", strike_harm(strikes.rating, 1, rules))
    yield replace(_ability(strikes.name, "attack", strikes, rules), harm=harm)
    # Brawling and Melee serve for both, and two actions of one name would be the same action for scripts.
    name = f"{guards.name}, in defence" if guards == strikes else guards.name
    yield _ability(name, "defence", guards, rules)
    for ability in character.trained():
        if ability not in (strikes, guards):
            yield _ability(ability.name, "skill", ability, rules)
    if character.untrained():
        yield _ability("Everything else", "skill", Ability(name="", rating=rules.start), rules)


def _ability(name: str, kind: Kind, ability: Ability, rules: Rules) -> Action:
    rating, needed = ability.rating, rules.usual_successes
    pool = Pool.of(rating, rules)
    more = pool.at_least(needed + 1)
    # "Any 5 or 6" would be wrong where one success is not enough, or where some come without dice.
    several = needed > 1 or pool.automatic
    target = f"{needed} × {rules.lowest_success}+" if several else odds.describe_faces(pool, rules)
    added = f"+{pool.automatic}" if pool.automatic else ""
    return Action(
        name=name,
        kind=kind,
        rule=odds.ability_rule(rating, rules),
        against=target if pool.dice or pool.automatic else "",
        brief=f"{pool.dice}d{pool.sides}{added}: {target}" if several else odds.roll_text(pool, rules),
        effect=f"{odds.name_several(rules)} {in_percent(more)}" if more else "",
        strike=ability,
    )


def _move(move: Move, rules: Rules) -> Action:
    """Return a move with the odds of a player who has the usual dice."""
    difficulty = move.difficulty or 0
    rule = odds.task_rule(USUAL_DICE, difficulty, rules)
    return Action(
        name=move.name or "",
        kind="move",
        rule=rule,
        against=f"difficulty {difficulty}",
        brief=f"{rule.text} against {difficulty}",
        chance_of=odds.UNTROUBLED,
        effect=move.effect,
        own=True,
        strike=move,
    )
