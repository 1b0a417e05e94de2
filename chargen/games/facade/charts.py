"""The charts that the text wants reprinted on every sheet, with the exact chances beside them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from chargen.core.sheet import Chance, Chart, Label, Table
from chargen.games.facade import odds
from chargen.games.facade.character import Character
from chargen.games.facade.rules import Rules
from chargen.kit.tables import center, chance, left, right, spread, table

MOST_CHARTS = 3
"""So many skills are drawn (ours)."""


def dice_chart(rules: Rules) -> Table:
    """Return the dice of each trait, with the true chances against its own rating and the standing difficulties."""
    return table(
        "dice-chart",
        "Dice",
        range(1, len(odds.TRAIT_NAMES) + 1),
        (right("Trait", 8), str),
        (left("Trait or difficulty", 18), odds.trait_name),
        (left("Dice", 15), odds.roll_text),
        (
            right("own", 7, "chance against a difficulty of the same rating"),
            lambda trait: Chance(odds.chance(trait, trait)),
        ),
        *spread(
            rules.difficulties,
            (
                lambda difficulty: right(str(difficulty), 7),
                lambda difficulty, trait: chance(odds.chance(trait, difficulty)),
            ),
        ),
        *spread(
            range(1, odds.MOST_STUNTS + 1) if rules.stunts else (),
            (
                lambda stunts: right(f"+{stunts}d4", 7, "own rating, with stunt dice"),
                lambda stunts, trait: Chance(odds.chance(trait, trait, stunts)),
            ),
        ),
        game=True,
        caption="Own: against a difficulty equal to the trait. Further on: 19 is 3d10 + 1d8, and so forth.",
        reference=True,
    )


def success_levels(rules: Rules) -> Table:
    """Return the chart of the success level of each margin, and of what an attack by that margin does where."""
    softened = "need not fail completely" if rules.near_miss_softened else "is a failure all the same"
    return table(
        "success-levels",
        "Success levels and blows",
        list(_margins()),
        (left("Margin", 16), lambda row: row[0]),
        (center("Level", 7), lambda row: "—" if row[1] is None else str(row[1])),
        (left("Success", 20), lambda row: row[2]),
        *spread(
            odds.HIT_LOCATIONS,
            (
                lambda location: left(location.capitalize(), 11),
                lambda location, row: "" if row[2] == odds.COMPLETE_FAILURE else odds.best_blow(row[1], location),
            ),
        ),
        game=True,
        caption="Scratch 1B · Glancing half damage, at least 1 (ours) · Full · Strong double · Savage triple (ours). "
        f"Or any lesser blow of the row, so that from level {_no_lighter()} on none is less than Full. "
        f"A near miss {softened}.",
        reference=True,
    )


def _margins() -> Iterator[tuple[str, int | None, str]]:
    """The span of each margin, its success level, and what that is called."""
    yield f"under by {odds.NEAR + 1} or more", None, odds.COMPLETE_FAILURE
    yield f"under by 1 or {odds.NEAR}", None, odds.NEAR_MISS
    for level, name in enumerate(odds.SUCCESS_LEVELS):
        low, is_last = level * odds.LEVEL_STEP, level == len(odds.SUCCESS_LEVELS) - 1
        yield f"{low} or more" if is_last else f"{low} to {low + odds.LEVEL_STEP - 1}", level, name


def _no_lighter() -> int:
    """The success level from which on no row has a blow below Full: a punch can no longer be pulled."""
    light = {"", *odds.BLOWS[: odds.BLOWS.index("Full")]}
    return next(level for level in range(len(odds.SUCCESS_LEVELS)) if not light & set(odds.HIT_TABLE[level]))


def levels(character: Character) -> list[Chart]:
    """Return the success levels of the best skills, or of the best categories where there are none, on one scale."""
    difficulty = character.rules.middle_difficulty
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
        caption="By success level; the levels have names above.",
        reference=True,
    )


def blows(character: Character) -> Table | None:
    """Return what the attacks with a skill do: dramatic combat by location, simple combat by the better roll."""
    arms = [(attack.arm.name, attack.total.value, attack.arm.unarmed) for attack in character.chief_attacks]
    average = character.rules.defenders_action
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
