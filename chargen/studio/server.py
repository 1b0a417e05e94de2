"""Serve the studio's page to this machine: files by HTTP, messages by a WebSocket."""

import asyncio
import contextlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from chargen.game.resources import folder
from chargen.render.page import hash_script, script
from chargen.studio.conversation import MOST_LETTERS, Conversation
from chargen.studio.studio import Studio

HOSTS = ("127.0.0.1", "localhost")
"""The accepted names of this machine. Any other name means that a page of another site sends the request."""
POLICY = (
    "default-src 'none'; script-src 'self' '{}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src data:; connect-src 'self'; frame-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The content policy. A sheet is in a frame that inherits it: the script of sheets may run, and no other."""
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
MOST_BYTES = 4 * MOST_LETTERS
"""The longest message that is taken: the socket stays open for one whose length is refused in words."""


def create(studio: Studio, token: str) -> Starlette:
    """Return the application; its page lies below ``token``, which only its user knows.

    A cookie would not do: a browser sends it to every port of this machine, so to servers of other users, too.
    """
    executor = ThreadPoolExecutor(1, "studio")

    async def converse(socket: WebSocket) -> None:
        await socket.accept()
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        conversation = Conversation(studio, outgoing.put_nowait, executor)

        async def send() -> None:
            # A page that is closed gets nothing more; what it asked for last is dropped.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                while True:
                    await socket.send_text(await outgoing.get())

        sending, running = asyncio.create_task(send()), set[asyncio.Task[None]]()
        try:
            while (message := await socket.receive())["type"] != "websocket.disconnect":
                task = asyncio.create_task(conversation.receive(message.get("text") or ""))
                running.add(task)
                task.add_done_callback(running.discard)
        finally:
            for task in (sending, *running):
                task.cancel()

    files = StaticFiles(directory=folder("templates") / "studio", html=True)
    routes = [WebSocketRoute("/socket", converse), Mount("/", files)]
    app = Starlette(routes=[Mount(f"/{token}", routes=routes)])
    app.add_middleware(lambda pages: partial(_guard, pages, token))
    return app


async def _guard(app: ASGIApp, own: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer only this machine's own page: the right host, the right origin, and its ``own`` token."""
    if scope["type"] not in ("http", "websocket"):
        await app(scope, receive, send)
        return

    async def sending(message: Any) -> None:
        # What keeps the page to itself.
        if message["type"] == "http.response.start":
            policy = (b"content-security-policy", POLICY.format(hash_script(script())).encode())
            message["headers"] = [*message.get("headers", ()), policy, *HEADERS]
        await send(message)

    connection = HTTPConnection(scope)
    host, _, port = connection.headers.get("host", "").lower().partition(":")
    # The printed address has the token as its query, and leads to the page below it.
    token = connection.query_params.get("token", "") if scope["type"] == "http" else ""
    given = token or scope["path"].removeprefix("/").partition("/")[0]
    is_own = host in HOSTS and connection.headers.get("origin") in (None, f"http://{host}:{port}")
    if not is_own or not secrets.compare_digest(given.encode(), own.encode()):
        await PlainTextResponse("Open the address that chargen printed.", 403)(scope, receive, sending)
    elif token:
        await RedirectResponse(f"/{own}/", 303)(scope, receive, sending)
    else:
        await app(scope, receive, sending)
