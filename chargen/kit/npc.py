"""Help games to propose NPCs.

A game has an `NpcMaker` (`chargen.game.npc`), which draws a character. The helpers here are for its function
``propose``. The framework puts the pins over the proposal, and asks for another one while the check finds errors
(`chargen.npc.validation`). A proposal may ignore the pins of an NPC:

>>> def propose(random: Random, rules: RuleSet, spec: NpcSpec[Concept]) -> dict[str, object]:
...     line = draw_phrase(spec.shuffle, ["Diver", "Clerk"], ["in debt"])
...     return {"concept": line, "equipment": choose(random, ["rope", "lamp", "salt"], 2)}
>>> merge_pins(Concept, propose(Random(1), RuleSet(), NpcSpec(name="Bo", pins={}, pinned=Concept(), words=None)), {})
{'concept': 'Diver in debt', 'equipment': ['rope', 'salt']}
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import zip_longest
from random import Random
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BeforeValidator, Field

from chargen.game.concept import PERSON, Concept, RuleSet, Text
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import EQUIPMENT, NpcSpec, Proposal, Words
from chargen.game.plain_data import as_plain
from chargen.game.shuffle import Shuffle
from chargen.schema.model import OR_NAMES, Model, Several, keys
from chargen.text.names import fold
from chargen.text.parts import find_texts
from chargen.text.reader import Plain

R = TypeVar("R", bound=RuleSet)
W = TypeVar("W")
_LAST = ("equipment", *PERSON, "notes", "advancement", "waive", "stated", "state")
"""The keys of every concept that come after the keys of the game."""
OFTEN = 3
"""A preferred word is tried first in ``OFTEN - 1`` of ``OFTEN`` cases (house default)."""


@cache_by_identity(64, by_value=tuple)
def merge_rules(rules: R, stated: tuple[tuple[str, Any], ...]) -> R:
    """Return rules with the settings that an NPC states; equal arguments give the same object, for caches.

    >>> merge_rules(RuleSet(), ()) == RuleSet()
    True
    """
    return rules.model_copy(update=dict(stated)) if stated else rules


class CommonWords(Words):
    """The word lists that suffice for many games: concepts and equipment.

    >>> CommonWords.model_validate({"concept": "Diver", "equipment": ["rope", "lamp"]}).equipment
    ('rope', 'lamp')
    """

    concept: Several[Text] = ()
    """Concepts: who the NPC is, in one line."""
    equipment: Several[Text] = ()
    """Items that the NPC carries."""


class Named(Model):
    """A word with what it does: a talent, an item or an action."""

    shorthand = "name"

    name: Text
    """The name."""
    effect: str = ""
    """The effect in play."""


Things: TypeAlias = Annotated[Several[Named], Field(min_length=1)]
"""Things of which a skill or an action needs one."""


class CompletingList(list[Any]):
    """A list in a proposal whose entries add missing keys to the pinned entries at the same index; more are added.

    >>> lamp = {"name": "lamp", "effect": "lights"}
    >>> merge_pins(Concept, {"equipment": CompletingList([lamp, "oil"])}, {"equipment": [{"effect": "glows"}]})
    {'equipment': [{'effect': 'glows', 'name': 'lamp'}, 'oil']}
    """


def merge_pins(concept: type[Concept], proposal: Proposal, fixed: Mapping[str, Any]) -> dict[str, Plain]:
    """Merge pins over a proposal, in the order of the concept's fields, without empty values.

    Mappings merge at any depth. Any other pinned value replaces the proposed value, but entries of a `CompletingList`
    merge with the pinned entries. Keys match in any spelling and stay as they are pinned. An empty pin is no pin.

    >>> proposal = {"name": "Bo", "notes": "", "state": {"luck": 1, "wounds": 0}, "equipment": ["rope"]}
    >>> merge_pins(Concept, proposal, {"state": {"Wounds": 2}, "equipment": None, "player": "Kim"})
    {'name': 'Bo', 'player': 'Kim', 'equipment': ['rope'], 'state': {'luck': 1, 'Wounds': 2}}
    """
    complete = _merge_mapping(
        fixed, {key: value for key, value in proposal.items() if value not in (None, "", [], (), {})}
    )
    return order_keys(concept, complete)


def order_keys(concept: type[Concept], data: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the data of a concept in the order of its fields, without other keys.

    >>> order_keys(Concept, {"notes": "Shy", "name": "Bo"})
    {'name': 'Bo', 'notes': 'Shy'}
    """
    own = [key for key in keys(concept) if key not in _LAST]
    return {key: data[key] for key in (*own, *_LAST) if key in data}


