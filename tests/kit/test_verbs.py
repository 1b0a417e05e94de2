"""The verbs that many games have: one more of a number, and one more name."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from pydantic import Field

from chargen.game.concept import Concept, Entry, RuleSet, Text
from chargen.game.rule import explanation
from chargen.kit.ledger import Ledger
from chargen.kit.verbs import learns, raises
from chargen.kit.vocabulary import Name, Vocabulary
from chargen.schema.model import Several

TRAITS = Vocabulary("trait", [Name("Brave", "B"), Name("Kind", "K")])
TRADES = Vocabulary("trade", ["Bargee", "Fiddler"])


class Advance(Entry):
    """A line."""

    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """A trait."""
    learn: Text | None = None
    """A trade."""


class Novice(Concept):
    """A character with traits and trades."""

    traits: Mapping[str, int] = {}
    """Numbers by name."""
    trades: Several[Text] = ()
    """Names."""
    advancement: Several[Advance] = ()
    """The ledger."""


class Table(RuleSet):
    """What a table sets."""

    highest: int | None = None
    """The highest trait."""
    price: int = 2
    """What a trait costs."""


LEDGER: Ledger[Novice, Advance, Novice, Table] = Ledger(
    key="novices",
    entry=Advance,
    verbs=(
        raises("raise", "traits", TRAITS, most="highest", price="price", source="page 1"),
        learns("learn", "trades", TRADES, price=1, source="page 2"),
    ),
)


def replayed(lines: list[dict[str, Any]], table: Table | None = None) -> tuple[Novice, list[str], int]:
    """The traits and trades that a ledger leaves, what is found, and the points that are left."""
    novice = Novice.model_validate({"traits": {"b": 2}, "trades": ["Bargee"], "advancement": lines})
    advanced = LEDGER.replay(novice, table or Table(highest=3))
    diagnostics = [f"{diagnostic.code}: {diagnostic.message}" for diagnostic in advanced.diagnostics]
    return advanced.concept, diagnostics, advanced.account.balance


def test_a_number_goes_up_under_the_spelling_that_it_has() -> None:
    """One that is not there yet begins at 0, under the name that files write."""
    novice, diagnostics, left = replayed([{"award": 9}, {"raise": "Brave"}, {"raise": "Kind"}])
    assert (novice.traits, diagnostics, left) == ({"b": 3, "kind": 1}, [], 5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"raise": "Bold"}, "novices/raise: there is no trait `Bold`"),
        ({"raise": "brave"}, "novices/raise: Brave is 3 already, and goes to 3"),
        ({"learn": "Cook"}, "novices/learn: there is no trade `Cook`"),
        ({"learn": "bargee"}, "novices/learn: Bargee is there already"),
    ],
)
def test_a_line_is_judged_by_the_rule_of_its_verb(line: dict[str, Any], message: str) -> None:
    """A line that breaks it changes nothing and costs nothing."""
    novice, diagnostics, left = replayed([{"award": 9}, {"raise": "B"}, line])
    assert (novice.traits, novice.trades, diagnostics, left) == ({"b": 3}, ("Bargee",), [message], 7)


def test_each_verb_has_a_rule_of_its_name() -> None:
    """It says what it asks, and where the book does."""
    rules = {rule.__name__: explanation(rule) for rule in LEDGER.rules}
    assert list(rules) == ["ledger_line", "raise", "learn", "experience"]
    assert rules["raise"].asks == "A line raises one of the traits by 1, as high as `highest`."
    assert (rules["learn"].asks, rules["learn"].source) == (
        "A line adds one of the trades that is not there yet.",
        "page 2",
    )
