"""`chargen advance`: record, undo, list and plan experience in a character file, with the verbs of its game."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date as Date  # noqa: N812
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import fileio, registry
from chargen.checking.chances import OVERALL, chances, measured
from chargen.checking.concept import Checked
from chargen.cli import report
from chargen.cli.base import FAULT, SuggestingGroup, WholeNumber
from chargen.cli.options import STYLE, parse_text
from chargen.experience import market, moves
from chargen.game.ledger import Gain
from chargen.kit.ledger import AWARD, Ledger
from chargen.kit.ledger_line import Verb
from chargen.page.roll import Mean, decimal, percent, signed, with_sign
from chargen.schema.docstrings import descriptions
from chargen.schema.model import keys
from chargen.sources import check_file
from chargen.text import edits
from chargen.text.names import counted, fold
from chargen.text.reader import resolve
from chargen.text.source import Source, load
from chargen.text.writing import in_flow_style

SHOWN = 12  # The number of purchases that are listed; `plan` lists the rest (house default)


class Moves(SuggestingGroup):
    """The moves of a ledger: those of every game, and the verbs of the file's game."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *(verb.key.replace("_", "-") for verb in _verbs(ctx))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        verb = next((verb for verb in _verbs(ctx) if fold(verb.key) == fold(name)), None)
        return super().get_command(ctx, name) if verb is None else _move(ctx, verb)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("What to do"):
            formatter.write_dl([(name, each.get_short_help_str(90)) for name, each in self.commands.items()])
        by_game = [
            (game.key, ", ".join(verb.key.replace("_", "-") for verb in game.ledger.verbs))
            for game in registry.games()
            if isinstance(game.ledger, Ledger)
        ]
        with formatter.section("The verbs of each game's ledger"):
            formatter.write_dl(by_game)
            formatter.write_text("For example: `chargen advance kai.yaml raise --help`")

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; refuse a file without a ledger, and one that cannot be edited."""
        try:
            return super().invoke(ctx)
        except edits.NotEditable as exc:
            click.echo(report.one_line(f"{ctx.params['file']}: error[advance/refused]: {exc}"), err=True)
            ctx.exit(FAULT)


def _check(ctx: click.Context, _: click.Parameter, file: Path) -> Path:
    """Check the file of this command, which the names of the moves, their arguments and the move itself ask for."""
    ctx.obj = check_file.check_any(fileio.Input(str(file), file))
    return file


def _verbs(ctx: click.Context) -> Sequence[Verb[Any, Any, Any]]:
    """Return the ledger verbs of the file's game; empty if there is no file or no ledger."""
    with contextlib.suppress(edits.NotEditable):
        return moves.ledger_of(ctx.obj).verbs if ctx.obj is not None else ()
    return ()


def _in_order(ctx: click.Context, checked: Checked | None = None) -> Checked:
    """Return a character, or else that of the file, without errors; if it has some, print them and exit."""
    checked = checked or ctx.obj
    assert checked is not None
    if checked.view is None:
        report.refuse(checked)
    moves.ledger_of(checked)
    return checked


def _named(names: Callable[[Checked], Iterable[str]]) -> dict[str, Any]:
    """Return what declares a name: any spelling is accepted, and the shell completes it as one word."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        start = moves.in_one_word(incomplete)
        # While a line is being typed, the file may be missing or wrong; then the shell completes nothing.
        with contextlib.suppress(edits.NotEditable):
            words = ((moves.in_one_word(name), name) for name in (names(ctx.obj) if ctx.obj is not None else ()))
            return [CompletionItem(word, help=name) for word, name in words if word.startswith(start)]
        return []

    return {"type": parse_text, "shell_complete": complete}


DRY_RUN = click.option("--dry-run", is_flag=True, help="Show the change as a diff, and write nothing.")
WHY = click.option("--why", type=parse_text, metavar="TEXT", default="", help="What it was for.")
DATE = click.option("--date", type=parse_text, metavar="TEXT", default="", help="When it was, as in 2026-11-20.")


@click.group(
    "advance",
    cls=Moves,
    invoke_without_command=True,
    subcommand_metavar="[MOVE] [OPTIONS]...",
    epilog="""\b
