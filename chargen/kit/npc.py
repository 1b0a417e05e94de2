"""What makes NPCs, alike in every game: a game proposes, what is fixed is laid over that, and the check judges.

A game gives an `NpcMaker` (`chargen.core.npc`), and need not know more than how to draw a character. The helpers here
are for writing its ``propose``. The framework makes `proposed` of it, and asks for another one while the check finds
fault with it (`chargen.npc.validation`). It need not read what is fixed of an NPC:

>>> def propose(random: Random, rules: RuleSet, spec: NpcSpec[Concept]) -> dict[str, object]:
...     line = phrase(spec.shuffle, ["Diver", "Clerk"], ["in debt"])
...     return {"concept": line, "equipment": some(random, ["rope", "lamp", "salt"], 2)}
>>> composed(Concept, propose(Random(1), RuleSet(), NpcSpec(name="Bo", pins={}, pinned=Concept(), words=None)), {})
{'concept': 'Diver in debt', 'equipment': ['rope', 'salt']}
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from random import Random
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BeforeValidator
from pydantic.annotated_handlers import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from chargen.core.concept import Concept, RuleSet, Text
from chargen.core.identity_key import IdentityKey
from chargen.core.model import Several, keys
from chargen.core.names import fold
from chargen.core.npc import NpcSpec, Proposal, Words
from chargen.core.plain_data import as_plain
from chargen.core.reader import Plain
from chargen.core.shuffle import Shuffle

R = TypeVar("R", bound=RuleSet)
W = TypeVar("W")
_LAST = ("equipment", "notes", "advancement", "waive", "stated", "state")
"""The keys of every concept that stand behind those of the game."""
OFTEN = 3
"""What a trade brings besides its first skill is preferred in all but one of this many cases (house default)."""


@lru_cache(maxsize=64)
def ruled(rules: IdentityKey[R], stated: tuple[tuple[str, Any], ...]) -> R:
    """Return rules with what an NPC states of them: the same object for the same ones, as it is a key of caches.

    >>> ruled(IdentityKey(RuleSet()), ()) == RuleSet()
    True
    """
    return rules.value.model_copy(update=dict(stated)) if stated else rules.value


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
    """A list of a proposal whose entries complete those that are fixed: each supplies what the fixed one lacks.

    >>> lamp = {"name": "lamp", "effect": "lights"}
    >>> composed(Concept, {"equipment": Completed([lamp])}, {"equipment": [{"effect": "glows"}]})
    {'equipment': [{'effect': 'glows', 'name': 'lamp'}]}
    """


def composed(concept: type[Concept], proposal: Proposal, fixed: Mapping[str, Any]) -> dict[str, Plain]:
    """Return a proposal with what is fixed laid over it, in the order of the concept's fields; what is empty goes.

    A mapping that is fixed is completed by what the proposal has besides, at any depth; anything else that is fixed
    replaces the proposed value; of a list that is proposed as `Completed`, each entry is completed. A key is the same
    in any spelling, and stays as it was fixed. One that is left empty counts as not fixed.

    >>> proposal = {"name": "Bo", "notes": "", "state": {"luck": 1, "wounds": 0}, "equipment": ["rope"]}
    >>> composed(Concept, proposal, {"state": {"Wounds": 2}, "equipment": None, "player": "Kim"})
    {'name': 'Bo', 'player': 'Kim', 'equipment': ['rope'], 'state': {'luck': 1, 'Wounds': 2}}
    """
    complete = _laid_over(fixed, {key: value for key, value in proposal.items() if value not in (None, "", [], (), {})})
    return in_order(concept, complete)


def in_order(concept: type[Concept], data: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the data of a concept in the order of its fields, without other keys.

    >>> in_order(Concept, {"notes": "Shy", "name": "Bo"})
    {'name': 'Bo', 'notes': 'Shy'}
    """
    own = [key for key in keys(concept) if key not in _LAST]
    return {key: data[key] for key in (*own, *_LAST) if key in data}


def _laid_over(fixed: Mapping[str, Any], proposal: Proposal) -> dict[str, Any]:
    left = {key: pin for key, pin in fixed.items() if pin is not None}
    spelling = {fold(str(key)): key for key in reversed(left)}
    complete: dict[str, Any] = {}
    for key, value in proposal.items():
        spelled = key if key in left or not left else spelling.get(fold(str(key)), key)
        pin = left.pop(spelled, None)
        if pin is not None and isinstance(pin, Mapping) and isinstance(value, Mapping):
            complete[spelled] = _laid_over(pin, value)
        elif pin is not None and isinstance(value, Completed):
            complete[spelled] = _each_completed(pin, value)
        else:
            complete[spelled] = as_plain(value) if pin is None else pin
    return complete | left


