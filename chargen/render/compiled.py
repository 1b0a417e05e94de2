"""Templates compiled once and not in every command, as Python keeps its modules: in the user's own cache."""

import contextlib
import os
import sys
from importlib.metadata import version
from pathlib import Path

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from chargen.core.version import VERSION


class Compiled(FileSystemBytecodeCache):
    """Compiled templates in a folder. What cannot be read there is compiled anew, and what cannot be written is not."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), f"%s.{sys.implementation.cache_tag}")
        self._made_by = f"{VERSION} {version('jinja2')}"

    def get_source_checksum(self, source: str) -> str:
        """Return what a compiled template must have been made from, and by."""
        return super().get_source_checksum(f"{self._made_by} {source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept of a template, if anything whole is."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged file may raise whatever reading a pickle may
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if there is room."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def cache() -> Compiled | None:
    """Return the user's compiled templates; None where Python may keep none, or there is no place for them."""
    if sys.dont_write_bytecode:
        return None
    try:
        folder = _user_cache() / "chargen" / "templates"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the second where there is no home
        return None
    return Compiled(folder)


def _user_cache() -> Path:
    stated = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if stated.is_absolute():
        return stated
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
