"""A batch from its work to its files."""

from pathlib import Path
from typing import Any

import pytest

from chargen.batch.write import LINES, MANIFEST
from chargen.npc import generation
from tests.batch.ordering import contents, made, read_lines, work

ALL = ("csv", "jsonl", "yaml")


def test_who_cannot_be_made_is_noted_and_the_others_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug in one NPC fails that NPC only; the manifest has the reason."""

    made_well = generation.make_npc

    def make_npc(order: generation.Order, number: int, *more: Any) -> generation.Npc:
        if number == 5:
            raise ZeroDivisionError("a bug")
        return made_well(order, number, *more)

    monkeypatch.setattr(generation, "make_npc", make_npc)
    assert made(work(12, formats=ALL), tmp_path)[1] == 11
    first, *entries = read_lines(tmp_path / MANIFEST)
    assert (first["people"], first["made"], first["failed"]) == ("1-12", 11, 1)
    entry = entries[4]
    assert (entry["number"], entry["seed"], entry["status"]) == (5, "five-by-five/guard/docks/5", "failed")
    assert "ZeroDivisionError: a bug" in str(entry["why"])
    assert [line["number"] for line in read_lines(tmp_path / LINES)] == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]


def test_a_failure_leaves_the_files_that_were_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory for one NPC, no file of the batch is touched, and nothing else is left."""
    made(work(12), tmp_path)
    before = contents(tmp_path)
    made_well = generation.make_npc

    def make_npc(order: generation.Order, number: int, *more: Any) -> generation.Npc:
        if number == 40:
            raise MemoryError
        return made_well(order, number, *more)

    monkeypatch.setattr(generation, "make_npc", make_npc)
    with pytest.raises(MemoryError):
        made(work(48, command=work(12).command), tmp_path)
    assert contents(tmp_path) == before
    with pytest.raises(MemoryError):
        made(work(48), tmp_path / "new")
    assert not (tmp_path / "new").exists()
