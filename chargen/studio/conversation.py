"""Carry the messages of one page: those of the language server, and the studio's own, as JSON-RPC texts."""

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from chargen import registry
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from chargen.studio.workspace import Parameters

if TYPE_CHECKING:
    from chargen.lsp.server import Server

_LOG = logging.getLogger(__name__)

OWN = "studio/"
PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS = -32700, -32600, -32602
"""The codes of JSON-RPC for messages that cannot be answered."""
MOST_LETTERS = 40_000_000  # The longest message: a press's profile of 20 MB, in base64, with a character
REFUSED = -32001
"""The code of a request that is refused; JSON-RPC leaves those from -32099 to -32000 to servers."""


@dataclass
class Conversation:
    """The messages of one page."""

    studio: Studio
    send: Callable[[str], None]  # Takes a text to the page
    executor: Executor  # Does all work, one piece at a time
    language: "Server | None" = None

    async def receive(self, text: str) -> None:
        """Take a message of the page; its reply goes to ``send``. Other messages may be taken meanwhile."""
        message = _parse(text)
        if "error" in message:
            self.send(json.dumps(message))
            return
        method, params = message["method"], message["params"]
        if not method.startswith(OWN):
            # A message to the language server; what it is about must be in the folder.
            if method == "initialize":
                params |= {"rootUri": self.studio.folder.path.as_uri(), "rootPath": None, "workspaceFolders": None}
            try:
                if (document := params.get("textDocument")) is not None:
                    from pygls.uris import to_fs_path  # imported here, as the language server is

                    folder, path = self.studio.folder, Path(to_fs_path(str(document["uri"])) or "")
                    folder.locate(path.relative_to(folder.path).as_posix() if path.is_relative_to(folder.path) else "")
                # At `initialized`, the server would load all games, before the first sheet; the first misspelt game
                # loads them, too.
                if method != "initialized" and self.language is None:
                    # Loaded by the first message to it: its imports take longer than a first sheet.
                    from chargen.lsp import server

                    self.language = server.Server(self.executor, self.studio.checks.check)
                    # What it writes are texts of the page; the carrier of the messages closes.
                    writer = SimpleNamespace(write=lambda data: self.send(data.decode()), close=lambda: None)
                    self.language.protocol.set_writer(writer, include_headers=False)
                if method != "initialized" and self.language is not None:
                    protocol = self.language.protocol
                    protocol.handle_message(protocol.structure_message(message))
            except Exception as exc:
                if "id" in message:
                    self.send(json.dumps(_failure(message["id"], INVALID_PARAMS, str(exc) or type(exc).__name__)))
            return

        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message.get("id")}
        try:
            loop = asyncio.get_running_loop()
            reply["result"] = await loop.run_in_executor(self.executor, self.studio.answer, method, params)
        except Refused as exc:
            reply["error"] = {"code": REFUSED, "message": str(exc), "data": {"kind": exc.kind, **exc.data}}
        except Exception as exc:
            # A fault of chargen or of a game must reach the page: a request without a reply would wait for ever.
            _LOG.exception("%s failed", method)
            why, hint = registry.unexpected(exc, "please report it with this file")
            reply["error"] = {"code": REFUSED, "message": f"{why}; {hint}", "data": {"kind": "fault"}}
        self.send(json.dumps(reply))


def _parse(text: str) -> dict[str, Any]:
    """Return a message with a method and parameters, or the error to reply to any other text."""
    if len(text) > MOST_LETTERS:
        return _failure(None, INVALID_REQUEST, f"a message has at most {MOST_LETTERS // 10**6} million letters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return _failure(None, PARSE_ERROR, "this is not JSON")
    if not isinstance(message, dict) or not isinstance(message.get("method"), str):
        return _failure(None, INVALID_REQUEST, "a message is an object with a method")
    params = message.get("params") or {}
    if not isinstance(params, dict):
        return _failure(message.get("id"), INVALID_PARAMS, "the parameters are an object")
    try:
        # JSON can write half of a letter of two halves, which no file can hold.
        if "\\ud" in text.lower():
            json.dumps(params, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _failure(message.get("id"), INVALID_PARAMS, "a text holds half a letter (a lone surrogate)")
    return {
        **{key: message[key] for key in ("jsonrpc", "id", "method") if key in message},
        "params": Parameters(params),
    }


def _failure(identity: object, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}
