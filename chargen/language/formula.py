"""Parse formulas, and prove for each of them that it has a value for any values that its names may have.

A formula is arithmetic on integers, comparison, ``and``, ``or`` and ``not``, a choice (``a if b else c``), and
questions to lists. There are no loops, so it always ends. `parse_formula` finds the kind and range of every part:

>>> names = {"strength": Range(3, 18), "size": Range(3, 18), "price": Range(1, 10)}
>>> hit_points = parse_formula("(strength + size) / 2 at most 15", names)
>>> hit_points.range, hit_points(Values({"strength": 10, "size": 11}))
(Range(low=3, high=15), 10)
>>> parse_formula("strength / (size - price)", names)
Traceback (most recent call last):
chargen.language.syntax.FormulaError: `/` divides by a number from −7 to 17, which may be 0
>>> parse_formula("strength / (size - 3) if size > 3 else 0", names).range
Range(low=0, high=18)

A division rounds down. Within ``sum( )``, ``count( )``, ``highest( )`` and ``lowest( )``, a list means each of its
entries in turn. A number and a list may have the same name: before a dot, ``is`` and ``has``, and in these brackets, it
means the list.

>>> gear = Kind("list", members={"slots": Kind("number", Range(0, 3))}, names=("Rope", "Axe"), size=10)
>>> load = parse_formula("sum(gear.slots) + 1 if gear has Axe else 0", {}, {"gear": gear})
>>> load.range, load(Values({}, {"gear": [{"name": "Axe", "slots": 2}, {"name": "Rope", "slots": 1}]}))
(Range(low=0, high=31), 4)
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from chargen.dice.group import MOST_AGAIN, How
from chargen.language.syntax import ARITHMETIC, COMPARISONS, OTHERWISE, FormulaError, Node, Parser, Token
from chargen.page.roll import signed
from chargen.text.names import did_you_mean, fold, listing, there_are

LARGEST = 1_000_000
"""The largest number that a formula may compute (house default); a game on paper stays far below."""
MOST_ENTRIES = 30  # The entries of a list without a limit, as ranges count them (house default)
MOST_DICE, MOST_SIDES = 100, 1000  # The most dice of a roll, and the most sides of a die (house default)
COUNT = "count"
ROLL_WORDS = ("total", "highest_die", "lowest_die", COUNT)  # The words for the faces of a roll
RESERVED = ("and", "or", "not", "true", OTHERWISE, "value", *ROLL_WORDS)
"""The words that a game cannot use as the name of a value."""
LISTS = ("sum", COUNT, "highest", "lowest", "alike", "run")
"""The functions that go over the entries of a list, or over dice; the last two only over dice."""


_COUNTS = "`count(6)` is the number of sixes, `count(5, 6)` that of fives and sixes"
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class Range(NamedTuple):
    """The lowest and the highest value of a number."""

    low: int
    high: int

    def __or__(self, other: "Range") -> "Range":
        """Return the range that holds both ranges.

        >>> Range(1, 4) | Range(0, 2)
        Range(low=0, high=4)
        """
        return Range(min(self.low, other.low), max(self.high, other.high))

    def nearest(self, number: int) -> int:
        """Return the number of the range that is nearest to ``number``.

        >>> Range(1, 4).nearest(9)
        4
        """
        return max(self.low, min(self.high, number))

    def __str__(self) -> str:
        return signed(self.low) if self.low == self.high else f"{signed(self.low)} to {signed(self.high)}"


_NONE = Range(0, 0)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a name or a part of a formula means, with all that it may be."""

    what: Literal["number", "condition", "word", "entry", "list"]
    """An entry is one of a list, or what a character has chosen."""
    range: Range = _NONE
    names: tuple[str, ...] = ()
    """The words that a word may be; the names that an entry may have; empty for any."""
    members: Mapping[str, "Kind"] = field(default_factory=dict)
    """What follows a dot, by folded names; ``value`` is the number of a score."""
    size: int = MOST_ENTRIES
    """How many entries a list has at most."""
    thrown: bool = False
    """Whether it depends on dice."""

    def __str__(self) -> str:
        words = {"number": "a number", "condition": "a condition", "word": "a word", "entry": "a choice"}
        return words.get(self.what, "a list")


class Values(NamedTuple):
    """What a formula is computed from, by folded names."""

    numbers: Mapping[str, int]
    parts: Mapping[str, Any] = {}
    """Lists of entries, and choices. An entry is a mapping with its ``name`` and its members; None for no choice."""
    entries: Mapping[str, Any] = {}
    """The entries of the lists that are gone over."""
    dice: tuple[int, ...] = ()
    """What is read off dice, in the order of `Thrown.readings`."""

    def with_entry(self, entry: Mapping[str, Any]) -> "Values":
        """Return the values with what an entry of a list has, by the names of its members."""
        members = {name: value for name, value in entry.items() if name not in ("name", "always")}
        return self._replace(numbers={**self.numbers, **members})


