"""Define the result of a chunk as plain data, which is sent between processes and stored in a file."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from chargen.text.diagnostic import Diagnostic

_FILE_NAME = re.compile(r"([^/\\:.\x00-\x1f][^/\\:\x00-\x1f]*/)?[^/\\:.\x00-\x1f][^/\\:\x00-\x1f]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An NPC that could not be made, with the reasons."""

    number: int
    seed: str
    name: str = ""  # The name of the NPC; empty if it has none yet
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkResult:
    """The result of a chunk."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    people: int
    """The number of NPCs made."""
    pages: int = 0
    """The number of pages of its part of the deck."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """The line of each NPC in the manifest, by number; pages are counted within this part of the deck."""
    failures: tuple[Failure, ...] = ()
    problems: tuple[str, ...] = ()
    """Warnings of the PDF backend."""
    columns: tuple[str, ...] = ()
    """The columns of the table, in order of first appearance."""
    members: Mapping[str, bytes] = field(default_factory=dict)
    """The files of the chunk by name: lines, tables, concept files, and its part of the deck."""

    def to_bytes(self) -> bytes:
        """Return the result as JSON."""
        return _RESULT.dump_json(self)


_RESULT = TypeAdapter(ChunkResult)


def read_result(content: bytes) -> ChunkResult:
    """Parse the result of a chunk. Raises ValueError for other or damaged content."""
    try:
        result = _RESULT.validate_json(content)
    except ValidationError as exc:
        raise ValueError(f"this is no part of a batch: {exc.errors()[0]['msg']}") from exc
    # Members become paths below the output folder, and a result may come from another machine.
    if odd := next((name for name in result.members if not is_plain(name)), None):
        raise ValueError(f"this is no part of a batch: it has a member `{odd}`")
    return result


def is_plain(name: str) -> bool:
    """Return whether a name is a relative path that stays within its folder.

    >>> [is_plain(name) for name in ("deck", "people/007-mara.yaml", "people/../../x", "/x", ".x", "c:x")]
    [True, True, False, False, False, False]
    """
    return _FILE_NAME.fullmatch(name) is not None


def to_line(record: Any) -> bytes:
    """Return a record as a line of compact JSON, without escapes for letters."""
    # A lone surrogate, which a plug-in may make, cannot be encoded; it becomes an escape and not an error of the batch.
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace") + b"\n"
