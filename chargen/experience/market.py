"""List what a character's points could buy, what each purchase does to the chances, and a good use of the points."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from chargen.checking.chances import OVERALL, chances, changes
from chargen.checking.concept import Checked
from chargen.experience.moves import Present
from chargen.game.ledger import Account, Advanced, Gain, Offer
from chargen.page.roll import Mean
from chargen.text.names import find_same, fold, instead

MOST_POINTS = 60  # The most points that are planned or looked ahead for (house default): two years of play


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """A purchase that is possible now."""

    offer: Offer
    change: Gain | None  # That of the roll that it concerns, or else of the one that it changes most
    goal: Fraction  # The increase of the goal: of the chance of one roll, or of the sum of all chances

    @property
    def gain_per_point(self) -> Fraction:
        """Return the increase of the goal per point, or in total if it is free."""
        return self.goal / max(self.offer.price, 1)


class Market(Present):
    """A valid character, and what its points can buy now."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        lines = getattr(self.created, "advancement", ())
        # `finish` leaves a concept without entries unchanged, so it gets one more than the file has.
        self._grown = self.created.model_copy(update={"advancement": (*lines, self.ledger.entry())})
        self.now = self.chances(self.state)

    def chances(self, state: Any) -> dict[str, Fraction]:
        """Return the chances of a character in a state of the replay."""
        concept = self.ledger.finish(self._grown, state, self.rules)
        return chances(self.game.view(Advanced(concept=concept, created=self.created), self.rules))

    def account_with(self, points: int) -> Account:
        """Return an account with this many points left."""
        # What was paid for stays paid; only the award changes. Where the table counts no points, they count here.
        return replace(self.account, earned=self.account.earned + points - self.account.balance, counted=True)

    def goal(self, wish: str) -> tuple[str, ...]:
        """Return the rolls that a goal means. Raises ValueError, which names the rolls, where it is none of them."""
        if fold(wish) == OVERALL:
            return tuple(self.now)
        if not (roll := find_same(wish, self.now)):
            raise ValueError(f"there is no roll `{wish}`; {instead(wish, [OVERALL, *self.now])}")
        return (roll,)

    def gain(self, now: Mapping[str, Fraction], goal: Iterable[str]) -> Fraction:
        """Return how much higher the chances of a goal are than those of the character."""
        # Chances are cached, so most that are equal are the same object: fractions are computed only for the rest.
        moved = (roll for roll in goal if now.get(roll, self.now[roll]) is not self.now[roll])
        return sum((now[roll] - self.now[roll] for roll in moved), Fraction(0))

    def purchases(self, points: int, goal: tuple[str, ...]) -> list[Purchase]:
        """Return what this many points could buy, the best gain per point first."""
        found = []
        for offer, step in self.ledger.purchases(self.state, self.account_with(points), self.rules, self.words):
            now = self.chances(step.after)
            change = next(iter(changes(self.now, now, offer.touches)), None)
            found.append(Purchase(offer=offer, change=change, goal=self.gain(now, goal)))
        return sorted(found, key=lambda purchase: (-purchase.gain_per_point, purchase.offer.price))

    def next_goals(self, points: int, more: int = MOST_POINTS) -> list[Purchase]:
        """Return what this many points cannot buy and improves a chance, and ``more`` points could, cheapest first."""
        found = self.purchases(points + more, self.goal(OVERALL))
        dear = [purchase for purchase in found if purchase.offer.price > points and purchase.goal > 0]
        return sorted(dear, key=lambda purchase: (purchase.offer.price, -purchase.goal))

    def plan(self, points: int, goal: tuple[str, ...]) -> tuple[list[Offer], int, Fraction]:
        """Return a good use of points towards a goal, found step by step: each time, what gains most per point.

        It is entries in a legal order, their price, and their effect on the goal. Another use may gain more: no two
        things are weighed up together.
        """
        state, account, reached = self.state, self.account_with(points), Fraction(0)
        bought: list[Offer] = []
        useless: set[str] = set()
        while True:
            # A thing of which no number of steps gains anything is not tried again, as most things of a game are such.
            runs = []
            for offer, step in self.ledger.purchases(state, account, self.rules, self.words):
                if (touched := offer.touches) in useless:
                    continue
                # As many steps of one thing as it takes until the goal gains: a single rank may change nothing, and
                # the next one a chance.
                offers, gain = [offer], self.gain(self.chances(step.after), goal)
                while gain <= reached and not offer.is_new:
                    more = self.ledger.purchases(step.after, step.account, self.rules, self.words, touched)
                    further = next(more, None)
                    if further is None:
                        break
                    offers.append(further[0])
                    step = further[1]
                    gain = self.gain(self.chances(step.after), goal)
                price = step.account.spent - account.spent
                if gain > reached:
                    # What is free comes first.
                    runs.append((not price, (gain - reached) / max(price, 1), offers, step, gain))
                else:
                    useless.add(touched)
            if not runs:
                return bought, account.spent - self.account.spent, reached
            *_, offers, step, reached = max(runs, key=lambda run: run[:2])
            state, account = step.after, step.account
            bought += offers


def rolls_to_level(checked: Checked) -> Iterator[tuple[str, Fraction]]:
    """Yield, if a game's dice improve skills, the mean number of rolls per level, by label."""
    for roll in checked.rolls():
        uses = roll.odds.get("uses_to_level_up")
        if isinstance(uses, Mean):
            yield roll.label, uses.value
