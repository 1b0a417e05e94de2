"""`chargen studio`: build characters in a browser."""

import secrets
import socket
import webbrowser
from pathlib import Path

import click

from chargen.cli.base import OK, MachineError

HOME = "127.0.0.1"


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
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="The port to serve on.  [default: a free one]")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option("--read-only", is_flag=True, help="Show sheets and their errors; change no file.")
def command(folder: Path, port: int | None, no_browser: bool, read_only: bool) -> int:
    """Build characters in your browser: the sheet grows as you choose, and every error shows at once.

    FOLDER holds the characters; by default it is this folder. The page is served to this machine only. Press Ctrl-C
    to stop.
    """
    import uvicorn  # these are imported here: the help does without

    from chargen.studio.server import create
    from chargen.studio.studio import Studio

    token = secrets.token_urlsafe(24)
    listening = listen(port)
    address = f"http://{HOME}:{listening.getsockname()[1]}/?token={token}"
    click.echo(address)
    if not no_browser:
        webbrowser.open(address)
    config = uvicorn.Config(create(Studio(folder, read_only=read_only), token), log_level="warning", lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])
    return OK


def listen(port: int | None) -> socket.socket:
    """Return a socket at a port of this machine. Raises `MachineError` where it is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOME, port or 0))
        # From here on a browser that is faster than the server waits, and is not refused.
        listening.listen()
    except OSError as exc:
        raise MachineError(f"port {port} cannot be used: {exc.strerror}; omit --port, or choose another") from exc
    return listening
