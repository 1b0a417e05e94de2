"""Measure what each command takes before and after its work: the time that a user feels at every use."""

import statistics
from pathlib import Path

from bench import cpu
from bench.limits import Limit, verdicts
from bench.versus import concept

ROUNDS = 9
MOST = {"check": 1.45, "show": 1.7, "odds": 1.45, "--help": 0.55, "systems": 0.75, "presets": 1.0}
"""The most CPU time of each command, in parts of the floor: a sixth above what was measured, or more."""


def section(folder: Path, *, quick: bool = False) -> str:
    """Return a row for each command."""
    path = concept("five-by-five")
    commands = {
        "the floor": cpu.FLOOR,
        "`chargen check FILE`": (cpu.BIN / "chargen", "check", path),
        "`chargen show FILE`": (cpu.BIN / "chargen", "show", path),
        "`chargen odds five-by-five --value 6`": (cpu.BIN / "chargen", "odds", "five-by-five", "--value", "6"),
        "`chargen batch --help`": (cpu.BIN / "chargen", "batch", "--help"),
        "`chargen systems`": (cpu.BIN / "chargen", "systems"),
        "`chargen presets`": (cpu.BIN / "chargen", "presets"),
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(2 if quick else ROUNDS + 1):
        for name, line in commands.items():
            took = cpu.of_command(line)
            if turn:  # the first round compiles bytecode
                times[name].append(took)
    floors = times["the floor"]
    lines = ["| command | CPU, ms | ÷ floor | at most |", "|---|---|---|---|"]
    limits = []
    for name, found in times.items():
        ratio = statistics.median(one / floor for one, floor in zip(found, floors, strict=True))
        most = next((limit for word, limit in MOST.items() if word in name), None)
        bound = ""
        if most is not None:
            limits.append(Limit(f"{name} in parts of the floor", ratio, most))
            bound = f"{most:g} {limits[-1].sign}"
        lines.append(f"| {name} | {statistics.median(found):.0f} | **{ratio:.2f}** | {bound} |")
    return "\n".join([*lines, "", verdicts(limits)])
