"""Compute the numbers of the body: size, loads, running, healing, limit pools, and what hits take off."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from chargen.games.facade import rules as book
from chargen.games.facade import skills
from chargen.games.facade.budget import clamp_level
from chargen.games.facade.rules import Rules
from chargen.kit.texts import read_tables
from chargen.page.sheet import Frame

_TABLES = read_tables(__file__)
LOADS: Sequence[Sequence[int]] = _TABLES["loads"]
"""For each Strength, the light, comfortable, heavy and unbearable load in percent of body weight (part 4)."""
SPRINTS: Sequence[int] = _TABLES["sprints"]  # For each Agility, the speed of sprinting in feet per second (part 4)
RUNS: Sequence[int] = _TABLES["runs"]
"""For each Agility, the speed of running in hundredths of a mile per minute (part 4)."""
BUILDS: Mapping[str, Mapping[str, int]] = _TABLES["builds"]
"""For each frame, the inches and pounds of a Body of 0, and for each point of Body (FAC-b2)."""


def clamped_values(held: Mapping[str, int | None], rules: Rules) -> dict[str, int]:
    """Return attributes limited to their range, unless the table waives that; a missing attribute is 0."""
    low, high = 0, rules.highest_attribute
    if any(rules.waives(f"facade/{rule}") for rule in ("attribute-range", "ledger-range", "upwards")):
        # A waived value counts as written (rulings, all games), within bounds that keep the dice drawable.
        low, high = -skills.HIGHEST_WRITTEN, skills.HIGHEST_WRITTEN
    return {name: clamp_level(value, high, low) for name, value in held.items()}


def size(frame: str | None, values: Mapping[str, int]) -> tuple[int | None, int | None]:
    """Return the inches and pounds of a frame by the attributes of Body; None without a frame.

    >>> body = dict.fromkeys(("strength", "stamina", "health"), 3)
    >>> size("female", body), size("male", body)
    ((63, 117), (69, 155))
    """
    body, build = sum(values[name] for name in book.CATEGORIES["body"]), BUILDS.get(frame or "")
    if build is None:
        return None, None
    return build["inches"] + build["inches_per_body"] * body, build["pounds"] + build["pounds_per_body"] * body


def loads(strength: int, pounds: int | None) -> dict[str, int] | None:
    """Return the four loads in pounds by Strength; None if the weight is unknown (FAC-b12).

    >>> loads(3, 123)
    {'light': 15, 'comfortable': 31, 'heavy': 62, 'unbearable': 123}
    """
    if pounds is None:
        return None
    row = LOADS[clamp_level(strength, len(LOADS) - 1)]
    names = ("light", "comfortable", "heavy", "unbearable")
    # The nearest integer; halves round up (ruling FAC-Q28).
    return {name: (share * pounds + 50) // 100 for name, share in zip(names, row, strict=True)}


class Running(NamedTuple):
    """The speeds of a character, and how often it must roll (FAC-b14)."""

    feet_per_second: int
    miles_per_minute: Fraction
    slow_miles_per_hour: int
    stroll_miles_per_hour: Fraction
    every: int
    """The time between two rolls: seconds of sprinting, minutes of running, tens of minutes of slow running."""


def running(agility: int, stamina: int) -> Running:
    """Return the speeds of a character, by Agility and Stamina; Stamina below 1 counts as 1."""
    row = clamp_level(agility, len(RUNS) - 1)
    return Running(SPRINTS[row], Fraction(RUNS[row], 100), agility + 1, Fraction(agility, 2), max(stamina, 1))


def healing(health: int) -> dict[str, int]:
    """Return the Health that counts for healing, by the way of living.

    It is the number of levels that heal: Bruising in a day, Deadly in a month, Crushing in six months (FAC-b15).

    >>> healing(3)
    {'untreated': 3, 'bed_rest': 5, 'strenuous': 1}
    """
    changes = {"untreated": 0, "bed_rest": book.BED_REST, "strenuous": book.STRENUOUS}
    return {how: max(health + change, 0) for how, change in changes.items()}


class LimitPool(NamedTuple):
    """A limit pool: from its threshold it is the lowest difficulty, and at its double rolls fail (FAC-b4)."""

    name: str
    category: str
    threshold: int
    double: int
    with_will: int | None = None
    """The maximum with Will, where each point costs Exhaustion; only for Strain and Fatigue (FAC-b5)."""

    @property
    def boxes(self) -> int:
        """Return the number of boxes on a sheet: up to its double, or up to the maximum with Will."""
        return self.double if self.with_will is None else self.with_will

    def zone(self, level: int) -> tuple[str, Frame]:
        """Return the zone of a level of the pool, with a text if rolls fail, and the frame of its box.

        >>> pool = LimitPool("strain", "body", 7, 14, 17)
        >>> pool.zone(6), pool.zone(7), pool.zone(14)
        (('', 'plain'), ('', 'double'), ('only by Will', 'dashed'))
        """
        if level < self.double:
            return "", "plain" if level < self.threshold else "double"
        return ("fails", "heavy") if self.with_will is None else ("only by Will", "dashed")


PENALTIES = ("all", "arms", "legs")
"""The kinds of penalties by hits: for all physical actions, for actions with the arms, and with the legs."""


def wound_penalties(hits: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """Return the penalties of hits to the skill of all physical actions, and in addition with arms or legs.

    ``hits`` has the number of hits, of any size, by location and kind of damage (FAC-c3).

    >>> wound_penalties({("torso", "bruising"): 1, ("torso", "crushing"): 1, ("arms", "bruising"): 1})
    {'all': 1, 'arms': 1, 'legs': 0}
    """
    penalties = dict.fromkeys(PENALTIES, 0)
    for (location, kind), number in hits.items():
        if location in ("arms", "legs"):
            penalties[location] += number
        # Bruising hits to the torso have no effect on rolls (FAC-c3).
        elif location == "head" or kind != "bruising":
            penalties["all"] += number
    return penalties
