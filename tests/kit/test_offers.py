"""What could be bought next: all that is on offer is legal and paid for, in every game that has offers."""

from typing import Any

import pytest

from chargen import registry
from chargen.game.contract import Game
from chargen.kit.ledger import Ledger
from tests.kit.test_ledger import GAMES, made


def game(key: str) -> Game[Any, Any, Any]:
    return registry.system(key)


@pytest.mark.parametrize("key", [key for key in GAMES if game(key).ledger])
@pytest.mark.parametrize("award", [0, 1, 6, 40])
def test_what_is_on_offer_can_be_bought(key: str, award: int) -> None:
    """Each offer, written behind the ledger, is a line without a diagnostic that costs its price."""
    checked = made(key, {"award": award})
    ledger = game(key).ledger
    assert isinstance(ledger, Ledger)
    assert checked.advanced is not None
    assert checked.rules is not None
    offers = list(ledger.offers(checked.advanced.created, checked.rules, game(key).words_with()))
    assert award < 6 or offers
    for offer in offers:
        bought = made(key, {"award": award}, dict(offer.entry))
        assert [found for found in bought.diagnostics if "advancement" in found.path and found.severity != "note"] == []
        assert bought.advanced is not None
        line = bought.advanced.ledger[-1]
        assert (line.what, -line.change) == (offer.label, offer.price)
        assert bought.advanced.account.balance == checked.advanced.account.balance - offer.price
