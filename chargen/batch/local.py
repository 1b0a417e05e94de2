"""A batch's chunks made on this machine, by several processes at a time."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from chargen import pool
from chargen.batch import making
from chargen.batch.work import Chunk, Work, part

Make: TypeAlias = Callable[[Work, Chunk], bytes]
"""Makes a chunk, in whatever process it is called."""
Result: TypeAlias = tuple[Chunk, bytes] | None
"""A chunk with what came of it; None now and then, so that whoever waits can say so."""


def results(work: Work, chunks: Iterable[Chunk], jobs: int, make: Make = making.make) -> Iterator[Result]:
    """What comes of each chunk, as it is finished, made by so many processes of a pool."""
    tasks = ((part(work, each), each) for each in chunks)
    for result in pool.results(partial(_made, make), tasks, jobs):
        if result is None:
            yield None
            continue
        (_, chunk), content = result
        if isinstance(content, pool.Lost):
            why = f"the process that should make this person died {content.deaths} times, perhaps for want of memory"
            content = making.lost(work, chunk, why)
        yield chunk, content


def _made(make: Make, task: tuple[Work, Chunk]) -> bytes:
    return make(*task)
