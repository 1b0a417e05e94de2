"""Make chunks with faults; these functions run in worker processes, which find them by their names."""

import os
import resource
import signal

from chargen.batch import chunk_job
from chargen.batch.job import Chunk, Work


def killed_at_second(work: Work, chunk: Chunk) -> bytes:
    """Kill the process at the second chunk, the first time; a file in the batch's folder says that it was."""
    mark = work.folder / "killed"
    if chunk.number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk_job.make(work, chunk)


def out_of_memory_once(work: Work, chunk: Chunk) -> bytes:
    """Run out of memory at the second chunk, the first time; a file in the batch's folder records that."""
    mark = work.folder / "killed"
    if chunk.number == 2 and not mark.exists():
        mark.touch()
        resource.setrlimit(resource.RLIMIT_DATA, (200_000_000, resource.RLIM_INFINITY))
        bytearray(1_000_000_000)
    return chunk_job.make(work, chunk)
