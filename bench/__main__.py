"""Measure our ways against plain ones, and the steps of the journey for each game: `make bench`.

Milliseconds depend on the machine and the minute; the ratios are the result. Steps are measured in turn, round by
round, and the median of the rounds is printed. With ``--write`` it goes to docs/performance.md too.
"""

import io
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import yaml

from bench.large import concept
from bench.versus import table
from chargen import pipeline, ready_made, shelf
from chargen.core.roll import as_json
from chargen.files import Input
from chargen.render.html import html
from chargen.render.paper import paper
from chargen.render.pdf import pdf

ROUNDS = 9


def measured(steps: dict[str, Callable[[], Any]], rounds: int = ROUNDS) -> dict[str, float]:
    """The median milliseconds of each step, measured in turn after one warm-up."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for number in range(rounds + 1):
        for name, step in steps.items():
            start = time.perf_counter()
            step()
            if number:
                times[name].append((time.perf_counter() - start) * 1000)
    return {name: statistics.median(found) for name, found in times.items()}


def journey(path: Path) -> dict[str, Callable[[], Any]]:
    """The steps of the journey for one concept, and plain YAML loading to hold them against."""
    given = Input(path.name, path)
    checked = pipeline.check(given)
    sheet = pipeline.sheet(checked)
    a4 = paper("A4")
    text = path.read_text(encoding="utf-8")
    return {
        "load YAML": lambda: yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
        "check": lambda: pipeline.check(given),
        "odds": lambda: as_json(checked.rolls()),
        "sheet": lambda: pipeline.sheet(checked),
        "HTML": lambda: html(sheet, paper=a4),
        "PDF": lambda: pdf(sheet, paper=a4),
    }


def large() -> None:
    """Print what the largest character costs: reading, checking and deriving it, and all its odds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.yaml"
        path.write_text(concept(), encoding="utf-8")
        given = Input(path.name, path)
        checked = pipeline.check(given)
        text = path.read_text(encoding="utf-8")
        found = measured(
            {
                "load YAML": lambda: yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
                "read, check and derive": lambda: pipeline.check(given),
                "check and derive alone": lambda: pipeline.check(Input(path.name, fault=checked.source)),
                "odds": lambda: checked.rolls(),
            }
        )
    base = found["load YAML"]
    print(f"\nFaçade, {len(checked.rolls())} rolls of a character with 120 specialties:")
    for name, value in found.items():
        print(f"- {name}: {value:.2f} ms ({value / base:.2f} of loading the YAML)")


def main() -> None:
    """Print a row for each game: milliseconds, and in brackets the ratio to loading the same YAML."""
    names: list[str] | None = None
    for key in shelf.names():
        presets = ready_made.presets(key)
        if not presets:
            continue
        found = measured(journey(max(presets, key=lambda each: each.path.stat().st_size).path))
        if names is None:
            names = list(found)
            print("| game | " + " | ".join(names) + " |")
            print("|---" * (len(names) + 1) + "|")
        base = found["load YAML"]
        print(f"| {key} | " + " | ".join(f"{value:.2f} ({value / base:.1f})" for value in found.values()) + " |")


PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
TEXT = """\
# Performance

Ratios within one run: `make bench` measures again, and `make bench WRITE=1` renews this page. Milliseconds depend on
the machine and on what else it does; what is compared is measured turn by turn, and a ratio is the median of the
rounds'.

## Against plain ways

*Ours* is the sheet as it is; *plain* is the same information in an ordinary template with flex boxes, auto tables and
variables (`bench/plain.html`), for which template, style, fonts and fetcher are made anew each time. There are two of
it: one with flex boxes everywhere, columns and lists too, and one with them for the parts of the page and rows of
boxes only. Warm: in a process that has printed before. From a cold start: `chargen render`, from the concept with all
its checks and odds to the PDF, against the command `weasyprint` on HTML that is already finished. The dice: each
distinct pool once, nothing remembered, against an evaluator of icepool.

{versus}

## The steps of the journey

The longest concept of each game. In brackets: how many times as long as loading the same YAML.

{steps}
"""


def page() -> str:
    """Everything, measured now."""
    versus, steps = table(), io.StringIO()
    with redirect_stdout(steps):
        main()
        large()
    return TEXT.format(versus=versus, steps=steps.getvalue().strip())


if __name__ == "__main__":
    text = page()
    print(text)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")
