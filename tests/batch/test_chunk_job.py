"""What a chunk writes of an NPC."""

from fractions import Fraction

from chargen.batch.chunk_job import is_table_of_chances
from chargen.page.roll import Mean


def test_tables_of_chances_are_left_out_and_tables_of_numbers_are_not() -> None:
    """At any depth; a chance beside other numbers stays."""
    ratings = {"Oyster knife": 7, "unarmed": 6}
    stats = {
        "offensive": 7,
        "ratings": ratings,
        "success": Fraction(1, 3),
        "chances": {"Combat": Fraction(1, 2)},
        "averages": {"Combat": {"damage": Mean(Fraction(7, 2))}},
        "wounds": {"Grief": {"level": 2}},
        "blow": {"damage": 3, "hit": Fraction(1, 4)},
        "penalties": {},
    }
    assert [key for key, value in stats.items() if is_table_of_chances(value)] == ["chances", "averages", "blow"]
