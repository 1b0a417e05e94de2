"""Carry the messages of one page: those of the language server, and the studio's own, as JSON-RPC texts."""

import asyncio
import json
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from chargen import registry
from chargen.lsp import server as language_server
from chargen.studio.failure import Refused
from chargen.studio.studio import Studio

_LOG = logging.getLogger(__name__)

OWN = "studio/"
REFUSED = -32001
"""The code of a request that is refused; JSON-RPC leaves those from -32099 to -32000 to servers."""


class _Writer:
    """Hand over what the language server writes as texts."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        self._send(data.decode())

    def close(self) -> None:
        """Do nothing: the carrier of the messages closes."""


class Conversation:
    """The messages of one page. ``send`` takes texts to the page; ``executor`` does all work, one piece at a time."""

    def __init__(self, studio: Studio, send: Callable[[str], None], executor: Executor) -> None:
        self._studio, self._send, self._executor = studio, send, executor
        self._language = language_server.create(executor)
        self._language.protocol.set_writer(_Writer(send), include_headers=False)

    async def receive(self, text: str) -> None:
        """Take a message of the page; its reply goes to ``send``. Other messages may be taken meanwhile."""
        message = json.loads(text)
        if message.get("method") == "initialize":
            message["params"]["rootUri"] = self._studio.folder.path.as_uri()
        if not str(message.get("method", "")).startswith(OWN):
            protocol = self._language.protocol
            protocol.handle_message(protocol.structure_message(message))
            return
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message.get("id")}
        try:
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(
                self._executor, self._studio.answer, message["method"], message.get("params") or {}
            )
            reply["result"] = await work
        except Refused as exc:
            reply["error"] = {"code": REFUSED, "message": str(exc), "data": {"kind": exc.kind, **exc.data}}
        except Exception as exc:
            # A fault of chargen or of a game must reach the page: a request without a reply would wait for ever.
            _LOG.exception("%s failed", message["method"])
            why, hint = registry.unexpected(exc, "please report it with this file")
            reply["error"] = {"code": REFUSED, "message": f"{why}; {hint}", "data": {"kind": "fault"}}
        self._send(json.dumps(reply))
