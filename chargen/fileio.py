"""Find the files that arguments name, read them within limits, and write them atomically."""

import contextlib
import errno
import glob
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeAlias, TypeVar

from chargen.file_kind import GAME_FILE
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import closest, short
from chargen.text.source import Source, load

T = TypeVar("T")

STANDARD_INPUT = "-"
YAML = (".yaml", ".yml")  # The endings of the files that users write
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
MOST_BESIDE = 1_000  # The files of a folder that are searched for a similar name (house default)


@dataclass(frozen=True, slots=True)
class Input:
    """Hold a file that an argument names."""

    shown: str
    """The name of the file in diagnostics."""
    path: Path | None = None
    """The path; None for standard input, and for data without a file."""
    source: Source | None = None
    """The source where it was read already or could not be read; None where the file is still to be read."""
    sought: bool = False
    """Whether it was found in a folder rather than named."""


def expand(arguments: Iterable[str]) -> Iterator[Input]:
    """Yield the files that files, folders, globs and ``-`` name, each once, those of a folder sorted."""
    seen: set[str] = set()
    for argument in arguments:
        # A file that is there wins over a pattern: `[draft] kai.yaml` is a legal name.
        is_pattern = glob.has_magic(argument) and not exists(argument)
        matches = sorted(glob.glob(argument, recursive=True)) if is_pattern else [argument]
        meant: list[Input] = []
        for match in matches:
            if argument == STANDARD_INPUT:
                meant.append(Input("standard input"))
            elif os.path.isdir(Path(match)):
                meant += _in_folder(Path(match), match)
            else:
                meant.append(Input(match, Path(match)))
        if not matches:
            meant = [Input(argument, source=unread(argument, Unreadable("no file matches this pattern", MISSING)))]
        for found in meant:
            # A link and its target are one file, which is checked once.
            identity = os.path.realpath(found.path) if found.path is not None else found.shown
            if identity not in seen:
                seen.add(identity)
                yield found


def _in_folder(folder: Path, shown: str) -> Iterator[Input]:
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in YAML):
        # Relative to the folder: it may itself lie below a hidden one.
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_hidden or not (os.path.isfile(path) or (path.is_symlink() and not os.path.exists(path))):
            continue
        # The words and the names of a game file beside their folder are checked with it.
        if path.parts[-3:-1] == ("npcs", "names"):
            is_of_a_game = any(path.parents[2].glob(f"*{GAME_FILE}"))
        else:
            is_of_a_game = path.parent.name == "words" and os.path.isfile(path.parents[1] / f"{path.stem}{GAME_FILE}")
        if not is_of_a_game:
            found.append(Input(str(path), path, sought=True))
    empty = Unreadable("the folder holds no .yaml file", "file/no-concepts")
    yield from found or [Input(shown, source=unread(shown, empty))]


def exists(name: str) -> bool:
    return os.path.exists(Path(name))


UNREADABLE, MISSING, OUTSIDE = "file/unreadable", "file/not-found", "file/outside"
"""The codes of files that cannot be read; the last is that of one that another file names, out of its project."""


class Unreadable(Exception):
    """Report a file that cannot be read; the message says why, ``hint`` what to do."""

    def __init__(self, why: str, code: str = UNREADABLE, hint: str = "") -> None:
        """Take the code of the diagnostic where an argument named the file itself."""
        super().__init__(why)
        self.code, self.hint = code, hint


def unread(name: str, exc: Unreadable) -> Source:
    """Return the source of a file that cannot be read, with the reason; a similar name for a missing one."""
    return Source(name, "", diagnostics=(error(str(exc), code=exc.code, hint=exc.hint, file=name),))


