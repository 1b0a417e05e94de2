"""`chargen watch`: sheets in a browser, updated at each save, by a server for this machine only."""

import contextlib
import json
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.base import OK, MachineError
from chargen.cli.print_options import INK, PAPER, THEME, settings
from chargen.core.diagnostic import Diagnostic, has_errors
from chargen.core.resources import folder
from chargen.npc import check_file
from chargen.render.page import html
from chargen.sheets import printing
from chargen.sheets.printing import PreparedSheet, PrintSettings

USUAL_PORT = 4755
PAUSE, SHARE = 0.04, 9
"""The least seconds between two checks of the files, and the least pause as a multiple of the time to list them.

So a large folder on a slow disk takes at most a tenth of the time.
"""
HOME = "127.0.0.1"
NAMES = (HOME, "localhost")
"""The accepted host names. Any other name means DNS rebinding: a page of another site sends the request."""
SHEET = "/sheet/"
STILL_HERE = 15.0
"""The seconds without news after which a comment is sent; the write fails if the page is closed."""
PATIENCE = 20.0
"""The seconds that a connection may take to send or accept anything (house default)."""


@click.command(
    "watch",
    epilog="""\b
Examples:
  chargen watch kai.yaml
  chargen watch party/ --theme pulp
  chargen watch kai.yaml --port 8000 --no-open""",
)
@options.FILES
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help=f"The port to serve the pages on.  [default: {USUAL_PORT}, or a free one if it is taken]",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in your browser.  [default: open]")
@PAPER
@THEME
@INK
def command(arguments: tuple[str, ...], port: int | None, opens: bool, **wishes: Any) -> int:
    """Show sheets in a browser, and update them at each save.

    FILES may be files, folders or globs. Errors are shown below the last valid sheet. House rules and portraits are
    watched, too. The pages are served to this machine only. Press Ctrl-C to stop.
    """
    if fileio.STANDARD_INPUT in arguments:
        raise click.UsageError("watch needs files; it cannot read standard input")
    watched = Watched(settings(**wishes))
    _look(watched, arguments)
    server = _server(watched, port)
    with contextlib.suppress(KeyboardInterrupt):
        # A daemon: the server ends with the process, and an open page cannot delay that.
        threading.Thread(target=server.serve_forever, daemon=True).start()
        click.echo(f"\n{server.address}   Ctrl-C ends it")
        # A browser in the terminal would hide this command, so one is opened only where there are windows.
        if opens and (sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))):
            webbrowser.open(server.address)
        while True:
            time.sleep(_look(watched, arguments))
    click.echo()
    return OK


def _look(watched: "Watched", arguments: Iterable[str]) -> float:
    """Check the files that are new or changed, print their diagnostics, and return the seconds until the next look."""
    begun = time.monotonic()
    inputs = list(fileio.expand(arguments))
    pause = max(PAUSE, SHARE * (time.monotonic() - begun))
    for checked in watched.look(inputs):
        click.echo(report.format_report(report.without_notes(checked)))
    return pause


def _server(watched: "Watched", port: int | None) -> "Server":
    """Start a server at the port; without one, at the usual port or, if that is taken, at a free one."""
    try:
        return Server(watched, port or USUAL_PORT)
    except OSError as exc:
        if port is not None:
            hint = "omit --port, or choose another"
            raise MachineError(f"port {port} cannot be used: {exc.strerror}; {hint}") from exc
        return Server(watched, 0)


# ---------------------------------------------------------------- files


@dataclass
class File:
    """A file as it was last read."""

    given: fileio.Input
    checked: Checked
    stamps: Mapping[Path, object]
    """The state of each file that it is made from."""
    diagnostics: tuple[Diagnostic, ...]
    """The errors and warnings; notes are for `check`."""
    ready: PreparedSheet | None = None
    """The last valid sheet."""
    version: int = 0
    """The time of that sheet, in nanoseconds; part of its address, so that a browser loads it again."""
    page: str = ""
    """The sheet as HTML, made at the first request."""


class Watched:
    """The watched files. One thread checks them; the server's threads read them."""

    def __init__(self, settings: PrintSettings) -> None:
        self._settings = settings
        self._files: dict[str, File] = {}
        self._news = threading.Condition()
        self._number = 0
        self._drawing = threading.Lock()  # two requests for one sheet must not lay it out twice

    def look(self, inputs: Iterable[fileio.Input]) -> list[Checked]:
        """Check the files that are new or changed; a watched file that is deleted stays in the list."""
        gone = {name: file.given for name, file in self._files.items() if file.given.path is not None}
        meant = gone | {given.shown: given for given in inputs}
        read = {name: _read(given, self._files.get(name)) for name, given in meant.items() if self._is_news(name)}
        if read or meant.keys() != self._files.keys():
            with self._news:
                self._files = {name: read.get(name) or self._files[name] for name in meant}
                self._number += 1
                self._news.notify_all()
        return [file.checked for file in read.values()]

    def _is_news(self, name: str) -> bool:
        file = self._files.get(name)
        return file is None or file.stamps != _stamps(file.stamps)

    def news(self, number: int) -> tuple[int, str]:
        """Wait for a state newer than a number, and return its number and JSON; "" if none comes in time."""
        with self._news:
            self._news.wait_for(lambda: self._number != number, STILL_HERE)
            if self._number == number:
                return number, ""
            return self._number, json.dumps([_as_data(name, file) for name, file in self._files.items()])

    def sheet(self, name: str) -> str:
        """Return the last valid sheet of a file as HTML. Raises LookupError if there is none."""
        file = self._files[name]
        if file.ready is None:
            raise LookupError(name)
        with self._drawing:
            look = file.ready.look(self._settings)
            file.page = file.page or html(file.ready.sheet, paper=self._settings.paper, theme=look)
        return file.page


