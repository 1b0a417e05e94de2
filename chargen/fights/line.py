"""Describe a side that is attacked by one point, while all enemies attack its first standing member.

The point is who is the first to stand, and in which state. All before that member are down, and all behind are in
their first states. Harm only leads to later points; the last one, `OVER`, is that the side is down.
"""

from typing import TypeAlias

from chargen.fights.blows import DOWN, FRESH, Blows, Number
from chargen.fights.sides import Encounter
from chargen.game.fight import Amount, Form

Point: TypeAlias = tuple[int, int]  # The first standing member, and the number of their state
OVER: Point = (1_000_000, FRESH)
Strikers: TypeAlias = tuple[int, Form, bool]
"""Those of a side who strike: the first of them, that member's form, and whether a contest was their turn."""
Struck: TypeAlias = tuple[Point, int]  # A point, and the dodges that the first standing member has used up


class TooLong(Exception):
    """An encounter whose computation exceeds its limit."""


class Work:
    """The steps that a computation has done and may still do; they depend on the encounter, not on the machine."""

    def __init__(self, steps: int) -> None:
        self.done = 0
        self._most = steps

    def spend(self, steps: int) -> None:
        """Count some steps. Raises TooLong."""
        self.done += steps
        if self.done > self._most:
            raise TooLong


class Line:
    """A side that is attacked."""

    def __init__(self, encounter: Encounter, side: int, blows: Blows, work: Work, *, to_first: bool = False) -> None:
        self.members = encounter.sides[side]
        self._by = 1 - side
        self._enemies = encounter.sides[1 - side]
        self._blows, self._bodies = blows, blows.bodies[side]
        self._work = work
        self._to_first = to_first
        """Whether the fight is over for this side when its first member drops."""
        self._struck: dict[object, tuple[tuple[Point, int, Number], ...]] = {}
        self.start = self._first_from(0)
        """The point at the start of the fight."""

    def _first_from(self, index: int) -> Point:
        standing = (later for later in range(index, len(self.members)) if self.members[later].left)
        member = next(standing, None)
        # Index 0 is the start; a later one means that a member has dropped.
        return OVER if member is None or (self._to_first and index) else (member, FRESH)

    def after(self, point: Point, state: int) -> Point:
        """Return the point at which the first standing member has come to a state."""
        return self._first_from(point[0] + 1) if state == DOWN else (point[0], state)

    def rank(self, point: Point) -> tuple[int, float, int]:
        """Return the sort key of a point: in this order, harm only leads to later points."""
        if point == OVER:
            return point[0], 0.0, 0
        front, number = point
        # Harm on a track that is not the fullest shows on the tracks alone.
        state = self._bodies[front].states[number]
        return front, float(state.taken), sum(state.marks)

    def strikers(self, point: Point) -> Strikers:
        """Return who of this side can strike at a point."""
        return point[0], () if point == OVER else self._bodies[point[0]].form(point[1]), False

    def left(self, member: int, point: Point) -> Amount:
        """Return what a member can still take at a point; 0 if they are down, or were from the start."""
        if member < point[0]:
            return 0
        if member > point[0]:
            return self.members[member].left
        return self.members[member].fighter.stamina - self._bodies[member].states[point[1]].taken

    def strike(
        self, actors: tuple[int, ...], strikers: Strikers, point: Point, used: int, *, counted: bool
    ) -> tuple[tuple[Point, int, Number], ...]:
        """Return where the line may be after some enemies have acted one after the other, with the chances.

        ``used`` are the dodges used up before. Those used up after it are only ``counted`` if later blows depend on
        them; otherwise they are reported as 0, which leaves far fewer states.
        """
        key = (actors, strikers, point, used, counted)
        if (known := self._struck.get(key)) is not None:
            return known
        first, form, has_acted = strikers
        spread: dict[Struck, Number] = {(point, used): 1}
        for actor in actors:
            # Those before the first are down, and those behind it have not been touched.
            if actor < first or (actor == first and has_acted):
                continue
            acting = form if actor == first else self._blows.bodies[self._by][actor].form(FRESH)
            for _ in range(self._enemies[actor].fighter.acts):
                spread = self._after_blow(spread, actor, acting)
        merged: dict[Struck, Number] = {}
        for (reached, dodges), chance in spread.items():
            struck = (reached, dodges if counted else 0)
            merged[struck] = merged.get(struck, 0) + chance
        result = tuple((reached, dodges, chance) for (reached, dodges), chance in merged.items())
        self._struck[key] = result
        return result

    def _after_blow(self, spread: dict[Struck, Number], attacker: int, form: Form) -> dict[Struck, Number]:
        """Return the chance of each point after one more blow."""
        after: dict[Struck, Number] = {}
        for (point, used), chance in spread.items():
            if point == OVER:
                after[point, used] = after.get((point, used), 0) + chance
                continue
            front, state = point
            dodging = used < self.members[front].fighter.dodges
            landings = self._blows.landings(self._by, attacker, form, front, state, dodging=dodging)
            self._work.spend(len(landings))
            for reached, dodges, part in landings:
                # The next member in the line begins with all dodges.
                struck = (self.after(point, reached), 0 if reached == DOWN else used + dodges)
                after[struck] = after.get(struck, 0) + chance * part
        return after
