"""Fuzz one target after the other: `python -m tests.soak.fuzzing_all SECONDS FOLDER`."""

import subprocess
import sys
from pathlib import Path

from tests.soak.targets import TARGETS

if __name__ == "__main__":
    for name in TARGETS:
        with Path(sys.argv[2], f"{name}.log").open("wb") as log:
            subprocess.run(
                [sys.executable, "-m", "tests.soak.fuzzing", name, *sys.argv[1:3]], stdout=log, stderr=log, check=False
            )
