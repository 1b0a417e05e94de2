"""Define diagnostics of a file: what is wrong, where, what to do, and which rule requires it.

A diagnostic is data. It carries the *path* of a key or value in the concept, such as
``("descriptors", "Amateur Chef", "value")``; `chargen.text.source` turns paths into lines and columns.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The position of a value in a file: keys of mappings and indexes (from 0) of lists, outermost first."""
IN_QUOTES = "write it in quotes: "
"""How the hint begins for a number where a text belongs; `Source.locate` adds the number as the file writes it."""


class Severity(StrEnum):
    """Grade a diagnostic: an error makes a file fail, a warning needs a look, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Place(NamedTuple):
    """Hold a range of a file. Lines and columns count from 1; the end is exclusive, though a cursor there is on it."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """Hold one diagnostic. `Game.apply` fills in ``code`` and ``rule``; `Source.locate` fills in ``place``."""

    severity: Severity
    message: str
    path: KeyPath = ()
    key: bool = False
    """Whether it points at the key of ``path`` rather than at its value."""
    code: str = ""
    hint: str = ""
    rule: str = ""
    label: str = ""
    """A few words beside the caret."""
    mentions: tuple[KeyPath, ...] = ()
    """The values whose lines replace ``{lines}`` in the hint."""
    lacks: tuple[KeyPath, ...] = ()
    """What is missing in the section at its path, of which nothing else has an error."""
    related: tuple["Diagnostic", ...] = ()
    """Notes about other positions that belong to it."""
    file: str = ""
    place: Place | None = None
    fix: str | None = None
    """The text to write at its place, where that is the only fix."""
    nearest: float | None = None
    """The nearest legal number in place of the one at its path, which sums and later steps take instead; any number
    for a key that counts as nothing."""

    @property
    def line(self) -> int | None:
        """Return the line of its place, from 1; None where it has no place."""
        return self.place.line if self.place is not None else None

    @property
    def column(self) -> int | None:
        """Return the column of its place, from 1; None where it has no place."""
        return self.place.column if self.place is not None else None

    @property
    def saying(self) -> tuple[str, str]:
        """Return its code and its message, without its position."""
        return self.code, self.message

    @property
    def identity(self) -> tuple[str, Place | None, str, str]:
        """Return a key that is equal for the same diagnostic of several NPCs: rule and fixed value, or the message.

        Where there is a place, the message is left out, because it may name other values that were drawn.
        """
        return self.file, self.place, self.code, "" if self.place else self.message


def error(message: str, *path: str | int, **more: Any) -> Diagnostic:
    """Return an error about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return Diagnostic(severity=Severity.ERROR, message=message, path=path, **more)


def warning(message: str, *path: str | int, **more: Any) -> Diagnostic:
    """Return a warning about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return Diagnostic(severity=Severity.WARNING, message=message, path=path, **more)


def note(message: str, *path: str | int, **more: Any) -> Diagnostic:
    """Return a note about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return Diagnostic(severity=Severity.NOTE, message=message, path=path, **more)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether any of them is an error."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def diagnostic_as_json(diagnostic: Diagnostic, file: str) -> dict[str, Any]:
    """Return a diagnostic as plain data. Keys beyond the six documented ones appear only if they have a value."""
    data: dict[str, Any] = {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "line": diagnostic.place.line if diagnostic.place else 1,
        "column": diagnostic.place.column if diagnostic.place else 1,
        "hint": diagnostic.hint,
    }
    if diagnostic.rule:
        data["rule"] = diagnostic.rule
    if diagnostic.file != file:
        data["file"] = diagnostic.file
    if diagnostic.related:
        data["related"] = [
            {"message": related.message, "line": related.place.line, "column": related.place.column}
            for related in diagnostic.related
            if related.place is not None
        ]
    return data
