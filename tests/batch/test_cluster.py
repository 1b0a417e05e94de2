"""A batch on a Dask cluster: a real scheduler and two workers, one of which is killed during the run."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chargen.batch import cluster, job
from chargen.render import health
from chargen.worker_pool import Workers
from tests.batch.ordering import contents, made, work


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A scheduler: without workers at first, and then with those that a test asks for, each a process of its own."""
    from distributed import LocalCluster  # imported here: it takes half a second, and other tests do without

    options = {"n_workers": 0, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options, local_directory=tmp_path_factory.mktemp("dask")) as started:  # type: ignore[no-untyped-call]
        yield started


def refused(address: str, why: str) -> None:
    with pytest.raises(ConnectionError, match=why), cluster.connect(address):
        pass


def test_a_cluster_that_loses_a_worker_makes_the_files_of_a_local_run(
    started: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers begin, one is killed while both have chunks, and every byte is the same as by one process here.

    Before they begin, a scheduler without workers is reported, and so is a worker with another printer.
    """
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "WAIT_SECONDS", 1)
        refused(started.scheduler_address, f"has no workers: `dask worker {re.escape(started.scheduler_address)}`")
    started.scale(2)
    started.wait_for_workers(2)
    with monkeypatch.context() as patch:
        patch.setattr(health, "VERSION", "0.0.0")
        refused(started.scheduler_address, r"tcp://.* has chargen .* instead of 0\.0\.0; .*; install the same")

    with started.get_client() as client:
        victim = next(iter(client.run(os.getpid).values()))
    monkeypatch.setattr(job, "PAPERS_OF_A_CHUNK", 3)
    ordered = work(36, "half", formats=("pdf", "csv", "jsonl", "yaml"))
    taken: list[object] = []

    class Losing(Workers):
        def map(self, do: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
            for result in super().map(do, tasks):
                taken.append(result)
                if len(taken) == 2:
                    os.kill(victim, signal.SIGKILL)
                yield result

    with cluster.connect(started.scheduler_address) as workers:
        assert workers.number == 2
        made(ordered, tmp_path / "cluster", Losing(workers.executor, 2))
    assert len(taken) >= 6
    made(ordered, tmp_path / "here")
    of_one = contents(tmp_path / "here")
    assert len(of_one) == 40
    assert contents(tmp_path / "cluster") == of_one


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "tcp://127.0.0.1:x", "foo://127.0.0.1:9", ""])
def test_a_scheduler_that_is_not_there_is_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, for any mistake in the address."""
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    refused(address, "there is no scheduler at")


@pytest.mark.parametrize(
    ("prefix", "line"),
    [
        ("/home/gm/.local/share/pipx/venvs/chargen", "pipx inject chargen dask distributed"),
        ("/home/gm/.local/share/uv/tools/chargen", "uv pip install --python /its/python dask distributed"),
        ("/home/gm/chargen/.venv", "/its/python -m pip install dask distributed"),
    ],
)
def test_without_dask_the_line_to_install_it_is_printed(
    monkeypatch: pytest.MonkeyPatch, prefix: str, line: str
) -> None:
    """It is an extra, goes where chargen is, and never asks an index for a package of our name."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(sys, "executable", "/its/python")
    refused("tcp://127.0.0.1:9", rf"not installed here: {re.escape(line)}$")


def test_no_page_installs_a_package_of_our_name() -> None:
    """The name is free on the package index, and anyone who took it could run code on our users' machines."""
    root = Path(__file__).parent.parent.parent
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("docs/games/*.md"), *root.glob("chargen/**/*.py")]
    sent = re.compile(r"pipx? install\s+['\"]?chargen\b")
    assert [path.name for path in pages if sent.search(path.read_text(encoding="utf-8"))] == []
