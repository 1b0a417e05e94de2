"""Fighters of no game, and a plain roll-out of their fights as a witness."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeAlias

from chargen import registry
from chargen.checking.concept import Checked
from chargen.fights.sides import Encounter, Focus, build_encounter
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame, View
from chargen.game.fight import NOTHING, Blow, Combatant, Contest, Fight, Fighter, Harm, Undodged, points
from chargen.game.fight import State as LedgerState
from chargen.game.ledger import Advanced
from chargen.text.source import Source

_NONE = Advanced(concept=Concept(), created=Concept())  # Toys come from no file


@dataclass(frozen=True)
class Toy:
    """A fighter who takes ``stamina``, deals harm by these weights, and dodges every second blow while they may."""

    stamina: int
    weights: tuple[tuple[int, int], ...] = ((0, 1), (1, 1))
    taken: int = 0
    acts: int = 1
    first: Fraction | None = None
    dodges: int = 0
    immune: bool = False
    initiative: int | None = None
    weary: tuple[tuple[int, int], ...] | None = None
    """By what it deals harm once it has taken any."""

    def harm(self, left: int | None = None) -> dict[int, Fraction]:
        """Return the chance of each amount of harm that is not dodged; ``left`` is what the toy can still take."""
        hurt = left is not None and left < self.stamina
        weights = self.weary if hurt and self.weary is not None else self.weights
        total = sum(weight for _, weight in weights)
        return {harm: Fraction(weight, total) for harm, weight in weights}


def _fighter(toy: Toy) -> Fighter:
    return Fighter(
        stamina=toy.stamina,
        unit="pips",
        state=_standing_at(toy.taken),
        suffer=lambda state, harm: _standing_at(int(state.taken + harm.amount)),
        initiative=toy.initiative,
        acts=toy.acts,
        first=toy.first,
        dodges=toy.dodges,
    )


def _standing_at(taken: int) -> LedgerState:
    """Return the state of a toy, whose own rolls depend on whether it is hurt."""
    return LedgerState(taken, (min(taken, 1),))


def _blow(attacker: Combatant[Toy], target: Combatant[Toy]) -> Blow | None:
    if not attacker.character.weights:
        return None
    (taken,) = attacker.form
    harm = attacker.character.harm(attacker.character.stamina - taken)
    hit = 1 - harm.get(0, Fraction(0))
    if target.character.immune:
        return Blow(what="a die", hit=hit, dealt={NOTHING: Fraction(1)})
    if not target.character.dodges:
        return Blow(what="a die", hit=hit, dealt=points(harm))
    dodged = {amount: chance / 2 for amount, chance in harm.items() if amount} | {0: 1 - hit / 2}
    return Blow(what="a die", hit=hit / 2, dealt=points(dodged), undodged=Undodged(hit=hit, dealt=points(harm)))


def _contest(one: Combatant[Toy], other: Combatant[Toy]) -> Contest:
    """Let a coin decide which of two toys strikes."""
    blows = _blow(one, other), _blow(other, one)
    assert blows[0] is not None
    assert blows[1] is not None
    dealt: dict[tuple[Harm, Harm], Fraction] = {}
    for harm, chance in blows[0].dealt.items():
        dealt[harm, NOTHING] = dealt.get((harm, NOTHING), Fraction(0)) + chance / 2
    for harm, chance in blows[1].dealt.items():
        dealt[NOTHING, harm] = dealt.get((NOTHING, harm), Fraction(0)) + chance / 2
    return Contest((blows[0], blows[1]), dealt)


TOYS: AnyGame = replace(registry.system("five-by-five"), fight=Fight(fighter=_fighter, blow=_blow))
"""A game of toys."""
CONTESTS: AnyGame = replace(TOYS, fight=Fight(fighter=_fighter, blow=_blow, contest=_contest))
"""A game of toys in which two who attack each other meet in a contest."""


def met(party: Sequence[Toy], others: Sequence[Toy], focus: Focus = "first", game: AnyGame = TOYS) -> Encounter:
    """Return an encounter of toys."""
    return build_encounter(_checked(party, "P", game), _checked(others, "O", game), (focus, focus))


def _checked(side: Sequence[Toy], name: str, game: AnyGame) -> list[Checked]:
    return [
        Checked(
            source=Source("toy", ""), diagnostics=(), name=f"{name} {index}", derived=View(game, fighter, _NONE, None)
        )
        for index, fighter in enumerate(side)
    ]


Left: TypeAlias = tuple[int, ...]
"""What each of a side can still take."""
State: TypeAlias = tuple[Left, Left]
"""What each can take."""
Struck: TypeAlias = tuple[Left, Left]
"""What each of a side can take, and the dodges they have used up."""


def rolled_out(
    party: Sequence[Toy], others: Sequence[Toy], rounds: int, game: AnyGame = TOYS
) -> list[dict[State, float]]:
    """Return the chances of the states at the start and after each round, by all blows of all rounds.

    Who is quick is settled before the first round.
    """
    story: list[dict[State, float]] = [{} for _ in range(rounds + 1)]
    rolled = any(fighter.first is not None for fighter in party)
    by_initiative = any(fighter.initiative is not None for fighter in (*party, *others))
    for quick in product((False, True), repeat=len(party)):
        chance = 1.0
        for fighter, is_quick in zip(party, quick, strict=True):
            chance *= float(fighter.first or 0) if is_quick else 1 - float(fighter.first or 0)
        left = [tuple(max(0, fighter.stamina - fighter.taken) for fighter in side) for side in (party, others)]
        for last in (0, 1) if by_initiative else (0,):
            turns = _turns(party, others, quick, last=last) if rolled or by_initiative else None
            fight = _Fight(party, others, turns, contests=game is CONTESTS)
            found: dict[State, float] = {(left[0], left[1]): chance / (2 if by_initiative else 1)}
            for page in story:
                for state, share in found.items():
                    page[state] = page.get(state, 0.0) + share
                found = fight.after(found)
    return story


class _Fight:
    def __init__(
        self, party: Sequence[Toy], others: Sequence[Toy], turns: list[tuple[int, int]] | None, *, contests: bool
    ) -> None:
        self.party, self.others, self.turns, self.contests = party, others, turns, contests
        self.ends = cache(lambda ours, theirs: tuple(self._round(ours, theirs)))
        """Where a round ends that begins with these on their feet: every round begins with one of a few."""

    def after(self, found: dict[State, float]) -> dict[State, float]:
        """Return the states after one more round."""
        after: dict[State, float] = {}
        for (ours, theirs), chance in found.items():
            for state, part in self.ends(ours, theirs):
                after[state] = after.get(state, 0.0) + chance * part
        return after

    def _round(self, ours: Left, theirs: Left) -> Iterator[tuple[State, float]]:
        if not any(ours) or not any(theirs):
            yield (ours, theirs), 1.0
        elif self.turns is not None:
            yield from self._in_turn(ours, theirs)
        else:
            acting, striking = (
                [(fighter, left[fighter]) for fighter in _standing(left)][self.contests :] for left in (ours, theirs)
            )
            for mine, yours, begun in self._contested(ours, theirs):
                for (other, _), part in _struck(self.party, acting, self.others, (yours, (0,) * len(yours))):
                    for (one, _), share in _struck(self.others, striking, self.party, (mine, (0,) * len(mine))):
                        yield (one, other), begun * part * share

    def _contested(self, ours: Left, theirs: Left) -> Iterator[tuple[Left, Left, float]]:
        """Yield what all can take after the first of each side have met in a contest."""
        if not self.contests:
            yield ours, theirs, 1.0
            return
        one, other = _standing(ours)[0], _standing(theirs)[0]
        for harm, chance in self.party[one].harm(ours[one]).items():
            yield ours, _harmed(theirs, other, harm), float(chance) / 2
        for harm, chance in self.others[other].harm(theirs[other]).items():
            yield _harmed(ours, one, harm), theirs, float(chance) / 2

    def _in_turn(self, ours: Left, theirs: Left) -> Iterator[tuple[State, float]]:
        """Play a round in turn; a fighter who is down does not act."""
        found: dict[tuple[Struck, Struck], float] = {((ours, (0,) * len(ours)), (theirs, (0,) * len(theirs))): 1.0}
        for side, index in self.turns or ():
            after: dict[tuple[Struck, Struck], float] = {}
            for (mine, yours), chance in found.items():
                sides = mine, yours
                own, enemies = sides[side], sides[1 - side]
                acting = [(index, own[0][index])] if own[0][index] else []
                members = (self.party, self.others) if side == 0 else (self.others, self.party)
                for struck, part in _struck(members[0], acting, members[1], enemies):
                    key = (own, struck) if side == 0 else (struck, own)
                    after[key] = after.get(key, 0.0) + chance * part
            found = after
        for (mine, yours), chance in found.items():
            yield (mine[0], yours[0]), chance


def _turns(party: Sequence[Toy], others: Sequence[Toy], quick: Sequence[bool], *, last: int) -> list[tuple[int, int]]:
    """Return a round: the quick of the party, the others, the slow; or by initiative, ``last`` losing ties."""
    everybody = [*((0, index) for index in range(len(party))), *((1, index) for index in range(len(others)))]
    if any(fighter.first is not None for fighter in party):
        return sorted(everybody, key=lambda actor: 1 if actor[0] else 0 if quick[actor[1]] else 2)
    toys = (party, others)
    return sorted(everybody, key=lambda actor: (-(toys[actor[0]][actor[1]].initiative or 0), actor[0] == last))


def _harmed(left: Left, target: int, harm: int) -> Left:
    return tuple(max(0, stamina - harm) if index == target else stamina for index, stamina in enumerate(left))


def _standing(left: Left) -> list[int]:
    return [index for index, stamina in enumerate(left) if stamina]


def _struck(
    side: Sequence[Toy], attackers: Sequence[tuple[int, int]], enemies: Sequence[Toy], start: Struck
) -> list[tuple[Struck, float]]:
    """Where enemies are after some have acted, each given with what it can take."""
    found = {start: 1.0}
    for attacker, own in attackers:
        for _ in range(side[attacker].acts):
            after: dict[Struck, float] = {}
            for now, chance in found.items():
                for reached, part in _blow_by_blow(side[attacker], own, enemies, now):
                    after[reached] = after.get(reached, 0.0) + chance * part
            found = after
    return list(found.items())


def _blow_by_blow(toy: Toy, own: int, enemies: Sequence[Toy], now: Struck) -> Iterator[tuple[Struck, float]]:
    """Yield the results of a blow at the first standing enemy: it lands or not, and half of the dodges succeed."""
    left, used = now
    target = next(iter(_standing(left)), None)
    if target is None or not toy.weights:
        yield now, 1.0
        return
    for harm, chance in toy.harm(own).items():
        hurt = _harmed(left, target, harm)
        dodging = tuple(dodges + 1 if index == target else dodges for index, dodges in enumerate(used))
        if harm and used[target] < enemies[target].dodges:
            yield (left, dodging), float(chance) / 2
            yield (hurt, dodging), float(chance) / 2
        else:
            yield (hurt, used), float(chance)
