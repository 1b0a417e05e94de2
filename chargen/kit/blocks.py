"""Make the blocks that most sheets have: boxes to tick, columns, the ledger, equipment, notes.

The results are plain data of `chargen.page.sheet`. Boxes name the tracker that they show, so that a sheet can be a
form. Each block also knows how it looks on a blank sheet.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from chargen.game.concept import Item
from chargen.game.contract import Character, Tracker
from chargen.game.ledger import Gain, LedgerLine
from chargen.page.roll import Points, in_percent, percent, signed, with_sign
from chargen.page.sheet import Block, Box, Cell, Column, Label, Place, Prose, Sheet, Table, Track, WhatIf
from chargen.text.names import fold

LEDGER_WIDTHS, WITH_CHANCES = (15, 61, 12, 12), (15, 51, 9, 9)
"""The widths of the ledger's columns (date, text, change, rest) in percent; the second with a column of chances."""


def sheet(
    character: Character[Any, Any],
    blocks: Iterable[Block | None],
    *,
    highlights: Iterable[tuple[str, str, str]] = (),
    what_ifs: Iterable[WhatIf] = (),
    foot: Iterable[str] = (),
    pages: int = 1,
    blank: Iterable[Block | None] = (),
    narrow_first: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    blank_first: tuple[str, ...] = (),
) -> Sheet:
    """Return the sheet of a character; blocks that are None are left out.

    ``blank`` are the blocks that a blank sheet is made from, where it has others, such as `steps`.

    The title and the edition of the game are added later. ``highlights`` are the few numbers that matter every turn:
    label, number, and a few words below it. For the other parameters, see `Sheet`.

    >>> from chargen.game.concept import Concept, RuleSet
    >>> from chargen.game.ledger import Advanced
    >>> kai = Character(Advanced(concept=(kai := Concept(name="Kai")), created=kai), RuleSet())
    >>> drawn = sheet(kai, [notes(kai), None], highlights=[("HP", "7", "of 9")])
    >>> drawn.name, [block.title for block in drawn.blocks]
    ('Kai', ['Notes'])
    """
    return Sheet(
        name=character.name,
        player=character.advanced.concept.player,
        concept=character.concept,
        highlights=tuple(highlights),
        blocks=tuple(block for block in blocks if block is not None),
        what_ifs=tuple(what_ifs),
        foot=tuple(foot),
        pages=pages,
        blank_blocks=tuple(block for block in blank if block is not None),
        narrow_first=narrow_first,
        blank_first=blank_first,
    )


def steps(items: Iterable[tuple[str, str]], place: Place = "side") -> Prose:
    """Return the block of a blank sheet that explains how to make the character: a heading and a text for each step.

    >>> steps([("Name", "Who are you?"), ("Skills", "Choose three.")]).items
    (('1 Name', 'Who are you?'), ('2 Skills', 'Choose three.'))
    """
    numbered = tuple((f"{number} {heading}", text) for number, (heading, text) in enumerate(items, 1))
    title = "How to make the character"
    return Prose(name="steps", title=title, place=place, items=numbered, game=True, together=True)


def boxes(
    tracker: str,
    number: int,
    ticked: int,
    *,
    label: str = "",
    zone: str = "",
) -> tuple[Box, ...]:
    """Return ``number`` boxes for a tracker that counts, of which the first ``ticked`` are ticked.

    ``label`` is the text in each box; ``{}`` in it becomes the number of the box, from 1. The tracker counts
    the ticked boxes; an empty ``tracker`` gives boxes without a play state.

    >>> [(box.label, box.filled, dict(box.shows)) for box in boxes("stress", 2, 1, label="{}")]
    [('1', True, {'stress': 1}), ('2', False, {'stress': 2})]
    """
    return tuple(
        Box(
            label=label.format(place),
            filled=place <= ticked,
            zone=zone,
            shows={tracker: place} if tracker else {},
        )
        for place in range(1, number + 1)
    )


def tick(label: str, tracker: str, ticked: bool, *, zone: str = "") -> Box:
    """Return a box for a yes-or-no tracker.

    >>> tick("Active", "active_used", False).shows
    {'active_used': True}
    """
    return Box(label=label, filled=ticked, zone=zone, shows={tracker: True})