def _each_completed(pin: Any, entries: Completed) -> list[Plain]:
    """Return the entries of a fixed list, each completed; a bare one too, if the proposal has it as a value."""
    pins = pin if isinstance(pin, (list, tuple)) else [pin]
    complete: list[Plain] = []
    for fixed, entry in zip_longest(pins, entries[: len(pins)]):
        if isinstance(fixed, Mapping) and isinstance(entry, Mapping):
            completed = _laid_over(fixed, entry)
            complete.append({key: completed[key] for key in (*fixed, *completed) if key in completed})
        else:
            is_in = fixed is None or (isinstance(entry, Mapping) and fixed in entry.values())
            complete.append(as_plain(entry if is_in else fixed))
    return complete


def some(random: Random, words: Sequence[W], number: int) -> list[W]:
    """Return that many of the words in a drawn order, each once; all of them where there are no more.

    >>> some(Random(1), ["rope", "lamp", "salt"], 2), some(Random(1), ["rope"], 2)
    (['rope', 'salt'], ['rope'])
    """
    return random.sample(words, min(number, len(words)))


class Selection:
    """What has been chosen of an archetype's words for one NPC: no word twice, and none that contradicts another.

    ``chosen`` is what there is before anything is drawn, such as a pinned skill, a trade or a sex.

    >>> words = CommonWords(excludes={"diver": ["afraid of water"]}, needs={"flippers": ["diver", "swimmer"]})
    >>> selection = Selection(Random(1), words, ["Diver"])
    >>> selection.some(["Afraid of Water", "Flippers", "flippers", "Lamp"], 3)
    ['Flippers', 'Lamp']
    >>> selection.fits("swimmer"), selection.fits("lamp")
    (True, False)

    What is there already may lack what it needs, which is the game's to give:

    >>> Selection(Random(1), words, ["Flippers"]).asks_for("swimmer")
    True
    """

    def __init__(self, random: Random, words: Words, chosen: Iterable[str] = ()) -> None:
        self._random = random
        self._excluded, self._needed = _relations(IdentityKey(words))
        self._chosen: set[str] = set()
        self._taken: set[str] = set()
        self._out: set[str] = set()
        self.add(*chosen)

    def of_another_kind(self) -> "Selection":
        """Return a selection for what may be called as something that is there: a knife, and skill with it.

        >>> skills = Selection(Random(1), CommonWords(), ["Knife"])
        >>> skills.fits("knife"), skills.of_another_kind().fits("knife")
        (False, True)
        """
        other = copy(self)
        other._taken = set()
        return other

    def add(self, *names: str) -> None:
        """Add names to the selection, whether they fit or not.

        >>> selection = Selection(Random(1), CommonWords(excludes={"diver": ["afraid of water"]}))
        >>> selection.add("Diver")
        >>> selection.fits("afraid of water")
        False
        """
        for name in map(fold, names):
            self._chosen.add(name)
            self._taken.add(name)
            self._out.update(self._excluded.get(name, ()))

    def fits(self, name: str) -> bool:
        """Return whether a word is there to be chosen: not yet taken, not excluded, and with what it needs."""
        name = fold(name)
        return name not in self._taken and self._goes(name)

    def goes(self, name: str) -> bool:
        """Return whether a word is there already, or nothing speaks against it: not excluded, and with what it needs.

        >>> selection = Selection(Random(1), CommonWords(excludes={"diver": ["afraid of water"]}), ["Diver"])
        >>> selection.goes("diver"), selection.goes("lamp"), selection.goes("afraid of water")
        (True, True, False)
        """
        name = fold(name)
        return name in self._chosen or self._goes(name)

    def _goes(self, name: str) -> bool:
        needed = self._needed.get(name)
        return name not in self._out and (needed is None or not needed.isdisjoint(self._chosen))

    def asks_for(self, name: str) -> bool:
        """Return whether something that was chosen needs this, and has nothing else that it needs."""
        needs = (self._needed[chosen] for chosen in self._chosen if chosen in self._needed)
        return any(fold(name) in needed and needed.isdisjoint(self._chosen) for needed in needs)

    def some(self, words: Iterable[W], number: int, preferred: Iterable[W] = ()) -> list[W]:
        """Choose at random that many of the words, or of things with a ``name``, that fit; fewer where no more do.

        Those that are preferred come first, each in two cases of three, so that the first of them is the likeliest;
        and after them, as often, those that need something which is there.
        """
        listed, first = list(words), [word for word in preferred if self._random.randrange(OFTEN)]
        if open_to := {name for name, needed in self._needed.items() if not needed.isdisjoint(self._chosen)}:
            going = [word for word in listed if fold(_name(word)) in open_to and self.fits(_name(word))]
            first += [word for word in self._random.sample(going, len(going)) if self._random.randrange(OFTEN)]
        chosen: list[W] = []
        while len(chosen) < number and (first or listed):
            word = first.pop(0) if first else listed.pop(self._random.randrange(len(listed)))
            if self.fits(name := _name(word)):
                self.add(name)
                chosen.append(word)
        return chosen


def _name(word: object) -> str:
    return str(getattr(word, "name", word))


