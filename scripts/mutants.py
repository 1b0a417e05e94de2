"""Draw mutants of the code at random, and report which of them no test notices: `make mutants`.

python scripts/mutants.py --number 20 --seed 1

A mutant is the code with one small change, such as `<` for `<=`; mutmut makes them. Everything happens in copies of the
tree, one for each of --jobs, at a low priority. coverage.py finds which tests reach which line, in one run of TESTS.
Each mutant is then tried by the tests that reach its line, those of its own area first, until one fails. What lives is
tried by the approved outcomes that reach it in full, as `make test-all` does. What still lives is a survivor.

Results are appended to build/mutants/SEED-NUMBER.jsonl as they come; another start continues from there. The copies
stay as they are then, so that the numbers are about one state of the code: remove build/mutants for a new one.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from queue import Queue
from xml.etree import ElementTree

import libcst
from coverage import CoverageData
from mutmut.mutation.file_mutation import create_mutations

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/mutants"
AREAS = ("games", "checking", "experience", "npc", "sources", "batch")
TESTS = (
    "games kit checking experience npc batch outcomes exports fights test_api.py sheets/test_content.py "
    "sheets/test_fields.py studio/test_form.py studio/test_requests.py studio/test_table.py lsp/test_cursor.py "
    "cli/test_advance.py cli/test_batch.py cli/test_explain.py cli/test_lists.py cli/test_mixtures.py cli/test_new.py "
    "cli/test_odds.py cli/test_party.py cli/test_show.py cli/test_transcripts.py"
)
LEFT_OUT = "not every_npc_is_legal"
"""Tests that take minutes and notice little that others do not."""
CPU_SECONDS = 120
"""How long the tests of one mutant may take in a process: a mutant may loop forever."""
TRACED = "[run]\nsource = chargen\ndynamic_context = test_function\n"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file with one change."""

    file: str
    line: int
    name: str  # The place and the change
    code: str


def draw(tree: Path, areas: list[str], number: int, seed: int) -> list[Mutant]:
    """Return mutants of random files, each with a probability that grows with the length of its file."""
    chosen, files = random.Random(seed), [path for area in areas for path in (tree / "chargen" / area).rglob("*.py")]
    files.sort()
    texts = {path: path.read_text("utf-8") for path in files}
    drawn: dict[str, Mutant] = {}
    while len(drawn) < number:
        (path,) = chosen.choices(files, [len(text) for text in texts.values()])
        module, mutations, *_ = create_mutations(str(path), texts[path])
        # Not in texts, most of which are for people, nor in what runs on import, such as the defaults of a class.
        found = [
            each
            for each in mutations
            if isinstance(each.contained_by_top_level_function, libcst.FunctionDef)
            and not isinstance(each.original_node, libcst.SimpleString)
        ]
        if not found:
            continue
        mutation = chosen.choice(found)
        code = module.deep_replace(mutation.original_node, mutation.mutated_node).code
        pairs = enumerate(zip_longest(texts[path].splitlines(), code.splitlines(), fillvalue=""), 1)
        line, before, after = next((at, one.strip(), other.strip()) for at, (one, other) in pairs if one != other)
        file = path.relative_to(tree).as_posix()
        drawn.setdefault(code, Mutant(file, line, f"{file}:{line}  {before}  →  {after}", code))
    return list(drawn.values())


def copy_tree(tree: Path) -> None:
    """Copy what git knows, and what it would add; where there is a copy, undo the mutant that was left in it."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    original = WORK / "original"
    for name in [] if original.exists() else listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (original / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, original / name)
    shutil.copytree(original, tree, dirs_exist_ok=True)
    (tree / ".git").mkdir(exist_ok=True)  # the root of a project: files outside of it are not read


def run(tree: Path, *words: str, seconds: int = CPU_SECONDS, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a copy, for some CPU seconds at most."""

    def limit() -> None:
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    # With MUTANTS, the tests have more cases than in an ordinary run (tests/scale.py).
    paths = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "MUTANTS": "1"}
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={tree}.temporary"]
    return subprocess.run(
        [sys.executable, "-m", *words, *options], cwd=tree, env={**os.environ, **paths, **variables}, text=True,
        capture_output=True, preexec_fn=limit, check=False,
    )  # fmt: skip


