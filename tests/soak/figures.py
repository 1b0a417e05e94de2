"""What was tried so far, kept beside the inputs: a run that begins again adds to it."""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Figures:
    """What the inputs of one target took."""

    tried: int = 0
    longest: float = 0
    """CPU seconds of the longest one."""
    spent: float = 0
    """CPU seconds of all."""
    memory: int = 0
    """The most megabytes."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return what a file has; nothing, where there is none."""
        return cls(**json.loads(path.read_text())) if path.exists() else cls()

    def write(self, path: Path) -> None:
        """Write them in place of what the file has, which is whole at every moment."""
        part = path.with_suffix(".part")
        part.write_text(json.dumps(asdict(self)))
        part.replace(path)


def add_faults(path: Path, injected: Counter[tuple[str, str]], resumed: int) -> tuple[Counter[tuple[str, str]], int]:
    """Add faults, by command and kind, and runs to the end after them, to those of a file; return the sums."""
    kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"injected": [], "resumed": 0}
    before: Counter[tuple[str, str]] = Counter({(command, fault): times for command, fault, times in kept["injected"]})
    sums = before + injected
    resumed += kept["resumed"]
    injected_list = [[*what, times] for what, times in sorted(sums.items())]
    path.write_text(json.dumps({"injected": injected_list, "resumed": resumed}))
    return sums, resumed
