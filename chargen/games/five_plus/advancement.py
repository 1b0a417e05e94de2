"""What play has taught: the ledger is replayed line by line, doubles, practice and milestone points alike."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from chargen.core.diagnostic import Diagnostic, error, has_errors, note, warning
from chargen.core.game import Advanced, signed_by
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Points
from chargen.games.five_plus import creation
from chargen.games.five_plus.concept import ALL, Advance, Concept, Levelled, Resistance, Skill
from chargen.games.five_plus.improvement import Rating, after_double, settled
from chargen.games.five_plus.rules import Rules, cost
from chargen.kit.former_ledger import Ledger, Step

KEY = "five-plus"
UNPAID = f"{KEY}/milestone-points"
"""The code of a line that is only not paid for."""
_PARTNERS = {
    "award": (),
    "rolled": ("double",),
    "practice": ("for", "double"),
    "raise": ("to",),
    "add": ("level", "tier", "kind"),
}
"""The keys that go with each thing a line can do."""
_NEEDS = {"rolled": "double", "practice": "for", "raise": "to", "add": "level"}
"""The key without which it cannot be done."""
_EXAMPLES = {
    "award": "as in {award: 6, why: the siege is lifted}",
    "rolled": "as in {rolled: Sword, double: 4}",
    "practice": "as in {practice: [Sword, Shield], for: Sword, double: 6}",
    "raise": "as in {raise: Persuade, to: 3}",
    "add": "as in {add: Firearms, level: 1}",
}

Rated = TypeVar("Rated", Skill, Resistance)
Slot = tuple[str, str]
"""Where a descriptor stands: ``skills`` or ``resistances``, and its name in the file's spelling."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a character stands between two lines of the ledger."""

    ratings: dict[Slot, Rating] = field(default_factory=dict)
    earned: int = 0
    spent: int = 0
    unknown: frozenset[Slot] = frozenset()
    """Those whose rating could not be read."""
    complete: bool = True
    """Whether it is known who all of them are."""

    @property
    def balance(self) -> int:
        """Milestone points that are left."""
        return self.earned - self.spent

    def find(self, name: str | None) -> Slot | None:
        """The descriptor of that name; a skill before a resistance."""
        if name is None:
            return None
        return next((slot for slot in self.ratings if fold(slot[1]) == fold(name)), None)

    def known(self, name: str | None) -> Slot | None:
        """The same, if its rating could be read."""
        slot = self.find(name)
        return None if slot in self.unknown else slot

    def names(self) -> list[str]:
        """All names, the skills first."""
        return [name for _, name in self.ratings]


def _of(line: Advance, key: str) -> object:
    return getattr(line, {"raise": "raise_", "for": "for_"}.get(key, key))


