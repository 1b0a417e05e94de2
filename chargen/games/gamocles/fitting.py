"""Traits and skills of a stranger: what is pinned stays, and the rest is drawn and moved until every rule is kept."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from chargen.core.diagnostic import KeyPath
from chargen.core.names import listing
from chargen.core.npc import Infeasible
from chargen.core.roll import signed
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles.concept import Concept, Variation
from chargen.games.gamocles.names import SKILLS, TRAITS, Name, called
from chargen.games.gamocles.rules import LARGEST_SUM, Rules

EVERY = (*TRAITS, *SKILLS)
LEAST_TRAIT = 1
"""The lowest trait that a stranger has: with 0 no dice are kept, which warns."""


@dataclass(frozen=True, slots=True)
class Span:
    """How low and how high a number may be; None is without end. Of what is pinned both are the same."""

    low: int | None
    high: int | None

    @property
    def pinned(self) -> bool:
        """Whether there is nothing to draw."""
        return self.low is not None and self.low == self.high

    def nearest(self, value: int) -> int:
        """The number within the span that is nearest to one."""
        value = value if self.high is None else min(value, self.high)
        return value if self.low is None else max(value, self.low)

    def allows(self, value: int) -> bool:
        """Whether a number is within the span."""
        return self.nearest(value) == value


Spans: TypeAlias = Mapping[str, Span]
"""By the full name of a trait or skill."""


@dataclass(frozen=True, slots=True)
class Need:
    """Numbers whose sum is to be so much at least, so that no rating falls below 0."""

    addends: tuple[str, ...]
    least: int
    path: KeyPath
    message: str
    """What it means when that cannot be."""

    def met(self, values: Mapping[str, int], less: int = 0) -> bool:
        """Whether the sum is enough; ``less``: even with so much taken away."""
        return self.lack(values) + less <= 0

    def lack(self, values: Mapping[str, int]) -> int:
        """What the sum lacks; below 0 where there is more than enough."""
        return self.least - sum(values[each] for each in self.addends)


@dataclass(frozen=True, slots=True)
class _Group:
    """The traits or the skills: what they are drawn from, and what they add up to, where the table says so."""

    what: str
    names: tuple[Name, ...]
    drawn: Sequence[int]
    budget: int | None


def _groups(rules: Rules) -> tuple[_Group, _Group]:
    return (
        _Group("trait", TRAITS, rules.drawn_traits or (LEAST_TRAIT,), rules.trait_points),
        _Group("skill", SKILLS, rules.drawn_skills or (0,), rules.skill_points),
    )


def spans(pinned: Concept, rules: Rules) -> Spans:
    """Between what ends each number may be drawn. Raises Unlawful where there is nothing left to draw."""
    settled = scores.numbers(pinned.traits, TRAITS) | scores.numbers(pinned.skills, SKILLS)
    least = dict.fromkeys((each.full for each in TRAITS), LEAST_TRAIT)
    if rules.lowest_skill is not None:
        least |= dict.fromkeys((each.full for each in SKILLS), rules.lowest_skill)
    most = dict.fromkeys((each.full for each in TRAITS), rules.highest_trait)
    most |= dict.fromkeys((each.full for each in SKILLS), rules.highest_skill)
    asked = {name: (wanted, path, by) for name, wanted, path, by in _asked(pinned, settled)}
    found = {}
    for each in EVERY:
        name, high = each.full, most[each.full]
        low = settled.get(name, least.get(name))
        if name in asked and name not in settled:
            wanted, path, by = asked[name]
            low = wanted if low is None else max(low, wanted)
            if high is not None and wanted > high:
                message = f"`{by}` asks for {name} {signed(wanted)} or more; this table's limit for a new character is"
                raise Infeasible(path, f"{message} {signed(high)}", "choose another variation")
        if name not in settled and low is not None and high is not None and low > high:
            limit = f"highest_{'trait' if each in TRAITS else 'skill'}"
            message = f"no {name} is left to choose: {signed(low)} at least, and this table's limit is {signed(high)}"
            raise Infeasible(("rules", limit), message, f"raise `{limit}`")
        found[name] = Span(low, settled.get(name, high))
    for group in _groups(rules):
        _refuse_overdrawn(group, found, pinned)
    return found


def _asked(pinned: Concept, settled: Mapping[str, int]) -> Iterator[tuple[str, int, KeyPath, str]]:
    """What pinned variations ask of the numbers at creation, the most last; those of the ledger until a change."""
    found: list[tuple[str, int, KeyPath, str]] = []

    def ask(variation: Variation, *path: str | int) -> None:
        for word, least in scores.written(variation.requires):
            name = called(word, EVERY)
            if name is not None and name.full not in changed:
                found.append((name.full, least, (*path, "requires", word), variation.name or ""))

    changed: set[str] = set()
    for index, variation in enumerate(pinned.variations):
        have = {each.full: settled.get(each.full, 10**9) for each in EVERY}
        for finding in creation.unmet(variation, have, "variations", index):
            raise Infeasible(finding.path, finding.message, finding.hint)
        ask(variation, "variations", index)
    for index, line in enumerate(pinned.advancement):
        if line.change is not None and (subject := called(line.change, EVERY)) is not None:
            changed.add(subject.full)
        if line.gain is not None:
            ask(line.gain, "advancement", index, "gain")
    yield from sorted(found, key=lambda each: each[1])


def _refuse_overdrawn(group: _Group, found: Spans, pinned: Concept) -> None:
    """Raises Unlawful where the numbers of a group cannot add up to the table's budget."""
    if group.budget is None:
        return
    ends = [found[each.full] for each in group.names]
    section = f"{group.what}s"
    path: KeyPath = (section,) if getattr(pinned, section) else ("rules", f"{group.what}_points")
    hint = f"pin other {section}, or change `{group.what}_points`"
    said = f"the {section} cannot add up to {signed(group.budget)}, this table's budget: they are"
    lows = [each.low for each in ends if each.low is not None]
    if len(lows) == len(ends) and sum(lows) > group.budget:
        raise Infeasible(path, f"{said} {signed(sum(lows))} at least", hint)
    highs = [each.high for each in ends if each.high is not None]
    if len(highs) == len(ends) and sum(highs) < group.budget:
        raise Infeasible(path, f"{said} {signed(sum(highs))} at most", hint)