def tracks(character: Character[Any, Any], trackers: Iterable[Tracker]) -> Iterator[Track]:
    """Yield the boxes of each tracker that counts up from 0, ticked as in the character's file.

    >>> from chargen.game.concept import Concept, RuleSet
    >>> from chargen.game.ledger import Advanced
    >>> kai = Character(Advanced(concept=Concept(state={"wounds": 1}), created=Concept()), RuleSet())
    >>> stress = Tracker(name="wounds", title="Wounds", high=2)
    >>> [(track.title, [box.filled for box in track.boxes]) for track in tracks(kai, [stress])]
    [('Wounds', [True, False])]
    """
    for tracker in trackers:
        yield Track(
            name=tracker.name,
            title=tracker.title,
            place="side",
            boxes=boxes(tracker.name, tracker.high, character.noted(tracker.name)),
            caption=tracker.caption,
        )


def left(heading: str, width: int, help: str = "", *, key: str = "") -> Column:
    """Return a column of text; ``help`` explains the heading, ``key`` names its cells in an entry of the concept."""
    return Column(heading=heading, width=width, help=help, key=key)


def right(heading: str, width: int, help: str = "", *, apart: int = 0) -> Column:
    """Return a column of numbers; ``apart`` is extra space before it, added to ``width``."""
    return Column(heading=heading, width=width, align="right", help=help, apart=apart)


def center(heading: str, width: int, help: str = "", *, big: bool = False) -> Column:
    """Return a column of short texts; ``big`` for texts that are read every turn, from arm's length.

    >>> center("Reach", 10, "How far it goes").align
    'center'
    """
    return Column(heading=heading, width=width, align="center", help=help, big=big)


def ledger(
    lines: Sequence[LedgerLine],
    unit: str = "",
    points: Points | None = None,
    *,
    name: str = "experience",
    title: str = "Experience",
    to_come: int = 0,
) -> Table | None:
    """Return the ledger as a reference table; None where there are no lines.

    ``unit`` is the heading of the column of changes; without it, lines have no price. ``points`` are summarized below
    the last line; if they have no budget, awards and the rest are not counted. ``to_come`` is the number of empty lines
    at the end. Changed chances have a column of their own. Rules separate sessions.

    >>> table = ledger([LedgerLine(what="Award", change=3, balance=3)], "XP", Points(budget=3, spent=0, available=3))
    >>> table.rows[0][1:], table.rows[1][0].text
    (('+3', '3'), 'earned 3 · spent 0')
    """
    if not lines:
        return None
    counted = points is None or points.budget is not None
    dated = any(line.date for line in lines)
    gains = [line.gain for line in lines if line.gain is not None]
    when, what, change, rest = widths = WITH_CHANCES if gains else LEDGER_WIDTHS
    columns = [left("Date", when), left("What", what)] if dated else [left("What", when + what)]
    columns += [left(f"Chance {gains[0].of}".strip(), 100 - sum(widths))] if gains else []
    columns += [right(unit, change), right("Left" if counted else "", rest)] if unit else []

    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        cells: list[Cell] = [line.date, Label(line.what, line.why)]
        if gains:
            cells.append(Label(format_gain(line.gain), _name_roll(line)) if line.gain else None)
        rows.append((*cells, with_sign(line.change), signed(line.balance) if counted else None))
    lengths = [len(session) for session in group_sessions(lines)]
    # Sums of lengths that start at -1 are the indexes of the last rows.
    ends = frozenset(accumulate(lengths, initial=-1)) - {-1}
    if points is not None:
        earned = f"earned {points.budget} · spent {points.spent}"
        total = Label(earned if counted else f"spent {points.spent}, as the table asked; no awards are counted")
        balance = signed(lines[-1].balance) if counted else None
        rows.append((None, total, *[None] * (len(rows[0]) - 3), balance))
    # Cut to the columns: without dates there is none for the first cell, and without a unit none for change and rest.
    rows = [row[0 if dated else 1 :][: len(columns)] for row in rows]
    rows += [(None,) * len(columns)] * to_come
    return Table(name=name, title=title, columns=tuple(columns), rows=tuple(rows), reference=True, ends=ends)


def group_sessions(lines: Iterable[LedgerLine]) -> list[list[LedgerLine]]:
    """Return the lines of a ledger by session: each new date begins one, and so does an award without a date.

    >>> award, spent = LedgerLine(what="Award", change=3, balance=3), LedgerLine(what="Hawk", change=-2, balance=1)
    >>> [len(session) for session in group_sessions([award, spent, award])]
    [2, 1]
    """
    sessions: list[list[LedgerLine]] = []
    date = ""
    for line in lines:
        is_new = line.date != date if line.date else line.change > 0
        if is_new or not sessions:
            sessions.append([])
        sessions[-1].append(line)
        # A session without a date is not continued by the date of the one before.
        date = line.date or ("" if is_new else date)
    return sessions


