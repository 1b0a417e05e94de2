"""`chargen odds SYSTEM`: a command for each game, with options from the game's question."""

from fractions import Fraction
from textwrap import indent
from typing import Any

import click

from chargen import registry
from chargen.checking.rules import house_rules
from chargen.cli import report
from chargen.cli.base import SuggestingGroup
from chargen.cli.options import CAMPAIGN
from chargen.game.contract import AnyGame
from chargen.game.failure import Unanswerable
from chargen.page.roll import Mean, decimal
from chargen.page.sheet import Cell, Chance
from chargen.schema.docstrings import descriptions
from chargen.schema.model import keys
from chargen.schema.parsing import parse


class Games(SuggestingGroup):
    """A group with a command for each game in the registry; only the named game is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return registry.list_games()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        titles = []
        for name in registry.list_games():
            try:
                titles.append((name, registry.system(name).title))
            except registry.BrokenGame as exc:
                titles.append((name, str(exc)))
        with formatter.section("Systems"):
            formatter.write_dl(titles)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        try:
            return _command(registry.system(name))
        except registry.UnknownGame:
            return None
        except registry.BrokenGame as exc:
            raise click.UsageError(str(exc), ctx) from exc


def _command(game: AnyGame) -> click.Command:
    question = game.ask
    fields, help_texts = question.options.model_fields, descriptions(question.options)
    options: list[click.Parameter] = []
    for key, (name, field) in zip(keys(question.options), fields.items(), strict=True):
        flag = "--" + key.replace("_", "-")
        if field.annotation is bool:
            options.append(click.Option([flag, key], is_flag=True, help=help_texts[name]))
            continue
        kind = str if field.annotation in (str, str | None) else int
        shown = f"  [default: {field.default}]" if field.default not in (None, "") else ""
        options.append(click.Option([flag, key], type=kind, default=None, help=help_texts[name] + shown))
    options.append(
        click.Option(
            ["--format", "style"], type=click.Choice(["text", "json"]), default="text", help="The output format."
        )
    )
    examples = "\n".join(f"  chargen odds {game.key} {example}" for example in question.examples)

    @click.pass_context
    def callback(ctx: click.Context, /, style: str, **options: Any) -> None:
        # Left-out options take the defaults of the game's model, not of Click.
        parsed = parse(game.ask.options, {key: value for key, value in options.items() if value is not None})
        if parsed.diagnostics or parsed.value is None:
            # Messages name a key of the model; here it was typed as an option.
            messages = (
                found.message.replace("`", "--", 1).replace("`", "", 1).replace("_", "-")
                for found in parsed.diagnostics
            )
            raise click.UsageError("; ".join(messages), ctx)
        try:
            answer = game.answer(parsed.value, house_rules(game).rules)
        except Unanswerable as exc:
            raise click.BadParameter(str(exc), ctx, param_hint=f"--{exc.option}") from exc
        if style == "json":
            report.print_json({"system": game.key, "roll": answer.roll, "odds": answer.odds})
            return
        rows: list[tuple[Cell, ...]] = []
        for label, value in answer.rows:
            if isinstance(value, Mean):
                rows.append((label, decimal(value.value, 2), ""))
            else:
                assert isinstance(value, Fraction)
                rows.append((label, Chance(value, bar=True), str(value)))
        title = report.wrapped(f"{click.style(answer.title, bold=True)}: {answer.roll}", report.width(), "  ")
        from chargen.cli import terminal  # imported here: it loads rich

        table = terminal.format_table(["", "", ""], rows, report.width() - 2, left=(0, 2), bars=20)
        click.echo("\n".join([*title, indent(table, "  ")]))

    made = click.Command(
        game.key,
        callback=callback,
        params=options,
        help=f"{game.title}: the exact odds of a roll.",
        epilog=f"\b\nExamples:\n{examples}",
    )
    # Applied to a command, a decorator of Click appends its option.
    CAMPAIGN(made)
    return made


@click.command(
    "odds",
    cls=Games,
    subcommand_metavar="SYSTEM [OPTIONS]...",
    epilog="\b\nExamples:\n  chargen odds five-by-five --value 6\n  chargen odds facade --trait 10 --against 12",
)
def command() -> None:
    """Show the exact odds of a roll or a table of rolls, without a character.

    The options depend on the game: `chargen odds SYSTEM --help`.
    """
