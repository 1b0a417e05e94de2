"""Options and arguments that several commands share."""

from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import registry
from chargen.core.game import AnyGame, Game


class SystemName(click.ParamType[Any]):
    """The key of a game, in any spelling; completed by the shell."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        if isinstance(value, Game):
            return value
        try:
            return registry.system(str(value))
        except registry.UnknownGame as fault:
            self.fail(f"{fault}; {fault.hint}", param, ctx)
        except registry.BrokenGame as fault:
            self.fail(str(fault), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(key) for key in registry.names() if key.startswith(incomplete)]


class Seed(click.ParamType[str]):
    """What chance is drawn from: any text."""

    name = "seed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("it holds bytes that are no text; write letters and digits", param, ctx)
        return text


GAME = click.argument("system", type=SystemName())
FILES = click.argument("arguments", metavar="FILES...", nargs=-1, required=True, type=click.Path(allow_dash=True))
