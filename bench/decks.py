"""Decks printed from shapes, against Chromium printing the same pages as one document, and Typst setting the same."""

import json
import os
import pickle
import statistics
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bench import people
from bench.limits import Limit, verdicts
from bench.ways import Task, Took
from chargen import checking, registry
from chargen.batch.deck import card_of

Kind = Literal["cards", "sheets"]
SIZES: Mapping[tuple[Kind, str], tuple[int, ...]] = {
    ("cards", "five-by-five"): (40, 200, 1_000),
    ("cards", "facade"): (40, 200, 1_000),
    ("sheets", "five-by-five"): (40, 200),
}
USUAL_SIZE: Mapping[Kind, tuple[int, ...]] = {"cards": (200,), "sheets": (40,)}
"""The sizes of decks, and those of the other games."""
ROUNDS = {40: 3, 200: 1, 1_000: 1}
LAID_OUT: Mapping[Kind, int] = {"cards": 40, "sheets": 6}
"""So many people are laid out in full, whose cost a page is the same however many they are."""
MOST_OF_TYPST, MOST_KB = 1.5, 12.0
RIVALS = ("chromium", "typst", "typst-threads")


class Waiting:
    """A process with one way, which takes its turn when asked."""

    def __init__(self, name: str, task: Path, folder: Path) -> None:
        folder.mkdir()
        self._complaints = folder / "complaints.txt"
        threads = {} if name == "typst-threads" else {"RAYON_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.ways", name.removesuffix("-threads"), str(task), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints.open("wb"),
            text=True,
            env=os.environ | threads,
        )
        self.start = float(self._answer())

    def turn(self, first: int, number: int) -> Took:
        """Print so many people from one on, who is counted from 0."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{first} {number}\n")
        self._process.stdin.flush()
        return replace(Took(**json.loads(self._answer())), start=self.start)

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args!r} ended:\n{self._complaints.read_text(encoding='utf-8')}")
        return line

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@dataclass(frozen=True, slots=True)
class Measured:
    """What a deck took in each way: the turns of all rounds."""

    game: str
    kind: Kind
    number: int
    turns: Mapping[str, list[Took]]
    full: Took
    """A few of them, laid out in full."""

    @property
    def pages(self) -> int:
        """The pages of the deck as we print it."""
        return self.turns["shapes"][0].pages

    def ms(self, way: str) -> float:
        """Milliseconds a page of our deck."""
        return statistics.median(each.seconds for each in self.turns[way]) * 1000 / self.pages

    def before(self, way: str) -> float:
        """Milliseconds a page for templates, or a rival's input."""
        return statistics.median(each.before for each in self.turns[way]) * 1000 / self.pages

    def ratio(self, way: str) -> float:
        """Our shapes in parts of that way: the median of the rounds."""
        pairs = zip(self.turns["shapes"], self.turns[way], strict=True)
        return statistics.median(ours.seconds / theirs.seconds for ours, theirs in pairs)

    def kilobytes(self, way: str) -> float:
        """The size of the file a page."""
        took = self.turns[way][0]
        return took.size / took.pages / 1000


def section(folder: Path, *, quick: bool = False) -> str:
    """Tables of cards and of sheets, with the limits."""
    texts, limits = [], []
    starts: dict[str, float] = {}
    for kind in USUAL_SIZE:
        found = [each for game in registry.names() for each in _game(kind, game, folder, quick=quick)]
        texts.append(_table(kind, found))
        for each in found:
            limits += _limits(each)
            starts |= {way: turns[0].start for way, turns in each.turns.items()}
    started = ", ".join(f"{way} {seconds:.1f} s" for way, seconds in starts.items())
    texts.append(f"Not counted: from the start of a process until it has printed someone else: {started}.")
    return "\n\n".join([*texts, verdicts(limits)])


