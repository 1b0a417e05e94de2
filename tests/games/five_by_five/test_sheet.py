"""The numbers of sheets and cards of Five by Five follow from those of the rolls."""

from chargen.games.five_by_five.reference import how
from chargen.games.five_by_five.rules import Rules
from chargen.testing import check_text


def test_what_is_a_house_default_is_marked_where_it_is_printed() -> None:
    """One attack descriptor for all weapons, bare hands among them, healing to the maximum, and a free exchange."""
    lines = check_text(
        "system: five-by-five\nname: Kai\ndescriptors: {Brawler: {value: 6, exclusive: attack}, Chef: 4, Scout: 2, "
        "Medic: 2, Shy: -5}\nhit_points: 4\nadvancement: [{exchange: Chef, for: Baker}]\n"
    )
    assert lines.advanced is not None
    assert [line.what for line in lines.advanced.ledger] == ["Chef exchanged for Baker, free (house default)"]
    texts = dict(how(Rules()))
    assert "every weapon and bare hands (house default)" in texts["Attack"]
    assert "up to the maximum (house defaults)" in texts["Healing"]
