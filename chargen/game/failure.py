"""Define how a game fails: a question without an answer, or an exception in its code, with its position."""


class Unanswerable(ValueError):
    """Report a question about odds that has no answer, with the option that causes it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


class FaultyGame(RuntimeError):
    """Report that a game raised an exception; the message names the game, its package and the position in its code."""

    hint = "tell the author of that game; other games are not touched by it"


MAX_MESSAGE = 200
"""Letters of an exception's message that are shown: some hold a complete picture as text (house default)."""


def package_of(module: str) -> str:
    """Return the package that a game's code lies in, given one of its modules.

    >>> package_of("chargen.games.coin.concept"), package_of("lanterns.rules.numbers")
    ('chargen.games.coin', 'lanterns')
    """
    return module.rpartition(".")[0] if module.startswith("chargen.") else module.partition(".")[0]


def describe_exception(exc: BaseException, *homes: str) -> str:
    """Return an exception in a line, with the last place that it went through in the code of these packages."""
    line = f"{type(exc).__name__}: {exc}"
    line = line if len(line) <= MAX_MESSAGE else f"{line[:MAX_MESSAGE]} …"
    place = find_place(exc, *homes)
    return f"{line} ({place})" if place else line


def find_place(exc: BaseException, *homes: str) -> str:
    """Return the last place in the code of these packages that an exception went through, as file:line, or ""."""
    if isinstance(exc, SyntaxError) and exc.filename:
        return f"{exc.filename}:{exc.lineno}"
    import traceback  # imported here: few games fail

    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(exc.__traceback__)
        if any(f"{frame.f_globals.get('__name__')}.".startswith(f"{home}.") for home in homes)
    ]
    return f"{frames[-1][0]}:{frames[-1][1]}" if frames else ""
