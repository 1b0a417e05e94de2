"""Draw mutants of the code at random, and report which of them no test notices: `make mutants`.

python scripts/mutants.py --number 20 --seed 1

A mutant is the code with one small change, such as `<` for `<=`. Everything happens in a copy of the tree,
build/mutants/tree, one run after the other at the lowest priority:

1. Draw places in the syntax trees of AREAS, each with the same probability.
2. Run TESTS once with a mark at each drawn place. So the tests that reach each place are known, and how long they take.
3. For each mutant, run the tests that reach it: those of its own area first, then others, the shortest first, for
   SECONDS (--wide: all of them, and the rest of its area). A mutant that lives is a survivor.

Results are appended to build/mutants/SEED-NUMBER.jsonl as they come; another start continues from there. The copy stays
as it is then, so that the numbers are about one state of the code: remove build/mutants for a new one.
"""

import argparse
import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutations import Mutant, find_mutants

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutants"
TREE = WORK / "tree"

AREAS = ("games", "checking", "advance", "npc", "batch")
TESTS = (
    "games kit checking advance npc batch encounter lsp "
    "sheets/test_content.py test_api.py test_presets.py test_testing.py "
    "cli/test_advance.py cli/test_ask.py cli/test_batch.py cli/test_check.py cli/test_compare.py cli/test_encounter.py "
    "cli/test_explain.py cli/test_mixtures.py cli/test_new.py cli/test_odds.py cli/test_party.py cli/test_show.py"
)
SECONDS = 60
"""How long the tests of other areas may take for one mutant, in seconds of the run with marks."""
CPU_SECONDS = 600
MEMORY = 6 * 2**30
"""Limits of one run, as a mutant may loop forever. The CPU limit is that of each process."""
CLOCK_SECONDS = 1800


def prepare_tree() -> None:
    """Copy what git knows, and what it would add; where there is a copy, take a mutant that was left in it out."""
    if TREE.exists():
        for path in (WORK / "chargen").rglob("*.py"):
            if (kept := path.read_bytes()) != (TREE / path.relative_to(WORK)).read_bytes():
                (TREE / path.relative_to(WORK)).write_bytes(kept)
        return
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name)
    shutil.copy2(ROOT / "scripts/reached.py", TREE)
    shutil.copytree(TREE / "chargen", WORK / "chargen")


def run(*arguments: str, **variables: str) -> tuple[int, str]:
    """Run pytest in the copy; return its exit code and output."""

    def limit() -> None:
        os.nice(19)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    paths = {"PYTHONPATH": str(TREE), "PYTHONDONTWRITEBYTECODE": ""}
    with subprocess.Popen(
        command, cwd=TREE, env={**os.environ, **paths, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, preexec_fn=limit, start_new_session=True,
    ) as child:  # fmt: skip
        try:
            output, _ = child.communicate(timeout=None if variables else CLOCK_SECONDS)
            return child.returncode, output
        except subprocess.TimeoutExpired:
            return -9, "out of time"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)


def record(mutants: Sequence[Mutant], target: Path) -> None:
    """Run the tests once with a mark at each mutant, and write what they reach."""
    files: dict[str, list[tuple[int, Mutant]]] = defaultdict(list)
    for number, mutant in enumerate(mutants):
        if mutant.in_function:
            files[mutant.file].append((number, mutant))
    originals = {file: (TREE / file).read_bytes() for file in files}
    for file, marks in files.items():
        # Marks can be inside each other: what starts first at a place ends last there.
        inserts = [(m.start, 1, -m.end, n, f'(__import__("reached").mark({n}) or (') for n, m in marks]
        inserts += [(m.end, 0, -m.start, -n, "))") for n, m in marks]
        content = originals[file]
        for position, *_, text in sorted(inserts, reverse=True):
            content = content[:position] + text.encode() + content[position:]
        (TREE / file).write_bytes(content)
    partial = target.with_suffix(".part")
    partial.unlink(missing_ok=True)
    names = [f"tests/{name}" for name in TESTS.split()] + [f"chargen/{area}" for area in AREAS]
    _, output = run("-p", "reached", *names, REACHED=str(partial))
    print(output[-200:].strip().rpartition("\n")[2], flush=True)
    for file, content in originals.items():
        (TREE / file).write_bytes(content)
    if not partial.exists():
        raise SystemExit(f"no test has run:\n{output}")
    partial.rename(target)


