"""Read the folder that `make build/runtime` prepares: a browser's Python, with chargen and what it needs, compiled."""

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from chargen.game.resources import PACKAGE

MANIFEST = "runtime.json"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pydantic_core.so",
    "stdlib.zip",
    "packages.zip",
    "language.zip",
)
"""What a site has unchanged."""
LOCK = "python.json"  # The list of the packages of Pyodide, which is empty
OWN = "chargen.zip"  # chargen, of which a site has what its games need
LICENCES = "LICENCES.txt"


class Unusable(Exception):
    """Report a runtime that cannot be used; the message says why, and what to do."""


def check_runtime(folder: Path) -> None:
    """Raise `Unusable` where a folder is no runtime, or was made for another chargen."""
    make = "run `make build/runtime` in a checkout of chargen, and give that folder with --runtime"
    try:
        made_for = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["chargen"]
    except (OSError, ValueError, KeyError, TypeError) as exc:
        raise Unusable(f"a site needs Python for the browser, which is not in {folder}; {make}") from exc
    if made_for != digest_sources():
        raise Unusable(f"{folder} was made for another version of chargen; {make}")
    missing = [name for name in (*FILES, OWN, LICENCES) if not (folder / name).is_file()]
    if missing:
        raise Unusable(f"{folder} lacks {', '.join(missing)}; {make}")


def digest_sources() -> str:
    return digest_files(PACKAGE, PACKAGE.rglob("*.py"))


def digest_files(folder: Path, paths: Iterable[Path]) -> str:
    """Return the digest of files within a folder, with their names there."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


if __name__ == "__main__":
    check_runtime(Path(sys.argv[1]))
