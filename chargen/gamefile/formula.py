"""Parse the formulas of a game file, and check each over the ranges of the values that it names.

A formula is arithmetic on integers, comparison, and ``and``, ``or`` and ``not``. There are no loops, no functions
and no texts, so a formula always ends. `parse_formula` finds the type and the range of every part: a formula that it
accepts gives a value for any values within the ranges.

>>> names = {"strength": Range(3, 18), "size": Range(3, 18), "price": Range(1, 10)}
>>> hit_points = parse_formula("(strength + size) / 2", names)
>>> hit_points.range, hit_points(Values({"strength": 10, "size": 11}))
(Range(low=3, high=18), 10)
>>> parse_formula("strength / (size - price)", names)
Traceback (most recent call last):
chargen.gamefile.formula.FormulaError: `/` divides by a number from −7 to 17, which may be 0

A division rounds down. A roll has further words: `total`, `highest_die` and `lowest_die`, and how many dice show a
number, `count(6)`, or one of several, `count(5, 6)`.

>>> from chargen.gamefile.formula import of_dice
>>> full = parse_formula("total + value >= 10", {"value": Range(-1, 3), **of_dice(2, 6)}, truth=True)
>>> full(Values({"value": 1, **faces((4, 5))}, (4, 5))), full(Values({"value": 0, **faces((4, 5))}, (4, 5)))
(1, 0)
>>> parse_formula("strenght + 1", names)
Traceback (most recent call last):
chargen.gamefile.formula.FormulaError: there is no value `strenght`
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import signed
from chargen.quick_dataclass import dataclass

LONGEST = 300
"""The letters of a formula (house default)."""
DEEPEST = 40
"""How deep a formula may be nested (house default)."""
LARGEST = 1_000_000
"""The largest number that a formula may compute (house default); a game on paper stays far below."""
OTHERWISE = "otherwise"
"""The formula of the last outcome of a roll: it is always true."""
COUNT = "count"
ROLL_WORDS = ("total", "highest_die", "lowest_die", COUNT)
"""The words for the faces of a roll."""
RESERVED = ("and", "or", "not", "true", OTHERWISE, "value", *ROLL_WORDS)
"""The words that a game cannot use as the name of a value."""

_TOKEN = re.compile(r"\s*(?:(\d+)|(\w+)|(<=|>=|==|!=|//|[-+*/%()<>,]))")


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


class Values(NamedTuple):
    """What a formula is computed from: numbers by their folded names, and the faces of a roll in ascending order."""

    numbers: Mapping[str, int]
    hand: tuple[int, ...] = ()


Compute: TypeAlias = Callable[[Values], int]


class FormulaError(ValueError):
    """Report an error of a formula; ``at`` is its offset in the text, and ``length`` that of the word."""

    def __init__(self, message: str, at: int, length: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.length, self.hint = at, length, hint


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is computed by calling it."""

    text: str
    range: Range
    """The range of its values; 0 to 1 for a condition, which is 1 where it is true."""
    compute: Compute
    starts: frozenset[int] | None = None
    """The lowest faces of the ranges of which it counts dice; None where it reads more of the faces than that."""

    def __call__(self, values: Values) -> int:
        """Return its value."""
        return self.compute(values)


def of_dice(dice: int, sides: int) -> dict[str, Range]:
    """Return the ranges of the words for the faces of a roll of at most that many dice."""
    face = Range(0, sides if dice else 0)
    return {"total": Range(0, dice * sides), "highest die": face, "lowest die": face, COUNT: Range(0, dice)}


def faces(hand: Sequence[int]) -> dict[str, int]:
    """Return the values of the words for some faces in ascending order, all 0 where no dice are rolled."""
    return {"total": sum(hand), "highest die": hand[-1] if hand else 0, "lowest die": hand[0] if hand else 0}


