"""Try mutants in forks of one process that has collected the tests: a plugin for pytest, which mutants.py uses.

The variable MUTANTS names a file of `Mutants`, pickled. Nothing is imported or collected again for a mutant: a fork
changes the code of the functions that exist, forgets cached results, and runs the tests that reach the place until one
fails. The changed file is on the disk meanwhile, for the processes that a test starts.
"""

import contextlib
import functools
import gc
import importlib
import json
import os
import pickle
import pkgutil
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from mutations import Mutant

import chargen

MEMORY = 6 * 2**30
"""The largest address space of a process with a mutant, in bytes."""
SLOWER, AT_LEAST = 8, 5
"""How much longer than without a mutant a test may take, and in CPU seconds at least, before it counts as failed."""
CLOCK = 20
"""How much longer the clock may run than the CPU, as the machine may be busy and tests wait."""


@dataclass(frozen=True, slots=True)
class Mutants:
    """What the plugin tries, and where it writes."""

    mutants: list[Mutant]
    tree: Path
    maps: list[Path]
    """The tests that reach each place: lines of JSON, see `Reached`; each job writes one."""
    job: int
    results: Path
    """A line of JSON for each mutant that has been tried."""
    seconds: float
    """How long the tests of one mutant's own area may take, in CPU seconds; see `Reached.select`."""

    @property
    def numbers(self) -> range:
        """The mutants of this job."""
        return range(self.job, len(self.mutants), len(self.maps))

    def is_done(self) -> bool:
        """Return whether all mutants of this job have been tried."""
        return {line["number"] for line in read_lines(self.results)}.issuperset(self.numbers)


@dataclass(frozen=True, slots=True)
class Reached:
    """The tests that pass, with the CPU seconds they take, and the tests that reach each place."""

    seconds: dict[str, float]
    tests: dict[int, set[str]]

    @classmethod
    def read(cls, paths: Iterable[Path]) -> "Reached":
        """Read what the runs with marks have written."""
        seconds: dict[str, float] = {}
        tests: dict[int, set[str]] = defaultdict(set)
        for line in (line for path in paths for line in read_lines(path)):
            if "passed" in line:
                seconds[line["passed"]] = line["seconds"]
            elif "mark" in line:
                tests[line["mark"]].add(line["test"])
        return cls(seconds, tests)

    def select(self, number: int, mutant: Mutant, most: float) -> list[str]:
        """Return the tests to run, the shortest first: those of the mutant's area and outcomes, then others.

        ``most`` is how long the tests of the area may take; others may take half of that.
        """
        package = Path(mutant.file).relative_to("chargen").parent.as_posix()
        reaching = self.tests[number] if self.tests[number] - {""} else set(self.seconds)
        chosen: tuple[list[str], list[str]] = ([], [])
        left = [most, most / 2]
        for test in sorted(reaching.intersection(self.seconds), key=self.seconds.__getitem__):
            is_other = not test.startswith((f"tests/{package}/", "tests/outcomes/", mutant.file))
            left[is_other] -= self.seconds[test]
            if left[is_other] > 0:
                chosen[is_other].append(test)
        return chosen[0] + chosen[1]


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file of JSON; none where there is no file."""
    yield from map(json.loads, path.read_text(encoding="utf-8").splitlines() if path.exists() else ())


def add_line(path: Path, **line: Any) -> None:
    """Add a line of JSON. One write at the end of a file is not torn, even where several processes write."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


_marked: set[tuple[int, str]] = set()


