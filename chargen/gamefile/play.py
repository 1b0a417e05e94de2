"""List what a character of a game file can do, and how it fights."""

from typing import Any

from chargen.game.fight import Fight, Fighter, State
from chargen.gamefile.character import FileCharacter, rolls, trackers
from chargen.gamefile.definition import as_key
from chargen.kit.attacks import Damage, attack, make_fight, strongest_first
from chargen.page.action import Action


def actions(of: FileCharacter) -> list[Action]:
    """Return the attacks, then the other rolls, the likeliest first."""
    every, lines, fight = {roll.label: roll for roll in rolls(of)}, of.definition.rolls, of.definition.file.fight
    attacks, used = list[Action](), list[str]()
    if fight is not None:
        unit, scores = fighter(of).unit, of.definition.scores
        harm = {as_key(outcome): of.number("fight", "harm", outcome) for outcome in fight.harm or ()}
        # A roll that is an attack is listed once; one that weapons use may be rolled for other things.
        used = [label for name in fight.with_ for label in (scores[name].names if name in scores else (name,))]
        attacks = [attack(every[label], harm, effect=lines[label].about, unit=unit) for label in used]
        if fight.weapons:
            own, table = of.owned(fight.weapons), of.definition.file.tables[fight.weapons]
            roll, harmed = ((table.columns or ()).index(column) for column in (fight.roll, fight.damage))
            for name, cells in (table.rows or {}).items():
                if name in own:
                    damage = Damage.parse(str(cells[harmed]))
                    attacks.append(attack(every[str(cells[roll])], harm, name=name, damage=damage, unit=unit))
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
