"""Sheets that are ready to be printed: a character's, one to fill in, a blank one, or the reference page of a game."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chargen import checking, fileio
from chargen.checking.concept import Checked
from chargen.checking.rules import make_reference_page
from chargen.game.contract import AnyGame
from chargen.page.sheet import Entries, Prose, Sheet, Track
from chargen.render.paper import A4, Paper
from chargen.render.press import DEFAULT_DPI, Press
from chargen.render.theme import PLAIN, Theme, find_theme
from chargen.sheets.blank import blank as blanked
from chargen.text.diagnostic import Severity
from chargen.text.names import fold, slug, take_name
from chargen.text.source import load


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintSettings:
    paper: Paper = A4
    theme: str = ""  # The theme of every sheet; empty for that of its campaign, or else plain
    ink: str = "full"  # One of `chargen.render.theme.INKS`
    press: Press = field(default_factory=Press)
    dpi: int = DEFAULT_DPI  # The resolution of PNG files
    strict_fit: bool = False  # Whether a sheet that does not fit on its page is an error, and left out

    def look(self, theme: str) -> Theme:
        """Return the theme of what has that ``theme`` by its campaign, or none."""
        return find_theme(self.theme or theme or PLAIN.name, self.ink)


@dataclass(frozen=True, slots=True)
class PreparedSheet:
    """A sheet that is ready to be printed."""

    sheet: Sheet
    source: tuple[str, bytes] | None = None
    """The name and the content of the character's file, which its PDF carries."""
    theme: str = ""
    """The theme of its campaign."""
    fillable: Sheet | None = None
    """The same sheet with the names of fields."""
    stem: str = ""
    """The name of its files; empty for the character's name."""
    shown: str = ""
    """The file that it was made from, as messages name it."""
    inputs: frozenset[Path] = frozenset()
    """The resolved paths of the files that it was made from, with the portrait."""
    is_reference: bool = False
    """Whether it is the reference page of a game."""
    reference_page: Sheet | None = None
    """The reference page of its game, for a file with all sheets."""


def prepare(checked: Checked, *, fillable: bool = False, compact: bool = False, shared: bool = False) -> PreparedSheet:
    """Return the sheet of a character without errors, with its file to be attached.

    ``fillable``: with fields as well. ``compact``: the GM's half page; raises ValueError where a game has none.
    ``shared``: with the reference page of its game, for `with_leaves`.
    """
    sheet, view, name = checking.make_sheet(checked, compact=compact), checked.view, checked.source.name
    assert view is not None
    own = fileio.as_text(Path(name).name) if Path(name).suffix else ""
    return PreparedSheet(
        sheet,
        (own or fileio.file_name(slug(sheet.name), ".yaml"), checked.source.content),
        checked.theme,
        with_fields(sheet, checked) if fillable else None,
        shown=name,
        inputs=input_files(checked),
        reference_page=make_reference_page(view.game, view.rules) if shared else None,
    )


def prepare_reference(page: Sheet, theme: str) -> PreparedSheet:
    """Return a game's reference page, in the theme of a campaign."""
    return PreparedSheet(page, theme=theme, stem=f"{page.system}-reference", shown=page.system, is_reference=True)


def with_leaves(sheets: Sequence[PreparedSheet]) -> list[PreparedSheet]:
    """Return the sheets, followed by the reference pages of their games: one for each set of house rules."""
    reference_pages: list[PreparedSheet] = []
    for ready in sheets:
        if ready.reference_page is not None and all(ready.reference_page != other.sheet for other in reference_pages):
            reference_pages.append(prepare_reference(ready.reference_page, ready.theme))
    return [*sheets, *reference_pages]


def input_files(checked: Checked) -> frozenset[Path]:
    """Return the resolved paths of the files of a character: concept, portrait, campaign; also of missing ones."""
    data = checked.source.data
    keys = ("campaign", "portrait")
    named = [value for key, value in data.items() if fold(key) in keys] if isinstance(data, dict) else []
    beside = [Path(checked.source.name).parent / name for name in named if isinstance(name, str)]
    paths = (Path(checked.source.name), *(Path(source.name) for source in checked.others), *beside)
    return frozenset(Path(os.path.realpath(path)) for path in paths)


