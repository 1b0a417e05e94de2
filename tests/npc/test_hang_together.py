"""NPCs hang together: a trade comes with its skills, and no NPC is or has two things that contradict each other."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from chargen import registry
from chargen.core.names import fold
from chargen.kit.npc import find_trade
from chargen.npc import archetype, packs, roles
from chargen.npc.generation import Npc
from tests.npc.archetypes import npcs_of
from tests.scale import fourth, pairs, tenth

NUMBER = fourth(tenth(100))
"""How many NPCs of a role are made."""


def thousand(game: str) -> tuple[Npc, ...]:
    """A thousand NPCs of whom nothing is fixed; in the quick run a tenth of them."""
    return npcs_of(game, tenth(1000))


def words(data: Any) -> Iterator[str]:
    """Every key and every text of a concept, folded."""
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
    """Return the descriptors that are not poor."""
    for name, descriptor in concept["descriptors"].items():
        if (descriptor["value"] if isinstance(descriptor, dict) else descriptor) > 0:
            yield name


def able_of_five_plus(concept: Mapping[str, Any]) -> Iterator[str]:
    """All their skills, as an NPC who lacks one rolls without it."""
    yield from concept["skills"]


def able_of_gamocles(concept: Mapping[str, Any]) -> Iterator[str]:
    """Traits and skills that are better than what most have."""
    yield from (name for name, value in concept["skills"].items() if value >= 1)
    yield from (name for name, value in concept["traits"].items() if value >= 2)


def able_of_facade(concept: Mapping[str, Any]) -> Iterator[str]:
    """All their skills, at every height; a number alone is a specialty's level."""
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
    """Abilities that are better than what every NPC has."""
    yield from (name for name, rating in concept["abilities"].items() if rating >= 2)


GAMES: dict[str, tuple[str, Callable[[Mapping[str, Any]], Iterator[str]]]] = {
    "five-by-five": ("occupation", able_of_five_by_five),
    "five-plus": ("trades", able_of_five_plus),
    "gamocles": ("trades", able_of_gamocles),
    "facade": ("callings", able_of_facade),
    "roll-when-you-need": ("trades", able_of_roll_when_you_need),
}
"""By game the list of its words that has the trades, and what an NPC is good at."""


@pytest.mark.parametrize("game", GAMES)
def test_who_has_a_trade_is_good_at_it(game: str) -> None:
    """At least 95 of 100 are good at one of the skills that go with their trade."""
    field, able = GAMES[game]
    trades = getattr(registry.system(game).words_with(), field)
    fitting = 0
    for npc in thousand(game):
        skills = trades[find_trade(trades, npc.concept["concept"])]
        fitting += not set(map(fold, skills)).isdisjoint(map(fold, able(npc.concept)))
    assert fitting >= 0.95 * len(thousand(game))


@pytest.mark.parametrize(("game", "pack"), pairs(list(GAMES), ["", *packs.list_packs()]))
def test_so_is_who_has_the_trade_of_a_role(game: str, pack: str) -> None:
    """At least 95 of 100 people of roles, in any place, but for those of whom only a card is made."""
    field, able = GAMES[game]
    fitting = number = 0
    for role in roles.list_roles(game):
        reading = archetype.read_archetype(game, role, pack)
        assert reading.archetype is not None
        trades = getattr(reading.archetype.words, field)
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
    """Neither they nor people of a role have or buy two words that exclude each other, or one without its need."""
    groups = [thousand(game), *(npcs_of(game, NUMBER, role) for role in roles.list_roles(game))]
    for role, group in zip(("", *roles.list_roles(game)), groups, strict=True):
        reading = archetype.read_archetype(game, role)
        assert reading.archetype is not None
        ruled = reading.archetype.words
        for npc in group:
            created = {key: value for key, value in npc.concept.items() if key != "moves"}
            found = {*words(created), fold(find_trade(getattr(ruled, GAMES[game][0]), npc.concept["concept"]))}
            both = [(one, other) for one, others in ruled.excludes.items() if fold(one) in found
                    for other in others if fold(other) in found]  # fmt: skip
            lacking = [one for one, others in ruled.needs.items()
                       if fold(one) in found and found.isdisjoint(map(fold, others))]  # fmt: skip
            assert (both, lacking) == ([], []), npc.concept


ONCE_CONTRADICTORY = {
    "five-by-five": (("Tally and Tax", "Reading and Writing"), ("Watchdog's Ear", "Hearing on the Left Side"),
                     ("Boarding pike", "shield"), ("Crossbow", "shield"), ("Hunting bow", "shield")),
}  # fmt: skip
"""What people of former versions were both."""


@pytest.mark.parametrize("game", ONCE_CONTRADICTORY)
def test_what_once_jarred_jars_no_more(game: str) -> None:
    """The pairs that a reader found among people of these games."""
    for npc in (*thousand(game), *(npc for role in roles.list_roles(game) for npc in npcs_of(game, NUMBER, role))):
        found = {*words(npc.concept)}
        assert not [pair for pair in ONCE_CONTRADICTORY[game] if found.issuperset(map(fold, pair))]


def test_a_buckler_comes_with_its_descriptor() -> None:
    """Every guard of Five by Five who fights behind the buckler has one."""
    bucklers = [
        npc.concept
        for npc in npcs_of("five-by-five", tenth(1000), "guard")
        if "behind the buckler" in words(npc.concept)
    ]
    assert bucklers
    assert all(concept["shield"] for concept in bucklers)


def test_a_frame_goes_with_the_name() -> None:
    """No NPC of Façade, nor of its roles, is of another frame than a given name says, which most names do."""
    gendered = 0
    for role in ("", *roles.list_roles("facade")):
        reading = archetype.read_archetype("facade", role)
        assert reading.archetype is not None
        for npc in npcs_of("facade", NUMBER if role else tenth(1000), role):
            sex = reading.archetype.names.sex(npc.name)
            gendered += bool(sex)
            assert sex in ("", npc.concept.get("frame", sex)), npc.name
    assert gendered > tenth(1000) / 2


def test_no_npc_carries_what_they_cannot_use() -> None:
    """Every weapon of a thousand people of Façade, and of its roles, is used with a skill, and is not too heavy."""
    for role in ("", *roles.list_roles("facade")):
        for npc in npcs_of("facade", NUMBER if role else tenth(1000), role):
            attacks = npc.checked.character.attacks
            assert all(attack.arm.usable and attack.skill is not None for attack in attacks), npc.concept


def test_people_in_the_background_are_no_heroes() -> None:
    """A thousand people of Façade have eight broad skills at most, and no background is on every fourth of them."""
    backgrounds: Counter[str] = Counter()
    for npc in thousand("facade"):
        assert len(npc.concept["skills"]) <= 8
        backgrounds.update(background["name"] for background in npc.concept["backgrounds"])
    assert max(backgrounds.values()) < len(thousand("facade")) / 4


def test_a_trait_helps_a_skill_that_it_fits() -> None:
    """No NPC of the 5+ system has a trait with a bonus on a skill that it does not name, nor that of another group."""
    reading = registry.system("five-plus").words_with()
    fitting = {trait.name: trait.skills or reading.skills[trait.group] for trait in reading.traits}
    for npc in thousand("five-plus"):
        for trait in npc.concept["traits"]:
            assert set(trait.get("bonus", ())) <= set(fitting[trait["name"]])
