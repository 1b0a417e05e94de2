"""A stranger's skills and resistances while their levels are still to be found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.games.five_plus.advancement import UNPAID, Progress, Slot, replayed
from chargen.games.five_plus.concept import Advance, Concept, Levelled, Resistance
from chargen.games.five_plus.improvement import Rating
from chargen.games.five_plus.rules import LAST_FACE, Rules, cost
from chargen.kit.former_ledger import Step

DEFAULT_POINTS = 40
"""The points of a stranger where the table buys levels and sets no number (ours); more where the pins need more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A skill or a resistance in the making."""

    section: str
    name: str
    tier: int
    level: int | None = None
    """Its level, once it is found."""
    least: int = 0
    """The level that it needs at least, for the damage it has taken."""
    upper: int = 0
    opened: bool = False
    """Whether the tier above its own is open."""
    marked: bool = False
    given: object = None
    """What is pinned of it, as plain data."""
    is_fixed: bool = False
    """Whether nothing of it is open, so that it is written as given."""
    stated: Mapping[str, object] = field(default_factory=dict)
    """What is written of it besides its level."""
    path: KeyPath = ()
    """The pin that asks for it, where it is not pinned itself."""

    @property
    def slot(self) -> Slot:
        """Where it stands."""
        return self.section, self.name

    def lowest(self, method: str, rules: Rules) -> int:
        """The lowest level that it may start with."""
        rolled = rules.lowest_random_level if method == "random" else rules.lowest_level
        return max(rules.lowest_level, rolled, self.least)

    def highest(self, rules: Rules) -> int:
        """The highest level that a double can still improve, in its tier."""
        top = rules.maximum(self.tier)
        return top - 1 if self.opened else min(top, LAST_FACE - self.tier)

    def written(self) -> object:
        """It as a concept writes it, around what is pinned."""
        if self.is_fixed:
            return self.given
        if isinstance(self.given, Mapping):
            return {**self.given, "level": self.level, **self.stated}
        return {"level": self.level, **self.stated} if self.stated else self.level

    def filled(self, each: Levelled) -> Levelled:
        """What is pinned, with the level and the tier that were found."""
        return each if self.is_fixed else each.model_copy(update={"level": self.level, **self.stated})


def pinned_draft(slot: Slot, each: Levelled, given: object, rules: Rules, least: int = 0) -> Draft:
    """A draft of what is pinned. Wounds that its tier does not bear ask for a higher one, if none is pinned."""
    damage, wounds = (each.damage, each.wounds) if isinstance(each, Resistance) else (0, 0)
    tier = each.tier_in(rules)
    higher = rules.tiers and each.tier is None and wounds > tier
    return Draft(
        section=slot[0],
        name=slot[1],
        tier=wounds if higher else tier,
        level=each.level,
        least=max(least, damage),
        upper=max(each.upper, 0) if rules.tiers else 0,
        opened=len(each.next) > 0,
        marked=each.marked,
        given=given,
        stated={"tier": wounds} if higher else {},
        is_fixed=each.level is not None and not higher,
    )


def method(pinned: Concept, drafts: Sequence[Draft], rules: Rules) -> str:
    """How the levels come about: as the rules say; where they are agreed on, by dice if none of them is pinned."""
    if rules.creation != "fixed" or "creation" in pinned.rules.model_fields_set:
        return rules.creation
    if pinned.rules.points is not None:
        return "points"
    lowest = rules.lowest_random_level
    rolled = all(each.level is None and each.lowest("random", rules) <= each.highest(rules) for each in drafts)
    raised = any(line.to is not None and line.to <= lowest for line in pinned.advancement)
    return "random" if rolled and not raised else "fixed"


def budget(drafts: Iterable[Draft], rules: Rules) -> int:
    """The points there are to buy levels with."""
    if rules.points is not None:
        return rules.points
    return max(DEFAULT_POINTS, due(drafts, rules))


def due(drafts: Iterable[Draft], rules: Rules) -> int:
    """What is paid before anything is bought: what is pinned, and what has to be there."""
    found = 0
    for each in drafts:
        level = each.lowest("points", rules) if each.level is None else each.level
        found += cost(rules.clamped(level)) + cost(rules.clamped(each.upper) if rules.tiers else 0)
    return found


def levelled(random: Random, drafts: Sequence[Draft], method: str, points: int, rules: Rules) -> list[Draft]:
    """The drafts with a level each."""
    if method == "points":
        return _bought(random, drafts, points, rules)
    return [
        each if each.level is not None else replace(each, level=_rolled(random, each, method, rules)) for each in drafts
    ]


def _rolled(random: Random, draft: Draft, method: str, rules: Rules) -> int:
    """The lower of two dice, held within what its tier allows."""
    found = min(random.randint(1, LAST_FACE), random.randint(1, LAST_FACE), draft.highest(rules))
    return max(found, draft.lowest(method, rules))


def _bought(random: Random, drafts: Sequence[Draft], points: int, rules: Rules) -> list[Draft]:
    """Levels bought one by one, each for its own number, until nothing more fits."""
    left = points - due(drafts, rules)
    levels = {each.slot: each.lowest("points", rules) for each in drafts if each.level is None}
    tops = {each.slot: each.highest(rules) for each in drafts if each.level is None}
    while fitting := [slot for slot, level in levels.items() if level < tops[slot] and level + 1 <= left]:
        slot = random.choice(fitting)
        levels[slot] += 1
        left -= levels[slot]
    return [replace(each, level=levels.get(each.slot, each.level)) for each in drafts]


# A pinned ledger: what it names and nobody pinned starts at a level from which its lines can be followed.


def before_ledger(
    random: Random, drafts: Sequence[Draft], ledger: Sequence[Advance], method: str, rules: Rules
) -> list[Draft]:
    """The drafts with a level for whatever the ledger names: any from which it can be followed, and paid for."""
    named = {fold(name) for line in ledger for name in _subjects(line)}
    open_ones = [each for each in drafts if each.level is None and fold(each.name) in named]
    if not open_ones:
        return list(drafts)
    possible = {
        each.slot: [
            level
            for level in range(each.lowest(method, rules), each.highest(rules) + 1)
            if not _faults([replace(each, level=level)], ledger, rules)
        ]
        or [each.lowest(method, rules)]
        for each in open_ones
    }
    chosen = {slot: random.choice(levels) for slot, levels in possible.items()}
    if not _paid(_with(drafts, chosen), ledger, rules):
        chosen = {slot: levels[-1] for slot, levels in possible.items()}
    return _with(drafts, chosen)


def _subjects(line: Advance) -> tuple[str, ...]:
    return tuple(name for name in (line.rolled, line.raise_, *line.practice) if name is not None)


def _with(drafts: Sequence[Draft], levels: Mapping[Slot, int]) -> list[Draft]:
    return [replace(each, level=levels.get(each.slot, each.level)) for each in drafts]


def progress(drafts: Iterable[Draft], ledger: Iterable[Advance], rules: Rules) -> Progress:
    """Where a stranger stands after a ledger."""
    now = _start(drafts)
    for step in replayed(ledger, now, rules):
        now = step.after or now
    return now


def _start(drafts: Iterable[Draft]) -> Progress:
    return Progress({each.slot: Rating(each.level or 0, each.tier, each.upper, each.marked) for each in drafts})


def _steps(drafts: Iterable[Draft], ledger: Iterable[Advance], rules: Rules) -> Iterable[Step[Advance, Progress]]:
    return replayed(ledger, _start(drafts), rules)


def _faults(drafts: Sequence[Draft], ledger: Sequence[Advance], rules: Rules) -> bool:
    """Whether a line that raises one of them cannot be followed, whatever it costs."""
    names = {fold(each.name) for each in drafts}
    raising = [line for line in ledger if line.raise_ is None or fold(line.raise_) in names]
    return any(
        each.code != UNPAID
        for step in _steps(drafts, raising, rules)
        if step.line.raise_ is not None
        for each in step.findings
    )


def _paid(drafts: Sequence[Draft], ledger: Sequence[Advance], rules: Rules) -> bool:
    return all(each.code != UNPAID for step in _steps(drafts, ledger, rules) for each in step.findings)
