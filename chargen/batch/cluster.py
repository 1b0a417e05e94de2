"""Make the chunks of a batch on a Dask cluster: the same chunks, by the same function, on several machines."""

import logging
import pickle
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from chargen.batch import chunk_job, program
from chargen.batch.job import Chunk, Work, select_rows
from chargen.batch.run import Result
from chargen.game.version import to_install

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGES = ("dask", "distributed")
WAIT_SECONDS = 10
"""The seconds to wait for the answer of the scheduler, and for a first worker (chargen's default)."""
AHEAD = 2
"""The chunks in progress for each thread of a worker (chargen's default): no thread waits, and few results pile up."""


class ClusterError(Exception):
    """Report that the cluster cannot make the batch; the message says why, and what to do."""


class OtherProgram(Exception):
    """Report that the program of a worker differs from the program that started the batch; the message says how."""


def make_on_cluster(work: Work, chunks: Iterable[Chunk], address: str) -> Iterator[Result]:
    """Make chunks on the workers of the scheduler at an address, and yield each with its result when it is finished.

    Dask gives the chunks of a lost worker to another worker. Raises ClusterError if there is no scheduler, no worker,
    or a different chargen; chunks that were yielded before are complete.
    """
    with _client(address) as client:
        _check_workers(client, address, work)
        from distributed import as_completed

        waiting = iter(chunks)
        under_way: dict[Future[bytes], Chunk] = {}

        def submit(some: Iterable[Chunk]) -> list["Future[bytes]"]:
            futures = []
            for chunk in some:
                # Pickled here and not by Dask: the worker first compares the programs, and unpickles only if they are
                # the same.
                content = pickle.dumps((select_rows(work, chunk), chunk))
                # Not pure: Dask would share the result of equal calls, also between two batches.
                future = client.submit(_make, work.program, work.order.systems, content, pure=False)
                under_way[future] = chunk
                futures.append(future)
            return futures

        # Submit only enough to keep all workers busy: finished results fill the memory of workers until fetched.
        threads = sum(client.nthreads().values())
        finished = as_completed(submit(islice(waiting, max(1, AHEAD * threads))), loop=client.loop)  # type: ignore[no-untyped-call]
        for future in finished:
            chunk = under_way.pop(future)
            yield chunk, _content(future, work, chunk)
            finished.update(submit(islice(waiting, 1)))  # type: ignore[no-untyped-call]


def _content(future: "Future[bytes]", work: Work, chunk: Chunk) -> bytes:
    from distributed import CancelledError, KilledWorker

    try:
        content: bytes = future.result()
    except KilledWorker:
        why = "every worker that tried to make this NPC died, perhaps for lack of memory"
        return chunk_job.lost_result(work, chunk, why)
    except OtherProgram as exc:
        raise ClusterError(f"{exc}; install the same on every machine") from exc
    except CancelledError as exc:
        raise ClusterError("the scheduler is gone; the same command goes on where this one ended") from exc
    return content


def _client(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as exc:
        raise ClusterError(f"--scheduler needs Dask, which is not installed here: {to_install(*PACKAGES)}") from exc
    # Dask logs its errors with tracebacks; chargen reports each in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=WAIT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError) as exc:
        how = "`dask scheduler --host 127.0.0.1` starts one for this machine alone, and prints its address"
        raise ClusterError(f"there is no scheduler at {address}: {how}") from exc


def _check_workers(client: "Client", address: str, work: Work) -> None:
    """Raise ClusterError if there are no workers, or if a worker runs a different program."""
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as exc:
        why = f"the scheduler at {address} has no workers: `dask worker {address}` starts one, on any machine"
        raise ClusterError(why) from exc
    replies = client.run(program.identify_program, *work.order.systems, on_error="return")
    reasons = {worker: _difference(work.program, reply) for worker, reply in sorted(replies.items())}
    if wrong := [f"{worker} has {why}" for worker, why in reasons.items() if why]:
        raise ClusterError(f"{'; '.join(wrong)}; install the same on every machine")


def _difference(ordered: Mapping[str, str], reply: Any) -> str:
    """Return how the program of a worker differs; empty if it is the same."""
    if isinstance(reply, ImportError):
        return "no chargen" if reply.name == "chargen" else "another chargen"
    if isinstance(reply, Exception):
        return f"a chargen that does not start ({reply})"
    return program.describe_differences(ordered, reply)


def _make(ordered: Mapping[str, str], systems: tuple[str, ...], content: bytes) -> bytes:
    """Make a chunk; runs on a worker.

    A worker that joined later was not checked before. The work is unpickled only by the same program, because another
    may have other classes.
    """
    if differences := program.describe_differences(ordered, program.identify_program(*systems)):
        raise OtherProgram(f"a worker has {differences}")
    work, chunk = pickle.loads(content)
    return chunk_job.make(work, chunk)
