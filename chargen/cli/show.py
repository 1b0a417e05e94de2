"""`chargen show`: the checked character on the terminal."""

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.main import FAULT, OK
from chargen.core.diagnostic import has_errors
from chargen.core.roll import Mean, Odds, Roll, as_json, decimal, percent, signed
from chargen.npc import check_file

BAR = 20
"""How many letters a full bar takes."""


@click.command(
    "show", epilog="\b\nExamples:\n  chargen show kai.yaml\n  chargen show kai.yaml --format json | jq .stats"
)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@options.AT
def command(file: str, style: str, at: int | None) -> int:
    """Show a checked character: derived numbers, points, and the exact odds of every roll.

    FILE is a concept, or - for standard input. Findings go to standard error; exits with 1 where one is an error.
    """
    files = list(fileio.expand([file]))
    if len(files) > 1:
        raise click.UsageError(f"{file} means {len(files)} files; name the one to show")
    checked = options.at(check_file.check(files[0]), at)
    if style == "json":
        click.echo(json.dumps(character(checked), ensure_ascii=False, indent=2))
        return OK if checked.ok else FAULT
    if checked.diagnostics:
        click.echo(report.text(checked), err=True)
    if not checked.ok:
        return FAULT
    click.echo(_page(checked))
    return OK


def character(checked: Checked) -> dict[str, Any]:
    """A checked character as plain data, every chance exact."""
    return {
        "system": checked.game.key if checked.game else None,
        "name": checked.name,
        "ok": checked.ok,
        "diagnostics": [report.diagnostic(finding, checked.source.name) for finding in checked.diagnostics],
        "points": as_json(checked.points()),
        "stats": as_json(checked.stats()),
        "rolls": as_json(checked.rolls()),
    }


def _page(checked: Checked) -> str:
    assert not has_errors(checked.diagnostics)
    if checked.game is None:
        return f"{checked.source.name} holds {checked.holds}, and no character"
    lines = [click.style(report.printable(checked.name or ""), bold=True) + f"  {checked.game.title}", ""]
    lines += [f"{_words(name):<24}{line}" for name, line in _numbers(checked.stats())]
    lines += [
        f"{_words(name) + ' points':<24}{points.spent} spent"
        + (f" of {points.budget}, {points.available} left" if points.budget is not None else "")
        for name, points in checked.points().items()
    ]
    return "\n".join([*lines, "", *table(checked.rolls(), checked.game.columns)])


def _numbers(stats: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The plain numbers among derived ones, and lists of few; the long tables stay for JSON and the sheet."""
    numbers = []
    for name, value in stats.items():
        if isinstance(value, (int, float, str)):
            numbers.append((name, str(value)))
        elif isinstance(value, (list, tuple)):
            numbers += [
                (name, ", ".join(f"{_words(key)} {_plain(item)}" for key, item in row.items())) for row in value
            ]
        elif (
            isinstance(value, Mapping) and value and all(isinstance(item, (int, float, str)) for item in value.values())
        ):
            numbers.append((name, ", ".join(f"{key} {_plain(item)}" for key, item in value.items())))
    return numbers


def _words(name: str) -> str:
    return name.replace("_", " ")


def _plain(value: Any) -> str:
    if isinstance(value, Mean):
        return decimal(value.value)
    if isinstance(value, Fraction):
        return f"{percent(value, 1)} %"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return report.printable(str(value))


def table(rolls: list[Roll], headings: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Rolls with their odds in columns, and a bar for the first; ``headings`` have paths into the odds."""
    if not rolls:
        return []
    columns = [(heading, _reader(*path.split("."))) for heading, path in headings] or _columns(rolls[0].odds)
    width = min(max(len(roll.label) for roll in rolls), 40)
    heads = [f"{_words(name):>{max(len(name), 7)}}" for name, _ in columns]
    values = [roll.written or ("—" if roll.value is None else signed(roll.value)) for roll in rolls]
    across = max(5, *map(len, values))
    lines = [f"{'':<{width}}  {'value':>{across}}  {'':<{BAR}}  {'  '.join(heads)}  roll"]
    for roll, value in zip(rolls, values, strict=True):
        label = roll.label if len(roll.label) <= width else roll.label[: width - 1] + "…"
        cells = [f"{_plain(read(roll.odds)):>{max(len(name), 7)}}" for name, read in columns]
        first = columns[0][1](roll.odds) if columns else None
        bar = drawn(first) if isinstance(first, Fraction) else " " * BAR
        lines.append(f"{report.printable(label):<{width}}  {value:>{across}}  {bar}  {'  '.join(cells)}  {roll.roll}")
    return lines


def _reader(*path: str) -> Callable[[Odds], Any]:
    """What stands at a path within odds; nothing where there is none."""

    def read(odds: Odds) -> Any:
        value: Any = odds
        for step in path:
            value = value.get(step, "") if isinstance(value, Mapping) else ""
        return value

    return read


def _columns(odds: Odds) -> list[tuple[str, Callable[[Odds], Any]]]:
    """The odds that fit into a column: chances, averages, and the success within further odds."""
    columns = []
    for name, value in odds.items():
        if isinstance(value, (Fraction, Mean)):
            columns.append((name, _reader(name)))
        elif "success" in value:
            columns.append((name, _reader(name, "success")))
    return columns


def drawn(chance: Fraction) -> str:
    """A chance as a bar of letters, with a mark at one half."""
    filled = (2 * chance.numerator * BAR + chance.denominator) // (2 * chance.denominator)
    letters = ["█" if index < filled else "·" for index in range(BAR)]
    if filled < BAR // 2:
        letters[BAR // 2] = "┊"
    return "".join(letters)
