"""NPCs hang together: a trade comes with its skills, and no NPC is or has two things that contradict each other."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from chargen import registry
from chargen.kit.npc import find_trade
from chargen.npc import packs, roles
from chargen.npc.generation import Npc
from chargen.text.names import fold
from tests.npc.archetypes import npcs_of, read
from tests.scale import fourth, pairs, some, tenth

NUMBER = fourth(tenth(100))
"""How many NPCs of a role are made."""


def made(game: str) -> Iterator[tuple[str, Npc]]:
    """Yield a thousand NPCs with nothing fixed, in the quick run a part of them, and some of each role."""
    yield from (("", npc) for npc in npcs_of(game, fourth(tenth(1000))))
    yield from ((role, npc) for role in roles.list_roles(game) for npc in npcs_of(game, NUMBER, role))


def words(data: Any) -> Iterator[str]:
    """Yield every key and every text of a concept, folded."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if value is not False:
                yield fold(key)
            yield from words(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from words(value)
    elif isinstance(data, str):
        yield fold(data)


def able_of_five_by_five(concept: Mapping[str, Any]) -> Iterator[str]:
    """Yield the descriptors that are not poor."""
    for name, descriptor in concept["descriptors"].items():
        if (descriptor["value"] if isinstance(descriptor, dict) else descriptor) > 0:
            yield name


def able_of_five_plus(concept: Mapping[str, Any]) -> Iterator[str]:
    """Yield all skills, as an NPC who lacks one rolls without it."""
    yield from concept["skills"]


def able_of_gamocles(concept: Mapping[str, Any]) -> Iterator[str]:
    """Yield traits and skills that are better than what most have."""
    yield from (name for name, value in concept["skills"].items() if value >= 1)
    yield from (name for name, value in concept["traits"].items() if value >= 2)


def able_of_facade(concept: Mapping[str, Any]) -> Iterator[str]:
    """Yield all skills, at every height; a number alone is a specialty's level."""
    skills = dict(concept["skills"])
    while skills:
        name, branch = skills.popitem()
        yield name
        skills |= (
            {key: inside for key, inside in branch.items() if key not in ("level", "attribute")}
            if isinstance(branch, dict)
            else {}
        )


def able_of_roll_when_you_need(concept: Mapping[str, Any]) -> Iterator[str]:
    """Yield abilities that are better than what every NPC has."""
    yield from (name for name, rating in concept["abilities"].items() if rating >= 2)


GAMES: dict[str, tuple[str, Callable[[Mapping[str, Any]], Iterator[str]]]] = {
    "five-by-five": ("occupation", able_of_five_by_five),
    "five-plus": ("trades", able_of_five_plus),
    "gamocles": ("trades", able_of_gamocles),
    "facade": ("callings", able_of_facade),
    "roll-when-you-need": ("trades", able_of_roll_when_you_need),
}
"""By game the list of its words that has the trades, and what an NPC is good at."""


@pytest.mark.parametrize(("game", "pack"), pairs(list(GAMES), ["", *packs.list_packs()]))
def test_who_has_a_trade_is_good_at_it(game: str, pack: str) -> None:
    """At least 95 of 100 NPCs, of any role and place, are good at a skill of their trade; cards have none."""
    field, able = GAMES[game]
    fitting = number = 0
    for role in ("", *roles.list_roles(game)):
        trades = getattr(read(game, role, pack).words, field)
        for npc in npcs_of(game, tenth(50) if pack else NUMBER, role, pack):
            if not {"moves", "opposition"} & npc.concept.keys():
                skills = trades[find_trade(trades, npc.concept["concept"])]
                number += 1
                fitting += not set(map(fold, skills)).isdisjoint(map(fold, able(npc.concept)))
    assert fitting >= 0.95 * number


@pytest.mark.parametrize("game", GAMES)
def test_every_trade_brings_skills(game: str) -> None:
    """There are at least a dozen trades, each with two skills or more, none of them twice."""
    trades = getattr(registry.system(game).words_with(), GAMES[game][0])
    assert len(trades) >= 12
    assert all(len(skills) >= 2 and len(set(map(fold, skills))) == len(skills) for skills in trades.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_npc_is_a_contradiction(game: str) -> None:
    """None has or buys two words that exclude each other, or one without what it needs."""
    for role, npc in made(game):
        ruled = read(game, role).words
        created = {key: value for key, value in npc.concept.items() if key != "moves"}
        found = {*words(created), fold(find_trade(getattr(ruled, GAMES[game][0]), npc.concept["concept"]))}
        both = [(one, other) for one, others in ruled.excludes.items() if fold(one) in found
                for other in others if fold(other) in found]  # fmt: skip
        lacking = [one for one, others in ruled.needs.items()
                   if fold(one) in found and found.isdisjoint(map(fold, others))]  # fmt: skip
        assert (both, lacking) == ([], []), npc.concept


def test_a_frame_goes_with_the_name() -> None:
    """No NPC of Façade is of another frame than a given name says, which most names do."""
    gendered, npcs = 0, list(made("facade"))
    for role, npc in npcs:
        sex = read("facade", role).names.sex(npc.name)
        gendered += bool(sex)
        assert sex in ("", npc.concept.get("frame", sex)), npc.name
    assert gendered > len(npcs) / 2


@pytest.mark.parametrize(
    ("game", "role"), some([(game, role) for game in GAMES for role in ("", *roles.list_roles(game))], 10)
)
def test_npcs_of_a_role_differ_in_what_is_read(game: str, role: str) -> None:
    """Of forty lines, 24 at least differ, and none appears twice on a page of nine cards."""
    lines = [npc.concept["concept"] for npc in npcs_of(game, 40, role)]
    assert len(set(lines)) >= 24
    pages = [lines[start : start + 9] for start in range(40)]
    assert all(len(set(page)) == len(page) for page in pages)


FIGHTERS = {
    "five-by-five": ("guard", "watch-captain", "duellist", "thug", "beast"),
    "five-plus": ("guard", "veteran", "ruffian"),
    "gamocles": ("guard", "captain", "thug", "creature"),
}
OTHERS = {
    "five-by-five": ("bystander", "innkeeper", "official", "informer", "surgeon"),
    "five-plus": ("bystander", "innkeeper", "official", "healer"),
    "gamocles": ("bystander", "innkeeper", "official", "clerk", "medic"),
}


@pytest.mark.parametrize("game", FIGHTERS)
def test_who_lives_by_fighting_fights_better(game: str) -> None:
    """Any fighter hits more often than any official, innkeeper, healer or bystander, on average of eight NPCs."""

    def attack(role: str) -> float:
        views = [npc.checked.view for npc in npcs_of(game, 8, role)]
        chances = [[action.chance for action in view.actions() if action.kind == "attack"] for view in views if view]
        return float(sum(max(some, default=0) for some in chances))

    assert min(map(attack, FIGHTERS[game])) > max(map(attack, OTHERS[game]))
