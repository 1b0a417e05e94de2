"""How far long work has come, as it is shown on a terminal and elsewhere."""

import io

from chargen.cli.progress import progress


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar() -> None:
    """It has the number done, and is removed at the end."""
    stream = Terminal()
    with progress(stream, 400, "NPCs") as advance:
        advance(100)
        assert "100 of 400 NPCs" in stream.getvalue()
        advance(0)
        advance(100)
    assert "200 of 400 NPCs" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_quiet_and_elsewhere_nothing_is_printed() -> None:
    for stream, quiet in (Terminal(), True), (io.StringIO(), False):
        with progress(stream, 400, "NPCs", quiet=quiet) as advance:
            advance(200)
            advance(0)
        assert stream.getvalue() == ""
