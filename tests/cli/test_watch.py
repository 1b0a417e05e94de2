"""The server of `chargen watch`, without a browser: odd requests end in an answer, and never in a traceback."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import fileio
from chargen.cli.watch import Pages, Server, Watched
from chargen.fileio import Input
from chargen.sheets.printing import PrintSettings
from tests.cli.running import SHORT


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    """A server of one sheet, at a free port."""
    path = folder / "larry.yaml"
    path.write_text(SHORT, encoding="utf-8")
    watched = Watched(PrintSettings())
    watched.look([Input("larry.yaml", path)])
    with Server(watched, 0) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def answer(server: Server, request: str) -> str:
    """Send the bytes of a request, and return the answer; empty where the connection is closed."""
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=10) as connection:
        connection.sendall(request.encode("latin-1"))
        return connection.makefile(encoding="latin-1").read()


@pytest.mark.parametrize(
    ("line", "host", "said"),
    [
        ("GET / HTTP/1.1", "127.0.0.1", "HTTP/1.0 200 OK"),
        ("GET / HTTP/1.1", "LOCALHOST:4755", "HTTP/1.0 200 OK"),
        ("GET /sheet/larry.yaml?7 HTTP/1.1", "localhost", "HTTP/1.0 200 OK"),
        ("GET http://[bad/ HTTP/1.1", "127.0.0.1", "HTTP/1.0 404 Not Found"),
        ("GET http://[bad/ HTTP/1.1", "evil.example", "HTTP/1.0 421 Misdirected Request"),
        ("GET //[ HTTP/1.1", "127.0.0.1", "HTTP/1.0 404 Not Found"),
        ("GET /\x80 HTTP/9.9", "127.0.0.1", "Error code: 505"),
        ("nonsense", "127.0.0.1", "Error code: 400"),
    ],
)
def test_any_request_line_is_answered(
    line: str, host: str, said: str, server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    """With a status; a host name has no case, and nothing is printed."""
    assert said in answer(server, f"{line}\r\nHost: {host}\r\n\r\n")
    assert capfd.readouterr().err == ""


def test_a_connection_that_sends_nothing_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """After a while that is short here, and in silence."""
    assert Pages.timeout == 20
    monkeypatch.setattr(Pages, "timeout", 0.05)
    for half in ("", "GET / HT", "GET / HTTP/1.1\r\nHost: "):
        assert answer(server, half) == ""
    assert capfd.readouterr().err == ""


def test_a_file_with_the_old_time_and_size_is_new(tmp_path: Path) -> None:
    """A program such as rsync may write into a file and set its time back; its size may be the same."""
    path = tmp_path / "kai.yaml"
    path.write_text("name: Kai")
    before, found = fileio.state(path), path.stat()
    path.write_text("name: Bo ")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert path.stat().st_mtime_ns == found.st_mtime_ns
    assert fileio.state(path) != before
