"""Answer a site's page in its worker: the studio over a folder in memory, without threads, sockets and printers."""

import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from chargen.studio.conversation import Conversation
from chargen.studio.studio import Studio


class InPlace(Executor):
    """Run each call at once: a page's Python has no threads."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Return the finished call."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as exc:
            done.set_exception(exc)
        return done


def start(folder: str, games: str, send: Callable[[str], None]) -> Callable[[str], Awaitable[None]]:
    """Return what takes the page's messages; the replies go to ``send``.

    ``folder`` holds the characters, ``games`` the game files of the site.
    """
    os.chdir(games)  # where game files are found that are beside no character
    studio = Studio(Path(folder), faces_at="fonts/")
    return Conversation(studio, send, InPlace()).receive
