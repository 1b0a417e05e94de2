"""Work shared among processes of this machine, which end with the one that began them, and are replaced."""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context
from typing import Generic, Self, TypeAlias, TypeVar

from chargen import fileio, gc_tuning

T = TypeVar("T")
U = TypeVar("U")

MOST_DEATHS = 3
"""So often a task may take its process with it before it is given up (ours)."""
TICK_SECONDS = 0.5
PATIENCE_SECONDS = 3.0
"""How long a process that is told to end may take; then it is killed (ours)."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What comes of a task that took every process with it."""

    deaths: int = MOST_DEATHS


Result: TypeAlias = tuple[T, U | Lost] | None
"""A task with what came of it; None now and then, so that whoever waits can say so."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux says it
        return os.cpu_count() or 1


def results(do: Callable[[T], U], tasks: Iterable[T], jobs: int) -> Iterator[Result[T, U]]:
    """What comes of each task, as it is finished, from a pool of its own; see `Pool.results`."""
    with Pool(jobs) as pool:
        yield from pool.results(do, tasks)


class Pool:
    """Worker processes that are replaced when they die: a context, at whose end they end.

    ``warm_up``: what a process may do before there is work for it.
    """

    def __init__(self, jobs: int, warm_up: Callable[[], object] = int) -> None:
        self.jobs = jobs
        self._warm_up = warm_up
        self._executor: ProcessPoolExecutor | None = None
        self._warming_up = 0
        self._others = frozenset(multiprocessing.active_children())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.stop()

    def expect(self, tasks: int) -> None:
        """Start the processes that so many tasks will need, and let them warm up."""
        while self._warming_up < min(tasks, self.jobs) > 1:
            self._warming_up += 1
            self.submit(self._warm_up)

    def results(self, do: Callable[[T], U], tasks: Iterable[T]) -> Iterator[Result[T, U]]:
        """What comes of each task, as it is finished; with one job, or one task, in this process.

        No more tasks are under way at a time than are needed to keep the processes busy. A process that is killed costs
        what it was at, which is done again. Raises what ``do`` raises.
        """
        some = iter(tasks)
        first = list(islice(some, 2))
        tasks = chain(first, some)
        if self.jobs < 2 or len(first) < 2:
            yield from ((task, do(task)) for task in tasks)
        else:
            yield from _Run(self, do).results(tasks)

    def submit(self, do: Callable[..., U], *task: object) -> Future[U]:
        """Have something done by one of the processes, which are started where they are missing."""
        for _ in range(2):
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin)
            try:
                return self._executor.submit(do, *task)
            except BrokenProcessPool:  # it broke after the last result, while nobody looked
                self.stop()
        raise RuntimeError("worker processes die as soon as they are started")

    def stop(self) -> None:
        """End the processes at once: they leave nothing half-done behind.

        Where one has died the executor ends the others too, but not one that it was just starting, for which it would
        then wait for ever.
        """
        own = [child for child in multiprocessing.active_children() if child not in self._others]
        for worker in own:
            worker.terminate()
        until = time.monotonic() + PATIENCE_SECONDS
        for worker in own:
            worker.join(max(0.0, until - time.monotonic()))
            worker.kill()
        self.close()

    def close(self) -> None:
        """End the processes, once they have finished what they are at."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


ALONE = Pool(1)
"""No worker processes: what is to be done is done in this one."""


class _Run(Generic[T, U]):
    """Tasks under way in a pool, which are tried again where a process dies."""

    def __init__(self, pool: Pool, do: Callable[[T], U]) -> None:
        self._pool = pool
        self._do = do
        self._under_way: dict[Future[U], tuple[int, T]] = {}
        self._deaths: dict[int, int] = {}
        self._suspects: deque[tuple[int, T]] = deque()
        """Tasks that were under way when a process died; each is tried by itself, which tells whose fault it was."""

    def results(self, tasks: Iterable[T]) -> Iterator[Result[T, U]]:
        """What comes of each task, as it is finished."""
        waiting = enumerate(tasks)
        while True:
            self._hand_out(waiting)
            if not self._under_way:
                return
            done, _ = wait(self._under_way, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                yield None
            for future in done:
                yield from self._taken(future)

    def _hand_out(self, waiting: Iterator[tuple[int, T]]) -> None:
        if self._suspects:
            if not self._under_way:
                self._submit(self._suspects.popleft())
            return
        while len(self._under_way) <= self._pool.jobs and (task := next(waiting, None)) is not None:
            self._submit(task)

    def _submit(self, task: tuple[int, T]) -> None:
        self._under_way[self._pool.submit(self._do, task[1])] = task

    def _taken(self, future: Future[U]) -> Iterator[Result[T, U]]:
        task = self._under_way.pop(future, None)
        if task is None:
            return
        try:
            yield task[1], future.result()
        except BrokenProcessPool:
            yield from self._mourned([task, *self._under_way.values()])

    def _mourned(self, lost: list[tuple[int, T]]) -> Iterator[Result[T, U]]:
        """A process has died, and its pool with it: what was under way is tried again, one after another."""
        self._pool.stop()
        self._under_way.clear()
        alone = len(lost) == 1
        for number, task in sorted(lost, key=lambda entry: entry[0]):
            self._deaths[number] = self._deaths.get(number, 0) + alone
            if self._deaths[number] < MOST_DEATHS:
                self._suspects.append((number, task))
            else:
                yield task, Lost()


def _begin() -> None:
    """In a new process: leave Ctrl-C to the one that a terminal talks to, and end when that one does or says so."""
    gc_tuning.tune_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _end()


def _end() -> None:
    fileio.tidy()
    os._exit(1)
