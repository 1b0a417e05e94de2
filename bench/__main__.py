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

from bench import decks, people, sheets, steps, versus, whole, writing

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD = """\
# Performance

Ratios within one run: `make bench` measures again, and `make bench WRITE=1` renews this page. Milliseconds depend on
the machine and on what else it does; what is compared is measured turn by turn, and a ratio is the median of the
rounds'.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: what is measured, and how."""

    title: str
    about: str
    measure: Callable[..., str]


SECTIONS: Mapping[str, Section] = {
    "versus": Section(
        "Against plain ways",
        """\
*chargen* is the sheet as it is printed; *plain* is the same information in an ordinary template with flex boxes, auto
tables and variables (`bench/plain.html`), for which template, style, fonts and fetcher are created again each time.
There are two of it: one with flex boxes everywhere, columns and lists too, and one with them for the parts of the
page and rows of boxes only. Warm: in a process that has printed before. From a cold start: `chargen render`, from the
concept with all its checks and odds to the PDF, against the command `weasyprint` on HTML that is already finished:
the plain one, and the HTML that chargen's printer receives. The dice: each distinct pool once, without caches,
against an evaluator of icepool.""",
        versus.section,
    ),
    "steps": Section(
        "The steps of a check",
        "The longest concept of each game. In brackets: how many times as long as loading the same YAML.",
        steps.section,
    ),
    "writing": Section(
        "Writing a concept",
        """\
The longest concept of each game: `chargen check` and `chargen show` as commands, from start to end, and in an editor
the check that follows a typed letter, in CPU time.""",
        writing.section,
    ),
    "people": Section(
        "NPCs of a batch",
        """\
An NPC of a role, checked as a player's file is, derived, with all chances computed: the mean of all roles of a game.
Nothing is printed.""",
        people.section,
    ),
    "sheets": Section(
        "Full sheets of a batch",
        """\
WeasyPrint lays each out, in as many processes as there are cores. Against a plain template that is read again for
each sheet: of the two above, the quicker one, with flex boxes for the parts of the page only.""",
        sheets.section,
    ),
    "decks": Section(
        "Decks",
        """\
Milliseconds a page of chargen's deck, from cards or sheets as data to the finished file; what a rival is given, HTML
or JSON, is counted in, and is in brackets. Cards are nine to a page, set by Typst. Each way prints the same NPCs in a
process of its own that has printed others before, on one core. *Chromium* and *PlutoPrint* print one document of all
cards, from a template with the same contents: texts, marks, bars and boxes (`bench/card.html`). What is too long is
clipped there where chargen sets it smaller or cuts it at an item, and lines to write on are left out. Full sheets are
WeasyPrint's, by one process here. *Chromium* is given their markup and style as one document, and leaves out the rest
of a page that chargen rules, and headers of further pages; *Typst* sets the same blocks from finished data
(`bench/typst/sheet.typ`). Both are far quicker than WeasyPrint, which is kept for sheets since they are then what the
screen shows. No file is marked up to be read aloud; all are given their title, bookmark and page labels in one way.""",
        decks.section,
    ),
    "batch": Section(
        "Whole batches",
        """\
`chargen batch` as a command, from its start to the finished deck. The memory is that of all its processes together,
and what they share counts for each of them.""",
        whole.section,
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
