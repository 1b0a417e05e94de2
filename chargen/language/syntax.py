"""Parse the text of formulas to syntax trees; `chargen.language.formula` finds what they mean."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

LONGEST = 300  # The letters of a formula (house default)
OTHERWISE = "otherwise"  # The formula of the last outcome of a roll: it is always true


class FormulaError(ValueError):
    """Report an error of a formula; ``at`` is its offset in the text, and ``length`` that of the word.

    ``name`` is the name of a value that there is not.
    """

    def __init__(self, message: str, at: int, length: int = 1, hint: str = "", name: str = "") -> None:
        super().__init__(message)
        self.at, self.length, self.hint, self.name = at, length, hint, name
        self.key: tuple[str, ...] = ()
        """The key of the formula in a description of dice."""


class Node(NamedTuple):
    """A part of the syntax tree: an operation with its place in the text, and what it is applied to."""

    op: str
    at: int
    end: int
    parts: tuple[Any, ...]


_TOKEN = re.compile(
    r"\s*(?:(?P<dice>d(?:F\b|\d+\b|(?=\()))|(?P<number>\d+(?=d(?:F\b|\d|\())|\d+(?!\w))|(?P<wrong>\d\w*)"
    r'|(?P<text>"[^"]*")|(?P<sign><=|>=|==|!=|<|>|\+|-|\*|/|%|\(|\)|,|\.)|(?P<name>[^\W\d][\w\'’]*))'
)
_SIGNS = {
    **dict.fromkeys("×·⋅∗", "*"),
    **dict.fromkeys("÷∕:", "/"),
    **dict.fromkeys("−–—‐‑", "-"),
    **{"≥": ">=", "≤": "<=", "≠": "!=", "&": "and", "|": "or", "¬": "not", "[": "(", "]": ")", "!": "not"},
    **dict.fromkeys("“”„«»", 'straight quotes: "…"'),
}
"""The signs of other notations, each with what to write."""
_SLIPS = {"=>": ">=", "=<": "<=", "<>": "!="}
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}
_LEVELS = {
    **{"if": 0, "or": 1, "and": 2, "is": 4, "has": 4, "at": 5, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7},
    **dict.fromkeys(COMPARISONS, 4),
}
"""How strongly each operator binds; `not` has 3, and a sign before a number 8."""
_STEPS = ("keep", "drop", "explode", "again", "reroll")
_WRITTEN = "it has numbers, names with `_` for spaces, + - * / % ( ), comparisons, `and`, `or`, `not`, `if` and `else`"


class Token(NamedTuple):
    kind: str
    text: str
    at: int

    @property
    def end(self) -> int:
        return self.at + len(self.text)


def _tokens(text: str) -> list[Token]:
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        start = at + len(text[at:]) - len(text[at:].lstrip())
        if match is None or match.lastgroup is None:
            slip = next((sign for sign in _SLIPS if text.startswith(sign, start)), text[start])
            meant = _SLIPS.get(slip) or _SIGNS.get(slip)
            hint = "`==` compares" if slip == "=" else f"write `{meant}`" if meant else _WRITTEN
            raise FormulaError(f"a formula has no `{slip}`", start, len(slip), hint)
        token = Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup))
        if token.kind == "wrong":
            plain = token.text.replace("_", "")
            meant = str(int(plain, 0)) if re.fullmatch("0x[0-9a-f]+|0[bo][01-7]+|[1-9][0-9]*", plain) else ""
            hint = f"write `{meant}`" if meant else "a name begins with a letter"
            raise FormulaError("a number is written in digits only", token.at, len(token.text), hint)
        if token.text == "<" and text[token.end : token.end + 1] == ">":
            raise FormulaError("a formula has no `<>`", token.at, 2, "write `!=`")
        found.append(token)
        at = match.end()
    return [*found, Token("end", "", len(text))]


class Parser:
    """Parse the text of a formula by the precedence of its operators."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise FormulaError(f"a formula has at most {LONGEST} letters; this one has {len(text)}", 0, len(text))
        self._tokens, self._next = _tokens(text), 0

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._token
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _is(self, *words: str) -> bool:
        """Return whether the next token is one of some signs or words."""
        return self._token.kind in ("sign", "name") and self._token.text.lower() in words

    def parse(self) -> Node:
        """Return the syntax tree. Raises `FormulaError`."""
        node = self._expression()
        if self._token.kind != "end":
            raise self._stray()
        return node

    def _stray(self) -> FormulaError:
        """Return the error that the next token does not continue the formula."""
        (kind, word, at), before, hint = self._token, self._tokens[self._next - 1], ""
        if kind == before.kind == "name":
            together = f"{before.text}_{word}"
            hint = f"a name of several words has `_` between them, as in `{together}`"
            at, word = before.at, f"{before.text} {word}"
        elif word == "(" and before.kind == "name":
            hint = f"a function is written without a space: `{before.text}(…)`"
        elif word == "*" and before.text == "*":
            hint = "a formula has no powers"
        return FormulaError(f"`{word}` does not continue this formula", at, len(word), hint or _WRITTEN)

    def _close(self, bracket: Token) -> Token:
        if self._token.kind == "end":
            raise FormulaError("this bracket is not closed", bracket.at, 1, "a bracket is open here and not closed")
        if not self._is(")"):
            raise self._stray()
        return self._take()

    def _expression(self, level: int = 0) -> Node:
        node = self._operand()
        while self._token.kind in ("sign", "name") and _LEVELS.get(word := self._token.text.lower(), -1) >= level:
            binds = _LEVELS[word]
            if word in COMPARISONS and node.op in ("compare", "is", "has"):
                second = self._tokens[self._next + 1]
                raise FormulaError("a comparison has two sides", second.at, 1, "join two of them with `and`")
            token = self._take()
            if word == "if":
                condition = self._expression(1)
                if not self._is("else"):
                    end, hint = self._token, "`a if condition else b` has both arms"
                    raise FormulaError("`else` is missing", end.at, max(1, len(end.text)), hint)
                self._take()
                node = self._node("if", node, (condition, node, self._expression()))
            elif word in ("is", "has"):
                node = self._question(word, node)
            elif word == "at":
                end = self._take()
                if end.text.lower() not in ("least", "most"):
                    raise FormulaError("`at` is followed by `least` or `most`", end.at, max(1, len(end.text)))
                name = "min" if end.text.lower() == "most" else "max"
                node = self._node("call", node, (name, (node, self._expression(binds + 1))))
            else:
                op = "compare" if word in COMPARISONS else word if word in ("and", "or") else "compute"
                if word == "/" and self._is("/"):
                    raise FormulaError("`//` is written `/`", token.at, 2, "a division rounds down")
                if word == "*" and self._is("*"):
                    hint = f"write `{node.parts[0]} * {node.parts[0]}`" if node.op == "name" else ""
                    raise FormulaError("a formula has no powers", token.at, 2, hint)
                node = self._node(op, node, (word, node, self._expression(binds + 1)))
        return node

    def _node(self, op: str, first: Node, parts: tuple[Any, ...]) -> Node:
        return Node(op, first.at, self._tokens[self._next - 1].end, parts)

    def _question(self, word: str, node: Node) -> Node:
        """Return the node of `class is not Bard` or `moves has Smite`."""
        negated = word == "is" and self._is("not") and bool(self._take())
        named = self._take()
        if named.kind not in ("name", "text"):
            raise FormulaError(f"`{word}` is followed by a name", named.at, max(1, len(named.text)))
        path = [named.text.strip('"')]
        while named.kind == "name" and self._is("."):
            self._take()
            path.append(self._take().text)
        asked = self._node(word, node, (node, named._replace(text=".".join(path)), named.kind == "text"))
        return self._node("not", node, (asked,)) if negated else asked

    def _operand(self) -> Node:
        token = self._token
        if token.kind == "dice":
            return self._dice(Node("number", token.at, token.at, (1,)))
        self._take()
        if token.kind == "number":
            node = Node("number", token.at, token.end, (int(token.text),))
        elif token.text == "-":
            inner = self._expression(8)
            return Node("minus", token.at, inner.end, (inner,))
        elif token.text == "(":
            node = self._expression()
            self._close(token)
        elif token.kind == "name" and token.text.lower() == "not":
            inner = self._expression(4)
            return Node("not", token.at, inner.end, (inner,))
        elif token.kind == "name" and token.text.lower() in ("true", "false", OTHERWISE):
            return Node("truth", token.at, token.end, (token.text.lower() != "false",))
        elif token.kind == "name" and token.text.lower() not in ("and", "or", "else", "then"):
            node = self._name(token)
        elif token.kind == "end":
            raise FormulaError("this formula ends too early", token.at, hint=_WRITTEN)
        else:
            hint = "`a if condition else b` is a choice" if token.text.lower() in ("else", "then") else _WRITTEN
            raise FormulaError(f"`{token.text}` is not expected here", token.at, len(token.text), hint)
        # The `d` touches what is before it, as in `2d6` and `(value)d6`.
        if self._token.kind == "dice" and self._token.at == self._tokens[self._next - 1].end:
            return self._dice(node)
        return self._with_steps(node) if self._is(*_STEPS) else node

    def _name(self, token: Token) -> Node:
        if self._is("(") and self._token.at == token.end:
            bracket = self._take()
            arguments = [self._expression()]
            while self._is(","):
                self._take()
                arguments.append(self._expression())
            end = self._close(bracket).end
            return Node("call", token.at, end, (token.text, tuple(arguments)))
        node = Node("name", token.at, token.end, (token.text,))
        while self._is("."):
            self._take()
            member = self._take()
            if member.kind != "name":
                raise FormulaError("a name is missing behind the dot", member.at, max(1, len(member.text)))
            node = Node("dot", token.at, member.end, (node, member.text))
        return node

    def _dice(self, number: Node) -> Node:
        token = self._take()
        sides: Node | None = None
        if token.text == "d":
            bracket = self._take()
            sides = self._expression()
            self._close(bracket)
        elif token.text != "dF":
            sides = Node("number", token.at + 1, token.end, (int(token.text[1:]),))
        return self._with_steps(self._node("dice", number, (number, sides, ())))

    def _with_steps(self, node: Node) -> Node:
        steps = []
        while self._is(*_STEPS):
            token = self._take()
            word, mode = token.text.lower(), ""
            if word in ("keep", "drop"):
                end = self._take()
                if end.text.lower() not in ("highest", "lowest"):
                    message = f"`{word}` is followed by `highest` or `lowest`"
                    raise FormulaError(message, end.at, max(1, len(end.text)))
                mode = end.text.lower()
                has_number = self._token.kind == "number" or self._is("(")
                faces = [self._face() if has_number else Node("number", token.at, token.end, (1,))]
            else:
                faces = [self._face()]
                if self._is("to"):
                    self._take()
                    faces.append(self._face())
                if self._is("-") and self._tokens[self._next + 1].kind == "number" and word == "reroll":
                    high, low = self._tokens[self._next + 1], faces[0]
                    hint = f"write `{word} {low.parts[0]} to {high.text}`" if low.op == "number" else ""
                    raise FormulaError("faces from one to another have `to` between them", self._token.at, 1, hint)
                if self._is("once", "always"):
                    mode = self._take().text.lower()
            steps.append((token, mode, tuple(faces)))
        return self._node("steps", node, (node, tuple(steps))) if steps else node

    def _face(self) -> Node:
        token = self._take()
        if token.kind == "number":
            return Node("number", token.at, token.end, (int(token.text),))
        if token.text == "(":
            inner = self._expression()
            self._close(token)
            return inner
        if token.text.lower() == "top":
            return Node("top", token.at, token.end, ())
        message = "a number, or a formula in brackets, is missing here"
        raise FormulaError(message, token.at, max(1, len(token.text)))


def is_well_formed(text: str) -> bool:
    """Return whether a formula can be parsed, if all that it names is there.

    >>> is_well_formed("a + 1"), is_well_formed("(a + 1")
    (True, False)
    """
    try:
        Parser(text).parse()
    except FormulaError:
        return False
    return True