def numbers(random: Random, found: Spans, needs: Iterable[Need], rules: Rules) -> dict[str, int]:
    """All traits and skills by full name: drawn within their spans, and moved a point at a time to the budgets.

    As many numbers are drawn whatever is pinned, so that a pin leaves the others as they were, as far as it can.
    Raises Unlawful where a rating cannot be kept from falling below 0.
    """
    values: dict[str, int] = {}
    for group in _groups(rules):
        values |= {each.full: found[each.full].nearest(random.choice(group.drawn)) for each in group.names}
        if group.budget is not None:
            _move_to(group.budget, random, values, found, group)
    wanted = tuple(needs)
    for each in wanted:
        if each.least > LARGEST_SUM:
            raise _unmet(each)
    while not all(each.met(values) for each in wanted):
        _raise_one(random, values, found, wanted, rules)
    return values


def _move_to(budget: int, random: Random, values: dict[str, int], found: Spans, group: _Group) -> None:
    """Move the numbers of a group to their budget; those first that stay within what is drawn from."""
    names = [each.full for each in group.names]
    usual = Span(min(group.drawn), max(group.drawn))
    while lacking := budget - sum(values[each] for each in names):
        step = 1 if lacking > 0 else -1
        free = [each for each in names if found[each].allows(values[each] + step)]
        near = [each for each in free if usual.allows(values[each] + step)]
        chosen = random.choice(near or free)
        far = 1 if near else max(abs(lacking) // (2 * len(free)), 1)
        values[chosen] = found[chosen].nearest(values[chosen] + far * step)


def _raise_one(random: Random, values: dict[str, int], found: Spans, needs: Sequence[Need], rules: Rules) -> None:
    """Raise one number that a need lacks, most of all one that several lack; under a budget another one pays for it.

    Where nothing can pay, raise what makes room in another need: a number that is in both may then change sides.
    """
    short = [each for each in needs if not each.met(values)]
    lacking = sum(each.lack(values) for each in short)
    tight = [each for each in needs if each not in short and not each.met(values, less=lacking)]
    for wanted in (short, tight):
        moves = {
            (raised, payer): gain
            for group in _groups(rules)
            for raised in (each.full for each in group.names)
            if found[raised].allows(values[raised] + 1)
            for payer in _payers(raised, group, values, found, needs)
            if (gain := sum((raised in need.addends) - (payer in need.addends) for need in wanted)) > 0
        }
        if moves:
            raised, payer = random.choice([each for each in moves if moves[each] == max(moves.values())])
            values[raised] += 1
            if payer is not None:
                values[payer] -= 1
            return
    raise _unmet(short[0])


def _payers(
    raised: str, group: _Group, values: Mapping[str, int], found: Spans, needs: Iterable[Need]
) -> list[str | None]:
    """Which numbers of a group can go down by one for another, and no need be the worse for it; None: none has to."""
    if group.budget is None:
        return [None]
    names = [each.full for each in group.names if each.full != raised]
    return [
        name
        for name in names
        if found[name].allows(values[name] - 1)
        and all(name not in need.addends or raised in need.addends or need.met(values, less=1) for need in needs)
    ]


def _unmet(need: Need) -> Infeasible:
    return Infeasible(need.path, need.message, f"pin a higher {listing(need.addends, 'or')}, or better gear")
