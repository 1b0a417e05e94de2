"""A batch's chunks made on this machine, by several processes at a time."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from chargen import worker_pool
from chargen.batch import chunk_job
from chargen.batch.job import Chunk, Work, part

Make: TypeAlias = Callable[[Work, Chunk], bytes]
"""Makes a chunk, in whatever process it is called."""
Result: TypeAlias = tuple[Chunk, bytes] | None
"""A chunk with what came of it; None now and then, so that whoever waits can say so."""


def results(work: Work, chunks: Iterable[Chunk], jobs: int, make: Make = chunk_job.make) -> Iterator[Result]:
    """What comes of each chunk, as it is finished, made by so many processes of a pool."""
    tasks = ((part(work, chunk), chunk) for chunk in chunks)
    for result in worker_pool.results(partial(_made, make), tasks, jobs):
        if result is None:
            yield None
            continue
        (_, chunk), content = result
        if isinstance(content, worker_pool.Lost):
            why = f"the process that should make this person died {content.deaths} times, perhaps for want of memory"
            content = chunk_job.lost(work, chunk, why)
        yield chunk, content


def _made(make: Make, task: tuple[Work, Chunk]) -> bytes:
    return make(*task)
