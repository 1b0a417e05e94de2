"""The command as a shell runs it: exit codes, streams, colours, signals; and never a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from chargen import __version__
from tests.cli.running import CHARGEN, DOUBLED, LARRY, SHORT, begin, run, shell, write_characters
from tests.cli.terminal import shown
from tests.scale import QUICK, first
from tests.test_worker_pool import all_end


def interruptible(*arguments: str) -> subprocess.Popen[str]:
    """Begin `chargen` as a terminal does: in a session of its own, which gets Ctrl-C."""
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    return begin(*arguments, start_new_session=True, **streams)


def test_the_shell_sees_exit_codes(folder: Path) -> None:
    """0 fine, 1 a character breaks a rule, 2 wrong usage, 3 the machine cannot do it."""
    (folder / "file").write_text("")
    new = subprocess.run([*CHARGEN, "check", "-"], input=LARRY.encode(), capture_output=True, timeout=60, check=False)
    assert (new.returncode, new.stderr) == (0, b"")
    assert new.stdout == shell("check", "-", stdin=LARRY).stdout.encode()
    broken = shell("check", "-", stdin=DOUBLED)
    assert (broken.returncode, broken.stderr) == (1, "")
    usage = shell("chek")
    assert (usage.returncode, usage.stdout) == (2, "")
    machine = shell("new", "five-by-five", "-o", "file/x.yaml")
    assert (machine.returncode, machine.stdout) == (3, "")
    assert "Traceback" not in broken.stdout + usage.stderr + machine.stderr


def test_the_version_is_reported() -> None:
    assert run("--version").out == f"chargen, version {__version__}\n"


def test_colours_are_for_terminals_only(folder: Path) -> None:
    """A pipe gets none, a terminal does, NO_COLOR takes them away, and --color or --no-color decides."""
    (folder / "larry.yaml").write_text(DOUBLED)
    assert "\x1b[" not in run("check", "larry.yaml").out
    assert "\x1b[" in shown("check", "larry.yaml").coloured
    assert "\x1b[" not in shown("check", "larry.yaml", NO_COLOR="1").coloured
    assert "\x1b[" not in shown("check", "larry.yaml", TERM="dumb").coloured
    assert "\x1b[" not in shown("check", "larry.yaml", TERM="").coloured
    assert "\x1b[" in run("--color", "check", "larry.yaml").out
    assert "\x1b[" not in run("--no-color", "check", "larry.yaml").out


def test_output_that_cannot_be_encoded_is_no_error() -> None:
    """On a terminal that knows ASCII only, letters that it lacks are replaced."""
    ended = shell("check", "-", stdin=LARRY.replace("Larry", "Łarry"), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.returncode in (0, 1)
    assert "Traceback" not in ended.stderr
    shown = subprocess.run(
        [*CHARGEN, "odds", "five-by-five", "--value", "4"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        timeout=60,
        check=True,
    )
    assert b"19/36" in shown.stdout
    assert b"##########" in shown.stdout


@pytest.mark.parametrize("command", ["show", "check", "compare larry.yaml", "encounter --simulate larry.yaml"])
def test_json_is_utf_8_on_every_machine(command: str, folder: Path) -> None:
    """Whatever the locale; RFC 8259 asks for it."""
    (folder / "larry.yaml").write_text(LARRY.replace("Larry Vance", "Łucja Ñandú"), encoding="utf-8")
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = begin(
        *command.split(), "larry.yaml", "--format", "json", environment={"PYTHONIOENCODING": "cp1252"}, **streams
    )
    printed, _ = process.communicate(timeout=60)
    assert "Łucja Ñandú" in json.dumps(json.loads(printed.decode("utf-8")), ensure_ascii=False)


def test_a_closed_pipe_is_no_error() -> None:
    process = begin("schema", "five-by-five", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    printed = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert printed == b""


def test_work_goes_on_when_no_one_reads_its_output(folder: Path) -> None:
    """`chargen render … | head -1` prints every sheet, and the exit code says how all of it went."""
    write_characters("Ada", "Bea", "Cid")
    (folder / "broken.yaml").write_text(DOUBLED)
    process = begin("render", ".", "--to", "html", "--jobs", "1", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(timeout=60) == 1
    assert len(list((folder / "output").iterdir())) == 3


def test_the_exit_code_stands_when_no_one_reads_the_messages(folder: Path) -> None:
    """`chargen batch … 2>&1 | head -1` says how it went, as without a reader that leaves."""
    (folder / "bad.csv").write_text("name,role,hit_points\nAda,guard,x\nBo,guard,2\nCy,guard,x\n", encoding="utf-8")
    line = "batch five-by-five --people bad.csv --to csv -o b"
    process = begin(*line.split(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    process.stderr.close()
    assert process.wait(timeout=60) == 1
    assert (folder / "b/people.csv").exists()


def test_a_full_standard_output_is_named(folder: Path) -> None:
    (folder / "larry.yaml").write_text(LARRY, encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        process = begin("check", "larry.yaml", stdout=full, stderr=subprocess.PIPE, encoding="utf-8")
        _, printed = process.communicate(timeout=60)
    assert (process.returncode, printed) == (3, "chargen: No space left on device (standard output)\n")


@pytest.mark.parametrize("closed", first(["<&- >&- 2>&-", "<&-", ">&-", "2>&-"]))
def test_streams_that_are_closed_are_no_error(folder: Path, closed: str) -> None:
    """What no one wants to see is not shown, and no file takes its place."""
    (folder / "x.yaml").write_text(SHORT)
    line = f'"$0" -m chargen render x.yaml --to html {closed}'
    ended = subprocess.run(["sh", "-c", line, sys.executable], timeout=60, capture_output=True, check=False)
    assert ended.returncode == 0
    assert b"should not happen" not in ended.stderr
    assert (folder / "output/larry-vance.html").read_bytes().endswith(b"</html>")
    assert b"output/" not in (folder / "output/larry-vance.html").read_bytes()


def test_what_should_not_happen_is_reported_in_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of chargen ends in a line and a way to find out more, not in a traceback; exit 3."""
    from chargen import checking

    def broken(checked: object) -> str:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(checking, "make_sheet", broken)
    ended = run("show", "-", stdin=LARRY.encode())
    assert (ended.code, ended.out) == (3, "")
    assert "ZeroDivisionError: a bug" in ended.err
    assert "CHARGEN_DEBUG=1" in ended.err


