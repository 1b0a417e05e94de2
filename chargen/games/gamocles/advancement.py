"""Replay the experience ledger line by line. The text has no prices, so each line states the price at the table."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from chargen.game.ledger import Advanced
from chargen.games.gamocles import creation, scores
from chargen.games.gamocles.concept import Advance, Concept
from chargen.games.gamocles.rules import (
    EVERY,
    LARGEST_SCORE,
    SKILL_PRICE,
    SKILLS,
    TRAIT_PRICE,
    TRAITS,
    VARIATION_PRICE,
    Rules,
)
from chargen.kit.holdings import Holdings, HoldingVerbs, check_subject
from chargen.kit.ledger import Ledger
from chargen.kit.ledger_line import Candidate
from chargen.page.roll import Points, signed
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import fold

if TYPE_CHECKING:
    from chargen.games.gamocles.npc import Words


VERBS = HoldingVerbs(
    find_name=lambda word, rules: name.full if (name := EVERY.find(word)) is not None else None,
    default_number=lambda name, rules: 0,
    find_gained=lambda line: line.gain,
    # A variation with negative points costs nothing and is no award.
    price=lambda line, before, rules: max(line.points + (line.gain.points if line.gain is not None else 0), 0),
    # Only skills may be negative.
    nearest=lambda name, number, rules: number if TRAITS.find(name) is None else max(number, 0),
)
"""The verbs that set traits and skills, and gain and lose variations."""


# The rules of a line; each gets the line and the character before it, and yields diagnostics.


def ledger_subject(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change only a known trait or skill, and lose only a variation that the character has at that line.

    Source: Gamocles, The Character Sheet (GAM-a1, GAM-a2, GAM-a4)
    """
    return check_subject(line, before, EVERY, "variation")


def changed_traits(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change a trait to 0 or more; at 0 it keeps no dice. A skill may change to any number.

    Source: Gamocles, basic mechanics (ruling GAM-Q8)
    """
    name = TRAITS.find(line.change) if line.change is not None else None
    if name is None or line.to is None:
        return
    if line.to < 0:
        yield error(f"{name} cannot become {signed(line.to)}: only skills may be negative", "to")
    elif line.to == 0:
        yield warning(f"with {name} 0 no dice are kept: every {name} check totals 0", "to")


def changes_something(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Change a number to a different number: the same number is probably a mistake.

    Source: chargen's concept format; the text says nothing of experience (GAM-e1)
    """
    return VERBS.check_change(line, before, rules)


def gained_variation(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Gain only a valid variation whose prerequisites the character meets at that line.

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if line.gain is None:
        return
    yield from creation.variation_terms(line.gain, rules, "gain")
    yield from creation.unmet(line.gain, before.numbers, "gain")


def gained_name(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Gain only a new variation (*house default*: the text does not say whether a character may have one twice).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    return VERBS.check_new(line, before)


def kept_prerequisites(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a change after which the prerequisites of a variation are no longer met: ask the Boss.

    The text does not say what happens to the variation then (*house default*).

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    name = EVERY.find(line.change) if line.change is not None else None
    if name is None or line.to is None:
        return
    for variation in before.things:
        least = scores.numbers(variation.requires, EVERY).get(name.full)
        # Warn only on the line that breaks the prerequisite: it was met before. An unread number counts as not met.
        if least is not None and line.to < least <= before.numbers.get(name.full, least - 1):
            subject = f"`{variation.name}`" if variation.name else "a variation"
            yield warning(
                f"{subject} asks for {name} {signed(least)} or more, and this makes it {signed(line.to)}",
                "to",
                hint=f"{{lose: {variation.name or '…'}}}, or leave it to the Boss",
            )


def _priced_once(line: Advance, before: Holdings, rules: Rules) -> Iterable[Diagnostic]:
    if line.points and line.gain is not None and line.gain.points:
        yield error("the price is stated twice", "points", key=True, hint="as in {gain: {name: Cold Blood, points: 1}}")


# Possible purchases, at prices that are house defaults, because the text has none.


def _candidates(state: Holdings, rules: Rules, words: "Words") -> Iterable[Candidate]:
    for names, price in ((TRAITS, TRAIT_PRICE), (SKILLS, SKILL_PRICE)):
        for name in names:
            to = state.numbers.get(name.full, 0) + 1
            # From a negative skill up, a step to 0 or less would be free; it costs as much as the step to 1.
            line = {"change": name.key, "to": to, "points": max(to, 1) * price}
            yield Candidate(line if to <= LARGEST_SCORE else None, (name.key, name.full, name.short))
    # A candidate without a line is for preferences: the character has the variation already.
    for variation in state.things:
        yield Candidate(None, (variation.name or "",), group="variation")
    value = {fold(variation.name or "") for variation in state.things}
    for variation in words.variations:
        if fold(variation.name or "") not in value:
            # The price is on the line; with one on the variation as well it would be stated twice (`_priced_once`).
            gain = variation.model_copy(update={"points": 0}) if variation.points else variation
            yield Candidate({"gain": gain, "points": VARIATION_PRICE}, (variation.name or "",), group="variation")


LEDGER: Ledger[Concept, Advance, Holdings, Rules] = Ledger(
    key="gamocles",
    entry=Advance,
    verbs=(
        VERBS.change("as in {change: combat, to: 4, points: 3}"),
        VERBS.gain(
            "as in {gain: {name: Cold Blood, points: 1}}",
            lambda gained: f"{gained.name}, gained",
            price_at=("gain", "points"),
            why=lambda line: line.why or (line.gain.why if line.gain is not None else ""),
            form=_priced_once,
        ),
        VERBS.lose("as in {lose: Red Mist}"),
    ),
    line_rules=(
        ledger_subject,
        changed_traits,
        changes_something,
        gained_variation,
        gained_name,
        kept_prerequisites,
    ),
    start=lambda concept, rules: Holdings(
        scores.known(concept, rules), concept.variations, is_complete=not concept.unread("variations")
    ),
    finish=lambda concept, state, rules: concept.model_copy(
        update={
            "traits": {name.full: state.numbers[name.full] for name in TRAITS if name.full in state.numbers},
            "skills": {name.full: state.numbers[name.full] for name in SKILLS if name.full in state.numbers},
            "variations": state.things,
        }
    ),
    has_prices=False,
    source="chargen's concept format; the text says nothing of experience (GAM-e1)",
    payment="""Where the table awards points, what is bought is paid with points awarded before it.

    The text has neither awards nor prices: `points` is what the table asked, and a ledger without an award is
    not counted (*house default*).

    Source: chargen's concept format (GAM-e1)
    """,
    candidates=_candidates,
    hint=lambda wish, rules: EVERY.suggest(wish),
    deeds=lambda words: words.deeds,
)


def points(advanced: Advanced[Concept], rules: Rules) -> dict[str, Points]:
    """Return the points of creation, and the points of the ledger if there is one."""
    points = {name: Points.of(*spent) for name, spent in scores.budgets(advanced.created, rules).items()}
    return points | ({"experience": advanced.account.points()} if advanced.created.advancement else {})
