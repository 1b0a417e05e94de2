"""Try to break chargen for a while, and write down what came of it: `make soak` (MINUTES=240, WRITE=1)."""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.soak import corpus, faults, studio
from tests.soak.figures import Figures, add_faults
from tests.soak.targets import TARGETS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "reliability.md"
START, END = "<!-- figures -->", "<!-- end of figures -->"
MOST_FAULTS = 100_000


def main() -> int:
    """Fuzz every target and inject faults, side by side; return 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3, help="how long, by the clock; a share for each target")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, help="where inputs are kept, and taken up again")
    parser.add_argument("--write", action="store_true", help=f"renew the table of {PAGE.name} and the corpus")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    seconds = int(options.minutes * 60)
    targets = list(TARGETS)
    share = max(5, seconds * FUZZERS // len(targets))
    fuzzers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.soak.fuzzing_all", str(share), str(folder), *targets[first::FUZZERS]],
            cwd=ROOT,
        )
        for first in range(FUZZERS)
    ]
    done = faults.soaked(MOST_FAULTS, options.seed, lambda said: print(said, flush=True), time.monotonic() + seconds)
    for fuzzer in fuzzers:
        fuzzer.wait()
    rounds, until = 0, time.monotonic() + seconds / 4
    while time.monotonic() < until:
        done.lost += studio.soaked(300, 3, options.seed + rounds).lost
        rounds += 1
    print(f"studio: {rounds} folders, each with 300 steps of two windows and 3 kills")
    injected, resumed = add_faults(folder / "faults", done.injected, done.resumed)
    table, crashes = _table(folder, injected, resumed, len(done.lost))
    print(table, *done.lost, f"seed {options.seed}; inputs in {folder}", sep="\n")
    if options.write:
        corpus.keep(folder)
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(f"{page.split(START)[0]}{START}\n{table}\n{END}{page.split(END)[1]}", encoding="utf-8")
    return 1 if crashes or done.lost else 0


def _table(folder: Path, injected: Counter[tuple[str, str]], resumed: int, lost: int) -> tuple[str, int]:
    """Everything that was tried, now and in runs whose figures the folder keeps; and how many inputs broke it."""
    rows: list[tuple[str, ...]] = [("what", "tried", "broken", "longest, CPU s", "all, CPU min", "most memory, MB")]
    rows.append(("---", *["---:"] * (len(rows[0]) - 1)))
    tried, spent, broken = 0, 0.0, 0
    for name, target in TARGETS.items():
        figures = Figures.read(folder / f"{name}-figures")
        crashes = [path for path in folder.glob(f"{name}-*-*") if path.name.split("-")[-2] in KINDS]
        what = f"`{name}`: {(target.__doc__ or '').splitlines()[0]}"
        numbers = (f"{figures.longest:.2f}", f"{figures.spent / 60:.0f}", f"{figures.memory}")
        rows.append((what, f"{figures.tried:,}", f"{len(crashes)}", *numbers))
        tried, spent, broken = tried + figures.tried, spent + figures.spent, broken + len(crashes)
    for (command, fault), times in sorted(injected.items()):
        rows.append((f"`{command}`: {fault}, at a random moment", f"{times:,}", "", "", "", ""))
    rows.append(
        ("run to the end after that, and compared with what is written undisturbed", f"{resumed:,}", "", "", "", "")
    )
    rows.append(("files lost, half-written, or workers left behind", "", f"{lost}", "", "", ""))
    kills = sum(times for (_, fault), times in injected.items() if fault.startswith("kill"))
    said = (
        f"{tried:,} inputs in {spent / 3600:.1f} hours of CPU, and {injected.total():,} faults, of which\n"
        f"{kills:,} were `kill -9`, in one run or several. The longest of an input includes what is\n"
        "loaded for the first one; the fuzzer's own instruments slow it down."
    )
    return "\n".join([said, "", *(f"| {' | '.join(row)} |" for row in rows)]), broken


FUZZERS = 2
"""How many targets are fuzzed at a time."""
KINDS = ("crash", "timeout", "oom", "leak")
"""How libFuzzer calls what it finds."""


if __name__ == "__main__":
    sys.exit(main())
