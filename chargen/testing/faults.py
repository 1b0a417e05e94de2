"""Promises about faulty files: nothing raises, and what cannot be read is told once."""

from collections.abc import Iterator

from chargen.checking.concept import Checked
from chargen.core.diagnostic import KeyPath
from chargen.core.names import fold
from chargen.testing.concepts import is_fault
from chargen.testing.marks import BROKEN
from chargen.testing.trial import Trial, in_a_line

_OTHERS_FOLLOW = ("rules", "campaign", "waive", "advancement")
"""Keys that say which rules hold, and the ledger: what cannot be read there may well make something else wrong."""


def nothing_raises(trial: Trial) -> Iterator[str]:
    """No rule, ledger or derived number trips over a file in which a key is missing, empty, or of the wrong sort.

    Each kind of key is tried once. Where the file is in order all the same, its sheet is drawn.
    """
    for checked in (*trial.good, *trial.bad.values()):
        yield from _failures(checked)
    for path, faulty in trial.faulty:
        try:
            yield from _failures(faulty)
            _look_at(faulty)
        except (Exception, SystemExit) as fault:
            yield f"without {_dotted(path)}, or with another value: {in_a_line(fault, trial.game)}"


def what_cannot_be_read_is_told_once(trial: Trial) -> Iterator[str]:
    """A value that cannot be read is reported as such, and no rule of creation draws conclusions from its absence.

    A rule that would needs `chargen.kit.checks.reads`.
    """
    before = {finding.message for checked in trial.good for finding in checked.diagnostics}
    codes = {trial.game.code(rule) for rule in trial.game.creation}
    for path, faulty in trial.faulty:
        is_read = all(finding.code != "concept/wrong-type" for finding in faulty.diagnostics)
        for finding in faulty.diagnostics if not is_read and fold(str(path[0])) not in _OTHERS_FOLLOW else ():
            if is_fault(finding) and finding.code in codes and finding.message not in before:
                yield f"{finding.code} judges what could not be read at {_dotted(path)}: {finding.message}"


def _failures(checked: Checked) -> Iterator[str]:
    """What is said where a game failed while it was asked about a file."""
    return (finding.message for finding in checked.diagnostics if finding.code == BROKEN)


def _look_at(checked: Checked) -> None:
    """Ask for all that is made of a character in order."""
    if checked.view is not None:
        checked.view.stats(), checked.view.rolls(), checked.view.sheet(), checked.view.card()


def _dotted(path: KeyPath) -> str:
    return ".".join(map(str, path))
