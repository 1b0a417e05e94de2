"""How our ways compare with plain ones, as ratios of times taken turn by turn in one run."""

import re
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import cpu
from bench.html import own_sheet
from bench.limits import Limit, verdicts
from chargen import checking, ready_made
from chargen.fileio import Input
from chargen.page.sheet import Chance, Label, Sheet
from chargen.render import arrangement, fonts, typography
from chargen.render.page import paragraphs
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf

HERE = Path(__file__).parent
DENSE = {"five-by-five": "expedition-quartermaster", "facade": ""}
"""The dense sheets, by game; the longest preset where none is named."""
ROUNDS, COLD_ROUNDS = 3, 2
MOST_OF_OWN, MOST_OF_PLAIN, MOST_OF_PLAIN_WARM = 1.0, 0.75, 0.75
"""Our time in parts of others', at most; a tenth above what a sheet takes that is laid out twice."""


def concept(game: str, key: str = "") -> Path:
    """Return a preset; the longest one where none is named."""
    presets = ready_made.presets(game)
    named = [preset for preset in presets if preset.key == key]
    return named[0].path if named else max(presets, key=lambda preset: preset.path.stat().st_size).path


def sheet_of(path: Path) -> Sheet:
    """Return the sheet of a concept."""
    return checking.make_sheet(checking.check_input(Input(path.name, path)))


def plain_html(sheet: Sheet) -> str:
    """Return the sheet in a template with flex boxes for the parts of the page, whose every part is read again."""
    from jinja2 import Environment, FileSystemLoader

    fresh = Environment(loader=FileSystemLoader(HERE), autoescape=True)
    fresh.tests.update(chance=lambda cell: isinstance(cell, Chance), label=lambda cell: isinstance(cell, Label))
    fresh.filters.update(
        percentage=typography.percentage,
        count=typography.count,
        paragraphs=paragraphs,
        tallest=lambda chart: max(chance for _, chance in chart.series),
    )
    bands = [
        {
            "main": band.main,
            "side": band.side,
            "blocks": [block for block in (band.across, *band.row, *band.charts) if block is not None],
        }
        for band in arrangement.bands(sheet)
    ]
    return fresh.get_template("plain.html").render(
        sheet=sheet,
        bands=bands,
        small=[*arrangement.foot(sheet)],
        reference=[block for block in sheet.blocks if arrangement.is_reference(block)],
        faces={face: face.path.as_uri() for face in fonts.FACES},
    )


def plain_pdf(sheet: Sheet) -> bytes:
    """Print the same with WeasyPrint as its documentation does: nothing is kept from one sheet to the next."""
    from weasyprint import HTML

    content: bytes = HTML(string=plain_html(sheet)).write_pdf()
    return content


def in_turn(
    own: Callable[[], Any],
    theirs: Callable[[], Any],
    rounds: int,
    measure: Callable[[Callable[[], Any]], float] = cpu.milliseconds,
) -> tuple[float, float, float]:
    """Return the median milliseconds of both after one warm-up, and the median of the ratios of the rounds.

    They are CPU time, or what ``measure`` returns.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        both = ((own, times[0]), (theirs, times[1]))
        for run, found in both if number % 2 else reversed(both):
            took = measure(run)
            if number:
                found.append(took)
    ratio = statistics.median(one / other for one, other in zip(*times, strict=True))
    return statistics.median(times[0]), statistics.median(times[1]), ratio


def warm(path: Path, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Print a sheet in a process that has printed before."""
    sheet, a4 = sheet_of(path), parse_paper("A4")
    return in_turn(lambda: pdf(sheet, paper=a4), lambda: plain_pdf(sheet), rounds)


def cold(path: Path, text: str, rounds: int = COLD_ROUNDS) -> tuple[float, float, float]:
    """`chargen render` from the concept, and `weasyprint` from finished HTML, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(text, encoding="utf-8")
        own = [cpu.BIN / "chargen", "render", path, "-o", Path(folder) / "own.pdf"]
        theirs = [cpu.BIN / "weasyprint", page, Path(folder) / "theirs.pdf"]
        return in_turn(lambda: cpu.of_command(own), lambda: cpu.of_command(theirs), rounds)


def fifty_pools(rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Return the totals of a character's fifty checks in Gamocles, and the same by icepool; each distinct pool once."""
    from icepool import MultisetEvaluator, d10

    from chargen.dice import keep_then_explode

    path = concept("gamocles")
    checked = checking.check_input(Input(path.name, path))
    rolled = [roll.roll for roll in checked.rolls()]
    dice = [re.match(r"(\d+)k(\d+)", words) for words in rolled]
    pools = sorted({(int(die[1]), int(die[2])) for die in dice if die and int(die[2])})
    if len(rolled) < 50 or not pools:
        raise SystemExit("there are not fifty checks to compare")

    class Kept(MultisetEvaluator):  # type: ignore[misc]
        """The sum of the kept faces, and how many of them are tens."""

        def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Any:
            total, tens = state or (0, 0)
            return total + outcome * count, tens + (count if outcome == 10 else 0)

    def by_icepool() -> None:
        for dice, kept in pools:
            found = Kept().evaluate(d10.pool(dice).highest(kept))
            found.map(lambda state: state[0] + state[1] @ d10)

    def by_us() -> None:
        for dice, kept in pools:
            keep_then_explode.__wrapped__(dice, kept)

    return in_turn(by_us, by_icepool, rounds)


def section(folder: Path, *, quick: bool = False) -> str:
    """All comparisons as a table."""
    rows: list[tuple[str, float, float, float, float | None]] = []
    few, fewer = (1, 1) if quick else (ROUNDS, COLD_ROUNDS)
    paths = [concept(game, key) for game, key in DENSE.items()]
    for path in paths:
        own = cold(path, own_sheet(sheet_of(path)), fewer)
        rows.append((f"`{path.stem}`, against `weasyprint` on the same HTML: `chargen render`", *own, MOST_OF_OWN))
    for path in paths:
        plain = cold(path, plain_html(sheet_of(path)), fewer)
        rows.append((f"`{path.stem}`, against a plain template: `chargen render`", *plain, MOST_OF_PLAIN))
        rows.append((f"`{path.stem}`, against a plain template, both warm", *warm(path, few), MOST_OF_PLAIN_WARM))
    rows.append(("a Gamocles character's fifty checks, against icepool", *fifty_pools(few), None))
    lines = ["| what | chargen, ms | other, ms | ratio | at most |", "|---|---|---|---|---|"]
    limits = []
    for what, one, other, ratio, most in rows:
        bound = ""
        if most is not None:
            limits.append(Limit(what, ratio, most))
            bound = f"{most:g} {limits[-1].sign}"
        lines.append(f"| {what} | {one:.1f} | {other:.1f} | **{ratio:.3f}** | {bound} |")
    return "\n".join([*lines, "", verdicts(limits)])
