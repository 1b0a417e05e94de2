"""List, read and write the files of the studio's folder, and nothing outside it; and how a request fails."""

import hashlib
import os
import secrets
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from chargen import fileio
from chargen.text import limits
from chargen.text.source import Source

SUFFIXES = (".yaml", ".yml")
MOST_FILES = 2000  # The files that are listed; a folder with more is no folder of characters (house default)
MOST_FOLDERS = 500  # The folders that are searched (house default)
DELETED = ".chargen/deleted"  # Where deleted files are kept, in the studio's folder


class Refused(Exception):
    """Report that a request cannot be answered; the message is shown to the user.

    ``kind`` is what the page can decide by, such as ``changed`` for a file that another program saved; ``data`` is what
    it needs for that.
    """

    def __init__(self, message: str, kind: str = "refused", **data: Any) -> None:
        super().__init__(message)
        self.kind = kind
        self.data = data


class Folder:
    """The files below a folder, by their paths relative to it, with ``/`` between the parts on every system."""

    def __init__(self, path: Path, arguments: Sequence[str] = ()) -> None:
        self.path = Path(os.path.realpath(path))
        self._arguments = tuple(arguments)

    def names(self) -> list[str]:
        """Return the YAML files of the folder and of the folders in it, without hidden ones."""
        # What the arguments name now. A link keeps its name: another one may take its place.
        given = (each.path for each in fileio.expand(self._arguments) if each.path is not None)
        paths = (Path(os.path.realpath(path.parent), path.name) for path in given)
        found = [path for path in paths if os.path.lexists(path) and not path.is_dir()]
        # Without arguments, those of the upper folders first; in a folder as large as a home, not all.
        waiting, left = deque([] if self._arguments else [self.path]), MOST_FOLDERS
        while waiting and left and len(found) < MOST_FILES:
            left -= 1
            place, folders, files = next(os.walk(waiting.popleft()), (self.path, [], []))
            waiting.extend(Path(place, name) for name in sorted(folders) if not name.startswith("."))
            paths = (Path(place, name) for name in files if name.endswith(SUFFIXES) and not name.startswith("."))
            found += islice(paths, MOST_FILES - len(found))
        # Of links those to a place in the folder, where there may be no file.
        names = [
            path.relative_to(self.path).as_posix()
            for path in found
            if not path.is_symlink() or Path(os.path.realpath(path)).is_relative_to(self.path)
        ]
        return sorted(names, key=lambda name: (name.count("/"), name.lower()))

    def locate(self, name: str) -> Path:
        """Return the path of a file. Raises `Refused` for one outside the folder, hidden, or no YAML."""
        path = self.path / name
        try:
            is_within = Path(os.path.realpath(path)).is_relative_to(self.path)
        except ValueError:  # no file can have such a name
            is_within = False
        is_meant = not self._arguments or name in self.names()
        if not name or not is_meant or not is_within or any(part.startswith(".") for part in Path(name).parts):
            raise Refused(f"{name or 'a file without a name'} is not in this folder")
        if not name.endswith(SUFFIXES):
            raise Refused("a character's file ends in .yaml")
        return path

    def read(self, name: str) -> dict[str, Any]:
        """Return the text of a file, and the version that `save` compares with.

        ``isLocked`` is true where the text is not the file's, so that it cannot be written back: it is no UTF-8, or
        too large. A file that is there and cannot be read has no text, and its reason as the version.
        """
        path = self.locate(name)
        try:
            content = fileio.read_bytes(path, limits.CONCEPT_BYTES)
        except fileio.Unreadable as exc:
            if not os.path.lexists(path):
                raise Refused(str(exc)) from exc
            return {"file": name, "text": "", "version": version_of(str(exc).encode()), "isLocked": True}
        code = "utf-16" if content.startswith((BOM_UTF16_BE, BOM_UTF16_LE)) else "utf-8"
        text, version = content.decode(code, "replace"), version_of(content)
        return {"file": name, "text": text, "version": version, "isLocked": not is_text(content)}

    def save(self, name: str, text: str, version: str | None) -> dict[str, str]:
        """Write a file; ``version`` is that of the text that was changed, None for a new file.

        Raises `Refused` of the kind ``changed``, with the text on the disk, where it has another version there. A file
        that was deleted meanwhile is written again.
        """
        path, content = self.locate(name), text.encode()
        with _refusing(name):
            if version is None or not path.exists():
                fileio.write_file(path, content, replace=False)
            else:

                def change(source: Source) -> tuple[bytes, None]:
                    there = source.content
                    if not is_text(there):
                        raise Refused("this file is not UTF-8, or too large; it was not changed")
                    if there != content and version_of(there) != version:
                        text = there.decode("utf-8", "replace")
                        raise Refused(
                            "another program changed this file", "changed", text=text, version=version_of(there)
                        )
                    return content, None

                fileio.edit_file(fileio.Input(name, path), change, waits=False)
        return {"file": name, "version": version_of(content)}

    def add(self, beside: str, name: str, content: bytes) -> str:
        """Write a new file that is no YAML in the folder of another one, and return its name. Never replaces a file."""
        with _refusing(name):
            fileio.write_file(self.locate(beside).with_name(name), content, replace=False)
        return name

    def rename(self, name: str, to: str) -> str:
        """Give a file another name, and return it; ``.yaml`` may be left out. Never replaces a file."""
        to = to.strip() if to.strip().endswith(SUFFIXES) else f"{to.strip()}.yaml"
        _move(self.locate(name), self.locate(to), to)
        return to

    def delete(self, name: str) -> str:
        """Move a file into the folder of deleted files, and return its name there."""
        path = self.locate(name)
        kept = f"{path.stem}.{secrets.token_hex(4)}{path.suffix}"
        _move(path, self._deleted() / kept, name)
        return kept

    def _deleted(self) -> Path:
        """Return where deleted files are kept. Raises `Refused` where a link leads elsewhere."""
        path = self.path / DELETED
        if Path(os.path.realpath(path)) != path:
            raise Refused(f"{DELETED} is a link that leads elsewhere")
        return path

    def restore(self, kept: str, name: str) -> str:
        """Bring a deleted file back to its name, and return that."""
        if Path(kept).name != kept:
            raise Refused(f"{kept} is not a deleted file")
        _move(self._deleted() / kept, self.locate(name), name)
        return name


def _move(path: Path, to: Path, name: str) -> None:
    """Rename a file. Raises `Refused` rather than replace another one, which a rename alone would do."""
    with _refusing(name):
        to.parent.mkdir(parents=True, exist_ok=True)
        with fileio.locked(path, waits=False):
            fileio.rename_new(path, to)


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Raise what the system refuses about a file as `Refused`."""
    try:
        yield
    except FileExistsError as exc:
        raise Refused(f"{name} exists already", "exists") from exc
    except OSError as exc:
        raise Refused(fileio.describe_failure(exc)) from exc


def is_text(content: bytes) -> bool:
    """Return whether a file is read completely, and as the text that it is."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return len(content) <= limits.CONCEPT_BYTES


def version_of(content: bytes) -> str:
    """Return what differs between two contents of a file."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()
