"""The ready-made characters that come with chargen."""

from dataclasses import dataclass
from pathlib import Path

from chargen.core.resources import folder
from chargen.core.source import load


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made character."""

    key: str
    system: str
    path: Path

    def about(self) -> tuple[str, str]:
        """Its name and its concept in a line."""
        data = load(self.path.name, self.path.read_bytes()).data
        return str(data.get("name", "")), str(data.get("concept", ""))


def presets(system: str | None = None) -> list[Preset]:
    """All presets, or those of one game, by game and key."""
    found = sorted((folder("presets") / "concepts").glob("*/*.yaml"))
    every = [Preset(path.stem, path.parent.name, path) for path in found]
    return [each for each in every if system in (None, each.system)]
