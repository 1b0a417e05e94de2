"""How far long work has come, as it is shown on a terminal and elsewhere."""

import io

import pytest

from chargen.cli.progress import Progress


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that tests turn: its first entry is the time."""
    now = [100.0]
    monkeypatch.setattr("chargen.cli.progress.time.monotonic", lambda: now[0])
    return now


def test_a_terminal_shows_a_bar() -> None:
    """It has the number done, and is removed at the end."""
    stream = io.StringIO()
    with Progress(stream, 400, "NPCs", live=True) as shown:
        shown.advance(100)
        assert "100 of 400 NPCs" in stream.getvalue()
        shown.clear()
        shown.advance(100)
        shown.say("putting the files together")
        shown.tell("going on")
    assert "200 of 400 NPCs" in stream.getvalue()
    assert "putting the files together …" in stream.getvalue()
    assert "going on\n" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_elsewhere_a_line_is_written_now_and_then(seconds: list[float]) -> None:
    """No sooner than every ten seconds, and without signs that only terminals know."""
    stream = io.StringIO()
    with Progress(stream, 400, "NPCs", live=False) as shown:
        shown.count_before(10)
        for _ in range(24):
            seconds[0] += 1
            shown.advance(10)
        assert (shown.done, shown.seconds) == (250, 24)
    assert stream.getvalue() == "110 of 400 NPCs\n210 of 400 NPCs\n"


def test_quiet_is_quiet(seconds: list[float]) -> None:
    stream = io.StringIO()
    with Progress(stream, 400, "NPCs", live=True, quiet=True) as shown:
        seconds[0] += 60
        shown.advance(200)
        shown.say("putting the files together")
        shown.tell("going on")
    assert stream.getvalue() == ""


def test_work_that_is_soon_done_has_no_bar(seconds: list[float]) -> None:
    """A bar that waits counts what was done before it."""
    stream = io.StringIO()
    with Progress(stream, 400, "fights", live=True, after=1) as shown:
        shown.advance(100)
        assert stream.getvalue() == ""
        seconds[0] += 1
        shown.advance(100)
    assert "200 of 400 fights" in stream.getvalue()
