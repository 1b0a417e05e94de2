"""Define the verbs ``change``, ``gain`` and ``lose`` of a ledger, with prices that the table decides.

Between two lines, a character consists of numbers and things, both with names. A line has the keys ``change`` and
``to``, or ``gain``, or ``lose``; ``points`` is the price that the table asked. The rules of a line belong to the game,
which knows their sources; the checks that the games share are here.

>>> from types import SimpleNamespace
>>> def line(**keys):
...     return SimpleNamespace(**{"change": None, "to": None, "gain": None, "lose": None, "points": 0, **keys})
>>> traits = Vocabulary("trait", ["Brave", "Kind"])
>>> verbs = HoldingVerbs(
...     find_name=lambda word, rules: traits.find(word),
...     default_number=lambda name, rules: 0,
...     find_gained=lambda line: line.gain,
... )
>>> change, gain, lose = verbs.change("…"), verbs.gain("…", lambda trick: f"{trick.name}, learned"), verbs.lose("…")
>>> kai = Holdings({"Brave": 2}, (SimpleNamespace(name="Whistle"),))
>>> change.apply(line(change="brave", to=4), kai, None).numbers, lose.apply(line(lose="whistle"), kai, None).names
({'Brave': 4}, [])
>>> whistle = line(gain=SimpleNamespace(name="whistle"))
>>> [found.message for found in verbs.check_change(line(change="brave", to=2), kai, None)]
['Brave is 2 already at this line of the ledger']
>>> [found.message for found in verbs.check_new(whistle, kai)]
['`Whistle` is on the sheet already']
>>> [found.message for found in check_subject(line(change="wit", lose="Song"), kai, traits, "trick")]
['there is no trait `wit`', 'there is no trick `Song` at this line of the ledger']
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from chargen.kit.checks import unknown
from chargen.kit.ledger_line import Line, Verb, missing_error
from chargen.kit.vocabulary import Vocabulary
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import fold


def find_named(things: Iterable[Any], name: str | None) -> Any:
    """Return the thing of a name, in any spelling; None where there is none.

    >>> from types import SimpleNamespace
    >>> find_named([SimpleNamespace(name=None), SimpleNamespace(name="Quick Fix")], "quick fix").name
    'Quick Fix'
    """
    named = [thing for thing in things if thing.name is not None]
    return next((thing for thing in named if name is not None and fold(thing.name) == fold(name)), None)


def unchanged_warning(name: str, number: int, *path: str | int) -> Diagnostic:
    """Return the warning that a line sets a number to its present value, which is probably a mistake.

    >>> unchanged_warning("Brave", -1, "to").message
    'Brave is −1 already at this line of the ledger'
    """
    hint = "take this line out, or write the new number"
    return warning(f"{name} is {signed(number)} already at this line of the ledger", *path, hint=hint)


def merge_prices(one: Line, other: Line) -> Line:
    """Return two lines that set the same number as one: the later one has the final number, and prices add up.

    >>> merge_prices({"change": "Brave", "to": 3, "points": 1}, {"change": "Brave", "to": 4, "points": 2})
    {'change': 'Brave', 'to': 4, 'points': 3}
    """
    return {**other, "points": one.get("points", 0) + other.get("points", 0)}


@dataclass(frozen=True, slots=True)
class Holdings:
    """The numbers and things of a character between two lines of the ledger."""

    numbers: Mapping[str, int]
    """The numbers, by the names in the rules."""
    things: tuple[Any, ...] = ()
    """The things that lines gain and lose; each has a ``name``."""
    is_complete: bool = True
    """Whether these are all things; False where a section of them could not be read."""

    @property
    def names(self) -> list[str]:
        """Return the names of all things."""
        return [thing.name for thing in self.things if thing.name is not None]

    def find(self, name: str | None) -> Any:
        """Return the thing of a name, in any spelling; None where there is none."""
        return find_named(self.things, name)

    def with_new(self, *things: Any) -> "Holdings":
        """Return the same with those of some things that have a name of their own; None is no thing.

        >>> from types import SimpleNamespace
        >>> whistle = SimpleNamespace(name="Whistle")
        >>> Holdings({}, (whistle,)).with_new(None, whistle, SimpleNamespace(name="Song")).names
        ['Whistle', 'Song']
        """
        new = [thing for thing in things if thing is not None and thing.name and self.find(thing.name) is None]
        return replace(self, things=(*self.things, *new))


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingVerbs:
    """The three verbs of a game, and the checks of their lines."""

    find_name: Callable[[str, Any], str | None]
    """Return the name of the number that a word means under some rules; None for an unknown word."""
    default_number: Callable[[str, Any], int]
    """Return the value of a number that the character does not list."""
    find_gained: Callable[[Any], Any]
    """Return the thing that a line gains; None for other lines."""
    price: Callable[[Any, Any, Any], int] = lambda line, before, rules: line.points
    """Return the price of a line."""
    nearest: Callable[[str, int, Any], int] = lambda name, number, rules: number
    """Return the legal value that is nearest to a number of a name."""

    def change(self, example: str) -> Verb[Any, Holdings, Any]:
        """Make the verb that sets a number: ``{change: poise, to: 4, points: 3}``."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            name = self._find_changed(line, rules)
            return before if name is None else replace(before, numbers={**before.numbers, name: line.to})

        def apply_as_meant(line: Any, before: Holdings, rules: Any) -> Holdings:
            name = self._find_changed(line, rules)
            if name is None:
                return before
            return replace(before, numbers={**before.numbers, name: self.nearest(name, line.to, rules)})

        def describe(line: Any, before: Holdings, after: Holdings, rules: Any) -> str:
            name = self._find_changed(line, rules)
            if name is None:
                return f"{line.change} → {signed(line.to or 0)}"
            was = before.numbers[name] if name in before.numbers else self.default_number(name, rules)
            return f"{name} {signed(was)} → {signed(line.to)}"

        return Verb(
            "change",
            example,
            apply,
            describe,
            price=self.price,
            price_at=("points",),
            meant=apply_as_meant,
            needs=("to",),
            takes=("points",),
            merge=merge_prices,
        )

    def gain(self, example: str, describe: Callable[[Any], str], **more: Any) -> Verb[Any, Holdings, Any]:
        """Make the verb that adds a thing; ``describe`` returns its text, ``more`` has further fields of `Verb`."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            new = self.find_gained(line)
            return before if new is None else replace(before, things=(*before.things, new))

        def apply_as_meant(line: Any, before: Holdings, rules: Any) -> Holdings:
            return before.with_new(self.find_gained(line))

        return Verb(
            "gain",
            example,
            apply,
            lambda line, before, after, rules: describe(self.find_gained(line)),
            adds=True,
            **{"price": self.price, "price_at": ("points",), "meant": apply_as_meant, "takes": ("points",), **more},
        )

    def lose(self, example: str) -> Verb[Any, Holdings, Any]:
        """Make the verb that removes a thing by its name: ``{lose: Quick fix}``."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            lost = before.find(line.lose)
            return replace(before, things=tuple(thing for thing in before.things if thing is not lost))

        def describe(line: Any, before: Holdings, after: Holdings, rules: Any) -> str:
            lost = before.find(line.lose)
            return f"{lost.name if lost is not None else line.lose}, lost"

        return Verb("lose", example, apply, describe, price=self.price, price_at=("points",), takes=("points",))

    def check_change(self, line: Any, before: Holdings, rules: Any) -> Iterator[Diagnostic]:
        """Yield a warning if a line sets a number to its present value, which is probably a mistake."""
        name = self._find_changed(line, rules)
        if name is not None and before.numbers.get(name) == line.to:
            yield unchanged_warning(name, line.to, "to")

    def check_new(self, line: Any, before: Holdings) -> Iterator[Diagnostic]:
        """Yield an error if the character already has a thing of the name that a line gains."""
        new = self.find_gained(line)
        if new is not None and (old := before.find(new.name)) is not None:
            hint = "give it another name, or lose the old one first"
            yield error(f"`{old.name}` is on the sheet already", "gain", hint=hint)

    def _find_changed(self, line: Any, rules: Any) -> str | None:
        return None if line.change is None or line.to is None else self.find_name(line.change, rules)


def check_subject(
    line: Any, before: Holdings, names: Vocabulary[Any], what: str, *, hint: str = ""
) -> Iterator[Diagnostic]:
    """Yield an error for an unknown number, or for a thing that the character does not have.

    ``what`` is the term for a thing, such as ``variation``; ``hint`` replaces the hint for a missing thing.
    """
    if line.change is not None and names.find(line.change) is None:
        yield unknown(line.change, names, "change")
    # A thing without a name, which is an error of its own, may be the one that is meant.
    is_known = before.is_complete and all(thing.name is not None for thing in before.things)
    if line.lose is not None and before.find(line.lose) is None and is_known:
        yield missing_error(what, line.lose, before.names, "lose", hint=hint)
