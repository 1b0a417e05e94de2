"""Find the small changes of code that `make mutants` draws from: other operators and numbers, turned conditions …"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

OTHERS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "+",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
WRAPPERS = {"sorted": "list", "reversed": "list", "abs": "", "replace": ""}
"""Calls that can be left out, so that their first argument is used as it is."""
NOTHING_CHANGES = {"frozen", "slots", "kw_only", "strict", "maxsize", "repr", "compare", "stacklevel"}
"""Arguments whose change no test should notice."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the bytes of a file from start to end are replaced."""

    file: str
    line: int
    start: int
    end: int
    before: str
    after: str
    in_function: bool
    """Whether tests reach the place; otherwise it runs when the module is imported."""

    @property
    def name(self) -> str:
        """The place and the change, in one line."""
        before, after = (re.sub(r"\s+", " ", text) for text in (self.before, self.after))
        return f"{self.file}:{self.line}  {before}  →  {after}"

    def apply(self, content: bytes) -> bytes:
        """Return the content of the file with the change."""
        return content[: self.start] + self.after.encode() + content[self.end :]


class Code:
    """A file's text, cut by the positions of syntax trees, which count bytes in lines."""

    def __init__(self, path: Path) -> None:
        self.bytes = path.read_bytes()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        """Return where a node starts and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.stmt | ast.expr) -> str:
        """Return the text of a node."""
        start, end = self.span(node)
        return self.bytes[start:end].decode()


def changes(node: ast.stmt | ast.expr, code: Code) -> Iterator[str]:
    """Yield what a node can be replaced by."""

    def text(part: ast.expr) -> str:
        return f"({code.text(part)})"

    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            yield f"({text(left)} {OTHERS[type(operator)]} {text(right)})"
        case ast.Compare(left=left, ops=[one, two], comparators=[middle, right]):  # 1 < x <= 3
            signs = {type(op): ast.unparse(ast.Compare(ast.Name("x"), [op], [ast.Name("x")]))[2:-2] for op in node.ops}
            yield f"({text(left)} {OTHERS[type(one)]} {text(middle)} {signs[type(two)]} {text(right)})"
            yield f"({text(left)} {signs[type(one)]} {text(middle)} {OTHERS[type(two)]} {text(right)})"
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OTHERS:
            if not any(
                isinstance(side, (ast.List, ast.Tuple, ast.JoinedStr)) or _is_text(side) for side in (left, right)
            ):
                yield f"({text(left)} {OTHERS[type(operator)]} {text(right)})"
        case ast.BoolOp(op=operator, values=values):
            yield f"({f' {OTHERS[type(operator)]} '.join(map(text, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield text(operand)
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield f"({value + 1})"
        case ast.Call(func=ast.Name(id=name), args=[*_]) if name in NAMES:
            yield NAMES[name] + code.text(node)[len(name) :]
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in WRAPPERS:
            yield f"{WRAPPERS[name]}{text(first)}"
        case ast.Expr(value=ast.Call()):
            yield "None"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def conditions(node: ast.AST) -> Sequence[ast.expr]:
    """Return the conditions of a node, which can be turned round."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return [test]
        case ast.comprehension(ifs=ifs):
            return ifs
    return []


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that are changed: no types, no assertions, nothing that never matters."""
    if isinstance(node, (ast.Assert, ast.JoinedStr, ast.pattern)):  # positions inside f-strings are wrong before 3.12
        return
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "cache_by_identity":  # its number is a size
        return
    if isinstance(node, ast.Assign) and any(getattr(to, "id", "").startswith("__") for to in node.targets):
        return
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and getattr(child, "arg", None) not in NOTHING_CHANGES:
                    yield child


def find_mutants(path: Path, root: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file; it names the file as seen from a root folder."""
    code = Code(path)

    def mutant(node: ast.stmt | ast.expr, after: str, in_function: bool) -> Mutant:
        start, end = code.span(node)
        return Mutant(str(path.relative_to(root)), node.lineno, start, end, code.text(node), after, in_function)

    def look(node: ast.AST, in_function: bool) -> Iterator[Mutant]:
        if isinstance(node, (ast.expr, ast.stmt)):
            for after in changes(node, code):
                yield mutant(node, after, in_function)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":  # imports for types alone
            return
        for test in conditions(node):
            if not isinstance(test, ast.Compare) or len(test.ops) > 1:  # turned round, a comparison is its own mutant
                yield mutant(test, f"(not ({code.text(test)}))", in_function)
        for child in children(node):
            body = isinstance(node, (ast.FunctionDef, ast.Lambda)) and (child is node.body or child in _list(node.body))
            yield from look(child, in_function or body)

    yield from look(ast.parse(code.bytes), False)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