@dataclass(frozen=True, slots=True)
class Reached:
    """What the run with marks has found."""

    seconds: dict[str, float]
    """The tests that pass, with their durations."""
    tests: dict[int, set[str]]

    @classmethod
    def read(cls, path: Path) -> "Reached":
        """Read what `record` has written."""
        seconds: dict[str, float] = {}
        tests: dict[int, set[str]] = defaultdict(set)
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if "passed" in line:
                seconds[line["passed"]] = line["seconds"]
            else:
                tests[line["mark"]].add(line["test"])
        return cls(seconds, tests)

    def select(self, number: int, mutant: Mutant, wide: bool) -> list[str]:
        """Return the tests to run: first those of the mutant's area, then others that reach it, while time is left."""
        package = Path(mutant.file).relative_to("chargen").parent.as_posix()
        area = [test for test in self.seconds if test.startswith((f"tests/{package}/", mutant.file))]
        reaching = self.tests[number] if mutant.in_function else set(self.seconds)
        first = sorted(reaching.intersection(area), key=self.seconds.__getitem__)
        left = SECONDS if not wide else float("inf")
        others = []
        for test in sorted(reaching.intersection(self.seconds).difference(area), key=self.seconds.__getitem__):
            left -= self.seconds[test]
            if left > 0:
                others.append(test)
        # Tests of one file can share what only the first of them computes.
        rest = [test for test in area if test not in reaching] if wide else []
        return first + others + rest


def run_listed(tests: Sequence[str]) -> tuple[int, str]:
    """Run some tests until one fails; without any, none has failed."""
    if not tests:
        return 0, ""
    listed = WORK / "tests.txt"  # a command line does not have room for all
    listed.write_text("\n".join(tests), encoding="utf-8")
    return run("-x", "--no-header", f"@{listed}")


def try_mutant(mutant: Mutant, tests: Sequence[str]) -> str:
    """Return the test that notices a mutant; nothing if it lives."""
    path = TREE / mutant.file
    original = path.read_bytes()
    path.write_bytes(mutant.apply(original))
    try:
        code, output = run_listed(tests)
        if code == 4:  # a mutant can change which cases a test has: leave out those that are gone
            gone = set(re.findall(r"not found: \S*?/((?:tests|chargen)/.+)$", output, re.MULTILINE))
            code, output = run_listed([test for test in tests if test not in gone])
    finally:
        path.write_bytes(original)
    if code == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    return failed[1] if failed else f"exit code {code}: {output[-300:]}"


def main() -> None:
    """Draw, try and report."""
    parser = argparse.ArgumentParser(description="Draw mutants at random, and report those that no test notices.")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--wide", action="store_true", help="no limit of time for the tests of other areas")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no mutant is left in the copy
    prepare_tree()
    drawn = [
        m
        for area in AREAS
        for path in sorted((TREE / "chargen" / area).rglob("*.py"))
        for m in find_mutants(path, TREE)
    ]
    mutants = random.Random(asked.seed).sample(drawn, min(asked.number, len(drawn)))
    print(f"{len(mutants)} of {len(drawn)} mutants, seed {asked.seed}", flush=True)
    map_file, results = WORK / f"{asked.seed}-{asked.number}.map", WORK / f"{asked.seed}-{asked.number}.jsonl"
    if not map_file.exists():
        record(mutants, map_file)
    reached = Reached.read(map_file)
    done = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()] if results.exists() else []
    with results.open("a", encoding="utf-8") as file:
        for number in range(len(done), len(mutants)):
            mutant = mutants[number]
            tests = reached.select(number, mutant, asked.wide)
            begun = time.monotonic()
            by = try_mutant(mutant, tests)
            done.append(
                {"name": mutant.name, "by": by, "tests": len(tests), "seconds": round(time.monotonic() - begun)}
            )
            file.write(json.dumps(done[-1], ensure_ascii=False) + "\n")
            file.flush()
            print(f"{number + 1:4} {'dies ' if by else 'LIVES'} {done[-1]['seconds']:4} s  {mutant.name}", flush=True)
    survivors = [line for line in done if not line["by"]]
    # A test that fails without any mutant has noticed nothing.
    code, output = run_listed(sorted({line["by"] for line in done if "::" in line["by"].partition(" ")[0]}))
    print(f"\nthe tests that noticed them, without mutants:\n{output}" if code else "")
    print(f"{len(done) - len(survivors)} of {len(done)} die ({1 - len(survivors) / len(done):.0%}). Survivors:")
    for line in survivors:
        print(f"  {line['name']}  ({line['tests']} tests)")


if __name__ == "__main__":
    main()
