"""A sheet shows what the list of actions has, from which cards, encounters and exports draw as well."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from chargen import checking, npcs, ready_made, registry
from chargen.game.contract import View
from chargen.page.action import Action
from chargen.page.roll import in_percent, percent
from chargen.page.sheet import Cell, Chance, Label, Sheet, Table, Track
from chargen.text.names import fold
from chargen.text.source import load
from tests.scale import some

PRESETS = [preset.path for preset in ready_made.presets()]
GAME_FILES = sorted((Path(__file__).parents[2] / "examples/games").glob("*.game.yaml"))
FOUGHT = ("attack", "defence", "resist")
SHARED = {
    "facade": "unarmed",
    "five-plus": "level",
    "roll-when-you-need": "everything else",
}
"""The rows that several actions share: untrained skills, unarmed attacks that are alike, and attacks of an opponent."""
HARM_BY_WEAPON = ("five-by-five", "facade", "fog-ward")
"""The games in which a weapon has harm of its own; in the others, one sentence of "How to roll" has it for all."""


def lines(sheet: Sheet) -> Iterator[tuple[str, set[Fraction]]]:
    """Yield the words of each row, highlight and title of boxes, with the exact chances in it."""
    for highlight in sheet.highlights:
        yield fold(" ".join(highlight)), set()
    for block in sheet.blocks:
        if isinstance(block, Table | Track):
            yield fold(f"{block.title} {block.caption}"), set()
        for row in block.rows if isinstance(block, Table) else ():
            yield fold(" ".join(map(words, row))), {chance for cell in row for chance in chances(cell)}


def words(cell: Cell) -> str:
    return f"{cell.text} {cell.below}" if isinstance(cell, Label) else cell if isinstance(cell, str) else ""


def chances(cell: Cell) -> list[Fraction]:
    """Return the chances of a cell, drawn as a bar or as a shade."""
    found = cell.value if isinstance(cell, Chance) else cell.heat if isinstance(cell, Label) else None
    return [] if found is None else [found]


def names(action: Action) -> set[str]:
    """Return the words that name an action: a weapon without its skill, a skill without its use and its level."""
    name = re.sub(r" \d+:\S+$", "", action.name.partition(": ")[2] or action.name)
    return set(fold(name.partition(", ")[0].removeprefix("Untrained ")).split())


def assert_on_the_sheet(view: View) -> None:
    """Each attack, defence and resist is in one line with its chance, and an attack with its harm."""
    shown, shared = list(lines(view.sheet())), SHARED.get(view.game.key, "untrained")
    for action in view.actions():
        if action.kind not in FOUGHT:
            continue
        printed = {fold(in_percent(action.chance)), fold(f"{percent(action.chance)} %")}
        found = [text for text, exact in shown if action.chance in exact or any(part in text for part in printed)]
        alike = [text for text in found if names(action) <= set(text.split()) or shared in text]
        assert alike, (view.character.name, action.name, action.chance)
        if action.harm is not None and view.game.key in HARM_BY_WEAPON:
            harm = fold(action.harm.text.removesuffix(" damage"))
            assert any(harm in text for text in alike), (view.character.name, action.name, action.harm.text)


@pytest.mark.parametrize("path", some(PRESETS, 16), ids=lambda path: path.stem)
def test_a_sheet_has_the_attacks_and_defences_of_the_actions(path: Path) -> None:
    """Of every ready-made character of every game."""
    view = checking.check_source(load(path.name, path.read_bytes()), path).view
    assert view is not None
    assert_on_the_sheet(view)


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: path.name)
def test_a_sheet_of_a_game_file_has_them_too(path: Path) -> None:
    """Of two NPCs of each game in a file."""
    read = registry.read_game_file(path)
    assert read.game is not None
    with registry.standing_in(read.game):
        for npc in npcs(read.game.key, seed="docks", number=2):
            assert npc._checked.view is not None
            assert_on_the_sheet(npc._checked.view)
