"""The ready-made characters that come with chargen, and with packages that bring a game."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from chargen import registry
from chargen.fileio import read_source


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    system: str
    path: Path

    def about(self) -> tuple[str, str]:
        """Return its name and its concept in a line; of a file that cannot be read, that it has an error."""
        data = read_source(self.path, self.path.name).data
        if not isinstance(data, dict):
            return "it has an error", f"run `chargen check {self.path}`"
        return str(data.get("name", "")), str(data.get("concept", ""))


def presets(system: str | None = None) -> list[Preset]:
    """Return all presets, or those of one game, by game and key. A plug-in that cannot be loaded has none."""
    games = registry.list_games() if system is None else [system]
    found: list[Preset] = []
    for game in games:
        # Lists show what works; `chargen systems` reports what does not.
        with contextlib.suppress(registry.BrokenGame):
            paths = sorted((registry.resources(game) / "concepts" / game).glob("*.yaml"))
            found += (Preset(path.stem, game, path) for path in paths)
    return found
