"""The blocks of the page that was drawn last: what has not changed is not drawn again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from chargen.core.roll_list import RollList
from chargen.core.sheet import Block, Chart, Sheet, Track, WhatIf


class _Kept(NamedTuple):
    """A block as it was drawn, with all that its HTML follows from."""

    part: Block | WhatIf
    related: tuple[Block, ...]
    numbers: tuple[tuple[Any, int], ...]  # The rolls that it numbered
    html: Any


class KeptBlocks:
    """Draw the blocks of one page after another, as a browser shows them while someone edits the character."""

    def __init__(self) -> None:
        self._look: object = None
        self._before: dict[tuple[object, ...], _Kept] = {}
        self._now: dict[tuple[object, ...], _Kept] = {}
        self._sheet: Sheet | None = None
        self._rolls = RollList()

    def begin(self, sheet: Sheet, look: object) -> RollList:
        """Begin a page, and return the list of its rolls; ``look`` is what all blocks are drawn with."""
        self._before = self._now if look == self._look else {}
        self._now, self._look, self._sheet, self._rolls = {}, look, sheet, RollList()
        return self._rolls

    def draw(self, name: str, part: Block | WhatIf, *how: object, caller: Callable[[], Any]) -> Any:
        """Return a block or a slider as HTML; ``caller`` draws it, where it is drawn ``how``."""
        place = (name, how, sum(other[:2] == (name, how) for other in self._now))
        kept, related, rolls = self._before.get(place), self._find_related(part), self._rolls
        is_same = kept is not None and kept.part == part and kept.related == related
        # The rolls are numbered in any case, as those of later blocks follow them.
        if kept is None or not is_same or not all(rolls.place(roll) == number for roll, number in kept.numbers):
            first = len(rolls.asked)
            html = caller()
            kept = _Kept(part, related, tuple(rolls.asked[first:]), html)
        self._now[place] = kept
        return kept.html

    def _find_related(self, part: Block | WhatIf) -> tuple[Block, ...]:
        """Return the other blocks that a block is drawn by: charts on its scale, and the boxes in its lines."""
        assert self._sheet is not None
        return tuple(
            other
            for other in self._sheet.blocks
            if (isinstance(part, Chart) and isinstance(other, Chart) and other.name == part.name)
            or (isinstance(other, Track) and other.within == part.name)
        )