def find_tests(tree: Path, job: int, names: list[str]) -> dict[str, float]:
    """Run tests under coverage.py; return those that pass, with their seconds."""
    (tree / ".coveragerc").write_text(TRACED, encoding="utf-8")
    report = WORK / f"{job}.xml"
    if not report.exists():
        options = [f"--data-file={WORK / f'{job}.coverage'}", "-m", "pytest", f"--junitxml={report}", "-k", LEFT_OUT]
        run(tree, "coverage", "run", *options, *names, seconds=100_000)
    passed: dict[str, float] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}.{str(case.get('name')).partition('[')[0]}"
        failed = case.find("failure") is not None or case.find("error") is not None
        # A test that fails without a mutant would notice every one.
        passed[name] = float("inf") if failed else passed.get(name, 0) + float(case.get("time") or 0)
    return {name: seconds for name, seconds in passed.items() if seconds < float("inf")}


def select(mutant: Mutant, data: list[CoverageData], seconds: dict[str, float], tree: Path) -> list[str]:
    """Return the tests that reach the line of a mutant: those of its own area first, the shortest first."""
    contexts: set[str] = set()
    for each in data:
        for file in each.measured_files():
            if file.endswith(f"/{mutant.file}"):
                contexts.update(each.contexts_by_lineno(file).get(mutant.line, ()))
    area = mutant.file.split("/")[1]
    # A function that is called on import is reached by no test, and noticed by each of its area.
    reaching = contexts & seconds.keys() or {name for name in seconds if f".{area}." in name}
    names = sorted(reaching, key=lambda name: (f".{area}." not in name, seconds[name]))
    found = []
    for name in names:
        module, _, function = name.rpartition(".")
        if (tree / f"{module.replace('.', '/')}.py").exists():
            found.append(f"{module.replace('.', '/')}.py::{function}")
    return found


def attempt(mutant: Mutant, tree: Path, tests: list[str]) -> str:
    """Return the test that notices a mutant; nothing if it lives."""
    path = tree / mutant.file
    path.write_text(mutant.code, encoding="utf-8")
    try:
        for some, scale in ((tests, "quick"), ([test for test in tests if "/outcomes/" in test], "whole")):
            ended = run(tree, "pytest", "-x", *some, CHARGEN_TESTS=scale) if some else None
            if ended is not None and ended.returncode not in (0, 5):
                failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", ended.stdout, re.MULTILINE)
                return f"{failed[1] if failed else f'exit code {ended.returncode}'} ({scale})"
        return ""
    finally:
        shutil.copy2(WORK / "original" / mutant.file, path)


def main() -> None:
    """Draw, try and report."""
    parser = argparse.ArgumentParser(description="Draw mutants at random, and report those that no test notices.")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--areas", nargs="+", default=[*AREAS], choices=AREAS, help="where to draw from")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants are tried at the same time")
    asked = parser.parse_args()
    trees = [WORK / f"{job}/tree" for job in range(asked.jobs)]
    for tree in trees:
        copy_tree(tree)
    mutants = draw(trees[0], asked.areas, asked.number, asked.seed)
    target = WORK / f"{asked.seed}-{asked.number}.jsonl"
    lines = target.read_text("utf-8").splitlines() if target.exists() else []
    results = {line["name"]: line["by"] for line in map(json.loads, lines)}
    print(f"{len(mutants)} mutants, seed {asked.seed}; {len(results)} are tried already", flush=True)

    names = [f"tests/{name}" for name in TESTS.split()] + [f"chargen/{area}" for area in AREAS]
    free: Queue[Path] = Queue()
    for tree in trees:
        free.put(tree)
    with ThreadPoolExecutor(asked.jobs) as pool:
        shares = [names[job :: asked.jobs] for job in range(asked.jobs)]
        seconds = {
            name: took for part in pool.map(find_tests, trees, range(asked.jobs), shares) for name, took in part.items()
        }
        data = [CoverageData(WORK / f"{job}.coverage") for job in range(asked.jobs)]
        for each in data:
            each.read()
        tests = {mutant.name: select(mutant, data, seconds, trees[0]) for mutant in mutants}

        def try_one(mutant: Mutant) -> None:
            if mutant.name in results:
                return
            tree = free.get()
            results[mutant.name] = attempt(mutant, tree, tests[mutant.name])
            free.put(tree)
            with target.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"name": mutant.name, "by": results[mutant.name]}) + "\n")
            print(f"{'dies ' if results[mutant.name] else 'LIVES'} {mutant.name}", flush=True)

        list(pool.map(try_one, mutants))
    survivors = [mutant.name for mutant in mutants if not results[mutant.name]]
    died = len(mutants) - len(survivors)
    print(f"\n{died} of {len(mutants)} die ({died / len(mutants):.0%}). Survivors:")
    for name in survivors:
        print(f"  {name}  ({len(tests[name])} tests)")


if __name__ == "__main__":
    main()
