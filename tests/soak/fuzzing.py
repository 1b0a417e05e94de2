"""Coverage-guided fuzzing of some targets: `python -m tests.soak.fuzzing SECONDS FOLDER TARGET...`.

Each target runs in a process of its own. What it did is in the folder, in `TARGET.json`: inputs, CPU seconds of the
longest one and of all, and megabytes. An input that breaks a promise, takes more than ten seconds or two gigabytes
stays in the folder under the name that libFuzzer gives it.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

import atheris

from tests.soak.corpus import inputs

with atheris.instrument_imports(include=["chargen", "yaml"]):
    from tests.soak.targets import TARGETS, seeds

LARGEST = 6_000
"""The bytes of an input: twice as many as a long character has."""
MOST_SECONDS = 10
"""What an input may take of a processor; the clock, which a busy machine lets run on, may take twelve times as long."""


def fuzz(seconds: str, folder: Path, target: str) -> None:
    """Fuzz a target, from the inputs that were kept."""
    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for name, content in (*inputs(target), *((f"seed-{number}", seed) for number, seed in enumerate(seeds(target)))):
        (corpus / name).write_bytes(content)
    tried, longest = 0, 0.0

    def once(data: bytes) -> None:
        nonlocal tried, longest
        start = time.process_time()
        TARGETS[target](data)
        took = time.process_time() - start
        assert took < MOST_SECONDS, f"it took {took:.0f} s of a processor"
        tried, longest = tried + 1, max(longest, took)
        if tried % 20 == 0:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            (folder / f"{target}.json").write_text(json.dumps([tried, longest, time.process_time(), memory]))

    limits = [f"-max_total_time={seconds}", f"-max_len={LARGEST}", f"-timeout={12 * MOST_SECONDS}"]
    options = [*limits, "-rss_limit_mb=2048", f"-artifact_prefix={folder}/{target}-", str(corpus)]
    atheris.Setup([sys.argv[0], *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    seconds, folder, *targets = sys.argv[1:]
    if len(targets) == 1:
        fuzz(seconds, Path(folder), targets[0])
    for target in targets[1:] and targets:
        with Path(folder, f"{target}.log").open("wb") as log:
            line = [sys.executable, "-m", "tests.soak.fuzzing", seconds, folder, target]
            subprocess.run(line, stdout=log, stderr=log, check=False)
