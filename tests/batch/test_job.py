"""A batch as work: how it is cut."""

from dataclasses import replace

import pytest

from chargen.batch.job import PAPERS_OF_A_CHUNK, SHEETS_OF_A_CHUNK, cut_chunks
from chargen.npc.generation import Order, Row
from chargen.sheets.print_form import FORMS, count_on_paper
from tests.batch.ordering import order, work

PRINTED = ("pdf",)


@pytest.mark.parametrize("last", [1, 12, 100, 1000, 10_000])
@pytest.mark.parametrize("form", list(FORMS))
def test_chunks_have_every_npc_once_and_fill_sheets_of_paper(form: str, last: int) -> None:
    """The chunks follow one another without a gap; each but the last fills complete sheets of paper."""
    wanted = work(last, form, formats=PRINTED)
    every = list(cut_chunks(wanted))
    assert [number for _, chunk in every for number in chunk] == list(range(1, last + 1))
    on_paper = count_on_paper(wanted.form, wanted.paper, wanted.theme)
    most = SHEETS_OF_A_CHUNK if form == "sheets" else PAPERS_OF_A_CHUNK * on_paper
    sizes = [len(chunk) for _, chunk in every[:-1]]
    assert all(size % on_paper == 0 and size <= most for size in sizes)


def test_files_have_numbers_of_three_digits_or_of_as_many_as_the_last_one() -> None:
    assert [work(last).digits for last in (1, 999, 1000, 12_000)] == [3, 3, 4, 5]


def test_a_chunk_is_sent_no_more_of_a_spreadsheet_than_it_needs() -> None:
    """With ten thousand rows, each chunk has its own, and those of the neighbours that its NPCs have ties with."""
    from chargen.npc.archetype_file import BLOCK

    rows = tuple(Row(pins={"name": f"Mara {number}"}) for number in range(1, 1001))
    wanted = replace(work(1000), order=replace(order(), rows=rows))
    every = list(cut_chunks(wanted))
    assert len(every) > 3
    for part, chunk in every:
        few = part.order
        first, last = chunk[0], chunk[-1]
        assert isinstance(few, Order)
        assert len(few.rows) < last - first + 1 + 2 * BLOCK
        assert [few.pinned_name(number) for number in (first, last)] == [f"Mara {first}", f"Mara {last}"]
