"""Fighters of no game, and a plain roll-out of their fights as a witness."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from chargen import shelf
from chargen.core.fight import NOTHING, Blow, Combatant, Fight, Fighter, Undodged, points
from chargen.core.fight import State as Standing
from chargen.core.source import Source
from chargen.encounter.sides import AnySystem, Encounter, Focus, encounter
from chargen.pipeline import Checked


@dataclass(frozen=True)
class Toy:
    """Somebody who takes ``stamina``, deals harm by these weights, and dodges every second blow while they may."""

    stamina: int
    weights: tuple[tuple[int, int], ...] = ((0, 1), (1, 1))
    taken: int = 0
    acts: int = 1
    first: Fraction | None = None
    dodges: int = 0
    immune: bool = False

    def harm(self) -> dict[int, Fraction]:
        """The chance of each amount of harm that is not dodged."""
        total = sum(weight for _, weight in self.weights)
        return {harm: Fraction(weight, total) for harm, weight in self.weights}


def _fighter(toy: Toy, rules: Any) -> Fighter:
    return Fighter(
        stamina=toy.stamina,
        unit="pips",
        state=Standing(toy.taken),
        acts=toy.acts,
        first=toy.first,
        dodges=toy.dodges,
    )


def _blow(attacker: Combatant[Toy, Any], target: Combatant[Toy, Any]) -> Blow | None:
    if not attacker.character.weights:
        return None
    harm = attacker.character.harm()
    hit = 1 - harm.get(0, Fraction(0))
    if target.character.immune:
        return Blow(what="a die", hit=hit, dealt={NOTHING: Fraction(1)})
    if not target.character.dodges:
        return Blow(what="a die", hit=hit, dealt=points(harm))
    dodged = {amount: chance / 2 for amount, chance in harm.items() if amount} | {0: 1 - hit / 2}
    return Blow(what="a die", hit=hit / 2, dealt=points(dodged), undodged=Undodged(hit=hit, dealt=points(harm)))


TOYS: AnySystem = replace(shelf.system("five-by-five"), fight=Fight(fighter=_fighter, blow=_blow))
"""A game of toys."""


def met(party: Sequence[Toy], others: Sequence[Toy], focus: Focus = "first") -> Encounter:
    """An encounter of toys."""
    return encounter(TOYS, _checked(party, "P"), _checked(others, "O"), focus)


def _checked(side: Sequence[Toy], name: str) -> list[Checked]:
    return [
        Checked(source=Source("toy", ""), diagnostics=(), name=f"{name} {index}", character=each)
        for index, each in enumerate(side)
    ]


Left: TypeAlias = tuple[int, ...]
"""What each of a side can still take."""
State: TypeAlias = tuple[Left, Left, str]
"""What each can take, and who lost one first."""
Struck: TypeAlias = tuple[Left, Left]
"""What each of a side can take, and the dodges they have used up."""


def rolled_out(party: Sequence[Toy], others: Sequence[Toy], rounds: int) -> list[dict[State, float]]:
    """The chances of the states at the start and after each round: every blow of every round is gone through.

    Who is quick is settled before the first round.
    """
    story: list[dict[State, float]] = [{} for _ in range(rounds + 1)]
    in_turn = any(each.first is not None for each in party)
    for quick in product((False, True), repeat=len(party)):
        chance = 1.0
        for each, is_quick in zip(party, quick, strict=True):
            chance *= float(each.first or 0) if is_quick else 1 - float(each.first or 0)
        fight = _Fight(party, others, quick if in_turn else None)
        left = [tuple(max(0, each.stamina - each.taken) for each in side) for side in (party, others)]
        found: dict[State, float] = {(left[0], left[1], ""): chance}
        for page in story:
            for state, share in found.items():
                page[state] = page.get(state, 0.0) + share
            found = fight.after(found)
    return story


class _Fight:
    def __init__(self, party: Sequence[Toy], others: Sequence[Toy], quick: tuple[bool, ...] | None) -> None:
        self.party, self.others, self.quick = party, others, quick

    def after(self, found: dict[State, float]) -> dict[State, float]:
        """The states after a round more."""
        after: dict[State, float] = {}
        for (ours, theirs, lost), chance in found.items():
            for (one, other, fell), part in self._round(ours, theirs):
                key = (one, other, lost or fell)
                after[key] = after.get(key, 0.0) + chance * part
        return after

    def _round(self, ours: Left, theirs: Left) -> Iterator[tuple[State, float]]:
        if not any(ours) or not any(theirs):
            yield (ours, theirs, ""), 1.0
            return
        fresh = (0,) * len(theirs)
        if self.quick is None:
            for (other, _), part in _struck(self.party, _standing(ours), self.others, (theirs, fresh)):
                for (one, _), share in _struck(self.others, _standing(theirs), self.party, (ours, (0,) * len(ours))):
                    fell = (_fewer(ours, one), _fewer(theirs, other))
                    lost = "both" if all(fell) else "party" if fell[0] else "others" if fell[1] else ""
                    yield (one, other, lost), part * share
            return
        quick = [each for each in _standing(ours) if self.quick[each]]
        for (hurt, used), part in _struck(self.party, quick, self.others, (theirs, fresh)):
            for (one, _), share in _struck(self.others, _standing(hurt), self.party, (ours, (0,) * len(ours))):
                slow = [each for each in _standing(one) if not self.quick[each]]
                for (other, _), third in _struck(self.party, slow, self.others, (hurt, used)):
                    phases = (_fewer(theirs, hurt), "others"), (_fewer(ours, one), "party"), (True, "others")
                    lost = next(name for fell, name in phases if fell)
                    yield (one, other, lost if _fewer(ours, one) or _fewer(theirs, other) else ""), part * share * third


def _fewer(before: Left, after: Left) -> bool:
    return _standing(before) != _standing(after)


def _standing(left: Left) -> list[int]:
    return [index for index, each in enumerate(left) if each]


def _struck(
    side: Sequence[Toy], attackers: Sequence[int], enemies: Sequence[Toy], start: Struck
) -> list[tuple[Struck, float]]:
    found = {start: 1.0}
    for attacker in attackers:
        for _ in range(side[attacker].acts):
            after: dict[Struck, float] = {}
            for now, chance in found.items():
                for reached, part in _blow_by_blow(side[attacker], enemies, now):
                    after[reached] = after.get(reached, 0.0) + chance * part
            found = after
    return list(found.items())


def _blow_by_blow(toy: Toy, enemies: Sequence[Toy], now: Struck) -> Iterator[tuple[Struck, float]]:
    """A blow at the first who stands: it lands or not, and half of those that are to be dodged are."""
    left, used = now
    target = next(iter(_standing(left)), None)
    if target is None or not toy.weights:
        yield now, 1.0
        return
    for harm, chance in toy.harm().items():
        hurt = tuple(max(0, each - harm) if index == target else each for index, each in enumerate(left))
        dodging = tuple(each + 1 if index == target else each for index, each in enumerate(used))
        if harm and used[target] < enemies[target].dodges:
            yield (left, dodging), float(chance) / 2
            yield (hurt, dodging), float(chance) / 2
        else:
            yield (hurt, used), float(chance)
