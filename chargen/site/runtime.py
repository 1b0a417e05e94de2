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


def check_runtime(folder: Path) -> str:
    """Return why a folder is no runtime, or one of another chargen, and what to do; empty where it can be used."""
    make = "run `make build/runtime` in a checkout of chargen, and give that folder with --runtime"
    try:
        made_for = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["chargen"]
    except (OSError, ValueError, KeyError, TypeError):
        return f"a site needs Python for the browser, which is not in {folder}; {make}"
    if made_for != digest_files(PACKAGE, PACKAGE.rglob("*.py")):
        return f"{folder} was made for another version of chargen; {make}"
    missing = [name for name in (*FILES, OWN, LICENCES) if not (folder / name).is_file()]
    return f"{folder} lacks {', '.join(missing)}; {make}" if missing else ""


def digest_files(folder: Path, paths: Iterable[Path]) -> str:
    """Return the digest of files within a folder, with their names there."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(check_runtime(Path(sys.argv[1])) or 0)