def names_in(concept: Concept, words: Words) -> Iterator[str]:
    """Yield what a character is and has, by name: every key and text, and the word with which the line about it begins.

    >>> words = CommonWords(excludes={"diver": ["afraid of water"]})
    >>> ada = Concept.model_validate({"name": "Ada", "concept": "Diver in debt"})
    >>> list(names_in(ada, words))
    ['name', 'Ada', 'concept', 'Diver in debt', 'diver']
    """
    yield from _texts(as_plain(concept))
    listed = (*words.excludes.items(), *words.needs.items())
    yield trade_of((word for name, others in listed for word in (name, *others)), concept.concept)


def _texts(data: Plain) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if value is not False:
                yield str(key)
                yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)
    elif isinstance(data, str):
        yield data


_Folded: TypeAlias = Mapping[str, frozenset[str]]


@lru_cache(maxsize=64)
def _relations(words: IdentityKey[Words]) -> tuple[_Folded, _Folded]:
    """Return what is excluded by a word, both ways, and what it needs one of, by their folded names."""
    excluded: defaultdict[str, set[str]] = defaultdict(set)
    for name, others in words.value.excludes.items():
        for other in others:
            excluded[fold(name)].add(fold(other))
            excluded[fold(other)].add(fold(name))
    needed = {fold(name): frozenset(map(fold, others)) for name, others in words.value.needs.items()}
    return {name: frozenset(others) for name, others in excluded.items()}, needed


@dataclass(frozen=True)
class _OrNames:
    """Says in the JSON Schema that the names alone may stand in a list."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(core_schema), {"type": "array", "items": {"type": "string"}}]}


def _by_name(trades: Plain) -> Plain:
    """Trades as a mapping, where they are listed by their names."""
    if isinstance(trades, str):
        trades = [trades]
    if isinstance(trades, (list, tuple)) and all(isinstance(name, str) for name in trades):
        return dict.fromkeys(trades, ())
    if isinstance(trades, dict):
        return {name: () if skills is None else skills for name, skills in trades.items()}
    return trades


Trades: TypeAlias = Annotated[Mapping[Text, Several[Text]], BeforeValidator(_by_name), _OrNames()]
"""What people do for a living, and by each trade the skills that go with it: its first for certain, the others often.

In a file it is a mapping, `Tax clerk: [Tally and Tax, Keeping a Ledger]`, or a list of trades that bring nothing.
"""
NO_TRADES: Trades = {}
"""The default of a list of trades, which a game's file fills."""


def line_of(spec: NpcSpec[Any], trades: Mapping[str, Sequence[str]], manners: Sequence[str]) -> tuple[str, str]:
    """Return the line about an NPC, a drawn trade and manner, and the trade.

    Where the line is fixed, it is the trade with which that begins; empty where it begins with none. One that is fixed
    to be empty only goes unsaid.

    >>> from chargen.core.concept import Concept
    >>> spec = NpcSpec(name="Ada", pins={}, pinned=Concept(system="x", name="Ada"), words=None)
    >>> line_of(spec, {"Diver": ["Swimming"]}, ["in debt"])
    ('Diver in debt', 'Diver')
    """
    words = spec.shuffle.pick_each(tuple(trades), manners)
    trade = trade_of(trades, spec.pinned.concept) if spec.pinned.concept else words[0] if trades else ""
    return " ".join(words), trade


def trade_of(trades: Iterable[str], line: str) -> str:
    """Return the trade with which the line about an NPC begins; empty where it begins with none.

    >>> trade_of({"Night porter": ["Keys and Locks"], "Diver": []}, "Night porter in debt")
    'Night porter'
    """
    folded = fold(line)
    return max((trade for trade in trades if folded.startswith(fold(trade))), key=len, default="")


def trade_skills(random: Random, spec: NpcSpec[Any], trades: Mapping[str, Sequence[str]], trade: str) -> Sequence[str]:
    """Return the skills that a trade brings; of one that is not listed, none.

    Where a derived number is stated, every other try goes without them, as they may not come to it.

    >>> from chargen.core.concept import Concept
    >>> spec = NpcSpec(name="Ada", pins={}, pinned=Concept(system="x", name="Ada"), words=None)
    >>> trade_skills(Random(1), spec, {"Diver": ["Swimming"]}, "Diver")
    ['Swimming']
    """
    return () if spec.fixes("stated") and random.randrange(2) else trades.get(trade, ())


def phrase(shuffle: Shuffle, *lists: Sequence[str]) -> str:
    """Return a word of each list as drawn, with blanks between them; a list may be empty.

    >>> phrase(Shuffle("docks", 1), ["Diver", "Clerk"], [], ["in debt"])
    'Diver in debt'
    >>> phrase(Shuffle("docks", 2), ["Diver", "Clerk"], [], ["in debt"])
    'Clerk in debt'
    """
    return " ".join(shuffle.pick_each(*lists))
