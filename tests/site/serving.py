"""Serve a site as a proxy, which sees every request of a browser: those of its service worker, and those to others."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

START = 180_000
"""The milliseconds that Python may take to start for the first time in a page on a busy machine."""


class Server:
    """A static host of one folder, below a path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.requests: list[str] = []
        self._port = 0
        self.start()

    @property
    def host(self) -> str:
        """Return the address of the server, as a proxy and as the host of the site."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def address(self) -> str:
        """Return the address of the page, below a path with a space."""
        return f"{self.host}/tables/friday%20evening/"

    def start(self) -> None:
        """Serve from now on, at the same port as before."""
        self._http = ThreadingHTTPServer(("127.0.0.1", self._port), partial(_Handler, self))
        self._port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    @contextmanager
    def cut(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, server: Server, *arguments: Any) -> None:
        self._of = server
        super().__init__(*arguments, directory=str(server.folder))

    def do_GET(self) -> None:
        """Answer what is asked of the site; note everything."""
        self._of.requests.append(self.path)
        path = urlsplit(self.path).path
        below = urlsplit(self._of.address).path
        if (self.path.startswith("http") and not self.path.startswith(self._of.host)) or not path.startswith(below):
            self.send_error(404)
            return
        self.path = path.removeprefix(below.rstrip("/"))
        super().do_GET()

    def do_CONNECT(self) -> None:
        """Refuse a connection to another host, and note it."""
        self._of.requests.append(self.path)
        self.send_error(403)

    do_POST = do_CONNECT  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""
