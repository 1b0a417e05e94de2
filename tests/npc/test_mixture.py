"""A batch of several sources: each place keeps the seed, the number and the name of its source."""

from pathlib import Path

from chargen.npc.archetype import read_archetype
from chargen.npc.generation import Order
from chargen.npc.mixture import Mixture, Written, hash_file
from tests.cli.running import LARRY


def mixed(folder: Path) -> tuple[Mixture, Order]:
    """Return three places: the fifth NPC of an order, a character in a file, and the order's second NPC."""
    path = folder / "larry.yaml"
    path.write_text(LARRY, encoding="utf-8")
    larry = Written(
        path=str(path), shown="larry.yaml", name="Larry Vance", digest=hash_file(path), system="five-by-five"
    )
    archetype = read_archetype("gamocles").archetype
    assert archetype is not None
    order = Order(system="gamocles", seed="docks", archetype=archetype)
    return Mixture(seed="docks", orders=(order,), places=((0, 5), larry, (0, 2))), order


def test_a_place_has_the_seed_and_the_name_of_its_source(tmp_path: Path) -> None:
    """A character in a file has no seed, and a name before it is read."""
    mixture, order = mixed(tmp_path)
    assert [mixture.seed_of(number) for number in (1, 2, 3)] == [order.seed_of(5), "", order.seed_of(2)]
    assert [mixture.pinned_name(number) for number in (1, 2, 3)] == ["", "Larry Vance", ""]
    assert mixture.systems == ("five-by-five", "gamocles")


def test_an_npc_of_a_batch_is_that_of_its_source(tmp_path: Path) -> None:
    """Only its number is that of the place; a part of the batch has the same NPCs at the same numbers."""
    mixture, order = mixed(tmp_path)
    for batch in (mixture, mixture.part(2, 3)):
        assert (batch.npc(2).name, batch.npc(2).number) == ("Larry Vance", 2)
        assert (batch.npc(3).concept, batch.npc(3).number) == (order.npc(2).concept, 3)
    assert (mixture.part(2, 3).size, mixture.part(2, 3).seed_of(3)) == (2, order.seed_of(2))
