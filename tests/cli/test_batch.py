"""`chargen batch`: which NPCs are made, which files are written, and what stops it."""

import os
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

from chargen.batch import chunk_job, cluster
from chargen.batch.chunk_job import ChunkResult
from chargen.batch.job import Work
from chargen.cli.base import INTERRUPTED, MACHINE
from chargen.cli.table import batch
from tests.batch.ordering import contents, read_lines
from tests.cli.running import run
from tests.cli.terminal import shown
from tests.cli.test_command import interruptible
from tests.test_worker_pool import all_end

GUARDS = ("batch", "five-by-five", "--role", "guard", "--seed", "docks", "--jobs", "1")


def test_without_a_seed_a_new_one_is_printed() -> None:
    seeds = []
    for folder in ("a", "b"):
        ended = run("batch", "five-by-five", "-n", "1", "--to", "jsonl", "-o", folder)
        seeds.append(str(read_lines(Path(folder, "manifest.jsonl"))[0]["seed"]))
        assert f"--seed {seeds[-1]} --number 1 --to jsonl -o {folder}\n" in ended.err
    assert seeds[0] != seeds[1]


def test_a_scheduler_that_is_not_there_is_the_machines_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 3, and no file is left."""
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    ended = run("batch", "five-by-five", "--to", "jsonl", "--scheduler", "tcp://127.0.0.1:9", "-o", "x")
    assert (ended.code, ended.out) == (3, "")
    assert "there is no scheduler at tcp://127.0.0.1:9" in ended.err
    assert not list(folder.iterdir())


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


def house_rules(aspects: bool) -> None:
    Path("guards.yaml").write_text("archetype: five-by-five\nextends: guard\npins: {campaign: camp.yaml}\n")
    Path("camp.yaml").write_text(f"rules: {{five-by-five: {{aspects: {str(aspects).lower()}}}}}\n")


BY_HOUSE_RULES = ("batch", "guards.yaml", "--seed", "k", "-n", "120", "--to", "jsonl", "--jobs", "1", "-o")


def test_all_npcs_of_a_batch_have_the_same_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read once; changes of their file while NPCs are made have no effect."""
    house_rules(aspects=True)
    assert run(*BY_HOUSE_RULES, "calm").code == 0

    def make_chunk(work: Work) -> ChunkResult:
        house_rules(aspects=False)
        return chunk_job.make_chunk(work)

    monkeypatch.setattr(batch, "make_chunk", make_chunk)
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


@pytest.mark.parametrize(
    ("game", "rows", "wrong"),
    [
        # A heading hides no cell, and a cell none of its row: neither what cannot be read, nor what breaks a rule.
        (
            "five-by-five",
            "name,role,hit_points,armr\nAda,gard,x,hat\n",
            ["1:22 unknown-column", "2:5 unknown-role", "2:10 wrong-type"],
        ),
        (
            "five-by-five",
            "name,role,hit_points,descriptors.Foo\nAda,gard,x,7\n",
            ["2:5 unknown-role", "2:10 wrong-type", "2:12 starting-maximum"],
        ),
        ("five-by-five", "name,weapons,armor\nAda,katana; bazooka,mithril\n", ["2:5 weapons"] * 2 + ["2:21 armor"]),
        (
            "gamocles",
            "name,traits.grit,traits.reason,skills.arcane\nAda,-3,-2,x\n",
            ["2:11 wrong-type", "2:5 traits-limits", "2:8 traits-limits"],
        ),
        (
            "facade",
            "name,attributes.body.strength,skills.Martial\nAda,99,x\nBo,x,9\n",
            ["2:8 wrong-type", "3:4 wrong-type", "2:5 attribute-range", "3:6 skill-levels"],
        ),
        # What hangs on a rule that cannot be read is not judged.
        ("five-by-five", "name,rules.aspects,aspects.brawn\nAda,yess,superior\n", ["2:5 wrong-type"]),
    ],
)
def test_no_mistake_of_a_spreadsheet_hides_another(game: str, rows: str, wrong: list[str]) -> None:
    Path("people.csv").write_text(rows, encoding="utf-8")
    ended = run("batch", game, "--people", "people.csv", "--seed", "a", "--jobs", "1", "--to", "jsonl", "-o", "out")
    assert ended.code == 1
    found = re.findall(r"^people.csv:(\d+:\d+): error\[[\w-]+/([\w-]+)\]", ended.err, re.MULTILINE)
    assert [" ".join(each) for each in found] == wrong


def test_a_workbook_is_to_be_saved_as_csv() -> None:
    """Under whatever name, and as the one source or as the people of a game."""
    for name, arguments in {"crew.xlsx": ["five-by-five", "--people"], "crew.csv": []}.items():
        Path(name).write_bytes(b"PK\x03\x04\x14\0\0\0xl/workbook.xml")
        ended = run("batch", *arguments, name, "-o", "out")
        assert (ended.code, ended.out) == (1, "")
        assert "this is an office document or an archive, not a CSV file" in ended.err
        assert "save it as CSV" in ended.err
