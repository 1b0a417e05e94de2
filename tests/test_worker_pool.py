"""Work shared among processes: results in order, and no process outlives its parent."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chargen import worker_pool
from chargen.worker_pool import start_processes
from tests import pooled
from tests.scale import some


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


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_are_in_the_order_of_the_tasks(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long each task takes, and of processes that are started as outside of the tests."""
    monkeypatch.setattr(worker_pool, "get_context", multiprocessing.get_context)
    with start_processes(jobs) as workers:
        assert list(workers.map(pooled.doubled, range(5))) == [0, 2, 4, 6, 8]
        assert list(workers.map(pooled.doubled, [])) == []


def test_a_single_task_needs_no_other_process() -> None:
    with start_processes(2) as workers:
        assert list(workers.map(pooled.process, [1])) == [os.getpid()]
        assert os.getpid() not in workers.map(pooled.process, [1, 2])


def test_a_killed_process_is_reported_and_the_others_end(tmp_path: Path) -> None:
    """Also one that ignores SIGTERM, for which the executor itself would wait forever."""
    began = time.monotonic()
    with pytest.raises(ChildProcessError, match="a worker process was killed"), start_processes(2) as workers:
        list(workers.map(pooled.deaf_or_killed, [(tmp_path, number) for number in range(3)]))
    assert time.monotonic() - began < 30
    assert all_end(waited(tmp_path, 1))


@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], 2))
def test_no_process_outlives_its_parent(tmp_path: Path, how: signal.Signals) -> None:
    """However the parent ends; half-written files are removed."""
    program = (
        "import signal; from pathlib import Path; from chargen.worker_pool import start_processes\n"
        "from tests import pooled\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored\n"
        "    with start_processes(2) as workers:\n"
        f"        list(workers.map(pooled.writes_for_ever, 3 * [Path({str(tmp_path)!r})]))"
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
