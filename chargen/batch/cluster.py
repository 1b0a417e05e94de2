"""Use the workers of a Dask cluster as an executor."""

import logging
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path

from chargen.render.health import list_versions
from chargen.worker_pool import Workers

WAIT_SECONDS = 10
"""The seconds to wait for the answer of the scheduler, and for a first worker (chargen's default)."""


@contextmanager
def connect(address: str) -> Iterator[Workers]:
    """Yield the workers of the scheduler at an address.

    Dask gives the tasks of a lost worker to another one. Raises ConnectionError where there is no scheduler, no worker,
    or another chargen or printer, which would make other files; and in the block where the cluster is lost.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as exc:
        where, python = Path(sys.prefix), shlex.quote(sys.executable)
        install = f"{python} -m pip install"
        if where.parts[-3:-1] == ("pipx", "venvs"):
            install = f"pipx inject {shlex.quote(where.name)}"
        elif where.parts[-3:-1] == ("uv", "tools"):
            install = f"uv pip install --python {python}"
        why = f"--scheduler needs Dask, which is not installed here: {install} dask distributed"
        raise ConnectionError(why) from exc
    # Dask logs its errors with tracebacks; chargen reports each in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)

    try:
        client = Client(address, timeout=WAIT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError) as exc:
        how = "`dask scheduler --host 127.0.0.1` starts one for this machine alone, and prints its address"
        raise ConnectionError(f"there is no scheduler at {address}: {how}") from exc
    with client:
        try:
            client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except TimeoutError as exc:
            why = f"the scheduler at {address} has no workers: `dask worker {address}` starts one, on any machine"
            raise ConnectionError(why) from exc
        here = list_versions()
        wrong = []
        for worker, reply in sorted(client.run(list_versions, on_error="return").items()):
            if isinstance(reply, ImportError):
                wrong.append(f"{worker} has no chargen, or another one")
            elif isinstance(reply, Exception):
                wrong.append(f"{worker} has a chargen that fails ({reply})")
            elif reply != here:
                versions = [
                    f"{name} {reply.get(name, 'missing')} instead of {here.get(name, 'none')}"
                    for name in dict.fromkeys((*here, *reply))
                    if reply.get(name) != here.get(name)
                ]
                wrong.append(f"{worker} has {', '.join(versions)}")
        if wrong:
            raise ConnectionError(f"{'; '.join(wrong)}; install the same on every machine")

        executor = client.get_executor()  # type: ignore[no-untyped-call]
        try:
            yield Workers(executor, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
        except KilledWorker as exc:
            raise ConnectionError("every worker that tried some NPCs was killed, perhaps for lack of memory") from exc
        except CancelledError as exc:
            raise ConnectionError(f"the scheduler at {address} is gone") from exc
        finally:
            executor.shutdown(wait=False)  # it cancels what is under way
