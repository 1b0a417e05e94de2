"""Options and arguments that several commands share."""

from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import shelf
from chargen.core.system import System


class SystemName(click.ParamType[Any]):
    """The key of a game, in any spelling; completed by the shell."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> System[Any, Any, Any]:
        if isinstance(value, System):
            return value
        try:
            return shelf.system(str(value))
        except shelf.UnknownSystem as fault:
            self.fail(f"{fault}; {fault.hint}", param, ctx)
        except shelf.BrokenSystem as fault:
            self.fail(str(fault), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(key) for key in shelf.names() if key.startswith(incomplete)]


SYSTEM = click.argument("system", type=SystemName())
FILES = click.argument("arguments", metavar="FILES...", nargs=-1, required=True, type=click.Path(allow_dash=True))
