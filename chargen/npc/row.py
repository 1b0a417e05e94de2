"""Define a row of a spreadsheet: the values that it fixes for one NPC, with the cells that they are from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from chargen.npc.archetype import Archetype
from chargen.text.diagnostic import Diagnostic, KeyPath, Place
from chargen.text.names import fold

ROLE = "role"  # The column that names the role of each row


@dataclass(frozen=True, slots=True)
class Pin:
    """The place of a pin in a spreadsheet."""

    file: str
    place: Place
    where: str  # Row, column and text of the cell, for messages

    def located(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic about the pin with the place of its cell."""
        return replace(diagnostic, file=self.file, place=self.place, message=f"{self.where}: {diagnostic.message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One NPC of a spreadsheet."""

    pins: Mapping[str, Any] = field(default_factory=dict)
    """The values of the cells, as plain data of a concept."""
    archetype: Archetype | None = None
    """The archetype of the role in the column ``role``; None where that cell is empty."""
    cells: Mapping[KeyPath, Pin] = field(default_factory=dict)
    """The place of each pin, by its folded path."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Why no NPC can be made of the row; empty for a valid row."""

    def cell(self, path: KeyPath) -> Pin | None:
        """Return the cell of a path of the pins: the nearest enclosing cell, or else the first cell within the path."""
        folded = fold_path(path)
        for length in range(len(folded), 0, -1):
            if (pin := self.cells.get(folded[:length])) is not None:
                return pin
        # An error about a mapping, such as a sum of traits, whose values are in several cells.
        return next((pin for steps, pin in self.cells.items() if steps[: len(folded)] == folded), None)


def fold_path(path: KeyPath) -> KeyPath:
    """Return a path with its names folded."""
    return tuple(fold(step) if isinstance(step, str) else step for step in path)
