"""`chargen batch`: which NPCs are made, which files are written, and what stops it."""

import os
import shlex
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from chargen.batch import chunk_job, cluster
from chargen.batch.chunk_job import ChunkResult
from chargen.batch.job import Work
from chargen.cli.base import INTERRUPTED, MACHINE
from chargen.cli.table import batch_run
from chargen.npc import roles
from tests.batch.ordering import contents, read_lines
from tests.cli.running import run
from tests.cli.terminal import shown
from tests.cli.test_command import interruptible
from tests.test_worker_pool import all_end

GUARDS = ("batch", "five-by-five", "--role", "guard", "--seed", "docks", "--jobs", "1")
HOME = Path("output/five-by-five-guard-docks")


def test_a_deck_lines_and_a_manifest_are_made_in_output() -> None:
    """By default ten cards; the paths are the result, and standard error says how to generate the same NPCs again."""
    ended = run(*GUARDS)
    assert ended.code == 0
    assert ended.out.splitlines() == [str(HOME / name) for name in ("cards.pdf", "people.jsonl", "manifest.jsonl")]
    assert (HOME / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert len(read_lines(HOME / "people.jsonl")) == 10
    assert "10 NPCs in " in ended.err
    assert "chargen batch five-by-five --role guard --seed docks --number 10\n" in ended.err


def test_every_option_of_printing_is_in_the_command() -> None:
    wished = ("--as", "half", "--paper", "Letter", "--theme", "pulp", "--ink", "mono", "--backs", "--no-marks")
    assert run(*GUARDS, "-n", "1", "--to", "pdf", *wished, "-o", "x").code == 0
    command = str(read_lines(Path("x/manifest.jsonl"))[0]["command"])
    assert command.endswith("--number 1 --to pdf --as half --paper Letter --theme pulp --ink mono --backs --no-marks")


def test_one_of_a_batch_becomes_a_concept() -> None:
    """--only 7 --to yaml writes the seventh, which passes the check."""
    assert run(*GUARDS, "--to", "jsonl", "-o", "all").code == 0
    ended = run(*GUARDS, "--only", "7", "--to", "yaml", "-o", "one")
    assert ended.out.splitlines() == ["one/people", "one/manifest.jsonl"]
    (path,) = Path("one/people").iterdir()
    assert path.name.startswith("007-")
    checked = run("check", path, "--strict")
    assert checked.code == 0
    assert str(read_lines(Path("all/manifest.jsonl"))[7]["name"]) in checked.out


def test_without_a_seed_a_new_one_is_printed() -> None:
    seeds = []
    for folder in ("a", "b"):
        ended = run("batch", "five-by-five", "-n", "1", "--to", "jsonl", "-o", folder)
        seeds.append(str(read_lines(Path(folder, "manifest.jsonl"))[0]["seed"]))
        assert f"--seed {seeds[-1]} --number 1 --to jsonl -o {folder}\n" in ended.err
    assert seeds[0] != seeds[1]


def test_npcs_come_from_a_spreadsheet() -> None:
    """A row each, of a game that is named or that a column names; a bad row fails alone."""
    Path("crew.csv").write_text("system;name;hit_points\nfive-by-five;Anna;4\nfive-by-five;Béla;99\n", encoding="utf-8")
    for arguments in (("five-by-five", "--people", "crew.csv"), ("crew.csv",)):
        ended = run("batch", *arguments, "--to", "jsonl", "-o", "x", "--force")
        assert ended.code == 1
        assert "crew.csv:3:" in ended.err
        assert "1 NPC could not be made: 2" in ended.err
        (record,) = read_lines(Path("x/people.jsonl"))
        assert record["number"] == 1
        assert [line["status"] for line in read_lines(Path("x/manifest.jsonl"))[1:]] == ["made", "failed"]


def test_npcs_come_from_an_archetype_of_ones_own() -> None:
    """A file that builds on a role; its errors are reported with their places, and nothing is made."""
    Path("docker.yaml").write_text("archetype: five-by-five\nextends: guard\npins: {concept: Docker}\n")
    assert run("batch", "docker.yaml", "-n", "2", "--to", "jsonl", "-o", "x").code == 0
    assert "Docker" in Path("x/people.jsonl").read_text(encoding="utf-8")
    Path("broken.yaml").write_text("archetype: five-by-five\npins: {hit_point: 4}\n")
    for spec, error in ("broken.yaml", ":2:8: error["), ("no.yaml", ": error[file/"), ("no.csv", ": error[file/"):
        ended = run("batch", spec, "-o", "y")
        assert (ended.code, ended.out) == (1, "")
        assert f"{spec}{error}" in ended.err
    assert not Path("y").exists()


def test_roles_are_listed() -> None:
    ended = run("batch", "five-by-five", "--roles")
    assert ended.code == 0
    assert "\n  guard " in ended.out
    assert len(run("batch", "--roles").out.splitlines()) > len(ended.out.splitlines()) >= 7
    assert run("batch", "--roles", "five-by-five").out == ended.out


def test_the_file_of_a_role_is_printed() -> None:
    path = roles.find_role("five-by-five", "guard")
    assert path is not None
    assert run("batch", "five-by-five", "--roles", "Guard").out == path.read_text(encoding="utf-8")


def test_a_scheduler_that_is_not_there_is_the_machines_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 3, and no file is left."""
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    ended = run("batch", "five-by-five", "--to", "jsonl", "--scheduler", "tcp://127.0.0.1:9", "-o", "x")
    assert (ended.code, ended.out) == (3, "")
    assert "there is no scheduler at tcp://127.0.0.1:9" in ended.err
    assert not list(folder.iterdir())


def test_diagnostics_about_many_npcs_are_reported_once() -> None:
    """Pins that no NPC can have are each one diagnostic for all of them."""
    Path("giant.yaml").write_text(
        "archetype: five-by-five\npins: {hit_points: 99, descriptors: {Cook: 6, Boxer: 6}}\n", encoding="utf-8"
    )
    ended = run("batch", "giant.yaml", "-n", "12", "--to", "jsonl", "-o", "x")
    assert ended.code == 1
    assert ended.err.count("giant.yaml:2:20: error[five-by-five/starting-maximum]") == 1
    assert ended.err.count("error[five-by-five/values]") == 1
    assert "12 NPCs could not be made: 1-12" in ended.err
    assert [path.name for path in Path("x").iterdir()] == ["manifest.jsonl"]


def list_workers(process: int) -> list[int]:
    """Return the worker processes of a command that is under way, once there are two."""
    until = time.monotonic() + 50
    workers: list[int] = []
    while time.monotonic() < until and len(workers) < 2:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        workers = [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        time.sleep(0.02)
    return workers


@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_a_batch_that_is_stopped_leaves_nothing(folder: Path, how: str) -> None:
    """Neither Ctrl-C nor a killed worker leaves files or processes; one line says what happened."""
    process = interruptible(*GUARDS[:-1], "2", "-n", "4000", "--to", "jsonl", "-o", "x")
    workers = list_workers(process.pid)
    while not list(folder.glob("x/.*/rows")):
        time.sleep(0.01)
    if how == "interrupted":
        os.killpg(process.pid, signal.SIGINT)
    else:
        os.kill(workers[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == ((INTERRUPTED, "") if how == "interrupted" else (MACHINE, ""))
    line = "nothing was left half-written" if how == "interrupted" else "a worker process was killed"
    assert line in err
    assert len(err.strip().split("\n")) == 1
    assert not list(folder.iterdir())
    assert all_end(workers)


def test_ones_own_spreadsheet_is_not_written_over(folder: Path) -> None:
    """Neither the one that the NPCs come from, even with --force, nor another one that chargen did not make."""
    rows = b"name,player,#notes\nAnna,Tom,owes 5\n"
    (folder / "people.csv").write_bytes(rows)
    words = ("batch", "five-by-five", "--people", "people.csv", "--to", "csv")
    for forced in ((), ("--force",)):
        ended = run(*words, "-o", ".", *forced)
        assert (ended.code, ended.out) == (2, "")
        assert "people.csv is what this batch is made from; name another folder with -o" in ended.err
    (folder / "crew.csv").write_bytes(rows)
    other = run("batch", "five-by-five", "--people", "crew.csv", "--to", "csv", "-o", ".")
    assert (other.code, other.out) == (2, "")
    assert "people.csv is no file that chargen made there, or changed since; name another folder" in other.err
    assert (folder / "people.csv").read_bytes() == rows
    assert sorted(each.name for each in folder.iterdir()) == ["crew.csv", "people.csv"]
    assert run("batch", "five-by-five", "--people", "crew.csv", "--to", "csv", "-o", ".", "--force").code == 0
    assert b"Anna" in (folder / "people.csv").read_bytes() != rows


def test_files_that_are_none_of_chargens_stay(folder: Path) -> None:
    """A deck and a manifest of another program: both are named, and left as they are."""
    own = {"cards.pdf": b"%PDF-mine", "manifest.jsonl": b'{"mine": 1}\n'}
    for name, content in own.items():
        (folder / "x").mkdir(exist_ok=True)
        (folder / "x" / name).write_bytes(content)
    ended = run(*GUARDS, "-n", "1", "-o", "x")
    assert (ended.code, ended.out) == (2, "")
    assert "x/cards.pdf and x/manifest.jsonl are no files that chargen made there" in ended.err
    assert contents(folder / "x") == own
    assert run(*GUARDS, "-n", "1", "-o", "x", "--force").code == 0


@pytest.mark.parametrize("name", ["people.csv", "people/001-*.yaml"])
def test_what_was_worked_on_is_not_written_over(name: str) -> None:
    """A table or a character file that was changed is its owner's; the same command writes unchanged ones again."""
    words = (*GUARDS, "-n", "2", "--to", "csv,yaml", "-o", "x")
    assert run(*words).code == run(*words).code == 0
    (path,) = Path("x").glob(name)
    path.write_bytes(path.read_bytes() + b"# my notes\n")
    before = contents(Path("x"))
    ended = run(*words)
    assert (ended.code, ended.out) == (2, "")
    assert f"{path} is no file that chargen made there, or changed since" in ended.err
    assert contents(Path("x")) == before


def test_a_finished_batch_is_not_replaced_by_another() -> None:
    """With --force, files of the same names are; other files stay."""
    assert run(*GUARDS, "-n", "12", "--to", "jsonl", "-o", "x").code == 0
    before = contents(Path("x"))
    fewer = (*GUARDS, "-n", "3", "--to", "csv", "-o", "x")
    ended = run(*fewer)
    assert (ended.code, ended.out) == (2, "")
    assert "x has another batch (chargen batch five-by-five --role guard --seed docks --number 12 --to" in ended.err
    assert contents(Path("x")) == before
    assert run(*fewer, "--force").code == 0
    assert set(contents(Path("x"))) == {"manifest.jsonl", "people.csv", "people.jsonl"}


@pytest.mark.parametrize("more", [(), ("-n", "3"), ("--only", "7,9"), ("-n", "3", "-o", "x")])
def test_the_command_that_is_printed_makes_the_same_npcs(more: tuple[str, ...]) -> None:
    """Typed as it is, it writes the same files again; the manifest has it, too."""
    ended = run(*GUARDS, "--to", "jsonl", *more)
    home = Path(ended.out.splitlines()[0]).parent
    before = contents(home)
    (printed,) = [line for line in ended.err.splitlines() if line.startswith("to generate the same NPCs again:")]
    assert str(read_lines(home / "manifest.jsonl")[0]["command"]) in printed
    again = run(*shlex.split(printed.partition(":")[2])[1:])
    assert (again.code, again.out) == (0, ended.out)
    assert contents(home) == before


def test_batches_that_differ_have_folders_of_their_own() -> None:
    """So two forms, or numbers, of the same NPCs do not collide."""
    for options, name in (
        ("--to jsonl", "-jsonl"),
        ("--to jsonl -n 10", "-jsonl"),
        ("--to jsonl -n 3", "-3-jsonl"),
        ("--to jsonl --only 7", "-only-7-jsonl"),
        ("--to csv", "-csv"),
        ("--to pdf -n 1 --as roster --paper Letter --ink mono", "-1-pdf-roster-letter-ink-mono"),
    ):
        ended = run(*GUARDS, *options.split())
        assert Path(ended.out.splitlines()[0]).parent == Path(f"{HOME}{name}")


def house_rules(aspects: bool) -> None:
    Path("guards.yaml").write_text("archetype: five-by-five\nextends: guard\npins: {campaign: camp.yaml}\n")
    Path("camp.yaml").write_text(f"rules: {{five-by-five: {{aspects: {str(aspects).lower()}}}}}\n")


BY_HOUSE_RULES = ("batch", "guards.yaml", "--seed", "k", "-n", "120", "--to", "jsonl", "--jobs", "1", "-o")


def test_all_npcs_of_a_batch_have_the_same_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read once; changes of their file while NPCs are made have no effect."""
    house_rules(aspects=True)
    assert run(*BY_HOUSE_RULES, "calm").code == 0

    def make_chunk(task: tuple[Work, Sequence[int]]) -> ChunkResult:
        house_rules(aspects=False)
        return chunk_job.make_chunk(task)

    monkeypatch.setattr(batch_run, "make_chunk", make_chunk)
    assert run(*BY_HOUSE_RULES, "disturbed").code == 0
    found = Path("disturbed/people.jsonl").read_bytes()
    assert found == Path("calm/people.jsonl").read_bytes()
    assert b"aspect" in found.splitlines()[-1]


def test_a_terminal_sees_how_far_it_has_come() -> None:
    """A bar with the number of NPCs made, which is removed at the end."""
    seen = shown(*GUARDS, "-n", "120", "--to", "jsonl").seen
    assert "of 120 NPCs" in seen
    assert "━" in seen
    assert seen.count("manifest.jsonl") == 1
