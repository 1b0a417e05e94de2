"""The files that `chargen watch` shows, and the server of its pages for this machine."""

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import report
from chargen.core.diagnostic import Diagnostic, has_errors
from chargen.core.resources import folder
from chargen.npc import check_file
from chargen.render.page import html
from chargen.sheets import printing
from chargen.sheets.printing import PreparedSheet, PrintSettings

HOME = "127.0.0.1"
NAMES = (HOME, "localhost")
"""The accepted host names. Any other name means DNS rebinding: a page of another site sends the request."""
SHEET = "/sheet/"
STILL_HERE = 15.0
"""The seconds without news after which a comment is sent; the write fails if the page is closed."""


@dataclass
class File:
    """A file as it was last read."""

    given: fileio.Input
    checked: Checked
    stamps: Mapping[Path, object]
    """The state of each file that it is made from."""
    findings: tuple[Diagnostic, ...]
    """The errors and warnings; notes are for `check`."""
    ready: PreparedSheet | None = None
    """The last valid sheet,"""
    version: int = 0
    """and when that was."""
    page: str = ""
    """The sheet as HTML, made at the first request."""


class Watched:
    """The watched files. One thread checks them; the server's threads read them."""

    def __init__(self, settings: PrintSettings) -> None:
        self._settings = settings
        self._files: dict[str, File] = {}
        self._news = threading.Condition()
        self._number = 0
        self._drawing = threading.Lock()

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
    checked = check_file.check(given)
    stamps = {path: stamps.get(path, stamp) for path, stamp in _stamps(printing.input_files(checked)).items()}
    findings = report.without_notes(checked).diagnostics
    if checked.ok and checked.view is not None:
        try:
            return File(given, checked, stamps, findings, printing.prepare(checked), time.time_ns())
        except Exception as fault:
            findings = (*findings, printing.to_error(fault, given.shown))
    if before is None:
        return File(given, checked, stamps, findings)
    return File(given, checked, stamps, findings, before.ready, before.version, before.page)


def _as_data(name: str, file: File) -> dict[str, object]:
    """Return the state of a file as sent to the browser."""
    sources = (file.checked.source, *file.checked.others)
    return {
        "file": name,
        "name": file.checked.name or "",
        "ok": not has_errors(file.findings),
        "summary": click.unstyle(report.summary(file.checked)),
        "sheet": f"{SHEET}{quote(name, safe='')}?{file.version}" if file.ready is not None else "",
        "findings": [
            {"severity": finding.severity, "text": click.unstyle(report.findings([finding], sources, report.UNBOUNDED))}
            for finding in file.findings
        ],
    }


class Server(ThreadingHTTPServer):
    """A server of the pages, for this machine only."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, watched: Watched, port: int) -> None:
        """Bind a port; 0 for any. Raises OSError if it is taken."""
        super().__init__((HOME, port), Pages)
        self.watched = watched
        self.address = f"http://{HOME}:{self.server_address[1]}/"

    @contextlib.contextmanager
    def serving(self) -> Iterator[None]:
        """Serve from another thread until the block ends."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.shutdown()
            self.server_close()


class Pages(BaseHTTPRequestHandler):
    """The handler of a request."""

    server: Server
    server_version, sys_version = "chargen", ""

    def do_GET(self) -> None:
        """Send the page, its script, a sheet, or the events; any other path is not found."""
        path = urlsplit(self.path).path
        with contextlib.suppress(ConnectionError):
            if self.headers.get("Host", "").partition(":")[0] not in NAMES:
                self._send(
                    "text/plain",
                    "This server answers only to requests from this machine.",
                    HTTPStatus.MISDIRECTED_REQUEST,
                )
            elif path == "/":
                self._send("text/html", _template("watch.html"))
            elif path == "/watch.js":
                self._send("text/javascript", _template("watch.js"))
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
        except Exception as fault:
            finding = printing.to_error(fault, name)
            self._send("text/plain", report.findings([finding], ()), HTTPStatus.INTERNAL_SERVER_ERROR)
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


def _template(name: str) -> str:
    return (folder("templates") / name).read_text(encoding="utf-8")
