"""Ways from cards or sheets to a PDF file, each in a process of its own that waits for its turn.

`python -m bench.ways WAY TASK FILE` starts what the way needs, prints someone to warm up, and says so; at a line with
a start and a number it prints so many people of the task from there, and answers with what that took. `bench.decks` is
who asks.
"""

import contextlib
import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from chargen.render.deck.binding import bind
from chargen.render.deck.leaf import Leaf, Part

from bench import content, html
from chargen.core.card import Card
from chargen.core.sheet import Sheet
from chargen.render import card_form, cards, fonts, page, pdf
from chargen.render.deck import setting
from chargen.render.paper import A4
from chargen.render.press import Press
from chargen.render.theme import PLAIN

WAYS = ("shapes", "full", "chromium", "typst", "typst-threads")
CHUNK = 180
"""So many people are set at a time, as `chargen batch` does it."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SWITCHES = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
TYPST = Path(__file__).parent / "typst"


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be printed, and someone else to warm up with."""

    kind: Literal["cards", "sheets"]
    people: tuple[Card | Sheet, ...]
    other: Card | Sheet


@dataclass(frozen=True, slots=True)
class Took:
    """What printing took."""

    seconds: float
    """From cards or sheets to the finished file; of a rival, from its finished input."""
    before: float
    """How much of it went into templates; of a rival, what its input took, which is not in ``seconds``."""
    size: int
    pages: int
    layouts: int = 0
    """How many documents were laid out."""
    start: float = 0
    """From the start of the process until it was ready."""


People: TypeAlias = list[Any]
Print: TypeAlias = Callable[[People, Path], tuple[float, float, int]]
"""Prints people into a file: its seconds, those of what comes before, and the number of layouts."""


def ours(task: Task, way: setting.Way) -> Iterator[Print]:
    """Our own, by shapes or in full; shapes are forgotten after warming up."""
    form = card_form.form("cards", A4)
    layouts = 0

    def leaf(each: Any) -> Leaf:
        if isinstance(each, Card):
            return Leaf(markup=cards.face(each, form, PLAIN), paper=form.paper, title=each.name, style="card")
        inside = page.body(each, PLAIN, page.Layout(A4, PLAIN))
        return Leaf(markup=page.document(each, inside), paper=A4, title=each.name, sheet=each)

    def run(people: People, path: Path) -> tuple[float, float, int]:
        nonlocal layouts
        layouts = 0
        setting._setter.cache_clear()
        start = time.perf_counter()
        before = 0.0

        def parts() -> Iterator[Part]:
            nonlocal before
            for first in range(0, len(people), CHUNK):
                began = time.perf_counter()
                leaves = [leaf(npc) for npc in people[first : first + CHUNK]]
                before += time.perf_counter() - began
                made = setting.part(leaves, theme=PLAIN, press=Press(), way=way)
                yield Part.from_bytes(made.to_bytes())

        with path.open("wb") as file:
            bind(parts(), file, title="Deck", grid=html.grid(form) if task.kind == "cards" else None)
        return time.perf_counter() - start, before, layouts

    with pdf.printing() as (printer, _):
        lay_out = type(printer).lay_out

    def counted(self: Any, text: str, look: Any) -> Any:
        nonlocal layouts
        layouts += 1
        return lay_out(self, text, look)

    type(printer).lay_out = counted  # type: ignore[method-assign]
    yield run


def chromium(task: Task) -> Iterator[Print]:
    """Chromium, started and waiting; all pages are one document."""
    from playwright.sync_api import sync_playwright

    form = card_form.form("cards", A4)

    def run(people: People, path: Path) -> tuple[float, float, int]:
        start = time.perf_counter()
        joined = html.joined_cards(people, form) if task.kind == "cards" else html.joined_sheets(people)
        document = path.with_suffix(".html")
        document.write_text(joined, encoding="utf-8")
        before = time.perf_counter() - start
        start = time.perf_counter()
        tab.goto(document.as_uri())
        tab.pdf(path=path, prefer_css_page_size=True, print_background=True)
        return time.perf_counter() - start, before, 1

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_browser(), headless=True, args=SWITCHES)
        tab = browser.new_page()
        tab.set_default_timeout(600_000)
        yield run
        browser.close()


def _browser() -> str:
    from shutil import which

    named = os.environ.get("CHROMIUM") or next((path for name in CHROMIUM if (path := which(name))), "")
    if not named:
        raise SystemExit("the benches need Chromium: scripts/set-up-browser installs it, or set CHROMIUM to its path")
    return named


def typst(task: Task) -> Iterator[Print]:
    """Typst, with its typefaces found; all pages are one document."""
    import typst as compiler

    form = card_form.form("cards", A4)
    faces = sorted({str(face.path.parent) for face in fonts.FACES})
    stack = ExitStack()

    def run(people: People, path: Path) -> tuple[float, float, int]:
        start = time.perf_counter()
        data = content.cards(people, form) if task.kind == "cards" else content.sheets(people)
        (path.parent / "deck.json").write_text(json.dumps(data), encoding="utf-8")
        for each in TYPST.iterdir():
            (path.parent / each.name).write_bytes(each.read_bytes())
        before = time.perf_counter() - start
        made = compiler.Compiler(root=str(path.parent), font_paths=faces, ignore_system_fonts=True)
        start = time.perf_counter()
        made.compile(str(path.parent / f"{task.kind.removesuffix('s')}.typ"), output=str(path))
        return time.perf_counter() - start, before, 1

    with stack:
        yield run


def way_of(name: str, task: Task) -> Iterator[Print]:
    """The way of that name, ready."""
    if name in ("shapes", "full"):
        return ours(task, "shapes" if name == "shapes" else "full")
    return chromium(task) if name == "chromium" else typst(task)


def _pages(path: Path) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def main() -> None:
    """Wait for turns, and take them."""
    began = time.perf_counter()
    name, given, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    task: Task = pickle.loads(given.read_bytes())
    with contextlib.contextmanager(way_of)(name, task) as run:
        run([task.other], folder / f"{name}-warm.pdf")
        print(f"{time.perf_counter() - began:.3f}", flush=True)
        for line in sys.stdin:
            path = folder / f"{name}.pdf"
            first, number = map(int, line.split())
            seconds, before, layouts = run(list(task.people[first : first + number]), path)
            took = Took(seconds, before, path.stat().st_size, _pages(path), layouts)
            print(json.dumps(asdict(took)), flush=True)


if __name__ == "__main__":
    main()
