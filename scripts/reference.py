"""Write the reference pages of docs/ from the code, so that they cannot drift from it.

python scripts/reference.py            write them again
python scripts/reference.py --check    exit with 1 where one is out of date
"""

import ast
import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from kit_reference import kit_page
from man import HELP, every_command, manual
from renewal import renewed

from chargen import registry
from chargen.cli.main import cli
from chargen.game.contract import Game
from chargen.game.rule import explanation, names_allowed_by
from chargen.gamefile import build, sheet
from chargen.gamefile.format import LARGEST_NUMBER, GameFile
from chargen.language import formula, syntax
from chargen.schema.docstrings import descriptions
from chargen.schema.model import keys
from chargen.text import limits
from chargen.text.codes import EXPLANATIONS
from chargen.text.names import listing

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
WRITTEN = "<!-- Written by scripts/reference.py; run `make docs` after a change. -->"


def commands() -> str:
    """Return the help of every command."""
    parts = ["# Commands", WRITTEN, _help(cli, "chargen")]
    for name, command in every_command(cli, "chargen"):
        parts += [f"{'#' * len(name.split())} {name}", _help(command, name)]
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, color=False, terminal_width=100, help_option_names=HELP)
    return f"```text\n{command.get_help(context).rstrip()}\n```"


def codes() -> str:
    """Return every code with its rule, the reason and the source."""
    parts = [
        "# Codes",
        WRITTEN,
        "A code is in brackets after each diagnostic; `chargen explain CODE` prints the same text.",
    ]
    parts.append("## Every game")
    parts += [f"**`{code}`** {asks} {why}".rstrip() for code, (asks, why) in EXPLANATIONS.items()]
    for system in _systems():
        parts.append(f"## {system.title}")
        for rule in system.all_rules:
            text = explanation(rule)
            names = names_allowed_by(rule, system.rules())
            why = " ".join([*text.why.split(), *([f"There are {listing(names)}."] if names else [])])
            parts.append(f"**`{system.code(rule)}`** {text.asks} {why} *{text.source}*".replace("  ", " "))
    return "\n\n".join(parts) + "\n"


def house_rules() -> str:
    """Return every setting of house rules, with its default."""
    parts = [
        "# House rules",
        WRITTEN,
        "Under `rules:` in a concept, or per system in a campaign file. What a book leaves open says *house default*.",
    ]
    for system in _systems():
        book = system.rules()
        rows = [f"## {system.title}", "", "| key | default | what it is |", "|---|---|---|"]
        for key, (name, text) in zip(keys(system.rules), descriptions(system.rules).items(), strict=True):
            rows.append(f"| `{key}` | {_shown(getattr(book, name))} | {' '.join(text.split())} |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def limits_page() -> str:
    """Return every limit with its description."""
    parts = ["# Limits", WRITTEN, " ".join((limits.__doc__ or "").split("\n\n")[1].split())]
    rows = ["| limit | number | what it bounds |", "|---|---:|---|"]
    body = ast.parse(Path(limits.__file__).read_text(encoding="utf-8")).body
    for name, words in pairwise(body):
        if isinstance(name, ast.Assign) and isinstance(words, ast.Expr):
            key, text = ast.unparse(name.targets[0]), ast.literal_eval(words.value)
            rows.append(f"| {key.lower().replace('_', ' ')} | {getattr(limits, key):,} | {' '.join(text.split())} |")
    return "\n\n".join([*parts, "\n".join(rows), *_game_file_limits()]) + "\n"


def _game_file_limits() -> Iterator[str]:
    """Yield what a game in a file can have at most: what the models of its format say, and what is computed."""
    schema = GameFile.model_json_schema()
    models = {"": schema, **schema["$defs"]}
    most: dict[int, list[str]] = {}
    for model, node in models.items():
        for key, inner in node.get("properties", {}).items():
            for each in (inner, *inner.get("anyOf", ())):
                if (number := each.get("maxProperties", each.get("maxItems"))) is not None:
                    most.setdefault(number, []).append(f"`{key}`" + (f" of {PARTS[model]}" if model else ""))
    rows = ["| limit | number |", "|---|---:|"]
    rows += [f"| entries of {listing(dict.fromkeys(keys))} | {number} |" for number, keys in sorted(most.items())]
    rows += [
        *(f"| names in all `{section}` together | {number} |" for section, number in build.MOST_NAMES.items()),
        f"| boxes of a tracker | {build.MOST_BOXES} |",
        f"| dice of a roll | {formula.MOST_DICE} |",
        f"| sides of a die | {formula.MOST_SIDES:,} |",
        f"| a number of the rules | {LARGEST_NUMBER:,} |",
        f"| a number that a formula computes | {formula.LARGEST:,} |",
        f"| letters of a formula | {syntax.LONGEST} |",
        f"| numbers at the head of the sheet | {sheet.MOST_HIGHLIGHTS} |",
        f"| columns for the chances of `also` | {sheet.MOST_VARIANTS} |",
    ]
    yield "## Games in a file"
    yield "A roll may have no dice, `dice: 0`, and `fails` may be empty: `fails: []`."
    yield "\n".join(rows)


PARTS = {
    "Choice": "a choice",
    "Option": "an option",
    "Scores": "a group",
    "Picks": "a list of picks",
    "TableFile": "a table",
    "ThingsFile": "things",
    "DiceFile": "a kind of dice",
    "LedgerFile": "the ledger",
    "FightFile": "a fight",
    "WordsFile": "words",
}


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (int, float, str)):
        return f"`{value}`"
    if value is None:
        return "none"
    if isinstance(value, tuple) and all(isinstance(each, (int, float, str)) for each in value):
        return ", ".join(f"`{each}`" for each in value)
    if isinstance(value, tuple) and all(hasattr(row, "name") for row in value):
        return f"the book's table: {', '.join(row.name for row in value)}"
    return "the book's table"


def _systems() -> Iterator[Game[Any, Any, Any]]:
    return (registry.system(key) for key in registry.list_games())


PAGES = {
    "commands.md": commands,
    "codes.md": codes,
    "house-rules.md": house_rules,
    "limits.md": limits_page,
    "kit.md": lambda: kit_page(WRITTEN),
    "chargen.1": manual,
}


def main() -> int:
    """Write the pages, or print which are out of date."""
    os.environ["COLUMNS"] = "100"
    pages = [(FOLDER / name, page().encode()) for name, page in PAGES.items()]
    return renewed(pages, "docs")


if __name__ == "__main__":
    sys.exit(main())
