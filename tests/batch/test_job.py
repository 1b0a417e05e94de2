"""A batch as work: how it is cut."""

from dataclasses import replace

from chargen.batch.job import cut_chunks
from chargen.npc.generation import Order, Row
from tests.batch.ordering import order, work


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
