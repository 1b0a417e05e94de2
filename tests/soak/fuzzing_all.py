"""Fuzz some targets, one after the other: `python -m tests.soak.fuzzing_all SECONDS FOLDER TARGET...`."""

import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    seconds, folder, *targets = sys.argv[1:]
    for target in targets:
        with Path(folder, f"{target}.log").open("wb") as log:
            subprocess.run(
                [sys.executable, "-m", "tests.soak.fuzzing", target, seconds, folder],
                stdout=log,
                stderr=log,
                check=False,
            )