def summarize_ledger(lines: Sequence[LedgerLine]) -> tuple[tuple[str, str], ...]:
    """Return a heading and a text for each session of the ledger, for a sheet without room for the table.

    >>> award = LedgerLine(what="Award", change=3, balance=3, why="the docks", date="2026-03-02")
    >>> summarize_ledger([award, LedgerLine(what="Hawk, new", change=0, balance=3)])
    (('2026-03-02', 'Award (+3), the docks · Hawk, new'),)
    """
    of = next((f"chances {line.gain.of}" for line in lines if line.gain is not None and line.gain.of), "")
    sessions = group_sessions(lines)
    texts: list[list[str]] = []
    for session in sessions:
        texts.append([])
        for line in session:
            # Its text, with its price and the changed chance, then its reason.
            chance = "" if line.gain is None else f"{_name_roll(line)} {format_gain(line.gain)}".lstrip()
            figures = "; ".join(filter(None, (with_sign(line.change) if line.change else "", chance)))
            what = f"{line.what} ({figures})" if figures else line.what
            texts[-1].append(", ".join(filter(None, (what, line.why))))
    if of:
        texts[-1].append(of)
    return tuple((session[0].date, " · ".join(text)) for session, text in zip(sessions, texts, strict=True))


def format_gain(gain: Gain) -> str:
    """Return how a line of the ledger changed a chance, in percent.

    >>> from fractions import Fraction
    >>> format_gain(Gain(roll="Dodge", before=Fraction(1, 2), after=None))
    '50 → —'
    """
    before = "—" if gain.before is None else percent(gain.before)
    return f"{before} → {'—' if gain.after is None else in_percent(gain.after)}"


def _name_roll(line: LedgerLine) -> str:
    """Return the roll whose chance a line changed; empty where its text names the roll."""
    return "" if line.gain is None or fold(line.gain.roll) in fold(line.what) else line.gain.roll


def equipment(things: Iterable[Item | tuple[str, str]], place: Place = "side") -> Prose:
    """Return the block of equipment: items of the concept, or names with a description.

    >>> equipment([("Rope", "20 yards")]).items
    (('Rope', '20 yards'),)
    """
    items = tuple(thing if isinstance(thing, tuple) else (thing.name or "", thing.effect) for thing in things)
    return Prose(name="equipment", title="Equipment", place=place, items=items, lines=1)


def notes(character: Character[Any, Any], lines: int = 3) -> Prose:
    """Return the block of notes, with the person first; it fills the page with ruled lines, at least ``lines``.

    >>> from chargen.game.concept import Concept, RuleSet
    >>> from chargen.game.ledger import Advanced
    >>> kai = Character(Advanced(concept=Concept(want="a boat"), created=Concept()), RuleSet())
    >>> notes(kai).labelled[:2]
    (('Wants', 'a boat'), ('Secret', ''))
    """
    concept = character.advanced.concept
    text = concept.notes.strip()
    return Prose(name="notes", title="Notes", labelled=concept.person, text=text, lines=lines, fill=True)


def how_to_roll(items: Iterable[tuple[str, str]]) -> Prose:
    """Return the block that explains each kind of roll, a heading and a text each, in the footer of the first page.

    >>> how_to_roll([("A check", "2d6, or less than the skill.")]).place
    'foot'
    """
    return Prose(name="how", title="How to roll", place="foot", items=tuple(items), game=True)


def tail(character: Character[Any, Any], unit: str, how: Iterable[tuple[str, str]]) -> list[Block | None]:
    """Return the blocks at the end of most sheets: equipment, the ledger in units of ``unit``, notes, and how to roll.

    >>> from chargen.game.concept import Concept, RuleSet
    >>> from chargen.game.ledger import Advanced
    >>> kai = Character(Advanced(concept=Concept(), created=Concept()), RuleSet())
    >>> [block.name for block in tail(kai, "XP", [("A check", "2d6.")]) if block is not None]
    ['equipment', 'notes', 'how']
    """
    lines = ledger(character.ledger, unit, character.points.get("experience"))
    return [equipment(character.equipment), lines, notes(character), how_to_roll(how)]
