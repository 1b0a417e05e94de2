"""A batch's chunks made on this machine, by several processes at a time."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from typing import TypeAlias

from chargen.batch import making
from chargen.batch.work import Chunk, Work, part

MOST_DEATHS = 3
"""So often a chunk may take its process with it before it is given up (ours)."""
TICK_SECONDS = 0.5

Make: TypeAlias = Callable[[Work, Chunk], bytes]
"""Makes a chunk, in whatever process it is called."""
Result: TypeAlias = tuple[Chunk, bytes] | None
"""A chunk with what came of it; None now and then, so that whoever waits can say so."""


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux says it
        return os.cpu_count() or 1


def results(work: Work, chunks: Iterable[Chunk], jobs: int, make: Make = making.make) -> Iterator[Result]:
    """What comes of each chunk, as it is finished; with one job, or one chunk, in this process.

    No more chunks are under way at a time than are needed to keep the processes busy. A process that is killed costs
    what it was at, which is made again.
    """
    some = iter(chunks)
    first = list(islice(some, 2))
    chunks = chain(first, some)
    if jobs < 2 or len(first) < 2:
        yield from ((each, make(part(work, each), each)) for each in chunks)
        return
    pool = _Pool(work, jobs, make)
    try:
        yield from pool.results(chunks)
    except BaseException:
        pool.stop()
        raise
    pool.close()


class _Pool:
    """Worker processes that are replaced when they die."""

    def __init__(self, work: Work, jobs: int, make: Make) -> None:
        self._work, self._make = work, make
        self._jobs = jobs
        self._executor: ProcessPoolExecutor | None = None
        self._under_way: dict[Future[bytes], Chunk] = {}
        self._others = frozenset(multiprocessing.active_children())
        self._deaths: dict[int, int] = {}
        self._suspects: deque[Chunk] = deque()
        """Chunks that were under way when a process died; each is tried by itself, which tells whose fault it was."""

    def results(self, chunks: Iterable[Chunk]) -> Iterator[Result]:
        """What comes of each chunk, as it is finished."""
        waiting = iter(chunks)
        while True:
            self._hand_out(waiting)
            if not self._under_way:
                return
            done, _ = wait(self._under_way, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            if not done:
                yield None
            for future in done:
                yield from self._taken(future)

    def _hand_out(self, waiting: Iterator[Chunk]) -> None:
        if self._suspects:
            if not self._under_way:
                self._submit(self._suspects.popleft())
            return
        while len(self._under_way) <= self._jobs and (chunk := next(waiting, None)) is not None:
            self._submit(chunk)

    def _submit(self, chunk: Chunk) -> None:
        for _ in range(2):
            if self._executor is None:
                self._executor = ProcessPoolExecutor(self._jobs, get_context("spawn"), _begin)
            try:
                future = self._executor.submit(self._make, part(self._work, chunk), chunk)
            except BrokenProcessPool:  # it broke after the last result, while nobody looked
                self.close()
            else:
                self._under_way[future] = chunk
                return
        raise RuntimeError("worker processes die as soon as they are started")

    def _taken(self, future: Future[bytes]) -> Iterator[Result]:
        chunk = self._under_way.pop(future, None)
        if chunk is None:
            return
        try:
            yield chunk, future.result()
        except BrokenProcessPool:
            yield from self._mourned([chunk, *self._under_way.values()])

    def _mourned(self, lost: list[Chunk]) -> Iterator[Result]:
        """A process has died, and its pool with it: what was under way is tried again, one after another."""
        self.close()
        self._under_way.clear()
        alone = len(lost) == 1
        for chunk in sorted(lost, key=lambda each: each.number):
            self._deaths[chunk.number] = self._deaths.get(chunk.number, 0) + alone
            if self._deaths[chunk.number] < MOST_DEATHS:
                self._suspects.append(chunk)
            else:
                why = f"the process that should make this person died {MOST_DEATHS} times, perhaps for want of memory"
                yield chunk, making.lost(self._work, chunk, why)

    def stop(self) -> None:
        """End the processes at once: they leave nothing half-done behind."""
        for each in multiprocessing.active_children():
            if each not in self._others:
                each.terminate()
        self.close()

    def close(self) -> None:
        """End the processes, once they have finished what they are at."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _begin() -> None:
    """In a new process: leave Ctrl-C to the one that a terminal talks to, and end when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
