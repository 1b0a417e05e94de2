"""List the actions of a 5+ character, or the rolls of players against an opponent."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from chargen.dice import DiceResult, Distribution
from chargen.games.five_plus import odds, sheet
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.concept import Ability, Opposition
from chargen.games.five_plus.fight import find_best_strike, find_body, find_strikes
from chargen.games.five_plus.reference import success_range
from chargen.games.five_plus.rules import HIGHEST_LEVEL, LOWEST_LEVEL
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.roll import NO_CHANCE, decimal, in_percent

LEVELS_OF_PLAYERS = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)
USUAL_LEVEL = 3
"""The level of a player's resistance in the shown odds of an opponent's attack (house default)."""
RESISTED, HIT = "resisted", "not resisted"


def actions(character: Character) -> Iterator[Action]:
    """Yield the best strike, the resistance to it, abilities, other strikes and skills, best first, and resistances."""
    opponent = character.opposition
    if opponent is not None:
        yield from _against(opponent)
        return
    if not character.rated:
        return
    best, body = find_best_strike(character, 0), find_body(character)
    yield _attack(best, character)
    if body is not None:
        yield _resist(body, character)
    for ability in character.abilities:
        yield from _ability(ability, character)
    strikes = find_strikes(character)
    for skill in sorted(character.skills, key=lambda skill: (skill not in strikes, -skill.proficiency)):
        if skill != best:
            if skill in strikes:
                yield _attack(skill, character)
            else:
                mean = decimal(_successes(skill).mean())
                use = _roll(_name(skill), "skill", skill, character)
                yield replace(use, effect=f"{mean} successes", strike=skill)
    for resistance in character.resistances:
        if resistance != body:
            yield _resist(resistance, character)


def _attack(rated: Rated, character: Character) -> Action:
    harm = ActionHarm.landed("the lower die", dict(_successes(rated)))
    attack = _roll(_name(rated), "attack", rated, character)
    return replace(attack, harm=harm if harm.chances else None, strike=rated)


def _successes(rated: Rated) -> Distribution:
    return odds.successes(odds.span(rated.proficiency, 0), extra=rated.extra)


def _resist(rated: Rated, character: Character) -> Action:
    resist = _roll(_name(rated), "resist", rated, character)
    return replace(resist, limits=resist.limits or "no action")


def _ability(ability: Ability, character: Character) -> Iterator[Action]:
    """Yield an ability with the roll of its skill; an ability without a skill is only a note on the card."""
    rated = next((rated for rated in character.rated if rated.name == ability.skill), None)
    if rated is None:
        return
    effect, _, price = sheet.describe_ability(ability)
    power = _roll(ability.name or "", "power", rated, character)
    yield replace(power, effect=", ".join(filter(None, (f"by {rated.name}", effect, price))), own=True)


def _name(rated: Rated) -> str:
    """Return the name of a skill with its tier, if it has one.

    >>> from chargen.games.five_plus.rating import Rating
    >>> _name(Rated(name="Sword", rating=Rating(3, 1))), _name(Rated(name="Sword", rating=Rating(3, 0)))
    ('Sword 3:1', 'Sword')
    """
    return f"{rated.name} {rated.rating}" if rated.rating.tier or rated.rating.upper else rated.name


def _roll(name: str, kind: Kind, rated: Rated, character: Character) -> Action:
    """Return the roll of the unhurt, with the present dice; its limits name the present range or other tiers."""
    roll = _two_dice(name, kind, odds.span(rated.proficiency, 0), rated.extra)
    if (rated.now, rated.extra_now) != (rated.proficiency, rated.extra):
        roll = replace(roll, now=odds.dice_rule(odds.span(rated.now, 0), rated.extra_now))
    if rated.now != rated.proficiency:
        return replace(roll, limits=f"now {success_range(rated.now)}, {in_percent(odds.success(rated.now))}")
    if further := rated.further():
        # There is room for one other tier.
        best = max(further, key=lambda rating: rating.level)
        return replace(roll, limits=f"tier {best.tier}: {success_range(best.level + rated.traits)}")
    return roll


def _two_dice(name: str, kind: Kind, rolled: odds.Span | None, extra: odds.Extra = odds.NO_EXTRA) -> Action:
    """Return a roll for a success range, with the number of successes as outcomes."""
    return Action(
        name=name,
        kind=kind,
        rule=odds.dice_rule(rolled, extra),
        against=_against_range(rolled),
        brief=describe_roll_briefly(rolled),
    )


def _against(opponent: Opposition) -> Iterator[Action]:
    """Yield the attack of an opponent with the roll of a player to resist, and the rolls of players of each level.

    The two lowest levels, whose players hardly fight, come last.
    """
    if opponent.actions:
        yield _resisted(opponent)
    low, novice, *usual = LEVELS_OF_PLAYERS
    for level in (*usual, novice, low):
        rolled = odds.span(level, opponent.rank)
        got = odds.successes(rolled)
        needed = odds.expected_rolls(opponent.successes, got) if opponent.successes else None
        effect = f"{decimal(got.mean())} successes" if needed is None else f"{decimal(needed)} rolls to win"
        roll = _two_dice(f"Level {level}", "skill", rolled)
        yield replace(roll, chance_of="success of a player", effect=effect if rolled is not None else "")


def _resisted(opponent: Opposition) -> Action:
    """Return the first action of an opponent, which a player of the usual level resists."""
    damage = opponent.damage_done()
    rolled = odds.span(USUAL_LEVEL, opponent.rank)
    results = (DiceResult(RESISTED, ((0, *rolled),), wanted=True),) if rolled else ()
    return replace(
        _two_dice(opponent.actions[0], "attack", rolled),
        against=f"{_against_range(rolled)}, by the player, to resist at level {USUAL_LEVEL}",
        rule=replace(odds.dice_rule(rolled), results=(*results, DiceResult(HIT))),
        chance_of=f"resisted at level {USUAL_LEVEL}",
        harm=ActionHarm(f"{damage} damage", {damage: Fraction(1)}, Fraction(damage)),
        effect=f"unless resisted, shown at level {USUAL_LEVEL}",
    )


def _against_range(rolled: odds.Span | None) -> str:
    return NO_CHANCE if rolled is None else f"{rolled[0]} to {rolled[1]}"


def describe_roll_briefly(rolled: odds.Span | None) -> str:
    """Return what to roll, in short form.

    >>> describe_roll_briefly((5, 9)), describe_roll_briefly((6, 6)), describe_roll_briefly(None)
    ('2d6 in 5–9', '2d6 = 6', 'no chance')
    """
    return f"2d6 = {rolled[0]}" if rolled is not None and rolled[0] == rolled[1] else odds.describe_roll(rolled)
