"""Try to break chargen for a while, and write down what came of it: `make soak` (MINUTES=240, WRITE=1)."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import faults
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
    parser.add_argument("--write", action="store_true", help=f"renew the table of {PAGE.name}")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    seconds = int(options.minutes * 60)
    share = max(5, seconds // len(TARGETS))
    other = subprocess.Popen(
        [sys.executable, "-m", "tests.soak.fuzzing_all", str(share), str(folder)], cwd=ROOT, env={**os.environ}
    )
    until = time.monotonic() + seconds
    done = faults.soaked(MOST_FAULTS, options.seed, lambda said: print(said, flush=True), until)
    other.wait()
    rows = [("what", "tried", "broken", "longest, CPU s", "most memory, MB"), ("---", "---:", "---:", "---:", "---:")]
    broken = len(done.lost)
    for target in TARGETS:
        tried, longest, memory = _figures(folder, target)
        crashes = [path for path in folder.glob(f"{target}-*") if path.name.split("-")[-2] in KINDS]
        broken += len(crashes)
        what = f"`{target}`: {(TARGETS[target].__doc__ or '').splitlines()[0]}"
        rows.append((what, f"{tried:,}", f"{len(crashes)}", longest, memory))
    for (command, fault), times in sorted(done.injected.items()):
        rows.append((f"`{command}`: {fault}, at a random moment", f"{times:,}", "", "", ""))
    rows.append(
        ("run to the end after that, and compared with what is written undisturbed", f"{done.resumed:,}", "", "", "")
    )
    rows.append(("files lost, half-written, or workers left behind", "", f"{len(done.lost)}", "", ""))
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    print(table, *done.lost, f"seed {options.seed}; inputs in {folder}", sep="\n")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        head, tail = page.split(START)[0], page.split(END)[1]
        said = f"One run of {options.minutes:g} minutes on two cores:"
        PAGE.write_text(f"{head}{START}\n{said}\n\n{table}\n{END}{tail}", encoding="utf-8")
    return 1 if broken else 0


KINDS = ("crash", "timeout", "oom", "leak")
"""How libFuzzer calls what it finds."""


def _figures(folder: Path, target: str) -> tuple[int, str, str]:
    try:
        tried, longest, memory = (folder / f"{target}-figures").read_text().split()
    except (OSError, ValueError):
        return 0, "", ""
    return int(tried), longest, memory


if __name__ == "__main__":
    sys.exit(main())