def _game(kind: Kind, game: str, folder: Path, *, quick: bool) -> list[Measured]:
    """The sizes of a game's deck; in each round, other people are printed."""
    sizes = SIZES.get((kind, game), USUAL_SIZE[kind])
    rounds = {size: 1 if quick else ROUNDS[size] for size in (sizes[:1] if quick else sizes)}
    path = folder / f"{kind}-{game}.task"
    path.write_bytes(pickle.dumps(_task(kind, game, sum(size * number for size, number in rounds.items()))))
    found = []
    first = 0
    with _Ways(path, folder / f"{kind}-{game}") as ways:
        few = 2 if quick else LAID_OUT[kind]
        full = ways.turn("full", 0, few)
        for size, number in rounds.items():
            turns: dict[str, list[Took]] = {}
            for _ in range(number):
                for way in ("shapes", *RIVALS):
                    turns.setdefault(way, []).append(ways.turn(way, first, size))
                first += size
            found.append(Measured(game, kind, size, turns, full))
    return found


def _task(kind: Kind, game: str, number: int) -> Task:
    made = list(people.some(game, people.ROLE, number, "deck"))
    other = next(iter(people.some(game, people.ROLE, 1, "someone else")))
    drawn = [card_of(each.checked) if kind == "cards" else checking.sheet(each.checked) for each in (*made, other)]
    return Task(kind, tuple(drawn[:-1]), drawn[-1])


class _Ways(ExitStack):
    """The processes of a deck; Typst, which remembers all that it has set, is started anew for each turn."""

    def __init__(self, task: Path, folder: Path) -> None:
        super().__init__()
        folder.mkdir()
        self._task, self._folder = task, folder
        self._waiting: dict[str, Waiting] = {}
        self._count = 0

    def turn(self, way: str, first: int, number: int) -> Took:
        """The turn of a way."""
        if way.startswith("typst"):
            once = self._new(way)
            took = once.turn(first, number)
            once.close()
            return took
        if way not in self._waiting:
            self._waiting[way] = self._new(way)
            self.callback(self._waiting[way].close)
        return self._waiting[way].turn(first, number)

    def _new(self, way: str) -> Waiting:
        self._count += 1
        return Waiting(way, self._task, self._folder / f"{way}-{self._count}")


def _limits(each: Measured) -> list[Limit]:
    what = f"{each.number} {each.kind} of {each.game}"
    return [
        Limit(f"{what}: time in parts of Chromium's", each.ratio("chromium"), 1),
        Limit(f"{what}: time in parts of Typst's", each.ratio("typst"), MOST_OF_TYPST),
        Limit(f"{what}: KB a page", each.kilobytes("shapes"), MOST_KB),
    ]


HEAD = (
    "| {kind} | pages | laid out | shapes | in full | Chromium | Typst | Typst, all cores "
    "| ÷ Chromium (1) | ÷ Typst (1.5) | KB a page: ours (12), Chromium, Typst |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


def _table(kind: Kind, found: list[Measured]) -> str:
    """Milliseconds a page, and what is compared."""
    return "\n".join([HEAD.format(kind=kind), *map(_row, found)])


def _row(each: Measured) -> str:
    shapes = each.turns["shapes"][0]
    against, typst = _limits(each)[:2]
    in_full = each.full.seconds * 1000 / each.full.pages
    cells = [
        f"{each.game}, {each.number:,}",
        f"{each.pages}",
        f"{shapes.layouts}",
        f"**{each.ms('shapes'):.1f}** (templates {each.before('shapes'):.1f})",
        f"{in_full:.1f}",
        *(f"{each.ms(way):.1f} (input {each.before(way):.1f})" for way in RIVALS[:2]),
        f"{each.ms(RIVALS[2]):.1f}",
        f"**{against.figure:.2f}** {against.sign}",
        f"**{typst.figure:.2f}** {typst.sign}",
        ", ".join(f"{each.kilobytes(way):.1f}" for way in ("shapes", "chromium", "typst")),
    ]
    return f"| {' | '.join(cells)} |"