def parse_formula(text: str, names: Mapping[str, Range], *, truth: bool = False) -> Formula:
    """Return a formula of the values ``names``, by their folded names. Raises `FormulaError`.

    With ``truth`` it is a condition, which is true or false; else it is a number.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST} letters; this one has {len(text)}", 0, len(text))
    parser = _Parser(text, names)
    part = parser.any_of(0)
    parser.expect_end()
    parser.need(part, truth, f"this is to be {_KINDS[truth]}, and is {_KINDS[part.truth]}")
    return Formula(text, part.range, part.compute, None if parser.reads_faces else frozenset(parser.starts))


_KINDS = {False: "a number", True: "a condition, which is true or false"}


class _Part(NamedTuple):
    """A part of a formula: whether it is true or false, its range, and how it is computed."""

    truth: bool
    range: Range
    compute: Compute
    at: int


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


_END = "the end"


def _tokens(text: str) -> list[_Token]:
    """Split a formula into numbers, words and signs."""
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            hint = (
                "texts have no place in a formula" if text[at] in "\"'" else "it has numbers, names and + - * / % ( )"
            )
            raise FormulaError(f"a formula has no `{text[at]}`", at, hint=hint)
        kind = ("number", "word", "sign")[(match.lastindex or 1) - 1]
        found.append(_Token(kind, match[match.lastindex or 1], match.start(match.lastindex or 1)))
        at = match.end()
    return [*found, _Token("end", _END, len(text))]


class _Parser:
    """Read a formula from left to right, by recursive descent: each method reads the signs that bind tighter."""

    def __init__(self, text: str, names: Mapping[str, Range]) -> None:
        self._tokens = _tokens(text)
        self._names = names
        self._place = 0
        self.starts: set[int] = set()
        self.reads_faces = False
        """Whether anything but the count of some dice is read off the faces."""

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _take(self, *texts: str) -> _Token | None:
        """Take the next token if it is one of some signs or words."""
        token = self._next
        if token.kind == "end" or token.text.lower() not in texts:
            return None
        self._place += 1
        return token

    def expect_end(self) -> None:
        """Raise `FormulaError` where anything is left."""
        token = self._next
        if token.kind == "end":
            return
        hint = "`==` compares" if token.text == "=" else ""
        if token.kind != "sign":
            hint = "a name of several words has `_` between them, as in `first_aid`"
        raise FormulaError(f"`{token.text}` is not expected here", token.at, len(token.text), hint)

    def need(self, part: _Part, truth: bool, message: str) -> None:
        """Raise `FormulaError` where a part is no number, or no condition."""
        if part.truth != truth:
            raise FormulaError(message, part.at)

    def any_of(self, depth: int) -> _Part:
        """Read conditions that ``or`` joins."""
        left = self._all_of(depth)
        while (token := self._take("or")) is not None:
            left = self._joined(token, left, self._all_of(depth))
        return left

    def _all_of(self, depth: int) -> _Part:
        left = self._negated(depth)
        while (token := self._take("and")) is not None:
            left = self._joined(token, left, self._negated(depth))
        return left

    def _joined(self, token: _Token, left: _Part, right: _Part) -> _Part:
        for side in (left, right):
            self.need(side, True, f"`{token.text}` joins conditions, and this is a number")
        one, other = left.compute, right.compute
        if token.text.lower() == "or":
            return _Part(True, _TRUTH, lambda values: one(values) or other(values), left.at)
        return _Part(True, _TRUTH, lambda values: one(values) and other(values), left.at)

    def _negated(self, depth: int) -> _Part:
        self._limit(depth)
        if (token := self._take("not")) is None:
            return self._comparison(depth)
        part = self._negated(depth + 1)
        self.need(part, True, "`not` needs a condition, and this is a number")
        compute = part.compute
        return _Part(True, _TRUTH, lambda values: 1 - compute(values), token.at)

    def _comparison(self, depth: int) -> _Part:
        left = self._sum(depth)
        if (token := self._take(*_COMPARISONS)) is None:
            return left
        right = self._sum(depth)
        for side in (left, right):
            self.need(side, False, f"`{token.text}` compares numbers, and this is a condition")
        if (second := self._take(*_COMPARISONS)) is not None:
            raise FormulaError("a comparison has two sides", second.at, len(second.text), "join two of them with `and`")
        one, other, holds = left.compute, right.compute, _COMPARISONS[token.text]
        return _Part(True, _TRUTH, lambda values: holds(one(values), other(values)), left.at)

    def _sum(self, depth: int) -> _Part:
        left = self._product(depth)
        while (token := self._take("+", "-")) is not None:
            left = self._computed(token, left, self._product(depth))
        return left

    def _product(self, depth: int) -> _Part:
        left = self._signed(depth)
        while (token := self._take("*", "/", "%", "//")) is not None:
            if token.text == "//":
                raise FormulaError("`//` is written `/`", token.at, 2, "a division rounds down")
            left = self._computed(token, left, self._signed(depth))
        return left

    def _computed(self, token: _Token, left: _Part, right: _Part) -> _Part:
        """Return the part of two numbers and a sign, with the range that follows from theirs."""
        for side in (left, right):
            self.need(side, False, f"`{token.text}` needs numbers, and this is a condition")
        low, high = right.range
        if token.text == "/" and low <= 0 <= high:
            raise FormulaError(f"`/` divides by a number from {right.range}, which may be 0", token.at)
        if token.text == "%" and low <= 0:
            raise FormulaError(f"`%` divides by a number from {right.range}, which is to be above 0", token.at)
        apply = _ARITHMETIC[token.text]
        if token.text == "%":
            span = Range(0, high - 1)
        else:
            ends = [apply(one, other) for one in left.range for other in right.range]
            span = Range(min(ends), max(ends))
        if max(abs(span.low), abs(span.high)) > LARGEST:
            hint = "give the numbers in it smaller limits: `to: 30`"
            raise FormulaError(
                f"this may come to {span}, and a game's numbers stay below {LARGEST:,}", token.at, 1, hint
            )
        one, other = left.compute, right.compute
        return _Part(False, span, lambda values: apply(one(values), other(values)), left.at)

    def _signed(self, depth: int) -> _Part:
        self._limit(depth)
        if (token := self._take("-")) is None:
            return self._atom(depth)
        part = self._signed(depth + 1)
        self.need(part, False, "`-` needs a number, and this is a condition")
        compute = part.compute
        return _Part(False, Range(-part.range.high, -part.range.low), lambda values: -compute(values), token.at)

    def _atom(self, depth: int) -> _Part:
        """Read a number, a name, or a formula in brackets."""
        token = self._next
        self._place += token.kind != "end"
        if token.kind == "number":
            if len(token.text) > len(str(LARGEST)) or int(token.text) > LARGEST:
                raise FormulaError(f"a number is at most {LARGEST:,}", token.at, len(token.text))
            number = int(token.text)
            return _Part(False, Range(number, number), lambda values: number, token.at)
        if token.kind == "word" and token.text.lower() in ("true", OTHERWISE):
            return _Part(True, _TRUTH, lambda values: 1, token.at)
        if token.kind == "word":
            return self._name(token)
        if token.text == "(":
            part = self.any_of(depth + 1)
            if self._take(")") is None:
                raise FormulaError("a bracket is open here and not closed", token.at)
            return part._replace(at=token.at)
        raise FormulaError(f"a number or a name is missing before {_named(token)}", token.at, hint=_hint_for(token))

    def _name(self, token: _Token) -> _Part:
        name = fold(token.text)
        span = self._names.get(name)
        if span is None:
            known = [name.replace(" ", "_") for name in self._names]
            hint = did_you_mean(token.text, known, f"there are {listing(known)}" if known else "no value is named yet")
            raise FormulaError(f"there is no value `{token.text}`", token.at, len(token.text), hint)
        if name == COUNT:
            return self._count(token, span)
        self.reads_faces = self.reads_faces or name in map(fold, ROLL_WORDS)
        return _Part(False, span, lambda values: values.numbers[name], token.at)

    def _count(self, token: _Token, span: Range) -> _Part:
        """Read what is counted: `count(6)`, or `count(8, 10)` for the dice from 8 to 10."""
        numbers: list[_Part] = []
        if self._take("(") is not None:
            while self._next.text != ")" and len(numbers) < 2:
                numbers.append(self._sum(1))
                if self._take(",") is None:
                    break
        if not numbers or self._take(")") is None:
            hint = "`count(6)` is the number of sixes, `count(5, 6)` that of fives and sixes"
            raise FormulaError("`count` needs one number, or two, in brackets", token.at, len(token.text), hint)
        for number in numbers:
            self.need(number, False, "`count` counts dice with a number, and this is a condition")
        low, high = numbers[0].range, numbers[-1].range
        self.starts |= {low.low, high.low + 1}
        self.reads_faces = self.reads_faces or low.low != low.high or high.low != high.high
        first, last = numbers[0].compute, numbers[-1].compute

        def count(values: Values) -> int:
            least, most = first(values), last(values)
            return sum(least <= face <= most for face in values.hand)

        return _Part(False, span, count, token.at)

    def _limit(self, depth: int) -> None:
        if depth > DEEPEST:
            raise FormulaError(f"this formula is nested deeper than {DEEPEST} brackets", self._next.at)


def _named(token: _Token) -> str:
    return _END if token.kind == "end" else f"`{token.text}`"


def _hint_for(token: _Token) -> str:
    return "`==` compares" if token.text == "=" else ""


_TRUTH = Range(0, 1)
_COMPARISONS: Mapping[str, Callable[[int, int], int]] = {
    "<": lambda one, other: int(one < other),
    "<=": lambda one, other: int(one <= other),
    ">": lambda one, other: int(one > other),
    ">=": lambda one, other: int(one >= other),
    "==": lambda one, other: int(one == other),
    "!=": lambda one, other: int(one != other),
}
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "%": lambda one, other: one % other,
}
