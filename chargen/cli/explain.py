"""`chargen explain`: what a rule asks, why, and where the book says so."""

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import click

from chargen import registry
from chargen.core.codes import EXPLANATIONS
from chargen.core.game import Explanation, Game, explanation
from chargen.core.model import keys
from chargen.core.names import did_you_mean, fold


@click.command(
    "explain",
    epilog="""\b
Examples:
  chargen explain five-by-five/values
  chargen explain five-by-five        every rule and house rule of the game""",
)
@click.argument("code")
@click.pass_context
def command(ctx: click.Context, code: str) -> None:
    """Say what a rule asks, why, and where the book says so.

    CODE is what stands in brackets behind a finding, or a game's key for all its rules.
    """
    known = dict(_codes())
    found = next((each for each in known if fold(each) == fold(code)), None)
    if found is None:
        found = next((each for each in known if fold(each.partition("/")[2]) == fold(code)), None)
    if found is not None:
        click.echo(_explained(found, known[found]))
        return
    try:
        click.echo(_manual(registry.system(code)))
    except registry.UnknownGame as fault:
        hint = did_you_mean(code, [*known, *registry.names()], "`chargen explain SYSTEM` lists a game's rules")
        raise click.BadParameter(f"there is no code `{code}`; {hint}", ctx, param_hint="CODE") from fault
    except registry.BrokenGame as fault:
        raise click.BadParameter(f"{fault}; {fault.hint}", ctx, param_hint="CODE") from fault


def _codes() -> Iterator[tuple[str, Explanation]]:
    for code, (asks, why) in EXPLANATIONS.items():
        yield code, Explanation(asks, why, "")
    for key in registry.names():
        try:
            system = registry.system(key)
        except registry.BrokenGame:
            continue
        for rule in _rules(system):
            yield system.code(rule), explanation(rule)


def _rules(system: Game[Any, Any, Any]) -> list[Callable[..., Any]]:
    return [*system.creation, *system.ledger_rules]


def _explained(code: str, said: Explanation) -> str:
    parts = [click.style(code, bold=True), textwrap.fill(said.asks, 90)]
    parts += [textwrap.fill(paragraph, 90) for paragraph in said.why.split("\n\n") if paragraph]
    parts += [textwrap.fill(f"Source: {said.source}", 90)] if said.source else []
    return "\n\n".join(parts)


def _manual(system: Game[Any, Any, Any]) -> str:
    lines = [click.style(f"{system.title}: the rules", bold=True), ""]
    for rule in _rules(system):
        lines += [f"  {system.code(rule)}", textwrap.indent(textwrap.fill(explanation(rule).asks, 84), " " * 6)]
    lines += ["", click.style("House rules (under `rules:`)", bold=True), ""]
    book = system.rules()
    for key, (name, field) in zip(keys(system.rules), system.rules.model_fields.items(), strict=True):
        value = getattr(book, name)
        shown = (
            f" = {str(value).lower() if isinstance(value, bool) else value}"
            if isinstance(value, (bool, int, str))
            else ""
        )
        lines += [
            f"  {key}{shown}",
            textwrap.indent(textwrap.fill(" ".join((field.description or "").split()), 84), " " * 6),
        ]
    return "\n".join(lines)
