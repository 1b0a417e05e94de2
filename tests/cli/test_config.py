"""chargen.toml holds defaults of options."""

import re
from pathlib import Path

import click
import pytest

from chargen.cli import config
from chargen.cli.base import COMMANDS
from chargen.cli.main import cli
from tests.cli.running import run


def settings(folder: Path, text: str) -> None:
    (folder / "chargen.toml").write_text(text, encoding="utf-8")


def test_settings_can_write_over_nothing_and_lead_nowhere() -> None:
    """Every option that names a file is known as one, so that it stays below the folder of the settings."""
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for option in command.params:
            # `encounter --against` takes concepts
            if isinstance(option, click.Option) and isinstance(option.type, click.Path) and not option.multiple:
                keys = {opt[2:] for opt in option.opts if opt.startswith("--")}
                assert keys & {*config.PATHS, *config.REFUSED}, f"{keys} of {name} names a file"


def test_no_error_of_the_settings_hides_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings(tmp_path, 'paper = "A4"\n[batch]\nnumber = "x"\nas = "kards"\n[rendr]\nthem = "pulp"\n')
    ended = run("batch", "five-by-five")
    assert ended.code == 2
    assert re.findall(r"chargen.toml:(\d+): `([\w.]+)`", ended.err) == [
        ("1", "paper"),
        ("5", "rendr"),
        ("3", "batch.number"),
        ("4", "batch.as"),
    ]