Examples:
  chargen advance kai.yaml                                   the unspent points, and what they can buy
  chargen advance kai.yaml award 5 --why "the docks"
  chargen advance kai.yaml raise "Amateur Chef"              the next step, at its price
  chargen advance kai.yaml undo
  chargen advance kai.yaml plan --points 20 --goal attack    a good use of 20 points""",
)
@click.argument("file", type=click.Path(path_type=Path, readable=False), metavar="FILE", callback=_check)
@click.pass_context
def command(ctx: click.Context, file: Path) -> None:
    """Record experience in a character file, and list what it can buy.

    FILE is a character file. Without a move, the command lists the unspent points and what they can buy. A move adds
    one line to the file and changes nothing else. A move that the rules forbid is not written, and the exit code is 1.
    """
    if ctx.invoked_subcommand is not None:
        return
    checked = _in_order(ctx)
    offers = market.Market(checked)
    account = offers.account
    # Where the table counts no points, all that a long campaign could buy is listed.
    points = account.balance if account.counted else market.MOST_POINTS
    purchases = offers.purchases(max(points, 0), offers.goal(OVERALL))
    click.echo(f"{click.style(report.printable(checked.name or ''), bold=True)}  {offers.game.title}")
    uncounted = "this ledger counts no points: without an award, prices are not checked"
    click.echo(f"{offers.ledger.format_points(max(points, 0), checked.rules)} left" if account.counted else uncounted)
    _print_purchases(checked, purchases, SHOWN)
    if account.counted and not any(purchase.goal > 0 for purchase in purchases):
        for purchase in offers.next_goals(points)[:3]:
            short_of = purchase.offer.price - points
            chance = f" ({change.roll} {_chance(change)})" if (change := purchase.change) else ""
            click.echo(f"{report.printable(purchase.offer.label)} needs {short_of} more{chance}")
    if rolls := sorted(market.rolls_to_level(checked), key=lambda roll: roll[1]):
        from chargen.cli import terminal  # imported here: it loads rich

        rows = [(label, decimal(rolled)) for label, rolled in rolls]
        click.echo("\n" + terminal.format_table(["rolls until a level", "on average"], rows, report.width()))


def _chance(change: Gain) -> str:
    """Return what happened to the chance of a roll, such as `39 % → 42 %`."""
    return " → ".join("—" if value is None else f"{percent(value)} %" for value in (change.before, change.after))


def _print_purchases(checked: Checked, purchases: Sequence[market.Purchase], most: int | None = None) -> None:
    """Print what improves a chance, the best first, and name some of the rest, which may be of use otherwise."""
    assert checked.view is not None
    if not purchases:
        click.echo("nothing can be bought")
        return
    # New entries with the same price and gain are one row, such as "Dodge (or 3 alike)".
    alike: dict[object, list[market.Purchase]] = {}
    for purchase in purchases:
        if purchase.goal > 0:
            same = (purchase.offer.price, purchase.goal) if purchase.offer.is_new else purchase.offer.label
            alike.setdefault(same, []).append(purchase)
    rows = [
        (
            first.offer.label + (f" (or {len(others)} alike)" if others else ""),
            str(first.offer.price),
            _chance(first.change) if first.change else "",
            f"+{decimal(first.gain_per_point * 100, 1)}",
        )
        for first, *others in list(alike.values())[:most]
    ]
    if rows:
        from chargen.cli import terminal  # imported here: it loads rich

        heads = ["", "price", f"chance {measured(checked.view)}".strip(), "per point"]
        click.echo("\n" + terminal.format_table(heads, rows, report.width(), left=(0, 2)))
    if len(alike) > len(rows):
        click.echo(f"… and {len(alike) - len(rows)} more; `chargen advance FILE plan` lists them")
    if others := [report.printable(purchase.offer.label) for purchase in purchases if purchase.goal <= 0]:
        more = f", and {len(others) - 3} more" if len(others) > 3 else ""
        click.echo(f"without another chance: {'; '.join(others[:3])}{more}")


# ---------------------------------------------------------------- moves


def _write(
    ctx: click.Context, written: Mapping[str, Any] | None, *, dry_run: bool, why: str = "", date: str = ""
) -> None:
    """Add an entry, or for None remove the last one: write the file or show the change, and print what it did."""
    try:
        Date.fromisoformat(date or "2026-11-20")
    except ValueError:
        shown = report.one_line(date)
        click.echo(f"warning: --date {shown} is no day such as 2026-11-20; it is written as it is", err=True)
    path = Path(ctx.obj.source.name)
    given = fileio.Input(str(path), path)
    notes = {key: value for key, value in (("why", why), ("date", date)) if value}

    def change(source: Source) -> tuple[bytes, moves.Edit]:
        checked = check_file.check_any(replace(given, source=source))
        if written is None:
            edit = moves.remove_last(checked, path)
        else:
            edit = _add(ctx, checked, path, {**moves.complete_entry(_in_order(ctx, checked), written), **notes})
        return source.content if dry_run else edit.after.source.content, edit

    edit = fileio.edit_file(given, change)
    # The file may have changed since this command read it: `edit_file` has read it again.
    before, after = edit.before, edit.after
    warnings = [found for found in after.diagnostics if after.ok and found not in before.diagnostics]
    if warnings:
        click.echo(report.format_diagnostics(warnings, [after.source]), err=True)
    if dry_run:
        if changes := report.diff(given.shown, before.source.text, after.source.text):
            click.echo(changes)
        return
    # What the move did: change, price, chances, and points left.
    was = moves.entries(before.source)
    if after.source.content == before.source.content:
        what = "nothing has changed"
    elif len(was) > len(moves.entries(after.source)):
        what = f"took {in_flow_style(was[-1])} away"
    elif not (done := list(moves.history(after))) or not done[-1][1]:
        what = "written"
    else:
        _, lines, changed = done[-1]
        parts = [line.what + (f" ({with_sign(line.change)})" if line.change else "") for line in lines]
        parts += [f"{change.roll} {_chance(change)}" for change in changed[:3]]
        what = ", ".join(parts)
        if after.advanced is not None and (account := after.advanced.account).counted:
            what += f"; {moves.ledger_of(after).format_points(max(account.balance, 0), after.rules)} left"
    click.echo(f"{report.one_line(given.shown)}: {report.printable(what)}")


def _add(ctx: click.Context, checked: Checked, path: Path, entry: Mapping[str, Any]) -> moves.Edit:
    """Return a file with an entry; if the rules forbid it, print why and what it costs, and exit."""
    try:
        edit = moves.add_entry(checked, path, entry)
    except edits.NotEditable as exc:
        # An unusual layout is no reason to lose the entry.
        raise edits.NotEditable(f"{exc}; write this line into it: - {in_flow_style(entry)}") from exc
    if edit.new_errors:
        click.echo(report.format_diagnostics(edit.new_errors, [edit.after.source, *edit.after.others]), err=True)
        price, words = moves.price(checked, entry), ""
        if price is not None and price[0]:
            costs, left = (moves.ledger_of(checked).format_points(number, checked.rules) for number in price)
            words = f"; it costs {costs}, and {left} {'is' if price[1] == 1 else 'are'} left"
        click.echo(f"{report.one_line(path)}: nothing was written{words}", err=True)
        ctx.exit(FAULT)
    return edit


@command.command("award", epilog='\b\nExample:\n  chargen advance kai.yaml award 5 --why "the docks" --date 2026-11-20')
@click.argument("points", type=WholeNumber(0, 9999))
@WHY
@DATE
@DRY_RUN
@click.pass_context
def award(ctx: click.Context, points: int, why: str, date: str, dry_run: bool) -> None:
    """Add an award of points."""
    _write(ctx, {AWARD: points}, dry_run=dry_run, why=why, date=date)


@command.command("undo", epilog="\b\nExample:\n  chargen advance kai.yaml undo")
@DRY_RUN
@click.pass_context
def undo(ctx: click.Context, dry_run: bool) -> None:
    """Remove the last entry. The file is as before, to the byte."""
    _write(ctx, None, dry_run=dry_run)


@command.command("history", epilog="\b\nExample:\n  chargen advance kai.yaml history")
@STYLE
@click.pass_context
def history(ctx: click.Context, style: str) -> None:
    """Print each entry with its change, the balance, and what it did to chances."""
    checked = _in_order(ctx)
    done = list(moves.history(checked))
    if style == "json":
        data = []
        for number, (entry, lines, changes) in enumerate(done, 1):
            effects = [{"what": line.what, "change": line.change, "balance": line.balance} for line in lines]
            rolls = [{"roll": change.roll, "before": change.before, "after": change.after} for change in changes]
            data.append({"number": number, "entry": entry, "lines": effects, "rolls": rolls})
        report.print_json(data)
        return
    if not done:
        click.echo(f"{report.one_line(checked.source.name)}: its ledger has no entries")
        return
    rows = []
    for number, (_, lines, changes) in enumerate(done, 1):
        for line in lines:
            notes = [f"{change.roll} {_chance(change)}" for change in changes[:2]]
            more = len(changes) - len(notes)
            notes += [f"and {counted(more, 'roll')} more"] if more > 0 else []
            notes += [" ".join(filter(None, (line.date, line.why)))]
            figures = with_sign(line.change), signed(line.balance)
            rows.append((str(number), line.what, *figures, "; ".join(filter(None, notes))))
    from chargen.cli import terminal  # imported here: it loads rich

    click.echo(terminal.format_table(["", "", "change", "left", ""], rows, report.width(), left=(1, 4)))


@command.command(
    "plan",
    epilog="""\b
