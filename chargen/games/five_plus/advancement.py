"""Replay the experience ledger line by line, with doubles, practice and milestone points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from chargen.game.ledger import Advanced
from chargen.games.five_plus import creation
from chargen.games.five_plus.concept import ALL, Advance, Concept, Levelled, Resistance, Skill
from chargen.games.five_plus.rating import Rating, apply_double, move_up_if_finished
from chargen.games.five_plus.rules import LAST_FACE, LOWEST_LEVEL, PHYSICAL, Rules, cost, maximum
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, missing_error
from chargen.page.roll import Points
from chargen.text.diagnostic import Diagnostic, error, note, warning
from chargen.text.names import fold, listing

if TYPE_CHECKING:
    from chargen.games.five_plus.npc import Words

_PRACTICE = "as in {practice: [Sword, Shield], for: Sword, double: 6}"
Slot = tuple[str, str]  # The place of a descriptor: `skills` or `resistances`, and its name in the file's spelling


@dataclass(frozen=True, slots=True)
class LedgerState:
    """A character between two lines of the ledger."""

    ratings: dict[Slot, Rating] = field(default_factory=dict)
    unknown: frozenset[Slot] = frozenset()  # The slots whose rating could not be read
    complete: bool = True  # Whether all skills and resistances are known

    def find(self, name: str | None) -> Slot | None:
        """Return the slot of a name; a skill wins over a resistance."""
        if name is None:
            return None
        return next((slot for slot in self.ratings if fold(slot[1]) == fold(name)), None)

    def known(self, name: str | None) -> Slot | None:
        """Return the slot of a name if its rating could be read."""
        slot = self.find(name)
        return None if slot in self.unknown else slot

    def by_name(self) -> dict[str, Slot]:
        """Return the slots by their folded names, for many questions at once; a skill wins over a resistance."""
        return {fold(slot[1]): slot for slot in reversed(self.ratings)}


# The rules of a line; each gets the line and the character before it, and yields diagnostics.


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that a line rolls for, practises or raises a descriptor that is on the sheet, by an unambiguous name.

    Source: the 5+ system 3.3 (FPL-e1, FPL-e2, FPL-e5)
    """
    named: list[tuple[tuple[str | int, ...], str | None]] = [(("rolled",), line.rolled), (("raise",), line.raise_)]
    named += [(("practice", index), name) for index, name in enumerate(line.practice)]
    names = [name for _, name in before.ratings]
    for path, name in named:
        if name is None:
            continue
        alike = [section for section, value in before.ratings if fold(value) == fold(name)]
        if not alike and before.complete:
            yield missing_error("skill or resistance", name, names, *path)
        # Two of one section are an error of creation.
        elif len(set(alike)) > 1:
            yield error(f"`{name}` is a skill and a resistance", *path, hint="give one of them another name")


