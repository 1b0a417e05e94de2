"""Experience: the ledger is replayed line by line. The text prices nothing; a line tells what the table asked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.game import Advanced
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Points, signed
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles.concept import Advance, Concept, Variation
from chargen.games.gamocles.names import SKILLS, TRAITS, Name, called
from chargen.games.gamocles.rules import Rules
from chargen.kit.ledger import Ledger

KEY = "gamocles"
_EVERY = (*TRAITS, *SKILLS)


@dataclass(frozen=True, slots=True)
class LedgerState:
    """Where a character stands between two lines of the ledger."""

    numbers: Mapping[str, int]
    """Traits and skills by full name."""
    variations: tuple[Variation, ...] = ()
    earned: int = 0
    spent: int = 0
    counts: bool = False
    """Whether the table counts points: the ledger has an award somewhere."""
    unknown: frozenset[str] = field(default=frozenset())
    """Traits and skills whose number could not be read."""
    complete: bool = True
    """Whether the names of all variations could be read."""

    @property
    def balance(self) -> int:
        """Points that are left; where the table counts none, 0."""
        return self.earned - self.spent if self.counts else 0

    def holds(self, name: str) -> Variation | None:
        """The variation of that name."""
        return next((each for each in self.variations if fold(each.name or "") == fold(name)), None)


def price(line: Advance) -> int:
    """The points that the table asked for a line. A variation that gives points back is no award: it costs nothing."""
    if line.award is not None:
        return 0
    return max(line.points + (line.gain.points if line.gain is not None else 0), 0)


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_line(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A line of the ledger does one thing: award, change, gain or lose.

    `change` goes with `to`. Any but an award may carry `points`, what the table asked for it; all may carry `why` and
    `date`.

    Source: chargen's concept format; the text says nothing of experience (GAM-e1)
    """
    done = line.done()
    if len(done) != 1:
        found = f"this one does {listing(done)}" if done else "this one does nothing"
        yield error(f"a line of the ledger does one thing; {found}", hint=f"write one of {listing(line.verbs, 'or')}")
        return
    if done[0] == "change" and line.to is None:
        yield error("`change` needs `to`", hint="as in {change: combat, to: 4, points: 3}")
    if done[0] != "change" and line.to is not None:
        yield error(f"`to` does not go with `{done[0]}`", "to", key=True, hint="as in {change: combat, to: 4}")
    if done[0] == "award" and line.points:
        yield error("`points` is a price, and an award costs nothing", "points", key=True, hint="as in {award: 2}")
    if done[0] == "gain" and line.points and line.gain is not None and line.gain.points:
        yield error("the price stands twice", "points", key=True, hint="as in {gain: {name: Cold Blood, points: 1}}")


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """What changes is a trait or a skill; what is lost is a variation that the character has at that line.

    Source: Gamocles, The Character Sheet (GAM-a1, GAM-a2, GAM-a4)
    """
    if line.change is not None and called(line.change, _EVERY) is None:
        yield error(
            f"there is no trait or skill `{line.change}`",
            "change",
            hint=creation.instead(line.change, _EVERY),
        )
    if line.lose is not None and before.holds(line.lose) is None and before.complete:
        held = [each.name or "" for each in before.variations]
        yield error(
            f"there is no variation `{line.lose}` at this line of the ledger",
            "lose",
            hint=did_you_mean(line.lose, held, f"there are {listing(held)}" if held else "there are none"),
        )


