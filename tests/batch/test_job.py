"""A batch as work: how it is cut, and its fingerprint."""

import subprocess
import sys
from dataclasses import replace

import pytest

from chargen.batch import ranges
from chargen.batch.form import FORMS, count_on_paper
from chargen.batch.job import (
    LARGEST_OF_SHEETS,
    PAPERS_OF_A_CHUNK,
    compute_fingerprint,
    cut_chunks,
    select_rows,
)
from chargen.npc.generation import Order
from chargen.npc.spreadsheet import Row
from chargen.render.press import Press
from tests.batch.ordering import order, work

PRINTED = ("pdf",)


@pytest.mark.parametrize("last", [1, 12, 100, 1000, 10_000])
@pytest.mark.parametrize("form", list(FORMS))
def test_chunks_have_every_npc_once_and_fill_sheets_of_paper(form: str, last: int) -> None:
    """The chunks follow one another without a gap; each but the last fills complete sheets of paper."""
    wanted = work(last, form, formats=PRINTED)
    every = list(cut_chunks(wanted))
    assert [number for chunk in every for number in ranges.iterate_numbers(chunk.spans)] == list(range(1, last + 1))
    assert [chunk.number for chunk in every] == list(range(1, len(every) + 1))
    on_paper = count_on_paper(wanted.form, wanted.paper, wanted.theme)
    most = LARGEST_OF_SHEETS if form == "sheets" else PAPERS_OF_A_CHUNK * on_paper
    assert all(chunk.people % on_paper == 0 and chunk.people <= most for chunk in every[:-1])


def test_files_have_numbers_of_three_digits_or_of_as_many_as_the_last_one() -> None:
    assert [work(last).digits for last in (1, 999, 1000, 12_000)] == [3, 3, 4, 5]


def test_the_same_work_has_the_same_fingerprint_in_every_process() -> None:
    """It does not depend on addresses, on the order of sets, or on what was imported before."""
    program = (
        "from tests.batch.ordering import work\n"
        "from chargen.batch.job import compute_fingerprint\n"
        "print(compute_fingerprint(work()))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout.strip() == compute_fingerprint(work())


def test_all_that_changes_the_files_changes_the_fingerprint() -> None:
    """Command, program, role, rows, house rules and colour profile do; the places of files do not."""
    usual = work()
    ordered = usual.order
    assert isinstance(ordered, Order)
    orders = [
        order(role="thug"),
        replace(ordered, rows=(Row(number=2, pins={"name": "Mara"}),)),
        replace(ordered, rows=(Row(number=2, archetype=order(role="thug").archetype),)),
        replace(ordered, digests=("0" * 64,)),
    ]
    others = [
        replace(usual, command="chargen batch -n 13"),
        replace(usual, program={**usual.program, "weasyprint": "0.0.0"}),
        replace(usual, press=Press(profile=b"profile")),
        *(replace(usual, order=other) for other in orders),
    ]
    found = {compute_fingerprint(other) for other in (usual, *others)}
    assert len(found) == 1 + len(others)
    elsewhere = replace(ordered, archetype=replace(ordered.archetype, folder="elsewhere", sources=()))
    assert compute_fingerprint(replace(usual, order=elsewhere)) == compute_fingerprint(usual)


def test_a_chunk_is_sent_no_more_of_a_spreadsheet_than_it_needs() -> None:
    """With ten thousand rows, each chunk has its own, and those of the neighbours that its NPCs have ties with."""
    from chargen.npc.archetype_file import BLOCK

    rows = tuple(Row(number=number + 1, pins={"name": f"Mara {number}"}) for number in range(1, 1001))
    wanted = replace(work(1000), order=replace(order(), rows=rows))
    every = list(cut_chunks(wanted))
    assert len(every) > 3
    for chunk in every:
        few = select_rows(wanted, chunk).order
        ((first, last),) = chunk.spans
        assert isinstance(few, Order)
        assert len(few.rows) < chunk.people + 2 * BLOCK
        assert [few.pinned_name(number) for number in (first, last)] == [f"Mara {first}", f"Mara {last}"]