def _missing(missing: Path, folder: Path | None = None) -> Unreadable:
    """Return the error about a file that does not exist; the hint names a similar one of the same kind beside it.

    ``folder`` is that of the file that names it, from which the hint counts.
    """
    if missing.is_symlink():  # its name is right
        return Unreadable(f"the link leads to `{missing.readlink()}`, which is not there", MISSING)
    why = "there is no such file"
    # Other systems have `\\` between folders.
    wanted = Path(os.path.normpath(str(missing).strip().replace("\\", "/")))
    names: dict[str, Path] = {}
    if folder is None or _is_allowed(wanted, folder):
        ending = wanted.suffix.strip().lower()
        kinds = next((kinds for kinds in (YAML, PICTURES) if ending in kinds), (ending,) if ending else YAML)
        with contextlib.suppress(OSError, ValueError):
            # A hint must not read a folder of a million files.
            beside = sorted(islice(wanted.parent.iterdir(), MOST_BESIDE))
            names = {path.stem: path for path in beside if path.suffix.lower() in kinds and path != missing}
    near = closest(wanted.stem.strip(), names)
    if near is None:
        return Unreadable(why, MISSING)
    shown = names[near] if folder is None else os.path.relpath(names[near], folder)
    return Unreadable(why, MISSING, f"did you mean `{short(str(shown))}`?")


def read_bytes(path: Path | None, most: int) -> bytes:
    """Read at most ``most`` + 1 bytes of a file (None: standard input), so that a larger one is known by its length.

    Raises `Unreadable`. A named pipe is refused, except those that a shell makes below /dev and /proc.
    """
    try:
        if path is None:
            return sys.stdin.buffer.read(most + 1)
        note(path)
        if (kept := _kept.get(str(path))) is not None:
            return kept[: most + 1]
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable("this is a folder, not a file")
        # A read of a pipe that has no writer waits for ever.
        if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and path.absolute().parts[1:2] not in (("dev",), ("proc",)):
            raise Unreadable("this is a pipe, not a file")
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError as exc:
        raise _missing(path or Path()) from exc
    except PermissionError as exc:
        raise Unreadable("no permission to read the file") from exc
    except (OSError, ValueError) as exc:  # ValueError: no file can have such a name
        raise Unreadable(f"the file cannot be read: {getattr(exc, 'strerror', None) or exc}") from exc


ANY_PATH = "CHARGEN_ANY_PATH"
"""The environment variable that lets files name others in any folder; other processes of a command inherit it."""
IS_IN_BROWSER = sys.platform == "emscripten"
"""Whether files are in the memory of a page: it has no links, and no other process."""
BATCH_MANIFEST = "manifest.jsonl"  # The file of a batch that lists its NPCs
PROJECT_MARKERS = ("chargen.toml", ".git")
"""What makes a folder a project: the files in it, and below it, may name one another."""


def named_in(folder: Path, written: str) -> Path:
    """Return the path of the file that another one in ``folder`` names, as it is written there.

    Raises `Unreadable` where it cannot be read, and with the code `OUTSIDE` where it lies neither below that folder
    nor in the `project` of that folder.
    """
    # By the letters of the path and not through links: `_is_allowed` resolves those, and messages show what was
    # written.
    path = Path(os.path.normpath(folder / written))
    note(path)
    if str(path) in _kept:
        return path
    # Before the file is looked at: whether it exists outside is none of the file's business.
    if not os.environ.get(ANY_PATH) and not _is_allowed(path, folder):
        bounds = project(folder)
        hint = f"an empty `{PROJECT_MARKERS[0]}` in a folder above both makes that folder a project"
        if _holds_any(bounds, PROJECT_MARKERS):
            markers = " or ".join(f"`{marker}`" for marker in PROJECT_MARKERS)
            hint = f"the project is the folder `{short(bounds.name)}`, by its {markers}"
        hint += "; `chargen --any-path` allows any folder"
        raise Unreadable("it leads out of this file's project", OUTSIDE, hint)
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise _missing(path, folder) from exc
    except OSError as exc:
        raise Unreadable((exc.strerror or str(exc)).lower()) from exc
    if not is_file:
        raise Unreadable("it is not a regular file")
    return path


def _is_allowed(path: Path, folder: Path) -> bool:
    """Return whether a file in ``folder`` may name ``path``; links count as the files that they lead to."""
    if _is_within(path, folder):
        return True
    open_in_editor = (root for root in _workspaces if _is_within(folder, root) and not _holds_home(root))
    return any(_is_within(path, root) for root in (project(folder), *open_in_editor))