def price(line: Advance, before: Progress, rules: Rules) -> int:
    """The milestone points a line costs: each level its own number. All but raises is free.

    What turns up in play is simply agreed on at the table, a new descriptor too (FPL-a11).
    """
    slot = before.find(line.raise_)
    if line.raise_ is None or line.to is None or slot in before.unknown:
        return 0
    level = 0 if slot is None else before.ratings[slot].level
    return max(0, cost(creation.counted(line.to, rules)) - cost(creation.counted(level, rules)))


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_line(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """A line of the ledger does one thing: award, rolled, practice, raise or add.

    `rolled` goes with `double`, `practice` with `for` and, if one fell, `double`, `raise` with `to`, and `add` with
    `level`, `tier` and `kind`. A line may carry `why` and `date`.

    Source: chargen's concept format; the text says nothing of ledgers
    """
    done = line.done()
    if len(done) != 1:
        found = f"this one does {listing(done)}" if done else "this one does nothing"
        yield error(f"a line of the ledger does one thing; {found}", hint=f"write one of {listing(line.verbs, 'or')}")
        return
    needed = _NEEDS.get(done[0])
    if needed is not None and _of(line, needed) is None:
        yield error(f"`{done[0]}` needs `{needed}`", done[0], key=True, hint=_EXAMPLES[done[0]])
    for key in ("double", "for", "to", "level", "tier", "kind"):
        if _of(line, key) is not None and key not in _PARTNERS[done[0]]:
            yield error(f"`{key}` does not go with `{done[0]}`", key, key=True, hint=_EXAMPLES[done[0]])


def ledger_subject(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """What is rolled for, practised or raised is on the sheet at that line, and its name is clear.

    Source: the 5+ system 3.3 (FPL-e1, FPL-e2, FPL-e5)
    """
    named: list[tuple[tuple[str | int, ...], str | None]] = [(("rolled",), line.rolled), (("raise",), line.raise_)]
    named += [(("practice", index), name) for index, name in enumerate(line.practice)]
    known = before.names()
    for path, name in named:
        if name is None:
            continue
        alike = [each for each in known if fold(each) == fold(name)]
        if not alike and before.complete:
            yield error(
                f"there is no skill or resistance `{name}` at this line of the ledger",
                *path,
                hint=did_you_mean(name, known, f"there are {listing(known)}" if known else ""),
            )
        elif len(alike) > 1:
            yield error(f"`{name}` is a skill and a resistance", *path, hint="give one of them another name")


def practice_of_two(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """Practice takes the marks off two different descriptors and gives a free roll for one of them.

    Only what is marked can be practised. A descriptor carries one mark at most.

    Source: the 5+ system 3.3 (FPL-e2, ruling FPL-Q15)
    """
    if line.verb != "practice":
        return
    slots = [before.find(name) for name in line.practice]
    if len(line.practice) != 2 or (None not in slots and slots[0] == slots[1]):
        yield error("practice is of two different descriptors", "practice", hint=_EXAMPLES["practice"])
        return
    for index, slot in enumerate(slots):
        if slot is not None and slot not in before.unknown and not before.ratings[slot].marked:
            yield error(
                f"`{slot[1]}` has no mark to take off at this line of the ledger",
                "practice",
                index,
                hint="a double that does not raise it marks it: {rolled: …, double: …}",
            )
    if line.for_ is not None and fold(line.for_) not in map(fold, line.practice):
        yield error(
            f"the free roll is for one of the two that were practised, not for `{line.for_}`",
            "for",
            hint=f"write `for: {line.practice[0]}` or `for: {line.practice[1]}`",
        )


def raise_upwards(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """A raise goes up, and not beyond what the tier allows.

    Points buy levels of the base tier; a new tier is opened by a double six alone.

    Source: the 5+ system 2.3 and 3.3 (FPL-e5, ruling FPL-Q4)
    """
    slot = before.known(line.raise_)
    if slot is None or line.to is None:
        return
    rating = before.ratings[slot]
    top = rules.maximum(rating.tier)
    if line.to <= rating.level:
        yield error(f"`{slot[1]}` stands at {rating.level} already; {line.to} is not higher", "to")
    elif line.to > top:
        yield error(
            f"`{slot[1]}` is of tier {rating.tier}, where {top} is the highest level; found {line.to}",
            "to",
            hint=f"write `to: {top}`" if rating.level < top else "only a double six leads into the next tier",
        )


def new_descriptor(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """What is new has a name that is free and a level that its tier allows.

    A descriptor may turn up in play whenever the table agrees on it.

    Source: the 5+ system 1 and 4.1 (FPL-a11)
    """
    if line.add is None:
        return
    slot = before.find(line.add)
    if slot is not None:
        yield error(f"`{slot[1]}` is on the sheet already", "add", hint="raise it, or give the new one another name")
    elif not fold(line.add) or fold(line.add) == ALL:
        yield error(f"`{line.add}` cannot be a name", "add")
    wrong = list(creation.a_level(line.level, line.add, rules, "level"))
    yield from wrong
    if line.level is not None and not wrong:
        yield from creation.level_in_tier(line.level, _tier(line, rules), line.add, rules, ())
    if line.tier and not rules.tiers:
        yield error(f"`{line.add}` has a tier, and tiers are switched off", "tier", key=True)


def free_descriptor(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """A descriptor that turns up in play costs no points, at any level that the table agrees on.

    Source: the 5+ system 1 and 4.1 (FPL-a11)
    """
    if line.add is not None and not has_errors(new_descriptor(line, before, rules)):
        yield note(f"`{line.add}` turns up in play: free, with the table's leave", "add")


def _tier(line: Advance, rules: Rules) -> int:
    if not rules.tiers:
        return 0
    return rules.tier if line.tier is None else line.tier


def milestone_points(line: Advance, before: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """What is raised is paid with milestone points awarded before it: each level costs its own number.

    From 2 to 4 that is 3 + 4 = 7.

    Source: the 5+ system 2.3 and 3.3 (FPL-e5, ruling FPL-Q6)
    """
    due = price(line, before, rules)
    if due > before.balance:
        yield error(
            f"this costs {due} milestone points and {before.balance} are left: {due - before.balance} short",
            "to",
            hint=f"put an award before it: {{award: {due - before.balance}}}",
        )


_LINE_RULES: tuple[Callable[[Advance, Progress, Rules], Iterable[Diagnostic]], ...] = (
    ledger_subject,
    practice_of_two,
    raise_upwards,
    new_descriptor,
    free_descriptor,
    milestone_points,
)


# The rules of the character as it stands after the ledger.


def ability_tier(concept: Concept, now: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """An ability of a tier comes with that tier: the skill it grew out of has reached it.

    The open tier above the base counts. What a tier unlocks is up to the table, so this only warns.

    Source: the 5+ system 3.3 (FPL-e6)
    """
    if not rules.tiers:
        return
    for index, each in enumerate(concept.abilities):
        slot = now.known(each.skill)
        if slot is not None and each.tier is not None and each.tier > reached_tier(now.ratings[slot]):
            yield warning(
                f"`{each.name}` is of tier {each.tier}, which `{slot[1]}` ({now.ratings[slot]}) has not reached",
                "abilities",
                index,
                "tier",
                hint="a double six that raises the skill opens the next tier",
            )


def reached_tier(rating: Rating) -> int:
    """The highest tier in which a descriptor can be used."""
    return rating.tier + (1 if rating.upper else 0)


def item_tier(concept: Concept, now: Progress, rules: Rules) -> Iterable[Diagnostic]:
    """A thing of a tier wants a user of that tier: by the skill it names, else by the best skill there is.

    What else it demands is up to the table, so this only warns.

    Source: the 5+ system 3.3, items (FPL-f2)
    """
    skills = {slot: rating for slot, rating in now.ratings.items() if slot[0] == "skills"}
    if not rules.tiers or not skills or not now.unknown.isdisjoint(skills):
        return
    for index, each in enumerate(concept.equipment):
        slot = now.find(each.skill)
        user = {slot: now.ratings[slot]} if slot is not None else skills
        best = max(map(reached_tier, user.values()))
        if each.tier is not None and each.tier > best:
            with_what = f"`{slot[1]}`" if slot is not None else "no skill"
            reach = f"{with_what} reaches {best}" if slot is not None else f"{with_what} is above {best}"
            yield warning(f"`{each.name}` wants a user of tier {each.tier}, and {reach}", "equipment", index, "tier")


_AFTER_RULES: tuple[Callable[[Concept, Progress, Rules], Iterable[Diagnostic]], ...] = (ability_tier, item_tier)

LEDGER_RULES: tuple[Callable[..., Iterable[Diagnostic]], ...] = (ledger_line, *_LINE_RULES, *_AFTER_RULES)


def rating_of(each: Levelled, rules: Rules) -> Rating:
    """A descriptor's level and tier as the concept states them.

    What is stated of tiers though they are switched off counts only where the table waives that.
    """
    upper = each.next[0] if each.next else 0
    tier = each.tier_in(rules) if rules.tiers or each.tier is None else each.tier
    return Rating(level=each.level or 0, tier=tier, upper=max(upper, 0), marked=each.marked)


def applied(line: Advance, before: Progress, rules: Rules) -> Progress:
    """The character after a line, its price not yet paid."""
    ratings = dict(before.ratings)
    match line.verb:
        case "award":
            return replace(before, earned=before.earned + (line.award or 0))
        case "rolled" if (slot := before.known(line.rolled)) is not None and line.double is not None:
            ratings[slot] = after_double(ratings[slot], line.double, rules)
        case "practice":
            for name in line.practice:
                if (slot := before.find(name)) is not None:
                    ratings[slot] = replace(ratings[slot], marked=False)
            if line.double is not None and (slot := before.known(line.for_)) is not None:
                ratings[slot] = after_double(ratings[slot], line.double, rules)
        case "raise" if line.raise_ is not None and line.to is not None:
            slot = before.find(line.raise_) or ("skills", line.raise_)
            rating = replace(ratings.get(slot, Rating(0, rules.tier if rules.tiers else 0)), level=line.to)
            ratings[slot] = rating if line.to > rules.maximum(rating.tier) else settled(rating, rules)
            return replace(before, ratings=ratings, unknown=before.unknown - {slot})
        case "add" if line.add is not None:
            section = "resistances" if line.kind == "resistance" else "skills"
            ratings[section, line.add] = Rating(line.level or 0, _tier(line, rules))
    return replace(before, ratings=ratings)


def _told(line: Advance, before: Progress, after: Progress, rules: Rules) -> str:
    """What a line has done, for the sheet."""
    match line.verb:
        case "award":
            return "Milestone"
        case "add":
            slot = after.find(line.add)
            return f"{line.add} {after.ratings[slot]}, new" if slot is not None else ""
        case "practice":
            dice = f"double {line.double}: {_changed(line.for_, before, after)}" if line.double else "no double"
            return f"Practice of {listing(line.practice)}, {dice}"
        case "rolled":
            return f"Double {line.double}: {_changed(line.rolled, before, after)}"
        case _:
            return _changed(line.raise_, before, after)


def _changed(name: str | None, before: Progress, after: Progress) -> str:
    slot = before.find(name)
    if slot is None:
        gained = after.find(name)
        return f"{name} {after.ratings[gained]}, new" if gained is not None else name or ""
    old, new = before.ratings[slot], after.ratings[slot]
    return f"{slot[1]} marked" if str(old) == str(new) else f"{slot[1]} {old} → {new}"


LEDGER: Ledger[Advance, Progress, Rules] = Ledger(
    key=KEY,
    ledger_rules=(ledger_line, *_LINE_RULES),
    payment=milestone_points,
    price=price,
    applied=applied,
    told=_told,
    balance=lambda now, rules: now.balance,
)


def replayed(ledger: Iterable[Advance], start: Progress, rules: Rules) -> Iterator[Step[Advance, Progress]]:
    """The ledger line by line."""
    return LEDGER.steps(ledger, start, rules)


def grow(concept: Concept, rules: Rules) -> Advanced[Concept]:
    """Replay the ledger."""
    begun = Progress(
        {path: rating_of(each, rules) for path, each in concept.levelled()},
        unknown=frozenset(path for path, each in concept.levelled() if each.unread_within() or _unclear(each, concept)),
        complete=not concept.unread("skills") and not concept.unread("resistances"),
    )
    end = LEDGER.replay(concept.advancement, begun, rules)
    now, diagnostics = end.now, list(end.diagnostics)
    for rule in _AFTER_RULES:
        diagnostics.extend(signed_by(KEY, rule, rule(concept, now, rules)))
    return Advanced(
        concept=_grown(concept, now, rules),
        created=concept,
        diagnostics=tuple(diagnostics),
        points=_points(concept, now, rules),
        ledger=end.ledger,
    )


def _unclear(each: Levelled, concept: Concept) -> bool:
    """Whether its tier follows from a rule that could not be read."""
    return concept.rules.unread("tiers") or (each.tier is None and concept.rules.unread("tier"))


def _grown(concept: Concept, now: Progress, rules: Rules) -> Concept:
    """The concept with every level as it stands now; what the ledger has not changed stays as it was written."""
    if not concept.advancement:
        return concept
    skills: dict[str, Skill] = dict(concept.skills)
    resistances: dict[str, Resistance] = dict(concept.resistances)
    for (section, name), rating in now.ratings.items():
        if section == "skills":
            skills[name] = _standing(skills.get(name), Skill, rating, rules)
        else:
            resistances[name] = _standing(resistances.get(name), Resistance, rating, rules)
    return concept.model_copy(update={"skills": skills, "resistances": resistances})


def _standing(each: Rated | None, kind: type[Rated], rating: Rating, rules: Rules) -> Rated:
    if each is not None and rating_of(each, rules) == rating:
        return each
    upper = (rating.upper,) if rating.upper else ()
    stands = {"level": rating.level, "tier": rating.tier, "next": upper, "marked": rating.marked}
    return (each or kind()).model_copy(update=stands)


def _points(concept: Concept, now: Progress, rules: Rules) -> dict[str, Points]:
    """What creation has cost, where levels are bought; and milestone points, where the ledger has any."""
    points: dict[str, Points] = {}
    if rules.creation == "points":
        used, budget = creation.spent(concept, rules), rules.points
        left = None if budget is None else max(0, budget - used)
        points["creation"] = Points(budget=budget, spent=used, available=left)
    if now.earned or now.spent:
        points["milestone"] = Points(budget=now.earned, spent=now.spent, available=max(now.balance, 0))
    return points
