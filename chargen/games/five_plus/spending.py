"""Experience: milestone points that an NPC has gained, and spent on what is preferred."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec, no_such_wish, refuse_slip
from chargen.games.five_plus.advancement import LEDGER, Progress, Slot, applied, price, rating_of
from chargen.games.five_plus.concept import ALL, Advance, Concept
from chargen.games.five_plus.rules import LAST_FACE, Rules, cost
from chargen.games.five_plus.words import PHYSICAL, Words

Line = dict[str, Any]
"""A line of the ledger as plain data."""


def spend(random: Random, rules: Rules, spec: NpcSpec[Concept], concept: Concept) -> list[Line]:
    """Further lines of the ledger: the award, then each preference as high as the points and its tier allow.

    A preference is the name of a skill or resistance, a group of the words, ``skills``, ``resistances`` or ``all``.
    What is not on the sheet is learned from nothing. Without one, each step goes to what is on the sheet by lot. What
    is left over is kept.
    """
    experience, words = spec.experience, spec.words
    if experience is None:
        return []
    begun = Progress({slot: rating_of(levelled, rules) for slot, levelled in concept.levelled()})
    now = LEDGER.replay(concept.advancement, begun, rules).now
    if not now.ratings and not experience.keep:
        hint = "leave `experience` out, have it kept with `keep: true`, or pin skills as well"
        raise Infeasible(("opposition",), "an opponent has no levels to raise", hint)
    now = Progress(now.ratings, now.earned + experience.award, now.spent)
    award: Line = {"award": experience.award}
    if experience.keep:
        return [award]
    if not experience.prefer:
        return [award, *_by_lot(random, now, rules)]
    return [award, *_preferred(now, experience.prefer, words, rules)]


def _preferred(now: Progress, wishes: Iterable[str], words: Words, rules: Rules) -> Iterator[Line]:
    """What the preferences buy, one line after the other."""

    def done(line: Line) -> Progress:
        read = Advance.model_validate(line)
        due = price(read, now, rules)
        after = applied(read, now, rules)
        return Progress(after.ratings, after.earned, after.spent + due)

    for index, wanted in enumerate(wishes):
        slots = _meant(wanted, now, words)
        if not slots:
            _refuse_unusable(wanted, index, now, words)
            if (new := _new(wanted, now, words, rules)) is not None:
                now = done(new)
                yield new
                slots = _meant(wanted, now, words)
        for slot in slots:
            line = _raise(slot, now, rules)
            if line is not None:
                now = done(line)
                yield line


def _by_lot(random: Random, now: Progress, rules: Rules) -> list[Line]:
    """What is raised a level at a time, of anything that can be; the levels of one in one line."""
    left = now.balance
    levels = {slot: rating.level for slot, rating in now.ratings.items()}
    raised: dict[Slot, Line] = {}
    while open_to := [
        slot
        for slot, level in levels.items()
        if level < _top(now.ratings[slot].tier, rules) and cost(level + 1) - cost(level) <= left
    ]:
        slot = random.choice(open_to)
        levels[slot] += 1
        left -= cost(levels[slot]) - cost(levels[slot] - 1)
        raised[slot] = {"raise": slot[1], "to": levels[slot]}
    return list(raised.values())


def _refuse_unusable(wanted: str, index: int, now: Progress, words: Words) -> None:
    """Raise Unlawful for a preference that is no name, or a slip of one."""
    known = [name for _, name in now.ratings] + [name for names in words.skills.values() for name in names]
    known += [ALL, "skills", "resistances", *words.skills, PHYSICAL, *words.resistances]
    if not fold(wanted):
        raise no_such_wish(wanted, index, "name a skill or a resistance, or write `all`")
    refuse_slip(wanted, index, tuple(known))


def _meant(wanted: str, now: Progress, words: Words) -> list[Slot]:
    """The skills and resistances that a preference stands for."""
    folded = fold(wanted)
    named = [slot for slot in now.ratings if fold(slot[1]) == folded]
    if named:
        return named[:1]
    if folded in (ALL, "skills", "resistances"):
        return [slot for slot in now.ratings if folded in (ALL, slot[0])]
    group = next((names for name, names in words.skills.items() if fold(name) == folded), ())
    names = set(map(fold, group))
    return [slot for slot in now.ratings if slot[0] == "skills" and fold(slot[1]) in names]


def _new(wanted: str, now: Progress, words: Words, rules: Rules) -> Line | None:
    """The line that begins a new skill or resistance; None where the preference names none, or nothing can be paid."""
    folded = fold(wanted)
    no_name = {"", ALL, "skills", "resistances", *map(fold, words.skills)}
    start = rules.lowest_level
    if folded in no_name or start >= _top(rules.tier if rules.tiers else 0, rules) or now.balance <= start:
        return None
    resists = folded in map(fold, (PHYSICAL, *words.resistances))
    return {"add": wanted, "level": start, **({"kind": "resistance"} if resists else {})}


def _top(tier: int, rules: Rules) -> int:
    """The highest level that points are spent on: one that a double can still improve."""
    return min(rules.maximum(tier), LAST_FACE - tier)


def _raise(slot: Slot, now: Progress, rules: Rules) -> Line | None:
    """The line that raises it as high as can be paid; None where that is no higher."""
    rating = now.ratings[slot]
    to = rating.level
    while to < _top(rating.tier, rules) and cost(to + 1) - cost(rating.level) <= now.balance:
        to += 1
    return {"raise": slot[1], "to": to} if to > rating.level else None
