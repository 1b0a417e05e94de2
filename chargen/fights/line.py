"""Describe a side that is attacked by one number, while all enemies attack its first standing member.

That number is a point of the line: who is the first to stand, and in which state. All before that member are down, and
all behind it are in their first states. Harm only leads to later points; the last one is the point where the side is
down.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from chargen.fights.blows import DOWN, FRESH, Blows, Number
from chargen.fights.sides import Encounter
from chargen.game.fight import Amount, Form

OVER = 0  # The point at which the fight is over for the side
Position: TypeAlias = tuple[int, int]
"""A point of the line, and the dodges that the first standing member has used up in the round."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Members of a side who act one after the other. Equal groups are one object, so that it is a fast key."""

    actors: tuple[tuple[int, Form], ...]  # Each with the effect of their harm on their own rolls


class TooLong(Exception):
    """An encounter whose computation exceeds its limit."""


class Work:
    """The steps that a computation has done and may still do; they depend on the encounter, not on the machine."""

    def __init__(self, steps: int) -> None:
        self.done = 0
        self._most = steps

    @property
    def left(self) -> int:
        """Return the number of steps that are left."""
        return self._most - self.done

    def spend(self, steps: int) -> None:
        """Count some steps. Raises TooLong."""
        self.done += steps
        if self.done > self._most:
            raise TooLong


class Transitions(NamedTuple):
    """The positions of a line after some enemies have acted, with their chances."""

    still: tuple[tuple[int, Number], ...]  # Without harm: by the dodges used up
    moved: tuple[tuple[int, int, Number], ...]  # With harm: by the point reached and the dodges used up there
    unmoved: Number  # The chance of no harm
    moving: Number  # The chance of harm: a sum of positive numbers, which loses no places in floating point


