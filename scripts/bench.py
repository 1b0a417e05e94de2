"""Measure the speed of chargen: `make bench`, or `python scripts/bench.py starting npcs` for some parts.

With --quick, few of everything and once, to see whether it works. With --write, docs/performance.md gets the figures.
"""

import argparse
import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from chargen import ready_made, registry
from chargen.checking.concept import make_sheet
from chargen.fileio import Input
from chargen.lsp.document import Document, Text
from chargen.npc import roles
from chargen.npc.generation import Npc, make_npc
from chargen.page.roll import as_json
from chargen.render.card_size import find_size
from chargen.render.deck import Deck
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf, pdf_of_several
from chargen.render.press import Press
from chargen.render.theme import find_theme
from chargen.render.typesetter import typeset
from chargen.sheets.decks import card_of
from chargen.sources import check_file, ordering
from chargen.startup import gc_tuning

PAGE = Path(__file__).parent.parent / "docs/performance.md"
HEAD = """\
# Performance

`make bench` measures again; `make bench WRITE=1` also updates this page. Milliseconds depend on the machine and its
load, so compare the ratios. Absolute limits are for CPU time on a machine that takes 100 ms to import Click, PyYAML and
pydantic: a slower or busier machine measures that import first, and its figures are divided by how much longer it
takes.
"""
BIN = Path(sys.executable).parent
FLOOR = (sys.executable, "-c", "import click, yaml; from pydantic import BaseModel")
FLOOR_MS = 100.0
"""The CPU time of `FLOOR` on the machine that absolute limits are for."""
GUARD = "guard"
MOST_OF_FLOOR = {"check": 2.0, "show": 2.3, "odds": 2.0, "systems": 0.8, "presets": 1.0}
MOST_KEYSTROKE_MS = 10.0
MOST_NPC_MS = {"facade": 5.0}
USUAL_NPC_MS = 2.0
BATCHES = (40, 100, 1_000, 10_000)
MOST_CPU_SECONDS = {40: 1.0, 10_000: 30.0}


def seconds_of_children() -> float:
    """Return the CPU time of all processes that this one has waited for, with those that they have waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_ms(run: Callable[[], Any]) -> float:
    """Return the CPU time of a function in this process, and of the processes that it starts and waits for."""
    before = time.process_time() + seconds_of_children()
    run()
    return (time.process_time() + seconds_of_children() - before) * 1000


def of_command(line: Iterable[object]) -> float:
    """Return the CPU time of a command in milliseconds. Bytecode is kept, as it is for users."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [str(word) for word in line]
    return cpu_ms(lambda: subprocess.run(command, check=False, capture_output=True, env=kept))


def slowness(rounds: int = 5) -> float:
    """Return by how much slower this machine is now than the one that absolute limits are for; at least 1."""
    return max(1.0, statistics.median(of_command(FLOOR) for _ in range(rounds)) / FLOOR_MS)


