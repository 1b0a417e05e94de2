"""Test the promises about numbers: chances are exact and sum to 1, cards fit, and blows are consistent."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any

from chargen.page.action import by_need
from chargen.page.card import MOST_NUMBERS
from chargen.page.roll import Mean, OddsData, as_json
from chargen.schema.parsing import parse
from chargen.testing.trial import Trial


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
            total = sum(chance for chance in value.values() if isinstance(chance, (int, Fraction)))
            if name == "outcomes" and total != 1:
                yield f"{where}{name} sum to {total}, and not to 1"


def questions_are_answered(trial: Trial) -> Iterator[str]:
    """Require that the examples of `chargen odds` have answers, which can be printed."""
    ask = trial.game.ask
    if not ask.examples:
        yield "`chargen odds` shows no example"
    for example in ask.examples:
        # The options as a shell splits them.
        given: dict[str, Any] = {}
        key = ""
        for word in shlex.split(example):
            if word.startswith("--"):
                key = word.removeprefix("--").replace("-", "_")
                given[key] = True
            else:
                given[key] = int(word) if word.removeprefix("-").isdecimal() else word
        parsed = parse(ask.options, given)
        if parsed.value is None or parsed.diagnostics:
            yield f"{example}: {[diagnostic.message for diagnostic in parsed.diagnostics]}"
            continue
        answer = trial.game.answer(parsed.value)
        rows = (wrong_odds({label: chance}, "in the rows, ") for label, chance in answer.rows)
        yield from (f"{example}: {wrong}" for wrong in chain(wrong_odds(answer.odds), *rows))


def actions_are_valid(trial: Trial) -> Iterator[str]:
    """Require that the outcomes of every action sum to 1, and that its harm has valid odds."""
    for name, view in trial.views:
        for action in view.actions():
            odds: dict[str, Any] = {"outcomes": action.outcomes, action.chance_of: action.chance}
            if action.harm is not None and action.harm.chances:
                odds["harm"] = {"outcomes": {str(amount): chance for amount, chance in action.harm.chances.items()}}
            yield from (f"{name}: {wrong}" for wrong in wrong_odds(odds, f"{action.name}: "))


def cards_are_made(trial: Trial) -> Iterator[str]:
    """Require a card of every character, which begins with what it needs, whose numbers fit and chances are valid."""
    for name, view in trial.views:
        card = view.card()
        if len(card.numbers) > MOST_NUMBERS:
            yield f"{name}: the card has {len(card.numbers)} numbers, and room for {MOST_NUMBERS}"
        needed, printed = [action.name for action in by_need(view.actions())[0]], [roll.label for roll in card.rolls]
        if printed[: len(needed)] != needed:
            yield f"{name}: the card must begin with {needed}; it has {printed}"
        for roll in card.rolls:
            yield from (f"{name}: the card's {wrong}" for wrong in wrong_odds({roll.label: roll.chance}))


def fights_are_fought(trial: Trial) -> Iterator[str]:
    """Require that every fighter can take harm, that a blow has a chance, and that the chances of its harm sum to 1."""
    fight = trial.game.fight
    if fight is None:
        return
    fighters = [(name, view.fighter(), fight.combatant(view.character)) for name, view in trial.views]
    # Each against the next one, and the last against the first.
    for (name, fighter, one), (_, _, other) in zip(fighters, [*fighters[1:], *fighters[:1]], strict=True):
        if fighter.stamina <= 0:
            yield f"{name}: their stamina is {fighter.stamina}: a fighter can take some harm"
        odds: dict[str, Any] = {} if fighter.first is None else {"the chance to act first": fighter.first}
        blows = [blow] if (blow := fight.blow(one, other)) is not None else []
        if fight.contest is not None and (contest := fight.contest(one, other)) is not None:
            odds["a contest"] = {"outcomes": {str(harms): chance for harms, chance in contest.dealt.items()}}
            blows += contest.blows
        for each in blows:
            for way, at in (("", each), (" without a dodge", each.undodged)):
                if at is not None:
                    dealt = {str(harm): chance for harm, chance in at.dealt.items()}
                    odds[f"{each.what}{way}"] = {"the chance to hit": at.hit, "its harm": {"outcomes": dealt}}
        yield from (f"{name}: {wrong}" for wrong in wrong_odds(odds))
