"""The promises that every game keeps, our own and those of plug-ins.

A game's tests are one line, ``conforms(GAME, folder)``, and a folder of concepts: ``good/*.yaml`` check without
error or warning; ``bad/RULE.yaml`` shows a rule at work, its findings marked on the line that is wrong::

    Knife Fighter: 6   # error: [five-by-five/values]
"""

from collections.abc import Iterator
from pathlib import Path

from chargen import registry
from chargen.core.game import AnyGame
from chargen.testing.concepts import (
    every_rule_is_shown,
    good_files_are_fine,
    the_starter_is_legal,
    what_it_brings_is_in_order,
    what_the_starter_offers_is_legal,
)
from chargen.testing.faults import nothing_raises, what_cannot_be_read_is_told_once
from chargen.testing.marks import check_text, found, marked
from chargen.testing.naming import (
    every_field_is_described,
    it_is_installed,
    names_are_clear,
    options_name_what_there_is,
    reads_name_what_there_is,
    rules_can_be_called,
)
from chargen.testing.npcs import npcs_are_lawful, pins_are_kept
from chargen.testing.numbers import (
    cards_are_made,
    charts_are_whole,
    fights_are_fought,
    odds_are_exact,
    questions_are_answered,
)
from chargen.testing.pages import it_prints, sheets_are_whole, the_leaf_is_shared, trackers_show
from chargen.testing.trial import Promise, Trial, in_a_line

__all__ = ["PROMISES", "check_text", "conforms", "found", "marked"]

PROMISES: tuple[Promise, ...] = (
    it_is_installed,
    names_are_clear,
    rules_can_be_called,
    every_field_is_described,
    reads_name_what_there_is,
    options_name_what_there_is,
    good_files_are_fine,
    every_rule_is_shown,
    the_starter_is_legal,
    what_the_starter_offers_is_legal,
    what_it_brings_is_in_order,
    nothing_raises,
    what_cannot_be_read_is_told_once,
    odds_are_exact,
    charts_are_whole,
    questions_are_answered,
    sheets_are_whole,
    trackers_show,
    it_prints,
    the_leaf_is_shared,
    cards_are_made,
    fights_are_fought,
    npcs_are_lawful,
    pins_are_kept,
)
"""What `conforms` holds a game to; the docstring of each says what it promises."""


def conforms(game: AnyGame, folder: Path) -> None:
    """Hold a game to its promises. Raises AssertionError with a line for each one that it breaks.

    ``folder`` holds ``good/`` and ``bad/``. The game is tried as it is handed in, whatever is installed under its key.
    """
    with registry.standing_in(game):
        trial = Trial(game, folder)
        broken = dict.fromkeys(line for promise in PROMISES for line in complaints(promise, trial))
    assert not broken, f"{game.key} does not keep its promises:\n" + "\n".join(broken)


def complaints(promise: Promise, trial: Trial) -> Iterator[str]:
    """Yield how a game breaks a promise; what it raises meanwhile is one more line, with its place."""
    try:
        for complaint in promise(trial):
            yield f"{promise.__name__}: {complaint}"
    except (Exception, SystemExit) as fault:
        yield f"{promise.__name__}: {in_a_line(fault, trial.game)}"
