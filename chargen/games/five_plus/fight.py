"""Define fights of the 5+ system. An opponent with a card does not roll; the rolls of the players decide.

Harm lowers the rolls of a fighter: damage lowers the roll of its resistance, and each wound lowers every
roll. The state of a character in a fight is the wounds and the damage of that resistance.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from chargen.dice import Distribution
from chargen.game.fight import Blow, Combatant, Fight, Fighter, Harm, State, points
from chargen.games.five_plus import odds
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.concept import Opposition
from chargen.games.five_plus.npc import KEY_LEVELS
from chargen.games.five_plus.rating import Rating
from chargen.games.five_plus.rules import WOUND_PENALTY, Rules
from chargen.kit.texts import read_tables
from chargen.text.names import counted, fold, listing

STRIKES: tuple[str, ...] = tuple(read_tables(__file__)["strikes"])
"""Word starts in the names of attack skills (house default: in the text any skill can attack)."""
_STRIKE = re.compile(rf"\b(?:cross|long|short|great|broad)?(?:{'|'.join(STRIKES)})")
BODIES = ("physical", "body", "health", "flesh", "hull")
"""The names of the resistance to attacks (house default); without one of these, the first resistance is used."""
IMPROVISE = "improvise"  # The skill that can replace any other
_UNTRAINED = Rated(name="Untrained", rating=Rating(0, 0))
_ONE_ACTION = "a strike is the only action of its turn, and the lower die counts"
_DEFENCE = (
    "resists it (house default: a skill may defend as well); the turn's modifier is for actions, and resisting is "
    "none; damage of a resistance lowers its roll, and each wound lowers every roll"
)


def find_strikes(character: Character) -> tuple[Rated, ...]:
    """Return the skills to strike with: those that are known by their names, else things carried, else Improvise.

    Without any of these, it is no skill.
    """
    # The 5+ system has no list of skills, so an attack is recognised by its name (house default).
    known = tuple(skill for skill in character.skills if _STRIKE.search(fold(skill.name)))
    carried = {fold(thing.name or "") for thing in character.equipment}
    in_hand = tuple(skill for skill in character.skills if fold(skill.name) in carried)
    improvised = tuple(skill for skill in character.skills if fold(skill.name) == IMPROVISE)
    return known or in_hand or improvised or (_UNTRAINED,)


def find_body(character: Character) -> Rated | None:
    """Return the resistance to attacks."""
    named = [resistance for name in BODIES for resistance in character.resistances if fold(resistance.name) == name]
    return next(iter([*named, *character.resistances]), None)


def find_best_strike(character: Character, rank: int) -> Rated:
    """Return the skill with the most successes on average for a single action; of equal skills, the first."""
    rules = character.rules
    penalty = character.wound_penalty()
    return max(
        find_strikes(character),
        key=lambda strike: _compute_harm(strike, _span_of_single_action(strike, penalty, rank, rules), rules).mean(),
    )


def _span_of_single_action(rated: Rated, penalty: int, rank: int, rules: Rules) -> odds.Span | None:
    """Return the success range of the only action of a turn; ``penalty`` is the penalty for wounds."""
    return odds.span(rated.proficiency_now(penalty) + rules.turn_modifier(1), rank)


def _penalty(combatant: Combatant[Character]) -> int:
    """Return the penalty for all wounds of a combatant, including wounds in this fight."""
    worn = find_body(combatant.character)
    other = sum(
        resistance.wounds
        for resistance in combatant.character.resistances
        if worn is None or resistance.name != worn.name
    )
    # The form is (wounds, damage) of the resistance that is worn in this fight, and empty without one.
    return (other + sum(combatant.form[:1])) * WOUND_PENALTY


def _compute_harm(strike: Rated, rolled: odds.Span | None, rules: Rules) -> Distribution:
    """Return the harm of a roll: damage, or successes against an opponent."""
    return odds.successes(rolled, extra=strike.extra_now, failure_margin=rules.failure_margin)


def fighter(character: Character) -> Fighter:
    """Return the harm that a fighter can take: for an opponent the successes to win, else the boxes of a resistance."""
    card = character.opposition
    if card is not None:
        stamina = card.successes or KEY_LEVELS
        remark = "" if card.successes else f"the card names no successes to win: {KEY_LEVELS} are taken (house default)"
        taken = min(character.noted("successes"), stamina)
        return Fighter(stamina=stamina, unit="successes", state=State(taken), is_card=True, remark=remark)
    worn = find_body(character)
    if worn is None:
        return Fighter(
            stamina=1, unit="hits", remark="no resistance: the first hit is taken for the last (house default)"
        )
    return Fighter(
        stamina=worn.boxes,
        unit=f"boxes of {worn.name}",
        state=_make_state(worn),
        suffer=partial(_suffer, worn, character.rules),
        remark=f"out of action at wound {worn.rating.tier + 1}",
    )


def _make_state(worn: Rated) -> State:
    # The count of filled boxes decides when a fighter drops; the form decides the rolls.
    return State(worn.filled, (worn.wounds, min(worn.damage, worn.most_damage)))


def _suffer(worn: Rated, rules: Rules, state: State, harm: Harm) -> State:
    """Add damage: more than the level is a wound, which resets the damage to 0 or to the excess.

    Source: sections 1 and 3.2; ``overflow`` in the rules.
    """
    wounds, damage = state.form
    damage += int(harm.amount)
    row = worn.row(wounds)
    if damage > row:
        # One attack makes at most one wound, however high its damage; `carry` may fill the next row (ruling FPL-Q3).
        wounds, damage = wounds + 1, damage - row if rules.overflow == "carry" else 0
    return _make_state(replace(worn, wounds=wounds, damage=damage))


def blow(attacker: Combatant[Character], target: Combatant[Character]) -> Blow | None:
    """Return the attack of a turn; None between two opponents, who do not roll."""
    card, other = attacker.character.opposition, target.character.opposition
    if card is not None:
        return None if other is not None else _attack_by_opponent(card, attacker.character.rules, target)
    rank = 0 if other is None else other.rank
    strike = attacker.strike or find_best_strike(attacker.character, rank)
    rolled = _span_of_single_action(strike, _penalty(attacker), rank, attacker.character.rules)
    harm = _compute_harm(strike, rolled, attacker.character.rules)
    what = f"{strike.name}, {odds.describe_roll(rolled)}"
    if other is not None:
        return Blow(what=what, hit=1 - harm.chance(0), dealt=points(dict(harm)), remark=_ONE_ACTION)
    return _attack_character(what, harm, target)


def describe_party(characters: Sequence[Character]) -> Iterator[tuple[str, str]]:
    """Yield the length of a default challenge for a party: the sum of its key levels (section 4.2).

    In a fight, the key level is that of the weapon; otherwise of the highest skill (house default).
    """
    players = [character for character in characters if character.opposition is None and character.skills]
    if not players:
        return
    kinds = (
        ("in a fight", [find_best_strike(player, 0) for player in players]),
        ("otherwise", [max(player.skills, key=lambda skill: skill.rating.level) for player in players]),
    )
    texts = []
    for kind, keys in kinds:
        named = [f"{key.name} {key.rating.level} of {player.name}" for player, key in zip(players, keys, strict=True)]
        texts.append(
            f"{kind} {counted(sum(key.rating.level for key in keys), 'success', 'successes')} ({listing(named)})"
        )
    yield "A default challenge", "; ".join(texts)


def _find_resistance_roll(target: Combatant[Character], rank: int) -> tuple[str, odds.Span | None] | None:
    """Return the name and the success range of the resistance; None where there is no resistance."""
    worn = find_body(target.character)
    if worn is None:
        return None
    # Harm of this fight lowers the resistance that it hits.
    now = replace(worn, wounds=target.form[0], damage=target.form[1]) if target.form else worn
    return worn.name, odds.span(now.proficiency_now(_penalty(target)), rank)


def _attack_by_opponent(card: Opposition, rules: Rules, target: Combatant[Character]) -> Blow:
    """Return the attack of an opponent: its damage if the target fails to resist."""
    action = card.actions[0] if card.actions else "It acts"
    damage = card.damage_done()
    resisted = _find_resistance_roll(target, card.rank)
    if resisted is None:
        return _make_blow(action, Fraction(int(damage > 0)), {1: Fraction(1)}, "nothing resists it (house default)")
    name, rolled = resisted
    missed = 1 - odds.chance(rolled) if damage else Fraction(0)
    what = f"{action}, unless {name}, {odds.describe_roll(rolled)}"
    return _make_blow(what, missed, {damage: Fraction(1)}, f"{name} {_DEFENCE}")


def _attack_character(what: str, harm: Distribution, target: Combatant[Character]) -> Blow:
    """Return the attack of a character on a character; both roll as against an opponent of rank 0 (house default)."""
    hit = 1 - harm.chance(0)
    resisted = _find_resistance_roll(target, 0)
    if resisted is None:
        return _make_blow(what, hit, {1: Fraction(1)}, "nothing resists it (house default)")
    name, rolled = resisted
    # Under the condition that the attack succeeds: its chance is multiplied again below. Without a chance the division
    # would fail.
    landed = {damage: chance / hit for damage, chance in harm if damage} or {1: Fraction(1)}
    remark = f"characters against each other (house default): successes are damage; {_ONE_ACTION}; {name} {_DEFENCE}"
    return _make_blow(what, hit * (1 - odds.chance(rolled)), landed, remark)


def _make_blow(what: str, hit: Fraction, harm: Mapping[int, Fraction], remark: str) -> Blow:
    """Return an attack with its chance to hit and its harm, marked as inexact because parts are house defaults."""
    chances = {0: 1 - hit} | {number: hit * chance for number, chance in sorted(harm.items()) if hit}
    return Blow(what=what, hit=hit, dealt=points(chances), exact=False, remark=remark)


FIGHT: Fight[Character] = Fight(fighter=fighter, blow=blow)
