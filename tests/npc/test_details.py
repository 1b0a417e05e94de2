"""The details of NPCs: lists drawn without repeats, and ties on which both sides agree, in any batch."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chargen.game.concept import PERSON
from chargen.npc import packs
from chargen.npc.archetype_file import BLOCK, FULL, LINE, NAME, WHO
from chargen.npc.generation import Npc, Order, make_npc
from chargen.sources.ordering import read_order
from chargen.sources.source_parser import SourceParser
from tests.npc.archetypes import GAMES, read

NUMBERED = re.compile(r" \((\d+)\)")


def order(game: str = "five-by-five", detail: str = FULL, last: int = 0, role: str = "guard") -> Order:
    found = read_order(game, role, None, "docks", detail=detail, last=last).order
    assert found is not None
    return found


def without(concept: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in concept.items() if key not in keys}


def ties(npc: Npc) -> dict[int, str]:
    """The ties of an NPC by the number of the other, without the name."""
    return {int(NUMBERED.findall(tie)[0]): tie for tie in npc.concept.get("ties", ())}


@pytest.mark.parametrize("game", GAMES)
def test_an_npc_has_a_want_a_secret_a_look_and_a_voice(game: str) -> None:
    """And all else is as without that."""
    full, line, name = (make_npc(order(game, detail), 7) for detail in (FULL, LINE, NAME))
    assert [key for key in full.concept if key in PERSON] == [*PERSON]
    assert without(full.concept, *PERSON) == line.concept
    assert without(line.concept, "concept") == name.concept


OF_DECKS = pytest.mark.parametrize("deck", [("guard*24",), ("guard*9", "thug*14", "watch-captain", "beast")])


def people_of(deck: tuple[str, ...]) -> dict[int, Npc]:
    """Return the NPCs of a deck by their numbers in it."""
    requests = SourceParser(1, "docks", detail=FULL).requests(f"five-by-five/{role}" for role in deck)
    return {one.place: one.npc() for one in requests}


@OF_DECKS
def test_no_line_comes_again_before_all_have_been_read(deck: tuple[str, ...]) -> None:
    """As names are drawn: each once before any is drawn again, whatever sources a deck has."""
    people = people_of(deck).values()
    for key in ("want", "secret", "look", "voice"):
        lines = [npc.concept[key] for npc in people if key in npc.concept]
        assert len(set(lines)) == len(lines)


@OF_DECKS
def test_both_ends_know_of_a_tie(deck: tuple[str, ...]) -> None:
    """What one says of another, the other says of the one: a tie to an earlier NPC, and no more than two behind."""
    sides = {(tie.one, tie.other) for tie in packs.default_details().ties}
    people = people_of(deck)
    for number, npc in people.items():
        assert len(ties(npc)) <= 3
        assert sum(other < number for other in ties(npc)) == (number % BLOCK != 1)
        for other, tie in ties(npc).items():
            back = ties(people[other])[number]
            bare = (_bare(tie, people[other], other), _bare(back, npc, number))
            assert bare in sides or bare[::-1] in sides


def _bare(tie: str, npc: Npc, number: int) -> str:
    assert f"{npc.name} ({number})" in tie
    return tie.replace(f"{npc.name} ({number})", WHO)


def test_ties_do_not_depend_on_how_many_are_made() -> None:
    """At the end of a batch, no NPC has a tie with one that is not in it."""
    endless, short = order(), order(last=7)
    for number in range(1, 8):
        of_all = ties(make_npc(endless, number))
        assert ties(make_npc(short, number)) == {other: tie for other, tie in of_all.items() if other <= 7}
    assert ties(make_npc(order(last=1), 1)) == {}


def test_what_is_pinned_comes_before_what_is_dealt(tmp_path: Path) -> None:
    """A GM's own texts and lists hold; an empty list is no line."""
    path = tmp_path / "cook.yaml"
    path.write_text(
        "archetype: five-by-five\npins: {look: Soup on the sleeve, concept: Cook}\n"
        "details: {wants: [A clean knife], secrets: [], ties: []}\n",
        encoding="utf-8",
    )
    asked = Order(seed="docks", archetype=read(str(path)), detail=FULL)
    made = make_npc(asked, 1).concept
    found = (made["want"], made["look"], made.get("secret"), made.get("ties"))
    assert found == ("A clean knife", "Soup on the sleeve", None, None)
    assert made["voice"]
    assert make_npc(replace(asked, detail=NAME), 1).concept["concept"] == "Cook"