def _merge_mapping(fixed: Mapping[str, Any], proposal: Proposal) -> dict[str, Any]:
    left = {key: pin for key, pin in fixed.items() if pin is not None}
    # Reversed, so that of two spellings the first one counts.
    spelling = {fold(str(key)): key for key in reversed(left)}
    complete: dict[str, Any] = {}
    for key, value in proposal.items():
        spelled = key if key in left or not left else spelling.get(fold(str(key)), key)
        pin = left.pop(spelled, None)
        if isinstance(pin, dict) and isinstance(value, (dict, Mapping)):
            complete[spelled] = _merge_mapping(pin, value)
        elif pin is not None and isinstance(value, CompletingList):
            complete[spelled] = _complete_entries(pin, value)
        else:
            complete[spelled] = as_plain(value) if pin is None else pin
    return complete | left


def _complete_entries(pin: Any, entries: CompletingList) -> list[Plain]:
    """Return the entries of a pinned list, each completed by the proposed entry at its index; bare values too."""
    pins = pin if isinstance(pin, (list, tuple)) else [pin]
    complete: list[Plain] = []
    for fixed, entry in zip_longest(pins, entries):
        if isinstance(fixed, dict) and isinstance(entry, (dict, Mapping)):
            completed = _merge_mapping(fixed, entry)
            complete.append({key: completed[key] for key in (*fixed, *completed) if key in completed})
        else:
            # A pinned name, such as `rope`, is completed by a proposed `{name: rope, effect: …}`.
            is_in = fixed in (None, {}) or (isinstance(entry, Mapping) and fixed in entry.values())
            complete.append(as_plain(entry if is_in else fixed))
    return complete


def choose(random: Random, words: Sequence[W], number: int) -> list[W]:
    """Choose ``number`` words at random, without repetition; all words in random order if there are too few.

    >>> choose(Random(1), ["rope", "lamp", "salt"], 2), choose(Random(1), ["rope"], 2)
    (['rope', 'salt'], ['rope'])
    """
    return random.sample(words, min(number, len(words)))


