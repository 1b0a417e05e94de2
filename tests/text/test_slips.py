"""What YAML refuses or takes for something else is explained at the slip, and fixed where only one thing can be meant.

`slips.yaml` has texts by what they show: what is reported about each, how it is read in spite of the slip, and the text
after its fixes. After an intended change write it again with `python -m tests.text.test_slips`, and read the
difference as a player would, who does not know YAML.
"""

from pathlib import Path
from typing import Any

import pytest

from chargen.text.source import load
from chargen.text.writing import splice
from tests.approved import as_parameters, line_of, write_cases

FILE = Path(__file__).with_name("slips.yaml")


def explain(text: str) -> dict[str, Any]:
    """Return a text with what is reported about it, and if something is fixed, the text then and how it was read."""
    source = load("kai.yaml", text.encode())
    explained: dict[str, Any] = {"text": text}
    if source.diagnostics:
        explained["reported"] = list(map(line_of, source.diagnostics))
    places = [(one.place, one.fix) for one in source.diagnostics]
    fixed = splice(text, [(place, fix) for place, fix in places if place is not None and fix is not None])
    if fixed != text:
        explained |= {"fixed": fixed} | ({"read": source.data} if source.data is not None else {})
        if still := load("kai.yaml", fixed.encode()).diagnostics:
            explained["then"] = list(map(line_of, still))
    return explained


@pytest.mark.parametrize("slip", as_parameters(FILE))
def test_a_slip_is_explained_and_fixed(slip: dict[str, Any]) -> None:
    assert explain(slip["text"]) == slip


def test_a_decimal_comma_in_braces_stays_with_its_number() -> None:
    """The schema says what to write; YAML would make a key of the decimals."""
    assert load("kai.yaml", b"a: {poise: 3,5, b: 2}").data == {"a": {"poise": "3,5", "b": 2}}
    assert load("kai.yaml", b"a: {poise: 3, 5: 2}").data == {"a": {"poise": 3, "5": 2}}


if __name__ == "__main__":
    write_cases(FILE, "text", explain)
