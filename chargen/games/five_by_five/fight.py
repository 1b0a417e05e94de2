"""Compute the exact effect of an attack: chance to hit, chance to dodge, damage minus armour."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial

from chargen.game.fight import Blow, Combatant, Fight, Fighter, Harm, State, Undodged, points
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.actions import actions
from chargen.games.five_by_five.character import Character, Rated
from chargen.games.five_by_five.rules import DEAD_AT, Rules


def fighter(character: Character) -> Fighter:
    """Return a character as a fighter with one attack a round, who is out of the fight at 0 hit points."""
    taken = character.hit_points - character.noted("hit_points", character.hit_points)
    return Fighter(
        stamina=max(1, character.hit_points),  # at 0 they are unconscious
        unit="HP",
        state=State(max(0, taken)),
        dodges=character.dodges_per_round,
        first=_chance(character.best("steal initiative"), character.rules),
        remark="Down is 0 HP: unconscious. Doubles tokens and healing are left out. The GM's side acts first; "
        "a player who steals the initiative acts before it.",
    )


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow:
    """Return an attack, which the target dodges if it can; by default of the best descriptor and strongest weapon.

    Harm is limited to the amount that kills from full hit points.
    """
    striker, struck = attacker.character, target.character
    attack, weapon = attacker.strike or next(actions(striker)).strike
    dodge = struck.best("dodge")
    bare = _chance(attack, striker.rules)
    hit = bare * (1 - _chance(dodge, struck.rules))
    last = max(1, struck.hit_points - DEAD_AT)
    name = "Untrained attack" if attack is striker.untrained else attack.name
    dealt = partial(_dealt, bonus=weapon.damage_bonus, armor=struck.armor_value, last=last)
    # The GM names the aspect of each action (ruling FBF-Q20), so without a usual one the real chance is not known.
    shifted = (striker.rules.aspects and not attack.aspect) or (struck.rules.aspects and not dodge.aspect)
    number = struck.dodges_per_round
    remarks = [
        "The best attack goes with the strongest weapon, of any kind (house default)." if not attacker.strike else "",
        "The first attack of a round that hits is dodged if it can be, and further ones are not."
        if number == 1
        else f"The first {number} attacks of a round that hit are dodged if they can be, and no further ones.",
        "An attack or a dodge goes by no usual aspect, and is computed without one." if shifted else "",
    ]
    return Blow(
        what=f"{name} with {weapon.name[:1].lower()}{weapon.name[1:]}",
        hit=hit,
        dealt=dealt(hit),
        undodged=Undodged(hit=bare, dealt=dealt(bare)),
        exact=not shifted,
        remark=" ".join(filter(None, remarks)),
    )


def _chance(rated: Rated, rules: Rules) -> Fraction:
    return odds.chance(rated.rolled(rules))


@lru_cache(odds.REMEMBERED)
def _dealt(hit: Fraction, bonus: int, armor: int, last: int) -> Mapping[Harm, Fraction]:
    """Return the chance of each amount of harm; ``last`` includes all higher amounts."""
    through = {amount: hit * chance for amount, chance in odds.damage_table(bonus, armor, last) if chance}
    return points({**through, 0: through.get(0, Fraction(0)) + 1 - hit})


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow)
