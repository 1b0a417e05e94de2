"""Faster loading of WeasyPrint, without parts that no sheet needs."""

import contextlib
import ctypes.util
import importlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

SELDOM_USED = ("fontTools.subset", "fontTools.varLib.instancer")
"""The modules that subset typefaces where HarfBuzz is missing: a third of the time to load WeasyPrint."""


@contextlib.contextmanager
def quick_import() -> Iterator[None]:
    """Make importing WeasyPrint take half as long, and print no advice where it fails.

    WeasyPrint tries the names of a library on all systems in turn. For each wrong one, Python asks `ldconfig`, `gcc`
    and `ld`, which takes as long as half the import. On Linux the right name is in the list and needs no search.
    Modules that are rarely used are stand-ins within this; later imports get the real ones.
    """
    search = ctypes.util.find_library
    stand_ins = {name: _StandIn(name) for name in SELDOM_USED if name not in sys.modules}
    # WeasyPrint warns where the system has no typefaces; chargen brings its own.
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        if sys.platform == "linux":
            ctypes.util.find_library = lambda name: None
        sys.modules.update(stand_ins)
        try:
            yield
        finally:
            ctypes.util.find_library = search
            for name in stand_ins:
                del sys.modules[name]


class _StandIn(ModuleType):
    """Stand for a module whose functions are loaded when they are called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *given, **named: getattr(importlib.import_module(self.__name__), name)(*given, **named)
