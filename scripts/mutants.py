"""Draw mutants of the code at random, and report which of them no test notices: `make mutants`.

python scripts/mutants.py --number 20 --seed 1

A mutant is the code with one small change, such as `<` for `<=`. Everything happens in a copy of the tree, at a low
priority. Each of `--jobs` has a copy, build/mutants/0/tree, 1/tree …, and tries a part of the mutants, one at a time:

1. Draw places in the syntax trees of AREAS, each with the same probability.
2. Run TESTS once, each job a part of them, with a mark at each drawn place. So the tests that reach each place are
   known, and how long they take.
3. For each mutant, run the tests that reach it: those of its own area first, then others, the shortest first, each
   for SECONDS. This happens in forks of one process, which has collected all tests (scripts/trying.py).
4. Try what lives in a new process, with the numbers of the books: they notice most of what runs on import. Where no
   test reaches the place, run the others of its area, too. Then run the approved outcomes that reach the place in
   full, as `make test-all` does. What still lives is a survivor.

Results are appended to build/mutants/SEED-NUMBER.jsonl as they come; another start continues from there. The copy stays
as it is then, so that the numbers are about one state of the code: remove build/mutants for a new one.
"""

import argparse
import contextlib
import os
import pickle
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path

from mutations import Mutant, find_mutants
from trying import MEMORY, Mutants, Reached, add_line, read_lines, written

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutants"

AREAS = ("games", "checking", "experience", "npc", "batch")
TESTS = (
    "games kit checking experience npc batch outcomes exports fights test_api.py sheets/test_content.py "
    "sheets/test_forms.py studio/test_form.py studio/test_requests.py studio/test_table.py lsp/test_cursor.py "
    "cli/test_advance.py cli/test_batch.py cli/test_check.py cli/test_compare.py cli/test_explain.py cli/test_lists.py "
    "cli/test_mixtures.py cli/test_new.py cli/test_odds.py cli/test_party.py cli/test_show.py"
)
LEFT_OUT = "not every_npc_is_legal"
"""Tests that take minutes and notice little that others do not."""
OUTCOMES = "tests/outcomes/"
IN_FULL = " (in full)"
NUMBERS = re.compile("books|house-defaults")
"""The tests of numbers, bounds and defaults."""
SECONDS = 40
"""How long the tests of its own area may take for one mutant, in CPU seconds; others may take half of that."""
CPU_SECONDS = 600
CLOCK_SECONDS = 3600
"""Limits of a new process with a mutant, which may loop forever."""


def prepare_tree(folder: Path) -> None:
    """Copy what git knows, and what it would add; where there is a copy, take a mutant that was left in it out."""
    tree = folder / "tree"
    if tree.exists():
        for path in (folder / "chargen").rglob("*.py"):
            if (kept := path.read_bytes()) != (tree / path.relative_to(folder)).read_bytes():
                (tree / path.relative_to(folder)).write_bytes(kept)
        return
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    (tree / ".git").mkdir()  # the root of a project: files outside of it are not read
    shutil.copytree(tree / "chargen", folder / "chargen")


def run(folder: Path, *arguments: str, is_limited: bool = True, **variables: str) -> tuple[int, str]:
    """Run pytest in a copy; return its exit code and output."""

    def limit() -> None:
        os.nice(10)
        if is_limited:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    command += [f"--basetemp={folder / 'temporary'}"]
    tree = folder / "tree"
    # MUTANTS also says that the tests have more cases than in an ordinary run (tests/scale.py).
    paths = {"PYTHONPATH": f"{tree}:{tree / 'scripts'}", "PYTHONDONTWRITEBYTECODE": "1", "MUTANTS": ""}
    with subprocess.Popen(
        command, cwd=tree, env={**os.environ, **paths, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, preexec_fn=limit, start_new_session=True,
    ) as child:  # fmt: skip
        try:
            output, _ = child.communicate(timeout=CLOCK_SECONDS if is_limited else None)
            return child.returncode, output
        except subprocess.TimeoutExpired:
            return -9, "out of time"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)


def run_listed(folder: Path, tests: Sequence[str], **variables: str) -> tuple[int, str]:
    """Run some tests until one fails; without any, none has failed."""
    if not tests:
        return 0, ""
    listed = folder / "tests.txt"  # a command line does not have room for all
    listed.write_text("\n".join(tests), encoding="utf-8")
    return run(folder, "-x", "--no-header", f"@{listed}", is_limited=True, **variables)


def try_in_new_process(folder: Path, mutant: Mutant, tests: Sequence[str], **variables: str) -> str:
    """Return the test that notices a mutant; nothing if it lives."""
    path = folder / "tree" / mutant.file
    with written({path: mutant.apply(path.read_bytes())}):
        code, output = run_listed(folder, tests, **variables)
        if code == 4:  # a mutant can change which cases a test has: leave out those that are gone
            gone = set(re.findall(r"not found: \S*?/((?:tests|chargen)/.+)$", output, re.MULTILINE))
            code, output = run_listed(folder, [test for test in tests if test not in gone], **variables)
    if code in (0, 4):  # where they could not be run, none has noticed it
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
    return failed[1] if failed else f"exit code {code}: {output[-300:]}"


