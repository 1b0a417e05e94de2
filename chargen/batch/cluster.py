"""A batch's chunks made on a Dask cluster: the same chunks, by the same function, on several machines."""

import logging
import pickle
import socket
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from chargen.batch import chunk_job, program
from chargen.batch.job import Chunk, Work, part
from chargen.batch.run import Result
from chargen.core.version import to_install

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGES = ("dask", "distributed")
WAIT_SECONDS = 10
"""How long a scheduler may take to answer, and a first worker to come (ours)."""
USUAL_PORT = 8786
"""Where a scheduler listens if nothing else is said."""
SCHEMES = ("tcp", "tls")
AHEAD = 2
"""So many chunks for each thread of a worker are under way at a time (ours): none waits, and none piles up."""


class ClusterFault(Exception):
    """The cluster cannot do it; the message says why, and what to do."""


def results(work: Work, chunks: Iterable[Chunk], address: str) -> Iterator[Result]:
    """Yield what comes of each chunk, as it is finished, made by the workers of the scheduler at that address.

    A lost worker's chunks are made again by another one. Raises ClusterFault where there is no scheduler, no worker, or
    another chargen; the chunks that were yielded before are complete.
    """
    with _client(address) as client:
        _meet(client, address, work)
        from distributed import as_completed

        waiting = iter(chunks)
        under_way: dict[Future[bytes], Chunk] = {}

        def submit(some: Iterable[Chunk]) -> Iterator["Future[bytes]"]:
            for chunk in some:
                content = pickle.dumps((part(work, chunk), chunk))
                future = client.submit(_made, work.program, work.order.systems, content, pure=False)
                under_way[future] = chunk
                yield future

        # Only as many as keep all workers busy: what is finished and not yet fetched lies in the workers' memory.
        threads = sum(client.nthreads().values())
        first = list(submit(islice(waiting, max(1, AHEAD * threads))))
        finished = as_completed(first, loop=client.loop)  # type: ignore[no-untyped-call]
        for future in finished:
            chunk = under_way.pop(future)
            yield chunk, _content(future, work, chunk)
            finished.update(list(submit(islice(waiting, 1))))  # type: ignore[no-untyped-call]


def _content(future: "Future[bytes]", work: Work, chunk: Chunk) -> bytes:
    from distributed import CancelledError, KilledWorker

    try:
        content: bytes = future.result()
    except KilledWorker:
        return chunk_job.lost(work, chunk, "every worker that should make this NPC died, perhaps for lack of memory")
    except chunk_job.OtherProgram as fault:
        raise ClusterFault(f"{fault}; install the same on every machine") from fault
    except CancelledError as fault:
        raise ClusterFault("the scheduler is gone; the same command goes on where this one ended") from fault
    return content


def _client(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as fault:
        raise ClusterFault(f"--scheduler needs Dask, which is not installed here: {to_install(*PACKAGES)}") from fault
    for name in ("distributed", "distributed.client"):  # what it reports, with tracebacks, we say in a line
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _knock(address)
        return Client(address, timeout=WAIT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError) as fault:
        how = "`dask scheduler --host 127.0.0.1` starts one that this machine alone reaches, and says its address"
        raise ClusterFault(f"there is no scheduler at {address}: {how}") from fault


def _knock(address: str) -> None:
    """See that someone is there: a client that finds nobody is long in giving up. Raises OSError and ValueError."""
    from distributed.comm.addressing import parse_address, parse_host_port

    scheme, place = parse_address(address)
    if scheme not in SCHEMES:
        raise ValueError(f"{scheme} is no way to a scheduler")
    with socket.create_connection(parse_host_port(place, USUAL_PORT), timeout=WAIT_SECONDS):
        pass


def _meet(client: "Client", address: str, work: Work) -> None:
    """See that there are workers, and that they are this program."""
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as fault:
        why = f"the scheduler at {address} has no workers: `dask worker {address}` starts one, on any machine"
        raise ClusterFault(why) from fault
    workers = client.run(program.parts, *work.order.systems, on_error="return")
    reasons = {worker: _wrong(work.program, reply) for worker, reply in sorted(workers.items())}
    if wrong := [f"{worker} has {why}" for worker, why in reasons.items() if why]:
        raise ClusterFault(f"{'; '.join(wrong)}; install the same on every machine")


def _wrong(ordered: Mapping[str, str], reply: Any) -> str:
    """What is wrong with a worker's program; empty where nothing is."""
    if isinstance(reply, ImportError):
        return "no chargen" if reply.name == "chargen" else "another chargen"
    if isinstance(reply, Exception):
        return f"a chargen that does not start ({reply})"
    return program.differences(ordered, reply)


def _made(ordered: Mapping[str, str], systems: tuple[str, ...], content: bytes) -> bytes:
    """Runs on a worker. The program is looked at before anything of another one is read."""
    if differences := program.differences(ordered, program.parts(*systems)):
        raise chunk_job.OtherProgram(f"a worker has {differences}")
    work, chunk = pickle.loads(content)
    return chunk_job.make(work, chunk)
