"""Test the promises about numbers: chances are exact and sum to 1, cards fit, and blows are consistent."""

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from chargen import checking
from chargen.game.contract import View
from chargen.game.fight import Blow, Fighter
from chargen.page.action import Action, by_need
from chargen.page.card import MOST_NUMBERS, Card
from chargen.page.roll import Mean, OddsData, as_json
from chargen.page.sheet import Chart
from chargen.schema.parsing import parse
from chargen.testing.trial import Trial
from chargen.text.names import fold, listing

FINEST = 1000  # The largest denominator of a bare float among the derived numbers
NOT_ON_CARDS = ("system", "rules", "waive", "stated", "state", "advancement")
"""The keys of a concept that are about the file and the table."""


def odds_are_exact(trial: Trial) -> Iterator[str]:
    """Require that every roll has odds, with fractions from 0 to 1, a unique id, and a form in JSON."""
    for checked in trial.characters:
        rolls, name = checked.rolls(), checked.source.name
        if not rolls:
            yield f"{name} has nothing to roll"
        ids = Counter(roll.id for roll in rolls)
        yield from (f"{name}: the id {id_} is taken twice" for id_, number in ids.items() if number > 1)
        for roll in rolls:
            if not roll.odds:
                yield f"{name}: {roll.id} has no odds"
            thrown: OddsData = {"outcomes": roll.dice.outcomes} if roll.dice is not None else {}
            for wrong in (*wrong_odds(roll.odds), *wrong_odds(thrown, "thrown: ")):
                yield f"{name}: {roll.id}: {wrong}"
        for stat, value in _rounded(checked.stats()):
            yield f"{name}: {stat} is {value!r}, a rounded number: make it a Fraction"
        # Raises where a value has no form in JSON.
        json.dumps([as_json(checked.stats()), as_json(checked.points()), as_json(rolls)])


def wrong_odds(odds: OddsData, where: str = "") -> Iterator[str]:
    """Yield each value that is no chance, and each ``outcomes`` whose chances do not sum to 1."""
    for name, value in odds.items():
        if not isinstance(name, str):
            yield f"{where}the key {name!r} is no text"
        if isinstance(value, Fraction):
            if not 0 <= value <= 1:
                yield f"{where}{name} is {value}"
        elif isinstance(value, Mean):
            if not isinstance(value.value, Fraction):
                yield f"{where}{name} is no fraction"
        elif not isinstance(value, Mapping):
            yield f"{where}{name} is neither a chance nor an average"
        else:
            yield from wrong_odds(value, f"{where}{name}.")
            if name == "outcomes" and (total := _total(value.values())) != 1:
                yield f"{where}{name} sum to {total}, and not to 1"


def _total(values: Iterable[Any]) -> Any:
    return sum((value for value in values if isinstance(value, (int, Fraction))), Fraction(0))


