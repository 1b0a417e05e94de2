"""Experience: the ledger is replayed line by line. The text has no prices; a line states what the table asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.ledger import Advanced
from chargen.core.names import fold
from chargen.core.roll import Points, signed
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles.concept import Advance, Concept, Variation
from chargen.games.gamocles.rules import EVERY, SKILL_PRICE, SKILLS, TRAIT_PRICE, TRAITS, VARIATION_PRICE, Rules
from chargen.games.gamocles.words import Words
from chargen.kit.checks import unknown
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate, Verb, missing


@dataclass(frozen=True, slots=True)
class LedgerState:
    """The state of a character between two lines of the ledger."""

    numbers: Mapping[str, int]
    """Traits and skills by full name, without those whose number could not be read."""
    variations: tuple[Variation, ...] = ()

    def holds(self, name: str) -> Variation | None:
        """Return the variation of that name."""
        return next((held for held in self.variations if fold(held.name or "") == fold(name)), None)


# The rules of a line: each sees the character before it and the line, and says what is wrong.


def ledger_subject(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change a trait or a skill, and lose a variation that the character has at that line.

    Source: Gamocles, The Character Sheet (GAM-a1, GAM-a2, GAM-a4)
    """
    if line.change is not None and EVERY.called(line.change) is None:
        yield unknown(line.change, EVERY, "change")
    if line.lose is not None and before.holds(line.lose) is None:
        held = [variation.name or "" for variation in before.variations]
        yield missing("variation", line.lose, held, "lose")


