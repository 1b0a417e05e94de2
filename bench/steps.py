"""What each step of the journey costs, for each game and for the largest character."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from bench.large import concept
from chargen import checking, ready_made, registry
from chargen.fileio import Input
from chargen.page.roll import as_json
from chargen.render.page import html
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf

ROUNDS = 9


def measured(steps: dict[str, Callable[[], Any]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the median milliseconds of each step, measured in turn after one warm-up."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for number in range(rounds + 1):
        for name, step in steps.items():
            start = time.perf_counter()
            step()
            if number:
                times[name].append((time.perf_counter() - start) * 1000)
    return {name: statistics.median(found) for name, found in times.items()}


def journey(path: Path) -> dict[str, Callable[[], Any]]:
    """Return the steps for one concept, and plain YAML loading to compare them with."""
    given = Input(path.name, path)
    checked = checking.check_input(given)
    sheet = checking.make_sheet(checked)
    a4 = parse_paper("A4")
    text = path.read_text(encoding="utf-8")
    return {
        "load YAML": lambda: yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
        "check": lambda: checking.check_input(given),
        "odds": lambda: as_json(checked.rolls()),
        "sheet": lambda: checking.make_sheet(checked),
        "HTML": lambda: html(sheet, paper=a4),
        "PDF": lambda: pdf(sheet, paper=a4),
    }


def section(folder: Path, *, quick: bool = False) -> str:
    """Yield a row for each game: milliseconds, and in brackets the ratio to loading the same YAML."""
    rounds = 1 if quick else ROUNDS
    lines: list[str] = []
    for key in registry.list_games():
        presets = ready_made.presets(key)
        if not presets:
            continue
        found = measured(journey(max(presets, key=lambda preset: preset.path.stat().st_size).path), rounds)
        if not lines:
            lines = ["| game | " + " | ".join(found) + " |", "|---" * (len(found) + 1) + "|"]
        base = found["load YAML"]
        lines.append(f"| {key} | " + " | ".join(f"{value:.2f} ({value / base:.1f})" for value in found.values()) + " |")
    return "\n".join([*lines, "", *_large(folder, rounds)])


def _large(folder: Path, rounds: int) -> list[str]:
    """Measure the largest character: reading, checking and deriving it, and all its odds."""
    path = folder / "large.yaml"
    path.write_text(concept(), encoding="utf-8")
    given = Input(path.name, path)
    checked = checking.check_input(given)
    text = path.read_text(encoding="utf-8")
    found = measured(
        {
            "load YAML": lambda: yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
            "read, check and derive": lambda: checking.check_input(given),
            "check and derive alone": lambda: checking.check_input(Input(path.name, source=checked.source)),
            "odds": lambda: checked.rolls(),
        },
        rounds,
    )
    base = found["load YAML"]
    return [
        f"Façade, {len(checked.rolls())} rolls of a character with 120 specialties:",
        *(f"- {name}: {value:.2f} ms ({value / base:.2f} of loading the YAML)" for name, value in found.items()),
    ]
