"""`chargen explain`: what a rule asks, why, and where the book says so."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import registry
from chargen.core.codes import EXPLANATIONS
from chargen.core.docstrings import descriptions
from chargen.core.game import Explanation, Game, explanation
from chargen.core.model import Model, keys
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.writing import document
from chargen.kit.checks import what_there_is


class Code(click.ParamType[str]):
    """A rule's code, or a game's key; completed by the shell."""

    name = "code"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        codes = [*registry.names(), *(code for code, _ in _codes())] if "/" in incomplete else registry.names()
        return [CompletionItem(code) for code in codes if code.startswith(incomplete)]


@click.command(
    "explain",
    epilog="""\b
Examples:
  chargen explain five-by-five/values
  chargen explain five-by-five        every rule and house rule of the game""",
)
@click.argument("code", type=Code())
@click.pass_context
def command(ctx: click.Context, code: str) -> None:
    """Say what a rule asks, why, and where the book says so.

    CODE is what stands in brackets behind a finding, or a game's key for all its rules.
    """
    explanations = dict(_codes())
    match = next((key for key in explanations if fold(key) == fold(code)), None)
    if match is None:
        match = next((key for key in explanations if fold(key.partition("/")[2]) == fold(code)), None)
    if match is not None:
        click.echo(_explained(match, explanations[match]))
        return
    try:
        click.echo(_manual(registry.system(code)))
    except registry.UnknownGame as fault:
        hint = did_you_mean(code, [*explanations, *registry.names()], "`chargen explain SYSTEM` lists a game's rules")
        raise click.BadParameter(f"there is no code `{code}`; {hint}", ctx, param_hint="CODE") from fault
    except registry.BrokenGame as fault:
        raise click.BadParameter(f"{fault}; {fault.hint}", ctx, param_hint="CODE") from fault


def _codes() -> Iterator[tuple[str, Explanation]]:
    for code, (asks, why) in EXPLANATIONS.items():
        yield code, Explanation(asks, why, "")
    for key in registry.names():
        try:
            game = registry.system(key)
        except registry.BrokenGame:
            continue
        for rule in _rules(game):
            said, names = explanation(rule), what_there_is(rule, game.rules())
            yield game.code(rule), replace(said, why=f"{said.why}\n\n{_names(names)}") if names else said


def _rules(game: Game[Any, Any, Any]) -> list[Callable[..., Any]]:
    return [*game.all_rules]


def _names(names: Iterable[str]) -> str:
    return f"There are {listing(names)}."


def _explained(code: str, said: Explanation) -> str:
    parts = [click.style(code, bold=True), textwrap.fill(said.asks, 90)]
    parts += [textwrap.fill(paragraph, 90) for paragraph in said.why.split("\n\n") if paragraph]
    parts += [textwrap.fill(f"Source: {said.source}", 90)] if said.source else []
    return "\n\n".join(parts)


def _manual(game: Game[Any, Any, Any]) -> str:
    lines = [click.style(f"{game.title}: the rules", bold=True), ""]
    for rule in _rules(game):
        names = what_there_is(rule, game.rules())
        asks = f"{explanation(rule).asks} {_names(names)}" if names else explanation(rule).asks
        lines += [f"  {game.code(rule)}", textwrap.indent(textwrap.fill(asks, 84), " " * 6)]
    lines += ["", click.style("House rules (under `rules:`)", bold=True), ""]
    book = _plain(game.rules())
    for key, said in zip(keys(game.rules), descriptions(game.rules).values(), strict=True):
        value = book[key]
        shown = "" if value is None or isinstance(value, (list, dict)) else f" = {document(value).rstrip()}"
        lines.append(f"  {key}{shown}")
        lines.append(textwrap.indent(textwrap.fill(" ".join(said.split()), 84), " " * 6))
        if isinstance(value, (list, dict)):
            lines.append(textwrap.indent(document({key: value}).rstrip(), " " * 6))
    return "\n".join(lines)


def _plain(value: Any, *, whole: bool = True) -> Any:
    """Return rules as a campaign file would write them; in a row of a table, what is not said otherwise is left out."""
    if isinstance(value, Model):
        fields = zip(keys(type(value)), type(value).model_fields.items(), strict=True)
        said = ((key, getattr(value, name), field.default) for key, (name, field) in fields)
        return {key: _plain(inner, whole=whole) for key, inner, usual in said if whole or inner != usual}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, whole=whole) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(inner, whole=False) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