def project(folder: Path) -> Path:
    """Return the project of the files in a folder: the nearest folder above with a marker, else the folder above.

    Of a file that `chargen batch` wrote, it is the folder that holds the batch.

    The working folder plays no part, so a file is legal or not wherever one works. The home folder and the folders
    above it are never a project: they hold files of all kinds, and a download would reach them.
    """
    absolute = Path(os.path.normpath(folder.absolute()))  # `..` means what it does in the paths that files name
    around = [above for above in (absolute, *absolute.parents) if not _holds_home(above)]
    if not around:
        return absolute
    # The NPCs of a batch are in a folder of it, and name the files beside it.
    steps = 2 if _holds_any(absolute.parent, [BATCH_MANIFEST]) else 1
    marked = (above for above in around if _holds_any(above, PROJECT_MARKERS))
    return next(marked, around[min(steps, len(around) - 1)])


def _holds_any(folder: Path, names: Iterable[str]) -> bool:
    """Return whether one of these names is taken in a folder; it is noted that a result depends on that."""
    for path in (folder / name for name in names):
        note(path)
        if os.path.lexists(path):
            return True
    return False


def _holds_home(folder: Path) -> bool:
    """Return whether a folder is the root of the disk, or the user's home folder, or above it."""
    complete = Path(os.path.realpath(folder))
    with contextlib.suppress(RuntimeError):  # the user has no home folder
        if Path(os.path.realpath(Path.home())).is_relative_to(complete):
            return True
    return complete == complete.parent


_kept: Mapping[str, bytes] = {}
_workspaces: Sequence[Path] = ()


@contextlib.contextmanager
def kept(contents: Mapping[str, bytes], workspaces: Sequence[Path] | None = None) -> Iterator[None]:
    """Serve these contents for their paths within a ``with`` block, instead of what is on the disk.

    All NPCs of a batch have the same house rules, even where a file changes meanwhile or is on another machine.
    ``workspaces`` are the folders that an editor has open, which count as projects.
    """
    global _kept, _workspaces
    before = _kept, _workspaces
    _kept, _workspaces = contents, _workspaces if workspaces is None else workspaces
    try:
        yield
    finally:
        _kept, _workspaces = before


def find_state(path: Path) -> tuple[object, ...] | None:
    """Return a value that differs as soon as the file does; None where it is not there or cannot be reached."""
    if (content := _kept.get(str(path))) is not None:
        return (content,)
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    # The change time is there because a program may set the others, as rsync does.
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


States: TypeAlias = dict[Path, tuple[object, ...] | None]  # What `find_state` returned for some files


@contextlib.contextmanager
def noting() -> Iterator[States]:
    """Collect the files that are looked at within a ``with`` block, missing ones too, with the state of each before."""
    global _noted
    before, _noted = _noted, {}
    try:
        yield _noted
    finally:
        _noted = before


_noted: States | None = None


def note(path: Path) -> None:
    """Note for `noting` that a result depends on a file; to be called before the file is read."""
    if _noted is not None and path not in _noted:
        _noted[path] = find_state(path)


def not_read(what: str, written: str, exc: Unreadable, *path: str | int, code: str) -> Diagnostic:
    """Return the diagnostic for a file that another one names at ``path`` and `named_in` or `read_bytes` refused.

    ``what`` is the kind of file, such as ``campaign file``.
    """
    shown = f"`{short(written)}`"
    if exc.code == OUTSIDE:
        message = f"the {what} {shown} lies outside of this file's project"
        return error(message, *path, code=OUTSIDE, hint=exc.hint)
    if exc.code == MISSING:
        hint = exc.hint or "its path starts at this file's folder"
        return error(f"there is no {what} {shown}", *path, code=code, hint=hint)
    return error(f"the {what} {shown} cannot be read: {exc}", *path, code=code)


def _is_within(path: Path, folder: Path) -> bool:
    """Return whether a path, with its links resolved, is below a folder that is not the root of the disk."""
    complete = Path(os.path.realpath(folder))
    return complete != complete.parent and Path(os.path.realpath(path)).is_relative_to(complete)


def read_source(path: Path | None, shown: str) -> Source:
    """Read a YAML file (None: standard input). All errors are in the source's diagnostics."""
    try:
        content = read_bytes(path, limits.CONCEPT_BYTES)
    except Unreadable as exc:
        return unread(shown, exc)
    return load(shown, content)


