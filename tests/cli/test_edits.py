"""The two commands that change a user's file: nothing is lost to an editor, to each other, or behind a link."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from chargen import fileio
from tests.characters import concept
from tests.cli.running import Ended, begin, run
from tests.scale import tenth

TEXT = concept("five-by-five").read_text(encoding="utf-8")
SLIPS = TEXT.replace("\nname:", "\nnmae:").replace("\nhit_points:", "\nhit_pionts:")
LINE = "# from the editor\n"
CHANGED = "changed while chargen ran; nothing was written"

COMMANDS = ("advance", "check")
BEFORE = {"advance": TEXT, "check": SLIPS}
AFTER = {"advance": TEXT + "advancement:\n  - {award: 5}\n", "check": TEXT}
"""What each command makes of its file, where nothing else happens."""
ARGUMENTS = {
    "advance": ("advance", "kai.yaml", "award", "5"),
    "check": ("check", "kai.yaml", "--fix", "-q"),
}
KAI = Path("kai.yaml")
RACES = tenth(tenth(200))
"""How often each race is run."""


def save(text: str) -> None:
    """Save a file as most editors do: write another one, and give it the name."""
    Path("kai.yaml~").write_text(text, encoding="utf-8")
    Path("kai.yaml~").replace(KAI)


def add_line() -> None:
    """Add a line at the top of the file as it is now."""
    save(LINE + KAI.read_text(encoding="utf-8"))


@contextmanager
def at_each_call(do: Callable[[str], None]) -> Iterator[None]:
    """Do something at each call of a Python function, whose name it gets, while a command runs."""

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            sys.setprofile(None)
            do(frame.f_code.co_name)
            sys.setprofile(profile)

    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(None)


def count_calls(command: str) -> int:
    count = 0

    def do(_: str) -> None:
        nonlocal count
        count += 1

    for _ in range(2):  # the first run imports what it needs
        count = 0
        save(BEFORE[command])
        with at_each_call(do):
            assert run(*ARGUMENTS[command]).code == 0
    assert KAI.read_text(encoding="utf-8") == AFTER[command]
    return count


@pytest.mark.parametrize("command", COMMANDS)
def test_a_save_at_any_moment_is_kept_beside_the_change(command: str) -> None:
    """An editor adds a line at a random call of the command; line and change are both in the file afterwards.

    Between the comparison and the rename, which follows at once, no program can prevent a loss.
    """
    calls = count_calls(command)
    for seed in range(RACES):
        left = Random(seed).randrange(calls)
        is_compared = is_saved = False

        def edit(name: str) -> None:
            nonlocal left, is_compared, is_saved
            left -= 1
            if left < 0 and not is_saved and not is_compared:
                is_saved = True
                add_line()
            is_compared = name == "_holds" or (is_compared and name != "_remove")

        save(BEFORE[command])
        with at_each_call(edit):
            ended = run(*ARGUMENTS[command])
        if not is_saved:
            add_line()
        assert (ended.code, KAI.read_text(encoding="utf-8")) == (0, LINE + AFTER[command]), (seed, ended.err)


def run_with_edits(command: str, edit: Callable[[], None]) -> Ended:
    """Run a command, and make an edit each time it has compared its file, right before the rename."""
    save(BEFORE[command])
    with at_each_call(lambda name: edit() if name == "_holds" else None):
        return run(*ARGUMENTS[command])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_save_right_before_the_rename_is_kept(command: str) -> None:
    """The change is made again, in the new text."""
    edits = iter([add_line])
    assert run_with_edits(command, lambda: next(edits, lambda: None)()).code == 0
    assert KAI.read_text(encoding="utf-8") == LINE + AFTER[command]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_never_rests_is_left_alone(command: str) -> None:
    """A program that saves it before each attempt to write wins."""
    ended = run_with_edits(command, add_line)
    assert (ended.code, ended.err) == (3, f"chargen: {CHANGED} (kai.yaml)\n")
    assert KAI.read_text(encoding="utf-8") == fileio.EDIT_TRIES * LINE + BEFORE[command]
    assert sorted(path.name for path in Path().iterdir()) == ["kai.yaml"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_removed_meanwhile_stays_removed(command: str) -> None:
    assert run_with_edits(command, lambda: KAI.unlink(missing_ok=True)).code == 1
    assert not KAI.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_stays_a_link(command: str) -> None:
    """The file that it leads to is changed; so it is with a link to a link, from another folder."""
    Path("real").mkdir()
    Path("real/target.yaml").write_text(BEFORE[command], encoding="utf-8")
    Path("real/link.yaml").symlink_to("target.yaml")
    KAI.symlink_to("real/link.yaml")
    assert run(*ARGUMENTS[command]).code == 0
    assert (KAI.readlink(), Path("real/link.yaml").readlink()) == (Path("real/link.yaml"), Path("target.yaml"))
    assert Path("real/target.yaml").read_text(encoding="utf-8") == AFTER[command]
    assert sorted(path.name for path in Path("real").iterdir()) == ["link.yaml", "target.yaml"]


def test_two_commands_at_once_both_change_the_file() -> None:
    """Whichever comes first, also where one of them names the file by a link elsewhere."""
    Path("party").mkdir()
    Path("party/kai.yaml").symlink_to("../kai.yaml")
    expected = AFTER["advance"]
    for attempt in range(RACES):
        save(SLIPS)
        commands: list[tuple[str, ...]] = [ARGUMENTS[command] for command in COMMANDS]
        commands[attempt % 2] = tuple(word.replace("kai.yaml", "party/kai.yaml") for word in commands[attempt % 2])
        devnull = subprocess.DEVNULL
        running = [begin(*command, stdout=devnull, stderr=devnull) for command in commands]
        codes = [process.wait(timeout=60) for process in running]
        # A misspelt key is an error: a command that comes before the one that fixes it refuses the file.
        for command, code in zip(commands, codes, strict=True):
            if code == 1:
                assert run(*command).code == 0
        after = KAI.read_text(encoding="utf-8")
        assert sorted(after.splitlines()) == sorted(expected.splitlines())
