"""Write docs/reference/kit.md: every public name of `chargen.kit`, with its signature, docstring and examples."""

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

from chargen import kit

WIDTH = 100
"""The width from which a signature takes a line for each parameter."""
_SECTIONS = re.compile(r"\n\n(?=>>> )")


def kit_page(written: str) -> str:
    """Return the page; ``written`` says how to write it again."""
    modules: dict[str, list[str]] = {}
    for name in kit.__all__:
        thing = getattr(kit, name)
        home = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", "")
        modules.setdefault(home if home.startswith("chargen.") else "", []).append(name)
    parts = [
        "# Kit",
        written,
        "What a game is built from: `from chargen import kit`. Members that a class inherits are left out.",
    ]
    for module in sorted(filter(None, modules)):
        parts.append(f"## {module}")
        for name in modules[module]:
            thing = getattr(kit, name)
            if isinstance(thing, ModuleType):
                parts.append(_text(inspect.getdoc(thing) or ""))
            else:
                parts += [f"### {name}", *_described(thing)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _described(thing: object) -> Iterator[str]:
    """Yield the signature and the texts of a class or a function."""
    if not (inspect.isclass(thing) or inspect.isfunction(thing)):
        return
    (node,) = ast.parse(inspect.cleandoc(f"\n{inspect.getsource(thing)}")).body
    if isinstance(node, ast.FunctionDef):
        yield from (_code(_header(node)), _text(ast.get_docstring(node) or ""))
    elif isinstance(node, ast.ClassDef):
        bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
        yield _code(f"class {node.name}{bases}")
        yield _text(ast.get_docstring(node) or "")
        yield "\n".join(_members(node))


def _members(node: ast.ClassDef) -> Iterator[str]:
    """Yield a line for each public field, property and method of a class."""
    for member, below in pairwise([*node.body, ast.Pass()]):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and member.target.id[0] != "_":
            default = ast.unparse(member.value) if member.value is not None else ""
            value = f" = {default}" if default and not default.startswith("field(") else ""
            text = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
            yield _line(f"{member.target.id}: {_type(member.annotation)}{value}", str(text))
        elif isinstance(member, ast.FunctionDef) and member.name[0] != "_":
            is_property = any("property" in ast.unparse(mark) for mark in member.decorator_list)
            returned = f": {_type(member.returns)}" if member.returns is not None else ""
            yield _line(f"{member.name}{returned}" if is_property else _header(member), ast.get_docstring(member) or "")


def _line(code: str, docstring: str) -> str:
    """Return an entry of the list of members: its first sentence or two, without examples."""
    text = " ".join(inspect.cleandoc(docstring).split("\n\n")[0].split()).replace("``", "`")
    return f"- `{' '.join(code.split())}`" + (f": {text}" if text else "")


def _header(node: ast.FunctionDef) -> str:
    """Return the signature of a function as it is written."""
    arguments = re.sub(r"^(self|cls)(, |$)", "", ast.unparse(node.args))
    returned = f" -> {_type(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){returned}"


def _text(docstring: str) -> str:
    """Return a docstring as Markdown, its examples as code."""
    prose, *examples = _SECTIONS.split(docstring)
    parts = [prose.replace("``", "`"), *(f"```pycon\n{example}\n```" for example in examples)]
    return "\n\n".join(parts)


def _code(text: str) -> str:
    if len(text) > WIDTH and "(" in text:
        start, _, rest = text.partition("(")
        inside, _, end = rest.rpartition(")")
        text = f"{start}(\n    " + re.sub(r", (?=[\w*/]+[:=,*]|\*)", ",\n    ", inside) + f"\n){end}"
    return f"```python\n{text}\n```"


def _type(annotation: ast.expr) -> str:
    """Return a type as it is written, without the quotes of one that is imported for type checkers only."""
    return re.sub(r"'([A-Z][^']*|\w+\[[^']*)'", r"\1", ast.unparse(annotation))