def describe_failure(exc: Exception) -> str:
    """Return what the machine could not do, and with which file; empty for an exception that is no such failure."""
    if isinstance(exc, UnicodeEncodeError) and exc.encoding == sys.getfilesystemencoding() != "utf-8":
        return "the locale of this machine has no such letters in the names of files; PYTHONUTF8=1 gives it them"
    if not isinstance(exc, OSError):
        return ""
    path = exc.filename2 or exc.filename
    return f"{exc.strerror or exc}{f' ({path})' if path else ''}"


_unfinished: set[Path] = set()  # Files that are being written; see `tidy`
_PART = r"\..*\.[0-9a-f]{16}\.part"
ABANDONED_SECONDS = 3600
"""The seconds without a write after which a part counts as left by a killed process (house default)."""
LOCK_SECONDS = 2
"""The seconds for which a lock is waited for without a word (house default)."""
EDIT_TRIES = 5
"""How often an edit starts again because another program saved the file meanwhile (house default)."""
_CANNOT_BE_SYNCED = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM, errno.EISDIR}
"""The errors of systems that cannot sync some files to the disk."""


class ChangedMeanwhile(OSError):
    """Report a file that another program saved while it was edited; nothing was written."""


def edit_file(given: Input, change: Callable[[Source], tuple[bytes, T]], *, waits: bool = True) -> T:
    """Change a user's file so that neither another chargen nor an editor that saves it meanwhile loses anything.

    ``change`` takes the file as read. It returns the new bytes, or the same ones to leave the file alone, and a result,
    which this function returns. It is called again if the file changes meanwhile, so it must only compute. The target
    of a link is changed, and not the link. Raises ChangedMeanwhile, and OSError as the system does; BlockingIOError
    where the file is locked and ``waits`` is False.
    """
    assert given.path is not None
    # A rename would replace a link by a file.
    target = Path(os.path.realpath(given.path))
    with locked(target, waits=waits):
        # Under the lock, so no part of another running chargen is removed.
        sweep(target.parent)
        for _ in range(EDIT_TRIES):
            source = read_source(target, given.shown)
            content, result = change(source)
            if content == source.content:
                return result
            with contextlib.suppress(ChangedMeanwhile):
                write_file(target, content, expected=source.content)
                return result
    raise ChangedMeanwhile(errno.EBUSY, "changed while chargen ran; nothing was written", given.shown)


def write_file(path: Path, content: bytes, *, replace: bool = True, expected: bytes | None = None) -> None:
    """Write a file atomically: an interruption, or a power cut, leaves what was there before.

    The new file keeps the permissions of a file that it replaces. Raises FileExistsError where it exists and
    ``replace`` is False, ChangedMeanwhile where it does not hold the ``expected`` bytes, and OSError as the system
    does, about ``path``.
    """
    with writing(path, replace=replace, expected=expected) as file:
        file.write(content)


@contextlib.contextmanager
def writing(path: Path, *, replace: bool = True, expected: bytes | None = None) -> Iterator[BinaryIO]:
    """Yield a file to write piece by piece; it appears, complete, once the block ends well.

    Raises as `write_file` does.
    """
    # In the same folder, as a rename works only within a disk; hidden, so that no folder argument finds it.
    part = path.parent / f".{path.name[:40]}.{os.urandom(8).hex()}.part"
    _unfinished.add(part)
    try:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError as exc:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), exc.filename) from exc

        # `x`: a taken name is an error, also where someone has put a link there.
        with part.open("xb") as file:
            if os.path.isfile(path):
                # A disk may have no permissions, and the file may have gone meanwhile.
                with contextlib.suppress(PermissionError, FileNotFoundError):
                    shutil.copymode(path, part)
            yield file
            file.flush()
            try:  # to have it reach the disk, where the system can
                os.fsync(file.fileno())
            except OSError as exc:
                if exc.errno not in _CANNOT_BE_SYNCED:
                    raise

        # This is the last step before the rename, because an editor takes no lock.
        if expected is not None and not _holds(path, expected):
            raise ChangedMeanwhile(errno.EBUSY, "changed while chargen ran", str(path))
        if replace:
            part.replace(path)
        else:
            rename_new(part, path)
    except OSError as exc:
        # Errors are about the requested file, and not about its part. One about another file, such as one that the
        # block reads, keeps its name.
        if exc.errno is None or exc.filename not in (None, str(part)):
            raise
        raise OSError(exc.errno, exc.strerror, str(path)) from exc
    finally:
        _remove(part)


