"""chargen.toml holds defaults of options; `chargen config` says which, and where each comes from."""

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
    settings(folder, "[advance]\ndry-run = true\nannotate = true\n")
    before = larry.read_bytes()
    assert run("advance", larry, "award", "5").out.startswith(f"--- {larry}")
    assert run("advance", larry).code == 0
    assert larry.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "where", "message", "hint"),
    [
        ("[rendr]\n", "error[config/unknown-command]", "there is no command `rendr`", "did you mean `render`?"),
        ('paper = "A4"\n', "error[config/unknown-command]", "is in no table", "below a line such as `[render]`"),
        ('render = "A4"\n', "error[config/value]", "holds a table", "`[render]`"),
        ('[render]\n\npapr = "A4"\n', "error[config/unknown-option]", "no option `--papr`", "did you mean `paper`?"),
        ("[render]\nno-cmyk = true\n", "error[config/unknown-option]", "`--no-cmyk`", "write `cmyk = false`"),
        ('[render]\n  paper =  "B9"\n', "error[config/value]", "no paper is called 'B9'", ""),
        ("[render]\nmerge = 1\n", "error[config/value]", "`render.merge` must be `true` or `false`", ""),
        ("[render]\npaper = true\n", "error[config/value]", "a text or a number", "after `--paper`"),
        ("[render]\njobs = 99\n", "error[config/value]", "99 is not in the range", ""),
        ('render.to = ["pdf", "doc"]\n', "error[config/value]", "`doc` is not a format of a sheet", ""),
        ('[render]\npaper = "A4\n', "error[config/syntax]", "this is not TOML", "texts are in quotes"),
        ('color = "yes"\n', "error[config/value]", "`color` must be `true` or `false`", ""),
        ("force = true\n", "error[config/refused]", "only be set on the command line", "take the line out"),
        ('[render]\noutput = "../x"\n', "error[config/refused]", "leads out of the folder", "below it"),
        ('[render]\noutput = "/tmp"\n', "error[config/refused]", "leads out of the folder", "below it"),
    ],
)
def test_each_problem_names_file_key_and_cure(
    folder: Path, larry: Path, text: str, where: str, message: str, hint: str
) -> None:
    """The file, the key, what is wrong, and what to do; nothing is written, and `--no-config` ignores the file."""
    settings(folder, text)
    ended = run("render", larry)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"chargen.toml: {where}: ")
    assert message in ended.err
    assert hint in ended.err
    assert "--no-config" in ended.err
    assert not (folder / "output").exists()
    assert run("--no-config", "check", larry).code == 0


def test_all_problems_are_reported_at_once(folder: Path) -> None:
    settings(folder, '[render]\npaper = "B9"\n[batch]\nforce = true\nmark = 1\n')
    ended = run("config")
    assert ended.code == 2
    assert [line.split("`")[1] for line in ended.err.splitlines() if line.startswith("chargen.toml:")] == [
        "render.paper",
        "batch.force",
        "batch.mark",
    ]


def test_the_command_that_runs_answers_for_its_own_table(folder: Path, larry: Path) -> None:
    """An error in the table of another command keeps no one from working."""
    settings(folder, '[render]\npaper = "B9"\n')
    assert run("check", larry).code == 0


def test_settings_can_write_over_nothing_and_lead_nowhere(folder: Path) -> None:
    """No option of any command that overwrites, changes files, allows any path or names a machine is taken."""
    (folder / "chargen.toml").write_text("", encoding="utf-8")
    context = click.Context(cli)
    seen = set()
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        for key, option in config._options(command).items():
            if key in config.REFUSED:
                seen.add(key)
                settings(folder, f"[{name}]\n{key} = true\n")
                assert "config/refused" in run("config").err
            elif isinstance(option.type, click.Path) and not option.multiple:  # `encounter --against` takes concepts
                assert key in config.PATHS, f"--{key} of {name} names a file"
    assert seen >= {"force", "fix", "scheduler"}
    settings(folder, "any-path = true\n")
    assert "config/refused" in run("config").err


def test_a_pack_may_be_a_name_or_a_file_below(folder: Path) -> None:
    """A pack that comes along is called by its name; a file stays below the folder."""
    settings(folder, '[batch]\npack = "../words.yaml"\n')
    assert "config/refused" in run("config").err
    settings(folder, '[batch]\npack = "modern"\n')
    assert ["batch", "--pack", "modern", "chargen.toml"] in [line.split() for line in run("config").out.splitlines()]


def test_a_link_does_not_lead_out(folder: Path, larry: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (folder / "sheets").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    settings(folder, '[render]\noutput = "sheets"\n')
    assert "config/refused" in run("render", larry).err


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


def test_config_says_what_holds_and_where_from(folder: Path) -> None:
    """Each option with its value and its line, in text and as JSON; nothing where there is no file."""
    assert run("config").out == "no chargen.toml here, nor in a folder above\n"
    settings(folder, PAPER + "[batch]\nmarks = false\n")
    lines = run("config").out.splitlines()
    assert lines[0] == str(folder / "chargen.toml")
    assert [line.split() for line in lines[1:]] == [
        ["render", "--to", "html", "chargen.toml"],
        ["render", "--paper", "Letter", "chargen.toml"],
        ["batch", "--marks", "false", "chargen.toml"],
    ]
    shown = json.loads(run("config", "--format", "json").out)
    assert shown["file"] == str(folder / "chargen.toml")
    assert shown["settings"][1] == {
        "command": "render", "option": "paper", "value": "Letter", "source": "chargen.toml",
    }  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_config_lists_every_option_of_a_command(folder: Path, name: str) -> None:
    """With a command, built-in defaults are listed beside those that are set."""
    shown = json.loads(run("config", name, "--format", "json").out)
    assert shown["file"] is None
    assert {setting["source"] for setting in shown["settings"]} <= {"built in"}
    assert run("config", name).code == 0


def test_the_environment_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert ["SOURCE_DATE_EPOCH", "0", "environment"] in [line.split() for line in run("config").out.splitlines()]


def test_an_unreadable_file_is_reported(folder: Path, larry: Path) -> None:
    (folder / "chargen.toml").write_bytes(b"\xff\xfe")
    assert "config/syntax" in run("check", larry).err
    (folder / "chargen.toml").write_bytes(b"#" * 200_000)
    assert "larger than 100 kB" in run("check", larry).err