class Selection:
    """The words chosen for one NPC: no word repeats, and none contradicts another.

    ``chosen`` are the words that the NPC has before anything is drawn, such as a pinned skill, a trade or a sex.

    >>> words = CommonWords(excludes={"diver": ["afraid of water"]}, needs={"flippers": ["diver", "swimmer"]})
    >>> selection = Selection(Random(1), words, ["Diver"])
    >>> selection.choose(["Afraid of Water", "Flippers", "flippers", "Lamp"], 3)
    ['Flippers', 'Lamp']
    >>> selection.can_choose("swimmer"), selection.can_choose("lamp")
    (True, False)

    A word that was added may still need another word, which the game should then add:

    >>> Selection(Random(1), words, ["Flippers"]).is_needed("swimmer")
    True
    """

    def __init__(self, random: Random, words: Words, chosen: Iterable[str] = ()) -> None:
        self._random = random
        self._excluded, self._needed = _relations(words)
        self._chosen: set[str] = set()
        self._taken: set[str] = set()
        self._out: set[str] = set()
        self.add(*chosen)

    def for_another_kind(self) -> "Selection":
        """Return a selection of another kind of words, which may repeat these names: a knife, and the skill to use it.

        >>> skills = Selection(Random(1), CommonWords(), ["Knife"])
        >>> skills.can_choose("knife"), skills.for_another_kind().can_choose("knife")
        (False, True)
        """
        other = copy(self)
        other._taken = set()
        return other

    def add(self, *names: str) -> None:
        """Add names to the selection, without a check.

        >>> selection = Selection(Random(1), CommonWords(excludes={"diver": ["afraid of water"]}))
        >>> selection.add("Diver")
        >>> selection.can_choose("afraid of water")
        False
        """
        for name in map(fold, names):
            self._chosen.add(name)
            self._taken.add(name)
            self._out.update(self._excluded.get(name, ()))

    def can_choose(self, name: str) -> bool:
        """Return whether a word can be chosen: not taken yet, not excluded, and with a word that it needs."""
        name = fold(name)
        return name not in self._taken and self._is_allowed(name)

    def is_compatible(self, name: str) -> bool:
        """Return whether a word is chosen already, or is compatible: not excluded, and with a word that it needs.

        >>> selection = Selection(Random(1), CommonWords(excludes={"diver": ["afraid of water"]}), ["Diver"])
        >>> [selection.is_compatible(name) for name in ("diver", "lamp", "afraid of water")]
        [True, True, False]
        """
        name = fold(name)
        return name in self._chosen or self._is_allowed(name)

    def _is_allowed(self, name: str) -> bool:
        needed = self._needed.get(name)
        return name not in self._out and (needed is None or not needed.isdisjoint(self._chosen))

    def is_needed(self, name: str) -> bool:
        """Return whether a chosen word needs this name, and none of the other names that it could use is chosen."""
        needs = (self._needed[chosen] for chosen in self._chosen if chosen in self._needed)
        return any(fold(name) in needed and needed.isdisjoint(self._chosen) for needed in needs)

    def choose(self, words: Iterable[W], number: int, preferred: Iterable[W] = ()) -> list[W]:
        """Choose up to ``number`` fitting words, or objects with a ``name``, at random.

        Each preferred word is tried first in two of three cases, in the given order, so the first is the likeliest.
        Words that need a chosen word are tried next, also in two of three cases.
        """
        listed, first = list(words), [word for word in preferred if self._random.randrange(OFTEN)]
        if open_to := {name for name, needed in self._needed.items() if not needed.isdisjoint(self._chosen)}:
            enabled = [word for word in listed if fold(_name(word)) in open_to and self.can_choose(_name(word))]
            first += [word for word in self._random.sample(enabled, len(enabled)) if self._random.randrange(OFTEN)]
        chosen: list[W] = []
        while len(chosen) < number and (first or listed):
            word = first.pop(0) if first else listed.pop(self._random.randrange(len(listed)))
            if self.can_choose(name := _name(word)):
                self.add(name)
                chosen.append(word)
        return chosen


def _name(word: object) -> str:
    return str(getattr(word, "name", word))


def equip(
    random: Random,
    spec: NpcSpec[Any],
    comes_with: Mapping[str, Sequence[Named]],
    used: Iterable[str],
    others: Callable[[int], Sequence[W]],
    number: int,
) -> Sequence[object]:
    """Return equipment: a thing for each name in ``used`` that needs one, then ``others``, about ``number`` in all.

    Fixed equipment is complete; in place of its empty entries are what is needed and not fixed, then others.

    >>> sling = {"Sling": (Named(name="Braided sling"),)}
    >>> spec = NpcSpec(name="Bo", pins={}, pinned=Concept(), words=None)
    >>> equip(Random(1), spec, sling, ["sling", "Law"], lambda number: ["Rope", "Lamp"][:number], 2)
    ['Braided sling', 'Rope']
    >>> spec = NpcSpec(name="Bo", pins={"equipment": [{}, "Coin"]}, pinned=Concept(), words=None)
    >>> equip(Random(1), spec, sling, ["sling"], lambda number: ["Rope"], 2)
    ['Braided sling', 'Coin']
    """
    fixed = spec.entries(EQUIPMENT)
    carried = {fold(str(thing.get("name") if isinstance(thing, Mapping) else thing)) for thing in fixed}
    by_name = {fold(name): things for name, things in comes_with.items()}
    needed: list[Named] = []
    for things in filter(None, (by_name.get(fold(name)) for name in used)):
        if carried.isdisjoint(fold(thing.name) for thing in things):
            needed.append(random.choice(things))
            carried.add(fold(needed[-1].name))
    if not spec.fixes(EQUIPMENT):
        # At least one thing that no skill asks for, so that not all of a trade carry the same.
        return [*map(_as_item, needed), *others(max(1, number - len(needed)))]
    more = [thing for thing in others(len(fixed)) if fold(_name(thing)) not in carried]
    fill = map(_as_item, (*needed, *more))
    return CompletingList(next(fill, thing) if thing == {} else thing for thing in fixed)


