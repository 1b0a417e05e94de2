"""Promises about files: what is good, what is bad, what `chargen new` writes, what a game brings."""

import re
from collections.abc import Iterator

from chargen.core.diagnostic import Diagnostic, Severity
from chargen.fileio import Input
from chargen.npc import check_file as any_file
from chargen.testing.marks import check_text, differences, marked
from chargen.testing.trial import Trial

_OFFER = re.compile(r"^# [a-z_]+:(?: .*)?\n(?:#   .*\n)*", re.MULTILINE)
"""A commented key of a starter, and the lines that belong to it: what a player takes the ``# `` away from."""


def good_files_are_fine(trial: Trial) -> Iterator[str]:
    """A good file has no error and no warning; notes may be marked."""
    if not trial.good:
        yield "there are no good files"
    foreign = [checked.source.name for checked in trial.good if checked.game is not trial.game]
    if foreign:
        others = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
        yield f"{foreign[0]} is no {trial.game.key} concept{others}"
    for checked in trial.good:
        yield from differences(checked)


def every_rule_is_shown(trial: Trial) -> Iterator[str]:
    """Each rule has a bad file of its name, which shows it at work and finds just what is marked."""
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
    """What `chargen new` writes checks without a finding, whatever the name."""
    for name in ("Kai Brenner", "yes: no", "Łukasz „Ö“ O'Neil", "7"):
        checked = check_text(trial.game.new_concept(name))
        if checked.name != name:
            yield f"the starter for {name!r} is named {checked.name!r}"
        yield from (f"{one.code}: {one.message}" for one in checked.diagnostics if is_fault(one))


def what_the_starter_offers_is_legal(trial: Trial) -> Iterator[str]:
    """A commented key of the starter is legal when its ``# `` is taken away, alone and with all the others."""
    text = trial.game.new_concept("Kai Brenner")
    for offer in (*(re.escape(offer) for offer in _OFFER.findall(text)), _OFFER.pattern):
        opened = re.sub(offer, _without_hashes, text, flags=re.MULTILINE)
        for finding in filter(is_fault, check_text(opened).diagnostics):
            if finding.place is not None:
                line = opened.splitlines()[finding.place.line - 1]
                yield f"{line!r}, no longer a comment: {finding.code}: {finding.message}"


def _without_hashes(offer: re.Match[str]) -> str:
    return re.sub("^# ", "", offer[0], flags=re.MULTILINE)


def what_it_brings_is_in_order(trial: Trial) -> Iterator[str]:
    """The game's own word lists fit, and its roles and ready-made characters check without error or warning."""
    trial.game.words_with()
    for kind in ("npcs", "concepts"):
        for path in sorted((trial.game.resources / kind / trial.game.key).glob("*.yaml")):
            for finding in filter(is_fault, any_file.check(Input(path.name, path)).diagnostics):
                yield f"{kind}/{path.name}: {finding.severity}[{finding.code}]: {finding.message}"


def is_fault(finding: Diagnostic) -> bool:
    """Return whether a finding is an error or a warning."""
    return finding.severity is not Severity.NOTE
