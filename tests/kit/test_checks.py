"""The rules that most games have say one mistake in the same words everywhere."""

from collections.abc import Mapping
from typing import Any

import pytest

from chargen.game.concept import Concept, RuleSet
from chargen.game.rule import explanation, names_allowed_by
from chargen.kit.checks import (
    AnyCheck,
    count_is,
    known,
    once,
    paths_read_by,
    sum_is,
    within,
)
from chargen.kit.vocabulary import Vocabulary, make_vocabulary
from chargen.schema.model import Model, Several
from chargen.schema.parsing import parse

TRADES = Vocabulary("trade", ["Cook/Chef", "Smith"])


class Thing(Model):
    """A thing."""

    shorthand = "name"

    name: str | None = None
    """What it is."""
    price: int | None = None
    """What it costs."""


class Traveller(Concept):
    """A character with traits, trades and things."""

    traits: Mapping[str, int] = {}
    """Numbers by name."""
    trades: Mapping[str, int] = {}
    """Years in each trade."""
    things: Several[Thing] = ()
    """What is carried."""
    kept: Several[Thing] = ()
    """What is left at home."""


class Table(RuleSet):
    """What a table may set."""

    trades: tuple[str, ...] = ("Cook",)
    highest: int | None = None
    budget: int | None = None


BOOK = Table()


def found(rule: AnyCheck, data: dict[str, Any], table: Table = BOOK) -> list[tuple[Any, ...]]:
    """What a rule finds: path, whether it is a key, severity and message."""
    parsed = parse(Traveller, {"system": "x", "name": "Y", **data})
    assert parsed.value is not None
    return [(one.path, one.key, one.severity.value, one.message) for one in rule(parsed.value, table)]


def trades_known(**more: Any) -> AnyCheck:
    return known("trades", "trades", TRADES, asks="A trade is one of two.", source="page 1", **more)


def test_a_name_that_is_unknown_is_reported_at_its_key() -> None:
    """Any spelling of a name is good; what is none of them is an error with its key."""
    assert found(trades_known(), {"trades": {"chefs": 2, "SMITH": 1}}) == []
    assert found(trades_known(), {"trades": {"baker": 2}}) == [
        (("trades", "baker"), True, "error", "there is no trade `baker`")
    ]


def test_a_number_beside_it_is_in_for_the_table() -> None:
    """A thing with a price of its own need not be listed, whether or not that could be read."""
    rule = known("things", "things", TRADES, unless="price", asks="A thing is listed.", source="page 1")
    assert [path for path, *_ in found(rule, {"things": ["Cook", "Rope", {"name": "Lamp", "price": 2}]})] == [
        ("things", 1)
    ]
    assert found(rule, {"things": [{"name": "Lamp", "price": "dear"}]}) == []


def test_a_vocabulary_may_be_the_tables_own() -> None:
    """It follows the rules in force, for the rule and for who asks what there is."""
    rule = known(
        "t", "trades", lambda table: make_vocabulary("trade", table.trades), asks="A trade is listed.", source="page 1"
    )
    assert len(found(rule, {"trades": {"Miner": 1}})) == 1
    assert found(rule, {"trades": {"Miner": 1}}, Table(trades=("Miner",))) == []
    assert (names_allowed_by(rule, Table()), names_allowed_by(rule, Table(trades=("Miner",)))) == (["Cook"], ["Miner"])
    assert names_allowed_by(once("o", "things", asks="Each thing is there once.", source="house"), Table()) == []


def test_a_name_stands_once_in_its_mapping_and_in_its_list() -> None:
    """Two mappings do not disturb each other, nor do two lists, unless they are named as one."""
    data = {"traits": {"Wit": 1, "wit": 2}, "trades": {"Wit": 1}, "things": ["Rope", "ROPE"], "kept": ["rope"]}
    apart = once("o", "traits", "trades", "things", "kept", asks="Once.", source="house")
    joined = once("o", ("things", "kept"), asks="Once.", source="house")
    assert found(apart, data) == [
        (("traits", "wit"), True, "error", "`wit` and `Wit` are the same name"),
        (("things", 1, "name"), False, "error", "`ROPE` and `Rope` are the same name"),
    ]
    assert [path for path, *_ in found(joined, data)] == [("things", 1, "name"), ("kept", 0, "name")]
    assert [message for *_, message in found(apart, {"things": ["Rope", "Rope"]})] == ["`Rope` appears twice"]


