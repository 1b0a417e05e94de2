"""The chunks of a batch that is not finished: kept in a hidden folder, so that an interrupted batch goes on."""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from chargen import fileio
from chargen.batch import chunk_result
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.job import Chunk

FOLDER = ".unfinished"
_SETTINGS, _LOCK, _FORMER = "chargen.json", "chargen.lock", "chargen-former.jsonl"
_CHUNK = re.compile(r"chargen-(\d+)\.zip")
_SEAL = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})\n")
_SEAL_LENGTH = 130
"""What a chunk begins with: the fingerprint of its batch, and the digest of that and of all that follows."""


class OtherBatch(Exception):
    """The folder holds chunks of another batch; the message is the command that began it."""


class InUse(Exception):
    """Another process is making a batch in the folder."""


@dataclass(frozen=True, slots=True)
class ChunkStore:
    """The chunks of a batch that are made."""

    folder: Path
    fingerprint: str
    _sound: set[int] = field(default_factory=set, compare=False)
    """The numbers of the chunks that were found whole, or kept by this process."""

    def path(self, chunk: Chunk) -> Path:
        """Where a chunk is kept."""
        return self.folder / f"chargen-{chunk.number:06}.zip"

    def has(self, chunk: Chunk) -> bool:
        """Whether a chunk of this batch is kept whole."""
        return chunk.number in self._sound

    def keep(self, chunk: Chunk, content: bytes) -> ChunkResult:
        """Keep what came of a chunk, whole or not at all; it is given back without its members.

        Raises ValueError where they are no chunk result.
        """
        result = chunk_result.read(content, members=())
        digest = hashlib.sha256(self.fingerprint.encode() + content).hexdigest()
        fileio.write(self.path(chunk), f"{self.fingerprint} {digest}\n".encode() + content)
        self._sound.add(chunk.number)
        return result

    def look(self) -> str:
        """Look which chunks are whole; the fingerprint of another batch that has such here, or nothing."""
        self._sound.clear()
        other = ""
        for path in self.folder.glob("chargen-*.zip"):
            if (number := _CHUNK.fullmatch(path.name)) is None:
                continue
            fingerprint = _sealed(path)
            if fingerprint == self.fingerprint:
                self._sound.add(int(number[1]))
            other = other or (fingerprint if fingerprint != self.fingerprint else "")
        return other

    def result(self, chunk: Chunk, members: tuple[str, ...] | None = None) -> ChunkResult:
        """What came of a chunk that is kept; with ``members``, no more than those."""
        with self.path(chunk).open("rb") as file:
            return chunk_result.read(file, members=members)

    def results(self, chunks: Iterable[Chunk], members: tuple[str, ...] | None = None) -> Iterator[ChunkResult]:
        """What came of several chunks, one after another."""
        return (self.result(chunk, members) for chunk in chunks)

    @property
    def former(self) -> Path:
        """Where the manifest of what is being replaced lies while the files are put together."""
        return self.folder / _FORMER

    def holds_something(self) -> bool:
        """Whether any chunk is kept whole."""
        self.look()
        return bool(self._sound)

    def remove(self) -> None:
        """Forget all chunks: the batch is finished, or begun anew. What others have put into the folder stays."""
        fileio.sweep(self.folder, seconds=0)
        for path in [*self.folder.glob("chargen-*.zip"), *map(self.folder.joinpath, (_FORMER, _SETTINGS, _LOCK))]:
            with contextlib.suppress(OSError):
                path.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def _sealed(path: Path) -> str:
    """The fingerprint of the batch that a chunk is of; empty where it is not whole."""
    try:
        with path.open("rb") as file:
            seal = _SEAL.fullmatch(file.read(_SEAL_LENGTH))
            if seal is not None and hashlib.sha256(seal[1] + file.read()).hexdigest() == seal[2].decode():
                return seal[1].decode()
    except OSError:
        pass
    return ""


@contextlib.contextmanager
def locked(output: Path) -> Iterator[None]:
    """Have a folder for one batch at a time. Raises InUse where another process has it, and OSError."""
    folder = output / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as fault:
        raise InUse(str(output)) from fault
    try:
        yield
    finally:
        lock.release()


def opened(output: Path, fingerprint: str, command: str, *, fresh: bool = False) -> ChunkStore:
    """The kept chunks of the batch with that fingerprint, none if it is new; ``fresh`` forgets what there is.

    Raises OtherBatch where there are those of another batch.
    """
    kept = ChunkStore(output / FOLDER, fingerprint)
    settings = kept.folder / _SETTINGS
    if fresh:
        for path in kept.folder.glob("chargen-*.zip"):
            path.unlink()
    if kept.look():
        begun: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            begun = json.loads(settings.read_text(encoding="utf-8"))
        raise OtherBatch(begun.get("command", ""))
    fileio.sweep(kept.folder, seconds=0)
    fileio.write(settings, json.dumps({"command": command}).encode())
    return kept
