"""What makes NPCs, alike in every game: a game proposes, what is fixed is laid over that, and the check judges.

A game gives an `NpcMaker` (`chargen.core.npc`), and need not know more than how to draw a character. The helpers here
are for writing its ``propose``. The framework makes `proposed` of it, and asks for another one while the check finds
fault with it (`chargen.npc.judging`). What is fixed of somebody need not be looked at:

>>> def propose(random: Random, rules: RuleSet, spec: NpcSpec[Concept]) -> dict[str, object]:
...     line = phrase(spec.deal, ["Diver", "Clerk"], ["in debt"])
...     return {"concept": line, "equipment": some(random, ["rope", "lamp", "salt"], 2)}
>>> composed(Concept, propose(Random(1), RuleSet(), NpcSpec(name="Bo", pins={}, pinned=Concept(), words=None)), {})
{'concept': 'Diver in debt', 'equipment': ['lamp', 'rope']}
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, TypeVar

from chargen.core.concept import Concept, RuleSet, Text
from chargen.core.deal import Deal
from chargen.core.game import AnyGame
from chargen.core.model import Model, Several, keys, parse
from chargen.core.names import fold
from chargen.core.npc import NpcSpec, Proposal, Words
from chargen.core.reader import Plain

W = TypeVar("W")
_LAST = ("equipment", "notes", "advancement", "waive", "stated", "state")
"""The keys of every concept that stand behind those of the game."""


def proposed(game: AnyGame, random: Random, rules: RuleSet, spec: NpcSpec[Any]) -> dict[str, Plain]:
    """Return one NPC as its game proposes it, with what is fixed unchanged and experience spent, as plain data.

    Nobody has judged it yet. Raises `chargen.core.npc.Infeasible` for experience that cannot be spent as preferred.

    >>> from chargen import registry
    >>> gamocles, pins = registry.system("gamocles"), {"concept": "Diver"}
    >>> pinned = gamocles.concept.model_validate(pins)
    >>> spec = NpcSpec(name="Bo", pins=pins, pinned=pinned, words=gamocles.words_with())
    >>> proposed(gamocles, Random(1), gamocles.rules(), spec)["concept"]
    'Diver'
    """
    assert game.npc is not None
    fixed = {"system": game.key, "name": spec.name, **spec.pins}
    proposal = game.npc.propose(random, rules, spec)
    data = composed(game.concept, proposal, fixed)
    if spec.experience is not None and game.ledger is not None:
        concept = parse(game.concept, data).value
        if concept is not None:
            lines = plain(game.ledger.spend(random, rules, spec, concept))
            data = _in_order(game.concept, {**data, "advancement": [*spec.entries("advancement"), *lines]})
    return data


def unpinned(game: AnyGame, random: Random, rules: RuleSet, name: str) -> dict[str, Plain]:
    """Return an NPC of that name of whom nothing else is fixed. Raises ValueError where the game makes none.

    >>> from chargen import registry
    >>> gamocles = registry.system("gamocles")
    >>> bo = unpinned(gamocles, Random(1), gamocles.rules(), "Bo")
    >>> bo["system"], bo["name"], len(bo["traits"])
    ('gamocles', 'Bo', 5)
    """
    if game.npc is None:
        raise ValueError(f"{game.title} makes no NPCs")
    pins = {"system": game.key, "name": name}
    pinned = game.concept.model_validate(pins)
    deal = Deal(f"{random.random()}")
    spec = NpcSpec(name=name, pins=pins, pinned=pinned, words=game.words_with(), deal=deal)
    return proposed(game, random, rules, spec)


class CommonWords(Words):
    """The words that any game may draw from, for one that needs no others.

    >>> CommonWords.model_validate({"concept": "Diver", "equipment": ["rope", "lamp"]}).equipment
    ('rope', 'lamp')
    """

    concept: Several[Text] = ()
    """Who they are, in a line."""
    equipment: Several[Text] = ()
    """What they carry."""


class Completed(list[Any]):
    """A list of a proposal whose entries complete those that are fixed: each has what the fixed one leaves out.

    >>> lamp = {"name": "lamp", "effect": "lights"}
    >>> composed(Concept, {"equipment": Completed([lamp])}, {"equipment": [{"effect": "glows"}]})
    {'equipment': [{'effect': 'glows', 'name': 'lamp'}]}
    """


def composed(concept: type[Concept], proposal: Proposal, fixed: Mapping[str, Any]) -> dict[str, Plain]:
    """Return a proposal with what is fixed laid over it, in the order of the concept's fields; what is empty goes.

    A mapping that is fixed is completed by what the proposal has besides, at any depth; anything else that is fixed
    stands in its place; of a list that is proposed as `Completed`, each entry is completed. A key is the same in any
    spelling, and stays as it was fixed. One that is left empty counts as not fixed.

    >>> proposal = {"name": "Bo", "notes": "", "state": {"luck": 1, "wounds": 0}, "equipment": ["rope"]}
    >>> composed(Concept, proposal, {"state": {"Wounds": 2}, "equipment": None, "player": "Kim"})
    {'name': 'Bo', 'player': 'Kim', 'equipment': ['rope'], 'state': {'luck': 1, 'Wounds': 2}}
    """
    whole = _laid_over(fixed, {key: value for key, value in proposal.items() if value not in (None, "", [], (), {})})
    return _in_order(concept, whole)


def _in_order(concept: type[Concept], data: Mapping[str, Plain]) -> dict[str, Plain]:
    """The data of a concept in the order of its fields."""
    own = [key for key in keys(concept) if key not in _LAST]
    return {key: data[key] for key in (*own, *_LAST) if key in data}


def _laid_over(fixed: Mapping[str, Any], proposal: Proposal) -> dict[str, Any]:
    left = {key: pin for key, pin in fixed.items() if pin is not None}
    spelling = {fold(str(key)): key for key in reversed(left)}
    whole: dict[str, Any] = {}
    for key, value in proposal.items():
        spelled = key if key in left or not left else spelling.get(fold(str(key)), key)
        pin = left.pop(spelled, None)
        if pin is not None and isinstance(pin, Mapping) and isinstance(value, Mapping):
            whole[spelled] = _laid_over(pin, value)
        elif pin is not None and isinstance(value, Completed):
            whole[spelled] = _each_completed(pin, value)
        else:
            whole[spelled] = plain(value) if pin is None else pin
    return whole | left


def _each_completed(pin: Any, entries: Completed) -> list[Plain]:
    """The entries of a fixed list, each completed; a bare one where the proposal has it as a value of its own."""
    pins = pin if isinstance(pin, (list, tuple)) else [pin]
    whole: list[Plain] = []
    for fixed, entry in zip_longest(pins, entries[: len(pins)]):
        if isinstance(fixed, Mapping) and isinstance(entry, Mapping):
            completed = _laid_over(fixed, entry)
            whole.append({key: completed[key] for key in (*fixed, *completed) if key in completed})
        else:
            is_in = fixed is None or (isinstance(entry, Mapping) and fixed in entry.values())
            whole.append(plain(entry if is_in else fixed))
    return whole


def plain(data: Any) -> Plain:
    """Return a game's data as a file would give it: mappings, lists, and of a model what is stated, in short.

    >>> from chargen.core.concept import Item
    >>> plain({"sizes": (1, 2), "things": [Item(name="rope"), Item(name="lamp", effect="lights")]})
    {'sizes': [1, 2], 'things': ['rope', {'name': 'lamp', 'effect': 'lights'}]}
    """
    if data is None or isinstance(data, (str, int, float)):
        return data
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    if isinstance(data, Model):
        stated = plain(data.model_dump(by_alias=True, exclude_defaults=True))
        return stated[data.shorthand] if stated.keys() == {data.shorthand} else stated
    return data


def some(random: Random, words: Sequence[W], number: int) -> list[W]:
    """Return so many of the words in a drawn order, each once; all of them where there are no more.

    >>> some(Random(1), ["rope", "lamp", "salt"], 2), some(Random(1), ["rope"], 2)
    (['rope', 'salt'], ['rope'])
    """
    return random.sample(words, min(number, len(words)))


def phrase(deal: Deal, *lists: Sequence[str]) -> str:
    """Return a word of each list as they are dealt out, with blanks between them; a list may be empty.

    >>> phrase(Deal("docks", 1), ["Diver", "Clerk"], [], ["in debt"])
    'Diver in debt'
    >>> phrase(Deal("docks", 2), ["Diver", "Clerk"], [], ["in debt"])
    'Clerk in debt'
    """
    return " ".join(deal.of_each(*lists))
