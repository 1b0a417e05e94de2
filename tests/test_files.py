"""The edge to the disk: files are written whole or not at all, and their names fit everywhere."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import files


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    """Folders that are missing are made, and nothing but the file is left."""
    path = tmp_path / "a/b/c.txt"
    files.write(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert [each.name for each in path.parent.iterdir()] == ["c.txt"]


def test_a_file_is_replaced_only_if_it_may_be(tmp_path: Path) -> None:
    """With `replace=False` a file that is there stays as it is."""
    path = tmp_path / "x"
    files.write(path, b"one", replace=False)
    with pytest.raises(FileExistsError):
        files.write(path, b"two", replace=False)
    assert path.read_bytes() == b"one"
    files.write(path, b"three")
    assert path.read_bytes() == b"three"
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("step", ["open", "replace", "unlink"])
def test_an_interruption_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Wherever Ctrl-C strikes, the old file is whole, and no part of the new one outlives the command."""
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def struck(*_: Any) -> Any:
        raise KeyboardInterrupt

    if step == "unlink":
        monkeypatch.setattr(Path, "replace", struck)
    monkeypatch.setattr(Path, step, struck)
    with pytest.raises(KeyboardInterrupt):
        files.write(path, b"new")
    monkeypatch.undo()
    files.tidy()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


def test_a_file_in_the_way_of_a_folder_is_told_as_such(tmp_path: Path) -> None:
    """It is no file that could be overwritten."""
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match="taken"):
        files.write(tmp_path / "taken/x", b"", replace=False)


@given(st.text(max_size=150).filter(lambda stem: "\0" not in stem))
def test_file_names_fit_everywhere(stem: str) -> None:
    """At most 100 bytes and the suffix, cut between letters, neither hidden nor without a stem."""
    name = files.file_name(stem.encode(errors="ignore").decode(), ".yaml")
    assert len(name.encode()) <= 105
    assert name.endswith(".yaml")
    assert not name.startswith((".", "-"))


def test_what_is_no_file_is_a_finding(tmp_path: Path) -> None:
    """A folder, a missing file, and a path that no system allows."""
    for path, code in ((tmp_path, "unreadable"), (tmp_path / "x", "not-found"), (Path("a\0b"), "unreadable")):
        source = files.read(path, "shown")
        assert source.data is None
        assert [each.code for each in source.diagnostics] == [f"file/{code}"]
        assert source.diagnostics[0].file == "shown"


def test_an_endless_file_is_too_large() -> None:
    """No more than the limit is read of anything."""
    source = files.read(Path("/dev/zero"), "zero")
    assert [each.code for each in source.diagnostics] == ["yaml/too-large"]
