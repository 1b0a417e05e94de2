"""What YAML texts are read as, where everything in them is, and what is wrong with them, as it was approved.

`readings.yaml` has texts by what they show. After an intended change write it again with
`python -m tests.text.test_readings`, and read the difference.
"""

from pathlib import Path
from typing import Any

import pytest

from chargen.text.source import load
from tests.approved import Case, as_parameters, line_of, write_cases

FILE = Path(__file__).with_name("readings.yaml")


def explain(text: str) -> Case:
    """Return a text with its data, the places of each key and value, and what is reported."""
    source = load("kai.yaml", text.encode())
    explained: Case = {"text": text, "read": source.data}
    places: dict[str, str] = {}
    for path, (value, key) in source.spans.items():
        if path:
            named = f"{key.line}:{key.column}-{key.end_column} " if key else ""
            places[".".join(map(str, path))] = f"{named}{value.line}:{value.column}-{value.end_line}:{value.end_column}"
    if places:
        explained["places"] = places
    if source.diagnostics:
        explained["reported"] = list(map(line_of, source.diagnostics))
    return explained


@pytest.mark.parametrize("reading", as_parameters(FILE))
def test_a_text_is_read_as_approved(reading: dict[str, Any]) -> None:
    explained = explain(reading["text"])
    assert explained == reading
    assert repr(explained) == repr(reading), "1 is not true, nor 1.0"


if __name__ == "__main__":
    write_cases(FILE, "text", explain)
