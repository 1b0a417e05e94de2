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
    """Make importing WeasyPrint take half as long, and print no advice where it fails."""
    # WeasyPrint warns where the system has no typefaces; chargen brings its own.
    with _no_search(), _later(*SELDOM_USED), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@contextlib.contextmanager
def _no_search() -> Iterator[None]:
    """Prevent searches for libraries by a compiler.

    WeasyPrint tries the names of a library on all systems in turn. For each wrong one, Python asks `ldconfig`, `gcc`
    and `ld`, which takes as long as half the import. On Linux the right name is in the list and needs no search.
    """
    if sys.platform != "linux":
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


@contextlib.contextmanager
def _later(*names: str) -> Iterator[None]:
    """Replace modules by stand-ins for imports within this; their functions load the real modules when called.

    Later imports get the real modules.
    """
    stand_ins = {name: _StandIn(name) for name in names if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name in stand_ins:
            del sys.modules[name]


class _StandIn(ModuleType):
    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*arguments: Any, **named: Any) -> Any:
            return getattr(importlib.import_module(self.__name__), name)(*arguments, **named)

        return call
