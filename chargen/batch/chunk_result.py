"""What came of a chunk, as bytes: a ZIP file of plain data, which travels between processes and is kept."""

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO

from chargen.core.diagnostic import Diagnostic, Place, Related, Severity

_MOMENT = (1980, 1, 1, 0, 0, 0)
"""The date of every member, so that the same chunk gives the same bytes."""
_HEAD = "result.json"
_PLAIN = re.compile(r"([^/\\:.\x00-\x1f][^/\\:\x00-\x1f]*/)?[^/\\:.\x00-\x1f][^/\\:\x00-\x1f]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Someone who could not be made, and why."""

    number: int
    seed: str
    name: str = ""
    """Empty where it did not come so far."""
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkResult:
    """What came of a chunk."""

    people: int
    """How many were made."""
    pages: int = 0
    """The pages of its part of the deck."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """What the manifest says of each, in order of their numbers; pages are those of its own part of the deck."""
    failures: tuple[Failure, ...] = ()
    problems: tuple[str, ...] = ()
    """What the printer remarked."""
    columns: tuple[str, ...] = ()
    """The columns of the table, in order of their appearance."""
    members: Mapping[str, bytes] = field(default_factory=dict)
    """The rest, by name: lines, tables, files, and the part of the deck."""

    def to_bytes(self) -> bytes:
        """The same as a ZIP file."""
        head = {
            "people": self.people,
            "pages": self.pages,
            "entries": self.entries,
            "failures": [asdict(failure) for failure in self.failures],
            "problems": self.problems,
            "columns": self.columns,
        }
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            for name, content in {_HEAD: json.dumps(head).encode(), **self.members}.items():
                file.writestr(_member(name, content), content)
        return written.getvalue()


def _member(name: str, content: bytes) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _MOMENT)
    info.compress_type = zipfile.ZIP_STORED if content.startswith(b"%PDF-") else zipfile.ZIP_DEFLATED
    return info


def read(content: bytes | BinaryIO, *, members: Sequence[str] | None = None) -> ChunkResult:
    """A chunk result from its bytes; with ``members``, no others of those are read.

    Raises ValueError where it is none, or damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content) as file:
            head = json.loads(file.read(_HEAD))
            names = [name for name in file.namelist() if name != _HEAD]
            if odd := next((name for name in names if not is_plain(name)), None):
                raise ValueError(f"this is no part of a batch: it has a member `{odd}`")
            chosen = [name for name in names if members is None or name in members]
            return ChunkResult(
                people=head["people"],
                pages=head["pages"],
                entries=tuple(head["entries"]),
                failures=tuple(map(_failure, head["failures"])),
                problems=tuple(head["problems"]),
                columns=tuple(head["columns"]),
                members={name: file.read(name) for name in chosen},
            )
    except (zipfile.BadZipFile, KeyError, TypeError, EOFError, OSError) as fault:
        raise ValueError(f"this is no part of a batch: {fault}") from fault


def is_plain(name: str) -> bool:
    """Whether a name leads to a file in a folder, or in one below it, and nowhere else.

    >>> [is_plain(name) for name in ("deck", "people/007-mara.yaml", "people/../../x", "/x", ".x", "c:x")]
    [True, True, False, False, False, False]
    """
    return _PLAIN.fullmatch(name) is not None


def _failure(data: Mapping[str, Any]) -> Failure:
    return Failure(**{**data, "diagnostics": tuple(map(_diagnostic, data["diagnostics"]))})


def _diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    return Diagnostic(
        **{
            **data,
            "severity": Severity(data["severity"]),
            "path": tuple(data["path"]),
            "mentions": tuple(tuple(mention) for mention in data["mentions"]),
            "related": tuple(
                Related(**{**related, "path": tuple(related["path"]), "place": _place(related["place"])})
                for related in data["related"]
            ),
            "place": _place(data["place"]),
        }
    )


def _place(data: Mapping[str, int] | None) -> Place | None:
    return None if data is None else Place(**data)


def lines(content: bytes) -> Iterator[bytes]:
    """The lines of a member, with their ends."""
    return iter(io.BytesIO(content))


def joined(records: Iterable[Any]) -> bytes:
    """Records as lines of compact JSON."""
    return b"".join(line(record) for record in records)


def line(record: Any) -> bytes:
    """A record as a line of compact JSON, letters as they are."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace") + b"\n"
