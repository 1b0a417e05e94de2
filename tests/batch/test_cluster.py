"""A batch on a Dask cluster: a real scheduler and two workers, one of which is killed during the run."""

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from chargen.batch import cluster, run
from chargen.batch.cluster import ClusterError
from chargen.batch.job import Chunk, Work, cut_chunks
from chargen.batch.run import Result
from tests.batch.ordering import contents, made, work


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A scheduler: without workers at first, and then with those that a test asks for, each a process of its own."""
    options = {"n_workers": 0, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options, local_directory=tmp_path_factory.mktemp("dask")) as started:  # type: ignore[no-untyped-call]
        yield started


def test_a_scheduler_without_workers_is_reported(started: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    with pytest.raises(ClusterError, match=f"has no workers: `dask worker {re.escape(started.scheduler_address)}`"):
        list(cluster.make_on_cluster(work(), cut_chunks(work()), started.scheduler_address))


def test_another_version_on_a_worker_is_reported(started: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is made, with both versions; and again where a chunk is made."""
    started.scale(1)
    started.wait_for_workers(1)
    other = replace(work(), program={**work().program, "Pango": "0.0.0"})
    with pytest.raises(ClusterError, match=r"tcp://.* has Pango .* instead of 0\.0\.0; install the same"):
        list(cluster.make_on_cluster(other, cut_chunks(other), started.scheduler_address))
    monkeypatch.setattr(cluster, "_check_workers", lambda *_: None)
    with pytest.raises(ClusterError, match=r"a worker has Pango .* instead of 0\.0\.0; install the same"):
        list(cluster.make_on_cluster(other, cut_chunks(other), started.scheduler_address))


def test_a_cluster_that_loses_a_worker_makes_the_files_of_a_local_run(started: Any, tmp_path: Path) -> None:
    """Two workers begin, one is killed while both have chunks, and every byte is the same as by one process here."""
    ordered = work(240, "half", formats=("pdf", "csv", "jsonl", "yaml"))
    assert len(list(cut_chunks(ordered))) >= 6
    started.scale(2)
    started.wait_for_workers(2)
    with started.get_client() as client:
        victim = next(iter(client.run(os.getpid).values()))
    killed_at: list[int] = []

    def engine(some_work: Work, some: Iterable[Chunk]) -> Iterator[Result]:
        every = cluster.make_on_cluster(some_work, some, started.scheduler_address)
        for count, result in enumerate(filter(None, every), 1):
            if count == 3:
                os.kill(victim, signal.SIGKILL)
                killed_at.append(count)
            yield result

    made(ordered, tmp_path / "cluster", engine)
    assert killed_at == [3]
    made(ordered, tmp_path / "here", partial(run.make_here, jobs=1))
    of_one = contents(tmp_path / "here")
    assert len(of_one) == 244
    assert contents(tmp_path / "cluster") == of_one


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "tcp://127.0.0.1:x", "foo://127.0.0.1:9", ""])
def test_a_scheduler_that_is_not_there_is_reported(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, for any mistake in the address."""
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 1)
    with pytest.raises(ClusterError, match="there is no scheduler at"):
        list(cluster.make_on_cluster(work(), cut_chunks(work()), address))


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
    with pytest.raises(ClusterError, match=rf"not installed here: {re.escape(line)}$"):
        list(cluster.make_on_cluster(work(), cut_chunks(work()), "tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    ("reply", "difference"),
    [
        (ImportError("No module named 'chargen'", name="chargen"), "no chargen"),
        (ImportError("No module named 'chargen.batch.program'", name="chargen.batch.program"), "another chargen"),
        (OSError("no templates"), "a chargen that does not start (no templates)"),
        ({"chargen": "2"}, "chargen 2 instead of 1"),
        ({"chargen": "1"}, ""),
    ],
)
def test_a_worker_is_reported_by_what_it_lacks(reply: object, difference: str) -> None:
    """A machine without chargen, with another one, or with one that does not start; the same one is no error."""
    assert cluster._difference({"chargen": "1"}, reply) == difference


def test_no_page_installs_a_package_of_our_name() -> None:
    """The name is free on the package index, and anyone who took it could run code on our users' machines."""
    root = Path(__file__).parent.parent.parent
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("docs/games/*.md"), *root.glob("chargen/**/*.py")]
    sent = re.compile(r"pipx? install\s+['\"]?chargen\b")
    assert [path.name for path in pages if sent.search(path.read_text(encoding="utf-8"))] == []
