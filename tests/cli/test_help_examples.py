"""The help of every command has examples, and each of them does what it says."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from chargen.cli.main import cli
from chargen.game import resources
from chargen.npc import roles
from tests import scale
from tests.cli.running import LARRY, run
from tests.render.profiles import cmyk

KAI = LARRY.replace("Larry Vance", "Kai Brenner") + "advancement:\n" + "  - {award: 2}\n" * 7
ON_A_TERMINAL = {
    "studio": "runs until it is interrupted",
    "watch": "runs until it is interrupted",
    "lsp": "talks to an editor",
    "--scheduler": "needs a cluster",
    "site": "needs Python for the browser; tests/site writes sites",
}
"""The commands and options whose examples cannot run alone, and why."""
COSTLY = {"render", "batch", "reference", "party", "extract", "encounter"}
"""The commands of whose examples a quick run tries the first."""
EXAMPLE = re.compile(r"^ +(?:(?:bash|zsh|fish)  )?(chargen .*?)(?:  +\S.*)?$", re.MULTILINE)


def commands(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command there is, with the words that call it."""
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, (*words, name))


COMMANDS = dict(commands(cli))


def examples(words: tuple[str, ...]) -> list[str]:
    """The lines that a command's help shows, without the remarks beside them."""
    command = COMMANDS[words]
    return EXAMPLE.findall(f"{command.help}\n{command.epilog}")


def furnish(folder: Path) -> None:
    """Put the files that examples name into a folder."""
    mira = LARRY.replace("Larry Vance", "Mira Sand")
    party = {"kai.yaml": KAI, "mira.yaml": mira}
    texts = {
        **party,
        **{
            f"{inside}/{name}": text
            for inside in ("party", "characters", "players/one")
            for name, text in party.items()
        },
        "boss.yaml": mira,
        "my-npcs/mira.yaml": mira,
        "crew.csv": "name\nJo Marsh\nAda Finch\n",
        "table.yaml": "name: Our table\ntheme: pulp\n",
        "kai-brenner.yaml": KAI,
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name, role in (("guard", "guard"), ("guards", "guard"), ("thug", "thug"), ("captain", "watch-captain")):
        path = roles.find_role("five-by-five", role)
        assert path is not None
        shutil.copy(path, folder / f"{name}.yaml")
    (folder / "press.icc").write_bytes(cmyk())
    shutil.copy(resources.PRESETS / "games/starter.game.yaml", folder / "my-game.game.yaml")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(("chargen", *words)))
def test_help_has_examples_that_run(words: tuple[str, ...], folder: Path) -> None:
    """One at least, each of them in the order of the page, in a folder with the files that they name."""
    lines = examples(words)
    assert lines
    if scale.QUICK and words == ():  # what costs much are examples of its own command as well
        lines = [line for line in lines if line.split()[1] not in COSTLY]
    if words != () and words != ("new",):  # their examples write the files
        furnish(folder)
    for line in scale.first(lines) if words and words[0] in COSTLY else lines:
        called = shlex.split(re.split(r" [|>] ", line)[0])[1:]
        if not ON_A_TERMINAL.keys() & set(called):
            ended = run(*called, *["--to", "html"] * (scale.QUICK and called[0] == "reference"))
            assert ended.code == 0, f"{line}\n{ended.out[-600:]}\n{ended.err[-600:]}"
