"""Add an entry to the ledger in the text of a file, or remove the last one, with all other text unchanged."""

from typing import Any

from chargen.text.edits import NotEditable, with_value
from chargen.text.names import fold
from chargen.text.parts import ABSENT
from chargen.text.source import Source
from chargen.text.writing import in_flow_style

KEY = "advancement"


def appended(source: Source, entry: Any, key: str = KEY) -> str:
    """Return the text of a character's file with one more entry at the end of its ledger, or of the list ``key``.

    ``source`` must be readable. Raises `NotEditable`.
    """
    if not isinstance(source.data, dict):
        raise NotEditable("the file has no keys")
    now, written = entries(source, key), source.spelled(source.data, key) or key
    if isinstance(source.data[written] if now else None, list):
        return with_value(source, (written, len(now)), entry)
    if written not in source.data:
        # The first entry gets a line of its own, as those after it will.
        end, lines = source.line_end, [f"{key}:", f"  - {in_flow_style(entry)}"]
        text = source.text + end.join([*lines, ""] if source.text.endswith(end) else ["", *lines])
        if source.with_text(text).data == {**source.data, key: [entry]}:
            return text
    return with_value(source, (written,), [*now, entry])


def without_last(source: Source) -> str:
    """Return the text without the last entry of its ledger; the key goes with the only one. Raises `NotEditable`."""
    now = entries(source)
    if not now:
        raise NotEditable("its ledger has no entries")
    key = source.spelled(source.data, KEY) or KEY
    return with_value(source, (key, len(now) - 1) if len(now) > 1 else (key,), ABSENT)


def entries(source: Source, key: str = KEY) -> list[Any]:
    """Return the entries of the ledger, or of another list, as plain data; a single entry counts as a list of one."""
    named = source.data.items() if isinstance(source.data, dict) else ()
    ledger = next((value for name, value in named if fold(name) == fold(key)), None)
    return ledger if isinstance(ledger, list) else [] if ledger is None else [ledger]
