"""Store the finished chunks of an unfinished batch in a hidden folder, so that the same command can resume it.

The same seed makes the same NPCs, so little is needed: a file for each finished chunk, with a digest to detect damage,
and a file with the command and the fingerprint of the batch. Any other chunk is made again.
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
    """Report that the folder has chunks of another batch; the message is the command of that batch."""


class InUse(Exception):
    """Report that another process is making a batch in the folder."""


@dataclass(frozen=True, slots=True)
class ChunkStore:
    """The stored chunks of a batch."""

    folder: Path
    _valid: set[Path] = field(default_factory=set, compare=False)
    """The files that were checked or written by this process."""

    def path(self, chunk: Chunk) -> Path:
        """Return the file of a chunk."""
        return self.folder / f"chargen-{chunk.number:06}.json"

    def has(self, chunk: Chunk) -> bool:
        """Return whether a chunk is stored and undamaged."""
        return self.path(chunk) in self._valid

    def keep(self, chunk: Chunk, content: bytes) -> ChunkResult:
        """Write the result of a chunk atomically. Raises ValueError for invalid content."""
        result = chunk_result.read_result(content)
        # The digest is above the content: a file that a power cut has damaged is found by it and made again.
        fileio.write_file(self.path(chunk), hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        self._valid.add(self.path(chunk))
        return result

    def look(self) -> bool:
        """Check all stored chunks, and return whether one is undamaged."""
        self._valid.clear()
        self._valid.update(path for path in self.folder.glob(CHUNKS) if _content(path))
        return bool(self._valid)

    def results(self, chunks: Iterable[Chunk]) -> Iterator[ChunkResult]:
        """Yield the results of stored chunks, one after another."""
        return (chunk_result.read_result(_content(self.path(chunk))) for chunk in chunks)

    @property
    def former(self) -> Path:
        """Return the path of the manifest of the batch that is being replaced, while the new files are written."""
        return self.folder / _FORMER

    def remove(self) -> None:
        """Remove all chunks, because the batch is finished or starts again. Other files in the folder stay."""
        fileio.sweep(self.folder, seconds=0)
        for path in [*self.folder.glob(CHUNKS), *map(self.folder.joinpath, (_FORMER, _SETTINGS, _LOCK))]:
            with contextlib.suppress(OSError):
                path.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def _content(path: Path) -> bytes:
    """Return the content of a stored file; empty if it is damaged."""
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return b""
    return content if hashlib.sha256(content).hexdigest().encode() == digest else b""


@contextlib.contextmanager
def lock_folder(output: Path) -> Iterator[None]:
    """Lock a folder for one batch. Raises InUse if another process has it, and OSError."""
    folder = output / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    # Not blocking: a second batch into the same folder is a mistake, and waiting for hours would hide it.
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
    """Return the store of a batch with its finished chunks; ``fresh`` removes them first.

    Raises OtherBatch if the folder has chunks of another batch.
    """
    store = ChunkStore(output / FOLDER)
    digest = compute_fingerprint(work)
    settings = store.folder / _SETTINGS
    begun: dict[str, str] = {}
    # A damaged file of settings counts as none.
    with contextlib.suppress(OSError, ValueError):
        begun = dict(json.loads(settings.read_text(encoding="utf-8")))
    if begun.get("fingerprint") != digest:
        # Another command without a finished chunk has nothing to lose.
        if begun and not fresh and store.look():
            raise OtherBatch(begun.get("command", ""))
        fresh = True
    if fresh:
        for path in store.folder.glob(CHUNKS):
            path.unlink()
    store.look()
    # No other process is at work here: the folder is locked.
    fileio.sweep(store.folder, seconds=0)
    fileio.write_file(settings, json.dumps({"command": work.command, "fingerprint": digest}).encode())
    return store
