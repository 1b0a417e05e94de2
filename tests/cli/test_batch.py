"""`chargen batch`: who is made, which files are written, and what stops it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from chargen.cli.main import INTERRUPTED
from tests.cli.running import run
from tests.cli.test_command import CHARGEN, _listens_to_interrupts, on_a_terminal

GUARDS = ("batch", "five-by-five", "--role", "guard", "--seed", "docks", "--jobs", "1")
HOME = Path("output/five-by-five-guard-docks")


def lines(path: Path) -> list[dict[str, object]]:
    """The records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_deck_lines_and_a_manifest_are_made_in_output() -> None:
    """By default ten cards; the paths are the result, and standard error says how to get the same people again."""
    ended = run(*GUARDS)
    assert ended.code == 0
    assert ended.out.splitlines() == [str(HOME / name) for name in ("cards.pdf", "people.jsonl", "manifest.jsonl")]
    assert (HOME / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert len(lines(HOME / "people.jsonl")) == 10
    assert "10 people in " in ended.err
    assert "chargen batch five-by-five --role guard --seed docks\n" in ended.err


def test_the_command_of_the_manifest_makes_the_same_files() -> None:
    """It is written as one types it, whatever the options were."""
    ended = run(*GUARDS, "-n", "3", "--to", "csv,jsonl,yaml", "-o", "first")
    assert ended.code == 0
    command = str(lines(Path("first/manifest.jsonl"))[0]["command"])
    assert command == "chargen batch five-by-five --role guard --seed docks --number 3 --to csv,jsonl,yaml"
    again = run(*command.split()[1:], "-o", "second", "-q")
    assert (again.code, again.err) == (0, "")
    for name in ("people.csv", "people.jsonl", "manifest.jsonl"):
        assert Path("first", name).read_bytes() == Path("second", name).read_bytes()


def test_every_option_of_printing_is_in_the_command() -> None:
    """So that the manifest's command prints the same deck."""
    wished = ("--as", "half", "--paper", "Letter", "--theme", "pulp", "--ink", "mono", "--backs", "--no-marks")
    assert run(*GUARDS, "-n", "1", "--to", "pdf", *wished, "--layout", "full", "-o", "x").code == 0
    command = str(lines(Path("x/manifest.jsonl"))[0]["command"])
    assert command.endswith(
        "--number 1 --to pdf --as half --paper Letter --theme pulp --ink mono --backs --no-marks --layout full"
    )


def test_one_of_a_batch_becomes_a_concept() -> None:
    """--only 7 --to yaml writes the seventh, who checks; beside the batch, and not over it."""
    assert run(*GUARDS, "--to", "jsonl").code == 0
    ended = run(*GUARDS, "--only", "7", "--to", "yaml")
    assert ended.code == 0
    home = Path(f"{HOME}-only-7")
    assert ended.out.splitlines() == [str(home / "people"), str(home / "manifest.jsonl")]
    (path,) = (home / "people").iterdir()
    assert path.name.startswith("007-")
    checked = run("check", path, "--strict")
    assert checked.code == 0
    assert str(lines(HOME / "manifest.jsonl")[7]["name"]) in checked.out


def test_without_a_seed_a_new_one_is_told() -> None:
    """Two batches are of different people, and each can be made again."""
    seeds = []
    for folder in ("a", "b"):
        ended = run("batch", "five-by-five", "-n", "1", "--to", "jsonl", "-o", folder)
        seeds.append(str(lines(Path(folder, "manifest.jsonl"))[0]["seed"]))
        assert f"--seed {seeds[-1]}\n" in ended.err
    assert seeds[0] != seeds[1]


def test_people_come_from_a_spreadsheet() -> None:
    """A row each, under a game that is named or that a column names; a bad row costs that row only."""
    Path("crew.csv").write_text("system;name;hit_points\nfive-by-five;Anna;4\nfive-by-five;Béla;99\n", encoding="utf-8")
    for arguments in (("five-by-five", "--people", "crew.csv"), ("crew.csv",)):
        ended = run("batch", *arguments, "--to", "jsonl", "-o", "x")
        assert ended.code == 1
        assert "crew.csv:3:" in ended.err
        assert "1 person could not be made: 2" in ended.err
        (record,) = lines(Path("x/people.jsonl"))
        assert record["number"] == 1
        assert [each["status"] for each in lines(Path("x/manifest.jsonl"))[1:]] == ["made", "failed"]


def test_people_come_from_an_archetype_of_ones_own() -> None:
    """A file that builds on a role; its faults are reported with their places, and nothing is made."""
    Path("docker.yaml").write_text(
        "archetype: five-by-five\nextends: guard\npins: {concept: Docker}\n", encoding="utf-8"
    )
    assert run("batch", "docker.yaml", "-n", "2", "--to", "jsonl", "-o", "x").code == 0
    assert "Docker" in Path("x/people.jsonl").read_text(encoding="utf-8")
    Path("broken.yaml").write_text("archetype: five-by-five\npins: {hit_point: 4}\n", encoding="utf-8")
    ended = run("batch", "broken.yaml", "-o", "y")
    assert (ended.code, ended.out) == (1, "")
    assert "broken.yaml:2:8: error" in ended.err
    assert not Path("y").exists()


def test_roles_are_listed() -> None:
    """Those of a game, or of all, with a line about each."""
    ended = run("batch", "five-by-five", "--roles")
    assert ended.code == 0
    assert "\n  guard " in ended.out
    assert len(run("batch", "--roles").out.splitlines()) > len(ended.out.splitlines()) >= 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a game"),
        (("five-by-fife",), "did you mean `five-by-five`?"),
        (("five-by-five", "--role", "gard"), "did you mean `guard`?"),
        (("five-by-five", "--as", "card"), "cards"),
        (("five-by-five", "--only", "9-4"), "write 4-9"),
        (("five-by-five", "--only", "seven"), "7,12-20"),
        (("five-by-five", "-n", "0"), "0"),
        (("five-by-five", "--as", "roster", "--backs"), "--backs is for cards"),
        (("five-by-five", "--jobs", "2", "--scheduler", "tcp://x:1"), "name one of them"),
        (("five-by-five", "--to", "html"), "html"),
        (("guards.yaml", "--role", "guard"), "leave one out"),
    ],
)
def test_wrong_usage_is_told_and_makes_nothing(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    """Exit 2, with what was meant or what there is."""
    ended = run("batch", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("spec", ["nobody.yaml", "nobody.csv"])
def test_a_file_that_is_not_there_is_reported(folder: Path, spec: str) -> None:
    """As any command does: exit 1."""
    ended = run("batch", spec)
    assert (ended.code, ended.out) == (1, "")
    assert f"{spec}: error[file/" in ended.err
    assert not list(folder.iterdir())


def test_a_scheduler_that_is_not_there_is_the_machines_fault(folder: Path) -> None:
    """Exit 3, and nothing is left."""
    ended = run("batch", "five-by-five", "--to", "jsonl", "--scheduler", "tcp://127.0.0.1:9", "-o", "x")
    assert (ended.code, ended.out) == (3, "")
    assert "there is no scheduler at tcp://127.0.0.1:9" in ended.err
    assert not list(folder.iterdir())


def test_findings_about_many_people_are_told_once() -> None:
    """A pin that nobody can have is one finding, however many people are asked for."""
    Path("giant.yaml").write_text("archetype: five-by-five\npins: {hit_points: 99}\n", encoding="utf-8")
    ended = run("batch", "giant.yaml", "-n", "12", "--to", "jsonl", "-o", "x")
    assert ended.code == 1
    assert ended.err.count("giant.yaml:2:20: error[batch/unlawful]") == 1
    assert "12 people could not be made: 1-12" in ended.err
    assert [path.name for path in Path("x").iterdir()] == ["manifest.jsonl"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_batch_goes_on(folder: Path, jobs: str) -> None:
    """Ctrl-C leaves what was made and a line on how to go on; the same command makes the rest."""
    words = [*CHARGEN, *GUARDS[:-1], jobs, "-n", "1500", "--to", "jsonl", "-o", "x"]
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=_listens_to_interrupts,
    )
    until = time.monotonic() + 50
    while time.monotonic() < until and not list(folder.glob("x/.unfinished/*.zip")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert said[0] == ""
    assert "people are kept in x/.unfinished; the same command, with --seed docks, goes on from there" in said[1]
    assert [path.name for path in Path("x").iterdir()] == [".unfinished"]
    ended = run(*GUARDS, "-n", "1500", "--to", "jsonl", "-o", "x")
    assert ended.code == 0
    assert "going on: " in ended.err
    assert sorted(path.name for path in Path("x").iterdir()) == ["manifest.jsonl", "people.jsonl"]
    assert [each["number"] for each in lines(Path("x/people.jsonl"))] == list(range(1, 1501))


def test_an_unfinished_batch_is_not_mixed_with_another(folder: Path) -> None:
    """It is told how to go on with it, and --fresh starts anew."""
    from chargen.batch import unfinished

    kept = unfinished.opened(folder / "x", "another", "chargen batch facade -n 3")
    (kept.folder / "000001.zip").write_bytes(b"")
    ended = run(*GUARDS, "--to", "jsonl", "-o", "x")
    assert ended.code == 2
    assert "chargen batch facade -n 3" in ended.err
    assert run(*GUARDS, "--to", "jsonl", "-o", "x", "--fresh").code == 0
    assert not kept.folder.exists()


def test_a_terminal_sees_how_far_it_has_come() -> None:
    """A bar with the people made, which is gone in the end."""
    seen = on_a_terminal(*GUARDS, "-n", "120", "--to", "jsonl")
    assert "of 120 people" in seen
    assert "█" in seen
    assert seen.count("manifest.jsonl") == 1


def test_the_shell_completes_games_and_roles() -> None:
    """Roles are those of the game that stands before."""
    import click
    from click.shell_completion import ShellComplete

    from chargen.cli.batch import command

    completion = ShellComplete(command, {}, "batch", "_BATCH_COMPLETE")
    assert isinstance(command, click.Command)
    assert "five-by-five" in [each.value for each in completion.get_completions([], "five-b")]
    assert "guard" in [each.value for each in completion.get_completions(["five-by-five", "--role"], "gu")]
