"""Import pydantic in less time, for the modules that are first to import it.

An eighth of the time of `chargen check` would go into what nothing uses: compiling five methods for each of pydantic's
fifty dataclasses and the 700 annotations of its typed dictionaries, and loading `secrets` with OpenSSL.
"""

import dataclasses
import sys
import typing
from importlib import import_module
from types import ModuleType
from typing import Any

from chargen import quick_dataclass

_typing: Any = typing
_standard = dataclasses.dataclass
_secrets: Any = ModuleType("secrets")
dataclasses.dataclass = quick_dataclass.dataclass
# A forward reference keeps what `compile` returns for `eval`, which takes a text as well. The name hides the built-in
# function from this one module.
_typing.compile = lambda text, *_: text
# The stand-in stays in pydantic's module, and loads the real one when its first function is called.
_secrets.__getattr__ = lambda name: getattr(import_module("secrets"), name)
is_absent = sys.modules.setdefault("secrets", _secrets) is _secrets
try:
    import_module("pydantic.main")
    import_module("pydantic.types")
finally:
    dataclasses.dataclass = _standard
    del _typing.compile
    if is_absent:
        del sys.modules["secrets"]
