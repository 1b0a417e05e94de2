"""Share work among processes of this machine, which end with their parent, or among those of any other executor."""

import multiprocessing
import os
import pickle
import shutil
import signal
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from chargen import fileio
from chargen.startup import gc_tuning

T = TypeVar("T")
U = TypeVar("U")

END_SECONDS = 3.0  # How long a process may take to end; then it is killed (chargen's default)
AHEAD = 4  # The tasks under way for each process (chargen's default): none waits, and few results are in memory


@dataclass(frozen=True, slots=True)
class Workers:
    """Share tasks among the processes of an executor; without one, this process does them."""

    executor: Executor | None = None
    number: int = 1
    """How many tasks are done at the same time."""
    folder: Path | None = None
    """The folder of files in which processes of this machine return their results."""

    def map(self, do: Callable[[T], U], tasks: Iterable[T]) -> Iterator[U]:
        """Yield the result of each task, in order. Raises what ``do`` raises."""
        waiting = iter(tasks)
        first = list(islice(waiting, 2))
        waiting = chain(first, waiting)
        # A single task is done here: to start another process takes longer.
        if self.executor is None or len(first) < 2:
            yield from map(do, waiting)
            return
        work: Callable[[T], Any] = do if self.folder is None else partial(_write_result, self.folder, do)
        has_masks = hasattr(signal, "pthread_sigmask")  # not on Windows
        under_way = deque[Future[Any]]()
        while True:
            # Only some at a time, so that a million take little memory.
            for task in islice(waiting, AHEAD * self.number - len(under_way)):
                # The executor may start a process, which inherits the mask. Until `_begin` ignores Ctrl-C there, it
                # would end with a traceback.
                mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if has_masks else ()
                try:
                    under_way.append(self.executor.submit(work, task))
                finally:
                    if has_masks:
                        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            if not under_way:
                return
            result = under_way.popleft().result()
            if self.folder is None:
                yield result
                continue
            content = result.read_bytes()
            result.unlink()
            yield pickle.loads(content)


ALONE = Workers()


def _write_result(folder: Path, do: Callable[[T], U], task: T) -> Path:
    """Do a task, and return the file of its result.

    A process that is killed while it writes a long result to the executor's pipe makes the executor wait forever.
    """
    path = folder / os.urandom(8).hex()
    path.write_bytes(pickle.dumps(do(task)))
    return path


@contextmanager
def start_processes(jobs: int | None) -> Iterator[Workers]:
    """Yield processes of this machine, which are started as tasks come in; for one job, there is only this process.

    None is one for each core. However the block ends, they have ended, too. Raises ChildProcessError in the block
    where one of them is killed.
    """
    if jobs is None:
        # Containers and `taskset` may allow fewer cores than the machine has; only Linux knows.
        jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if jobs == 1:
        yield ALONE
        return
    # Processes of the caller's own, which are not to be ended here.
    others = frozenset(multiprocessing.active_children())
    # Not forked: libraries of the printer have threads and locks, which a fork would copy in any state.
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    folder = Path(tempfile.mkdtemp(prefix="chargen-"))
    try:
        yield Workers(executor, jobs, folder)
    except BaseException as exc:
        # The executor would finish what is under way. Where a process has died, it would also wait forever for one
        # that it was just starting. So all are ended here; each removes what it has half-written.
        workers = [child for child in multiprocessing.active_children() if child not in others]
        for worker in workers:
            worker.terminate()
        until = time.monotonic() + END_SECONDS
        for worker in workers:
            worker.join(max(0.0, until - time.monotonic()))
            worker.kill()
        if isinstance(exc, BrokenExecutor):
            why = "a worker process was killed, perhaps for lack of memory; fewer --jobs need less"
            raise ChildProcessError(why) from exc
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        shutil.rmtree(folder, ignore_errors=True)


def _begin() -> None:
    """Prepare a new process: it ignores Ctrl-C, which the parent handles, and ends with the parent or when it asks."""
    gc_tuning.tune_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end())
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end, args=[parent], daemon=True).start()


def _end(after: BaseProcess | None = None) -> None:
    """End this process, once another one has ended."""
    if after is not None:
        after.join()
    # No exit handlers: they belong to the parent's libraries, and some wait for threads.
    fileio.tidy()
    os._exit(1)
