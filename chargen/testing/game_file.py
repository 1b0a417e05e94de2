"""Test the promises of a game that has no tests of its own, with characters that are made up for it.

They are made around the one of `chargen new`. Its rules are declarations of the kit, which has tests for them.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from chargen import registry
from chargen.checking.concept import Checked, check_data, check_source
from chargen.fileio import Input, read_source
from chargen.game.contract import AnyGame
from chargen.game.rule import paths_checked_by
from chargen.gamefile.feasibility import find_impossible_outcomes
from chargen.npc.names import NameList
from chargen.schema.model import Model
from chargen.schema.parsing import parse
from chargen.sources.check_file import check_any
from chargen.testing import PROMISES, complaints, concepts, naming, pages
from chargen.testing.trial import Trial, is_problem
from chargen.text.diagnostic import Diagnostic, Severity, error
from chargen.text.parts import number_of_values
from chargen.text.source import Source, load

NOT_FOR_FILES = (
    naming.it_is_installed,
    concepts.every_rule_is_shown,
    concepts.what_it_brings_is_in_order,
    pages.sheets_are_whole,
    pages.it_prints,
)
"""The promises that are not tested: about packages, about files with places of their own, which `try_out` checks
itself, and about rules and pages, which chargen makes itself."""


def try_out(checked: Checked, path: Path) -> Checked:
    """Return the check of a game file without errors, with what is found when the game is tried out."""
    read = registry.read_game_file(path)
    game = read.game
    if game is None or read.definition is None:
        return checked
    # What is wrong with the game's words, names, roles and characters, which lie beside it.
    found, others = list[Diagnostic](), list[Source]()
    words = game.resources / "words" / f"{game.key}.yaml"
    lists: list[tuple[type[Model], Path]] = [(game.words, words)] if words.exists() else []
    lists += ((NameList, names) for names in sorted((game.resources / "npcs" / "names").glob("*.yaml")))
    for model, beside in lists:
        source = read_source(beside, str(beside))
        others.append(source)
        found += source.diagnostics or source.locate(parse(model, source.data).diagnostics)
    with registry.beside(path.parent):
        for kind in ("npcs", "concepts"):
            for beside in sorted((game.resources / kind / game.key).glob("*.yaml")):
                companion = check_any(Input(str(beside), beside), is_role=kind == "npcs")
                if problems := [*filter(is_problem, companion.diagnostics)]:
                    others += (companion.source, *companion.others)
                    found += problems

    # NPCs are drawn from those files, and would repeat their errors.
    for line in () if found else broken_promises(game):
        # At the part of the file that the rule follows from whose code the line names; else at the format.
        codes = re.findall(rf"\b{re.escape(game.key)}/[a-z0-9-]+", line)
        rules = [rule for rule in game.all_rules if game.code(rule) in codes]
        parts = (
            (section, key)
            for key in (at.partition(".")[0] for rule in rules for at in paths_checked_by(rule))
            for section, part in checked.source.data.items()
            if isinstance(part, dict) and key in part
        )
        hint = "characters that were made up for this game show it"
        broken = error(line.partition(": ")[2], *next(parts, ("format",)), key=True, code="game/promise", hint=hint)
        found += checked.source.locate([broken])
    found += checked.source.locate(find_impossible_outcomes(read.definition))
    return replace(checked, diagnostics=(*checked.diagnostics, *found), others=(*checked.others, *others))


def broken_promises(game: AnyGame) -> Iterator[str]:
    """Yield how a game breaks its promises, a line each, and at most four about one promise."""
    with registry.standing_in(game), TemporaryDirectory() as folder:
        text = game.new_concept("Kai")
        good = Path(folder, "good", "kai.yaml")
        good.parent.mkdir()
        data = load(good.name, text.encode()).data
        # Notes are no faults: they are marked, as an author would.
        lines = text.splitlines()
        for found in check_source(load(good.name, text.encode()), None).diagnostics:
            if found.severity is Severity.NOTE and found.line:
                lines[found.line - 1] += f"  # note: [{found.code}]"
        good.write_text("\n".join([*lines, ""]), encoding="utf-8")
        # A game file has no code of its own to fail, so that few cases are enough. What a case costs depends on what a
        # character has, and on its rolls: a large game is tried with fewer, and takes less than two seconds.
        size = number_of_values(data) + len(check_data(game, data).rolls())
        trial = Trial(game, Path(folder), max(2, min(25, 800 // size)))
        for promise in PROMISES:
            lines = list(dict.fromkeys(complaints(promise, trial))) if promise not in NOT_FOR_FILES else []
            yield from lines[:3]
            if len(lines) > 3:
                yield f"{promise.__name__}: {len(lines) - 3} more like these"
