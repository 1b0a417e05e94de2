"""Files that scripts write: written anew, or with --check compared with what is there."""

import sys
from collections.abc import Callable, Iterable
from operator import eq
from pathlib import Path


def renewed(files: Iterable[tuple[Path, bytes]], target: str, is_same: Callable[[bytes, bytes], bool] = eq) -> int:
    """Write the files that are another by now, or with --check say which; the exit code. `make target` renews them."""
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
