"""Loading WeasyPrint, without what no sheet of ours needs."""

import contextlib
import ctypes.util
import importlib
import io
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

SELDOM_USED = ("fontTools.subset", "fontTools.varLib.instancer")
"""What WeasyPrint cuts typefaces with where there is no HarfBuzz to do it: a third of what loading it takes."""


@contextlib.contextmanager
def quick_import() -> Iterator[None]:
    """Within this, importing WeasyPrint takes half as long, and prints no advice where it fails."""
    # It expects the machine to have typefaces; ours come along.
    with _no_search(), _later(*SELDOM_USED), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


class Patterns(dict[tuple[Iterable[str], bool], re.Pattern[str]]):
    """The patterns that tinyhtml5 reads a page with, by the letters that end, or make up, what is read.

    It means to keep them itself, and keeps each under the pattern instead of its letters, so that it writes down all
    of them anew for every word: a twentieth of a sheet.
    """

    def __missing__(self, key: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        letters, are_read = key
        pattern = self[key] = re.compile(f"[{'' if are_read else '^'}{re.escape(''.join(letters))}]+")
        return pattern


@contextlib.contextmanager
def _no_search() -> Iterator[None]:
    """Do not let a compiler look for libraries.

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
    """Whoever imports these modules meanwhile gets stand-ins, whose functions load the real ones when they are called.

    Afterwards they are imported as ever.
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