def changed_traits(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change no trait to less than 0; at 0 it keeps no dice. A skill may change to any number.

    Source: Gamocles, basic mechanics (ruling GAM-Q8)
    """
    name = TRAITS.called(line.change) if line.change is not None else None
    if name is None or line.to is None:
        return
    if line.to < 0:
        yield error(f"{name} cannot become {signed(line.to)}: only skills may be negative", "to")
    elif line.to == 0:
        yield warning(f"with {name} 0 no dice are kept: every {name} check totals 0", "to")


def changes_something(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Change a number to another one: the same number is most likely a slip.

    Source: chargen's concept format; the text says nothing of experience (GAM-e1)
    """
    name = EVERY.called(line.change) if line.change is not None else None
    if name is not None and line.to == before.numbers.get(name.full):
        yield warning(f"{name} is {signed(before.numbers[name.full])} already at this line of the ledger", "to")


def gained_variation(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Gain a variation that is well formed and whose prerequisites are met at that line.

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if line.gain is None:
        return
    yield from creation.variation_terms(line.gain, rules, "gain")
    yield from creation.unmet(line.gain, before.numbers, "gain")


def gained_name(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Gain a variation that is not there yet (*house default*: the text does not say whether one may be had twice).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if line.gain is not None and line.gain.name is not None and (held := before.holds(line.gain.name)) is not None:
        yield error(f"`{held.name}` is on the sheet already", "gain", hint="give the new one a name of its own")


def kept_prerequisites(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a change that takes away what a variation asks for: ask the Boss.

    The text asks for prerequisites and does not say what becomes of the variation (*house default*).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    name = EVERY.called(line.change) if line.change is not None else None
    if name is None or line.to is None:
        return
    for variation in before.variations:
        least = scores.numbers(variation.requires, EVERY).get(name.full)
        if least is not None and line.to < least <= before.numbers.get(name.full, least - 1):
            yield warning(
                f"`{variation.name}` asks for {name} {signed(least)} or more, and this makes it {signed(line.to)}",
                "to",
                hint=f"{{lose: {variation.name}}}, or leave it to the Boss",
            )


# What the lines change, and how it goes back into the concept.


def _created(concept: Concept, rules: Rules) -> LedgerState:
    unread = scores.unread(concept)
    numbers = {name: number for name, number in scores.every(concept, rules).items() if name not in unread}
    return LedgerState(numbers, concept.variations)


def _advanced(concept: Concept, state: LedgerState, rules: Rules) -> Concept:
    traits, skills = (
        {name.full: state.numbers[name.full] for name in names if name.full in state.numbers}
        for names in (TRAITS, SKILLS)
    )
    return concept.model_copy(update={"traits": traits, "skills": skills, "variations": state.variations})


# What the verbs do and cost.


def _price(line: Advance, before: LedgerState, rules: Rules) -> int:
    """Return the points that the table asked. A variation that gives points back is no award: it costs nothing."""
    return max(line.points + (line.gain.points if line.gain is not None else 0), 0)


def _changed(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    name = EVERY.called(line.change or "")
    if name is None or line.to is None:
        return before
    return replace(before, numbers={**before.numbers, name.full: line.to})


def _change(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    name = EVERY.called(line.change or "")
    was = f"{name} {signed(before.numbers.get(name.full, 0))}" if name else line.change
    return f"{was} → {signed(line.to or 0)}"


def _gained(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    return replace(before, variations=(*before.variations, *filter(None, [line.gain])))


def _lost(line: Advance, before: LedgerState, rules: Rules) -> LedgerState:
    lost = before.holds(line.lose or "")
    return replace(before, variations=tuple(held for held in before.variations if held is not lost))


def _lose(line: Advance, before: LedgerState, after: LedgerState, rules: Rules) -> str:
    held = before.holds(line.lose or "")
    return f"{held.name if held else line.lose}, lost"


def _priced_once(line: Advance, before: LedgerState, rules: Rules) -> Iterable[Diagnostic]:
    if line.points and line.gain is not None and line.gain.points:
        yield error("the price is stated twice", "points", key=True, hint="as in {gain: {name: Cold Blood, points: 1}}")


# What points can buy, at prices that are house defaults: the text has none.


def _candidates(state: LedgerState, rules: Rules, words: Words) -> Iterable[Candidate]:
    """One more of any trait or skill, and any variation of the words."""
    for names, price in ((TRAITS, TRAIT_PRICE), (SKILLS, SKILL_PRICE)):
        for name in names:
            to = state.numbers.get(name.full, 0) + 1
            line = {"change": name.key, "to": to, "points": max(to, 1) * price}
            yield Candidate(line, (name.key, name.full, name.short))
    for variation in state.variations:
        yield Candidate(None, (variation.name or "",), group="variation")
    held = {fold(variation.name or "") for variation in state.variations}
    for variation in words.variations:
        if fold(variation.name or "") not in held:
            gain = variation.model_copy(update={"points": 0}) if variation.points else variation
            yield Candidate({"gain": gain, "points": VARIATION_PRICE}, (variation.name or "",), group="variation")


LEDGER: Ledger[Concept, Advance, LedgerState, Rules] = Ledger(
    key="gamocles",
    entry=Advance,
    verbs=(
        Verb(
            "change",
            "as in {change: combat, to: 4, points: 3}",
            _changed,
            _change,
            price=_price,
            price_at=("points",),
            needs=("to",),
            takes=("points",),
            merge=lambda one, other: {**other, "points": one["points"] + other["points"]},
        ),
        Verb(
            "gain",
            "as in {gain: {name: Cold Blood, points: 1}}",
            _gained,
            lambda line, before, after, rules: f"{after.variations[-1].name}, gained",
            price=_price,
            price_at=("gain", "points"),
            takes=("points",),
            why=lambda line: line.why or (line.gain.why if line.gain is not None else ""),
            form=_priced_once,
        ),
        Verb(
            "lose",
            "as in {lose: Red Mist}",
            _lost,
            _lose,
            price=_price,
            price_at=("points",),
            takes=("points",),
        ),
    ),
    line_rules=(
        ledger_subject,
        changed_traits,
        changes_something,
        gained_variation,
        gained_name,
        kept_prerequisites,
    ),
    start=_created,
    finish=_advanced,
    reads=("variations.*.name",),
    has_prices=False,
    source="chargen's concept format; the text says nothing of experience (GAM-e1)",
    payment="""Where the table awards points, what is bought is paid with points awarded before it.

    The text has neither awards nor prices: `points` is what the table asked, and a ledger without an award is
    not counted (*house default*).

    Source: chargen's concept format (GAM-e1)
    """,
    candidates=_candidates,
    hint=lambda wish, rules: EVERY.instead(wish),
    deeds=lambda words: words.deeds,
)


def points(advanced: Advanced[Concept], rules: Rules) -> dict[str, Points]:
    """Return the points of creation, and those of the ledger where there is one."""
    points = {name: Points.of(*spent) for name, spent in scores.spent(advanced.created, rules).items()}
    return points | ({"experience": advanced.account.points()} if advanced.created.advancement else {})
