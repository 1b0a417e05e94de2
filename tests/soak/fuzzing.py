"""Coverage-guided fuzzing of one target, in a process of its own: `python -m tests.soak.fuzzing TARGET SECONDS FOLDER`.

What it did is added to the figures that the folder has of the target already: inputs, CPU seconds of the longest one
and of all, and megabytes. An input that breaks a promise, takes more than ten seconds or two gigabytes stays in the
folder under the name that libFuzzer gives it, and the exit code is not 0.
"""

import resource
import sys
import time
from pathlib import Path

import atheris

from tests.soak.corpus import inputs
from tests.soak.figures import Figures

with atheris.instrument_imports(include=["chargen", "yaml"]):
    from tests.soak.targets import TARGETS, seeds

LARGEST = 6_000
"""The bytes of an input: twice as many as a long character has."""
MOST_SECONDS = 10
"""What an input may take of a processor; the clock, which a busy machine lets run on, is given twelve times as much."""


def main(target: str, seconds: int, folder: Path) -> None:
    """Fuzz a target for so many seconds; the corpus is kept in the folder."""
    corpus = folder / target
    corpus.mkdir(parents=True, exist_ok=True)
    for name, content in (*inputs(target), *((f"seed-{number}", seed) for number, seed in enumerate(seeds(target)))):
        (corpus / name).write_bytes(content)
    does = TARGETS[target]
    kept = folder / f"{target}-figures"
    before = Figures.read(kept)
    tried, longest = 0, before.longest

    def once(data: bytes) -> None:
        nonlocal tried, longest
        start = time.process_time()
        does(data)
        took = time.process_time() - start
        assert took < MOST_SECONDS, f"it took {took:.0f} s of a processor"
        tried += 1
        if took > longest:
            longest = took
            (folder / f"{target}-longest").write_bytes(data)
        if tried % 20 == 0:
            memory = max(before.memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
            spent = before.spent + time.process_time()
            Figures(before.tried + tried, longest, spent, memory).write(kept)

    limits = [
        f"-max_total_time={seconds}",
        f"-max_len={LARGEST}",
        f"-timeout={12 * MOST_SECONDS}",
        "-rss_limit_mb=2048",
    ]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={folder}/{target}-", str(corpus)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