def prepare_blank(of: AnyGame | Checked, *, fillable: bool = False, shared: bool = False) -> PreparedSheet:
    """Return the blank sheet of a game, or one with the layout of the sheet of a character without errors.

    Raises FaultyGame where the game's own starter has errors.
    """
    if isinstance(of, Checked):
        character = of
    else:
        starter = load("the starter concept", of.new_concept("A Starter").encode())
        character = checking.check_source(starter, None)
        with of.contained("its starter"):
            for diagnostic in character.diagnostics:
                if diagnostic.severity is Severity.ERROR:
                    raise ValueError(diagnostic.message)
    drawn, view = checking.make_sheet(character), character.view
    assert view is not None
    if character is not of:  # the house rules of a starter are not the game's
        drawn = replace(drawn, foot=view.sheet().foot)
    sheet = blanked(drawn)
    return PreparedSheet(
        sheet,
        theme=character.theme,
        fillable=with_fields(sheet) if fillable else None,
        stem=f"{view.game.key}-blank",
        shown=character.source.name if character is of else view.game.key,
        inputs=input_files(character) if character is of else frozenset(),
        reference_page=make_reference_page(view.game, view.rules) if shared else None,
    )


def with_fields(sheet: Sheet, checked: Checked | None = None) -> Sheet:
    """Return a sheet to fill in on a screen: a field of the PDF for each box, an entry for each tracker without boxes.

    ``checked`` is its character, without errors; None for a blank sheet, which has no such entries.
    """
    tracks = [(number, track) for number, track in enumerate(sheet.blocks) if isinstance(track, Track)]
    # The boxes of a tracker may be in several blocks, and several trackers may share them: the first one names them.
    places = {(number, index): box for number, track in tracks for index, box in enumerate(track.boxes)}
    shown: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for place, box in places.items():
        if box.shows:
            shown.setdefault(tuple(box.shows), []).append(place)
    wished: dict[tuple[int, int], str] = {}
    for (first, *_), positions in shown.items():
        for count, position in enumerate(positions, 1):
            wished[position] = first if len(positions) == 1 else f"{first}-{count}"
    for number, index in places:
        wished.setdefault((number, index), f"{sheet.blocks[number].name}-{index + 1}")

    # Two fields of one name would be one field in a PDF, with one value; a full stop would divide a name in two.
    taken: set[str] = set()
    names = {position: take_name(name.replace(".", "_"), taken) for position, name in wished.items()}
    blocks: list[Any] = list(sheet.blocks)
    for number, track in tracks:
        boxes = (replace(box, field=names[number, index]) for index, box in enumerate(track.boxes))
        blocks[number] = replace(track, boxes=tuple(boxes))

    # An entry for each tracker without boxes, with its value as the concept states it.
    entries: list[tuple[str, str, str | bool]] = []
    if checked is not None and checked.view is not None:
        stated = {fold(name): value for name, value in checked.view.advanced.concept.state.items()}
        with_boxes = {name for group in shown for name in group}
        for tracker in checked.view.trackers():
            if tracker.name in with_boxes:
                continue
            value = stated.get(fold(tracker.name), False if tracker.yes_or_no else "")
            field = take_name(tracker.name.replace(".", "_"), taken)
            entries.append((tracker.title, field, value if tracker.yes_or_no else str(value)))
    if entries:
        # Before the notes, whose lines fill the rest of the page.
        fills = [number for number, block in enumerate(blocks) if isinstance(block, Prose) and block.fill]
        at = fills[0] if fills else len(blocks)
        blocks.insert(at, Entries(name="values", title="Also in play", entries=tuple(entries)))
    return replace(sheet, blocks=tuple(blocks))
