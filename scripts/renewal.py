"""Write files that scripts generate, or compare them with those that are there (--check)."""

import sys
from collections.abc import Callable, Iterable
from operator import eq
from pathlib import Path


def renewed(files: Iterable[tuple[Path, bytes]], target: str, is_same: Callable[[bytes, bytes], bool] = eq) -> int:
    """Write the files that have changed, or with --check print their names; return the exit code."""
    stale = []
    for path, content in files:
        if not path.exists() or not is_same(path.read_bytes(), content):
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    if "--check" in sys.argv and stale:
        print(f"out of date: {', '.join(stale)}; run `make {target}`", file=sys.stderr)
        return 1
    return 0
