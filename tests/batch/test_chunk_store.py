"""The chunks of an unfinished batch: undamaged, and of no other batch."""

import hashlib
import os
from pathlib import Path

import pytest

from chargen import fileio
from chargen.batch import chunk_job, chunk_result, chunk_store, manifest, output, run
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.job import Work, cut_chunks
from tests.batch.ordering import ALONE, contents, made, work
from tests.scale import some


def kept_of(wanted: Work, folder: Path) -> ChunkStore:
    """Make all chunks of a batch, without writing its files."""
    kept = chunk_store.open_store(folder, wanted)
    assert len(list(run.make_missing(wanted, kept, ALONE))) == len(list(cut_chunks(wanted)))
    return kept


def forge(kept: ChunkStore, content: bytes) -> None:
    """Keep a first chunk with a digest that is right."""
    digest = hashlib.sha256(content).hexdigest().encode()
    min(kept.folder.glob(chunk_store.CHUNKS)).write_bytes(digest + b"\n" + content)


@pytest.mark.parametrize("place", some([0, 63, 64, 65, 400, -1, -30], 3))
def test_a_damaged_chunk_is_made_again(tmp_path: Path, place: int) -> None:
    """Wherever a bit has flipped, no NPC is missing in the end."""
    wanted = work(60)
    kept = kept_of(wanted, tmp_path / "a")
    first = kept.path(next(cut_chunks(wanted)))
    damaged = bytearray(first.read_bytes())
    damaged[place] ^= 1
    first.write_bytes(damaged)
    again = chunk_store.open_store(tmp_path / "a", wanted)
    assert [again.has(chunk) for chunk in cut_chunks(wanted)] == [False, True]
    made(wanted, tmp_path / "a", ALONE)
    made(wanted, tmp_path / "b", ALONE)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_work_folder_without_an_undamaged_chunk_counts_as_new(tmp_path: Path) -> None:
    """As a power cut may leave it: every file there, and every file empty."""
    kept = kept_of(work(60), tmp_path)
    for path in kept.folder.iterdir():
        path.write_bytes(b"")
    other = chunk_store.open_store(tmp_path, work(61))
    assert not list(run.read_kept(work(61), other))


def test_chunks_without_the_name_of_their_batch_are_made_again(tmp_path: Path) -> None:
    """The same seed makes the same NPCs, so only time is lost."""
    kept = kept_of(work(60), tmp_path)
    (kept.folder / "chargen.json").unlink()
    again = chunk_store.open_store(tmp_path, work(60))
    assert not list(run.read_kept(work(60), again))


@pytest.mark.parametrize(
    "name", ["people/../../../x.yaml", "/etc/x", "..", "people/.x", "a/b/c", "people\\..\\x", "c:x"]
)
def test_a_chunk_writes_nowhere_but_into_its_folder(tmp_path: Path, name: str) -> None:
    """A member whose path leads outside is refused."""
    forged = ChunkResult(people=1, members={name: b"x"}).to_bytes()
    with pytest.raises(ValueError, match="no part of a batch: it has a member"):
        chunk_result.read_result(forged)
    wanted = work(12, formats=("yaml",))
    kept = kept_of(wanted, tmp_path / "x")
    with pytest.raises(ValueError, match="no part of a batch"):
        kept.keep(next(cut_chunks(wanted)), forged)
    forge(kept, forged)
    with pytest.raises(ValueError, match="no part of a batch"):
        output.write_files(wanted, kept, tmp_path / "x")
    assert {path.name for path in tmp_path.iterdir()} == {"x"}


def test_a_batch_that_is_interrupted_while_its_files_are_written_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No manifest is beside files that it does not describe; in the end all files are as after one run."""
    wanted = work(12, formats=("csv", "jsonl", "yaml"))
    former = work(6, formats=("csv", "jsonl", "yaml"))
    made(former, tmp_path / "a", ALONE)
    kept = kept_of(wanted, tmp_path / "a")
    assert output.find_other_batch(wanted, kept, tmp_path / "a") == former.command

    def full(path: Path, **_: object) -> object:
        if path.name == chunk_job.LINES:
            raise OSError(28, "No space left on device", str(path))
        return writing(path)

    writing = fileio.writing
    monkeypatch.setattr(fileio, "writing", full)
    with pytest.raises(OSError, match="No space"):
        output.write_files(wanted, kept, tmp_path / "a")
    assert not (tmp_path / "a" / manifest.FILE).exists()
    monkeypatch.undo()
    assert output.find_foreign(wanted, kept, tmp_path / "a") == []
    assert output.find_other_batch(wanted, kept, tmp_path / "a") == ""
    made(wanted, tmp_path / "a", ALONE)
    made(wanted, tmp_path / "b", ALONE)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_parts_of_killed_runs_are_swept(tmp_path: Path) -> None:
    """The process that has locked the folder removes the half-written files of another one: old ones in its folders."""
    kept = kept_of(work(12), tmp_path)
    swept = [kept.folder / "chargen-000002.json", tmp_path / manifest.FILE, tmp_path / "people/x", tmp_path / "cards/x"]
    parts = [path.with_name(f".{path.name}.0123456789abcdef.part") for path in (*swept, tmp_path / "cards/new")]
    for part in parts:
        part.parent.mkdir(exist_ok=True)
        part.write_bytes(b"half")
        if part.parent.name in ("people", "cards") and "new" not in part.name:
            os.utime(part, (0, 0))
    chunk_store.open_store(tmp_path, work(12))
    output.sweep_parts(work(12), tmp_path)
    assert [part.exists() for part in parts] == [False, False, False, False, True]
