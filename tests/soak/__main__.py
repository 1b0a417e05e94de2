"""Try to break chargen for a while, and write down what came of it: `make soak` (MINUTES=240, WRITE=1)."""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import corpus, faults, studio
from tests.soak.targets import TARGETS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "reliability.md"
START, END = "<!-- figures -->", "<!-- end of figures -->"
MOST_FAULTS = 100_000
FUZZERS = 2
"""How many targets are fuzzed at a time."""
KINDS = ("crash", "timeout", "oom", "leak")
"""How libFuzzer calls what it finds."""


def main() -> int:
    """Fuzz every target and inject faults, side by side; return 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3, help="how long, by the clock; a share for each target")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, help="where inputs are kept, and the next run begins with them")
    parser.add_argument("--write", action="store_true", help=f"renew the table of {PAGE.name} and the corpus")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    seconds, targets = int(options.minutes * 60), list(TARGETS)
    share = max(5, seconds * FUZZERS // len(targets))
    fuzzers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.soak.fuzzing", str(share), str(folder), *targets[first::FUZZERS]], cwd=ROOT
        )
        for first in range(FUZZERS)
    ]
    done = faults.soak(MOST_FAULTS, options.seed, lambda line: print(line, flush=True), time.monotonic() + seconds)
    for fuzzer in fuzzers:
        fuzzer.wait()
    rounds, until = 0, time.monotonic() + seconds / 4
    while time.monotonic() < until:
        done.lost += studio.soak(300, 3, options.seed + rounds).lost
        rounds += 1
    print(f"studio: {rounds} folders, each with 300 steps of two windows and 3 kills")
    table, broken = _table(folder, done)
    print(table, *done.lost, f"seed {options.seed}; inputs in {folder}", sep="\n")
    if options.write:
        corpus.keep(folder)
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(f"{page.split(START)[0]}{START}\n{table}\n{END}{page.split(END)[1]}", encoding="utf-8")
    return 1 if broken or done.lost else 0


def _table(folder: Path, done: faults.Done) -> tuple[str, int]:
    """Return everything that was tried, as a table in Markdown, and how many inputs broke a promise."""
    rows: list[tuple[str, ...]] = [("what", "tried", "broken", "longest, CPU s", "all, CPU min", "most memory, MB")]
    rows.append(("---", *["---:"] * (len(rows[0]) - 1)))
    inputs, hours, crashes = 0, 0.0, 0
    for name, target in TARGETS.items():
        figures = folder / f"{name}.json"
        tried, longest, spent, memory = json.loads(figures.read_text()) if figures.exists() else (0, 0.0, 0.0, 0)
        broken = sum(path.name.split("-")[-2] in KINDS for path in folder.glob(f"{name}-*-*"))
        what = f"`{name}`: {(target.__doc__ or '').splitlines()[0]}"
        rows.append((what, f"{tried:,}", f"{broken}", f"{longest:.2f}", f"{spent / 60:.0f}", f"{memory}"))
        inputs, hours, crashes = inputs + tried, hours + spent / 3600, crashes + broken
    for (command, fault), times in sorted(done.injected.items()):
        rows.append((f"`{command}`: {fault}, at a random moment", f"{times:,}", "", "", "", ""))
    rows.append(("run to the end after that, and compared with an undisturbed run", f"{done.resumed:,}", *[""] * 4))
    rows.append(("files lost, half-written, or workers left behind", "", f"{len(done.lost)}", "", "", ""))
    kills = sum(times for (_, fault), times in done.injected.items() if fault.startswith("kill"))
    summary = (
        f"{inputs:,} inputs in {hours:.1f} hours of CPU, and {done.injected.total():,} faults, of which\n"
        f"{kills:,} were `kill -9`. The longest of an input includes what is loaded for the first one;\n"
        "the fuzzer's own instruments slow it down."
    )
    return "\n".join([summary, "", *(f"| {' | '.join(row)} |" for row in rows)]), crashes


if __name__ == "__main__":
    sys.exit(main())
