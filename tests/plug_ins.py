"""Games from outside, as packages with an entry point."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chargen import registry

COPY = "from dataclasses import replace\nfrom chargen.games.five_by_five import GAME as S\n"
"""A plug-in begins as a copy of a game that is in order."""

Install = Callable[..., None]
"""Takes the name of a plug-in, the code of its module, and its entry point's name if that is another."""


@contextmanager
def installing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install packages ``plug-NAME 1.0`` into a folder on the path; all is forgotten at the end."""
    monkeypatch.syspath_prepend(str(folder))

    def installed(name: str, code: str, key: str = "") -> None:
        module = f"plug_{name}"
        (folder / f"{module}.py").write_text(code)
        register(folder, f"plug-{name}", key or name, f"{module}:SYSTEM")

    yield installed
    for module in [name for name in sys.modules if name.startswith("plug_")]:
        del sys.modules[module]
    monkeypatch.undo()
    forget()


def register(folder: Path, package: str, key: str, value: str) -> None:
    """Write into a folder on the path what an installed package 1.0 says of its game: key, and module with object."""
    metadata = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{key} = {value}\n")
    forget()


def forget() -> None:
    """Forget which games are there: the next question looks again."""
    importlib.invalidate_caches()
    registry._points.cache_clear()
    registry._installed.cache_clear()
