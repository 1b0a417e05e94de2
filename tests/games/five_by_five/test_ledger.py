"""The experience ledger of Five by Five: prices, caps and balances, line by line."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.advancement import LEDGER
from chargen.games.five_by_five.concept import Concept
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import MARA

NAMES = st.sampled_from(
    ["Pilot", "Hand Gun", "First Aid", "Public Speaking", "HP", "hit_points", "Debts", "Fiddle", "fiddle"]
)
VALUES = st.sampled_from([-5, 0, 2, 3, 4, 6, 9, 12, 14, 16, 20, 25])
LINES = st.one_of(
    st.fixed_dictionaries({"award": st.integers(0, 40)}),
    st.fixed_dictionaries({"award": st.integers(0, 40)}),
    st.fixed_dictionaries({"raise": NAMES, "to": VALUES}),
    st.fixed_dictionaries({"raise": NAMES, "to": VALUES}),
    st.fixed_dictionaries({"add": NAMES}, optional={"value": VALUES}),
    st.fixed_dictionaries({"trade": NAMES, "for": NAMES}),
    st.fixed_dictionaries({"exchange": NAMES, "for": NAMES}),
)
RULES = st.builds(Rules, advanced_descriptors=st.booleans(), rank_caps=st.sampled_from(["literal", "strict"]))


@given(st.lists(LINES, max_size=30), RULES)
def test_a_ledger_without_an_error_keeps_every_cap(ledger: list[dict[str, Any]], rules: Rules) -> None:
    """A character grown without an error has one poor descriptor, ranks of the ladder, and no rank too many."""
    kept = [{"award": 500}]
    for line in ledger:
        trial = Concept.model_validate({**MARA, "advancement": [*kept, line]})
        if not GAME.advance(trial, rules).diagnostics:
            kept.append(line)
    now, _ = LEDGER.state(Concept.model_validate({**MARA, "advancement": kept}), rules)
    found = [descriptor.value or 0 for descriptor in now.rated.values()]
    assert found.count(-5) == 1
    assert all(value in (-5, 0, 2, 4, 6, 9, 12, 16) for value in found)
    assert found.count(16) <= 1
    assert sum(value == 12 or (value > 12 and rules.rank_caps == "strict") for value in found) <= 2
    assert len({name.casefold() for name in now.descriptors}) == len(now.descriptors)
