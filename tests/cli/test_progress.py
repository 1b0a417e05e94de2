"""How far a long piece of work has come, as it is said on a terminal and elsewhere."""

import io

from chargen.cli.progress import Progress


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_sees_a_bar_with_rate_and_time_left() -> None:
    """Once two chunks are in, the time that setting up took no longer counts."""
    clock, stream = Clock(), io.StringIO()
    with Progress(stream, 400, "people", live=True, clock=clock) as progress:
        clock.now += 5
        progress.advance(100)
        assert "100 of 400 people, 20/s, 15 s left" in stream.getvalue()
        clock.now += 2
        progress.advance(100)
        assert stream.getvalue().endswith("████████████░░░░░░░░░░░░  200 of 400 people, 50/s, 4 s left")
    assert stream.getvalue().endswith("\r\x1b[K")


def test_elsewhere_a_line_is_written_now_and_then() -> None:
    """No sooner than every ten seconds, and without signs that only terminals know."""
    clock, stream = Clock(), io.StringIO()
    with Progress(stream, 400, "people", live=False, clock=clock) as progress:
        for _ in range(24):
            clock.now += 1
            progress.advance(10)
    assert stream.getvalue().splitlines() == [
        "100 of 400 people, 10/s, 30 s left",
        "200 of 400 people, 10/s, 20 s left",
    ]
    assert "\x1b" not in stream.getvalue()


def test_what_was_done_before_is_not_counted_in_the_rate() -> None:
    """A batch that goes on begins where it ended, and promises no more than it can do."""
    clock, stream = Clock(), io.StringIO()
    with Progress(stream, 400, "people", live=False, clock=clock) as progress:
        progress.count_before(300)
        clock.now += 10
        progress.advance(50)
    assert stream.getvalue() == "350 of 400 people, 5.0/s, 10 s left\n"


def test_quiet_is_quiet() -> None:
    """Neither a bar nor a line."""
    clock, stream = Clock(), io.StringIO()
    with Progress(stream, 400, "people", live=True, quiet=True, clock=clock) as progress:
        clock.now += 60
        progress.advance(200)
        progress.say("putting the files together")
        progress.tell("going on")
    assert stream.getvalue() == ""
