"""An editor without a screen: it starts `chargen lsp`, types, and keeps what is published."""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from tests.cli.running import begin

PATIENCE = 30
"""Seconds that an answer may take on the slowest machine."""


class Editor:
    """A client of the Language Server Protocol: JSON over the pipes of a process."""

    def __init__(
        self, folder: Path, *, encoding: str = "", root: str | None = None, folders: tuple[str, ...] = ()
    ) -> None:
        pipe = subprocess.PIPE
        self.process = begin("lsp", stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder)
        self.published: list[dict[str, Any]] = []
        """All diagnostics, in the order in which they came."""
        self.errors: list[dict[str, Any]] = []
        """All messages of the server about errors."""
        self._messages: Queue[dict[str, Any] | None] = Queue()
        self.version: dict[str, int] = {}
        """The number of the newest text of each document."""
        self._last = 0
        threading.Thread(target=self._listen, daemon=True).start()
        general = {"positionEncodings": [encoding]} if encoding else {}
        named = {"workspaceFolders": [{"uri": uri, "name": "table"} for uri in folders]} if folders else {}
        wanted = {"processId": None, "rootUri": root, "capabilities": {"general": general}, **named}
        self.capabilities = self.ask("initialize", wanted)["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> "Editor":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        """End the server as the protocol says; returns its exit code."""
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        code = self.process.wait(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def _listen(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while header := stream.readline():
            length = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self._messages.put(json.loads(stream.read(length)))
        self._messages.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def _next(self, patience: float = PATIENCE) -> dict[str, Any]:
        message = self._messages.get(timeout=patience)
        assert message is not None, "the server is gone"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published.append(message["params"])
        elif message.get("method") in ("window/showMessage", "window/logMessage"):
            self.errors.append(message["params"])
        return message

    def tell(self, method: str, params: Any) -> None:
        """Send what wants no answer."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Send a request and return its answer; fails where that is an error."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while (message := self._next()).get("id") != self._last or "method" in message:
            pass
        assert "error" not in message, message["error"]
        return message.get("result")

    def open(self, uri: str, text: str) -> None:
        self.version[uri] = 1
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, text: str) -> None:
        self.version[uri] += 1
        identity = {"uri": uri, "version": self.version[uri]}
        self.tell("textDocument/didChange", {"textDocument": identity, "contentChanges": [{"text": text}]})

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Have the server read what is sent meanwhile all at once; no more than a pipe holds."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def show(self, path: Path, text: str) -> str:
        """Have a text in the document of a file, wait until it is checked, and return its address."""
        uri = path.as_uri()
        (self.change if uri in self.version else self.open)(uri, text)
        self.diagnostics(uri)
        return uri

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """Wait for the diagnostics of a document's newest text, and return them."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for one in reversed(self.published):
                if one["uri"] == uri and one.get("version") == self.version[uri]:
                    found: list[dict[str, Any]] = one["diagnostics"]
                    return found
            self._next()
        raise AssertionError("no diagnostics")

    def published_again(self, uri: str, since: int) -> list[dict[str, Any]]:
        """Wait for diagnostics after the first ``since`` of a document that was not changed, and return them."""
        while not (later := [one for one in self.published[since:] if one["uri"] == uri]):
            self._next()
        found: list[dict[str, Any]] = later[-1]["diagnostics"]
        return found

    def settle(self, seconds: float = 0.2) -> None:
        """Read messages until none comes for a while."""
        try:
            while True:
                self._next(seconds)
        except Empty:
            return

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        position = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position, **more})

    def completions(self, uri: str, line: int, character: int) -> dict[str, dict[str, Any]]:
        """Return what could be written at a position, by its label."""
        return {item["label"]: item for item in self.at("completion", uri, line, character)["items"]}

    def hover(self, uri: str, line: int, character: int) -> str:
        """Return what is shown over a position, as Markdown."""
        shown = self.at("hover", uri, line, character)
        return "" if shown is None else str(shown["contents"]["value"])

    def actions(self, uri: str, line: int, *only: str) -> list[dict[str, Any]]:
        where = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 9999}}
        context = {"diagnostics": [], **({"only": list(only)} if only else {})}
        asked = {"textDocument": {"uri": uri}, "range": where, "context": context}
        found: list[dict[str, Any]] = self.ask("textDocument/codeAction", asked)
        return found