Compute: TypeAlias = Callable[[Values], Any]


class Part(NamedTuple):
    """A part of a formula: its meaning, and how it is computed."""

    kind: Kind
    compute: Compute


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is computed by calling it."""

    text: str
    part: Part
    is_sum: bool = False
    """Whether it is a sum of dice and of numbers without dice."""

    @property
    def range(self) -> Range:
        """Return the range of its values; 0 to 1 for a condition, which is 1 where it is true."""
        return self.part.kind.range

    @classmethod
    def named(cls, name: str, span: Range) -> "Formula":
        """Return the formula that is one value."""
        key = fold(name)
        return cls(name, Part(Kind("number", span), lambda values: values.numbers[key]))

    def __call__(self, values: Values) -> int:
        """Return its value."""
        return int(self.part.compute(values))


# Dice, as formulas write them.


class Atom(NamedTuple):
    """Equal dice: their number, their sides, and steps whose arguments are formulas."""

    number: Part
    sides: Part | None
    """None for Fate dice, which show −1, 0 and 1."""
    steps: tuple[tuple[str, str, tuple[Part | None, ...]], ...] = ()
    """Word, further word and arguments of each step; an argument None is the highest face."""
    conditions: tuple[tuple[Part, bool], ...] = ()
    """The conditions around the dice, each with the value for which these are rolled."""

    @property
    def die(self) -> Range:
        """Return the numbers that one die may come to."""
        high = 1 if self.sides is None else self.sides.kind.range.high
        times = sum(MOST_TIMES[mode] for word, mode, _ in self.steps if word == "explode")
        return Range(min(-high if self.sides is None else 1, 1), high * (1 + times))

    @property
    def most(self) -> int:
        """Return the most dice, further dice included."""
        times = sum(MOST_TIMES[mode] for word, mode, _ in self.steps if word == "again")
        return self.number.kind.range.high * (1 + times)

    @property
    def total(self) -> Range:
        """Return the numbers that all dice may come to together."""
        low, high = self.die
        # Dice that are perhaps not rolled, or not kept, may come to 0.
        all_count = not self.conditions and not any(word in ("keep", "drop") for word, _, _ in self.steps)
        least = self.number.kind.range.low if all_count else 0
        return Range(low * (self.most if low < 0 else least), high * self.most)


MOST_TIMES = {"once": 1, "": MOST_AGAIN, "always": 0}
"""How often a die is thrown again at most, by the word behind it."""


class Reading(NamedTuple):
    """What is read off some groups of dice."""

    how: How
    groups: tuple[str, ...]
    worth: Compute | None
    """What a die counts; its own number is among the `Values.entries` as ``die``. None for equal dice and runs."""
    is_count: bool = False


@dataclass(slots=True)
class Thrown:
    """The groups of dice of a roll, by their folded names, and what formulas read off them."""

    groups: dict[str, list[Atom]] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    places: dict[object, int] = field(default_factory=dict)
    """By what is read, its place among the readings: equal words are read once."""

    def most(self, groups: Sequence[str]) -> int:
        """Return the most dice of some groups."""
        return sum(atom.most for name in groups for atom in self.groups[name])

    def die(self, groups: Sequence[str]) -> Range:
        """Return the numbers that a die of some groups may come to."""
        spans = [atom.die for name in groups for atom in self.groups[name]]
        return Range(min(span.low for span in spans), max(span.high for span in spans)) if spans else _NONE


def parse_formula(
    text: str,
    names: Mapping[str, Range | Kind],
    parts: Mapping[str, Kind] = {},
    *,
    truth: bool = False,
    scales: Mapping[str, "Scale"] = {},
) -> Formula:
    """Return a formula of the values ``names``, and of lists and choices ``parts``, by their folded names.

    With ``truth`` it is a condition, which is true or false; else it is a number. Raises `FormulaError`.
    """
    return Reader(names, parts, scales=scales).formula(text, truth=truth)


def read_among(
    read: Callable[[], Formula], names: dict[str, Range | Kind], lost: Collection[str]
) -> tuple[Formula | None, FormulaError | None]:
    """Return what ``read`` makes of the values ``names``, and its error; both are None where it names a lost value.

    A ``lost`` value has an error elsewhere. Beside one, only a name that there is not is an error.
    """
    given = dict(names)
    try:
        while True:
            try:
                formula = read()
                return (formula if names.keys() == given.keys() else None), None
            except FormulaError as exc:
                name = fold(exc.name)
                if name in names and name in lost:  # it is no number
                    return None, None
                if name not in lost:
                    return None, exc if names.keys() == given.keys() or exc.name else None
                names[name] = Range(1, 1)
    finally:
        for name in names.keys() - given.keys():
            del names[name]


class Scale(NamedTuple):
    """What a number means by steps, such as a modifier: the first numbers of the steps, and what each of them means."""

    starts: tuple[int, ...]
    rows: tuple[Node, ...]


def scale(rows: Mapping[int, str]) -> Scale:
    """Return the scale of some steps: numbers or dice, by the first number of each. Raises `FormulaError`.

    >>> parse_formula("modifier(8)", {}, scales={"modifier": scale({1: "-3", 6: "-1", 9: "0"})}).range
    Range(low=-1, high=-1)
    """
    ordered = dict(sorted(rows.items()))
    return Scale(tuple(ordered), tuple(Parser(text).parse() for text in ordered.values()))


class Reader:
    """Read formulas: each part with its kind and its range, from those of the parts within."""

    def __init__(
        self,
        names: Mapping[str, Range | Kind],
        parts: Mapping[str, Kind] = {},
        *,
        thrown: Thrown | None = None,
        scales: Mapping[str, Scale] = {},
    ) -> None:
        self.bound: dict[str, Part] = {}
        """What is computed from other names, by its own folded name; these are computed again where they are named."""
        self.rolls = False
        """Whether dice may be written."""
        self.roll = ""
        """The formula of the dice, where it is one and no groups by name: `total` is its value."""
        self._thrown_already: Iterator[str] | None = None
        self._names, self._parts, self._scales = names, parts, scales
        self._reads_dice, self._thrown = thrown is not None, Thrown() if thrown is None else thrown
        self._known: dict[str, Part] = {}
        """The names that mean something else for a while: an entry of a list, or a number in a narrower range."""
        self._conditions: tuple[tuple[Part, bool], ...] = ()

    def formula(self, text: str, *, truth: bool = False) -> Formula:
        """Return a formula that is a number; with ``truth``, one that is a condition. Raises `FormulaError`."""
        node = Parser(text).parse()
        part = self.condition(node, "") if truth else self.number(node, "")
        return Formula(text, part, _is_sum(node))

    # What a part is to be.

    def number(self, node: Node, what: str) -> Part:
        """Return a part that is a number; ``what`` needs it, or the formula itself where it is empty."""
        return self._as_number(self.read(node), node, what)

    def _as_number(self, part: Part, node: Node, what: str) -> Part:
        kind, compute = part
        if kind.what == "entry" and "value" in kind.members:
            return Part(kind.members["value"], lambda values: compute(values)["value"])
        if kind.what == "number":
            return part
        hints = {
            "condition": "write `1 if … else 0`",
            "list": "put it into sum( ), count( ), highest( ) or lowest( )",
            "entry": "ask it with `is`, or name one of its numbers behind a dot",
        }
        message = f"{what} needs a number, and this is {kind}" if what else f"this is to be a number, and is {kind}"
        raise _error(message, node, hints.get(kind.what, ""))

    def condition(self, node: Node, what: str) -> Part:
        """Return a part that is a condition; ``what`` needs it, or the formula itself where it is empty."""
        part = self.read(node)
        if part.kind.what == "condition":
            return part
        message = f"{what} needs a condition, and this is {part.kind}" if what else ""
        raise _error(message or f"this is to be a condition, which is true or false, and is {part.kind}", node)

    def read(self, node: Node) -> Part:
        """Return a part of a formula. Raises `FormulaError`."""
        match node:
            case Node(op="number", parts=(number,)):
                if number > LARGEST:
                    raise _error(f"a number is at most {LARGEST:,}", node)
                return Part(Kind("number", Range(number, number)), lambda values: number)
            case Node(op="truth", parts=(truth,)):
                return Part(_truth(), lambda values: truth)
            case Node(op="text"):
                raise _error("a text is compared with `is` or `has`", node)
            case Node(op="name", parts=(name,)):
                return self._name(name, node)
            case Node(op="dot", parts=(inner, member)):
                return self._member(inner, member, node)
            case Node(op="minus", parts=(inner,)):
                kind, compute = self.number(inner, "`-`")
                span = Range(-kind.range.high, -kind.range.low)
                return Part(replace(kind, range=span), lambda values: -compute(values))
            case Node(op="not", parts=(inner,)):
                kind, compute = self.condition(inner, "`not`")
                return Part(kind, lambda values: not compute(values))
            case Node(op="and" | "or", parts=(word, left, right)):
                one = self.condition(left, f"`{word}`")
                with self._where(left, word == "and"):
                    other = self.condition(right, f"`{word}`")
                kind = _truth(one.kind, other.kind)
                if word == "and":
                    return Part(kind, lambda values: one.compute(values) and other.compute(values))
                return Part(kind, lambda values: one.compute(values) or other.compute(values))
            case Node(op="compare", parts=(sign, left, right)):
                one, other = (self._compared(*sides) for sides in ((left, right), (right, left)))
                holds = COMPARISONS[sign]
                kind = _truth(one.kind, other.kind)
                return Part(kind, lambda values: holds(one.compute(values), other.compute(values)))
            case Node(op="is" | "has", parts=(inner, named, quoted)):
                return self._question(node.op, inner, named, quoted)
            case Node(op="compute"):
                return self._computed(node)
            case Node(op="if"):
                return self._choice(node)
            case Node(op="call", parts=(name, arguments)):
                return self._call(fold(name), name, arguments, node)
        if not self.rolls:
            raise _error(
                "dice are not rolled here", node, "dice are written under `dice`; `total` is what they come to"
            )
        return self._dice(node)

    # Names.

    def _name(self, written: str, node: Node) -> Part:
        name = fold(written)
        if name in self._known or name in self.bound:
            return self._known.get(name) or self.bound[name]
        if (read := self._dice_word(name)) is not None:
            return read
        if name in self._names:
            kind = self._names[name]
            return Part(Kind("number", kind) if isinstance(kind, Range) else kind, lambda values: values.numbers[name])
        if name in self._parts:
            return Part(self._parts[name], lambda values: values.parts[name])
        if name in ("yes", "no"):
            return Part(_truth(), lambda values: name == "yes")
        if name in self._scales or (name == COUNT and self._reads_dice):
            hint = _COUNTS if name == COUNT else f"write `{written}(…)`"
            raise _error(f"`{written}` needs a number in brackets", node, hint)
        known = [name.replace(" ", "_") for name in (*self._names, *self.bound, *self._parts, *self._scales)]
        hint = did_you_mean(written, known, there_are(known) if known else "no value is named yet")
        raise FormulaError(f"there is no value `{written}`", node.at, node.end - node.at, hint, written)

    def _list_or_choice(self, node: Node) -> Part:
        """Return what is before a dot, `is` or `has`: a list or a choice comes before a number of its name."""
        name = fold(node.parts[0]) if node.op == "name" else ""
        if name in self._parts and name not in self._known:
            return Part(self._parts[name], lambda values: values.parts[name])
        return self.read(node)

    def _member(self, inner: Node, written: str, node: Node) -> Part:
        if (path := _path(node)) in self._known:
            return self._known[path]
        kind, compute = self._list_or_choice(inner)
        member = kind.members.get(fold(written))
        if kind.what not in ("entry", "list"):
            raise _error(f"only lists and choices have parts behind a dot; this is {kind}", inner)
        if member is None:
            has = f"it has {listing(name.replace(' ', '_') for name in kind.members)}" if kind.members else ""
            raise _error(f"there is no `{written}` in it", node, did_you_mean(written, kind.members, has))
        if kind.what == "list":
            raise _error(f"`{written}` is of each entry of a list", node, "put it into sum( ), highest( ) or lowest( )")
        return Part(member, lambda values: compute(values)[fold(written)])

    def _question(self, word: str, inner: Node, named: Token, quoted: bool) -> Part:
        """Return the condition that a choice is something, or that a list has it."""
        kind, compute = self._list_or_choice(inner)
        wanted = ("list",) if word == "has" else ("entry", "word")
        if kind.what not in wanted:
            hints = {"list": "a list is asked with `has`", "number": "numbers are compared with `==`"}
            hint = hints.get(kind.what, "a choice is asked with `is`" if word == "has" else "")
            raise _error(f"`{word}` asks {'a list' if word == 'has' else 'a choice'}; this is {kind}", inner, hint)
        path, meant = fold(named.text.replace(".", " ")), fold(named.text)
        first, _, member = named.text.partition(".")
        other: Compute | None = None
        if not quoted and member:
            part = self._member(
                Node("name", named.at, named.end, (first,)), member, Node("dot", named.at, named.end, ())
            )
            other = part.compute
        elif not quoted and path in self._known:
            other = self._known[path].compute
        elif kind.names and meant not in map(fold, kind.names):
            hint = did_you_mean(named.text, kind.names, there_are(kind.names))
            raise FormulaError(f"it is never `{named.text}`", named.at, named.end - named.at, hint)

        def holds(values: Values) -> bool:
            name = meant if other is None else _folded(other(values))
            found = compute(values)
            return any(_folded(entry) == name for entry in found) if word == "has" else _folded(found) == name

        return Part(_truth(), holds)

    # Arithmetic.

    def _compared(self, node: Node, other: Node) -> Part:
        kind = self._list_or_choice(node).kind if node.op == "name" and fold(node.parts[0]) not in self._names else None
        if kind is not None and kind.what == "entry" and "value" not in kind.members and other.op == "name":
            raise _error(f"`{node.parts[0]}` is a choice", node, f"write `{node.parts[0]} is {other.parts[0]}`")
        return self.number(node, "a comparison")

    def _computed(self, node: Node) -> Part:
        """Return the part of two numbers and a sign, with the range that follows from theirs."""
        sign, left, right = node.parts
        one, other = (self.number(side, f"`{sign}`") for side in (left, right))
        (low, high), apply = other.kind.range, ARITHMETIC[sign]
        if sign == "/" and low <= 0 <= high:
            hint = "write `at least 1` behind it, in brackets"
            raise _error(f"`/` divides by a number from {other.kind.range}, which may be 0", right, hint)
        if sign == "%" and low <= 0:
            raise _error(f"`%` divides by a number from {other.kind.range}, which is to be above 0", right)
        # Each operation but `%` rises or falls steadily in both numbers, so its extremes are at their ends.
        ends = [0, high - 1] if sign == "%" else [apply(x, y) for x in one.kind.range for y in other.kind.range]
        kind = Kind("number", Range(min(ends), max(ends)), thrown=one.kind.thrown or other.kind.thrown)
        return Part(self._small(kind, node), lambda values: apply(one.compute(values), other.compute(values)))

    def _small(self, kind: Kind, node: Node) -> Kind:
        if max(abs(kind.range.low), abs(kind.range.high)) > LARGEST:
            message = f"this may come to {kind.range}, and a game's numbers stay below {LARGEST:,}"
            raise _error(message, node, "give the numbers in it smaller limits: `to: 30`")
        return kind

    def _choice(self, node: Node) -> Part:
        """Return `a if c else b`: in each arm, what the condition compares has a narrower range."""
        asked, left, right = node.parts
        condition = self.condition(asked, "`if`")
        arms = []
        for arm, truth in ((left, True), (right, False)):
            before = self._conditions
            self._conditions = (*before, (condition, truth))
            with self._where(asked, truth):
                part = self.read(arm)
                arms.append(part if part.kind.what == "condition" else self._as_number(part, arm, "`if`"))
            self._conditions = before
        one, other = arms
        if one.kind.what != other.kind.what:
            raise _error(f"both arms of `if` are of one kind; these are {one.kind} and {other.kind}", node)
        is_thrown = condition.kind.thrown or one.kind.thrown or other.kind.thrown
        kind = replace(one.kind, range=one.kind.range | other.kind.range, thrown=is_thrown)
        decide = condition.compute
        return Part(kind, lambda values: one.compute(values) if decide(values) else other.compute(values))

    @contextmanager
    def _where(self, condition: Node, truth: bool) -> Iterator[None]:
        """Give the numbers that a condition compares the ranges that they have where it is true, or false."""
        before = dict(self._known)
        self._narrow(condition, truth)
        yield
        self._known = before

    def _narrow(self, node: Node, truth: bool) -> None:
        if node.op == "not":
            self._narrow(node.parts[0], not truth)
        elif node.op == ("and" if truth else "or"):
            for inner in node.parts[1:]:
                self._narrow(inner, truth)
        elif node.op == "compare":
            sign, left, right = node.parts
            for one, relation, other in ((left, sign, right), (right, _MIRRORED[sign], left)):
                if one.op not in ("name", "dot"):
                    continue
                part, (low, high) = self.read(one), self.number(other, "a comparison").kind.range
                if part.kind.what != "number":
                    continue
                least, most = part.kind.range
                holds = relation if truth else _NEGATED[relation]
                if holds in ("<", "<=", "=="):
                    most = min(most, high - (holds == "<"))
                if holds in (">", ">=", "=="):
                    least = max(least, low + (holds == ">"))
                if holds == "!=" and low == high:
                    least, most = least + (least == low), most - (most == low)
                # Where nothing is left, this arm is never computed.
                if least <= most:
                    self._known[_path(one)] = part._replace(kind=replace(part.kind, range=Range(least, most)))

    # Functions.

    def _call(self, name: str, written: str, arguments: tuple[Node, ...], node: Node) -> Part:
        if name in self._scales:
            return self._step(written, arguments, node)
        if name in LISTS:
            return self._gathered(name, arguments, node)
        if name not in ("min", "max", "abs", "up"):
            known = [*LISTS, "min", "max", "abs", "up", *self._scales]
            hint = did_you_mean(written, known, there_are(known))
            raise FormulaError(f"there is no function `{written}`", node.at, node.end - node.at, hint, written)
        if name == "up":
            if len(arguments) != 1 or arguments[0].op != "compute" or arguments[0].parts[0] != "/":
                raise _error("`up` rounds a division up", node, "as in `up(a / b)`")
            # Rounded up is what is rounded down of the negative number.
            _, left, right = arguments[0].parts
            turned = Node("minus", left.at, left.end, (left,))
            return self.read(Node("minus", node.at, node.end, (arguments[0]._replace(parts=("/", turned, right)),)))
        parts = [self.number(argument, f"`{written}`") for argument in arguments]
        spans, computes = [part.kind.range for part in parts], [part.compute for part in parts]
        thrown = any(part.kind.thrown for part in parts)
        if name == "abs":
            ends = [abs(end) for end in spans[0]] + ([0] if spans[0].low <= 0 <= spans[0].high else [])
            kind = Kind("number", Range(min(ends), max(ends)), thrown=thrown)
            return Part(kind, lambda values: abs(computes[0](values)))
        if len(parts) < 2:
            raise _error(f"`{written}` takes two numbers", node, "the highest of a list is `highest(…)`")
        apply: Callable[..., int] = min if name == "min" else max
        span = Range(apply(span.low for span in spans), apply(span.high for span in spans))
        kind = Kind("number", span, thrown=thrown)
        return Part(kind, lambda values: apply(*(compute(values) for compute in computes)))

    def _step(self, written: str, arguments: tuple[Node, ...], node: Node, steps: Sequence[Any] = ()) -> Part:
        """Return what a scale has for a number: the last step at or below it; of dice, with what is done to them."""
        scale = self._scales[fold(written)]
        if len(arguments) != 1:
            raise _error(f"the scale `{written}` takes one number", node)
        kind, compute = self.number(arguments[0], f"the scale `{written}`")
        if kind.range.low < scale.starts[0]:
            message = (
                f"the scale `{written}` begins at {signed(scale.starts[0])}, and this may be {signed(kind.range.low)}"
            )
            raise _error(message, arguments[0], f"end the bracket with `at least {signed(scale.starts[0])}`")

        def place(values: Values) -> int:
            return bisect_right(scale.starts, compute(values)) - 1

        def is_at(at: int) -> Compute:
            return lambda values: place(values) == at

        before, rows = self._conditions, list[Part]()
        for at, row in enumerate(scale.rows):
            self._conditions = (*before, (Part(_truth(kind), is_at(at)), True))
            rows.append(self.number(_stepped(row, steps), f"the scale `{written}`"))
        self._conditions = before
        ends = [*scale.starts[1:], LARGEST + 1]
        reached = [part.kind for part, start, end in zip(rows, scale.starts, ends, strict=True)
                   if start <= kind.range.high and end > kind.range.low]  # fmt: skip
        span = Range(min(each.range.low for each in reached), max(each.range.high for each in reached))
        thrown = kind.thrown or any(each.thrown for each in reached)
        return Part(Kind("number", span, thrown=thrown), lambda values: rows[place(values)].compute(values))

    def _gathered(self, how: str, arguments: tuple[Node, ...], node: Node) -> Part:
        """Return what a function computes from the entries of a list, or from dice."""
        if how == COUNT and len(arguments) < 3 and not self._lists_in(arguments):
            return self._count_of_faces(arguments, node)
        if len(arguments) != 1:
            hint = _COUNTS if how == COUNT else "of several numbers, write `max(…)` or `min(…)`"
            raise _error(f"`{how}` goes over one list", node, hint)
        [inner] = arguments
        found = self._lists_in(arguments)
        if len(found) != 1:
            here = f"here are {listing(found)}" if found else "there is none in its brackets"
            raise _error(f"`{how}` goes over one list or the dice; {here}", node)
        [(path, (kind, compute))] = found.items()
        groups = self._groups(path)
        if how in ("alike", "run"):
            if not groups or inner.op != "name" or len(groups) > 1:
                raise _error(f"`{how}` needs one group of dice", node)
            for atom in self._thrown.groups[groups[0]]:
                words = [word for word, _, _ in atom.steps]
                if "again" in words or (words and words[0] in ("keep", "drop") and len(words) > 1):
                    raise _error(f"`{how}` needs dice that are not thrown again after they were kept", node)
            return self._reading(how, groups, None, inner, Kind("number", Range(0, self._thrown.most(groups))))
        before = self._known
        entry = Kind("entry", members=kind.members, names=kind.names) if kind.what == "list" else kind
        key = "die" if groups else path
        self._known = {**before, path: Part(entry, lambda values: values.entries[key])}
        if how == COUNT and _path(inner) == path:
            one = Part(_truth(), lambda values: True)
        elif how == COUNT:
            one = self.condition(inner, "`count`")
        else:
            one = self.number(inner, f"`{how}`")
        self._known = before
        size, (low, high) = self._thrown.most(groups) if groups else kind.size, one.kind.range
        span = {COUNT: Range(0, size), "sum": Range(size * min(0, low), size * max(0, high))}
        result = Kind("number", span.get(how, Range(min(0, low), max(0, high))), thrown=bool(groups) or one.kind.thrown)
        self._small(result, node)
        if groups:
            if one.kind.thrown:
                raise _error("dice are compared with what is known before the throw", inner)
            return self._reading(how, groups, one.compute, inner, result)
        apply: Callable[[list[int]], int] = {"highest": max, "lowest": min}.get(how, sum)

        def gather(values: Values) -> int:
            found = compute(values)
            if how == COUNT:  # what every character has is there, and not counted
                found = [each for each in found if not (isinstance(each, Mapping) and each.get("always"))]
            entries = [values._replace(entries={**values.entries, path: each}) for each in found]
            return apply([int(one.compute(each)) for each in entries] or [0])

        return Part(result, gather)

    def _lists_in(self, nodes: tuple[Any, ...]) -> dict[str, Part]:
        """Return the lists and groups of dice that are named in some nodes, by how they are written."""
        found: dict[str, Part] = {}
        for node in nodes:
            if not isinstance(node, Node):
                continue
            path = _path(node)
            if node.op == "name" and path not in self._known and (groups := self._groups(path)):
                found[path] = Part(Kind("number", self._thrown.die(groups)), lambda values: ())
            elif path and path not in self._known:
                name = fold(node.parts[0]) if node.op == "name" else ""
                kind = self._parts.get(name)
                if node.op == "dot" and _path(node.parts[0]) in self._parts:
                    kind = self._parts[_path(node.parts[0])].members.get(fold(node.parts[1]))
                if kind is not None and kind.what == "list":
                    found[path] = self._list_or_choice(node)
                elif node.op == "dot":
                    found |= self._lists_in(node.parts)
            elif node.op == "call" and fold(node.parts[0]) not in LISTS:
                found |= self._lists_in(node.parts[1])
            elif node.op != "call" and not path:
                found |= self._lists_in(node.parts)
        return found

    # Dice.

    def _groups(self, name: str) -> tuple[str, ...]:
        """Return the groups of dice of a name; all groups for `die`, none for any other name."""
        groups = {} if self.rolls else self._thrown.groups
        return tuple(groups) if name == "die" else (name,) if name in groups else ()

    def _count_of_faces(self, arguments: tuple[Node, ...], node: Node) -> Part:
        """Return what is counted: `count(6)`, or `count(8, 10)` for the dice from 8 to 10."""
        groups = self._groups("die")
        if not groups:
            raise _error("`count` counts the entries of a list, and dice: no dice are rolled here", node)
        ends = [self.number(argument, "`count`").compute for argument in arguments]
        low, high = ends[0], ends[-1]

        def worth(values: Values) -> bool:
            return bool(low(values) <= values.entries["die"] <= high(values))

        return self._reading(COUNT, groups, worth, node, Kind("number", Range(0, self._thrown.most(groups))))

    def _reading(self, what: str, groups: tuple[str, ...], worth: Compute | None, node: Node, kind: Kind) -> Part:
        """Return what is read off dice; what is written in equal words is read once."""
        thrown, read = self._thrown, (what, groups, _without_places(node))
        if read not in thrown.places:
            thrown.places[read] = len(thrown.readings)
            hows: dict[str, How] = {"highest": "highest", "lowest": "lowest", "alike": "alike", "run": "run"}
            thrown.readings.append(Reading(hows.get(what, "sum"), groups, worth, what == COUNT))
        place = thrown.places[read]
        return Part(replace(kind, thrown=True), lambda values: values.dice[place])

    def _dice_word(self, name: str) -> Part | None:
        """Return what is read off the dice under a name: a group, `total`, the highest or the lowest die."""
        if self.rolls or not self._reads_dice:
            return None
        groups = tuple(self._thrown.groups)
        if name in groups:
            return self._sum_of(name)
        if name in ("highest die", "lowest die"):
            low, high = self._thrown.die(groups)
            kind = Kind("number", Range(min(0, low), max(0, high)))
            return self._reading(name.split()[0], groups, lambda values: values.entries["die"], _DIE, kind)
        if name != "total":
            return None
        if not self.roll:
            return self._sum_of(*groups)
        # Read again, because only now it is known that the sum is read: the dice are those of the first time.
        self.rolls, self._thrown_already = True, iter(groups)
        part = self.read(Parser(self.roll).parse())
        self.rolls, self._thrown_already = False, None
        return part

    def _sum_of(self, *groups: str) -> Part:
        """Return what all dice of some groups come to together."""
        spans = [atom.total for name in groups for atom in self._thrown.groups[name]]
        total = Range(sum(span.low for span in spans), sum(span.high for span in spans))
        kind = self._small(Kind("number", total), _DIE)
        return self._reading("sum", groups, lambda values: values.entries["die"], _DIE, kind)

    def _dice(self, node: Node) -> Part:
        """Return what dice come to that are written in a formula, and add them to those that are thrown."""
        steps: list[tuple[Token, str, tuple[Node, ...]]] = []
        while node.op == "steps":
            node, more = node.parts
            steps = [*more, *steps]
        if node.op == "if":
            condition, left, right = node.parts
            return self.read(node._replace(parts=(condition, *(_stepped(arm, steps) for arm in (left, right)))))
        if node.op == "call" and fold(node.parts[0]) in self._scales:
            name, arguments = node.parts
            return self._step(name, arguments, node, steps)
        if node.op != "dice":
            raise _error(f"`{steps[0][0].text}` follows dice", node)
        number, sides, _ = node.parts
        count = self._limited(number, "the number of dice", Range(0, MOST_DICE), "end the bracket with `at least 0`")
        face = None if sides is None else self._limited(sides, "the sides of a die", Range(1, MOST_SIDES), "")
        read = []
        for token, mode, faces in steps:
            word = token.text.lower()
            if word == "again" and mode == "always":
                raise FormulaError("`again` is `once`, or as often as it comes", token.at, len(token.text))
            span = Range(0, MOST_DICE) if word in ("keep", "drop") else Range(-LARGEST, LARGEST)
            hint = "end the bracket with `at least 0`"
            ends = (None if end.op == "top" else self._limited(end, f"`{word}`", span, hint) for end in faces)
            read.append((word, mode, tuple(ends)))
        atom = Atom(count, face, tuple(read), self._conditions)
        if any(part.kind.thrown for part, _ in self._conditions):
            raise _error("which dice are rolled cannot depend on how others fall", node)
        self._check_steps(atom, steps)
        if self._thrown_already is not None:
            return self._sum_of(next(self._thrown_already))
        name = f" {len(self._thrown.groups)}"
        self._thrown.groups[name] = [atom]
        return self._sum_of(name)

    def _check_steps(self, atom: Atom, steps: Sequence[tuple[Token, str, tuple[Node, ...]]]) -> None:
        """Refuse steps whose order has no clear meaning, and dice that would be thrown again without end."""
        words = [word for word, _, _ in atom.steps]
        for place, (token, _, _) in enumerate(steps):
            word, mode, ends = atom.steps[place]
            message, before = "", words[:place]
            if word in ("keep", "drop") and ("keep" in before or "drop" in before):
                message = "dice are kept once"
            elif "again" in before or (word == "again" and ("keep" in before or "drop" in before)):
                message = "`again` is the only step but for those before it that change single dice"
            elif word == "reroll" and mode == "always":
                low, high = ends[0], ends[-1]
                least, sides = (-1, 1) if atom.sides is None else (1, atom.sides.kind.range.low)
                is_above = low is not None and low.kind.range.low > least
                if not is_above and (high is None or high.kind.range.high >= sides):
                    message = "a face must be left that is not thrown again"
            if message:
                raise FormulaError(message, token.at, len(token.text))

    def _limited(self, node: Node, what: str, span: Range, hint: str) -> Part:
        part = self.number(node, what)
        low, high = part.kind.range
        if part.kind.thrown:
            raise _error(f"{what} cannot depend on other dice", node)
        if low < span.low or high > span.high:
            wrong = low if low < span.low else high
            message = f"{what} may be {signed(wrong)}; it goes from {span.low} to {span.high:,}"
            raise _error(message, node, hint if low < span.low else "")
        return part


_DIE = Node("name", 0, 0, ("die",))


def _is_sum(node: Node) -> bool:
    """Return whether a formula is a sum in which dice are only added; names and numbers are fine anywhere."""
    if node.op in ("dice", "steps"):
        return True
    if node.op == "compute" and node.parts[0] == "+":
        return all(map(_is_sum, node.parts[1:]))
    if node.op == "compute" and node.parts[0] == "-":
        return _is_sum(node.parts[1]) and not _has_dice(node.parts[2])
    return not _has_dice(node)


def _has_dice(node: Any) -> bool:
    """Return whether dice are written anywhere in a part of a formula."""
    if isinstance(node, Node):
        return node.op in ("dice", "steps") or _has_dice(node.parts)
    return isinstance(node, tuple) and any(map(_has_dice, node))


def _stepped(node: Node, steps: Sequence[Any]) -> Node:
    """Return dice with further steps, if there are any."""
    return Node("steps", node.at, node.end, (node, tuple(steps))) if steps else node


def _truth(*kinds: Kind) -> Kind:
    return Kind("condition", Range(0, 1), thrown=any(kind.thrown for kind in kinds))


def _error(message: str, node: Node, hint: str = "") -> FormulaError:
    return FormulaError(message, node.at, max(1, node.end - node.at), hint)


def _path(node: Node) -> str:
    """Return how a name is written, also with a dot; empty for anything else."""
    if node.op == "name":
        return fold(node.parts[0])
    inner = _path(node.parts[0]) if node.op == "dot" else ""
    return f"{inner}.{fold(node.parts[1])}" if inner else ""


def _folded(entry: Any) -> str:
    """Return the folded name of an entry, or of a word; empty for no choice."""
    return fold(str((entry["name"] if isinstance(entry, Mapping) else entry) or ""))


def _without_places(node: Any) -> object:
    """Return a syntax tree without the places in its text, to compare two of them."""
    if isinstance(node, Node):
        return (node.op, *map(_without_places, node.parts))
    if isinstance(node, tuple):
        return tuple(map(_without_places, node))
    return fold(node) if isinstance(node, str) else node
