"""Find what installed packages offer in a group of entry points, without `importlib.metadata`.

That module imports the library of e-mail, and parses the files of every package. Here a package is read only if its
`entry_points.txt` names the group.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class EntryPoint(NamedTuple):
    """Hold an entry point: a name, and the value that a module has for it."""

    name: str
    value: str  # Module and name there, such as `my_game:GAME`
    package: str = ""  # The package that offers it; empty where it is not known
    version: str = ""

    @property
    def module(self) -> str:
        return self.value.partition(":")[0].strip()


def import_value(name: str) -> Any:
    """Import a module, and return a value of it, which may be within another: ``my_game:GAMES.first``."""
    # `module:value [extra]` is an old form of entry points.
    module, _, names = name.partition("[")[0].replace(" ", "").partition(":")
    return reduce(getattr, names.split(".") if names else (), import_module(module))


def find_entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of a group; of two versions of a package, those of the one that Python imports."""
    by_package: dict[str, list[EntryPoint]] = {}
    for folder in dict.fromkeys(sys.path):
        names: list[str] = []
        with suppress(OSError), os.scandir(folder or ".") as entries:  # a folder that does not exist, or a file
            names = sorted(entry.name for entry in entries)
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                points = list(_read_points(Path(folder, name), group))
                if points:
                    by_package.setdefault(points[0].package.lower().replace("_", "-"), points)
    return [point for points in by_package.values() for point in points]


def _read_points(folder: Path, group: str) -> Iterator[EntryPoint]:
    """Yield the entry points of a group from a package's folder of metadata."""
    texts = {}
    for name in ("entry_points.txt", "METADATA", "PKG-INFO"):
        with suppress(OSError):
            texts[name] = (folder / name).read_text(encoding="utf-8", errors="replace")
        # Most packages name no such group, and nothing else of them is read.
        if f"[{group}]" not in texts.get("entry_points.txt", ""):
            return

    header, _, _ = (texts.get("METADATA") or texts.get("PKG-INFO", "")).partition("\n\n")
    fields = dict(line.split(": ", 1) for line in header.splitlines() if ": " in line and not line.startswith(" "))
    package, _, version = folder.stem.partition("-")
    section = ""
    for line in map(str.strip, texts["entry_points.txt"].splitlines()):
        if line.startswith("["):
            section = line
        elif section == f"[{group}]" and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip(), fields.get("Name", package), fields.get("Version", version))
