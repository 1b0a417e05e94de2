"""Give the version of chargen, and the command that installs further packages."""

import sys
from pathlib import Path

VERSION = "0.1.0"


def to_install(*packages: str) -> str:
    """Return the line that installs packages into the environment that chargen runs in.

    The name of chargen is not registered on the package index, so no line requests it from there.
    """
    import shlex  # imported here: only a missing package needs it

    listed = " ".join(packages)
    where = Path(sys.prefix)
    if where.parts[-3:-1] == ("pipx", "venvs"):
        return f"pipx inject {shlex.quote(where.name)} {listed}"
    if where.parts[-3:-1] == ("uv", "tools"):
        return f"uv pip install --python {shlex.quote(sys.executable)} {listed}"
    return f"{shlex.quote(sys.executable)} -m pip install {listed}"
