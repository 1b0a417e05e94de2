"""What each code stands for: what is asked, why, and where the book says so."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chargen.core.codes import EXPLANATIONS
from chargen.core.game import AnyGame, Explanation, explanation
from chargen.core.names import listing
from chargen.kit.checks import what_there_is


def general() -> Iterator[tuple[str, Explanation]]:
    """Yield each code that belongs to no game, with what it stands for."""
    for code, (asks, why) in EXPLANATIONS.items():
        yield code, Explanation(asks, why, "")


def of_game(game: AnyGame) -> Iterator[tuple[str, Explanation]]:
    """Yield the code of each rule of a game, with what it stands for, and the names that the rule allows."""
    for rule in game.all_rules:
        said, allowed = explanation(rule), what_there_is(rule, game.rules())
        yield game.code(rule), replace(said, why=f"{said.why}\n\n{names(allowed)}") if allowed else said


def names(allowed: Iterable[str]) -> str:
    """Return a sentence that says what there is.

    >>> names(["novice", "master"])
    'There are novice and master.'
    """
    return f"There are {listing(allowed)}."
