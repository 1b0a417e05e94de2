"""Experience spent for a stranger: one lawful line after the other, by a stated preference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from chargen.core.names import fold
from chargen.core.npc import Experience, refuse, refuse_slip
from chargen.games.five_by_five import creation
from chargen.games.five_by_five.advancement import LedgerState, applied, grow, price, rank_caps
from chargen.games.five_by_five.concept import ACTION, ACTIONS, HIT_POINTS, Advance, Concept
from chargen.games.five_by_five.rules import Rules

ONCE = ("new", "trade")
"""Wishes that are fulfilled once for each time they stand in the preference."""

Line = dict[str, object]


def lines(
    random: Random, rules: Rules, experience: Experience, made: Mapping[str, object], words: Mapping[str, Sequence[str]]
) -> list[Line]:
    """An award and what is bought with it, each line the most wanted thing that can be had and paid for.

    A wish is a descriptor or ``hit_points``, to be raised, and added if nobody of that name is there; an exclusive
    action, for the best descriptor that improves it, or a new one; ``new`` for any new descriptor; ``trade`` for
    another weakness. Without a wish everything that can be raised is, in a drawn order. What cannot be paid for is
    passed over, and what is left is kept.
    """
    now = _standing(Concept.model_validate(dict(made)), rules)
    now = replace(now, earned=now.earned + experience.award)
    known = (*now.descriptors, "hit_points", *ACTIONS, *ONCE, *words["other"], *words["weakness"])
    _refuse_unusable(experience.prefer, now, known, rules)
    wishes = list(experience.prefer) or random.sample(now.names(), len(now.names()))
    shop = _Shop(random, rules, words)
    bought: list[Line] = [{"award": experience.award}]
    while not experience.keep and (found := shop.first(wishes, now)) is not None:
        wish, line = found
        advance = Advance.model_validate(line)
        now = replace(applied(advance, now, rules), spent=now.spent + price(advance, now, rules))
        bought.append(line)
        if fold(wishes[wish]) in ONCE:
            del wishes[wish]
    return bought


def _standing(concept: Concept, rules: Rules) -> LedgerState:
    """Where somebody stands after the lines that are pinned."""
    if not concept.advancement:
        return LedgerState(dict(concept.descriptors or {}), concept.hit_points or 0)
    grown = grow(concept, rules)
    points = grown.points["xp"]
    return LedgerState(
        descriptors=dict(grown.concept.descriptors or {}),
        hit_points=grown.concept.hit_points or 0,
        earned=int(points.budget or 0),
        spent=int(points.spent),
    )


def _refuse_unusable(wishes: Sequence[str], now: LedgerState, known: tuple[str, ...], rules: Rules) -> None:
    """Raise Unlawful for a wish that would bring a descriptor which nobody may have, or a slip of the pen."""
    for index, wish in enumerate(wishes):
        if now.find(wish) is None and ACTION.named(wish) is None and fold(wish) not in ONCE:
            refuse((*creation.unusable_name(wish), *creation.too_broad(wish, rules)), "experience", "prefer", index)
            refuse_slip(wish, index, known)


@dataclass(frozen=True, slots=True)
class _Shop:
    """What can be bought by the rules of growth."""

    random: Random
    rules: Rules
    words: Mapping[str, Sequence[str]]

    def first(self, wishes: Sequence[str], now: LedgerState) -> tuple[int, Line] | None:
        """The first wish that can be fulfilled, and the line that does it."""
        for index, wish in enumerate(wishes):
            for line in self._lines(wish, now):
                return index, line
        return None

    def _lines(self, wish: str, now: LedgerState) -> Iterator[Line]:
        """The lines that fulfil a wish and can be paid for, the best first."""
        if (name := now.find(wish)) is not None:
            yield from self._raised(name, now)
        elif (action := ACTION.named(wish)) is not None:
            able = [
                name for name, each in now.descriptors.items() if action in each.exclusive and not self._poor(name, now)
            ]
            for name in sorted(able, key=lambda name: -now.value(name)):
                yield from self._raised(name, now)
            if not able:
                yield from self._added(self.words[action.replace(" ", "_")], now, exclusive=action)
        elif fold(wish) == "trade":
            yield from self._traded(now)
        else:
            yield from self._added(self.words["other"] if fold(wish) == "new" else (wish,), now)

    def _poor(self, name: str, now: LedgerState) -> bool:
        return now.value(name) <= min(self.rules.starting_values)

    def _raised(self, name: str, now: LedgerState) -> Iterator[Line]:
        advanced = self.rules.advanced_descriptors and name != HIT_POINTS and now.descriptors[name].advanced
        following = self.rules.next_value(now.value(name), advanced=advanced)
        if self._poor(name, now) or following is None or following > now.balance:
            return
        line: Line = {"raise": "hit_points" if name == HIT_POINTS else name, "to": following}
        if not any(rank_caps(Advance.model_validate(line), now, self.rules)):
            yield line

    def _added(self, listed: Sequence[str], now: LedgerState, **more: object) -> Iterator[Line]:
        value = self.rules.new_descriptor_value
        new = [word for word in listed if now.find(word) is None]
        if new and value <= now.balance:
            yield {"add": self.random.choice(new), "value": value, **more}

    def _traded(self, now: LedgerState) -> Iterator[Line]:
        poor = [name for name in now.names() if self._poor(name, now)]
        new = [word for word in self.words["weakness"] if now.find(word) is None]
        if poor and new and self.rules.trade_price <= now.balance:
            yield {"trade": "hit_points" if poor[0] == HIT_POINTS else poor[0], "for": self.random.choice(new)}
