"""What a batch prints: decks of every form, and a file each."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from pypdf import PdfReader

from chargen.batch import chunk_job, job
from chargen.batch.job import Work, cut_chunks
from chargen.batch.write import MANIFEST
from chargen.render.printer import Printed
from chargen.sheets.print_form import FORMS
from chargen.worker_pool import start_processes
from tests.batch.ordering import contents, made, read_lines, work
from tests.render.looking import texts
from tests.scale import first

PRINTED = ("pdf", "jsonl")


def entries(folder: Path) -> list[dict[str, object]]:
    """Return the NPCs of a manifest."""
    return read_lines(folder / MANIFEST)[1:]


@pytest.mark.parametrize("form", first([form for form in FORMS if form != "sheets"]))
def test_every_npc_is_on_the_page_that_the_manifest_says(tmp_path: Path, form: str) -> None:
    """In every small form: the deck has bookmarks, and each name is on its page."""
    made(work(11, form, formats=PRINTED), tmp_path)
    printed = tmp_path / f"{form}.pdf"
    pages = texts(printed.read_bytes())
    found = entries(tmp_path)
    assert len(found) == 11
    for entry in found:
        page = entry["page"]
        assert isinstance(page, int)
        assert str(entry["name"]) in pages[page - 1]
    assert PdfReader(printed).outline


def test_full_sheets_are_bound_with_a_bookmark_each(tmp_path: Path) -> None:
    """Each begins on a page of its own, which the manifest names."""
    made(work(2, "sheets", formats=PRINTED), tmp_path)
    reader = PdfReader(tmp_path / "sheets.pdf")
    found = entries(tmp_path)
    assert [str(item.title) for item in reader.outline if not isinstance(item, list)] == [
        entry["name"] for entry in found
    ]
    assert found[0]["page"] == 1
    assert 1 < int(str(found[1]["page"])) <= len(reader.pages)


def test_who_cannot_be_printed_is_left_out_and_the_others_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that fails is found and reported; the deck has all others."""
    real, third = chunk_job.print_part, work(9).requests[2].npc().name

    def part(wanted: Work, some: Sequence[chunk_job.Drawn], before: int = 0) -> Printed:
        if any(card.name == third for card in some):
            raise ZeroDivisionError("a bug")
        return real(wanted, some, before)

    monkeypatch.setattr(chunk_job, "print_part", part)
    assert made(work(9, formats=PRINTED), tmp_path)[1] == 8
    assert [entry["status"] for entry in entries(tmp_path)].index("failed") == 2
    assert str(entries(tmp_path)[3]["name"]) in texts((tmp_path / "cards.pdf").read_bytes())[0]


@pytest.mark.parametrize(("form", "last"), first([("half", 6), ("roster", 25), ("sheets", 6)]))
def test_the_files_are_the_same_whoever_makes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, last: int
) -> None:
    """This process or two others: the page that a process sees first does not matter; `test_cluster` has machines."""
    monkeypatch.setattr(job, "PAPERS_OF_A_CHUNK", 1)
    wanted = work(last, form, formats=("pdf", "csv", "jsonl", "yaml"))
    assert len(list(cut_chunks(wanted))) > 2
    made(wanted, tmp_path / "one")
    with start_processes(2) as workers:
        made(wanted, tmp_path / "two", workers)
    of_one = contents(tmp_path / "one")
    assert len(of_one) == last + 4
    assert contents(tmp_path / "two") == of_one


def test_a_rosters_pages_say_who_of_all_is_on_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every part of the deck, and for any selection of NPCs."""
    monkeypatch.setattr(job, "PAPERS_OF_A_CHUNK", 2)
    wanted = work(33, "roster", formats=("pdf",), numbers=(3, 4, 5, *range(11, 41)))
    assert len(list(cut_chunks(wanted))) == 2
    made(wanted, tmp_path)
    heads = texts((tmp_path / "roster.pdf").read_bytes())
    assert len(heads) == 4
    for number, text in enumerate(heads):
        first = 10 * number + 1
        assert f"{first}–{min(first + 9, 33)} of 33" in text
