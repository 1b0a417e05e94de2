"""The edge to the disk: which files are meant, reading them within limits, writing them whole or not at all."""

import contextlib
import errno
import glob
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
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
_PART = re.compile(r"\..*\.[0-9a-f]{16}\.part")
ABANDONED_SECONDS = 3600
"""A part that nobody has written to for so long was left by a process that was killed (ours)."""
AT_ONCE = 16
"""So many small files are brought to the disk at a time: it takes hardly longer than one (ours)."""
_CANNOT_BE_SYNCED = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM, errno.EISDIR}
"""What systems say that cannot bring a folder, or some file, to the disk when asked."""


def write(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Write a file whole or not at all: an interruption, or a power cut, leaves what was there before.

    A file that is replaced hands on its permissions. Raises FileExistsError where it exists and ``replace`` is False,
    and OSError as the system does, about ``path``.
    """
    with writing(path, replace=replace) as file:
        file.write(content)


@contextlib.contextmanager
def writing(path: Path, *, replace: bool = True) -> Iterator[BinaryIO]:
    """A file to write piece by piece: it is there, whole, once the block ends well. Raises as `write` does."""
    part = _part_of(path)
    with _said_of(path, part):
        _make_folder(path.parent)
        try:
            with _opened(part, path) as file:
                yield file
                _sync(file)
            if replace:
                part.replace(path)
            else:
                os.link(part, path)
        finally:
            _remove(part)
        _sync_folder(path.parent)


def write_several(contents: Iterable[tuple[Path, bytes]]) -> None:
    """Write many small files, each as `write` does and some at a time, which is many times as fast."""
    from concurrent.futures import ThreadPoolExecutor  # imported here: the command's start does without

    waiting = iter(contents)
    while some := [(path, _part_of(path), content) for path, content in islice(waiting, AT_ONCE)]:
        folders = dict.fromkeys(path.parent for path, _, _ in some)
        for folder in folders:
            _make_folder(folder)
        try:
            with ThreadPoolExecutor(AT_ONCE) as threads:
                for _ in threads.map(_fill, some):
                    pass
            for path, part, _ in some:
                with _said_of(path, part):
                    part.replace(path)
        finally:
            for _, part, _ in some:
                _remove(part)
        for folder in folders:
            _sync_folder(folder)


def _fill(file: tuple[Path, Path, bytes]) -> None:
    path, part, content = file
    with _said_of(path, part), _opened(part, path) as opened:
        opened.write(content)
        _sync(opened)


def _part_of(path: Path) -> Path:
    """Where a file is written until it is whole."""
    part = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
    _unfinished.add(part)
    return part


@contextlib.contextmanager
def _said_of(path: Path, part: Path) -> Iterator[None]:
    """Have what goes wrong told of the file that was asked for, and not of its part."""
    try:
        yield
    except OSError as fault:
        if fault.errno is None or fault.filename not in (None, str(part)):
            raise
        raise OSError(fault.errno, fault.strerror, str(path)) from fault


@contextlib.contextmanager
def _opened(part: Path, path: Path) -> Iterator[BinaryIO]:
    """A new part, with the permissions of the file that it is going to replace."""
    with part.open("xb") as file:
        with contextlib.suppress(FileNotFoundError):
            former = path.stat()
            if stat.S_ISREG(former.st_mode):
                part.chmod(stat.S_IMODE(former.st_mode))
        yield file


def _make_folder(folder: Path) -> None:
    """Make a folder, and those around it, so that a power cut does not take them away again."""
    if folder.is_dir():
        return
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as fault:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), fault.filename) from fault
    for each in missing:
        _sync_folder(each.parent)


def _sync(file: BinaryIO) -> None:
    """Bring what was written to the disk."""
    file.flush()
    _sync_opened(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where the system has a way to."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError as fault:
        if fault.errno in _CANNOT_BE_SYNCED:
            return
        raise
    try:
        _sync_opened(opened)
    finally:
        os.close(opened)


def _sync_opened(opened: int) -> None:
    try:
        os.fsync(opened)
    except OSError as fault:
        if fault.errno not in _CANNOT_BE_SYNCED:
            raise


def sweep(folder: Path, *, names: Sequence[str] = (), seconds: float = ABANDONED_SECONDS) -> None:
    """Remove the parts that killed processes left in a folder: those that nobody has written to for ``seconds``.

    With ``names``, only parts of files that are called so.
    """
    starts = tuple(f".{name[:40]}." for name in names)
    with contextlib.suppress(OSError):
        for each in folder.iterdir():
            if _PART.fullmatch(each.name) and (not names or each.name.startswith(starts)) and each not in _unfinished:
                with contextlib.suppress(OSError):
                    if time.time() - each.stat().st_mtime >= seconds:
                        each.unlink()


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
