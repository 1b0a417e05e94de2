"""A ledger is judged line by line in every game: slips hide nothing, and what is waived counts as legal."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import registry
from chargen.checking.concept import Checked, check_data
from chargen.testing import check_text
from chargen.text.diagnostic import Diagnostic, error

CASES: dict[str, Any] = yaml.load(Path(__file__).with_name("ledgers.yaml").read_text("utf-8"), yaml.CSafeLoader)
CREATED, BROKEN, UNPAID, TWICE, REFUSED = (
    {game: case[key] for game, case in CASES.items()} for key in ("created", "breaks", "costs", "new", "refused")
)
GAMES = sorted(CREATED)


def made(game: str, *ledger: Any, **more: Any) -> Checked:
    """A character of a game with a ledger; ``more`` are further keys of the concept."""
    data = {"system": game, "name": "Kai", **CREATED[game], **more, "advancement": list(ledger)}
    return check_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def errors(checked: Checked) -> list[str]:
    """The codes of the errors, without the game."""
    return [diagnostic.code.partition("/")[2] for diagnostic in checked.diagnostics if diagnostic.severity == "error"]


@pytest.mark.parametrize("game", GAMES)
def test_after_an_award_that_cannot_be_read_nothing_is_unpaid(game: str) -> None:
    """What is left is unknown; before that award it was known, and after a bad note still is.

    Nor are points spent that may not be there.
    """
    line, rule = UNPAID[game]
    assert errors(made(game, {"award": 3}, line)) == [rule]
    for award in ({"award": "ten"}, {"awrd": 10}, {"award": 10, "to": "x"}, "ten"):
        after = made(game, {"award": 3}, award, line)
        assert rule not in errors(after)
        assert after.advanced is not None
        assert [entry.balance for entry in after.advanced.ledger] == [3, 3]
        assert rule in errors(made(game, {"award": 3}, line, award))
    assert rule in errors(made(game, {"award": 3, "why": 7}, line))


def test_what_rests_on_a_value_that_cannot_be_read_is_not_judged() -> None:
    """A raise of it is neither too far nor unpaid; afterwards it is known."""
    descriptors = {**CREATED["five-by-five"]["descriptors"], "Singer": "four"}
    raises = ({"award": 18}, {"raise": "Singer", "to": 6}, {"raise": "Singer", "to": 12})
    assert errors(made("five-by-five", *raises, descriptors=descriptors)) == ["wrong-type", "one-rank"]
    skills = {"Sword": "x", "Persuade": 2}
    assert errors(made("five-plus", {"award": 1}, {"raise": "Sword", "to": 4}, skills=skills)) == ["wrong-type"]
    attributes = {**CREATED["facade"]["attributes"], "body": {"strength": "x", "stamina": 3, "health": 3}}
    ledger = ({"raise": "strength", "to": 4}, {"raise": "will", "to": 4}, {"raise": "luck", "to": 6})
    assert errors(made("facade", *ledger, attributes=attributes)) == ["wrong-type", "experience"]
    assert errors(made("gamocles", {"lose": "Red Mist"}, variations=[{"name": 7}])) == ["wrong-type"]
    assert errors(made("roll-when-you-need", {"lose": "Quick fix"}, talents=[{"name": 7}])) == ["wrong-type"]


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_line_is_done_and_paid(game: str) -> None:
    """What breaks a rule that the table waives changes what it says; it is a note, and the foot says so."""
    line, rule = BROKEN[game]
    checked = made(game, {"award": 99}, line, waive={"code": f"{game}/{rule}", "why": "a gift"})
    assert checked.ok, checked.diagnostics
    assert f"Waived: {game}/{rule}: a gift" in checked.waived
    assert checked.advanced is not None
    assert len(checked.advanced.ledger) == 2
    values = {roll.id: roll.value for roll in checked.rolls()}
    expected = {
        "five-by-five": ("liar", 0),
        "facade": ("will", 2),
        "gamocles": ("grit-combat", 0),
        "five-plus": ("sword", 2),
        "roll-when-you-need": ("poise", 7),
    }
    name, value = expected[game]
    assert values[name] == value


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_price_is_paid_below_zero(game: str) -> None:
    """The balance of the ledger goes below 0, and what is spent is more than what was earned."""
    line, rule = UNPAID[game]
    checked = made(game, {"award": 3}, line, waive={"code": f"{game}/{rule}"})
    assert checked.ok, checked.diagnostics
    assert checked.advanced is not None
    gained, paid = checked.advanced.ledger
    assert gained.change == 3
    assert paid.change <= -4
    assert paid.balance == 3 + paid.change < 0


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_line_that_does_several_things_does_them_all(game: str) -> None:
    """In the order of the game's verbs, each with its price."""
    line, _ = UNPAID[game]
    checked = made(game, {"award": 99, **line}, waive={"code": f"{game}/ledger-line"})
    assert checked.ok, checked.diagnostics
    assert checked.advanced is not None
    assert [entry.change > 0 for entry in checked.advanced.ledger] == [True, False]


