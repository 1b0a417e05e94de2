"""The example of a game from outside: installed, it goes through every command as our own games do."""

import contextlib
import importlib
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hatchling.build
import pytest

from chargen.schema.json_schema import nodes
from chargen.testing import conforms
from tests import plug_ins
from tests.cli.running import run
from tests.scale import QUICK
from tests.test_documentation import fenced

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "examples/lanterns"
GUIDE = ROOT / "docs/add-a-game.md"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the package's wheel holds, as pip would put it there: its modules, files and entry point."""
    folder = tmp_path_factory.mktemp("lanterns")
    shutil.copytree(PACKAGE, folder / "package", ignore=shutil.ignore_patterns("__pycache__"))
    with contextlib.chdir(folder / "package"):
        wheel = hatchling.build.build_wheel(str(folder))
    zipfile.ZipFile(folder / wheel).extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def lanterns(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The installed package; tests run in a folder of their own."""
    monkeypatch.syspath_prepend(str(site))
    plug_ins.forget()
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module("lanterns")
    assert Path(str(module.__file__)).is_relative_to(site)
    yield module
    del sys.modules["lanterns"]
    monkeypatch.undo()
    plug_ins.forget()


def test_editors_suggest_the_names_that_its_rules_allow(lanterns: Any) -> None:
    """Trades in a list, traits as keys, and both in a line of the ledger, without a word in the model."""
    schema = lanterns.GAME.schema()
    for path in (("trades", 0), ("trades",), ("advancement", 0, "learn")):
        assert any("Bargee" in node.get("enum", ()) for node in nodes(schema, path)), path
    assert any("Brave" in node.get("enum", ()) for node in nodes(schema, ("advancement", 0, "raise")))
    assert list(schema["properties"]["traits"]["properties"]) == ["Brave", "Clever", "Kind", "Quick"]


def test_a_fresh_python_finds_the_installed_game(site: Path, tmp_path: Path) -> None:
    """By nothing but its path: the entry point came along, and so did starter, words and roles."""
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    for arguments, shown in (
        (["new", "lanterns", "Mira"], "wrote mira.yaml"),
        (["encounter", "mira.yaml", "lanterns/watch"], "wounds"),
    ):
        command = [sys.executable, "-m", "chargen", *arguments]
        ended = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, encoding="utf-8", check=False)
        assert ended.returncode == 0, ended.stderr
        assert shown in ended.stdout


def test_the_guide_shows_the_example(lanterns: Any) -> None:
    """Each block of code in the guide is in the package, or runs by itself; so does each command."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".yaml")]
    files += (ROOT / "examples/games").glob("*.yaml")
    package = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert len(fenced(GUIDE, "python")) > 12
    for block in fenced(GUIDE, "python"):
        if block not in package:
            assert "from chargen import kit" in block, f"this is not in the example any more:\n{block}"
            exec(block, {})
    for block in fenced(GUIDE, "toml") + fenced(GUIDE, "yaml"):
        assert block in package, f"this is not in the example any more:\n{block}"
    for line in "".join(fenced(GUIDE, "sh")).splitlines():
        command = shlex.split(line, comments=True)
        if command[0] == "chargen":
            # A quick run prints nothing on paper, and makes two NPCs where the guide makes eight.
            quick = {"render": ["--to", "html"], "batch": ["--to", "yaml", "-n", "2"]}.get(command[1], [])
            ended = run(*command[1:], *(quick if QUICK else []))
            assert ended.code == 0, (line, ended.err)
        else:
            assert command in (
                ["cp", "-r", "examples/lanterns", "my-game"],
                [".venv/bin/pip", "install", "-e", "my-game"],
            )


def test_lanterns_conforms(lanterns: Any) -> None:
    """It keeps the promises that our own games keep."""
    conforms(lanterns.GAME, PACKAGE / "tests", most=6 if QUICK else None)


def test_lanterns_goes_through_every_command(lanterns: Any) -> None:
    """Those that the guide does not show: files of all kinds, fields, an archive, and what the rules say."""
    for arguments in (
        ["new", "lanterns", "Mira"],
        ["new", "lanterns", "--random", "-o", "lot.yaml"],
        ["new", "lanterns", "--archetype"],
        ["new", "lanterns", "--campaign"],
        ["new", "lanterns", "--spreadsheet"],
        ["check", "mira.yaml", "lot.yaml", "night-watch.yaml", "campaign.yaml", "--strict"],
        ["batch", "npcs.csv", "--to", "jsonl", "-o", "npcs"],
        ["show", "mira.yaml"],
        ["schema", "lanterns"],
        ["render", "mira.yaml", "-o", "sheets", "--to", "pdf,png", "--standard", "pdf/a-3b"],
        ["extract", "sheets/mira.pdf", "-o", "again.yaml"],
        ["render", "mira.yaml", "-o", "fields", "--to", "pdf", "--fillable"],
        ["render", "--blank", "lanterns", "-o", "blank", "--to", "pdf"],
        ["batch", "lanterns", "--roles"],
        ["batch", "lanterns", "-n", "2", "--role", "watch", "--seed", "wall", "-o", "watch", "--to", "yaml,csv"],
        ["batch", "lanterns", "-n", "2", "--as", "roster", "--seed", "wall", "-o", "roster"],
        ["presets"],
    ):
        ended = run(*arguments)
        assert ended.code == 0, (arguments, ended.out, ended.err)
    assert "Rat Catcher" in run("explain", "lanterns/trades").out
    for made in ("sheets/mira.png", "roster/roster.pdf"):
        assert Path(made).is_file(), made
    assert Path("again.yaml").read_bytes() == Path("mira.yaml").read_bytes()
