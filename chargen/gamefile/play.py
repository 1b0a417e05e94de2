"""List what a character of a game file can do, and how it fights."""

from typing import Any, NamedTuple

from chargen.game.fight import Fight, Fighter, State
from chargen.gamefile.character import FileCharacter, rolls, trackers
from chargen.gamefile.definition import Definition, as_key
from chargen.kit.attacks import Damage, attack, make_fight, strongest_first
from chargen.page.action import Action


class Attack(NamedTuple):
    """Hold something to attack with: a roll, and with a weapon its damage."""

    name: str
    roll: str
    damage: Damage | None = None


def list_attacks(made: Definition) -> list[Attack]:
    """Return what there is to attack with: rolls, of which a group of scores names several, or all weapons."""
    fight, scores = made.file.fight, made.scores
    if fight is None:
        return []
    if not fight.weapons:
        labels = [label for name in fight.with_ for label in (scores[name].names if name in scores else (name,))]
        return [Attack(label, label) for label in labels]
    table = made.file.tables[fight.weapons]
    roll, damage = ((table.columns or ()).index(column) for column in (fight.roll, fight.damage))
    rows = (table.rows or {}).items()
    return [Attack(name, str(cells[roll]), Damage.parse(str(cells[damage]))) for name, cells in rows]


def actions(of: FileCharacter) -> list[Action]:
    """Return the attacks, then the other rolls, the likeliest first."""
    every, lines, fight = {roll.label: roll for roll in rolls(of)}, of.definition.rolls, of.definition.file.fight
    attacks, used = [], set[str]()
    if fight is not None:
        unit, own = fighter(of).unit, of.owned(fight.weapons) if fight.weapons else ()
        harm = {as_key(outcome): of.number("fight", "harm", outcome) for outcome in fight.harm or ()}
        for one in list_attacks(of.definition):
            if one.damage is None:
                # A roll that is an attack is listed once; one that weapons use may be rolled for other things.
                used.add(one.roll)
                attacks.append(attack(every[one.roll], harm, effect=lines[one.roll].about, unit=unit))
            elif one.name in own:
                attacks.append(attack(every[one.roll], harm, name=one.name, damage=one.damage, unit=unit))
    others = [
        Action(name=label, rule=roll.rule, kind=lines[label].kind, effect=lines[label].about)
        for label, roll in every.items()
        if label not in used
    ]
    return [*strongest_first(attacks), *sorted(others, key=lambda action: -action.chance)]


def fighter(of: FileCharacter) -> Fighter:
    """Return how much harm a character can take."""
    fight = of.definition.file.fight
    hurt = next(tracker for tracker in trackers(of) if fight is not None and tracker.name == fight.takes)
    return Fighter(stamina=hurt.high, unit=hurt.title.lower(), state=State(of.noted(hurt.name)))


FIGHT: Fight[Any] = make_fight(fighter, actions)
