"""Make the chunks of a batch on a Dask cluster: the same chunks, by the same function, on several machines."""

import logging
import pickle
import socket
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from chargen.batch import chunk_job, program
from chargen.batch.job import Chunk, Work, select_rows
from chargen.batch.run import Result
from chargen.core.version import to_install

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGES = ("dask", "distributed")
WAIT_SECONDS = 10
"""How long to wait for the scheduler's answer, and for a first worker (chargen's default)."""
DEFAULT_PORT = 8786
"""The port of a Dask scheduler where the address names none."""
SCHEMES = ("tcp", "tls")
AHEAD = 2
"""Chunks under way for each thread of a worker (chargen's default): no thread waits, and few results pile up."""


class ClusterFault(Exception):
    """The cluster cannot make the batch; the message says why, and what to do."""


class OtherProgram(Exception):
    """A worker runs another program than the one that began the batch; the message says in what it differs."""


def make_on_cluster(work: Work, chunks: Iterable[Chunk], address: str) -> Iterator[Result]:
    """Yield each chunk with its result, as it is finished, made by the workers of the scheduler at that address.

    Dask gives the chunks of a lost worker to another one. Raises ClusterFault where there is no scheduler, no worker,
    or another chargen; the chunks that were yielded before are complete.
    """
    with _client(address) as client:
        _check_workers(client, address, work)
        from distributed import as_completed

        waiting = iter(chunks)
        under_way: dict[Future[bytes], Chunk] = {}

        def submit(some: Iterable[Chunk]) -> list["Future[bytes]"]:
            futures = []
            for chunk in some:
                content = pickle.dumps((select_rows(work, chunk), chunk))
                future = client.submit(_make, work.program, work.order.systems, content, pure=False)
                under_way[future] = chunk
                futures.append(future)
            return futures

        # Only as many as keep all workers busy: what is finished and not yet fetched fills the workers' memory.
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
        raise ClusterFault(f"{exc}; install the same on every machine") from exc
    except CancelledError as exc:
        raise ClusterFault("the scheduler is gone; the same command goes on where this one ended") from exc
    return content


def _client(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as exc:
        raise ClusterFault(f"--scheduler needs Dask, which is not installed here: {to_install(*PACKAGES)}") from exc
    # Dask logs its errors with tracebacks; chargen reports each in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _connect(address)
        return Client(address, timeout=WAIT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError) as exc:
        how = "`dask scheduler --host 127.0.0.1` starts one for this machine alone, and prints its address"
        raise ClusterFault(f"there is no scheduler at {address}: {how}") from exc


def _connect(address: str) -> None:
    """Open and close a connection. Raises OSError and ValueError.

    Dask's client retries for a long time where no scheduler answers; this fails at once.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    scheme, place = parse_address(address)
    if scheme not in SCHEMES:
        raise ValueError(f"a scheduler has no address with {scheme}")
    with socket.create_connection(parse_host_port(place, DEFAULT_PORT), timeout=WAIT_SECONDS):
        pass


def _check_workers(client: "Client", address: str, work: Work) -> None:
    """Raise ClusterFault where there are no workers, or where one runs another program."""
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as exc:
        why = f"the scheduler at {address} has no workers: `dask worker {address}` starts one, on any machine"
        raise ClusterFault(why) from exc
    replies = client.run(program.identify_program, *work.order.systems, on_error="return")
    reasons = {worker: _difference(work.program, reply) for worker, reply in sorted(replies.items())}
    if wrong := [f"{worker} has {why}" for worker, why in reasons.items() if why]:
        raise ClusterFault(f"{'; '.join(wrong)}; install the same on every machine")


def _difference(ordered: Mapping[str, str], reply: Any) -> str:
    """Return in what a worker's program differs; empty where it is the same."""
    if isinstance(reply, ImportError):
        return "no chargen" if reply.name == "chargen" else "another chargen"
    if isinstance(reply, Exception):
        return f"a chargen that does not start ({reply})"
    return program.describe_differences(ordered, reply)


def _make(ordered: Mapping[str, str], systems: tuple[str, ...], content: bytes) -> bytes:
    """Make a chunk; runs on a worker.

    A worker that joined later was not checked before. The work is unpickled only by the same program, as another one
    may have other classes.
    """
    if differences := program.describe_differences(ordered, program.identify_program(*systems)):
        raise OtherProgram(f"a worker has {differences}")
    work, chunk = pickle.loads(content)
    return chunk_job.make(work, chunk)
