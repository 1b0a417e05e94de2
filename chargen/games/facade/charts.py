"""The odds of one character in full: success levels of the best skills, and the blows of every attack."""

from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from chargen.core.sheet import Chance, Chart, Label, Table
from chargen.games.facade import odds
from chargen.games.facade.character import Character
from chargen.games.facade.rules import DEFENDERS_ACTION, MIDDLE_DIFFICULTY
from chargen.kit.tables import left, right, spread, table

MOST_CHARTS = 3
"""So many skills are drawn (ours)."""


def levels(character: Character) -> list[Chart]:
    """Return the success levels of the best skills, or of the best categories where there are none, on one scale."""
    difficulty = MIDDLE_DIFFICULTY
    skilled = [(skill.name, total.value) for skill, total in character.specialties]
    rolled = skilled or [(total.name.capitalize(), total.value) for total in character.category_totals]
    best: dict[int, str] = {}
    for name, trait in sorted(rolled, key=lambda roll: -roll[1]):
        best.setdefault(trait, name)
    return [_levels(name, trait, difficulty) for trait, name in islice(best.items(), MOST_CHARTS)]


def _levels(name: str, trait: int, difficulty: int) -> Chart:
    labels = ("fails", "near", *map(str, range(len(odds.SUCCESS_LEVELS))))
    series = list(zip(labels, odds.levels(trait, difficulty).values(), strict=True))
    while len(series) > 1 and not series[-1][1]:
        series.pop()
    return Chart(
        name="levels",
        title=f"{name} {trait} against {difficulty}",
        series=tuple(series),
        caption="The chance of each success level, in percent.",
        reference=True,
    )


def blows(character: Character) -> Table | None:
    """Return what the attacks with a skill do: dramatic combat by location, simple combat by the better roll."""
    arms = [(attack.arm.name, attack.total.value, attack.arm.unarmed) for attack in character.chief_attacks]
    average = DEFENDERS_ACTION
    around = (average - 3, average, average + 3)
    if not arms:
        return None
    if character.rules.combat == "simple":
        return _simple_blows([(name, trait, opponent) for name, trait, _ in arms for opponent in around])
    names: dict[tuple[int, bool], list[str]] = {}
    for name, trait, is_unarmed in arms:
        names.setdefault((trait, is_unarmed), []).append(name)
    return _blows(
        [
            (", ".join(alike), trait, action)
            for index, ((trait, _), alike) in enumerate(names.items())
            for action in (around if index == 0 else (average,))
        ]
    )


Against: TypeAlias = tuple[str, int, int]
"""What attacks, its trait, and the Action or the trait that it meets."""


def _blows(attacks: list[Against]) -> Table:
    """The chance of each blow to the torso, and of one at least Full by location."""

    def at_least_full(location: str, attack: Against) -> Chance:
        chances = odds.blows(*attack[1:])[location]
        return Chance(sum((chances[blow] for blow in ("full", "strong", "savage")), Fraction(0)))

    return table(
        "blows",
        "Blows",
        attacks,
        (left("Attack", 30), lambda attack: Label(attack[0], f"{attack[1]} against Action {attack[2]}")),
        *spread(
            odds.BLOWS,
            (
                lambda blow: right(blow, 8, f"{blow} to the torso"),
                lambda blow, attack: Chance(odds.blows(*attack[1:])["torso"][blow.lower()]),
            ),
        ),
        *spread(
            odds.HIT_LOCATIONS[1:],
            (
                lambda location: right(f"{location.capitalize()} ≥", 8, f"a Full blow or better: {location}"),
                at_least_full,
            ),
        ),
        caption="Scratch to Savage: the best blow to the torso. With ≥: a Full blow or better to that location.",
        reference=True,
    )


def _simple_blows(attacks: list[Against]) -> Table:
    """The blows of simple combat against an opponent's trait (FAC-d8)."""
    return table(
        "blows",
        "Blows in simple combat",
        attacks,
        (left("Attack", 40), lambda attack: Label(attack[0], f"{attack[1]} against {attack[2]}")),
        *spread(
            odds.BLOWS[1:],
            (
                lambda blow: right(blow, 15),
                lambda blow, attack: Chance(odds.simple_blows(*attack[1:])[blow.lower()]),
            ),
        ),
        caption="Both roll: a tie or 1 more glances, 2 more is full, double the other's roll strong, triple savage.",
        reference=True,
    )
