"""Measure chargen against other ways, and the time of NPCs and decks: `make bench`.

Milliseconds depend on the machine and the minute; the ratios are the result. `python -m bench` measures everything,
and `python -m bench people decks` these sections only; with `--quick`, few of everything and
once, to see whether it works. With `--write`, docs/performance.md gets the new figures.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench import decks, people, sheets, starting, steps, upstream, versus, whole, writing

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD = """\
# Performance

`make bench` measures again; `make bench WRITE=1` also updates this page. Milliseconds depend on the machine and its
load, so compare the ratios. The ways that are compared take turns, and a ratio is the median over all rounds. Absolute
limits are for CPU time on a machine that takes 100 ms to import Click, PyYAML and pydantic: a slower or busier machine
measures that import first, and its figures are divided by how much longer it takes.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: what is measured, and how."""

    title: str
    about: str
    measure: Callable[..., str]


SECTIONS: Mapping[str, Section] = {
    "starting": Section(
        "Starting",
        """\
What a user feels at every use: CPU time of complete commands that take turns. The work itself takes 1 to 15 ms of it.
The floor only imports Click, PyYAML and pydantic, which `chargen check` needs.""",
        starting.section,
    ),
    "versus": Section(
        "Against plain ways",
        """\
CPU time of two commands that take turns, and the ratio of each round.

- *On the same HTML*: `weasyprint` starts from the finished HTML that chargen's printer receives. `chargen render` also
  checks the concept, computes its odds and makes that HTML. It imports less and looks for garbage less often, but
  lays a sheet out a second time where that may save a page. Chromium and Typst, under "Decks", lay out faster.
- *A plain template* has the same information with flex boxes for the parts of the page (`bench/plain.html`). *Warm* is
  a process that has printed before; template, style and fonts are read again for each sheet.
- The dice: each distinct pool is evaluated once, without caches. icepool's evaluator is general; chargen's is a closed
  form for this roll.""",
        versus.section,
    ),
    "steps": Section(
        "The steps of a check",
        "The longest concept of each game. The number in brackets is the ratio to the time of loading the same YAML.",
        steps.section,
    ),
    "writing": Section(
        "Writing a concept",
        """\
The longest concept of each game, and one of Façade with a long ledger. A keystroke is the CPU time of the check after a
letter is typed in an editor: the median over the places of a file.""",
        writing.section,
    ),
    "people": Section(
        "NPCs of a batch",
        """\
The CPU time to generate an NPC, check it like a player's file and compute all its chances: the mean of all roles of a
game. Nothing is printed.""",
        people.section,
    ),
    "sheets": Section(
        "Full sheets of a batch",
        """\
WeasyPrint lays out each sheet, with one process per core. The comparison is the plain template above, which is read
again for each sheet. Two processes are measured on a clock, so they need a machine with two idle cores.""",
        sheets.section,
    ),
    "decks": Section(
        "Decks",
        """\
Milliseconds per page, from cards or sheets as data to the finished file. The number in brackets is the part that
prepares the HTML or JSON input. Each program prints the same NPCs on one core, in a process that has printed others
before. No file is tagged for screen readers. All get their title, bookmarks and page labels in the same way.

Cards: Typst sets nine to a page. *Chromium* and *PlutoPrint* print one document of all cards, from a template with the
same texts, marks, bars and boxes (`bench/card.html`). They clip a text that is too long, and have no lines to write
on; chargen sets such a text smaller, or cuts it at an item, and names what it leaves out. For that, Typst sets parts of
a full card several times; without the names, a deck took half of Chromium's time, and as much as PlutoPrint's.

Full sheets: chargen uses WeasyPrint, here in one process. *Chromium* prints the same markup and style as one document,
without ruled lines at the end of a page and without headers on further pages. *Typst* sets the same blocks from
finished data (`bench/typst/sheet.typ`). Both are much faster than WeasyPrint, which chargen keeps because the printed
sheet then equals the sheet on the screen.""",
        decks.section,
    ),
    "batch": Section(
        "Whole batches",
        """\
The complete command `chargen batch`, from its start to the finished deck. The memory is the sum over all its
processes; memory that they share counts for each.""",
        whole.section,
    ),
    "upstream": Section(
        "Reports for other projects",
        "Faults that chargen works around, each with the smallest case, ready to be reported.",
        upstream.section,
    ),
}


def measured(names: list[str], *, quick: bool) -> Iterator[tuple[str, str]]:
    """Measure the sections of those names."""
    for name in names:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            yield name, SECTIONS[name].measure(Path(folder), quick=quick)
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)


def page(found: Mapping[str, str], before: str = "") -> str:
    """Return the page with the sections that were measured; the others are those of the page ``before``."""
    kept = {title: text.strip() for title, _, text in (part.partition("\n") for part in before.split("\n## ")[1:])}
    parts = [HEAD]
    for name, section in SECTIONS.items():
        if name in found:
            parts.append(f"## {section.title}\n\n{section.about}\n\n{found[name].strip()}\n")
        elif section.title in kept:
            parts.append(f"## {section.title}\n\n{kept[section.title]}\n")
    return "\n".join(parts)


def main() -> None:
    """Measure what is asked for, print it, and write it if that is asked for too."""
    arguments = argparse.ArgumentParser(prog="python -m bench", description="Measure the speed.")
    arguments.add_argument("sections", nargs="*", metavar="SECTION", help=f"some of: {', '.join(SECTIONS)}")
    arguments.add_argument("--quick", action="store_true", help="few of everything and once: does it work?")
    arguments.add_argument("--write", action="store_true", help="renew docs/performance.md")
    given = arguments.parse_args()
    if unknown := [section for section in given.sections if section not in SECTIONS]:
        arguments.error(f"there is no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    if given.quick and given.write:
        arguments.error("what --quick finds is not worth writing down")
    found = {}
    for name, text in measured(given.sections or [*SECTIONS], quick=given.quick):
        found[name] = text
        if given.write:  # at once: a section that cannot be measured costs no other
            PAGE.write_text(page({name: text}, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(page(found))


if __name__ == "__main__":
    main()
