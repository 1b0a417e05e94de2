"""The inputs that hours of fuzzing have kept, in one file: the next run begins with them."""

import io
import tarfile
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "corpus.tar.xz"


def inputs(target: str) -> list[tuple[str, bytes]]:
    return _kept().get(target, [])


@cache
def _kept() -> dict[str, list[tuple[str, bytes]]]:
    """The inputs of each target: to unpack the file takes longer than any test of one."""
    found: dict[str, list[tuple[str, bytes]]] = {}
    with tarfile.open(FILE) as archive:
        for member in archive:
            target, _, name = member.name.partition("/")
            if (content := archive.extractfile(member)) is not None:
                found.setdefault(target, []).append((name, content.read()))
    return found


def keep(folder: Path) -> None:
    """Put the inputs of a folder, a folder for each target, in place of those that are kept."""
    with tarfile.open(FILE, "w:xz") as archive:
        for path in sorted(folder.glob("*/*")):
            content = path.read_bytes()
            member = tarfile.TarInfo(f"{path.parent.name}/{path.name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
