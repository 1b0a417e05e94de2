"""Read the docstrings below fields.

They are read on demand: to read those of every class takes a sixth of the start of every command.
"""

import ast
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BaseModel


def descriptions(model: "type[BaseModel]") -> Mapping[str, str]:
    """Return the description of each field of a model, by its name: its own description, else the docstring below it.

    A field that is inherited from another model keeps its docstring; one without a docstring has "".
    """
    from pydantic import BaseModel  # imported here: editors alone ask for texts

    texts: dict[str, str] = {}
    # The nearest class comes last and wins.
    for shape in reversed(model.__mro__):
        # A module is read only where it has a field: that of pydantic's own class has two thousand lines.
        if issubclass(shape, BaseModel) and not model.model_fields.keys().isdisjoint(inspect.get_annotations(shape)):
            texts |= _classes(shape.__module__).get(shape.__name__, {})
    return {name: info.description or texts.get(name, "") for name, info in model.model_fields.items()}


@cache
def _classes(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of the fields of each class of a module, by its name; nothing where it has no file."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError):
        return {}
    texts: dict[str, dict[str, str]] = {}
    for definition in ast.walk(tree):
        if isinstance(definition, ast.ClassDef):
            for field, below in pairwise(definition.body):
                match field, below:
                    case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                        texts.setdefault(definition.name, {})[key] = inspect.cleandoc(text)
    return texts
