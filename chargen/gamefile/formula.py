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

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from chargen.page.roll import signed
from chargen.text.names import did_you_mean, fold, there_are

LONGEST = 300  # The letters of a formula (house default)
LARGEST = 1_000_000
"""The largest number that a formula may compute (house default); a game on paper stays far below."""
OTHERWISE = "otherwise"  # The formula of the last outcome of a roll: it is always true
COUNT = "count"
ROLL_WORDS = ("total", "highest_die", "lowest_die", COUNT)  # The words for the faces of a roll
RESERVED = ("and", "or", "not", "true", OTHERWISE, "value", *ROLL_WORDS)
"""The words that a game cannot use as the name of a value."""

_ALLOWED = re.compile(r"[\w\s<>=!+\-*/%(),]*")
_JOINING = re.compile(r"\b(and|or|not)\b", re.IGNORECASE)
_SIGNS = {
    **dict.fromkeys("×·⋅∗", "*"),
    **dict.fromkeys("÷∕:", "/"),
    **dict.fromkeys("−–—‐‑", "-"),
    **{"≥": ">=", "≤": "<=", "≠": "!=", "&": "and", "|": "or", "¬": "not", "[": "(", "]": ")"},
}
"""The signs of other notations, each with what to write."""
_NO_IF = "what depends on a condition can be computed only by `/` and `%`, as in `value / 3`; else write a package"
_SLIPS = {
    r"=>": "write `>=`",
    r"=<": "write `<=`",
    r"<>": "write `!=`",
    r"!(?!=)": "write `not`",
    r"\b(if|else|then)\b": _NO_IF,
    r"(?<![<>=!])=(?!=)": "`==` compares",
    r"\b\d+\s*d\s*\d+\b": "2d6 is written `dice: 2` and `sides: 6`",
    r"[^\W\d]\w*\s+(?!(and|or|not)\b)[^\W\d]\w*": "a name of several words has `_` between them, as in `first_aid`",
}
"""What people write in a formula that is none, with a hint."""
_COUNTS = "`count(6)` is the number of sixes, `count(5, 6)` that of fives and sixes"
_WRITTEN = "it has numbers, names with `_` for spaces, + - * / % ( ), comparisons, `and`, `or` and `not`"


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
    """Report an error of a formula; ``at`` is its offset in the text, and ``length`` that of the word.

    ``name`` is the name of a value that there is not.
    """

    def __init__(self, message: str, at: int, length: int = 1, hint: str = "", name: str = "") -> None:
        super().__init__(message)
        self.at, self.length, self.hint, self.name = at, length, hint, name


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that is computed by calling it."""

    text: str
    range: Range
    """The range of its values; 0 to 1 for a condition, which is 1 where it is true."""
    compute: Compute
    starts: frozenset[int] | None = None
    """The lowest faces of the ranges of which it counts dice; None where it reads more of the faces than that."""

    @classmethod
    def named(cls, name: str, span: Range) -> "Formula":
        """Return the formula that is one value."""
        key = fold(name)
        return cls(name, span, lambda values: values.numbers[key])

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
    reader = _Reader(text, names)
    part = reader.read(_parse(text))
    if part.truth != truth:
        raise FormulaError(f"this is to be {_KINDS[truth]}, and is {_KINDS[part.truth]}", 0, len(text))
    return Formula(text, part.range, part.compute, None if reader.reads_faces else frozenset(reader.starts))


_KINDS = {False: "a number", True: "a condition, which is true or false"}


def _parse(text: str) -> ast.expr:
    """Return the syntax tree of a formula, which is written as an expression of Python is. Nothing of it is run."""
    end = _ALLOWED.match(text).end()  # type: ignore[union-attr]
    if end < len(text):
        sign = _SIGNS.get(text[end])
        raise FormulaError(f"a formula has no `{text[end]}`", end, hint=f"write `{sign}`" if sign else _WRITTEN)
    # Spaces at the beginning would be an indentation; a line break within a formula means nothing.
    line = " ".join(text.lstrip().splitlines())
    try:
        return ast.parse(_JOINING.sub(lambda word: word[0].lower(), line), mode="eval").body
    except (SyntaxError, ValueError) as exc:
        slips = ((slip, hint) for pattern, hint in _SLIPS.items() if (slip := re.search(pattern, text)))
        slip, hint = next(slips, (None, _WRITTEN))
        at = len(text) - len(line) + (getattr(exc, "offset", None) or len(line) + 1) - 1
        if "never closed" in str(exc):
            hint = "a bracket is open here and not closed"
        raise FormulaError("this is no formula", slip.start() if slip else min(at, len(text)), hint=hint) from exc


class _Part(NamedTuple):
    """A part of a formula: whether it is true or false, its range, and how it is computed."""

    truth: bool
    range: Range
    compute: Compute


class _Reader:
    """Read the syntax tree of a formula: each part with its type and its range, from those of the parts within."""

    def __init__(self, text: str, names: Mapping[str, Range]) -> None:
        self._text = text
        self._names = names
        self.starts: set[int] = set()
        self.reads_faces = False
        """Whether anything but the count of some dice is read off the faces."""

    def read(self, node: ast.expr) -> _Part:
        """Return a part of the formula. Raises `FormulaError`."""
        match node:
            case ast.Constant(value=int() as number) if number is not True and number is not False:
                if not self._text[slice(*self._span(node))].isdecimal():
                    raise self._error("a number is written in digits only", node, f"write `{number}`")
                if number > LARGEST:
                    raise self._error(f"a number is at most {LARGEST:,}", node)
                return _Part(False, Range(number, number), lambda values: number)
            case ast.Constant(value=True):
                return _ALWAYS
            case ast.Name(id=name):
                return _ALWAYS if name.lower() in ("true", OTHERWISE) else self._name(name, node)
            case ast.Call(func=ast.Name(id=name), args=[_] | [_, _], keywords=[]) if fold(name) == COUNT:
                return self._count(node)
            case ast.Call(func=ast.Name(id=name)) if fold(name) == COUNT:
                raise self._error("`count` needs one number, or two, in brackets", node, _COUNTS)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                compute = self._need(inner, True, "`not` needs a condition, and this is a number").compute
                return _Part(True, _TRUTH, lambda values: 1 - compute(values))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                part = self._need(inner, False, "`-` needs a number, and this is a condition")
                return _Part(False, Range(-part.range.high, -part.range.low), lambda values: -part.compute(values))
            case ast.BoolOp(op=op, values=inner):
                word, decide = ("and", all) if isinstance(op, ast.And) else ("or", any)
                message = f"`{word}` joins conditions, and this is a number"
                parts = [self._need(one, True, message).compute for one in inner]
                return _Part(True, _TRUTH, lambda values: int(decide(compute(values) for compute in parts)))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
                one, other = (self._need(side, False, "a comparison needs numbers") for side in (left, right))
                holds = _COMPARISONS[type(op)]
                return _Part(True, _TRUTH, lambda values: int(holds(one.compute(values), other.compute(values))))
            case ast.Compare(comparators=[_, second, *_]):
                raise self._error("a comparison has two sides", second, "join two of them with `and`")
            case ast.BinOp(op=ast.FloorDiv(), right=right):
                raise self._error("`//` is written `/`", right, "a division rounds down")
            case ast.BinOp(left=ast.Name() as left, op=ast.Pow()):
                raise self._error("a formula has no powers", node, f"write `{left.id} * {left.id}`")
            case ast.IfExp():
                raise self._error("a formula has no `if`", node, _NO_IF)
            case ast.Call(func=ast.Name(id=name) as function):
                raise self._error(f"a formula has no functions such as `{name}`", function, _WRITTEN)
            case ast.BinOp(op=op) if type(op) in _ARITHMETIC:
                return self._computed(node)
        raise self._error(f"a formula has no `{self._text[slice(*self._span(node))]}`", node, _WRITTEN)

    def _span(self, node: ast.expr) -> tuple[int, int]:
        """Return where a part begins and ends; the tree counts bytes, from the first letter."""
        lead, text = len(self._text) - len(self._text.lstrip()), self._text.lstrip().encode()
        start, end = (len(text[:at].decode()) for at in (node.col_offset, node.end_col_offset or 0))
        return lead + start, lead + end

    def _error(self, message: str, node: ast.expr, hint: str = "") -> FormulaError:
        start, end = self._span(node)
        return FormulaError(message, start, end - start, hint)

    def _need(self, node: ast.expr, truth: bool, message: str) -> _Part:
        """Return a part that is a condition, or a number."""
        part = self.read(node)
        if part.truth != truth:
            raise self._error(message, node)
        return part

    def _computed(self, node: ast.BinOp) -> _Part:
        """Return the part of two numbers and a sign, with the range that follows from theirs."""
        sign, apply = _ARITHMETIC[type(node.op)]
        one, other = (
            self._need(side, False, f"`{sign}` needs numbers, and this is a condition")
            for side in (node.left, node.right)
        )
        low, high = other.range
        if sign == "/" and low <= 0 <= high:
            raise self._error(f"`/` divides by a number from {other.range}, which may be 0", node.right)
        if sign == "%" and low <= 0:
            raise self._error(f"`%` divides by a number from {other.range}, which is to be above 0", node.right)
        # Each operation but `%` rises or falls steadily in both numbers, so its extremes are at their ends.
        ends = [0, high - 1] if sign == "%" else [apply(left, right) for left in one.range for right in other.range]
        span = Range(min(ends), max(ends))
        if max(abs(span.low), abs(span.high)) > LARGEST:
            hint = "give the numbers in it smaller limits: `to: 30`"
            raise self._error(f"this may come to {span}, and a game's numbers stay below {LARGEST:,}", node, hint)
        return _Part(False, span, lambda values: apply(one.compute(values), other.compute(values)))

    def _name(self, written: str, node: ast.expr) -> _Part:
        name = fold(written)
        span = self._names.get(name)
        if span is None:
            known = [name.replace(" ", "_") for name in self._names]
            hint = did_you_mean(written, known, there_are(known) if known else "no value is named yet")
            error = self._error(f"there is no value `{written}`", node, hint)
            error.name = written
            raise error
        if name == COUNT:
            raise self._error("`count` needs one number, or two, in brackets", node, _COUNTS)
        self.reads_faces = self.reads_faces or name in map(fold, ROLL_WORDS)
        return _Part(False, span, lambda values: values.numbers[name])

    def _count(self, node: ast.Call) -> _Part:
        """Return what is counted: `count(6)`, or `count(8, 10)` for the dice from 8 to 10."""
        span = self._names.get(COUNT)
        if span is None:
            raise self._error("`count` is a word of outcomes: no dice are rolled here", node)
        parts = [self._need(number, False, "`count` needs a number, and this is a condition") for number in node.args]
        # With one number, both bounds are the same part.
        low, high = parts[0].range, parts[-1].range
        self.starts |= {low.low, high.low + 1}
        # With a bound that varies, no fixed ranges of faces can be joined.
        self.reads_faces = self.reads_faces or low.low != low.high or high.low != high.high

        def count(values: Values) -> int:
            least, most = parts[0].compute(values), parts[-1].compute(values)
            return sum(least <= face <= most for face in values.hand)

        return _Part(False, span, count)


_TRUTH = Range(0, 1)
_ALWAYS = _Part(True, _TRUTH, lambda values: 1)
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_ARITHMETIC: Mapping[type[ast.operator], tuple[str, Callable[[int, int], int]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", operator.floordiv),
    ast.Mod: ("%", operator.mod),
}