def _stamps(paths: Iterable[Path]) -> dict[Path, object]:
    stamps: dict[Path, object] = {}
    for path in paths:
        stamps[path] = None
        with contextlib.suppress(OSError, ValueError):
            stamps[path] = fileio.state(path)
    return stamps


def _read(given: fileio.Input, before: File | None) -> File:
    """Check a file; if it has no valid sheet, keep the one from before."""
    stamps = _stamps([Path(os.path.realpath(given.shown)), *(before.stamps if before else ())])
    checked = check_file.check_any(given)
    stamps = {path: stamps.get(path, stamp) for path, stamp in _stamps(printing.input_files(checked)).items()}
    diagnostics = report.without_notes(checked).diagnostics
    if checked.ok and checked.view is not None:
        try:
            return File(given, checked, stamps, diagnostics, printing.prepare(checked), time.time_ns())
        except Exception as exc:
            diagnostics = (*diagnostics, printing.to_error(exc, given.shown))
    if before is None:
        return File(given, checked, stamps, diagnostics)
    return File(given, checked, stamps, diagnostics, before.ready, before.version, before.page)


def _as_data(name: str, file: File) -> dict[str, object]:
    """Return the state of a file as sent to the browser."""
    sources = (file.checked.source, *file.checked.others)
    return {
        "file": name,
        "name": file.checked.name or "",
        "ok": not has_errors(file.diagnostics),
        "summary": click.unstyle(report.summary(file.checked)),
        "sheet": f"{SHEET}{quote(name, safe='')}?{file.version}" if file.ready is not None else "",
        "findings": [
            {
                "severity": diagnostic.severity,
                "text": click.unstyle(report.format_diagnostics([diagnostic], sources, report.UNBOUNDED)),
            }
            for diagnostic in file.diagnostics
        ],
    }


# ---------------------------------------------------------------- the server


class Server(ThreadingHTTPServer):
    """A server of the pages, for this machine only."""

    daemon_threads = True

    def __init__(self, watched: Watched, port: int) -> None:
        """Bind a port; 0 for any. Raises OSError if it is taken."""
        super().__init__((HOME, port), Pages)
        self.watched = watched
        self.address = f"http://{HOME}:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an unexpected error; a page that is closed, or too slow, is none."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class Pages(BaseHTTPRequestHandler):
    """The handler of a request."""

    server: Server
    server_version, sys_version = "chargen", ""
    timeout = PATIENCE

    def do_GET(self) -> None:
        """Send the page, its script, a sheet, or the events; any other path is not found."""
        path = self.path.partition("?")[0]
        if self.headers.get("Host", "").partition(":")[0].lower() not in NAMES:
            self._send(
                "text/plain", "This server answers only to requests from this machine.", HTTPStatus.MISDIRECTED_REQUEST
            )
        elif path == "/":
            self._send("text/html", (folder("templates") / "watch.html").read_text(encoding="utf-8"))
        elif path == "/watch.js":
            self._send("text/javascript", (folder("templates") / "watch.js").read_text(encoding="utf-8"))
        elif path == "/news":
            self._news()
        elif path.startswith(SHEET):
            self._sheet(unquote(path.removeprefix(SHEET)))
        else:
            self._send("text/plain", "There is no such page.", HTTPStatus.NOT_FOUND)

    def _sheet(self, name: str) -> None:
        """Send the sheet of a watched file. The name is a key and never a path, so that no other file is served."""
        try:
            page = self.server.watched.sheet(name)
        except LookupError:
            self._send("text/plain", "There is no such sheet.", HTTPStatus.NOT_FOUND)
        except Exception as exc:
            diagnostic = printing.to_error(exc, name)
            self._send("text/plain", report.format_diagnostics([diagnostic], ()), HTTPStatus.INTERNAL_SERVER_ERROR)
        else:
            self._send("text/html", page)

    def _news(self) -> None:
        """Send the state of all files now and after each change, as server-sent events."""
        self._head("text/event-stream")
        number = 0
        while True:
            number, state = self.server.watched.news(number)
            self.wfile.write(f"data: {state}\n\n".encode() if state else b": nothing new\n\n")

    def _send(self, media_type: str, text: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._head(media_type, status)
        self.wfile.write(text.encode())

    def _head(self, media_type: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "SAMEORIGIN")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for diagnostics."""