def test_two_words_for_one_thing_are_one_name() -> None:
    """With a vocabulary, a chef is a cook, and what is neither is left to other rules."""
    rule = once("o", "trades", vocabulary=TRADES, asks="Once.", source="house")
    assert len(found(rule, {"trades": {"Cook": 1, "Chef": 2, "Baker": 1, "baker": 1}})) == 1


@pytest.mark.parametrize(
    ("low", "high", "value", "expected"),
    [
        (1, 5, 7, "`Wit` goes from 1 to 5; found 7"),
        (None, 5, 7, "`Wit` is at most 5; found 7"),
        (0, None, -1, "`Wit` is at least 0; found −1"),
        (1, 5, 5, None),
        (None, None, 99, None),
        (None, lambda table: table.highest, 99, "`Wit` is at most 3; found 99"),
    ],
)
def test_a_number_keeps_to_its_limits(low: Any, high: Any, value: int, expected: str | None) -> None:
    """Both limits may be missing, or follow the rules."""
    rule = within("w", "traits.*", low, high, asks="Within.", source="house")
    messages = [message for *_, message in found(rule, {"traits": {"Wit": value}}, Table(highest=3))]
    assert messages == ([] if expected is None else [expected])


def test_a_sum_comes_to_its_budget() -> None:
    """More is an error, less a warning; without a budget there is nothing to check. It needs all summands."""
    rule = sum_is(
        "s",
        "traits",
        lambda table: table.budget,
        total=lambda concept, table: sum(concept.traits.values()),
        what="the traits",
        asks="The traits come to the budget.",
        source="house",
    )
    table = Table(budget=4)
    assert found(rule, {"traits": {"Wit": 9}}) == []
    assert found(rule, {"traits": {"Wit": 4}}, table) == []
    (more,) = found(rule, {"traits": {"Wit": 6}}, table)
    (less,) = found(rule, {"traits": {"Wit": 1}}, table)
    assert more == (("traits",), True, "error", "the traits add up to 6; this table's budget is 4: 2 too many")
    assert less == (("traits",), True, "warning", "the traits add up to 1; this table's budget is 4: 3 left to spend")
    assert paths_read_by(rule) == ("traits",)
    assert found(rule, {}, table)[0][0] == ("name",)
    plain = sum_is("s", "traits", "budget", source="house")
    assert paths_read_by(plain) == ("traits", "rules.budget")
    assert [found(plain, {"traits": {"Wit": value}}, table) for value in (6, 4, 1)] == [[more], [], [less]]


def test_a_list_has_as_many_entries_as_the_rules_say() -> None:
    """More and fewer are an error, where the rules say a number. It needs all entries."""
    rule = count_is("c", "things", "highest", source="house")
    table = Table(highest=2)
    assert found(rule, {"things": ["Bell", "Rope"]}, table) == []
    assert paths_read_by(rule) == ("things", "rules.highest")
    assert found(rule, {"things": ["Bell"]}) == []
    assert found(rule, {"things": ["Bell"]}, table) == [
        (("things",), True, "error", "there are to be 2 things; found 1")
    ]
    assert found(rule, {}, table) == [(("name",), True, "error", "there are to be 2 things; found 0")]


@pytest.mark.parametrize(
    ("rule", "asks"),
    [
        (known("r", "trades", TRADES, source="house"), "Each trade is one that the game knows."),
        (known("r", "trades", lambda _: TRADES, source="house"), "Each name in `trades` is one that the game knows."),
        (once("r", "things", "kept", source="house"), "No name in `things` or `kept` appears twice."),
        (within("r", "traits.*", 1, "highest", source="house"), "`traits` go from 1 to `highest`."),
        (within("r", "traits.*", 1, None, source="house"), "`traits` go no lower than 1."),
        (within("r", "traits.*", None, 6, source="house"), "`traits` go up to 6."),
        (sum_is("r", "traits", "budget", source="house"), "The traits add up to `budget`."),
        (count_is("r", "trades", 2, source="house"), "There are 2 trades."),
    ],
)  # fmt: skip
def test_what_a_rule_asks_follows_from_what_it_is_made_of(rule: AnyCheck, asks: str) -> None:
    """A game that has nothing to add leaves the reason out."""
    assert explanation(rule).asks == asks
