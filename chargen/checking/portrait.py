"""Open and validate the portrait beside a concept, so that printing cannot fail because of it."""

from functools import lru_cache
from pathlib import Path

from chargen import fileio
from chargen.page.sheet import Portrait
from chargen.render import bitmap
from chargen.render.pictures import open_picture
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import short


def read_portrait(written: str, folder: Path) -> tuple[Portrait | None, list[Diagnostic]]:
    """Return the picture that a concept in ``folder`` names under `portrait`, or what is wrong with it."""
    try:
        # chargen opens no network connection for a file, which anyone may have sent.
        if "://" in written:
            raise bitmap.Unfit("cannot be read", "save the picture beside this file")
        path = fileio.named_in(folder, written)
        return _opened(path, fileio.find_state(path)), []
    except fileio.Unreadable as exc:
        return None, [fileio.not_read("portrait", written, exc, "portrait", code="concept/portrait")]
    except bitmap.Unfit as exc:
        message = f"the portrait `{short(written)}` {exc}"
        return None, [error(message, "portrait", code="concept/portrait", hint=exc.hint)]


@lru_cache(maxsize=4)
def _opened(path: Path, state: tuple[object, ...] | None) -> Portrait:
    """Return the picture of a file in one state; cached, because all NPCs of a batch may have the same."""
    content = fileio.read_bytes(path, limits.PORTRAIT_BYTES)
    if len(content) > limits.PORTRAIT_BYTES:
        raise bitmap.Unfit(f"is larger than {limits.PORTRAIT_BYTES // 1_000_000} MB", bitmap.HELP)
    return open_picture(content)
