"""List the actions of a Five by Five character: attacks, dodge, powers, initiative, and other rolls."""

from collections.abc import Iterator
from dataclasses import replace

from chargen.games.five_by_five import odds
from chargen.games.five_by_five.character import Carried, Character, Rated
from chargen.games.five_by_five.rules import Rules
from chargen.page.action import Action, ActionHarm, Kind
from chargen.page.roll import NO_CHANCE


def actions(character: Character) -> Iterator[Action]:
    """Yield the actions: attack and dodge, then powers, the other descriptors, best first, and weaker weapons.

    The first one is the attack with the strongest weapon, which cards and fights use.
    """
    rules = character.rules
    attack, dodge, initiative = (character.best(action) for action in ("attack", "dodge", "steal initiative"))
    strongest, *weaker = sorted(character.armory, key=lambda weapon: -weapon.damage_bonus)
    yield _attack(attack, strongest, rules)
    yield _action(_name_use(dodge, "dodge"), "defence", dodge, rules)
    others = [rated for rated in character.descriptors if rated not in (attack, dodge)]
    others.sort(key=lambda rated: odds.chance(rated.rolled(rules)), reverse=True)
    # Sorting is stable, so powers come first and both parts stay in order of their chances.
    for rated in sorted(others, key=lambda rated: not rated.power):
        kind: Kind = "power" if rated.power else "initiative" if rated is initiative else "skill"
        advanced = "advanced" if rated.advanced and not rated.power else ""
        marks = (*rated.exclusive, advanced, f"by {rated.aspect}" if rated.aspect else "")
        effect = ", ".join(filter(None, marks))
        yield replace(_action(rated.name, kind, rated, rules), effect=effect, own=rated.power)
    for weapon in weaker:
        yield _attack(attack, weapon, rules)
    if not initiative.exclusive:
        yield _action(_name_use(initiative, "steal initiative"), "initiative", initiative, rules)
    untrained = "untrained; advanced: no chance" if rules.advanced_descriptors else "untrained"
    yield replace(_action("Anything else", "skill", character.untrained, rules), effect=untrained)


def _attack(attack: Rated, weapon: Carried, rules: Rules) -> Action:
    """Return an attack with a weapon. The last amount of its harm includes all higher amounts."""
    bonus = weapon.damage_bonus
    name = f"{_name_use(attack, 'attack')}: {weapon.name[:1].lower()}{weapon.name[1:]}"
    chances = dict(odds.damage_table(bonus, 0, odds.LAST_DAMAGE))
    harm = ActionHarm(odds.describe_damage(bonus), chances, odds.mean_damage(bonus, 0), odds.damage_rule(bonus))
    return replace(_action(name, "attack", attack, rules), chance_of="hit", harm=harm, strike=(attack, weapon))


def _action(name: str, kind: Kind, rated: Rated, rules: Rules) -> Action:
    value = rated.rolled(rules)
    against = "" if value is None else f"{'product ' if value > 0 else ''}{odds.describe_target(value)}"
    return Action(name=name, kind=kind, rule=odds.dice_rule(value), against=against, brief=describe_roll_briefly(value))


def _name_use(rated: Rated, action: str) -> str:
    """Return the name of the descriptor of an exclusive action; without a descriptor, the name of the action."""
    return rated.name if rated.exclusive else f"Untrained {action}"


def describe_roll_briefly(value: odds.Value) -> str:
    """Return what to roll, in short form; the back of the card explains trumps.

    >>> describe_roll_briefly(4), describe_roll_briefly(0), describe_roll_briefly(-5), describe_roll_briefly(None)
    ('2d6 product ≤ 4', '2d6: any 6', '1d6: a 6', 'no chance')
    """
    if value is None:
        return NO_CHANCE
    dice = odds.dice_rule(value).text
    if odds.uses_one_die(value):
        return f"{dice}: a 6"
    return f"{dice} product ≤ {value}" if value > 0 else f"{dice}: any 6"