class Line:
    """A side that is attacked."""

    def __init__(
        self,
        encounter: Encounter,
        side: int,
        blows: Blows,
        work: Work,
        *,
        to_first: bool = False,
    ) -> None:
        members = encounter.sides[side]
        self._by = 1 - side
        self._blows, self._bodies = blows, blows.bodies[side]
        self._work = work
        self.members = members
        self._to_first = to_first
        """Whether the fight is over for this side when its first member drops."""
        self._acts = [member.fighter.acts for member in encounter.sides[1 - side]]
        self._dodges = [member.fighter.dodges for member in members]
        self._next = [
            next((later for later in range(index, len(members)) if members[later].left), None)
            for index in range(len(members) + 1)
        ]
        self.points: list[tuple[int, int]] = [(len(members), FRESH)]
        """For each point, the first standing member and the number of their state."""
        self.ranks: list[tuple[int, float, int]] = [(len(members), 0.0, 0)]
        """The sort key of each point: in this order, harm only leads to later points."""
        self._numbers: dict[tuple[int, int], int] = {}
        self._possible: dict[tuple[int, Form, Position], tuple[tuple[Position, Number], ...]] = {}
        self._groups: dict[tuple[tuple[int, Form], ...], Group] = {}
        self._standing: dict[tuple[tuple[int, ...], int], Group] = {}
        self._transitions: dict[tuple[Group, Position, bool], Transitions] = {}
        self.start = self._first_from(0)
        """The point at the start of the fight."""

    def _first_from(self, index: int) -> int:
        member = self._next[index]
        # Index 0 is the start; a later one means that a member has dropped.
        return OVER if member is None or (self._to_first and index) else self._point(member, FRESH)

    def _point(self, member: int, state: int) -> int:
        key = (member, state)
        if key not in self._numbers:
            self._numbers[key] = len(self.points)
            self.points.append(key)
            # Members in their order, and within one by harm: both only ever grow. Harm on a track that is not the
            # fullest shows on the tracks alone.
            reached = self._bodies[member].states[state]
            self.ranks.append((member, float(reached.taken), sum(reached.marks)))
        return self._numbers[key]

    def group(self, actors: tuple[int, ...], point: int) -> Group:
        """Return those of some actors of this side who are not down at a point."""
        key = (actors, point)
        if key not in self._standing:
            front, state = self.points[point]
            # Those before the front are down, and those behind it have not been touched.
            standing = [actor for actor in actors if actor >= front]
            forms = [self._bodies[actor].form(state if actor == front else FRESH) for actor in standing]
            self._standing[key] = self._group(tuple(zip(standing, forms, strict=True)))
        return self._standing[key]

    def without_first(self, group: Group) -> Group:
        """Return a group without the first actor."""
        return self._group(group.actors[1:])

    def _group(self, actors: tuple[tuple[int, Form], ...]) -> Group:
        return self._groups.setdefault(actors, Group(actors))

    def after(self, point: int, state: int) -> int:
        """Return the point at which the first standing member has come to a state."""
        front, _ = self.points[point]
        return self._first_from(front + 1) if state == DOWN else self._point(front, state)

    def is_down(self, member: int, point: int) -> bool:
        """Return whether a member is down at a point, or was from the start."""
        return not self.members[member].left or self.points[point][0] > member

    def left(self, member: int, point: int) -> Amount:
        """Return what a member can still take at a point; 0 if they are down."""
        front, state = self.points[point]
        if self.is_down(member, point):
            return 0
        taken = self._bodies[member].states[state].taken if member == front else self.members[member].fighter.taken
        return self.members[member].fighter.stamina - taken

    def transitions(self, attackers: Group, position: Position, *, counted: bool) -> Transitions:
        """Return where the line may be after some enemies have acted, one after the other.

        The dodges used up are only ``counted`` if later blows depend on them; otherwise they are reported as 0.
        """
        key = (attackers, position, counted)
        if key not in self._transitions:
            spread: dict[Position, Number] = {position: 1}
            for attacker, form in attackers.actors:
                for _ in range(self._acts[attacker]):
                    spread = self._after_blow(spread, attacker, form)
            self._transitions[key] = _part(spread, position[0], counted=counted)
        return self._transitions[key]

    def _after_blow(self, spread: dict[Position, Number], attacker: int, form: Form) -> dict[Position, Number]:
        """Return the chance of each position after one more blow."""
        positions: dict[Position, Number] = {}
        for position, chance in spread.items():
            possible = self._results(attacker, form, position)
            self._work.spend(len(possible))
            for reached, part in possible:
                positions[reached] = positions.get(reached, 0) + chance * part
        return positions

    def _results(self, attacker: int, form: Form, position: Position) -> tuple[tuple[Position, Number], ...]:
        key = (attacker, form, position)
        if key not in self._possible:
            self._possible[key] = tuple(self._landings(attacker, form, position))
        return self._possible[key]

    def _landings(self, attacker: int, form: Form, position: Position) -> list[tuple[Position, Number]]:
        point, used = position
        if point == OVER:
            return [(position, 1)]
        front, state = self.points[point]
        dodging = used < self._dodges[front]
        landings = self._blows.landings(self._by, attacker, form, front, state, dodging=dodging)
        # The next member in the line begins with all dodges.
        return [
            ((self.after(point, after), 0 if after == DOWN else used + dodges), chance)
            for after, dodges, chance in landings
        ]


def _part(spread: dict[Position, Number], point: int, *, counted: bool) -> Transitions:
    """Split the positions of a line by whether it is still at a point."""
    merged: dict[Position, Number] = {}
    for (at, used), chance in spread.items():
        position = (at, used if counted else 0)
        merged[position] = merged.get(position, 0) + chance
    still = tuple((used, chance) for (at, used), chance in merged.items() if at == point)
    moved = tuple((at, used, chance) for (at, used), chance in merged.items() if at != point)
    return Transitions(still, moved, sum(chance for _, chance in still), sum(chance for *_, chance in moved))
