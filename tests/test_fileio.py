"""Files are written completely or not written, and their names fit every system."""

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import fileio


def test_a_file_is_written_with_its_folders_and_replaced_only_if_it_may_be(tmp_path: Path) -> None:
    """With `replace=False` a file that exists stays as it is; nothing else is left in the folder."""
    path = tmp_path / "a/b/c.txt"
    fileio.write_file(path, b"one", replace=False)
    with pytest.raises(FileExistsError):
        fileio.write_file(path, b"two", replace=False)
    assert path.read_bytes() == b"one"
    fileio.write_file(path, b"three")
    assert [(path.name, path.read_bytes()) for path in path.parent.iterdir()] == [("c.txt", b"three")]


@pytest.mark.parametrize("step", ["open", "replace", "unlink"])
def test_an_interruption_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """At any step, Ctrl-C leaves the old file complete, and no part of the new one."""
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    if step == "unlink":
        monkeypatch.setattr(Path, "replace", interrupt)
    monkeypatch.setattr(Path, step, interrupt)
    with pytest.raises(KeyboardInterrupt):
        fileio.write_file(path, b"new")
    monkeypatch.undo()
    fileio.tidy()
    assert path.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Record which files and folders are synced and moved from now on, in order."""
    done: list[tuple[str, str]] = []
    sync, move = os.fsync, Path.replace

    def fsync(opened: int) -> None:
        done.append(("sync", Path(f"/dev/fd/{opened}").resolve().name))
        sync(opened)

    def replace(path: Path, target: Path) -> Path:
        done.append(("move", target.name))
        return move(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    return done


def test_a_power_cut_takes_no_file_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content reaches the disk before it gets its name."""
    done = steps(monkeypatch)
    fileio.write_file(tmp_path / "new/deep/x", b"whole")
    (first, part), *rest = done
    assert (first, part[:3], part[-5:]) == ("sync", ".x.", ".part")
    assert rest == [("move", "x")]


def test_a_replaced_file_hands_on_its_permissions(tmp_path: Path) -> None:
    """What only its owner could read stays so; a new file has the permissions that the system gives."""
    (tmp_path / "private").write_text("")
    (tmp_path / "private").chmod(0o600)
    (tmp_path / "plain").write_text("")
    fileio.write_file(tmp_path / "private", b"new")
    fileio.write_file(tmp_path / "new", b"new")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes["private"] == 0o600
    assert modes["new"] == modes["plain"]


@pytest.mark.parametrize(("of", "step"), [(Path, "open"), (Path, "replace"), (os, "fsync")])
def test_an_error_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: Any, step: str
) -> None:
    """Not its temporary name, and also where the system names none, as on a full disk; nothing is left."""

    def fails(part: Any, *_: Any) -> Any:
        raise OSError(28, "No space left on device", *([str(part)] if of is Path else []))

    monkeypatch.setattr(of, step, fails)
    path = tmp_path / "sheet.pdf"
    with pytest.raises(OSError, match="No space left") as failed:
        fileio.write_file(path, b"")
    assert failed.value.filename == str(path)
    monkeypatch.undo()
    assert not list(tmp_path.iterdir())


def test_an_expected_content_is_compared_before_the_rename(tmp_path: Path) -> None:
    """A file that holds other bytes, or is gone, is not replaced, and nothing is left beside it."""
    path = tmp_path / "x"
    path.write_bytes(b"old")
    fileio.write_file(path, b"new", expected=b"old")
    with pytest.raises(fileio.ChangedMeanwhile):
        fileio.write_file(path, b"newer", expected=b"old")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("x", b"new")]
    path.unlink()
    with pytest.raises(fileio.ChangedMeanwhile):
        fileio.write_file(path, b"newer", expected=b"new")
    assert not list(tmp_path.iterdir())


def test_parts_that_killed_processes_left_are_swept(tmp_path: Path) -> None:
    """Only old ones, also folders; nothing else is touched."""
    old, young, batch, alike = (f".{name}.{'0123456789abcdef'}.part" for name in ("old", "young", "batch", "a"))
    (tmp_path / batch).mkdir()
    for name in (old, young, f"{batch}/rows", alike.replace("0", "x"), "x.part"):
        (tmp_path / name).write_text("half")
    ago = time.time() - fileio.ABANDONED_SECONDS - 1
    for name in (old, batch):
        os.utime(tmp_path / name, (ago, ago))
    fileio.sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {young, alike.replace("0", "x"), "x.part"}
    fileio.sweep(tmp_path / "nowhere")


def test_a_file_in_the_way_of_a_folder_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match="taken"):
        fileio.write_file(tmp_path / "taken/x", b"", replace=False)
    fileio.tidy()


@given(st.text(max_size=150).filter(lambda stem: "\0" not in stem))
def test_file_names_fit_everywhere(stem: str) -> None:
    """At most 100 bytes and the suffix, cut between letters, neither hidden nor without a stem."""
    name = fileio.file_name(stem.encode(errors="ignore").decode(), ".yaml")
    assert len(name.encode()) <= 105
    assert name.endswith(".yaml")
    assert not name.startswith((".", "-"))


def test_what_cannot_be_read_is_a_diagnostic(tmp_path: Path) -> None:
    """A folder, a missing file, a path that no system allows, and a file without end, of which the limit is read."""
    cases = (
        (tmp_path, "file/unreadable"),
        (tmp_path / "x", "file/not-found"),
        (Path("a\0b"), "file/unreadable"),
        (Path("/dev/zero"), "yaml/too-large"),
    )
    for path, code in cases:
        source = fileio.read_source(path, "shown")
        assert source.data is None
        assert [(diagnostic.code, diagnostic.file) for diagnostic in source.diagnostics] == [(code, "shown")]
