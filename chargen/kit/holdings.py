"""Change, gain and lose: the verbs of a ledger whose prices the table decides.

The character between two lines is its numbers and its things, both by name. A line has the keys ``change`` and ``to``,
``gain``, or ``lose``, and ``points`` for what the table asked. The rules of a line stay with the game, which knows
their sources; the checks that they share are here.

>>> from types import SimpleNamespace
>>> def line(**keys):
...     return SimpleNamespace(**{"change": None, "to": None, "gain": None, "lose": None, "points": 0, **keys})
>>> traits = Vocabulary("trait", ["Brave", "Kind"])
>>> verbs = HoldingVerbs(
...     called=lambda word, rules: traits.called(word),
...     unlisted=lambda name, rules: 0,
...     gained=lambda line: line.gain,
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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.names import fold
from chargen.core.roll import signed
from chargen.kit.checks import unknown
from chargen.kit.ledger_line import Verb, missing
from chargen.kit.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Holdings:
    """The numbers and the things of a character between two lines of the ledger."""

    numbers: Mapping[str, int]
    """Numbers by the names of the rules."""
    things: tuple[Any, ...] = ()
    """What the character gains and loses: each has a ``name``."""

    @property
    def names(self) -> list[str]:
        """Return the names of all things."""
        return [thing.name for thing in self.things if thing.name is not None]

    def find(self, name: str | None) -> Any:
        """Return the thing of that name, in any spelling, or None."""
        if name is None:
            return None
        return next((thing for thing in self.things if fold(thing.name or "") == fold(name)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingVerbs:
    """The three verbs of a game, and the checks of its lines."""

    called: Callable[[str, Any], str | None]
    """Return the name of the number that a word means under some rules; None for a word that changes nothing."""
    unlisted: Callable[[str, Any], int]
    """Return a number that the character does not list."""
    gained: Callable[[Any], Any]
    """Return the thing that a line brings, or None."""
    price: Callable[[Any, Any, Any], int] = lambda line, before, rules: line.points
    """Return what a line costs."""

    def change(self, example: str) -> Verb[Any, Holdings, Any]:
        """Make the verb that sets a number: ``{change: poise, to: 4, points: 3}``."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            name = self._changed(line, rules)
            return before if name is None else replace(before, numbers={**before.numbers, name: line.to})

        def describe(line: Any, before: Holdings, after: Holdings, rules: Any) -> str:
            name = self._changed(line, rules)
            if name is None:
                return f"{line.change} → {signed(line.to or 0)}"
            was = before.numbers[name] if name in before.numbers else self.unlisted(name, rules)
            return f"{name} {signed(was)} → {signed(line.to)}"

        return Verb(
            "change",
            example,
            apply,
            describe,
            price=self.price,
            price_at=("points",),
            needs=("to",),
            takes=("points",),
            merge=lambda one, other: {**other, "points": one["points"] + other["points"]},
        )

    def gain(self, example: str, describe: Callable[[Any], str], **more: Any) -> Verb[Any, Holdings, Any]:
        """Make the verb that adds a thing; ``describe`` says what it did, ``more`` are fields of its `Verb`."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            new = self.gained(line)
            return before if new is None else replace(before, things=(*before.things, new))

        return Verb(
            "gain",
            example,
            apply,
            lambda line, before, after, rules: describe(self.gained(line)),
            **{"price": self.price, "price_at": ("points",), "takes": ("points",), **more},
        )

    def lose(self, example: str) -> Verb[Any, Holdings, Any]:
        """Make the verb that takes a thing away by its name: ``{lose: Quick fix}``."""

        def apply(line: Any, before: Holdings, rules: Any) -> Holdings:
            lost = before.find(line.lose)
            return replace(before, things=tuple(thing for thing in before.things if thing is not lost))

        def describe(line: Any, before: Holdings, after: Holdings, rules: Any) -> str:
            lost = before.find(line.lose)
            return f"{lost.name if lost is not None else line.lose}, lost"

        return Verb("lose", example, apply, describe, price=self.price, price_at=("points",), takes=("points",))

    def check_change(self, line: Any, before: Holdings, rules: Any) -> Iterator[Diagnostic]:
        """Yield a warning where a line sets a number to what it is: most likely a slip."""
        name = self._changed(line, rules)
        if name is not None and before.numbers.get(name) == line.to:
            hint = "take this line out, or write the new number"
            yield warning(f"{name} is {signed(line.to)} already at this line of the ledger", "to", hint=hint)

    def check_new(self, line: Any, before: Holdings) -> Iterator[Diagnostic]:
        """Yield an error where the character has a thing of that name already."""
        new = self.gained(line)
        if new is not None and (old := before.find(new.name)) is not None:
            hint = "give it another name, or lose the old one first"
            yield error(f"`{old.name}` is on the sheet already", "gain", hint=hint)

    def _changed(self, line: Any, rules: Any) -> str | None:
        return None if line.change is None or line.to is None else self.called(line.change, rules)


def check_subject(
    line: Any, before: Holdings, names: Vocabulary[Any], what: str, *, hint: str = ""
) -> Iterator[Diagnostic]:
    """Yield an error for a number that the rules do not know, and for a thing that the character does not have.

    ``what`` is what a thing is called, such as ``variation``; ``hint`` is for a name that is something else.
    """
    if line.change is not None and names.called(line.change) is None:
        yield unknown(line.change, names, "change")
    if line.lose is not None and before.find(line.lose) is None:
        yield missing(what, line.lose, before.names, "lose", hint=hint)
