"""The running account of a ledger: what each entry did, what is left, and what it did to the chances."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chargen.advance import editing
from chargen.checking.chances import Change, events
from chargen.checking.concept import Checked
from chargen.core.ledger import LedgerLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An entry as it was replayed."""

    number: int
    """Its place in the ledger, from 1: ``--at`` this number is the character after it."""
    entry: Any
    """As the file has it."""
    lines: tuple[LedgerLine, ...]
    """What it did: one thing, or several where the table waives that."""
    changes: tuple[Change, ...]
    """The rolls whose chances it changed, the one that it is about first."""


def history(checked: Checked) -> Iterator[Event]:
    """Yield what each entry of a character that is in order did."""
    if checked.game is None or checked.advanced is None or checked.rules is None:
        return
    done = events(checked.game, checked.advanced, checked.rules)
    for number, (entry, (lines, changes)) in enumerate(zip(editing.entries(checked.source), done, strict=True), 1):
        yield Event(number=number, entry=entry, lines=lines, changes=tuple(changes))
