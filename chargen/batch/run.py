"""A batch from its order to its files."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from chargen.batch.local import Result
from chargen.batch.parcel import Parcel
from chargen.batch.unfinished import Unfinished
from chargen.batch.work import Chunk, Work, chunks

Engine: TypeAlias = Callable[[Work, Iterable[Chunk]], Iterator[Result]]
"""Makes chunks, and gives what comes of each, in any order: `local.results` with a number of jobs, or a cluster."""


def kept_already(work: Work, kept: Unfinished) -> Iterator[Parcel]:
    """What came of the chunks that were made before an interruption, without their members."""
    return (kept.parcel(each, ()) for each in chunks(work) if kept.has(each))


def make(work: Work, kept: Unfinished, engine: Engine) -> Iterator[Parcel | None]:
    """Make and keep the chunks that are missing: what came of each, without its members.

    None now and then, while there is nothing new.
    """
    for result in engine(work, (each for each in chunks(work) if not kept.has(each))):
        if result is None:
            yield None
        else:
            yield kept.keep(*result)
