"""Define fights for `chargen encounter`. The text lacks the chapter on combat, so attack rules are house defaults."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from chargen.game.fight import Blow, Combatant, Fight, Fighter, State, points
from chargen.games.gamocles.character import Character, wounds
from chargen.games.gamocles.odds import CRITICAL, Pool
from chargen.games.gamocles.rules import BARE_WOUNDS, COMBAT, UNARMED
from chargen.kit.attacks import Strike
from chargen.page.roll import SUCCESS

BLOW, CRITICAL_BLOW = 1, 2  # The wounds of a blow, and of a critical blow (house default)


def fighter(character: Character) -> Fighter:
    """Return the wounds that a character can take, and one attack a round."""
    rules = character.rules
    bare = (
        f"{BARE_WOUNDS} wounds and one for each point of Grit are house defaults: `wound_boxes` sets the table's number"
    )
    return Fighter(
        stamina=wounds(character),
        unit="wounds",
        state=State(character.noted("wounds")),
        remark="" if rules.wound_boxes else bare,
    )


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow:
    """Return the best Combat check and weapon, or the chosen weapon, against the best Defensive Rating.

    The target number is `sheet_tn` plus Defensive Rating minus Offensive Rating (house default).
    """
    striker = attacker.character
    equal = striker.rules.sheet_tn
    offensive = attacker.strike or max(striker.offensive, key=lambda rating: rating.number)
    defensive = max(target.character.defensive, key=lambda rating: rating.number)
    to_reach = equal + defensive.number - offensive.number
    # By harm and not by the chance to hit: a trait that keeps more dice may hit as often and be critical more often.
    strikes = [Strike(trait, harm(striker.pool(trait, COMBAT), to_reach)) for trait in striker.traits]
    best = max(strikes, key=lambda strike: strike.mean)
    pool = striker.pool(best.name, COMBAT)
    weapon = UNARMED if offensive.gear == UNARMED else f"with {offensive.gear}"
    return Blow(
        what=f"{best.name} {COMBAT} {pool} {weapon}",
        hit=pool.success(to_reach),
        dealt=points(best.harm),
        exact=False,
        remark=(
            f"the text lacks the chapter on combat: a Combat check against TN {equal} + DR − OR, "
            f"{BLOW} wound a blow and {CRITICAL_BLOW} a critical, is a house default"
        ),
    )


@lru_cache(maxsize=4096)
def harm(pool: Pool, to_reach: int) -> Mapping[int, Fraction]:
    """Return the chance of each number of wounds that a check deals against a target number."""
    chance = pool.against(to_reach)
    hit, critical = chance[SUCCESS], chance[CRITICAL]
    chances = {0: 1 - hit, BLOW: hit - critical, CRITICAL_BLOW: critical}
    return {wounds: chance for wounds, chance in chances.items() if chance or not wounds}


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow, ours="the text lacks the chapter on combat")
