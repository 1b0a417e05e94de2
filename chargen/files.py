"""The edge to the disk: which files are meant, reading them within limits, writing them whole or not at all."""

import contextlib
import errno
import glob
import os
import secrets
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from chargen.core.diagnostic import error
from chargen.core.source import MAXIMUM_BYTES, Source, parse

STANDARD_INPUT = "-"
_CONCEPTS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Input:
    """A file that is meant. ``path`` is None for standard input, and where ``fault`` says what is wrong."""

    shown: str
    path: Path | None = None
    fault: Source | None = None
    sought: bool = False
    """Whether it was found in a folder rather than named."""


def expand(arguments: Iterable[str]) -> Iterator[Input]:
    """The files that are meant by files, folders, globs and ``-``, each once, those of a folder sorted."""
    seen: set[str] = set()
    for argument in arguments:
        for found in _meant(argument):
            identity = str(found.path.resolve()) if found.path is not None else found.shown
            if identity not in seen:
                seen.add(identity)
                yield found


def _meant(argument: str) -> Iterator[Input]:
    if argument == STANDARD_INPUT:
        yield Input("standard input")
        return
    path = Path(argument)
    if path.is_dir():
        yield from _in_folder(path, argument)
    elif path.exists() or not glob.has_magic(argument):
        yield Input(argument, path)
    else:
        matches = sorted(glob.glob(argument, recursive=True))
        for match in matches:
            yield from _in_folder(Path(match), match) if Path(match).is_dir() else (Input(match, Path(match)),)
        if not matches:
            yield Input(argument, fault=failed(argument, "file/not-found", "no file matches this pattern"))


def _in_folder(folder: Path, shown: str) -> Iterator[Input]:
    found = sorted(
        each
        for each in folder.rglob("*")
        if each.suffix.lower() in _CONCEPTS
        and each.is_file()
        and not any(part.startswith(".") for part in each.relative_to(folder).parts)
    )
    yield from (Input(str(each), each, sought=True) for each in found)
    if not found:
        yield Input(shown, fault=failed(shown, "file/no-concepts", "the folder holds no .yaml file"))


def failed(name: str, code: str, message: str, hint: str = "") -> Source:
    """A file that could not be read at all, with why."""
    return Source(name, "", diagnostics=(error(message, code=code, hint=hint, file=name),))


def read(path: Path | None, shown: str) -> Source:
    """Read a YAML file (None: standard input). Whatever is wrong stands in the source's diagnostics."""
    try:
        if path is None:
            content = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
        else:
            if path.is_dir():
                return failed(shown, "file/unreadable", "this is a folder, not a file")
            with path.open("rb") as file:
                content = file.read(MAXIMUM_BYTES + 1)
    except FileNotFoundError:
        return failed(shown, "file/not-found", "there is no such file")
    except PermissionError:
        return failed(shown, "file/unreadable", "no permission to read the file")
    except (OSError, ValueError) as fault:
        return failed(shown, "file/unreadable", f"the file cannot be read: {getattr(fault, 'strerror', None) or fault}")
    return parse(shown, content)


_unfinished: set[Path] = set()
"""Files that are being written; see `tidy`."""


def write(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Write a file whole or not at all: an interruption leaves what was there before.

    Raises FileExistsError where it exists and ``replace`` is False, and OSError as the system does.
    """
    with writing(path, replace=replace) as file:
        file.write(content)


@contextlib.contextmanager
def writing(path: Path, *, replace: bool = True) -> Iterator[BinaryIO]:
    """A file to write piece by piece: it is there, whole, once the block ends well. Raises as `write` does."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as fault:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), fault.filename) from fault
    part = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
    _unfinished.add(part)
    try:
        with part.open("xb") as file:
            yield file
        if replace:
            part.replace(path)
        else:
            os.link(part, path)
    finally:
        _remove(part)


def tidy() -> None:
    """Remove what an interruption left half-written, at whatever moment it came."""
    for part in tuple(_unfinished):
        _remove(part)


def _remove(part: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    _unfinished.discard(part)


def file_name(stem: str, suffix: str) -> str:
    """A file name that every system takes: at most 100 bytes of ``stem``, cut between letters."""
    kept = stem.encode()[:100].decode(errors="ignore").strip("-.") or "unnamed"
    return kept + suffix
