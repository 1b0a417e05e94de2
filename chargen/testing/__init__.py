"""Test the promises that every game keeps, chargen's own games and plug-ins.

A game's tests are one line, ``conforms(GAME, folder)``, and a folder of concepts: ``good/*.yaml`` check without
error or warning; ``bad/RULE.yaml`` shows a rule at work, its diagnostics marked on the line that is wrong::

    Knife Fighter: 6   # error: [five-by-five/values]
"""

from collections.abc import Iterator
from pathlib import Path

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.testing import concepts, naming, npcs, numbers, pages
from chargen.testing.trial import Promise, Trial, check_text, found, in_a_line, marked

__all__ = ["PROMISES", "check_text", "conforms", "found", "marked"]

PROMISES: tuple[Promise, ...] = (
    naming.it_is_installed,
    naming.names_are_clear,
    naming.every_field_is_described,
    naming.reads_name_what_there_is,
    concepts.good_files_are_fine,
    concepts.every_rule_is_shown,
    concepts.the_starter_is_legal,
    concepts.what_the_starter_offers_is_legal,
    concepts.what_it_brings_is_in_order,
    concepts.nothing_raises,
    concepts.an_unreadable_value_is_reported_once,
    numbers.odds_are_exact,
    numbers.questions_are_answered,
    pages.sheets_are_whole,
    pages.trackers_show,
    pages.it_prints,
    pages.the_reference_page_is_shared,
    numbers.actions_are_valid,
    numbers.cards_are_made,
    numbers.fights_are_fought,
    npcs.npcs_are_legal,
    npcs.pins_are_kept,
)
"""The promises that `conforms` tests; the docstring of each describes it."""


def conforms(game: AnyGame, folder: Path, *, most: int | None = None) -> None:
    """Test the promises of a game. Raises AssertionError with a line for each one that it breaks.

    ``folder`` holds ``good/`` and ``bad/``. The given game is tested, even if another is installed under its key.
    ``most``: the most cases that are tried of each promise, for a quick look; without it, all.
    """
    with registry.standing_in(game):
        trial = Trial(game, folder, most)
        broken = dict.fromkeys(line for promise in PROMISES for line in complaints(promise, trial))
    assert not broken, f"{game.key} does not keep its promises:\n" + "\n".join(broken)


def complaints(promise: Promise, trial: Trial) -> Iterator[str]:
    """Yield how a game breaks a promise; an exception of the game is one more line, with its place."""
    try:
        for complaint in promise(trial):
            yield f"{promise.__name__}: {complaint}"
    except (Exception, SystemExit) as exc:
        yield f"{promise.__name__}: {in_a_line(exc, trial.game)}"
