"""Test the promises about files: good ones, bad ones, faulty ones, those of `chargen new`, and those of the game."""

import re
from collections.abc import Iterator

from chargen.fileio import Input
from chargen.sources.check_file import check_any
from chargen.testing.trial import BROKEN, Trial, check_text, differences, in_a_line, is_problem, marked
from chargen.text.names import fold

_OFFER = re.compile(r"^# [a-z_]+:(?: .*)?\n(?:#   .*\n)*", re.MULTILINE)
"""A commented key of a starter, and the lines that belong to it, which a player can uncomment."""
_OTHERS_FOLLOW = ("rules", "campaign", "waive", "advancement")
"""The keys that decide the rules, and the ledger: an unreadable value there may cause further errors."""


def good_files_are_fine(trial: Trial) -> Iterator[str]:
    """Require that a good file has no error and no warning; notes may be marked."""
    if not trial.good:
        yield "there are no good files"
    foreign = [checked.source.name for checked in trial.good if checked.game is not trial.game]
    if foreign:
        others = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
        yield f"{foreign[0]} is no {trial.game.key} concept{others}"
    for checked in trial.good:
        yield from differences(checked)


def every_rule_is_shown(trial: Trial) -> Iterator[str]:
    """Require that each rule has a bad file of its name, with exactly the diagnostics that are marked."""
    bad = {path.stem: checked for path, checked in trial.bad.items()}
    for rule in trial.game.all_rules:
        name, code = rule.__name__, trial.game.code(rule)
        if name not in bad:
            yield f"bad/{name}.yaml is missing"
        elif not any(code == mark for _, _, mark in marked(bad[name].source)):
            yield f"bad/{name}.yaml does not mark [{code}]"
    for checked in bad.values():
        yield from differences(checked)


def the_starter_is_legal(trial: Trial) -> Iterator[str]:
    """Require that the file of `chargen new` checks without a diagnostic, with any name."""
    # Names that YAML would read as something else, unless the starter quotes them.
    for name in ("Kai Brenner", "yes: no", "Łukasz „Ö“ O'Neil", "7"):
        checked = check_text(trial.game.new_concept(name))
        if checked.name != name:
            yield f"the starter for {name!r} is named {checked.name!r}"
        yield from (f"{one.code}: {one.message}" for one in checked.diagnostics if is_problem(one))


def what_the_starter_offers_is_legal(trial: Trial) -> Iterator[str]:
    """Require that a commented key of the starter is legal when uncommented, alone and with all the others."""
    text = trial.game.new_concept("Kai Brenner")
    # The last one is the pattern itself, which uncomments all offers at once.
    for offer in (*(re.escape(offer) for offer in _OFFER.findall(text)), _OFFER.pattern):
        opened = re.sub(offer, lambda found: re.sub("^# ", "", found[0], flags=re.MULTILINE), text, flags=re.MULTILINE)
        for diagnostic in filter(is_problem, check_text(opened).diagnostics):
            if diagnostic.place is not None:
                line = opened.splitlines()[diagnostic.place.line - 1]
                yield f"{line!r}, no longer a comment: {diagnostic.code}: {diagnostic.message}"


def what_it_brings_is_in_order(trial: Trial) -> Iterator[str]:
    """Require that the game's word lists fit, and its roles and ready-made characters have no error or warning."""
    trial.game.words_with()
    folders = (trial.game.resources / kind / trial.game.key for kind in ("npcs", "concepts"))
    for path in trial.some([path for folder in folders for path in sorted(folder.glob("*.yaml"))]):
        for one in filter(is_problem, check_any(Input(path.name, path)).diagnostics):
            yield f"{path.parent.parent.name}/{path.name}: {one.severity}[{one.code}]: {one.message}"


def nothing_raises(trial: Trial) -> Iterator[str]:
    """Require that no rule, ledger or derived number raises where a key is missing, empty, or of the wrong sort.

    Each kind of key is tried once. Where the file still has no error, its sheet is drawn.
    """
    files = (*trial.good, *trial.bad.values(), *(faulty for _, faulty in trial.faulty))
    yield from (one.message for checked in files for one in checked.diagnostics if one.code == BROKEN)
    for path, faulty in trial.faulty:
        try:
            if faulty.view is not None:
                faulty.view.stats(), faulty.view.rolls(), faulty.view.sheet(), faulty.view.card()
        except (Exception, SystemExit) as exc:
            yield f"without {'.'.join(map(str, path))}, or with another value: {in_a_line(exc, trial.game)}"


def an_unreadable_value_is_reported_once(trial: Trial) -> Iterator[str]:
    """Require that an unreadable value is reported once, and that no rule of creation reports it as missing.

    A rule that does needs `chargen.kit.checks.reads`.
    """
    before = {diagnostic.message for checked in trial.good for diagnostic in checked.diagnostics}
    codes = {trial.game.code(rule) for rule in trial.game.creation}
    for path, faulty in trial.faulty:
        # A value that the schema accepts is no case for this promise: rules may judge it.
        is_read = all(diagnostic.code != "concept/wrong-type" for diagnostic in faulty.diagnostics)
        for diagnostic in faulty.diagnostics if not is_read and fold(str(path[0])) not in _OTHERS_FOLLOW else ():
            if is_problem(diagnostic) and diagnostic.code in codes and diagnostic.message not in before:
                place = ".".join(map(str, path))
                yield f"{diagnostic.code} judges what could not be read at {place}: {diagnostic.message}"