@pytest.mark.parametrize("game", ["gamocles", "roll-when-you-need"])
def test_a_ledger_without_an_award_is_no_error(game: str) -> None:
    """The text has no prices, so that a table which counts no points is not asked for any."""
    line, _ = UNPAID[game]
    checked = made(game, line)
    assert checked.ok, checked.diagnostics


@pytest.mark.parametrize("game", ["five-by-five", "facade", "five-plus"])
def test_where_the_text_has_prices_what_is_bought_is_earned(game: str) -> None:
    """Without an award there is nothing to buy with."""
    line, rule = UNPAID[game]
    assert errors(made(game, line)) == [rule]


def test_the_rules_of_all_lines_judge_awards_too() -> None:
    """A game may limit what is awarded at once."""

    def small_awards(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        if (line.award or 0) > 5:
            yield error("an award is at most 5", "award")

    gamocles = registry.system("gamocles")
    ledger: Any = gamocles.ledger
    strict = replace(gamocles, ledger=replace(ledger, line_rules=(small_awards,)))
    data = {"system": "gamocles", "name": "Kai", **CREATED["gamocles"], "advancement": [{"award": 9}, {"award": 3}]}
    assert errors(check_data(strict, data)) == ["small-awards"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_new_is_new_once(game: str) -> None:
    """Also where the first line of two has an unknown key."""
    line, rule = TWICE[game]
    assert errors(made(game, {"award": 99}, line)) == []
    assert errors(made(game, {"award": 99}, line, line)) == [rule]
    assert sorted(errors(made(game, {"award": 99}, {**line, "colour": "red"}, line))) == sorted(["unknown-key", rule])
    [(verb, new)] = [(key, value) for key, value in line.items() if key in ("add", "modifier", "gain")]
    if isinstance(new, dict):
        inside = {**line, verb: {**new, "colour": "red"}}
        assert sorted(errors(made(game, {"award": 99}, inside, line))) == sorted(["unknown-key", rule])


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_key_changes_nothing(game: str) -> None:
    """The line does what its other keys say: what is awarded and bought counts for the lines after it."""
    line, rule = UNPAID[game]
    assert errors(made(game, {"award": 99, "colour": "red"}, line)) == ["unknown-key"]
    assert errors(made(game, {"award": 1, "colour": "red"}, line)) == ["unknown-key", rule]
    assert set(errors(made(game, {"award": 1}, {**line, "colour": "red"}))) == {"unknown-key", rule}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("between", [[], [{"award": 1}]])
def test_a_refused_line_is_what_the_player_meant(game: str, between: list[Any]) -> None:
    """Its newcomer and its number are there for the lines after it, which get no errors from it."""
    for refused, right in REFUSED[game]:
        found = made(game, {"award": 99}, refused, *between, right).diagnostics
        places = {each.path[:2] for each in found if each.severity == "error"}
        assert places == {("advancement", 1)}, (refused, right, found)


def test_lines_after_a_refused_one_are_judged() -> None:
    """They go on from what it means, and what is wrong with and without it is told."""
    late = made("five-by-five", {"award": 99}, {"add": "Brewer", "value": 4}, {"raise": "Brewer", "to": 12})
    assert [each.message for each in late.diagnostics if each.severity == "error"][1:] == [
        "`Brewer` is at 4; the next rank is 6, not 12"
    ]
    gained = {"gain": {"talent": "Climb"}}
    assert errors(made("roll-when-you-need", {"gain": {"quality": "Silent"}}, gained, gained)) == ["gain", "gain"]
    unpaid = made("five-by-five", {"award": 5}, {"add": "Brewer", "value": 4}, {"raise": "Cook", "to": 6})
    assert errors(unpaid) == ["new-descriptor", "experience"]