def practice_of_two(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require two different marked descriptors for practice, which removes the marks and gives one a free roll.

    Only marked descriptors can be practised. A descriptor has at most one mark.

    Source: the 5+ system 3.3 (FPL-e2, ruling FPL-Q15)
    """
    if not line.practice:
        return
    slots = [before.find(name) for name in line.practice]
    if len(line.practice) != 2 or (None not in slots and slots[0] == slots[1]):
        yield error("practice needs two different descriptors", "practice", hint=_PRACTICE)
        return
    for index, slot in enumerate(slots):
        if slot is not None and slot not in before.unknown and not before.ratings[slot].marked:
            hint = "a double that does not raise it gives it a mark: {rolled: …, double: …}"
            yield error(f"`{slot[1]}` has no mark to take off at this line of the ledger", "practice", index, hint=hint)
    is_known = None not in slots or not before.complete
    if line.for_ is not None and is_known and fold(line.for_) not in map(fold, line.practice):
        message = f"the free roll is for one of the two that were practised, not for `{line.for_}`"
        yield error(message, "for", hint=f"write `for: {line.practice[0]}` or `for: {line.practice[1]}`")


def raise_upwards(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that a raise increases a level, up to the highest level of the tier.

    Points buy levels of the base tier; only a double six opens a new tier.

    Source: the 5+ system 2.3 and 3.3 (FPL-e5, ruling FPL-Q4)
    """
    slot = before.known(line.raise_)
    if slot is None or line.to is None:
        return
    rating = before.ratings[slot]
    top = maximum(rating.tier)
    if line.to <= rating.level:
        yield error(f"`{slot[1]}` is at {rating.level} already; {line.to} is not higher", "to")
    elif line.to > top:
        message = f"`{slot[1]}` is of tier {rating.tier}, where {top} is the highest level; found {line.to}"
        hint = f"write `to: {top}`" if rating.level < top else "only a double six opens the next tier"
        yield error(message, "to", hint=hint)


def new_descriptor(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Require that a new descriptor has an unused name and a level that its tier allows.

    A descriptor may be added in play if the table agrees.

    Source: the 5+ system 1 and 4.1 (FPL-a11)
    """
    if line.add is None:
        return
    slot = before.find(line.add)
    if slot is not None:
        yield error(f"`{slot[1]}` is on the sheet already", "add", hint="raise it, or give the new one another name")
    elif not fold(line.add) or fold(line.add) == ALL:
        yield error(f"`{line.add}` cannot be a name", "add")
    wrong = list(creation.check_level(line.level, line.add, "level"))
    yield from wrong
    if line.level is not None and not wrong:
        yield from creation.check_level_in_tier(line.level, rules.tier_of(line.tier), line.add, ())
    # Without tiers a stated 0 is what everything has, and no use of the option.
    if line.tier and not rules.tiers:
        yield error(f"`{line.add}` has a tier, and tiers are switched off", "tier", key=True)


def free_descriptor(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Note a descriptor that is added in play: it costs no points, and the table decides its level.

    Source: the 5+ system 1 and 4.1 (FPL-a11)
    """
    if line.add is not None:
        yield note(f"`{line.add}` is added in play: it is free, if the table agrees", "add")


# The rules of the character after the ledger.


def ability_tier(concept: Concept, now: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of an ability whose tier its skill has not reached.

    The open tier above the base counts. The table decides what a tier unlocks, so this is only a warning.

    Source: the 5+ system 3.3 (FPL-e6)
    """
    if not rules.tiers:
        return
    slots = now.by_name()
    for index, ability in enumerate(concept.abilities):
        slot = slots.get(fold(ability.skill or ""))
        if (
            slot is not None
            and slot not in now.unknown
            and ability.tier is not None
            and ability.tier > now.ratings[slot].highest_tier
        ):
            rating = f"`{slot[1]}` ({now.ratings[slot]})"
            message = f"`{ability.name}` is of tier {ability.tier}, which {rating} has not reached"
            hint = "a double six that raises the skill opens the next tier"
            yield warning(message, "abilities", index, "tier", hint=hint)


def item_tier(concept: Concept, now: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of an item whose tier the skill of its user, or else the best skill, has not reached.

    The table decides what else it needs, so this is only a warning.

    Source: the 5+ system 3.3, items (FPL-f2)
    """
    skills = {slot: rating for slot, rating in now.ratings.items() if slot[0] == "skills"}
    if not rules.tiers or not skills or not now.unknown.isdisjoint(skills):
        return
    slots = now.by_name()
    for index, item in enumerate(concept.equipment):
        slot = slots.get(fold(item.skill or ""))
        users = skills.values() if slot is None else [now.ratings[slot]]
        best = max(rating.highest_tier for rating in users)
        if item.tier is not None and item.tier > best:
            reach = f"no skill is above {best}" if slot is None else f"`{slot[1]}` reaches {best}"
            message = f"`{item.name}` needs a user of tier {item.tier}, and {reach}"
            yield warning(message, "equipment", index, "tier")


def read_rating(rated: Levelled, rules: Rules) -> Rating:
    """Return the level and the tier that the concept states for a descriptor.

    If tiers are off, stated tiers count only if the table waives that rule.
    """
    upper = rated.next[0] if rated.next else 0
    tier = rules.tier_of(rated.tier) if rules.tiers or rated.tier is None else rated.tier
    return Rating(level=rated.level or 0, tier=tier, upper=max(upper, 0), marked=rated.marked)


# What the verbs do and cost.


def _apply_double(name: str | None, face: int | None, before: LedgerState, rules: Rules) -> LedgerState:
    slot = before.known(name)
    if slot is None or face is None:
        return before
    return replace(before, ratings={**before.ratings, slot: apply_double(before.ratings[slot], face, rules)})


def _double_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    slot = before.known(line.rolled)
    if slot is not None and line.double is None:
        return replace(before, unknown=before.unknown | {slot})
    return _apply_double(line.rolled, line.double, before, rules)


def _apply_practice(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    slots = {slot for slot in map(before.find, line.practice) if slot is not None}
    # Both marks go first: the free roll may mark its descriptor again.
    unmarked = {slot: replace(before.ratings[slot], marked=False) for slot in slots}
    return _apply_double(line.for_, line.double, replace(before, ratings={**before.ratings, **unmarked}), rules)


def _describe_practice(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    dice = f"double {line.double}: {_describe_change(line.for_, before, after)}" if line.double else "no double"
    return f"Practice of {listing(line.practice)}, {dice}"


def _apply_raise(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    if line.raise_ is None or line.to is None:
        return before
    slot = before.find(line.raise_) or ("skills", line.raise_)
    rating = replace(before.ratings.get(slot, Rating(0, rules.tier_of(None))), level=line.to)
    # A waived level above the top stays as written; the next tier would take it away.
    rating = rating if line.to > maximum(rating.tier) else move_up_if_finished(rating)
    return replace(before, ratings={**before.ratings, slot: rating}, unknown=before.unknown - {slot})


def _raise_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    slot = before.known(line.raise_)
    if slot is None:
        return before
    if line.to is None:
        return replace(before, unknown=before.unknown | {slot})
    rating = before.ratings[slot]
    highest = max(rating.level, min(line.to, maximum(rating.tier)))
    return before if highest == rating.level else _apply_raise(line.model_copy(update={"to": highest}), before, rules)


def _price_of_raise(line: Advance, before: LedgerState, rules: Rules) -> int:
    """Return the price: each level costs its number. The price is 0 if the level before could not be read."""
    slot = before.find(line.raise_)
    if line.to is None or slot in before.unknown:
        return 0
    # A waived unknown name starts at 0, so all of its levels are paid.
    level = 0 if slot is None else before.ratings[slot].level
    return max(0, cost(creation.clamp_unless_waived(line.to, rules)) - cost(creation.clamp_unless_waived(level, rules)))


def _apply_add(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    section = "resistances" if line.kind == "resistance" else "skills"
    new = {(section, line.add or ""): Rating(line.level or 0, rules.tier_of(line.tier))}
    return replace(before, ratings={**before.ratings, **new})


def _add_as_meant(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    if line.add is None or not fold(line.add) or fold(line.add) == ALL or before.find(line.add) is not None:
        return before
    tier = rules.tier_of(line.tier) if rules.tiers else rules.tier_of(None)
    level = min(max(line.level or 0, LOWEST_LEVEL), maximum(tier))
    after = _apply_add(line.model_copy(update={"level": level, "tier": tier}), before, rules)
    unclear = after.ratings.keys() - before.ratings.keys() if line.level is None or line.unread("tier") else ()
    return replace(after, unknown=after.unknown | frozenset(unclear))


def _describe_add(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    slot = after.find(line.add)
    return f"{line.add} {after.ratings[slot]}, new" if slot is not None else ""


def _describe_change(name: str | None, before: LedgerState, after: LedgerState) -> str:
    slot = before.find(name)
    if slot is None:
        gained = after.find(name)
        return f"{name} {after.ratings[gained]}, new" if gained is not None else name or ""
    old, new = str(before.ratings[slot]), str(after.ratings[slot])  # without the mark
    return f"{slot[1]} marked" if old == new else f"{slot[1]} {old} → {new}"


def _start(concept: Concept, rules: Rules) -> LedgerState:
    levelled, settings = concept.levelled(), concept.rules
    return LedgerState(
        {slot: read_rating(rated, rules) for slot, rated in levelled},
        unknown=frozenset(
            slot
            for slot, rated in levelled
            # The tier may depend on a setting that could not be read.
            if any(map(rated.unread_within, ("level", "tier", "next")))
            or settings.unread("tiers")
            or (rated.tier is None and settings.unread("tier"))
        ),
        complete=not concept.unread("skills") and not concept.unread("resistances"),
    )


def _finish(concept: Concept, now: LedgerState, rules: Rules) -> Concept:
    """Return the concept with its levels after the ledger; unchanged levels stay as written."""
    if not concept.advancement:
        return concept
    created = dict(concept.levelled())
    sections: dict[str, dict[str, Levelled]] = {"skills": {}, "resistances": {}}
    for slot, rating in now.ratings.items():
        section, name = slot
        rated = created.get(slot, Skill() if section == "skills" else Resistance())
        # A finished tier or a mark may change while the level looks the same, so complete ratings are compared.
        if slot not in created or read_rating(rated, rules) != rating:
            upper = (rating.upper,) if rating.upper else ()
            now_is = {"level": rating.level, "tier": rating.tier, "next": upper, "marked": rating.marked}
            rated = rated.model_copy(update=now_is)
        sections[section][name] = rated
    return concept.model_copy(update=sections)


# What points can buy.


def _list_candidates(state: LedgerState, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield 1 more level of everything on the sheet, up to the last level that a double can still improve."""
    for (section, name), rating in state.ratings.items():
        groups = (group for group, names in words.skills.items() if section == "skills" and _is_in(name, names))
        # One level further, such as (6:1), no double would improve it, which is a warning (`no_double_reaches`).
        is_open = rating.level < min(maximum(rating.tier), LAST_FACE - rating.tier)
        line = {"raise": name, "to": rating.level + 1}
        yield Candidate(line if is_open else None, (name, section, ALL, *groups))
    for kind in ("skills", "resistances", ALL, *words.skills):
        yield Candidate(None, (kind,), asked=True)


def _learn(wish: str, state: LedgerState, rules: Rules, words: "Words") -> Iterator[Candidate]:
    """Yield a new descriptor at the lowest level; it costs no points."""
    kind = {"kind": "resistance"} if _is_in(wish, (PHYSICAL, *words.resistances)) else {}
    yield Candidate({"add": wish, "level": LOWEST_LEVEL, **kind}, (wish,))


def _is_in(name: str, names: Iterable[str]) -> bool:
    return fold(name) in map(fold, names)


LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key="five-plus",
    entry=Advance,
    unit="milestone point",
    verbs=(
        Verb(
            "rolled",
            "as in {rolled: Sword, double: 4}",
            lambda line, before, rules: _apply_double(line.rolled, line.double, before, rules),
            lambda line, before, after, rules: f"Double {line.double}: {_describe_change(line.rolled, before, after)}",
            meant=_double_as_meant,
            needs=("double",),
        ),
        Verb("practice", _PRACTICE, _apply_practice, _describe_practice, needs=("for",), takes=("double",)),
        Verb(
            "raise",
            "as in {raise: Persuade, to: 3}",
            _apply_raise,
            lambda line, before, after, rules: _describe_change(line.raise_, before, after),
            price=_price_of_raise,
            meant=_raise_as_meant,
            price_at=("to",),
            needs=("to",),
            # The price is the difference of levels, so the later raise includes the earlier one.
            merge=lambda one, other: other,
        ),
        Verb(
            "add",
            "as in {add: Firearms, level: 1}",
            _apply_add,
            _describe_add,
            meant=_add_as_meant,
            adds=True,
            needs=("level",),
            takes=("tier", "kind"),
        ),
    ),
    line_rules=(ledger_subject, practice_of_two, raise_upwards, new_descriptor, free_descriptor),
    final_rules=(ability_tier, item_tier),
    start=_start,
    finish=_finish,
    source="chargen's concept format; the text says nothing of ledgers",
    payment="""Require that what is raised is paid with milestone points awarded before it.

    Each level costs its own number: from 2 to 4 that is 3 + 4 = 7.

    Source: the 5+ system 2.3 and 3.3 (FPL-e5, ruling FPL-Q6)
    """,
    payment_name="milestone_points",
    candidates=_list_candidates,
    learn=_learn,
    learnable=lambda rules, words: (*chain.from_iterable(words.skills.values()), PHYSICAL, *words.resistances),
)


def points(advanced: Advanced[Concept], rules: Rules) -> dict[str, Points]:
    """Return the points of creation if levels are bought, and milestone points if the ledger has any."""
    points: dict[str, Points] = {}
    if rules.creation == "points":
        points["creation"] = Points.of(rules.points, creation.spent(advanced.created, rules))
    if advanced.account.earned or advanced.account.spent:
        points["milestone"] = advanced.account.points()
    return points
