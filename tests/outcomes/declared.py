"""What modules declare with numbers: constants and tables, bounds and defaults of fields, and defaults of arguments."""

import ast
import importlib
import inspect
import pkgutil
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import partial
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from chargen.kit.vocabulary import Vocabulary
from tests.sheets.content import _told

LONGEST = 1000
"""Of what is longer, a checksum is approved."""
BOUND = re.compile(r"\b(?:([GL][et]|MaxLen|AllowInfNan)\(\w+=([^)]*)\))")
TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")


def declared(package: ModuleType) -> Iterator[str]:
    """Yield a line for each constant, class and function of a package that declares a number or a choice."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for name in _defined(inspect.getsource(module)):
            shown = _shown(vars(module).get(name))
            if name == "_TABLES":  # a data file, whose numbers have names below
                continue
            if re.search(r"\d|\b(?:True|False)\b", TEXT.sub("", shown)):  # texts are approved elsewhere
                long = f" … {zlib.crc32(shown.encode()):08x}" if len(shown) > LONGEST else ""
                yield f"{found.name.removeprefix('chargen.')}.{name} = {shown[:LONGEST]}{long}"


def _defined(source: str) -> Iterator[str]:
    """Yield the names of constants, classes and functions of a module; what it imports is declared elsewhere."""
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=targets):
                yield from (part.id for to in targets for part in ast.walk(to) if isinstance(part, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name


def _shown(value: Any) -> str:
    if isinstance(value, type) and issubclass(value, BaseModel):
        of_fields = [_field(name, info.default, str(info)) for name, info in value.model_fields.items()]
    elif isinstance(value, type) and is_dataclass(value):
        of_fields = [_field(field.name, field.default, "") for field in fields(value)]
    elif isinstance(value, type):
        defaults: Mapping[str, Any] = getattr(value, "_field_defaults", {})  # of a named tuple
        of_fields = [_field(name, default, "") for name, default in defaults.items()]
    elif inspect.isfunction(value) or hasattr(value, "cache_info"):
        return _arguments(value)
    else:
        return short(value)
    methods = {name: part for name, part in vars(value).items() if not name.startswith("__")}
    inner = [f"{name}({shown})" for name, part in methods.items() if (shown := _arguments(part))]
    return ", ".join(filter(None, of_fields + inner))


def _field(name: str, default: Any, described: str) -> str:
    """Return the default and the bounds of a field, if it has any."""
    bounds = [f" {sign}({bound})" for sign, bound in BOUND.findall(described)]
    is_shown = isinstance(default, (int, float, tuple, Mapping, BaseModel)) and default != ()
    shown = [f"={short(default)}"] if is_shown else []
    return "".join([name, *shown, *bounds]) if shown or bounds else ""


def _arguments(value: Any) -> str:
    """Return the arguments of a function that have a default."""
    function = inspect.unwrap(getattr(value, "__func__", value))
    if not inspect.isfunction(function):
        return ""
    arguments = inspect.signature(function).parameters.values()
    return ", ".join(f"{one.name}={short(one.default)}" for one in arguments if isinstance(one.default, (int, float)))


def short(value: Any) -> str:
    """Return a value in one line, without what is as it is by default; functions are shown by their names."""
    match value:
        case partial():
            return f"{short(value.func)}({short(value.args)}, {short(value.keywords)})"
        case BaseModel():
            changed = {name: inner for name, inner in value if name in value.model_fields_set}
            return f"{type(value).__name__}({short(changed)})"
        case Mapping():
            return "{" + ", ".join(f"{short(key)}: {short(inner)}" for key, inner in value.items()) + "}"
        case Set():
            return "{" + ", ".join(sorted(map(short, value))) + "}"
        case str() | bytes():
            return repr(value)
        case Sequence() | Vocabulary():
            return "[" + ", ".join(map(short, value)) + "]"
    if is_dataclass(value) and not isinstance(value, type):
        inner = ", ".join(f"{field.name}={short(getattr(value, field.name))}" for field in _told(value))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, type) or callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return re.sub(r" (?:object )?at 0x\w+", "", str(value))