def mark(number: int) -> None:
    """Record that the test that runs now has reached a place; return nothing, so that `mark(1) or x` is x."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]  # pytest adds the phase: "… (call)"
    if (number, test) not in _marked:
        _marked.add((number, test))
        add_line(Path(os.environ["REACHED"]), mark=number, test=test)


def with_marks(content: bytes, marks: Iterable[tuple[int, Mutant]]) -> bytes:
    """Return the text of a file that records when a place is reached."""
    # Marks can be inside each other: what starts first at a place ends last there.
    inserts = [(m.start, 1, -m.end, n, f'(__import__("trying").mark({n}) or (') for n, m in marks]
    inserts += [(m.end, 0, -m.start, -n, "))") for n, m in marks]
    for position, *_, text in sorted(inserts, reverse=True):
        content = content[:position] + text.encode() + content[position:]
    return content


@contextlib.contextmanager
def written(changes: Mapping[Path, bytes]) -> Iterator[None]:
    """Write other texts into files within a ``with`` block; after it, they are as before, and so are their times."""
    before = {path: (path.read_bytes(), path.stat()) for path in changes}
    try:
        for path, content in changes.items():
            path.write_bytes(content)
        yield
    finally:
        for path, (content, state) in before.items():
            path.write_bytes(content)
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def change_functions(functions: Iterable[FunctionType], path: Path, before: bytes, after: bytes) -> None:
    """Give the functions of an imported module the code of another text of its file."""
    codes = dict(_changed_codes(compile(before, str(path), "exec"), compile(after, str(path), "exec")))
    for function in functions:
        if function.__code__ in codes:
            function.__code__ = codes[function.__code__]


def _changed_codes(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    if before == after:
        return
    yield before, after
    inner, new = ([part for part in code.co_consts if isinstance(part, CodeType)] for code in (before, after))
    if [part.co_name for part in inner] == [part.co_name for part in new]:
        for pair in zip(inner, new, strict=True):
            yield from _changed_codes(*pair)


def import_all() -> None:
    """Import what tests would otherwise import one by one, in each fork again."""
    for module in pkgutil.walk_packages(chargen.__path__, "chargen."):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # of a package that is not installed
                importlib.import_module(module.name)


class Trial:
    """Runs tests in forks of this process."""

    def __init__(self, session: pytest.Session, work: Mutants) -> None:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.work = work
        import_all()
        gc.unfreeze()
        # Looked for once: there are a million objects.
        self.functions = defaultdict[str, list[FunctionType]](list)
        self.caches = []
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                self.functions[found.__code__.co_filename].append(found)
            elif isinstance(found, functools._lru_cache_wrapper):
                self.caches.append(found)
        gc.freeze()

    def change(self, path: Path, before: bytes, after: bytes) -> None:
        """Give the functions of a module the code of another text of its file."""
        change_functions(self.functions[str(path)], path, before, after)

    def forget_cached_results(self) -> None:
        """Empty all caches of functions, whose results may come from unchanged code."""
        for cache in self.caches:
            cache.cache_clear()

    def fork(self, seconds: float, child: Callable[[int], None]) -> tuple[bool, str]:
        """Run something in a fork; return whether it came to its end, and the text that it wrote.

        A fork that takes more CPU seconds is killed.
        """
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            with contextlib.suppress(BaseException):
                os.setsid()
                os.close(reading)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
                sys.dont_write_bytecode = True
                os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
                child(writing)
                os._exit(0)
            os._exit(1)
        os.close(writing)
        end, status = time.monotonic() + seconds * CLOCK, 0
        while not (done := os.waitpid(pid, os.WNOHANG))[0] and time.monotonic() < end:
            time.sleep(0.02)
        status = done[1] if done[0] else 1
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        if not done[0]:
            os.waitpid(pid, 0)
        with os.fdopen(reading, "rb") as file:
            return status == 0, file.read().decode()

    def run(self, tests: Iterable[str], observer: object) -> None:
        """Run tests in this process; ``observer`` is a plugin that gets their reports."""
        self.session.config.pluginmanager.register(observer)
        items = [self.items[test] for test in tests if test in self.items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def record(self) -> None:
        """Run the tests of this job with a mark at each mutant."""
        files: dict[Path, list[tuple[int, Mutant]]] = defaultdict(list)
        for number, mutant in enumerate(self.work.mutants):
            if mutant.in_function:
                files[self.work.tree / mutant.file].append((number, mutant))
        marked = {path: with_marks(path.read_bytes(), marks) for path, marks in files.items()}
        originals = {path: path.read_bytes() for path in files}
        target = self.work.maps[self.work.job]
        partial = target.with_suffix(".part")
        tests = [*self.items][self.work.job :: len(self.work.maps)]
        partial.unlink(missing_ok=True)

        def child(_: int) -> None:
            os.environ["REACHED"] = str(partial)
            for path, content in marked.items():
                self.change(path, originals[path], content)
            self.run(tests, _Recorder(partial, self.forget_cached_results))

        with written(marked):
            ended, _ = self.fork(10_000, child)
        if not ended:
            raise SystemExit("the run with marks was stopped")
        partial.rename(target)

    def try_mutant(self, number: int, reached: Reached) -> dict[str, Any]:
        """Return what became of a mutant; ``by`` is the test that noticed it, or why the tests were stopped."""
        mutant = self.work.mutants[number]
        path = self.work.tree / mutant.file
        before = path.read_bytes()
        after = mutant.apply(before)
        tests = reached.select(number, mutant, self.work.seconds)
        line = {"number": number, "name": mutant.name, "tests": len(tests)}
        if not mutant.in_function or not reached.tests[number] - {""}:
            return {**line, "by": "", "seconds": 0}  # it runs when modules are imported: see `confirm`

        def child(answer: int) -> None:
            self.change(path, before, after)
            self.forget_cached_results()
            self.run(tests, _Stopper(answer, reached.seconds))

        begun = time.monotonic()
        allowed = AT_LEAST + SLOWER * sum(reached.seconds[test] for test in tests)
        with written({path: after}):
            ended, by = self.fork(allowed, child)
        return {**line, "by": by or ("" if ended else "stopped"), "seconds": round(time.monotonic() - begun)}


class _Recorder:
    """Records the tests that pass, and how long they take."""

    def __init__(self, target: Path, forget: Callable[[], None]) -> None:
        self.target = target
        self.forget = forget
        self.file = ""
        self.begun = 0.0

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Forget cached results before another file of tests, whose tests would not reach the code behind them."""
        if nodeid.partition("::")[0] != self.file:
            self.file = nodeid.partition("::")[0]
            self.forget()
        self.begun = _cpu_seconds()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a test that passes; name one that fails, as it can notice nothing."""
        if report.when == "call" and report.passed:
            add_line(self.target, passed=report.nodeid, seconds=_cpu_seconds() - self.begun)
        elif report.failed:
            add_line(self.target, fails=report.nodeid)


class _Stopper:
    """Ends the process at the first test that fails, and writes its name to a pipe."""

    def __init__(self, answer: int, seconds: Mapping[str, float]) -> None:
        self.answer = answer
        self.seconds = seconds

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Have the system end the process where a test does not come to its end."""
        signal.setitimer(signal.ITIMER_PROF, AT_LEAST + SLOWER * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the process where a test has failed."""
        if report.failed:
            os.write(self.answer, report.nodeid.encode())
            os._exit(0)


def _cpu_seconds() -> float:
    return sum(os.times()[:4])


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants of this job that have not been tried, in place of running the tests."""
    work: Mutants = pickle.loads(Path(os.environ["MUTANTS"]).read_bytes())
    trial = Trial(session, work)
    if not work.maps[work.job].exists():
        trial.record()
        if len(work.maps) > 1:  # what the other jobs find out is needed, too
            return True
    reached = Reached.read(work.maps)
    done = {line["number"] for line in read_lines(work.results)}
    for number in work.numbers:
        if number not in done:
            add_line(work.results, **trial.try_mutant(number, reached))
    return True
