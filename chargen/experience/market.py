"""List what a character's points could buy, and what each purchase does to the chances."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from chargen.checking.chances import OVERALL, Change, chances, changes, named
from chargen.checking.concept import Checked
from chargen.experience.moves import AnyLedger, ledger_of
from chargen.game.ledger import Account, Advanced, Offer
from chargen.game.plain_data import as_plain
from chargen.kit.ledger_line import Step
from chargen.page.roll import Mean
from chargen.text.names import did_you_mean, fold

Bought: TypeAlias = tuple[Offer, Step[Any, Any], Mapping[str, Fraction]]
"""A purchase, its step in the replay, and the chances after it."""


class NoGoal(ValueError):
    """A goal that is not a roll of the character; the message names the rolls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """A purchase that is possible now."""

    offer: Offer
    changes: tuple[Change, ...]  # The rolls whose chances it changes, the one that it concerns first
    goal: Fraction  # The increase of the goal: of the chance of one roll, or of the sum of all chances

    @property
    def gain_per_point(self) -> Fraction:
        """Return the increase of the goal per point, or in total if it is free."""
        return self.goal / max(self.offer.price, 1)


class Market:
    """A valid character, and what its points can buy now."""

    def __init__(self, checked: Checked) -> None:
        """Take a character. Raises `chargen.experience.moves.NoLedger` if it has no ledger."""
        self.ledger: AnyLedger = ledger_of(checked)
        assert checked.game is not None
        assert checked.advanced is not None
        self.game, self.rules = checked.game, checked.rules
        self.words = checked.game.words_with()
        self.created = checked.advanced.created
        self.state, self.account = self.ledger.state(self.created, self.rules)
        lines = getattr(self.created, "advancement", ())
        # `finish` leaves a concept without entries unchanged, so it gets one more than the file has.
        self._grown = self.created.model_copy(update={"advancement": (*lines, self.ledger.entry())})
        self.now = self.chances(self.state)
        self._first_steps: dict[int, list[Bought]] = {}

    def chances(self, state: Any) -> dict[str, Fraction]:
        """Return the chances of a character in a state of the replay."""
        concept = self.ledger.finish(self._grown, state, self.rules)
        assert self.rules is not None
        return chances(self.game.view(Advanced(concept=concept, created=self.created), self.rules))

    def data(self) -> Any:
        """Return the character as plain data."""
        return as_plain(self.ledger.finish(self._grown, self.state, self.rules))

    def account_with(self, points: int) -> Account:
        """Return an account with this many points left."""
        # What was paid for stays paid; only the award changes. Where the table counts no points, they count here.
        return replace(self.account, earned=self.account.earned + points - self.account.balance, counted=True)

    def goal(self, wish: str) -> tuple[str, ...]:
        """Return the rolls that a goal means. Raises `NoGoal`."""
        if fold(wish) == OVERALL:
            return tuple(self.now)
        roll = named(wish, self.now)
        if roll is None:
            hint = did_you_mean(wish, [*self.now, OVERALL], f"there are {OVERALL} and the labels of the rolls")
            raise NoGoal(f"there is no roll `{wish}`; {hint}")
        return (roll,)

    def gains(self, now: Mapping[str, Fraction], goal: Iterable[str]) -> dict[str, Fraction]:
        """Return the changes of the chances of a goal, without those that are 0."""
        # Chances are cached, so most that are equal are the same object: fractions are compared only for the rest.
        moved = (roll for roll in goal if now.get(roll, self.now[roll]) is not self.now[roll])
        return {roll: gain for roll in moved if (gain := now[roll] - self.now[roll])}

    def first_steps(self, points: int) -> list[Bought]:
        """Return what this many points could buy, each with the chances after it; computed once."""
        if points not in self._first_steps:
            bought = self.ledger.purchases(self.state, self.account_with(points), self.rules, self.words)
            self._first_steps[points] = [(offer, step, self.chances(step.after)) for offer, step in bought]
        return self._first_steps[points]

    def purchases(self, points: int, goal: tuple[str, ...]) -> list[Purchase]:
        """Return what this many points could buy, the best gain per point first."""
        found = []
        for offer, _, now in self.first_steps(points):
            gain = sum(self.gains(now, goal).values(), Fraction(0))
            changed = changes(self.now, now, offer.touches)
            found.append(Purchase(offer=offer, changes=tuple(changed), goal=gain))
        return sorted(found, key=lambda purchase: (-purchase.gain_per_point, purchase.offer.price))

    def next_goals(self, points: int, more: int) -> list[Purchase]:
        """Return what this many points cannot buy and improves a chance, and ``more`` points could, cheapest first."""
        found = self.purchases(points + more, self.goal(OVERALL))
        dear = [purchase for purchase in found if purchase.offer.price > points and purchase.goal > 0]
        return sorted(dear, key=lambda purchase: (purchase.offer.price, -purchase.goal))


def rolls_to_level(checked: Checked) -> Iterator[tuple[str, Fraction]]:
    """Yield, if a game's dice improve skills, the mean number of rolls per level, by label."""
    for roll in checked.rolls():
        uses = roll.odds.get("uses_to_level_up")
        if isinstance(uses, Mean):
            yield roll.label, uses.value
