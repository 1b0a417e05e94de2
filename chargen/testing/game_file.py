"""Test the promises of a game that has no tests of its own, with characters that are made up for it.

They are made around the one of `chargen new`. Its rules are declarations of the kit, which has tests for them.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from chargen import registry
from chargen.checking.concept import Checked, check_data
from chargen.fileio import Input, read_source
from chargen.game.contract import AnyGame
from chargen.game.rule import paths_checked_by
from chargen.gamefile.feasibility import find_impossible_outcomes
from chargen.schema.parsing import parse
from chargen.sources import check_file
from chargen.testing import PROMISES, complaints, concepts, naming, pages
from chargen.testing.trial import Trial, is_problem
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.parts import number_of_values
from chargen.text.source import Source, load

NOT_FOR_FILES = (
    naming.it_is_installed,
    concepts.every_rule_is_shown,
    concepts.what_it_brings_is_in_order,
    pages.sheets_are_whole,
    pages.it_prints,
)
"""The promises that are not tested: about packages, about files with places of their own (`_check_companions`), and
about rules and pages, which chargen makes itself."""
FEWEST_CASES, MOST_CASES = 2, 25  # The cases of each promise: a game file has no code of its own to fail
SIZE_OF_ALL = 800
"""The size of all cases of a promise: a large game is tried with fewer, so that it takes less than two seconds."""
MOST_LINES = 3  # The lines about one promise (house default)


def try_out(checked: Checked, path: Path) -> Checked:
    """Return the check of a game file without errors, with what is found when the game is tried out."""
    read = registry.read_game_file(path)
    game = read.game
    if game is None or read.definition is None:
        return checked
    others: list[Source] = []
    found = [*_check_companions(game, path.parent, others)]
    # NPCs are drawn from those files, and would repeat their errors.
    if not found:
        hint = "characters that were made up for this game show it"
        broken: list[Diagnostic] = []
        for line in (line.partition(": ")[2] for line in broken_promises(game)):
            # At the part of the file that the rule follows from whose code the line names; else at the format.
            codes = re.findall(rf"\b{re.escape(game.key)}/[a-z0-9-]+", line)
            keys = [
                path.partition(".")[0]
                for rule in game.all_rules
                if game.code(rule) in codes
                for path in paths_checked_by(rule)
            ]
            parts = (
                (section, key)
                for key in keys
                for section, part in checked.source.data.items()
                if isinstance(part, dict) and key in part
            )
            broken.append(error(line, *next(parts, ("format",)), key=True, code="game/promise", hint=hint))
        found = [*checked.source.locate(broken)]
    found += checked.source.locate(find_impossible_outcomes(read.definition))
    return replace(checked, diagnostics=(*checked.diagnostics, *found), others=(*checked.others, *others))


def broken_promises(game: AnyGame) -> Iterator[str]:
    """Yield how a game breaks its promises, a line each."""
    with registry.standing_in(game), TemporaryDirectory() as folder:
        text = game.new_concept("Kai")
        good = Path(folder, "good")
        good.mkdir()
        (good / "kai.yaml").write_text(text, encoding="utf-8")
        data = load("kai.yaml", text.encode()).data
        # What a case costs depends on what a character has, and on its rolls.
        size = number_of_values(data) + len(check_data(game, data).rolls())
        trial = Trial(game, Path(folder), max(FEWEST_CASES, min(MOST_CASES, SIZE_OF_ALL // size)))
        for promise in PROMISES:
            lines = list(dict.fromkeys(complaints(promise, trial))) if promise not in NOT_FOR_FILES else []
            yield from lines[:MOST_LINES]
            if len(lines) > MOST_LINES:
                yield f"{promise.__name__}: {len(lines) - MOST_LINES} more like these"


def _check_companions(game: AnyGame, folder: Path, others: list[Source]) -> Iterator[Diagnostic]:
    """Yield the errors and warnings of the game's roles, words and ready-made characters, and collect their sources."""
    words = game.resources / "words" / f"{game.key}.yaml"
    if words.is_file():
        source = read_source(words, str(words))
        more = source.locate(parse(game.words, source.data).diagnostics) if source.data is not None else ()
        others.append(source)
        yield from (*source.diagnostics, *more)
    with registry.beside(folder):
        for kind in ("npcs", "concepts"):
            for path in sorted((game.resources / kind / game.key).glob("*.yaml")):
                checked = check_file.check_any(Input(str(path), path))
                if found := [*filter(is_problem, checked.diagnostics)]:
                    others += (checked.source, *checked.others)
                    yield from found
