"""Compute the numbers of the body: size, loads, feats of strength, running, health and healing, limit pools."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from chargen.games.facade import costs, skills
from chargen.games.facade import rules as book
from chargen.games.facade.rules import Rules
from chargen.kit.texts import read_tables
from chargen.page.sheet import Frame

BEYOND_THE_RANGE = (f"{book.KEY}/attribute-range", f"{book.KEY}/ledger-range", f"{book.KEY}/upwards")
"""The codes of the rules that limit attributes to their range, at creation and in play."""


@dataclass(frozen=True, slots=True)
class Build:
    """The formula of height and weight for a frame: a base, and an amount for each point of Body (FAC-b2)."""

    inches: int
    inches_per_body: int
    pounds: int
    pounds_per_body: int


_TABLES = read_tables(__file__)
LOADS: Sequence[Sequence[int]] = _TABLES["loads"]
"""For each Strength, the light, comfortable, heavy and unbearable load in percent of body weight (part 4)."""
SPRINTS: Sequence[int] = _TABLES["sprints"]  # For each Agility, the speed of sprinting in feet per second (part 4)
RUNS: Sequence[int] = _TABLES["runs"]
"""For each Agility, the speed of running in hundredths of a mile per minute (part 4)."""
BUILDS: Mapping[str, Build] = {frame: Build(**build) for frame, build in _TABLES["builds"].items()}


def clamped_values(held: Mapping[str, int | None], rules: Rules) -> dict[str, int]:
    """Return attributes limited to their range, unless the table waives that; a missing attribute is 0."""
    low, high = 0, rules.highest_attribute
    if any(map(rules.waives, BEYOND_THE_RANGE)):
        # A waived value counts as written (rulings, all games), within bounds that keep the dice drawable.
        low, high = -skills.HIGHEST_WRITTEN, skills.HIGHEST_WRITTEN
    return {name: costs.clamp_level(value, high, low) for name, value in held.items()}


def category_values(values: Mapping[str, int]) -> dict[str, int]:
    """Return the five categories, each the sum of its three attributes (FAC-b1)."""
    return {category: sum(values[name] for name in three) for category, three in book.CATEGORIES.items()}


def height(frame: str | None, body: int) -> int | None:
    """Return the height in inches, by frame and Body.

    >>> height("female", 9), height("male", 9)
    (63, 69)
    """
    build = BUILDS.get(frame or "")
    return build.inches + build.inches_per_body * body if build else None


def weight(frame: str | None, body: int) -> int | None:
    """Return the weight in pounds, by frame and Body.

    >>> weight("female", 9), weight("male", 9)
    (117, 155)
    """
    build = BUILDS.get(frame or "")
    return build.pounds + build.pounds_per_body * body if build else None


def loads(strength: int, pounds: int | None) -> dict[str, int] | None:
    """Return the four loads in pounds by Strength; None if the weight is unknown (FAC-b12).

    >>> loads(3, 123)
    {'light': 15, 'comfortable': 31, 'heavy': 62, 'unbearable': 123}
    """
    if pounds is None:
        return None
    row = LOADS[costs.clamp_level(strength, len(LOADS) - 1)]
    names = ("light", "comfortable", "heavy", "unbearable")
    # The nearest integer; halves round up (ruling FAC-Q28).
    return {name: (share * pounds + 50) // 100 for name, share in zip(names, row, strict=True)}


def feat_factor(strength: int, will: int) -> Fraction:
    """Return the factor by which a feat of strength with ``will`` raises loads (FAC-b13, ruling FAC-Q27).

    >>> feat_factor(3, 3), feat_factor(0, 3)
    (Fraction(2, 1), Fraction(2, 1))
    """
    return Fraction(strength + will, strength) if strength > 0 else 1 + Fraction(will, 3)


@dataclass(frozen=True, slots=True)
class Running:
    """The speeds of a character, and how often it must roll (FAC-b14). Stamina below 1 counts as 1."""

    feet_per_second: int
    miles_per_minute: Fraction
    slow_miles_per_hour: int
    stroll_miles_per_hour: Fraction
    every: int
    """The time between two rolls: seconds of sprinting, minutes of running, tens of minutes of slow running."""


def running(agility: int, stamina: int) -> Running:
    """Return the speeds of a character, by Agility and Stamina."""
    row = costs.clamp_level(agility, len(RUNS) - 1)
    return Running(SPRINTS[row], Fraction(RUNS[row], 100), agility + 1, Fraction(agility, 2), max(stamina, 1))


def health_levels(value: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Return the number of levels of each kind of damage (house default, ruling FAC-Q16)."""
    return {
        kind: max(sum(value[name] for name in book.HEALTH_FROM[kind]) + rules.more_health, book.LEAST_HEALTH)
        for kind in book.KINDS
    }


def healing(health: int) -> dict[str, int]:
    """Return the Health that counts for healing, by the way of living.

    It is the number of levels that heal: Bruising in a day, Deadly in a month, Crushing in six months (FAC-b15).

    >>> healing(3)
    {'untreated': 3, 'bed_rest': 5, 'strenuous': 1}
    """
    changes = {"untreated": 0, "bed_rest": book.BED_REST, "strenuous": book.STRENUOUS}
    return {how: max(health + change, 0) for how, change in changes.items()}


@dataclass(frozen=True, slots=True)
class LimitPool:
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


def limit_pools(categories: Mapping[str, int], will: int, shifts: Mapping[str, int]) -> Iterator[LimitPool]:
    """Yield the five limit pools; ``shifts`` are the changes of their thresholds by modifiers (FAC-b6)."""
    for category, name in book.LIMIT_POOLS.items():
        # The shift moves the threshold only; its double and the part of Will follow from there (FAC-b6).
        threshold = max(categories[category] + shifts.get(name, 0), 0)
        # Each point beyond the double costs a point of Exhaustion a roll (FAC-b5), so it is marked apart.
        extended = 2 * threshold + will if name in book.EXTENDED_BY_WILL else None
        yield LimitPool(name, category, threshold, 2 * threshold, extended)


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
