"""Packs: the words of a genre, for NPCs of any game, from chargen or a GM's own."""

import pytest

from chargen import registry
from chargen.npc import packs
from chargen.npc.archetype_file import FULL, Details
from chargen.npc.generation import make_npc
from chargen.sources.ordering import read_order
from tests.cli.running import run
from tests.npc.archetypes import GAMES, read

GENRES = [name for name in packs.list_packs() if name != packs.ANYWHERE]


@pytest.mark.parametrize("name", packs.list_packs())
def test_a_pack_is_in_order(name: str) -> None:
    """For every game that it has words for; and it has enough of each list, each line once."""
    path = packs.PACKS / f"{name}.yaml"
    assert packs.check_pack(path, path.name).diagnostics == ()
    pack = packs.load_pack(name)
    for field in ("wants", "secrets", "looks", "voices"):
        lines = getattr(pack, field)
        assert len(set(lines)) == len(lines) >= 18
    assert packs.merge_details(pack).ties


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", GENRES)
def test_a_pack_makes_legal_npcs_of_every_game(name: str, game: str) -> None:
    """Their lines, their names and what they want are of that pack."""
    order = read_order(game, "", None, "docks", pack=name, detail=FULL).order
    assert order is not None
    people = [make_npc(order, number) for number in range(1, 13)]
    words = packs.words_for_game(packs.load_pack(name), registry.system(game))
    trades = next(words[key] for key in ("occupation", "callings", "trades") if key in words)
    assert all(npc.concept["concept"].startswith(tuple(trades)) for npc in people)
    wants = [npc.concept["want"] for npc in people]
    assert len(set(wants)) == len(people)
    assert set(wants) <= set(packs.load_pack(name).wants)


@pytest.mark.parametrize("game", GAMES)
def test_a_role_that_a_pack_knows_is_of_that_place(game: str) -> None:
    """A guard of a far station is a deck guard or the like, with what one carries there; the rest stays fixed."""
    pack = packs.load_pack("station")
    plain, packed = (read(game, "guard", name) for name in ("", "station"))
    assert packed.pins.keys() <= plain.pins.keys()
    maker = registry.system(game).npc
    assert maker is not None
    listed = packs.words_for_game(pack, registry.system(game))
    carried = {*listed[maker.gear["equipment"]], *listed.get("comes_with", {}).values()}
    carried |= {"Club", "Whistle on a chain"}  # for the moves, which stay fixed
    order = read_order(game, "guard", None, "docks", pack="station").order
    assert order is not None
    for npc in (make_npc(order, number) for number in range(1, 7)):
        assert npc.concept["concept"].startswith(tuple(pack.roles["guard"]))
        assert {thing["name"] if isinstance(thing, dict) else thing for thing in npc.concept["equipment"]} <= carried


def test_packs_are_listed_and_a_slip_is_met() -> None:
    """By name, with a line about each."""
    assert [line.split()[0] for line in run("batch", "--packs").out.splitlines()] == packs.list_packs()
    slip = run("batch", "five-by-five", "--pack", "harbuor")
    assert slip.code == 2
    assert "did you mean `harbour`?" in slip.err
    assert set(Details.model_fields) < set(packs.Pack.model_fields)
