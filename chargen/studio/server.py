"""Serve the studio's page to this machine: files by HTTP, messages by a WebSocket."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from chargen.core.resources import folder
from chargen.render.page import hash_script, script
from chargen.studio.conversation import Conversation
from chargen.studio.studio import Studio

HOSTS = ("127.0.0.1", "localhost")
"""The accepted names of this machine. Any other name means that a page of another site sends the request."""
COOKIE = "chargen-studio"
POLICY = (
    "default-src 'none'; script-src 'self' '{}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src data:; connect-src 'self'; frame-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The content policy. A sheet is in a frame that inherits it: the script of sheets may run, and no other."""
FILES = {"/": "index.html", "/studio.js": "studio.js", "/studio.css": "studio.css"}


def create(studio: Studio, token: str) -> Starlette:
    """Return the application; ``token`` is what a page must bring in its first address."""
    executor = ThreadPoolExecutor(1, "studio")

    async def serve_file(request: Any) -> Response:
        return FileResponse(folder("templates") / "studio" / FILES[request.url.path])

    async def converse(socket: WebSocket) -> None:
        await socket.accept()
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        conversation = Conversation(studio, outgoing.put_nowait, executor)

        async def send() -> None:
            while True:
                await socket.send_text(await outgoing.get())

        sending, running = asyncio.create_task(send()), set[asyncio.Task[None]]()
        try:
            while True:
                task = asyncio.create_task(conversation.receive(await socket.receive_text()))
                running.add(task)
                task.add_done_callback(running.discard)
        except WebSocketDisconnect:
            sending.cancel()

    routes = [*(Route(path, serve_file) for path in FILES), WebSocketRoute("/socket", converse)]
    app = Starlette(routes=routes)
    app.add_middleware(_Guard, token=token)
    return app


class _Guard:
    """Answer only this machine's own page: the right host, the right origin, and the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        asked = connection.query_params.get("token", "")
        if not self._is_own(connection):
            response: Response = PlainTextResponse("Open the address that chargen printed.", 403)
        elif asked and scope["type"] == "http":
            response = RedirectResponse(".", 303)
            response.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
        else:
            await self._app(scope, receive, _with_headers(send))
            return
        await response(scope, receive, send)

    def _is_own(self, connection: HTTPConnection) -> bool:
        host, _, port = connection.headers.get("host", "").partition(":")
        origin = connection.headers.get("origin")
        given = connection.query_params.get("token") or connection.cookies.get(COOKIE, "")
        return (
            host in HOSTS
            and origin in (None, f"http://{host}:{port}")
            and secrets.compare_digest(given.encode(), self._token.encode())
        )


@cache
def _policy() -> str:
    return POLICY.format(hash_script(script()))


def _with_headers(send: Send) -> Send:
    """Add to each response what keeps its page to itself."""
    own = {
        b"content-security-policy": _policy().encode(),
        b"cache-control": b"no-store",
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",
        b"cross-origin-resource-policy": b"same-origin",
    }

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *own.items()]
        await send(message)

    return sending
