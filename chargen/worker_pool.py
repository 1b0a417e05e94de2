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
from typing import Generic, TypeAlias, TypeVar

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
    """What comes of each task, as it is finished; with one job, or one task, in this process.

    No more tasks are under way at a time than are needed to keep the processes busy. A process that is killed costs
    what it was at, which is done again. Raises what ``do`` raises.
    """
    some = iter(tasks)
    first = list(islice(some, 2))
    tasks = chain(first, some)
    if jobs < 2 or len(first) < 2:
        yield from ((task, do(task)) for task in tasks)
        return
    pool = _Pool(do, jobs)
    try:
        yield from pool.results(tasks)
    except BaseException:
        pool.stop()
        raise
    pool.close()


class _Pool(Generic[T, U]):
    """Worker processes that are replaced when they die."""

    def __init__(self, do: Callable[[T], U], jobs: int) -> None:
        self._do = do
        self._jobs = jobs
        self._executor: ProcessPoolExecutor | None = None
        self._under_way: dict[Future[U], tuple[int, T]] = {}
        self._others = frozenset(multiprocessing.active_children())
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
        while len(self._under_way) <= self._jobs and (task := next(waiting, None)) is not None:
            self._submit(task)

    def _submit(self, task: tuple[int, T]) -> None:
        for _ in range(2):
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self._jobs, get_context("spawn"), _begin)
            try:
                future = self._executor.submit(self._do, task[1])
            except BrokenProcessPool:  # it broke after the last result, while nobody looked
                self.close()
            else:
                self._under_way[future] = task
                return
        raise RuntimeError("worker processes die as soon as they are started")

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
        self.close()
        self._under_way.clear()
        alone = len(lost) == 1
        for number, task in sorted(lost, key=lambda entry: entry[0]):
            self._deaths[number] = self._deaths.get(number, 0) + alone
            if self._deaths[number] < MOST_DEATHS:
                self._suspects.append((number, task))
            else:
                yield task, Lost()

    def stop(self) -> None:
        """End the processes at once: they leave nothing half-done behind."""
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