def _rounded(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _rounded(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _rounded(inner, name)
    # A float such as 0.07 is a number of a book; one with many decimals is a rounded chance.
    elif isinstance(value, float) and Fraction(str(value)).denominator > FINEST:
        yield name, value


def charts_are_whole(trial: Trial) -> Iterator[str]:
    """Require that the outcomes of a chart sum to 1."""
    for checked in trial.characters:
        for block in checking.make_sheet(checked).blocks:
            if isinstance(block, Chart) and (total := _total(chance for _, chance in block.series)) != 1:
                yield f"{checked.source.name}: the chances of the chart {block.name} sum to {total}, and not to 1"


def questions_are_answered(trial: Trial) -> Iterator[str]:
    """Require that the examples of `chargen odds` have answers, which can be printed."""
    ask = trial.game.ask
    if not ask.examples:
        yield "`chargen odds` shows no example"
    for example in ask.examples:
        parsed = parse(ask.options, _given(example))
        if parsed.value is None or parsed.diagnostics:
            yield f"{example}: {[diagnostic.message for diagnostic in parsed.diagnostics]}"
        else:
            answer = trial.game.answer(parsed.value)
            yield from (f"{example}: {wrong}" for wrong in wrong_odds(answer.odds))
            for label, chance in answer.rows:
                yield from (f"{example}: in the rows, {wrong}" for wrong in wrong_odds({label: chance}))


def _given(example: str) -> dict[str, Any]:
    """Return the options of an example's command line, split as a shell does, as plain data."""
    given: dict[str, Any] = {}
    key = ""
    for word in shlex.split(example):
        if word.startswith("--"):
            key = word.removeprefix("--").replace("-", "_")
            given[key] = True
        else:
            given[key] = int(word) if word.removeprefix("-").isdecimal() else word
    return given


def cards_are_made(trial: Trial) -> Iterator[str]:
    """Require that every character has a card, whose numbers fit and whose chances are valid.

    A card that follows from the sheet names what the character has picked, such as weapons.
    """
    for name, view in trial.views:
        card = view.card()
        if trial.game.card is None:
            yield from (f"{name}: {wrong}" for wrong in _lost_on_card(card, view))
        if len(card.numbers) > MOST_NUMBERS:
            yield f"{name}: the card has {len(card.numbers)} numbers, and room for {MOST_NUMBERS}"
        yield from (f"{name}: {wrong}" for wrong in _missing_on_card(card, view.actions()))
        for roll in card.rolls:
            yield from (f"{name}: the card's {wrong}" for wrong in wrong_odds({roll.label: roll.chance}))


def _missing_on_card(card: Card, actions: Sequence[Action]) -> Iterator[str]:
    """Yield what a card has to print before all else, and does not: see `by_need`."""
    needed = by_need(actions)[0]
    names, printed = [action.name for action in needed], [roll.label for roll in card.rolls]
    if printed[: len(needed)] != names:
        yield f"the card must begin with {names}; it has {printed}"
        return
    for action, roll in zip(needed, card.rolls, strict=False):
        if action.result not in roll.note:
            yield f"the card must say what {action.name} does, {action.result}; it has {roll.note!r}"


def _lost_on_card(card: Card, view: View) -> Iterator[str]:
    """Yield the names that a character has picked and its card does not have."""
    printed = fold(repr(card))
    picked = view.character.advanced.concept.model_dump(exclude={*NOT_ON_CARDS})
    for key, values in picked.items():
        entries = values if isinstance(values, tuple) else ()
        names = [entry.get("name") or "" if isinstance(entry, Mapping) else str(entry) for entry in entries]
        if lost := [name for name in names if fold(name) not in printed]:
            yield f"the card lacks {listing(lost)} of `{key}`: name them in an action, in `Prose` or in a table"


def actions_are_valid(trial: Trial) -> Iterator[str]:
    """Require that the outcomes of every action sum to 1, and that its harm has valid odds."""
    for name, view in trial.views:
        for action in view.actions():
            odds: dict[str, Any] = {"outcomes": action.outcomes, action.chance_of: action.chance}
            if action.harm is not None and action.harm.chances:
                odds["harm"] = {"outcomes": {str(amount): chance for amount, chance in action.harm.chances.items()}}
            yield from (f"{name}: {wrong}" for wrong in wrong_odds(odds, f"{action.name}: "))


def fights_are_fought(trial: Trial) -> Iterator[str]:
    """Require that every fighter can take harm, that a blow has a chance, and that the chances of its harm sum to 1."""
    fight = trial.game.fight
    if fight is None:
        return
    fighters = [(name, view.fighter(), fight.combatant(view.character)) for name, view in trial.views]
    # Each against the next one, and the last against the first.
    for (name, fighter, one), (_, _, other) in zip(fighters, [*fighters[1:], *fighters[:1]], strict=True):
        blow = fight.blow(one, other)
        contest = fight.contest(one, other) if fight.contest else None
        blows = (*((blow,) if blow else ()), *(contest.blows if contest else ()))
        wrong = [*_wrong_fighter(fighter), *chain(*map(_wrong_blow, blows))]
        if contest and (total := _total(contest.dealt.values())) != 1:
            wrong.append(f"the chances of a contest sum to {total}, and not to 1")
        yield from (f"{name}: {message}" for message in wrong)


def _wrong_fighter(fighter: Fighter) -> Iterator[str]:
    if fighter.stamina <= 0:
        yield f"their stamina is {fighter.stamina}: a fighter can take some harm"
    if fighter.first is not None:
        yield from wrong_odds({"the chance to act first": fighter.first})


def _wrong_blow(blow: Blow) -> Iterator[str]:
    for hit, dealt in ((blow.hit, blow.dealt), *(((blow.undodged.hit, blow.undodged.dealt),) if blow.undodged else ())):
        yield from (f"{blow.what}: {wrong}" for wrong in wrong_odds({"the chance to hit": hit}))
        chances = {f"the chance of {harm.amount} harm": chance for harm, chance in dealt.items()}
        yield from (f"{blow.what}: {wrong}" for wrong in wrong_odds(chances))
        if (total := _total(dealt.values())) != 1:
            yield f"{blow.what}: the chances of its harm sum to {total}, and not to 1"