@pytest.mark.parametrize(("jobs", "times"), [("2", 2), *([] if QUICK else [("2", 1), ("1", 1)])])
def test_an_interruption_leaves_only_finished_files_and_no_worker(folder: Path, jobs: str, times: int) -> None:
    """Ctrl-C while sheets are printed stops further sheets, and reports it; a second one ends the command at once."""
    write_characters(*(f"Larry {number}" for number in range(40)))
    process = interruptible("render", ".", "--to", "html,pdf", "--jobs", jobs)
    output = folder / "output"
    until = time.monotonic() + 50
    while time.monotonic() < until and not list(output.glob("*.pdf")):
        time.sleep(0.02)
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    workers = [int(child) for child in listed.split()]
    assert jobs == "1" or len(workers) >= 2
    for _ in range(times):
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the workers, too
        time.sleep(0.1)
    _, printed = process.communicate(timeout=60)
    assert process.returncode not in (0, 1, 2, 3)
    assert "Traceback" not in printed
    assert "interrupted" in printed or times > 1
    assert all_end(workers)
    sheets = list(output.iterdir())
    assert 2 <= len(sheets) < 60
    assert {sheet.suffix for sheet in sheets} <= {".html", ".pdf"}
    for sheet in sheets:
        assert sheet.read_bytes().rstrip().endswith(b"%%EOF" if sheet.suffix == ".pdf" else b"</html>")


def test_progress_is_shown_on_a_terminal_only(folder: Path) -> None:
    """With several sheets to print a terminal has a bar; a pipe gets only the paths."""
    write_characters("Ada", "Bea", "Cid")
    quiet = shell("render", ".", "--to", "html", "--jobs", "1")
    assert (quiet.returncode, quiet.stderr) == (0, "")
    assert len(quiet.stdout.splitlines()) == 3
    seen = shown("render", ".", "--to", "html", "--jobs", "1").seen
    assert "1 of 3 sheets" in seen
    assert "output/cid.html" in seen
