"""`chargen explain`: print a rule, its reason and its source."""

import dataclasses
import re
from collections.abc import Iterator

import click

from chargen import registry
from chargen.checking import explaining
from chargen.cli import options, report
from chargen.game.plain_data import as_plain, in_words
from chargen.game.rule import names_allowed_by
from chargen.schema.docstrings import descriptions
from chargen.schema.model import Model, keys
from chargen.text.codes import NO_FIX
from chargen.text.names import did_you_mean, fold, listing
from chargen.text.writing import document

SHORT = 8  # The longest text, in letters, that has a column of its own in a table
_ID = re.compile(r"[A-Z]{3}-[A-Za-z]?\w*\d\w*")
"""The id of a rule of a book, such as FBF-a6, or of a ruling, such as RWN-Q10."""


@click.command(
    "explain",
    epilog="""\b
Examples:
  chargen explain five-by-five/values
  chargen explain five-by-five        every rule and house rule of the game
  chargen explain FBF-a6              the rules that cite that part of a book, or a ruling
  chargen explain weapons             the tables of weapons of every game""",
)
@click.argument(
    "code",
    shell_complete=options.completed(lambda _: [*registry.list_games(), *explaining.explanations(*registry.games())]),
)
@click.pass_context
def command(ctx: click.Context, code: str) -> None:
    """Explain a rule: what it asks, why, its source, and an example that breaks it.

    CODE is the code in brackets in an error or a warning, a source id such as FBF-a6, a table such as weapons, or a
    game's key, which lists all its rules.
    """
    explanations = explaining.explanations(*registry.games())
    # The codes that equal the text, else those that equal it after the slash, else those whose source cites it.
    meant = (
        [key for key in explanations if fold(key) == fold(code)]
        or [key for key in explanations if fold(key.partition("/")[2]) == fold(code)]
        or [key for key, rule in explanations.items() if code.casefold() in map(str.casefold, _ID.findall(rule.source))]
    )
    found = []
    for key in meant:
        explained = explanations[key]
        parts = [click.style(key, bold=True), _filled(explained.asks)]
        parts += [_filled(paragraph) for paragraph in explained.why.split("\n\n") if paragraph]
        parts += [_filled(f"Source: {explained.source}")] if explained.source else []
        if (example := explaining.shown(key)) is not None:
            checked, diagnostic = example
            unsourced = dataclasses.replace(diagnostic, rule="")
            parts.append(report.format_diagnostics([unsourced], (checked.source, *checked.others), report.width()))
            why = NO_FIX.get(key) or NO_FIX.get(key.partition("/")[0]) or NO_FIX[""]
            left = f"`chargen check --fix` leaves this to you: {why}."
            parts.append(_filled("`chargen check --fix` fixes this." if diagnostic.fix is not None else left))
        found.append("\n\n".join(parts))
    if found := [*found, *_tables(code)]:
        click.echo("\n\n\n".join(found))
        return
    try:
        game = registry.system(code)
    except registry.UnknownGame as exc:
        hint = did_you_mean(
            code, [*explanations, *registry.list_games()], "`chargen explain SYSTEM` lists a game's rules"
        )
        raise click.BadParameter(f"there is no code `{code}`; {hint}", ctx, param_hint="CODE") from exc
    except registry.BrokenGame as exc:
        raise click.BadParameter(f"{exc}; {exc.hint}", ctx, param_hint="CODE") from exc

    # All rules of a game, and its house rules.
    lines = [click.style(f"{game.title}: the rules", bold=True), ""]
    for rule in game.all_rules:
        names = names_allowed_by(rule, game.rules())
        asks = explanations[game.code(rule)].asks
        lines += [f"  {game.code(rule)}", _filled(f"{asks} There are {listing(names)}." if names else asks, " " * 6)]
    lines += ["", click.style("House rules (under `rules:`)", bold=True), ""]
    book = as_plain(game.rules(), complete=True, short=False)
    for key, about in zip(keys(game.rules), descriptions(game.rules).values(), strict=True):
        value = book[key]
        shown = "" if value is None or isinstance(value, (list, dict)) else f" = {document(value).rstrip()}"
        lines += [f"  {key}{shown}", _filled(about, " " * 6)]
        if isinstance(value, (list, dict)):
            for line in document({key: value}).rstrip().splitlines():
                indent = " " * (6 + len(line) - len(line.lstrip()))
                lines += report.wrapped(" " * 6 + line, report.width(), indent + "    ")
    click.echo("\n".join(lines))


def _tables(name: str) -> Iterator[str]:
    """Yield the tables of a name with their titles: ``weapons`` of all games, or ``facade/weapons`` of one.

    The name comes first, then short values in columns, and lists and long texts in the last one.
    """
    game_name, slash, table = name.rpartition("/")
    for game in registry.games():
        rules = game.rules()
        for field in type(rules).model_fields if not slash or fold(game.key) == fold(game_name) else ():
            rows = getattr(rules, field)
            is_table = isinstance(rows, tuple) and bool(rows) and all(isinstance(row, Model) for row in rows)
            if not is_table or fold(table) not in (fold(field), *fold(field).split()):
                continue
            data = [as_plain(row, short=False) for row in rows]
            some = {key: [row[key] for row in data if key in row] for key in keys(type(rows[0]))}
            names = sorted((key for key, values in some.items() if values), key=lambda key: key != "name")
            # A key that fewer than half of the rows have, or with a long value, has no column of its own.
            long = []
            for key in names[1:]:
                texts = [value for value in some[key] if isinstance(value, str)]
                is_flat = not any(isinstance(value, (bool, list, dict)) for value in some[key])
                if 2 * len(some[key]) < len(rows) or not is_flat or any(len(text) > SHORT for text in texts):
                    long.append(key)
            short = [key for key in names if key not in long]
            heads, shown = [*(key.replace("_", " ") for key in short), ""], []
            for row in data:
                words = "; ".join(in_words(key, row[key], type(rows[0]).shorthand) for key in long if key in row)
                shown.append([*(str(row.get(key, "")) for key in short), words])
            title = click.style(f"{game.title}: {field.replace('_', ' ')}", bold=True)
            from chargen.cli import terminal  # imported here: it loads rich

            yield f"{title}\n\n{terminal.format_table(heads, shown, report.width(), left=range(len(heads)))}"


def _filled(text: str, indent: str = "") -> str:
    return "\n".join(report.wrapped(indent + " ".join(text.split()), report.width(), indent))
