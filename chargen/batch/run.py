"""A batch from its order to its files."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from chargen.batch.chunk_result import ChunkResult
from chargen.batch.chunk_store import ChunkStore
from chargen.batch.job import Chunk, Work, chunks
from chargen.batch.local import Result

Engine: TypeAlias = Callable[[Work, Iterable[Chunk]], Iterator[Result]]
"""Makes chunks, and gives what comes of each, in any order: `local.results` with a number of jobs, or a cluster."""


def kept_already(work: Work, kept: ChunkStore) -> Iterator[ChunkResult]:
    """What came of the chunks that were made before an interruption, without their members."""
    return (kept.result(chunk, ()) for chunk in chunks(work) if kept.has(chunk))


def make(work: Work, kept: ChunkStore, engine: Engine) -> Iterator[ChunkResult | None]:
    """Make and keep the chunks that are missing: what came of each, without its members.

    None now and then, while there is nothing new.
    """
    for result in engine(work, (chunk for chunk in chunks(work) if not kept.has(chunk))):
        if result is None:
            yield None
        else:
            yield kept.keep(*result)