def _holds(path: Path, expected: bytes) -> bool:
    try:
        return path.read_bytes() == expected
    except FileNotFoundError:
        return False


def rename_new(path: Path, to: Path) -> None:
    """Give a file another name. Raises FileExistsError rather than replace another file, which a rename alone does."""
    # To take the name fails if it is taken, at once and for all programs; a check before a rename leaves a gap.
    try:
        os.link(path, to, follow_symlinks=False)
    except (OSError, NotImplementedError, AttributeError) as exc:  # the last two: of a system that has no links
        if isinstance(exc, OSError) and exc.errno not in _WITHOUT_LINKS:
            raise
    else:
        path.unlink()
        return
    to.touch(exist_ok=False)
    try:
        path.replace(to)
    except BaseException:
        to.unlink()
        raise


_WITHOUT_LINKS = {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS, errno.EXDEV}
"""The errors of a disk that has no hard links: a USB stick, or many a network disk."""


@contextlib.contextmanager
def locked(path: Path, *, waits: bool = True) -> Iterator[None]:
    """Lock the folder of a path: other chargen processes of this user wait before they change files in it.

    After `LOCK_SECONDS` this logs that it waits, or raises BlockingIOError where it does not.
    """
    if IS_IN_BROWSER:
        yield
        return
    import hashlib  # these are imported here: few commands change a file
    import tempfile

    from filelock import FileLock, Timeout

    # filelock keeps its file, as another process may be waiting for it. So it is not in the user's folder.
    folder = os.fsencode(Path(os.path.realpath(path)).parent)
    digest = hashlib.blake2b(folder, digest_size=16).hexdigest()
    user = os.getuid() if hasattr(os, "getuid") else ""  # on Windows every user has a temporary folder
    # No other user may open it: a file that can be read can be locked.
    lock = FileLock(Path(tempfile.gettempdir(), f"chargen-{user}-{digest}.lock"), mode=0o600)
    try:
        held = lock.acquire(timeout=LOCK_SECONDS)
    except Timeout as exc:
        if not waits:
            raise BlockingIOError(errno.EAGAIN, "another program keeps this folder locked", str(path.parent)) from exc
        import logging  # imported here: few commands change a file, and hardly any waits

        logging.getLogger(__name__).warning("chargen: waiting for another chargen that changes files in this folder")
        held = lock.acquire()
    with held:
        yield


def sweep(folder: Path) -> None:
    """Remove the parts that killed processes left in a folder: those without a write for `ABANDONED_SECONDS`."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            # Age alone decides: the process of a part may run on another machine, so its number says nothing.
            if re.fullmatch(_PART, path.name) and path not in _unfinished:
                with contextlib.suppress(OSError):
                    if time.time() - path.stat().st_mtime >= ABANDONED_SECONDS:
                        # A batch has a folder of parts.
                        shutil.rmtree(path) if path.is_dir() else path.unlink()


def tidy() -> None:
    """Remove what an interruption left half-written, at any moment."""
    # A copy, as other threads may add to the set; `tidy` may be called at any moment.
    for part in tuple(_unfinished):
        _remove(part)


def _remove(part: Path) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        part.unlink()
    _unfinished.discard(part)


_RESERVED = r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?"
"""The names that Windows takes for a device, with any suffix."""
_NOT_IN_NAMES = r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]'


def as_text(name: str) -> str:
    """Return the name of a file as text that any format can hold: bytes in it that are not UTF-8 become `?`."""
    return name.encode(errors="replace").decode()


def file_name(stem: str, suffix: str) -> str:
    """Return a file name that every system accepts: at most 100 bytes of ``stem``, cut between letters.

    >>> file_name("con", ".pdf"), file_name("a:b", ".yaml"), file_name("", ".html")
    ('con-.pdf', 'a-b.yaml', 'unnamed.html')
    """
    kept = re.sub(_NOT_IN_NAMES, "-", stem).encode()[:100].decode(errors="ignore").strip("-. ") or "unnamed"
    return f"{kept}{'-' if re.fullmatch(_RESERVED, kept) else ''}{suffix}"
