"""chargen.toml holds defaults of options."""

import json
from pathlib import Path

import click
import pytest

from chargen.cli import config
from chargen.cli.base import COMMANDS
from chargen.cli.main import cli
from tests.cli.running import LARRY, run

PAPER = '# ours\n[render]\npaper = "Letter"\nto = ["html"]\n'


def settings(folder: Path, text: str) -> None:
    (folder / "chargen.toml").write_text(text, encoding="utf-8")


def paper_of(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    return text.partition("@page")[2].partition("size:")[2].partition(";")[0].strip()


def test_defaults_hold_and_the_command_line_is_stronger(folder: Path, larry: Path) -> None:
    """A table's values are those of its command, unless the command line says otherwise."""
    settings(folder, PAPER)
    assert run("render", larry, "-o", "by-file").code == 0
    assert [path.suffix for path in (folder / "by-file").iterdir()] == [".html"]
    assert run("render", larry, "-o", "by-hand", "--paper", "A4").code == 0
    assert run("--no-config", "render", larry, "-o", "without", "--to", "html").code == 0
    by_file, by_hand, without = (
        paper_of(next((folder / name).glob("*.html"))) for name in ("by-file", "by-hand", "without")
    )
    assert by_file != by_hand
    assert by_hand == without


def test_the_nearest_file_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file of a folder above holds in this one too, until this one has one of its own."""
    settings(folder, '[odds]\nformat = "json"\n')
    inner = folder / "players"
    inner.mkdir()
    monkeypatch.chdir(inner)
    question = ("odds", "five-by-five", "--value", "6")
    assert json.loads(run(*question).out)["system"] == "five-by-five"
    settings(inner, "")
    assert not run(*question).out.startswith("{")


def test_files_are_named_from_the_folder_of_the_settings(
    folder: Path, larry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path starts from where chargen.toml lies, whatever folder one works in."""
    settings(folder, '[render]\noutput = "sheets"\nto = "html"\n')
    (folder / "players").mkdir()
    monkeypatch.chdir(folder / "players")
    assert run("render", "../larry.yaml").code == 0
    assert len(list((folder / "sheets").glob("*.html"))) == 1


def test_the_theme_of_the_settings_is_stronger_than_the_campaigns(folder: Path, larry: Path) -> None:
    """Command line, then chargen.toml, then the house rules of the campaign."""
    (folder / "table.yaml").write_text("rules: {}\ntheme: large-print\n", encoding="utf-8")
    larry.write_text(LARRY + "campaign: table.yaml\n", encoding="utf-8")
    run("render", larry, "-o", "campaign", "--to", "html")
    settings(folder, '[render]\ntheme = "plain"\n')
    run("render", larry, "-o", "settings", "--to", "html")
    run("render", larry, "-o", "line", "--to", "html", "--theme", "large-print")
    campaign, by_settings, line = (
        next((folder / name).glob("*.html")).read_text(encoding="utf-8") for name in ("campaign", "settings", "line")
    )
    assert campaign == line != by_settings


def test_a_group_of_commands_shares_its_table(folder: Path, larry: Path) -> None:
    """The table of `advance` holds for each of its moves that has the option; `advance` alone writes nothing."""
    settings(folder, "[advance]\ndry-run = true\n")
    before = larry.read_bytes()
    assert run("advance", larry, "award", "5").out.startswith(f"--- {larry}")
    assert run("advance", larry).code == 0
    assert larry.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("[rendr]\n", [":1: `rendr`: ", "did you mean `render`?"]),
        ('\npaper = "A4"\n', [":2: `paper`: ", "a command's table, such as `[render]`"]),
        ('render = "A4"\n', [":1: `render`: ", "a command's table"]),
        ("color = 1\n", [":1: `color`: ", "`color = true`"]),
        ("force = true\n", [":1: `force`: "]),
        ('[render]\n# papr = 1\npapr = "A4"\n', [":3: `render.papr`: this cannot be set here; did you mean `paper`?"]),
        ("[render]\nno-cmyk = true\n", [":2: `render.no-cmyk`: "]),
        ('[render]\n\n  paper =  "B9"\n', [":3: `render.paper`: no paper is called 'B9'"]),
        ("[render]\nmerge = 2000-01-01\n", [":2: `render.merge`: this must be a text, a number, true or false"]),
        ("[render]\njobs = 99\n", [":2: `render.jobs`: 99 is not in the range"]),
        ('render.to = ["pdf", "doc"]\n', [":1: `render.to`: `doc` is not a format of a sheet"]),
        ('[render]\npaper = "A4\n', ["Illegal character", "line 2"]),
        ("[render]\nany-path = true\n", [":2: `render.any-path`: this cannot be set here"]),
        ('[render]\noutput = "../x"\n', [":2: `render.output`: this is not below the folder of the file"]),
        ('[render]\noutput = "/tmp"\n', [":2: `render.output`: this is not below the folder of the file"]),
        ('[render]\npaper = "B9"\n[batch]\nforce = true\n[render.x]\n', [":2: `render.paper`", ":5: `render.x`"]),
    ],
)
def test_each_problem_names_line_key_and_cure(folder: Path, larry: Path, text: str, messages: list[str]) -> None:
    """All errors are reported; nothing is written, and `--no-config` ignores the file."""
    settings(folder, text)
    ended = run("render", larry)
    assert (ended.code, ended.out) == (2, "")
    assert "Error: chargen.toml:" in ended.err
    assert all(message in ended.err for message in [*messages, "`chargen --no-config …` ignores the file"])
    assert not (folder / "output").exists()
    assert run("--no-config", "check", larry).code == 0


def test_the_command_that_runs_answers_for_its_own_table(folder: Path, larry: Path) -> None:
    """An error in the table of another command keeps no one from working."""
    settings(folder, '[render]\npaper = "B9"\n')
    assert run("check", larry).code == 0


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


def test_a_pack_may_be_a_name_or_a_file_below(folder: Path) -> None:
    settings(folder, '[batch]\npack = "../words.yaml"\n')
    assert "not below the folder" in run("batch", "five-by-five").err
    settings(folder, '[batch]\npack = "modern"\nto = "jsonl"\nnumber = 1\n')
    assert "--pack modern" in run("batch", "five-by-five").err


def test_a_link_does_not_lead_out(folder: Path, larry: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (folder / "sheets").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    settings(folder, '[render]\noutput = "sheets"\n')
    assert "not below the folder" in run("render", larry).err


def test_a_call_that_cannot_be_had_names_the_settings(folder: Path, larry: Path) -> None:
    """Where command line and settings contradict each other, the message names the options of the settings."""
    settings(folder, "[render]\nmerge = true\n")
    ended = run("render", larry, "--to", "html")
    assert ended.code == 2
    assert f"{folder}/chargen.toml sets --merge" in ended.err


def test_a_batch_says_how_to_make_it_again_without_the_settings(folder: Path) -> None:
    """The line that generates the same NPCs again has every option, and ignores settings."""
    settings(folder, '[batch]\nseed = 7\nto = "jsonl"\n')
    ended = run("batch", "gamocles", "-n", "2")
    (line,) = [line for line in ended.err.splitlines() if line.startswith("to generate the same NPCs again:")]
    assert line.endswith("chargen --no-config batch gamocles --seed 7 --number 2 --to jsonl")


def test_an_unreadable_file_is_reported(folder: Path, larry: Path) -> None:
    (folder / "chargen.toml").write_bytes(b"\xff\xfe")
    ended = run("check", larry)
    assert ended.code == 2
    assert "Error: chargen.toml: 'utf-8' codec can't decode" in ended.err
