"""Define what a concept of any game holds: identity, gear, waivers, and stated numbers."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, WithJsonSchema

from chargen.schema.model import NEEDED, Model, Several
from chargen.text.diagnostic import KeyPath
from chargen.text.names import find_same

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
"""A text with at least one letter that is not a blank."""
DRAWS = ("one_of", "range", "some_of")  # The keys of random draws in archetypes, which no concept can have
PERSON: Mapping[str, str] = MappingProxyType(
    {"want": "Wants", "secret": "Secret", "look": "Look", "voice": "Voice", "ties": "Ties"}
)
"""The keys of a concept that describe the person, with their labels on sheets and cards."""


class Item(Model):
    """A thing a character carries."""

    shorthand = "name"
    example = "{name: Master key, effect: opens the hotel}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is."""
    effect: str = ""
    """What it does in play."""


class Waiver(Model):
    """A rule that the table lets this character break; it is printed on the sheet."""

    example = "{code: five-by-five/values, why: the GM allowed it}"

    code: Annotated[Text | None, NEEDED] = None
    """The code of the error or warning, such as `five-by-five/values`."""
    why: str = ""
    """Why it is allowed, in a few words."""


class Entry(Model):
    """Hold what every line of an experience ledger may have."""

    example = "{award: 4, why: four sessions}"

    award: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Points gained, of that game's kind."""
    why: str = ""
    """What it was for."""
    date: str = ""
    """When it was, as in 2026-11-20."""

    @property
    def readable(self) -> bool:
        """Return whether all of it could be read, except its words and unknown keys, which change nothing."""
        return all(lost[:1] in (("why",), ("date",)) or lost in self._unknown for lost in self._unread)

    def is_lost(self, key: str) -> bool:
        """Return whether the value of a key is there and cannot be read."""
        return (key,) in self._unreadable

    @property
    def unclear_keys(self) -> frozenset[str]:
        """Return the keys in which something is not known, and those that an unknown key may stand for."""
        return frozenset(str(lost[0]) for lost in self._unknown)


class RuleSet(Model):
    """Hold the numbers of a game's book, and the switches that a table may set."""

    # House rules list settings to fill in: one that is empty has the value of the book.
    may_be_empty = True

    _waived: ClassVar[frozenset[str]] = frozenset()
    """The codes of the rules that the table waives for this character; each value has its own."""

    def losing(self, unread: Iterable[KeyPath]) -> Self:
        """Return the same rules, of which the settings at some paths could not be read: see `unread`."""
        rules = self.model_copy()
        object.__setattr__(rules, "_unread", self._unread.union(unread))
        return rules

    def waives(self, code: str) -> bool:
        """Return whether the table waives the rule of that code: a character that breaks it counts as legal."""
        return code in self._waived


def describe_fixed(constants: Mapping[str, object], **others: str) -> Mapping[str, str]:
    """Return what the book fixes, for `RuleSet.fixed`: the integers among a module's constants, and others in words.

    >>> describe_fixed({"MOST_ROLLED": 10, "TITLE": "Mine"}, ladder="the ten ranks")
    {'most_rolled': '10', 'ladder': 'the ten ranks'}
    """
    return {**{name.lower(): str(value) for name, value in constants.items() if type(value) is int}, **others}


class Concept(Model):
    """A character as its player writes it down."""

    @property
    def own_rules(self) -> RuleSet | None:
        """Return the house rules that the file itself sets; None in a game whose concepts have no key ``rules``."""
        rules = getattr(self, "rules", None)
        return rules if isinstance(rules, RuleSet) else None

    system: Annotated[Text | None, NEEDED] = None
    """The game: five-by-five, or another that `chargen systems` lists."""
    name: Annotated[Text | None, NEEDED] = None
    """The character's name."""
    player: str = ""
    """Who plays the character."""
    concept: str = ""
    """Who the character is, in a line."""
    portrait: str = ""
    """An image (PNG, JPEG, WebP, GIF or SVG) beside this file."""
    want: str = ""
    """What the character wants."""
    secret: str = ""
    """What the character hides."""
    look: str = ""
    """What one sees first."""
    voice: str = ""
    """How the character speaks."""
    ties: Several[Text] = ()
    """Bonds and debts to others, a text each."""
    notes: str = ""
    """Anything else. On a sheet, a single line end is a space, and an empty line begins a paragraph."""
    campaign: str = ""
    """The path of a house-rules file, from this file's folder."""
    equipment: Several[Item] = ()
    """What the character carries: texts, or a name and an effect."""
    waive: Several[Waiver] = ()
    """Errors and warnings that the table allows, each with its code and why; they then count as legal."""
    stated: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = {}
    """Derived numbers as you computed them, by name, such as `hit_points: 14`; a wrong one is an error."""
    state: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = {}
    """The play state, by the tracker's name: it fills the boxes of the sheet."""

    @property
    def person(self) -> tuple[tuple[str, str], ...]:
        """Return the label and the text of each key that describes the person; a text may be empty."""
        values = ((label, getattr(self, key)) for key, label in PERSON.items())
        return tuple((label, value if isinstance(value, str) else "; ".join(value)) for label, value in values)

    def noted(self, tracker: str, otherwise: int = 0) -> int:
        """Return the number that `state` notes of a tracker, by any spelling of its name."""
        value = self.state.get(find_same(tracker, self.state))
        return value if isinstance(value, int) and not isinstance(value, bool) else otherwise

    def ticked(self, tracker: str, otherwise: bool = False) -> bool:
        """Return whether `state` says yes to a tracker, by any spelling of its name."""
        value = self.state.get(find_same(tracker, self.state))
        return value if isinstance(value, bool) else otherwise
