"""Decks of cards and of sheets, against those who print the same from one document."""

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
from chargen.sheets.decks import card_of

Kind = Literal["cards", "sheets"]
ROUNDS: Mapping[Kind, Mapping[int, int]] = {"cards": {40: 5, 200: 3}, "sheets": {10: 3}}
"""The sizes of decks, and how often each is printed."""
QUICK: Mapping[Kind, Mapping[int, int]] = {"cards": {18: 1}, "sheets": {2: 1}}
RIVALS: Mapping[Kind, tuple[str, ...]] = {"cards": ("chromium", "plutoprint"), "sheets": ("chromium", "typst")}
MOST: Mapping[str, float] = {"chromium": 0.9, "plutoprint": 3.2}
"""Our time for cards in parts of theirs, at most."""
NAMES: Mapping[str, str] = {"chromium": "Chromium", "plutoprint": "PlutoPrint", "typst": "Typst"}
MOST_KB, LARGE = 15.0, 200
"""The most kilobytes a page, in decks of at least this number of cards."""


class Waiting:
    """A process with one way, which takes its turn when asked."""

    def __init__(self, name: str, task: Path, folder: Path) -> None:
        folder.mkdir()
        self._complaints = folder / "complaints.txt"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.ways", name, str(task), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints.open("wb"),
            text=True,
            env=os.environ | {"RAYON_NUM_THREADS": "1"},
        )
        self.start = float(self._answer())

    def turn(self, first: int, number: int) -> Took:
        """Print a number of NPCs from one on, counted from 0."""
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

    @property
    def pages(self) -> int:
        """The pages of the deck as we print it."""
        return self.turns["chargen"][0].pages

    @property
    def rivals(self) -> tuple[str, ...]:
        """Against whom it was measured."""
        return RIVALS[self.kind]

    def ms(self, way: str) -> float:
        """Milliseconds a page of our deck."""
        return statistics.median(took.seconds for took in self.turns[way]) * 1000 / self.pages

    def before(self, way: str) -> float:
        """Milliseconds of that for a rival's input."""
        return statistics.median(took.before for took in self.turns[way]) * 1000 / self.pages

    def ratio(self, way: str) -> float:
        """Our time in parts of that way's: the median of the rounds."""
        pairs = zip(self.turns["chargen"], self.turns[way], strict=True)
        return statistics.median(own.seconds / theirs.seconds for own, theirs in pairs)

    def kilobytes(self, way: str) -> float:
        """Return the size of the file per page."""
        took = self.turns[way][0]
        return took.size / took.pages / 1000


def section(folder: Path, *, quick: bool = False) -> str:
    """Tables of cards and of sheets, with the limits."""
    texts: list[str] = []
    limits: list[Limit] = []
    starts: dict[str, float] = {}
    for kind in ROUNDS:
        decks = [deck for game in registry.list_games() for deck in _game(kind, game, folder, quick=quick)]
        texts.append(_table(kind, decks))
        for deck in decks:
            limits += _limits(deck)
            starts |= {way: turns[0].start for way, turns in deck.turns.items()}
    started = ", ".join(f"{way} {seconds:.1f} s" for way, seconds in starts.items())
    texts.append(f"Not counted: from the start of a process until it has printed another NPC: {started}.")
    return "\n\n".join([*texts, verdicts(limits)])


def _game(kind: Kind, game: str, folder: Path, *, quick: bool) -> list[Measured]:
    """Return the sizes of a game's deck; each round prints other NPCs."""
    rounds = (QUICK if quick else ROUNDS)[kind]
    path = folder / f"{kind}-{game}.task"
    path.write_bytes(pickle.dumps(_task(kind, game, sum(size * number for size, number in rounds.items()))))
    found = []
    first = 0
    with _Ways(path, folder / f"{kind}-{game}") as ways:
        for size, number in rounds.items():
            turns: dict[str, list[Took]] = {}
            for _ in range(number):
                for way in ("chargen", *RIVALS[kind]):
                    turns.setdefault(way, []).append(ways.turn(way, first, size))
                first += size
            found.append(Measured(game, kind, size, turns))
    return found


def _task(kind: Kind, game: str, number: int) -> Task:
    made = list(people.some(game, people.ROLE, number, "deck"))
    other = next(iter(people.some(game, people.ROLE, 1, "someone else")))
    drawn = [card_of(npc.checked) if kind == "cards" else checking.make_sheet(npc.checked) for npc in (*made, other)]
    return Task(kind, tuple(drawn[:-1]), drawn[-1])


class _Ways(ExitStack):
    """The processes of a deck; Typst alone, which remembers all that it has set, is started again for each turn."""

    def __init__(self, task: Path, folder: Path) -> None:
        super().__init__()
        folder.mkdir()
        self._task, self._folder = task, folder
        self._waiting: dict[str, Waiting] = {}
        self._count = 0

    def turn(self, way: str, first: int, number: int) -> Took:
        """Measure one round of a way."""
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


def _limits(deck: Measured) -> list[Limit]:
    if deck.kind == "sheets":
        return []
    what = f"{deck.number} cards of {deck.game}"
    limits = [Limit(f"{what}: time in parts of {NAMES[way]}'s", deck.ratio(way), MOST[way]) for way in deck.rivals]
    if deck.number >= LARGE:
        limits.append(Limit(f"{what}: KB a page", deck.kilobytes("chargen"), MOST_KB))
    return limits


def _table(kind: Kind, decks: list[Measured]) -> str:
    """Milliseconds a page, and what is compared."""
    rivals = RIVALS[kind]
    heads = [kind, "pages", "chargen", *(NAMES[way] for way in rivals)]
    heads += [f"÷ {NAMES[way]}" + (f" ({MOST[way]:g})" if kind == "cards" else "") for way in rivals]
    heads.append(
        f"KB a page: chargen{f' ({MOST_KB:g})' if kind == 'cards' else ''}, {', '.join(NAMES[way] for way in rivals)}"
    )
    return "\n".join([f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), *map(_row, decks)])


def _row(deck: Measured) -> str:
    signs = {way: limit.sign for way, limit in zip(deck.rivals, _limits(deck), strict=False)}
    cells = [
        f"{deck.game}, {deck.number:,}",
        f"{deck.pages}",
        f"**{deck.ms('chargen'):.1f}**",
        *(f"{deck.ms(way):.1f} (input {deck.before(way):.1f})" for way in deck.rivals),
        *(f"**{deck.ratio(way):.2f}** {signs.get(way, '')}".strip() for way in deck.rivals),
        ", ".join(f"{deck.kilobytes(way):.1f}" for way in ("chargen", *deck.rivals)),
    ]
    return f"| {' | '.join(cells)} |"
