"""Make the chunks of a batch with processes of this machine or with a cluster."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from chargen import worker_pool
from chargen.batch import chunk_job
from chargen.batch.chunk_result import ChunkResult
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.job import Chunk, Work, cut_chunks, select_rows

Result: TypeAlias = tuple[Chunk, bytes] | None
"""A chunk with its result; None from time to time, so that the progress can be shown."""
Engine: TypeAlias = Callable[[Work, Iterable[Chunk]], Iterator[Result]]
"""A function that makes chunks and yields their results in any order: `make_here`, or one for a cluster."""
Make: TypeAlias = Callable[[Work, Chunk], bytes]  # A function that makes a chunk, in any process


def read_kept(work: Work, kept: ChunkStore) -> Iterator[ChunkResult]:
    """Yield the results of chunks that were made before an interruption."""
    return kept.results(chunk for chunk in cut_chunks(work) if kept.has(chunk))


def make_missing(work: Work, kept: ChunkStore, engine: Engine) -> Iterator[ChunkResult | None]:
    """Make and store the missing chunks; yield each result, and None while there is no new one."""
    for result in engine(work, (chunk for chunk in cut_chunks(work) if not kept.has(chunk))):
        yield None if result is None else kept.keep(*result)


def make_here(work: Work, chunks: Iterable[Chunk], jobs: int, make: Make = chunk_job.make) -> Iterator[Result]:
    """Make chunks in a pool of processes, and yield each result when it is finished."""
    # A generator: workers take tasks as they need them, and a batch of a million never is in memory.
    tasks = ((select_rows(work, chunk), chunk) for chunk in chunks)
    for result in worker_pool.run_tasks(partial(_make_task, make), tasks, jobs):
        if result is None:
            yield None
            continue
        (_, chunk), content = result
        if isinstance(content, worker_pool.Lost):
            why = f"the process that should make this NPC died {content.deaths} times, perhaps for lack of memory"
            content = chunk_job.lost_result(work, chunk, why)
        yield chunk, content


def _make_task(make: Make, task: tuple[Work, Chunk]) -> bytes:
    return make(*task)
