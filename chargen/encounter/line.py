"""A side of an encounter as a line: while all enemies go for its first member who stands, one number says its state.

That number is a point of the line: who is the first to stand, and how. All before that one are down, and all behind
it stand as the encounter began. Harm only leads to later points, and the last one is where the side is down.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from chargen.core.fight import Form
from chargen.encounter.blows import DOWN, FRESH, Blows, Number
from chargen.encounter.sides import Encounter

OVER = 0
"""The point at which it is over for the side."""
Spot: TypeAlias = tuple[int, int]
"""A point of the line, and the dodges that the first who stands has used up in the round."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some of a side who act one after the other; of groups that are alike there is one, which is its own key."""

    actors: tuple[tuple[int, Form], ...]
    """Each with what their harm does to their own rolls."""


class TooLong(Exception):
    """An encounter that takes more work than it may."""


class Work:
    """How much work may still be done; the same encounter takes the same on every machine."""

    def __init__(self, steps: int) -> None:
        self.done = 0
        self._most = steps

    @property
    def left(self) -> int:
        """How many steps may still be done."""
        return self._most - self.done

    def spend(self, steps: int) -> None:
        """Count some steps. Raises TooLong."""
        self.done += steps
        if self.done > self._most:
            raise TooLong


class Struck(NamedTuple):
    """Where a line may be when some enemies have acted, with the chances."""

    still: tuple[tuple[int, Number], ...]
    """No harm was done: by the dodges used up."""
    moved: tuple[tuple[int, int, Number], ...]
    """By the point reached and the dodges used up there."""
    unmoved: Number
    """The chance that no harm was done."""
    moving: Number
    """The chance that harm was done: a sum of positive numbers, which loses no places in floating point."""


class Line:
    """A side that is attacked."""

    def __init__(
        self,
        met: Encounter,
        side: int,
        blows: Blows,
        work: Work,
        *,
        to_first: bool = False,
    ) -> None:
        members = met.sides[side]
        self._by = 1 - side
        self._blows, self._bodies = blows, blows.bodies[side]
        self._work = work
        self.members = members
        self._to_first = to_first
        """Whether it is over for this side when its first member drops."""
        self._acts = [member.fighter.acts for member in met.sides[1 - side]]
        self._dodges = [member.fighter.dodges for member in members]
        self._next = [
            next((later for later in range(index, len(members)) if members[later].left), None)
            for index in range(len(members) + 1)
        ]
        self.points: list[tuple[int, int]] = [(len(members), FRESH)]
        """Of each point, who is the first to stand, and the number of their state."""
        self.ranks: list[tuple[int, float]] = [(len(members), 0.0)]
        """By this, points stand in an order in which harm only leads on."""
        self._numbers: dict[tuple[int, int], int] = {}
        self._possible: dict[tuple[int, Form, Spot], tuple[tuple[Spot, Number], ...]] = {}
        self._groups: dict[tuple[tuple[int, Form], ...], Group] = {}
        self._standing: dict[tuple[tuple[int, ...], int], Group] = {}
        self._struck: dict[tuple[Group, Spot, bool], Struck] = {}
        self.start = self._first_from(0)
        """The point at which the side begins."""

    def _first_from(self, index: int) -> int:
        member = self._next[index]
        return OVER if member is None or (self._to_first and index) else self._point(member, FRESH)

    def _point(self, member: int, state: int) -> int:
        key = (member, state)
        if key not in self._numbers:
            self._numbers[key] = len(self.points)
            self.points.append(key)
            self.ranks.append((member, float(self._bodies[member].states[state].taken)))
        return self._numbers[key]

    def group(self, actors: tuple[int, ...], point: int) -> Group:
        """Those of this side among some who stand at a point."""
        key = (actors, point)
        if key not in self._standing:
            front, state = self.points[point]
            standing = [actor for actor in actors if actor >= front]
            forms = [self._bodies[actor].form(state if actor == front else FRESH) for actor in standing]
            self._standing[key] = self._group(tuple(zip(standing, forms, strict=True)))
        return self._standing[key]

    def without_first(self, group: Group) -> Group:
        """A group without the first who acts."""
        return self._group(group.actors[1:])

    def _group(self, actors: tuple[tuple[int, Form], ...]) -> Group:
        return self._groups.setdefault(actors, Group(actors))

    def after(self, point: int, state: int) -> int:
        """The point at which the first who stands has come to a state."""
        front, _ = self.points[point]
        return self._first_from(front + 1) if state == DOWN else self._point(front, state)

    def is_down(self, member: int, point: int) -> bool:
        """Whether a member is down: from the start, or by what the side has taken."""
        return not self.members[member].left or self.points[point][0] > member

    def struck(self, attackers: Group, spot: Spot, *, counted: bool) -> Struck:
        """Where the line may be when some enemies have acted, one after the other.

        Dodges are ``counted`` beyond these blows, or they do not matter any more and are told as none.
        """
        key = (attackers, spot, counted)
        if key not in self._struck:
            spread: dict[Spot, Number] = {spot: 1}
            for attacker, form in attackers.actors:
                for _ in range(self._acts[attacker]):
                    spread = self._after(spread, attacker, form)
            self._struck[key] = _parted(spread, spot[0], counted=counted)
        return self._struck[key]

    def _after(self, spread: dict[Spot, Number], attacker: int, form: Form) -> dict[Spot, Number]:
        """Where it may be after one blow more."""
        reached_spots: dict[Spot, Number] = {}
        for spot, chance in spread.items():
            possible = self._results(attacker, form, spot)
            self._work.spend(len(possible))
            for reached, part in possible:
                reached_spots[reached] = reached_spots.get(reached, 0) + chance * part
        return reached_spots

    def _results(self, attacker: int, form: Form, spot: Spot) -> tuple[tuple[Spot, Number], ...]:
        key = (attacker, form, spot)
        if key not in self._possible:
            self._possible[key] = tuple(self._landings(attacker, form, spot))
        return self._possible[key]

    def _landings(self, attacker: int, form: Form, spot: Spot) -> list[tuple[Spot, Number]]:
        point, used = spot
        if point == OVER:
            return [(spot, 1)]
        front, state = self.points[point]
        dodging = used < self._dodges[front]
        landings = self._blows.landings(self._by, attacker, form, front, state, dodging=dodging)
        spots = []
        for after, dodges, chance in landings:
            reached = self.after(point, after)
            spots.append(((reached, 0 if after == DOWN else used + dodges), chance))
        return spots


def _parted(spread: dict[Spot, Number], point: int, *, counted: bool) -> Struck:
    """Where a line may be, parted by whether it is still at a point."""
    merged: dict[Spot, Number] = {}
    for (at, used), chance in spread.items():
        spot = (at, used if counted else 0)
        merged[spot] = merged.get(spot, 0) + chance
    still = tuple((used, chance) for (at, used), chance in merged.items() if at == point)
    moved = tuple((at, used, chance) for (at, used), chance in merged.items() if at != point)
    return Struck(still, moved, sum(chance for _, chance in still), sum(chance for *_, chance in moved))
