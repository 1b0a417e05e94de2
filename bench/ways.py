"""Ways from cards or sheets to a PDF file, each in a process of its own that waits for its turn.

`python -m bench.ways WAY TASK FILE` starts what the way needs, prints someone to warm up, and says so; at a line with
a start and a number it prints that number of NPCs of the task from there, and answers with the time. `bench.decks` is
who asks.
"""

import contextlib
import io
import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from bench import content, html
from chargen import gc_tuning
from chargen.batch.job import PAPERS_OF_A_CHUNK, SMALLEST_OF_SHEETS
from chargen.page.card import Card
from chargen.page.sheet import Sheet
from chargen.render import card_form, fonts
from chargen.render.binding import join
from chargen.render.deck import Deck
from chargen.render.paper import A4
from chargen.render.pdf import pdf_of_several
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from chargen.render.typesetter import typeset

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
    """What printing took, from cards or sheets to the finished file."""

    seconds: float
    before: float
    """How much of it a rival's input took: its HTML or its JSON."""
    size: int
    pages: int
    start: float = 0
    """From the start of the process until it was ready."""


People: TypeAlias = list[Any]
Print: TypeAlias = Callable[[People, Path], float]
"""Prints people into a file: the seconds that its input took."""


def chargen_deck(task: Task) -> Iterator[Print]:
    """Our own: in chunks, as one process of a batch makes them, and joined."""
    form = card_form.find_form("cards", A4)
    size = form.places(A4).cards * PAPERS_OF_A_CHUNK if task.kind == "cards" else SMALLEST_OF_SHEETS

    def part(people: People) -> bytes:
        if task.kind == "cards":
            deck = Deck(cards=people, form=form, paper=A4, theme=PLAIN, title="Deck")
            return typeset(deck, Press()).content
        return pdf_of_several(people, paper=A4).content

    def run(people: People, path: Path) -> float:
        _finish((part(people[first : first + size]) for first in range(0, len(people), size)), people, path)
        return 0

    yield run


def chromium(task: Task) -> Iterator[Print]:
    """Chromium, started and waiting; all pages are one document."""
    from playwright.sync_api import sync_playwright

    def run(people: People, path: Path) -> float:
        start = time.perf_counter()
        document = path.with_suffix(".html")
        document.write_text(_html(task, people), encoding="utf-8")
        before = time.perf_counter() - start
        tab.goto(document.as_uri())
        _finish([tab.pdf(prefer_css_page_size=True, print_background=True)], people, path)
        return before

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_browser(), headless=True, args=SWITCHES)
        tab = browser.new_page()
        tab.set_default_timeout(600_000)
        yield run
        browser.close()


def plutoprint(task: Task) -> Iterator[Print]:
    """PlutoPrint, given the same document as Chromium."""
    try:
        import plutoprint as engine
    except ImportError as exc:
        raise SystemExit("the benches need PlutoPrint: pip install plutoprint") from exc

    def run(people: People, path: Path) -> float:
        start = time.perf_counter()
        document = _html(task, people)
        before = time.perf_counter() - start
        book = engine.Book(engine.PAGE_SIZE_A4, engine.PAGE_MARGINS_NONE)
        book.load_html(document)
        printed = io.BytesIO()
        book.write_to_pdf_stream(printed)
        _finish([printed.getvalue()], people, path)
        return before

    yield run


def _finish(parts: Iterable[bytes], people: People, path: Path) -> None:
    """Write a file with what only chargen's decks have: a title, bookmarks, and labels of pages."""
    with path.open("wb") as file:
        join(parts, file, title="Deck", bookmarks=[(people[0].name, 0)], page=A4, press=Press())


def _html(task: Task, people: People) -> str:
    """All people as one document."""
    if task.kind == "cards":
        return html.joined_cards(people, card_form.find_form("cards", A4))
    return html.joined_sheets(people)


def _browser() -> str:
    from shutil import which

    named = os.environ.get("CHROMIUM") or next((path for name in CHROMIUM if (path := which(name))), "")
    if not named:
        raise SystemExit("the benches need Chromium: scripts/set-up-browser installs it, or set CHROMIUM to its path")
    return named


def typst(task: Task) -> Iterator[Print]:
    """Typst setting full sheets, with its typefaces found; all pages are one document."""
    import typst as compiler

    faces = sorted({str(face.path.parent) for face in fonts.FACES})

    def run(people: People, path: Path) -> float:
        start = time.perf_counter()
        (path.parent / "deck.json").write_text(json.dumps(content.sheets(people)), encoding="utf-8")
        for template in TYPST.iterdir():
            (path.parent / template.name).write_bytes(template.read_bytes())
        before = time.perf_counter() - start
        made = compiler.Compiler(root=str(path.parent), font_paths=faces, ignore_system_fonts=True)
        made.compile(str(path.parent / "sheet.typ"), output=str(path))
        _finish([path.read_bytes()], people, path)
        return before

    yield run


WAYS: dict[str, Callable[[Task], Iterator[Print]]] = {
    "chargen": chargen_deck,
    "chromium": chromium,
    "plutoprint": plutoprint,
    "typst": typst,
}


def _pages(path: Path) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return len(document)
    finally:
        document.close()


def main() -> None:
    """Wait for turns, and take them."""
    gc_tuning.tune_process()  # as our workers do; here for all ways
    began = time.perf_counter()
    name, given, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    task: Task = pickle.loads(given.read_bytes())
    with contextlib.contextmanager(WAYS[name])(task) as run:
        run([task.other], folder / f"{name}-warm.pdf")
        print(f"{time.perf_counter() - began:.3f}", flush=True)
        for line in sys.stdin:
            path = folder / f"{name}.pdf"
            first, number = map(int, line.split())
            start = time.perf_counter()
            before = run(list(task.people[first : first + number]), path)
            took = Took(time.perf_counter() - start, before, path.stat().st_size, _pages(path))
            print(json.dumps(asdict(took)), flush=True)


if __name__ == "__main__":
    main()
