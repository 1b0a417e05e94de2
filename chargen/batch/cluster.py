"""A batch's chunks made on a Dask cluster: the same chunks, by the same function, on several machines."""

import logging
import pickle
import queue
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from chargen.batch import chunk_job, program
from chargen.batch.job import Chunk, Work, part
from chargen.batch.local import Result
from chargen.core.version import to_install
from chargen.worker_pool import TICK_SECONDS

if TYPE_CHECKING:
    from distributed import Client, Future

PACKAGES = ("dask", "distributed")
WAIT_SECONDS = 10
"""How long a scheduler may take to answer, and a first worker to come (ours)."""
ALONE_SECONDS = 60
"""How long a batch waits for new workers when all are gone (ours)."""
USUAL_PORT = 8786
"""Where a scheduler listens if nothing else is said."""
SCHEMES = ("tcp", "tls")
AHEAD = 2
"""So many chunks for each thread of a worker are under way at a time (ours): none waits, and none piles up."""


class ClusterFault(Exception):
    """The cluster cannot do it; the message says why, and what to do."""


def results(work: Work, chunks: Iterable[Chunk], address: str) -> Iterator[Result]:
    """What comes of each chunk, as it is finished, made by the workers of the scheduler at that address.

    A worker that is lost costs what it was at, which another one makes again. Raises ClusterFault where there is no
    scheduler, no worker, or another chargen; what has been given out by then is whole.
    """
    with _client(address) as client:
        _meet(client, address, work)
        yield from _Window(client, work).results(iter(chunks))


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


class _Window:
    """The chunks that are under way on a cluster: as many as its workers are busy with, and as many ahead."""

    def __init__(self, client: "Client", work: Work) -> None:
        self._client = client
        self._work = work
        self._under_way: dict[Future[bytes], Chunk] = {}
        self._done: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        self._seen = time.monotonic()
        """When there was a worker last."""

    def results(self, waiting: Iterator[Chunk]) -> Iterator[Result]:
        """What comes of each chunk, as it is finished."""
        while True:
            room = max(1, AHEAD * self._threads())
            while len(self._under_way) < room and (chunk := next(waiting, None)) is not None:
                self._submit(chunk)
            if not self._under_way:
                return
            try:
                future = self._done.get(timeout=TICK_SECONDS)
            except queue.Empty:
                yield None
                continue
            chunk = self._under_way.pop(future)
            yield chunk, self._taken(future, chunk)

    def _submit(self, chunk: Chunk) -> None:
        content = pickle.dumps((part(self._work, chunk), chunk))
        order = self._work.order
        future = self._client.submit(_made, self._work.program, order.systems, content, pure=False)
        self._under_way[future] = chunk
        future.add_done_callback(self._done.put)  # type: ignore[no-untyped-call]

    def _taken(self, future: "Future[bytes]", chunk: Chunk) -> bytes:
        from distributed import CancelledError, KilledWorker

        try:
            content: bytes = future.result()
        except KilledWorker:
            return chunk_job.lost(
                self._work, chunk, "every worker that should make this person died, perhaps for want of memory"
            )
        except chunk_job.OtherProgram as fault:
            raise ClusterFault(f"{fault}; install the same on every machine") from fault
        except CancelledError as fault:
            raise ClusterFault("the scheduler is gone; the same command goes on where this one ended") from fault
        return content

    def _threads(self) -> int:
        """How many chunks the workers can make at a time. Raises ClusterFault where there are none for long."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if workers:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > ALONE_SECONDS:
            raise ClusterFault("all workers are gone; the same command goes on where this one ended")
        return sum(worker["nthreads"] for worker in workers.values())
