"""How far long work has come, as it is shown on a terminal and elsewhere."""

import io

import pytest

from chargen.cli.progress import Progress


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar() -> None:
    """It has the number done, and is removed at the end."""
    stream = Terminal()
    with Progress(stream, 400, "NPCs") as shown:
        shown.advance(100)
        assert "100 of 400 NPCs" in stream.getvalue()
        shown.clear()
        shown.advance(100)
        shown.say("putting the files together")
    assert "200 of 400 NPCs" in stream.getvalue()
    assert "putting the files together …" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_quiet_and_elsewhere_nothing_is_printed() -> None:
    for stream, quiet in (Terminal(), True), (io.StringIO(), False):
        with Progress(stream, 400, "NPCs", quiet=quiet) as shown:
            shown.advance(200)
            shown.say("putting the files together")
            shown.clear()
        assert (stream.getvalue(), shown.done) == ("", 200)


def test_work_that_is_soon_done_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar that waits counts what was done before it."""
    now = iter([100.0, 100.0, 100.0, 101.0])
    monkeypatch.setattr("chargen.cli.progress.time.monotonic", lambda: next(now, 101.0))
    stream = Terminal()
    with Progress(stream, 400, "fights", after=1) as shown:
        shown.advance(100)
        assert stream.getvalue() == ""
        shown.advance(100)
    assert "200 of 400 fights" in stream.getvalue()