Examples:
  chargen advance kai.yaml plan
  chargen advance kai.yaml plan --points 20 --goal attack
  chargen advance kai.yaml plan --format json | jq .plan.entries""",
)
@click.option(
    "--points", type=WholeNumber(0, market.MOST_POINTS), help="How many points to use.  [default: those left]"
)
@click.option(
    "--goal",
    default=OVERALL,
    metavar="ROLL",
    show_default=True,
    help="A roll, by its label or id, or `overall`.",
    **_named(lambda checked: [*chances(checked.view), OVERALL]),
)
@STYLE
@click.pass_context
def plan(ctx: click.Context, points: int | None, goal: str, style: str) -> None:
    """Show what each purchase does to the chances, and one good use of the points.

    The goal is the chance of one roll, or the sum of the chances of all rolls. If a game has several difficulties,
    the middle one counts. The use is found step by step: each time, what gains most per point.
    """
    checked = _in_order(ctx)
    offers = market.Market(checked)
    left = max(offers.account.balance, 0)
    # The search grows with the points; a ledger may have any award.
    points = min(left, market.MOST_POINTS) if points is None else points
    try:
        rolls = offers.goal(goal)
    except ValueError as exc:
        raise click.BadParameter(str(exc), ctx, param_hint="--goal") from exc
    purchases = offers.purchases(points, rolls)
    used, price, gain = offers.plan(points, rolls)
    if style == "json":
        data = {
            "unspent": left,
            "purchases": [
                {
                    "entry": purchase.offer.entry,
                    "label": purchase.offer.label,
                    "price": purchase.offer.price,
                    "roll": change.roll if change else None,
                    "before": change.before if change else None,
                    "after": change.after if change else None,
                    "gain_per_point": purchase.gain_per_point,
                }
                for purchase in purchases
                for change in (purchase.change,)
            ],
            "plan": {"entries": [offer.entry for offer in used], "price": price, "gain": gain},
        }
        if expected := {label: Mean(mean) for label, mean in market.rolls_to_level(checked)}:
            data["rolls_to_level"] = expected
        report.print_json(data)
        return
    name = rolls[0] if len(rolls) == 1 else "all rolls together"
    click.echo(f"{counted(points, 'point')} for {report.printable(name)}")
    _print_purchases(checked, purchases)
    if used:
        click.echo(f"\na good use: {price} of {points}, +{decimal(gain * 100, 1)} in a hundred")
        for offer in used:  # as entries, which can be copied into the file
            click.echo(f"  - {report.printable(in_flow_style(dict(offer.entry)))}")


def _move(ctx: click.Context, verb: Verb[Any, Any, Any]) -> click.Command:
    ledger = moves.ledger_of(ctx.obj)
    fields, help_texts = ledger.entry.model_fields, descriptions(ledger.entry)
    by_key = {key: (name, field) for key, (name, field) in zip(keys(ledger.entry), fields.items(), strict=True)}
    # A field that is empty by default is a tuple of names: the argument may be repeated.
    takes_several = by_key[verb.key][1].default == ()
    options: list[click.Parameter] = [
        click.Argument(
            ["names"],
            nargs=-1 if takes_several else 1,
            required=True,
            metavar="NAME..." if takes_several else "NAME",
            **_named(partial(moves.subjects, verb=verb, key=verb.key)),
        )
    ]
    # The other keys of the entry are options; their help is the docstring of the field.
    for key in dict.fromkeys((*verb.needs, *verb.takes)):
        name, field = by_key[key]
        # The names of entries are apart from those of this command's own options, such as `why`.
        flag = "--" + key.replace("_", "-")
        names = partial(moves.subjects, verb=verb, key=verb.key if takes_several else key)
        kind = {"is_flag": True} if field.annotation is bool else {"metavar": "TEXT", **_named(names)}
        options.append(click.Option([flag, f"entry_{key}"], help=help_texts[name], **kind))

    @click.pass_context
    def run(ctx: click.Context, /, names: Any, why: str, date: str, dry_run: bool, **values: Any) -> None:
        written = {verb.key: list(names) if takes_several else _value(names)}
        written |= {key.removeprefix("entry_"): _value(value) for key, value in values.items() if value}
        _write(ctx, written, dry_run=dry_run, why=why, date=date)

    made = click.Command(
        verb.key.replace("_", "-"),
        callback=run,
        params=options,
        help=f"{help_texts[by_key[verb.key][0]]}\n\nAn entry such as {verb.example.removeprefix('as in ')}. "
        "A number that you leave out is that of the next step.",
    )
    # Applied to a command, a decorator of Click appends its option.
    for option in (WHY, DATE, DRY_RUN):
        option(made)
    return made


def _value(text: Any) -> Any:
    """Parse an option or argument as YAML: a mapping or list if it is written as one, else a number or a text."""
    if not isinstance(text, str):
        return text
    # Braces may be left out: `to: 4, with: rope` is read as a mapping, too.
    written = f"{{{text}}}" if ": " in text and not text.startswith(("{", "[")) else text
    if written.startswith(("{", "[")):
        source = load("value", f"value: {written}\n".encode())
        value = source.data["value"] if isinstance(source.data, dict) and not source.diagnostics else None
        if isinstance(value, list) or (isinstance(value, dict) and None not in value.values()):
            return value
    return resolve(text)