def confirm(folder: Path, work: Mutants, target: Path) -> None:
    """Try what lives in a new process."""
    reached = Reached.read(work.maps)
    confirmed = {line["number"] for line in read_lines(target)}
    for line in read_lines(work.results):
        number = line["number"]
        if line["by"] or number in confirmed or number not in work.numbers:
            continue
        mutant = work.mutants[number]
        by = try_in_new_process(folder, mutant, [test for test in reached.seconds if NUMBERS.search(test)])
        if not by and not reached.tests[number] - {""}:
            by = try_in_new_process(folder, mutant, reached.select(number, mutant, work.seconds))
        if not by:  # as in `make test-all`, where the tables are complete
            tables = [test for test in reached.seconds if OUTCOMES in test and test in reached.tests[number]]
            by = try_in_new_process(folder, mutant, tables, CHARGEN_TESTS="whole")
            by = f"{by}{IN_FULL}" if by else ""
        add_line(target, **{**line, "by": by})
        print(f"{number:4} {'dies ' if by else 'LIVES'} {mutant.name}", flush=True)


def run_trials(folder: Path, work: Mutants) -> None:
    """Run the tests of a job with marks; where all jobs have done so, try its mutants."""
    named = work.maps[work.job].with_suffix(".pickle")
    named.write_bytes(pickle.dumps(work))
    names = [f"tests/{name}" for name in TESTS.split()] + [f"chargen/{area}" for area in AREAS]
    code, output = run(folder, "-p", "trying", "-k", LEFT_OUT, *names, is_limited=False, MUTANTS=str(named))
    if not work.maps[work.job].exists():
        raise SystemExit(f"exit code {code}: {output[-3000:]}")


def run_jobs(job: Callable[..., None], *arguments: Sequence[object]) -> None:
    """Call a function in several processes, with the first of each sequence, the second …; return when all end."""
    processes = [get_context("fork").Process(target=job, args=given) for given in zip(*arguments, strict=True)]
    try:
        for process in processes:
            process.start()
        for process in processes:
            process.join()
            if process.exitcode:
                raise SystemExit(process.exitcode)
    finally:
        for process in processes:
            process.terminate()
            process.join()


def main() -> None:
    """Draw, try and report."""
    parser = argparse.ArgumentParser(description="Draw mutants at random, and report those that no test notices.")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--areas", nargs="+", default=AREAS, choices=AREAS, help="where to draw from")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants are tried at the same time")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="CPU time of the tests of one mutant")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no mutant is left in the copy
    folders = [WORK / str(job) for job in range(asked.jobs)]
    for folder in folders:
        prepare_tree(folder)
    tree = folders[0] / "tree"
    drawn = [
        m
        for area in asked.areas
        for path in sorted((tree / "chargen" / area).rglob("*.py"))
        for m in find_mutants(path, tree)
    ]
    mutants = random.Random(asked.seed).sample(drawn, min(asked.number, len(drawn)))
    print(f"{len(mutants)} of {len(drawn)} mutants, seed {asked.seed}", flush=True)
    name = WORK / f"{asked.seed}-{asked.number}"
    maps = [name.with_suffix(f".{job}.map") for job in range(asked.jobs)]
    forks, target = name.with_suffix(".forks.jsonl"), name.with_suffix(".jsonl")
    works = [Mutants(mutants, f / "tree", maps, job, forks, asked.seconds) for job, f in enumerate(folders)]
    if not all(work.is_done() for work in works):
        run_jobs(run_trials, folders, works)
    if not all(work.is_done() for work in works):  # now it is known which tests reach which place
        run_jobs(run_trials, folders, works)
    if not all(work.is_done() for work in works):
        raise SystemExit("not all mutants have been tried")
    run_jobs(confirm, folders, works, [target] * asked.jobs)
    for line in (line for path in maps for line in read_lines(path) if "fails" in line):
        print(f"left out, as it fails without a mutant: {line['fails']}", flush=True)
    results = list({line["number"]: line for path in (forks, target) for line in read_lines(path)}.values())
    survivors = [line for line in results if not line["by"]]
    # A test that fails without any mutant has noticed nothing.
    noticed = [line["by"] for line in results if "::" in line["by"].partition(" ")[0]]
    for is_full, scale in ((False, "quick"), (True, "whole")):
        tests = sorted({by.removesuffix(IN_FULL) for by in noticed if by.endswith(IN_FULL) is is_full})
        code, output = run_listed(folders[0], tests, CHARGEN_TESTS=scale)
        print(f"\nthe tests that noticed them, without mutants ({scale}):\n{output}" if code else "")
    print(f"{sum(by.endswith(IN_FULL) for by in noticed)} are noticed by complete tables only.")
    print(
        f"{len(results) - len(survivors)} of {len(results)} die ({1 - len(survivors) / len(results):.0%}). Survivors:"
    )
    for line in survivors:
        print(f"  {line['name']}  ({line['tests']} tests)")


if __name__ == "__main__":
    main()
