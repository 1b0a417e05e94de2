"""Import pydantic in less time, for the modules that are first to import it.

A ninth of the time of `chargen check` would go into compiling what nothing calls: five methods for each of pydantic's
fifty dataclasses, and the 700 annotations of its typed dictionaries.
"""

import dataclasses
import typing
from importlib import import_module
from typing import Any

from chargen import quick_dataclass

_typing: Any = typing
_standard = dataclasses.dataclass
dataclasses.dataclass = quick_dataclass.dataclass
# A forward reference keeps what `compile` returns for `eval`, which takes a text as well. The name hides the built-in
# function from this one module.
_typing.compile = lambda text, *_: text
try:
    import_module("pydantic.main")
    import_module("pydantic.types")
finally:
    dataclasses.dataclass = _standard
    del _typing.compile