def _as_item(thing: Any) -> Plain:
    return thing.model_dump() if isinstance(thing, Named) and thing.effect else _name(thing)


def find_names_in(concept: Concept, words: Words) -> Iterator[str]:
    """Yield the names in a character: every key and text, and the known word that starts its concept line.

    >>> words = CommonWords(excludes={"diver": ["afraid of water"]})
    >>> ada = Concept.model_validate({"name": "Ada", "concept": "Diver in debt"})
    >>> list(find_names_in(ada, words))
    ['name', 'Ada', 'concept', 'Diver in debt', 'diver']
    """
    yield from (text for text, _ in find_texts(as_plain(concept)))
    listed = (*words.excludes.items(), *words.needs.items())
    yield find_trade((word for name, others in listed for word in (name, *others)), concept.concept)


_Folded: TypeAlias = Mapping[str, frozenset[str]]


@cache_by_identity(64)
def _relations(words: Words) -> tuple[_Folded, _Folded]:
    """Return, by folded name, the words that each word excludes (symmetric), and the words of which it needs one."""
    excluded: defaultdict[str, set[str]] = defaultdict(set)
    for name, others in words.excludes.items():
        for other in others:
            excluded[fold(name)].add(fold(other))
            excluded[fold(other)].add(fold(name))
    needed = {fold(name): frozenset(map(fold, others)) for name, others in words.needs.items()}
    return {name: frozenset(others) for name, others in excluded.items()}, needed


def _trades_by_name(trades: Plain) -> Plain:
    if isinstance(trades, str):
        trades = [trades]
    if isinstance(trades, (list, tuple)) and all(isinstance(name, str) for name in trades):
        return dict.fromkeys(trades, ())
    if isinstance(trades, dict):
        return {name: () if skills is None else skills for name, skills in trades.items()}
    return trades


Trades: TypeAlias = Annotated[Mapping[Text, Several[Text]], BeforeValidator(_trades_by_name), OR_NAMES]
"""The skills of each trade: an NPC always has the first skill, and often the others.

In a file it is a mapping, `Tax clerk: [Tally and Tax, Keeping a Ledger]`, or a list of trades without skills.
"""
NO_TRADES: Trades = {}
"""The default of trades, which the word file of a game replaces."""


def draw_line(spec: NpcSpec[Any], trades: Mapping[str, Sequence[str]], manners: Sequence[str]) -> tuple[str, str]:
    """Draw the concept line of an NPC, a trade and a manner; return the line and the trade.

    If the line is pinned, the trade is the one that starts it, or empty if none does. If the pin is an empty line,
    the NPC still has the drawn trade.

    >>> from chargen.game.concept import Concept
    >>> spec = NpcSpec(name="Ada", pins={}, pinned=Concept(system="x", name="Ada"), words=None)
    >>> draw_line(spec, {"Diver": ["Swimming"]}, ["in debt"])
    ('Diver in debt', 'Diver')
    """
    words = spec.shuffle.pick_each(tuple(trades), manners)
    trade = find_trade(trades, spec.pinned.concept) if spec.pinned.concept else words[0] if trades else ""
    return " ".join(words), trade


def find_trade(trades: Iterable[str], line: str) -> str:
    """Return the trade that starts a concept line; empty if none does.

    >>> find_trade({"Night porter": ["Keys and Locks"], "Diver": []}, "Night porter in debt")
    'Night porter'
    """
    folded = fold(line)
    return max((trade for trade in trades if folded.startswith(fold(trade))), key=len, default="")


def draw_phrase(shuffle: Shuffle, *lists: Sequence[str]) -> str:
    """Draw a word of each list, and join them with spaces; a list may be empty.

    >>> draw_phrase(Shuffle("docks", 1), ["Diver", "Clerk"], [], ["in debt"])
    'Diver in debt'
    >>> draw_phrase(Shuffle("docks", 2), ["Diver", "Clerk"], [], ["in debt"])
    'Clerk in debt'
    """
    return " ".join(shuffle.pick_each(*lists))
