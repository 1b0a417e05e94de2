"""A finding about a file: what is wrong, where, what to do, and which rule says so.

A diagnostic is data. It carries the *path* of a key or value in the concept, such as
``("descriptors", "Amateur Chef", "value")``; `chargen.core.source` turns paths into lines and columns.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a file: keys of mappings and indexes (from 0) of lists, outermost first."""


class Severity(StrEnum):
    """How much a finding weighs: an error makes a file fail, a warning wants a look, a note tells."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A stretch of a file. Lines and columns count from 1; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Another position that belongs to a finding."""

    path: KeyPath
    message: str
    key: bool = False
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding. ``code`` and ``rule`` are filled in by whoever runs the rule; ``place`` by the source."""

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
    """Values whose lines stand for ``{lines}`` in the hint."""
    related: tuple[Related, ...] = ()
    file: str = ""
    place: Place | None = None
    fix: str | None = None
    """What to write at its place, where that mends it and leaves no choice."""

    @property
    def saying(self) -> tuple[str, str]:
        """Return what it says, wherever it stands: its code and its message."""
        return self.code, self.message

    @property
    def identity(self) -> tuple[str, Place | None, str, str]:
        """Return what findings about several people share that are one: rule and pin, or the message.

        Where there is a place, the message may say what else was drawn.
        """
        return self.file, self.place, self.code, "" if self.place else self.message


def error(message: str, *path: str | int, **more: object) -> Diagnostic:
    """An error about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return _finding(Severity.ERROR, message, path, more)


def warning(message: str, *path: str | int, **more: object) -> Diagnostic:
    """A warning about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return _finding(Severity.WARNING, message, path, more)


def note(message: str, *path: str | int, **more: object) -> Diagnostic:
    """A note about the value at ``path``; ``more`` are further fields of `Diagnostic`."""
    return _finding(Severity.NOTE, message, path, more)


def _finding(severity: Severity, message: str, path: KeyPath, more: dict[str, object]) -> Diagnostic:
    return Diagnostic(severity=severity, message=message, path=path, **more)  # type: ignore[arg-type]


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(finding.severity is Severity.ERROR for finding in diagnostics)
