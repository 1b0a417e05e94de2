"""The inputs that hours of fuzzing have kept, in one file: the next run begins with them."""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent / "corpus.tar.xz"


def inputs(target: str) -> Iterator[tuple[str, bytes]]:
    """Yield the inputs of a target, each with its name."""
    with tarfile.open(FILE) as archive:
        for member in archive:
            folder, _, name = member.name.partition("/")
            content = archive.extractfile(member)
            if folder == target and content is not None:
                yield name, content.read()


def keep(folder: Path) -> None:
    """Put the inputs of a folder, a folder for each target, in place of those that are kept."""
    with tarfile.open(FILE, "w:xz") as archive:
        for path in sorted(folder.glob("*/*")):
            content = path.read_bytes()
            member = tarfile.TarInfo(f"{path.parent.name}/{path.name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
