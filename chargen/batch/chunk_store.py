"""The finished chunks of an unfinished batch, kept in a hidden folder, so that the same command goes on from there.

The same seed makes the same NPCs, so little is needed: a file for each finished chunk, with a digest that shows damage,
and one with the command and the fingerprint of the batch that they belong to. Any other chunk is made again.
"""

import contextlib
import errno
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from chargen import fileio
from chargen.batch import chunk_result
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.job import Chunk, Work, compute_fingerprint

FOLDER = ".unfinished"
CHUNKS = "chargen-*.json"
_SETTINGS, _LOCK, _FORMER = "chargen.json", "chargen.lock", "chargen.former"


_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP)
"""The errors of network disks without locks. A batch works there, too, while no other one uses the folder."""


class OtherBatch(Exception):
    """The folder holds chunks of another batch; the message is the command that began it."""


class InUse(Exception):
    """Another process is making a batch in the folder."""


@dataclass(frozen=True, slots=True)
class ChunkStore:
    """The chunks of a batch that are made."""

    folder: Path
    _valid: set[Path] = field(default_factory=set, compare=False)
    """The files that were found undamaged, or kept by this process."""

    def path(self, chunk: Chunk) -> Path:
        """Return the file of a chunk."""
        return self.folder / f"chargen-{chunk.number:06}.json"

    def has(self, chunk: Chunk) -> bool:
        """Return whether a chunk is kept undamaged."""
        return self.path(chunk) in self._valid

    def keep(self, chunk: Chunk, content: bytes) -> ChunkResult:
        """Write a chunk's result to the disk, never half of it. Raises ValueError where it is no chunk's result."""
        result = chunk_result.read_result(content)
        fileio.write_file(self.path(chunk), hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        self._valid.add(self.path(chunk))
        return result

    def look(self) -> bool:
        """Check which chunks are undamaged, and return whether there is one."""
        self._valid.clear()
        self._valid.update(path for path in self.folder.glob(CHUNKS) if _content(path))
        return bool(self._valid)

    def results(self, chunks: Iterable[Chunk]) -> Iterator[ChunkResult]:
        """Yield what came of chunks that are kept, one after another."""
        return (chunk_result.read_result(_content(self.path(chunk))) for chunk in chunks)

    @property
    def former(self) -> Path:
        """The manifest of the batch that is being replaced, while the new files are put together."""
        return self.folder / _FORMER

    def remove(self) -> None:
        """Remove all chunks: the batch is finished, or started again. Other files in the folder stay."""
        fileio.sweep(self.folder, seconds=0)
        for path in [*self.folder.glob(CHUNKS), *map(self.folder.joinpath, (_FORMER, _SETTINGS, _LOCK))]:
            with contextlib.suppress(OSError):
                path.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def _content(path: Path) -> bytes:
    """Return what is kept in a file; empty where it is damaged."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return b""
    return content if hashlib.sha256(content).hexdigest().encode() == digest else b""


@contextlib.contextmanager
def lock_folder(output: Path) -> Iterator[None]:
    """Use a folder for one batch at a time. Raises InUse where another process has it, and OSError."""
    folder = output / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as exc:
        raise InUse(str(output)) from exc
    except OSError as exc:
        if exc.errno not in _NO_LOCKS:
            raise
    try:
        yield
    finally:
        lock.release()


def open_store(output: Path, work: Work, *, fresh: bool = False) -> ChunkStore:
    """Return the kept chunks of a batch, none if it is new; ``fresh`` removes what is there.

    Raises OtherBatch where there are chunks of another one.
    """
    store = ChunkStore(output / FOLDER)
    digest = compute_fingerprint(work)
    settings = store.folder / _SETTINGS
    begun: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        begun = dict(json.loads(settings.read_text(encoding="utf-8")))
    if begun.get("fingerprint") != digest:
        if begun and not fresh and store.look():
            raise OtherBatch(begun.get("command", ""))
        fresh = True
    if fresh:
        for path in store.folder.glob(CHUNKS):
            path.unlink()
    store.look()
    fileio.sweep(store.folder, seconds=0)
    fileio.write_file(settings, json.dumps({"command": work.command, "fingerprint": digest}).encode())
    return store
