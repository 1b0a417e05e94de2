"""`chargen compare`: the differences between two characters, or between two points in time."""

import re
from pathlib import Path
from typing import Any

import click

from chargen import fileio
from chargen.checking.chances import chances, compare_numbers, differing, measured
from chargen.cli import options, report
from chargen.page.roll import Mean, decimal, percent, signed
from chargen.sources import check_file

_AT = re.compile(r"(.+)@([0-9]{1,6})")


@click.command(
    "compare",
    epilog="""\b
Examples:
  chargen compare kai.yaml mira.yaml
  chargen compare kai.yaml@0 kai.yaml          as created, and today
  chargen compare kai.yaml@3 kai.yaml@7 --format json""",
)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@options.AT
@options.STYLE
def command(one: str, other: str, at: int | None, style: str) -> None:
    """Compare two characters, or two points in one character's history: the numbers and chances that differ.

    A and B are character files of one game. FILE@N is a character after the first N entries of its ledger; FILE@0 is
    the character as created.
    """
    sides, times = [], []
    for word in (one, other):
        # A file may really be called `kai@3`.
        found = None if Path(word).exists() else _AT.fullmatch(word)
        file, entries = (found[1], int(found[2])) if found else (word, at)
        inputs = list(fileio.expand([file]))
        if len(inputs) != 1:
            raise click.UsageError(f"{file} matches {len(inputs)} files; name one")
        sides.append(options.apply_at(check_file.check_any(inputs[0]), entries))
        times.append(entries)
    first, second = sides
    if first.view is None or second.view is None:
        # A file that is named twice, at two times, is reported once.
        report.refuse(*{side.source.name: side for side in sides if side.view is None}.values())
    game, others = first.view.game, second.view.game
    if game.key != others.key:
        raise click.UsageError(f"{one} is for {game.title}, and {other} for {others.title}")
    numbers = compare_numbers(first.view, second.view)
    rolls = differing(chances(first.view), chances(second.view))
    if style == "json":
        data = {
            "system": game.key,
            "names": [first.name, second.name],
            "stats": [{"name": name, "values": values} for name, values in numbers.items()],
            "rolls": [{"roll": roll.roll, "odds": [roll.before, roll.after]} for roll in rolls],
        }
        report.print_json(data)
        return
    # One character at two times: the columns are named by the time.
    heads = [first.name or "", second.name or ""]
    if first.name == second.name:
        heads = ["now" if time is None else f"after {time}" if time else "as created" for time in times]
    rows = [(name, *map(_plain, values), "") for name, values in numbers.items()]
    for roll in rolls:
        gain = f"{'+' if roll.rise > 0 else ''}{decimal(roll.rise * 100)}"
        is_in_both = roll.before is not None and roll.after is not None
        rows.append((roll.roll, _plain(roll.before), _plain(roll.after), gain if is_in_both else ""))
    if not rows:
        click.echo("nothing differs")
        return
    of = measured(first.view)
    click.echo(click.style(game.title, bold=True) + (f", chances {of}" if of else ""))
    from chargen.cli import terminal  # imported here: it loads rich

    click.echo(terminal.format_table(["", *heads, ""], rows, report.width()))


def _plain(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, Mean):
        return decimal(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return signed(value)
    return value if isinstance(value, str) else f"{percent(value)} %"
