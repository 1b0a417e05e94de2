"""Share work among processes of this machine, which are replaced when they die and end with their parent."""

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

MOST_DEATHS = 3  # A task that kills its process so often is given up (chargen's default)
TICK_SECONDS = 0.5
END_SECONDS = 3.0  # How long a process may take to end; then it is killed (chargen's default)


@dataclass(frozen=True, slots=True)
class Lost:
    """The result of a task that killed every process that it was given to."""

    deaths: int = MOST_DEATHS


Result: TypeAlias = tuple[T, U | Lost] | None
"""A task with its result; None now and then, so that the progress can be shown."""


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        # Containers and `taskset` may allow fewer cores than the machine has.
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux has it
        return os.cpu_count() or 1


def run_tasks(do: Callable[[T], U], tasks: Iterable[T], jobs: int) -> Iterator[Result[T, U]]:
    """Yield each task with its result, as it is finished, from a pool of its own; see `Pool.results`."""
    with Pool(jobs) as pool:
        yield from pool.results(do, tasks)


class Pool:
    """Worker processes that are replaced when they die, for a ``with`` block.

    ``warm_up``: what a process does before there is work for it, such as imports.
    """

    def __init__(self, jobs: int, warm_up: Callable[[], object] = int) -> None:
        self.jobs = jobs
        self._warm_up = warm_up
        self._executor: ProcessPoolExecutor | None = None
        self._warming_up = 0
        # Processes of the caller's own, which `stop` must not end.
        self._others = frozenset(multiprocessing.active_children())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.stop()

    def expect(self, tasks: int) -> None:
        """Start the processes that this number of tasks will need, and let them warm up."""
        # With one task or job there is no other process.
        while self._warming_up < min(tasks, self.jobs) > 1:
            self._warming_up += 1
            self.submit(self._warm_up)

    def results(self, do: Callable[[T], U], tasks: Iterable[T]) -> Iterator[Result[T, U]]:
        """Yield each task with its result, as it is finished; with one job, or one task, do it in this process.

        Tasks are taken only as fast as the processes do them. The task of a killed process is done again. Raises what
        ``do`` raises.
        """
        some = iter(tasks)
        # Two are enough to know whether other processes pay off.
        first = list(islice(some, 2))
        tasks = chain(first, some)
        if self.jobs < 2 or len(first) < 2:
            yield from ((task, do(task)) for task in tasks)
        else:
            yield from _Run(self, do).results(tasks)

    def submit(self, do: Callable[..., U], *task: object) -> Future[U]:
        """Give a task to one of the processes, which are started where there are none."""
        for _ in range(2):
            if self._executor is None:
                # Not forked: libraries of the printer have threads and locks, which a fork would copy in any state.
                self._executor = ProcessPoolExecutor(self.jobs, get_context("spawn"), _begin)
            try:
                return self._executor.submit(do, *task)
            except BrokenProcessPool:  # a process died after the last result was taken
                self.stop()
        raise RuntimeError("worker processes die as soon as they are started")

    def stop(self) -> None:
        """End the processes at once; `_end` removes what they have half-written."""
        # Where a process has died, the executor ends the others, but not one that it was just starting: it would wait
        # for that one forever. So all are ended here.
        own = [child for child in multiprocessing.active_children() if child not in self._others]
        for worker in own:
            worker.terminate()
        until = time.monotonic() + END_SECONDS
        for worker in own:
            worker.join(max(0.0, until - time.monotonic()))
            worker.kill()
        self.close()

    def close(self) -> None:
        """End the processes, once they have finished their tasks."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


ALONE = Pool(1)  # No worker processes: this process does the tasks


class _Run(Generic[T, U]):
    """Tasks under way in a pool, which are tried again where a process dies."""

    def __init__(self, pool: Pool, do: Callable[[T], U]) -> None:
        self._pool = pool
        self._do = do
        self._under_way: dict[Future[U], tuple[int, T]] = {}
        self._deaths: dict[int, int] = {}
        self._to_try_alone: deque[tuple[int, T]] = deque()
        """Tasks that were under way when a process died. Each is tried alone, which shows the one that killed it."""

    def results(self, tasks: Iterable[T]) -> Iterator[Result[T, U]]:
        """Yield each task with its result, as it is finished."""
        waiting = enumerate(tasks)
        while True:
            self._start(waiting)
            if not self._under_way:
                return
            done, _ = wait(self._under_way, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                yield None
            for future in done:
                yield from self._take(future)

    def _start(self, waiting: Iterator[tuple[int, T]]) -> None:
        # Nothing else runs meanwhile: else another death would again be no one's in particular.
        if self._to_try_alone:
            if not self._under_way:
                self._submit(self._to_try_alone.popleft())
            return
        # One more than there are processes, so that none waits for the next task.
        while len(self._under_way) <= self._pool.jobs and (task := next(waiting, None)) is not None:
            self._submit(task)

    def _submit(self, task: tuple[int, T]) -> None:
        self._under_way[self._pool.submit(self._do, task[1])] = task

    def _take(self, future: Future[U]) -> Iterator[Result[T, U]]:
        task = self._under_way.pop(future, None)
        # Its process died with others; `_retry_lost` has taken care of it.
        if task is None:
            return
        try:
            yield task[1], future.result()
        except BrokenProcessPool:
            yield from self._retry_lost([task, *self._under_way.values()])

    def _retry_lost(self, lost: list[tuple[int, T]]) -> Iterator[Result[T, U]]:
        """Try the tasks again, one after another, that were under way when a process died; yield those given up."""
        # A process that dies breaks the executor, so that all of its tasks are lost; `submit` starts a new one.
        self._pool.stop()
        self._under_way.clear()
        # Of several tasks, it is not known which one killed the process.
        alone = len(lost) == 1
        for number, task in sorted(lost, key=lambda entry: entry[0]):
            self._deaths[number] = self._deaths.get(number, 0) + alone
            if self._deaths[number] < MOST_DEATHS:
                self._to_try_alone.append((number, task))
            else:
                yield task, Lost()


def _begin() -> None:
    """Prepare a new process: it ignores Ctrl-C, which the parent handles, and ends with the parent or when it asks."""
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
    # No exit handlers: they belong to the parent's libraries, and some wait for threads.
    fileio.tidy()
    os._exit(1)
