"""A batch as work: how it is sent to other processes."""

import pickle
from pathlib import Path

from chargen.checking.rules import Table, at_table
from chargen.npc.generation import Row
from chargen.sources.source_parser import Request, SourceParser
from tests.batch.ordering import order


def test_a_request_is_the_same_in_another_process(tmp_path: Path) -> None:
    """An NPC of a row, and a character in a file as it was when it was read, by the house rules of the table."""
    row = Request(order=order(), number=3, row=Row(pins={"name": "Mara"}), place=7)
    again = pickle.loads(pickle.dumps(row))
    assert (again.npc().number, again.npc().concept) == (7, row.npc().concept)
    assert (again.seed, again.pinned_name) == ("five-by-five/guard/docks/3", "Mara")

    concept, house = tmp_path / "bo.yaml", tmp_path / "house.yaml"
    concept.write_text("system: gamocles\nname: Bo\ntraits: {grit: 2}\n", encoding="utf-8")
    house.write_text("rules: {gamocles: {wound_boxes: 6}}\n", encoding="utf-8")
    with at_table(Table(house)):
        (read,) = SourceParser(1, "docks").requests([str(concept)])
    concept.write_text("system: nine\n", encoding="utf-8")
    sent = pickle.loads(pickle.dumps(read))
    assert sent.npc().checked.rules == read.npc().checked.rules
    assert sent.npc().checked.rules.wound_boxes == 6
    assert sent.npc().concept == read.npc().concept
