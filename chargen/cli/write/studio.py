"""`chargen studio`: build characters in a browser."""

import contextlib
import hashlib
import os
import secrets
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from chargen.cli.base import MachineError, WholeNumber

HOME = "127.0.0.1"
FIRST_PORT, PORTS = 20_000, 10_000
"""The ports that folders have by default: below those that systems hand out."""

PORT = click.option(
    "--port", type=WholeNumber(1, 65535), metavar="N", help="The port to serve on.  [default: a free one]"
)
NO_BROWSER = click.option("--no-browser", is_flag=True, help="Do not open the page.")


@click.command(
    "studio",
    epilog="""\b
Examples:
  chargen studio
  chargen studio party/
  chargen studio party/ --port 8000 --no-browser""",
)
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", metavar="[FOLDER]"
)
@PORT
@NO_BROWSER
@click.option("--read-only", is_flag=True, help="Show sheets and their errors; change no file.")
def command(folder: Path, port: int | None, no_browser: bool, read_only: bool) -> None:
    """Build characters in your browser: the sheet grows as you choose, and every error shows at once.

    FOLDER holds the characters; by default it is this folder. The page is served to this machine only. Press Ctrl-C
    to stop.
    """
    serve(folder, port, opens=not no_browser, read_only=read_only)


def serve(folder: Path, port: int | None, *, opens: bool, **options: Any) -> None:
    """Serve a studio with some options over a folder, until Ctrl-C.

    Its address is printed, and flushed, before anything is loaded.
    """
    # The socket is open to every program and every user of this machine; only who has the address gets in.
    token = secrets.token_urlsafe(24)
    listening = listen(port, folder)
    address = f"http://{HOME}:{listening.getsockname()[1]}/?token={token}"
    # A browser in the terminal would hide this command, so one is opened only where there are windows.
    opens = opens and (sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY"))))
    # Ended as by Ctrl-C, so that the file with the address is removed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        click.echo(address)
        if sys.stderr.isatty():
            click.echo("Press Ctrl-C to stop.", err=True)
        with _opened(address) if opens else contextlib.nullcontext():
            import uvicorn  # imported here: the help does without

            from chargen.studio.server import MOST_BYTES, create
            from chargen.studio.studio import Studio

            # An open page does not delay the end for longer than a second.
            config = uvicorn.Config(
                create(Studio(folder, **options), token),
                log_level="critical",
                lifespan="off",
                ws_max_size=MOST_BYTES,
                timeout_graceful_shutdown=1,
                ws_per_message_deflate=False,  # on one machine, compression only takes time
            )
            uvicorn.Server(config).run(sockets=[listening])


@contextlib.contextmanager
def _opened(address: str) -> Iterator[None]:
    """Open an address in the browser, by a file that only this user may read, which is removed at the end.

    All users of a machine see the command lines of its processes, and so the address that a browser is started with.
    """
    with tempfile.TemporaryDirectory(prefix="chargen-") as folder:
        page = Path(folder, "studio.html")
        page.touch(0o600)
        page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">', encoding="utf-8")
        webbrowser.open(page.as_uri())
        yield


def listen(port: int | None, folder: Path = Path()) -> socket.socket:
    """Return a socket that listens at a port of this machine. Raises `MachineError` where it is taken.

    Without a port, a folder has the same one each time where that is free: a browser keeps unsaved texts by port.
    """
    digest = hashlib.blake2b(os.fsencode(os.path.realpath(folder)), digest_size=4).digest()
    usual = FIRST_PORT + int.from_bytes(digest) % PORTS
    # 0 is any free port, for a second studio of one folder.
    for wanted in (port,) if port is not None else (usual, 0):
        try:
            # From here on a browser that is faster than the server waits, and is not refused.
            return socket.create_server((HOME, wanted))
        except OSError as exc:
            if port is not None:
                why = os.strerror(exc.errno or 0)
                raise MachineError(f"port {port} cannot be used: {why}; omit --port, or choose another") from exc
    raise MachineError("no port of this machine is free")
