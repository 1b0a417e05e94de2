"""The running account of a ledger: what each entry did, what is left, and what it did to the chances."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chargen.advance import editing
from chargen.advance.chances import Change, chances, changes
from chargen.checking.concept import Checked
from chargen.core.game import LedgerLine


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
    created, rules, game = checked.advanced.created, checked.rules, checked.game
    before = game.advance(created, rules, 0)
    chances_before = chances(game.view(before, rules))
    for number, entry in enumerate(editing.entries(checked.source), 1):
        after = game.advance(created, rules, number)
        chances_after = chances(game.view(after, rules))
        lines = after.ledger[len(before.ledger) :]
        found = changes(chances_before, chances_after, _about(entry))
        yield Event(number=number, entry=entry, lines=lines, changes=tuple(found))
        before, chances_before = after, chances_after


def _about(entry: Any) -> str:
    """What an entry is about: the first text in it."""
    values = entry.values() if isinstance(entry, dict) else ()
    return next((value for value in values if isinstance(value, str)), "")