def against(figure: float, most: float) -> str:
    """Return a figure with its limit, and whether it holds."""
    return f"{figure:.2f} of {most:g} {'✓' if figure <= most else '✗'}"


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    lines = [[*heads], *([str(cell) for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def longest(game: str) -> Path:
    """Return the longest ready-made character of a game."""
    return max((preset.path for preset in ready_made.presets(game)), key=lambda path: path.stat().st_size)


def npcs(game: str, role: str, number: int, seed: str = "bench") -> Iterator[Npc]:
    """Yield NPCs of a role."""
    order = ordering.read_order(game, role, None, seed).order
    assert order is not None
    return (make_npc(order, which) for which in range(1, number + 1))


def starting(rounds: int) -> str:
    """Measure complete commands, which take turns."""
    path, chargen = longest("five-by-five"), BIN / "chargen"
    lines: dict[str, tuple[object, ...]] = {
        "the floor": FLOOR,
        "`chargen check FILE`": (chargen, "check", path),
        "`chargen show FILE`": (chargen, "show", path),
        "`chargen odds five-by-five --value 6`": (chargen, "odds", "five-by-five", "--value", "6"),
        "`chargen batch --help`": (chargen, "batch", "--help"),
        "`chargen systems`": (chargen, "systems"),
        "`chargen presets`": (chargen, "presets"),
    }
    times: dict[str, list[float]] = {name: [] for name in lines}
    for turn in range(rounds + 1):
        for name, line in lines.items():
            took = of_command(line)
            if turn:  # the first round compiles bytecode
                times[name].append(took)
    rows = []
    for name, found in times.items():
        ratio = statistics.median(one / floor for one, floor in zip(found, times["the floor"], strict=True))
        most = next((limit for word, limit in MOST_OF_FLOOR.items() if word in name), None)
        rows.append((name, f"{statistics.median(found):.0f}", against(ratio, most) if most else f"{ratio:.2f}"))
    return table(("command", "CPU, ms", "÷ floor"), rows)


def steps(rounds: int) -> str:
    """Measure each step from a file to its sheet."""
    rows = []
    for game in registry.list_games():
        path = longest(game)
        given, text = Input(path.name, path), path.read_text(encoding="utf-8")
        checked = check_file.check_any(given)
        sheet = make_sheet(checked)
        calls: dict[str, Callable[[], Any]] = {
            "load YAML": partial(yaml.load, text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),
            "check": partial(check_file.check_any, given),
            "odds": lambda: as_json(checked.rolls()),  # noqa: B023  # called before the next game
            "sheet": partial(make_sheet, checked),
            "HTML": partial(html, sheet, paper=A4),
            "PDF": partial(pdf, sheet, paper=A4),
        }
        found = {}
        for name, call in calls.items():
            call()
            found[name] = statistics.median(cpu_ms(call) for _ in range(rounds))
        rows.append([game, *(f"{each:.2f} ({each / found['load YAML']:.1f})" for each in found.values())])
    return table(("game", "load YAML", "check", "odds", "sheet", "HTML", "PDF"), rows)


def writing(rounds: int) -> str:
    """Measure the check after a keystroke in an editor."""
    gc_tuning.tune_process()  # as the command does
    texts = {game: longest(game).read_text(encoding="utf-8") for game in registry.list_games()}
    begun = texts["facade"].rstrip() + ("" if "\nadvancement:" in texts["facade"] else "\nadvancement:")
    texts["facade, 300 lines"] = begun + "\n  - {award: 1, why: a session}" * (300 - begun.count("\n")) + "\n"
    machine, rows = slowness(), []
    for name, text in texts.items():
        document = Document("file:///bench.yaml", Text(text))
        strokes = []
        for place in range(0, len(text), 200 // rounds):
            typed = Text(f"{text[:place]}x{text[place:]}")
            strokes.append(cpu_ms(lambda: document.check(typed, {str(document.path): typed.content})))  # noqa: B023
        middle = statistics.median(strokes) / machine
        rows.append((name, against(middle, MOST_KEYSTROKE_MS), f"{max(strokes) / machine:.1f}"))
    return table(("file", "a keystroke, CPU ms", "the slowest, CPU ms"), rows)


def generation(rounds: int) -> str:
    """Measure NPCs that are made and not printed."""
    machine, rows = slowness(), []
    for game in registry.list_games():
        costs = {}
        for role in roles.list_roles(game):
            found = []
            for turn in range(rounds + 1):  # the first one warms up
                gc.collect()
                with gc_tuning.seldom_collected():
                    found.append(cpu_ms(lambda: [npc.checked.rolls() for npc in npcs(game, role, 20, str(turn))]))  # noqa: B023
            costs[role] = statistics.median(found[1:]) / 20 / machine
        slowest = max(costs, key=costs.__getitem__)
        mean = against(statistics.mean(costs.values()), MOST_NPC_MS.get(game, USUAL_NPC_MS))
        rows.append((game, len(costs), mean, f"{slowest}: {costs[slowest]:.2f}"))
    return table(("game", "roles", "ms an NPC", "slowest role"), rows)


def printing(rounds: int) -> str:
    """Measure the pages of cards and sheets."""
    rows = []
    for game in registry.list_games():
        cards, sheets = [], []
        for turn in range(rounds + 1):  # other NPCs each time: Typst keeps what it has set
            made = [npc.checked for npc in npcs(game, GUARD, 18, f"round {turn}")]
            drawn = [card_of(each) for each in made]
            deck = Deck(cards=drawn, size=find_size("cards"), paper=A4, theme=find_theme("plain"))
            cards.append(cpu_ms(partial(typeset, deck, Press())) / 2)
            printed: list[int] = []
            some = [make_sheet(each) for each in made[:3]]
            took = cpu_ms(lambda: printed.append(pdf_of_several(some, paper=A4).pages))  # noqa: B023
            sheets.append(took / printed[0])
        rows.append((game, *(f"{statistics.median(found[1:]):.1f}" for found in (cards, sheets))))
    return table(("guards", "cards, ms a page", "sheets, ms a page"), rows)


def batches(rounds: int) -> str:
    """Measure the command `chargen batch` from its start to the finished deck."""
    machine, rows, used = slowness(), [], {}
    for number in BATCHES if rounds > 1 else BATCHES[:2]:
        with tempfile.TemporaryDirectory() as folder:
            line = [BIN / "chargen", "batch", "five-by-five", "--role", GUARD, "-n", number, "--seed", "bench"]
            start = time.perf_counter()
            used[number] = of_command([*line, "--to", "pdf", "--jobs", 2, "-o", folder, "--quiet"]) / machine
            seconds = time.perf_counter() - start
            size = (Path(folder) / "cards.pdf").stat().st_size
        taken = used[number] / 1000
        limited = against(taken, MOST_CPU_SECONDS[number]) if number in MOST_CPU_SECONDS else f"{taken:.1f}"
        rows.append((f"{number:,}", f"{seconds:.1f}", limited, f"{size * 9 / number / 1000:.1f}"))
    further = [f"{(used[many] - used[few]) / (many - few):.1f} ms up to {many:,}" for few, many in pairwise(used)]
    heads = ("NPCs", "seconds", "CPU seconds", "deck, KB a page")
    return f"{table(heads, rows)}\n\nEach further NPC: {', '.join(further)}"


SECTIONS: Mapping[str, tuple[str, str, Callable[[int], str]]] = {
    "starting": (
        "Starting",
        """\
What a user feels at every use: CPU time of complete commands that take turns. The floor only imports Click, PyYAML and
pydantic, which `chargen check` needs.""",
        starting,
    ),
    "steps": (
        "The steps of a check",
        "CPU milliseconds for the longest character of each game, and in brackets the ratio to loading the same YAML.",
        steps,
    ),
    "writing": (
        "Writing a character",
        """\
The longest character of each game, and one of Façade with a long ledger. A keystroke is the CPU time of the check after
a letter is typed in an editor: the median over the places of a file.""",
        writing,
    ),
    "npcs": (
        "NPCs",
        """\
The CPU time to generate an NPC, check it like a player's file and compute all its chances: the mean of all roles of a
game. Nothing is printed.""",
        generation,
    ),
    "printing": (
        "Printing",
        "The CPU time of a page in one process that has printed before: nine cards by Typst, or a sheet by WeasyPrint.",
        printing,
    ),
    "batches": (
        "Whole batches",
        "The complete command `chargen batch`: guards of Five by Five as cards, by two workers.",
        batches,
    ),
}


def main() -> None:
    """Measure what is asked for, print it, and write it if that is asked for too."""
    arguments = argparse.ArgumentParser(description="Measure the speed.")
    arguments.add_argument("sections", nargs="*", metavar="SECTION", help=f"some of: {', '.join(SECTIONS)}")
    arguments.add_argument("--quick", action="store_true", help="few of everything and once: does it work?")
    arguments.add_argument("--write", action="store_true", help="update docs/performance.md")
    given = arguments.parse_args()
    if unknown := [section for section in given.sections if section not in SECTIONS]:
        arguments.error(f"there is no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    # A part that is not measured keeps its figures.
    _, *kept = PAGE.read_text(encoding="utf-8").split("\n## ")
    parts = {title: text.strip() for title, _, text in (part.partition("\n") for part in kept)}
    for name in given.sections or SECTIONS:
        title, about, measure = SECTIONS[name]
        parts[title] = f"{about}\n\n{measure(1 if given.quick else 5)}"
        print(f"## {title}\n\n{parts[title]}\n", flush=True)
    if given.write:
        found = [f"## {title}\n\n{parts[title]}\n" for title, _, _ in SECTIONS.values() if title in parts]
        PAGE.write_text("\n".join([HEAD, *found]), encoding="utf-8")


if __name__ == "__main__":
    main()
