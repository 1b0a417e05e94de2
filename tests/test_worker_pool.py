"""Work shared among processes: a killed one loses no task, and none outlives its parent."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chargen import worker_pool
from chargen.sheets import printing
from chargen.worker_pool import Lost, Pool
from tests import pooled
from tests.scale import some


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes as outside of the tests."""
    monkeypatch.setattr(worker_pool, "get_context", multiprocessing.get_context)


def waited(folder: Path, number: int) -> list[int]:
    """Return the processes that have written their numbers into a folder, once there are enough."""
    until = time.monotonic() + 60
    while time.monotonic() < until and len(list(folder.glob("*.pid"))) < number:
        time.sleep(0.02)
    return [int(each.stem) for each in folder.glob("*.pid")]


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text(encoding="utf-8")


def all_end(processes: list[int], seconds: float = 20) -> bool:
    """Return whether processes end within some time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(map(lives, processes)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.usefixtures("spawned")
@pytest.mark.parametrize("workers", [1, 3])
def test_results_are_in_the_order_of_the_jobs(workers: int) -> None:
    """However long each job takes."""
    with Pool(workers) as pool:
        assert list(printing.in_order(pooled.doubled, range(5), pool)) == [0, 2, 4, 6, 8]
        assert list(printing.in_order(pooled.doubled, [], pool)) == []


@pytest.mark.usefixtures("spawned")
def test_a_killed_process_is_replaced(tmp_path: Path) -> None:
    jobs = [(tmp_path / "killed", number) for number in range(5)]
    with Pool(2) as pool:
        assert list(printing.in_order(pooled.kills_once, jobs, pool)) == [0, 2, 4, 6, 8]
    assert (tmp_path / "killed").exists()


def test_a_task_that_kills_every_process_is_given_up() -> None:
    """The other jobs are done."""
    with Pool(2) as pool:
        assert list(printing.in_order(pooled.kills, range(5), pool)) == [0, 2, Lost(worker_pool.MOST_DEATHS), 6, 8]


def test_processes_start_before_there_is_work() -> None:
    """As many as there are tasks, up to the number of jobs; none for one task."""
    before = set(multiprocessing.active_children())
    with Pool(1) as alone:
        alone.expect(3)
        assert set(multiprocessing.active_children()) == before
    with Pool(2) as pool:
        pool.expect(1)
        assert set(multiprocessing.active_children()) == before
        pool.expect(2)
        pool.expect(3)
        started = {child.pid for child in set(multiprocessing.active_children()) - before}
        assert len(started) == 2
        assert started.issuperset(printing.in_order(pooled.process, range(4), pool))


@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], 2))
def test_no_process_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    """However the parent ends; half-written files are removed."""
    program = (
        "import signal; from pathlib import Path; from chargen import worker_pool; from tests import pooled\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored\n"
        f"    list(worker_pool.run_tasks(pooled.writes_for_ever, 3 * [Path({str(tmp_path)!r})], 2))"
    )
    script = tmp_path / "begin.py"
    script.write_text(program)
    begun = subprocess.Popen(
        [sys.executable, script], env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    )
    workers = waited(tmp_path, 2)
    assert len(workers) == 2
    begun.send_signal(how)
    begun.wait(timeout=20)
    assert all_end(workers)
    assert not list(tmp_path.glob(".*.part"))


def test_a_process_that_ignores_sigterm_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So Ctrl-C does not wait for it."""
    monkeypatch.setattr(worker_pool, "END_SECONDS", 0.2)
    results = worker_pool.run_tasks(pooled.deaf, 3 * [tmp_path], 2)
    assert next(results) is None
    workers = waited(tmp_path, 2)
    began = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 10
    assert all_end(workers)


def test_a_process_that_ignores_sigterm_does_not_block_the_end_of_a_broken_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The executor would wait forever; the tasks of both are done again."""
    monkeypatch.setattr(worker_pool, "END_SECONDS", 0.2)
    with Pool(2) as pool:
        assert list(printing.in_order(pooled.deaf_once, [(tmp_path, number) for number in range(3)], pool)) == [0, 1, 2]
