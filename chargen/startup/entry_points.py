"""Find what installed packages offer in a group of entry points, without `importlib.metadata`.

That module imports the library of e-mail, and parses the files of every package. Here a package is read only if its
`entry_points.txt` names the group.
"""

import os
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class EntryPoint(NamedTuple):
    """Hold an entry point: a name, and the value that a module has for it."""

    name: str
    value: str
    """Module and name there, such as ``my_game:GAME``."""
    package: str = ""
    """The package that offers it; empty where it is not known."""
    version: str = ""

    @property
    def module(self) -> str:
        """Return the module."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the module, and return the value."""
        # `module:value [extra]` is an old form of entry points.
        return import_value(self.value.partition("[")[0].replace(" ", ""))


def import_value(name: str) -> Any:
    """Import a module, and return a value of it, which may be within another: ``my_game:GAMES.first``."""
    module, _, names = name.partition(":")
    return reduce(getattr, names.split(".") if names else (), import_module(module))


def find_entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group; of two versions of a package, those of the one that Python imports."""
    by_package: dict[str, list[EntryPoint]] = {}
    for folder in _metadata_folders():
        text = _read(folder / "entry_points.txt")
        if f"[{group}]" in text:
            package, version = _name_and_version(folder)
            points = [EntryPoint(name, value, package, version) for name, value in _section(text, group)]
            by_package.setdefault(package.lower().replace("_", "-"), points)
    return [point for points in by_package.values() for point in points]


def _metadata_folders() -> Iterator[Path]:
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as entries:
                names = sorted(entry.name for entry in entries)
        except OSError:  # a folder that does not exist, or a file
            continue
        yield from (Path(folder, name) for name in names if name.endswith((".dist-info", ".egg-info")))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _section(text: str, group: str) -> Iterator[tuple[str, str]]:
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _name_and_version(folder: Path) -> tuple[str, str]:
    text = _read(folder / "METADATA") or _read(folder / "PKG-INFO")
    header, _, _ = text.partition("\n\n")
    values = dict(line.split(": ", 1) for line in header.splitlines() if ": " in line and not line.startswith(" "))
    name, _, rest = folder.stem.partition("-")
    return values.get("Name", name), values.get("Version", rest)