def changed_traits(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A trait does not change to less than 0, and at 0 it keeps no dice. A skill may change to anything.

    Source: Gamocles, basic mechanics (ruling GAM-Q8)
    """
    name = called(line.change, TRAITS) if line.change is not None else None
    if name is None or line.to is None:
        return
    if line.to < 0:
        yield error(f"{name} cannot become {signed(line.to)}: only skills may be negative", "to")
    elif line.to == 0:
        yield warning(f"with {name} 0 no dice are kept: every {name} check totals 0", "to")


def changes_something(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A change to what is there already is most likely a slip.

    Source: chargen's concept format; the text says nothing of experience (GAM-e1)
    """
    name = called(line.change, _EVERY) if line.change is not None else None
    if name is not None and name.full not in before.unknown and line.to == before.numbers[name.full]:
        yield warning(f"{name} is {signed(before.numbers[name.full])} already at this line of the ledger", "to")


def gained_variation(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A variation that is gained is well formed, and its prerequisites are met at that line.

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if line.gain is None:
        return
    yield from creation.terms(line.gain, "gain")
    yield from creation.variation_numbers(line.gain, "gain")
    yield from creation.unmet(line.gain, before.numbers, "gain", unknown=before.unknown)


def gained_name(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A variation that is gained is not there already (*ours*: the text does not say whether one may be had twice).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if line.gain is not None and line.gain.name is not None and (known := before.holds(line.gain.name)) is not None:
        yield error(f"`{known.name}` is on the sheet already", "gain", hint="give the new one a name of its own")


def kept_prerequisites(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """A change that takes away what a variation asks for is worth a word with the Boss.

    The text asks for prerequisites and does not say what becomes of the variation (*ours*).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    name = called(line.change, _EVERY) if line.change is not None else None
    if name is None or line.to is None:
        return
    for variation in before.variations:
        least = scores.numbers(variation.requires, _EVERY).get(name.full)
        known = name.full not in before.unknown
        if known and least is not None and line.to < least <= before.numbers[name.full]:
            yield warning(
                f"`{variation.name}` asks for {name} {signed(least)} or more, and this makes it {signed(line.to)}",
                "to",
                hint=f"{{lose: {variation.name}}}, or leave it to the Boss",
            )


def experience(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Where the table awards points, what is bought is paid with points awarded before it.

    The text has neither awards nor prices: `points` is what the table asked, and a ledger without an award is not
    counted at all (*ours*).

    Source: chargen's concept format (GAM-e1)
    """
    cost = price(line)
    if before.counts and cost > before.balance:
        short = cost - before.balance
        yield error(
            f"the table asked {cost} for this and {before.balance} are left: {short} short",
            *(("points",) if line.points else ("gain", "points")),
            hint=f"put an award before it: {{award: {short}}}",
        )


LEDGER_RULES: tuple[Callable[[Advance, LedgerState, Rules], Iterable[Diagnostic]], ...] = (
    ledger_line,
    ledger_subject,
    changed_traits,
    changes_something,
    gained_variation,
    gained_name,
    kept_prerequisites,
    experience,
)


def applied(line: Advance, before: LedgerState) -> LedgerState:
    """The character after a line, its price not yet paid."""
    if line.award is not None:
        return replace(before, earned=before.earned + line.award)
    if line.change is not None and line.to is not None and (name := called(line.change, _EVERY)) is not None:
        known = before.unknown - {name.full}
        return replace(before, numbers={**before.numbers, name.full: line.to}, unknown=known)
    if line.gain is not None:
        return replace(before, variations=(*before.variations, line.gain))
    if line.lose is not None and (lost := before.holds(line.lose)) is not None:
        return replace(before, variations=tuple(each for each in before.variations if each is not lost))
    return before


def _told(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    if line.award is not None:
        return "Points awarded"
    if line.gain is not None:
        return f"{line.gain.name}, gained"
    if line.lose is not None:
        return f"{(before.holds(line.lose) or Variation(name=line.lose)).name}, lost"
    name: Name | None = called(line.change or "", _EVERY)
    was = f"{name} {signed(before.numbers[name.full])}" if name else line.change
    return f"{was} → {signed(line.to or 0)}"


LEDGER: Ledger[Advance, LedgerState, Rules] = Ledger(
    key=KEY,
    ledger_rules=LEDGER_RULES,
    payment=experience,
    price=lambda line, before, rules: price(line),
    applied=lambda line, before, rules: applied(line, before),
    told=_told,
    balance=lambda now, rules: now.balance,
    why=lambda line: line.why or (line.gain.why if line.gain is not None else ""),
)


def grow(concept: Concept, rules: Rules) -> Advanced[Concept]:
    """Replay the ledger."""
    begun = LedgerState(
        numbers=scores.traits(concept.traits, rules) | scores.skills(concept.skills),
        variations=concept.variations,
        counts=any(line.award is not None for line in concept.advancement),
        unknown=scores.unread(concept),
        complete=not any(variation.unread("name") for variation in concept.variations),
    )
    end = LEDGER.replay(concept.advancement, begun, rules)
    now = end.now
    traits = {name.full: now.numbers[name.full] for name in TRAITS if name.full not in now.unknown}
    skills = {name.full: now.numbers[name.full] for name in SKILLS if name.full not in now.unknown}
    grown = concept.model_copy(update={"traits": traits, "skills": skills, "variations": now.variations})
    return Advanced(
        concept=grown,
        created=concept,
        diagnostics=end.diagnostics,
        points=_points(concept, rules, now),
        ledger=end.ledger,
    )


def _points(concept: Concept, rules: Rules, end: LedgerState) -> dict[str, Points]:
    """The points of creation, and those of the ledger where there is one."""
    found = {
        "traits": _of(rules.trait_points, sum(scores.traits(concept.traits, rules).values())),
        "skills": _of(rules.skill_points, sum(scores.skills(concept.skills).values())),
        "variations": _of(rules.variation_points, sum(each.points for each in concept.variations)),
    }
    if concept.advancement:
        found["experience"] = _of(end.earned if end.counts else None, end.spent)
    return found


def _of(budget: int | None, spent: int) -> Points:
    return Points(budget=budget, spent=spent, available=None if budget is None else max(budget - spent, 0))
