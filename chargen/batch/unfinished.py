"""The chunks of a batch that is not finished: kept in a hidden folder, so that an interrupted batch goes on."""

import contextlib
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from chargen import files
from chargen.batch import parcel
from chargen.batch.parcel import Parcel
from chargen.batch.work import Chunk

FOLDER = ".unfinished"
_SETTINGS = "settings.json"


class OtherBatch(Exception):
    """The folder holds chunks of another batch; the message is the command that began it."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The chunks of a batch that are made."""

    folder: Path

    def path(self, chunk: Chunk) -> Path:
        """Where a chunk is kept."""
        return self.folder / f"{chunk.number:06}.zip"

    def has(self, chunk: Chunk) -> bool:
        """Whether a chunk is kept whole."""
        try:
            return self.parcel(chunk, members=()) is not None
        except (OSError, ValueError):
            return False

    def keep(self, chunk: Chunk, content: bytes) -> None:
        """Keep what came of a chunk; whole or not at all."""
        files.write(self.path(chunk), content)

    def parcel(self, chunk: Chunk, members: tuple[str, ...] | None = None) -> Parcel:
        """What came of a chunk that is kept; with ``members``, no more than those."""
        with self.path(chunk).open("rb") as file:
            return parcel.read(file, members=members)

    def parcels(self, chunks: Iterable[Chunk], members: tuple[str, ...] | None = None) -> Iterator[Parcel]:
        """What came of several chunks, one after another."""
        return (self.parcel(each, members) for each in chunks)

    def holds_something(self) -> bool:
        """Whether any chunk is kept."""
        return next(self.folder.glob("*.zip"), None) is not None

    def remove(self) -> None:
        """Forget all chunks: the batch is finished, or begun anew."""
        shutil.rmtree(self.folder, ignore_errors=True)


def opened(output: Path, fingerprint: str, command: str, *, fresh: bool = False) -> Unfinished:
    """The kept chunks of the batch with that fingerprint, none if it is new; ``fresh`` forgets what there is.

    Raises OtherBatch where there are those of another batch.
    """
    kept = Unfinished(output / FOLDER)
    settings = kept.folder / _SETTINGS
    if fresh:
        kept.remove()
    if kept.folder.exists():
        begun: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            begun = json.loads(settings.read_text(encoding="utf-8"))
        if begun.get("fingerprint") != fingerprint and any(kept.folder.glob("*.zip")):
            raise OtherBatch(begun.get("command", ""))
    files.write(settings, json.dumps({"fingerprint": fingerprint, "command": command}).encode())
    return kept
