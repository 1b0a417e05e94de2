"""Hold a character as a card for the GM's table, as data."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from chargen.page.action import PROTECTIVE, Action, by_need
from chargen.page.roll import Roll
from chargen.page.sheet import Chance, Facts, Label, Masthead, Portrait, Prose, Sheet, Table, Track

MOST_NUMBERS = 5  # The most numbers that fit on a card
WORN = "Armor"
"""The heading of the note that even the smallest forms print beside the next one, which is what the NPC wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """Hold a number that is used every turn."""

    label: str
    """One or two words, such as ``HP``."""
    value: str
    below: str = ""
    """A few small words under it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRoll:
    """Hold something to roll, with its chance."""

    label: str
    what: str  # What to roll, in a few words, such as `2d6 ≤ 4`; on a card there is room for about 18 letters
    chance: Fraction
    note: str = ""  # The result, in a few words, such as `1d6 + 2 damage`
    is_attack: bool = False
    """Whether the result is printed even where there is no room for that of other rolls."""
    always: bool = False
    """Whether it is printed before any note: the first attack, the first defence, and what is the role's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTrack:
    """Hold boxes to mark during play, such as hit points or stress."""

    title: str
    boxes: int
    filled: int = 0
    zones: tuple[tuple[str, int], ...] = ()
    """Parts of the track with their names and lengths, in order; empty where it is all of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """Hold the steps of a game's ratings, from the lowest to the highest, each with the chance of a usual roll."""

    title: str  # The meaning of the steps, and the roll of the chances, in a few words
    steps: tuple[tuple[str, Fraction], ...]
    """The name of each step, such as a number, with its chance; about ten fit on a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Hold a character on a card, a half or quarter page, or a line of a roster.

    Everything is in the order of its importance: a small card shows the first few and says how many are left out.
    """

    system: str = ""
    system_title: str = ""
    masthead: Masthead | None = None
    """The masthead of its game; the game fills in key, title and masthead of each card."""
    name: str
    concept: str = ""
    numbers: tuple[Number, ...] = ()
    """At most `MOST_NUMBERS`."""
    rolls: tuple[CardRoll, ...] = ()
    """What an NPC rolls most comes first: attack and defence, then what sets it apart."""
    rolls_title: str = ""
    """The heading of the rolls, where they are not the character's own: who makes them, or what they oppose."""
    tracks: tuple[CardTrack, ...] = ()
    """The boxes to mark during play. A roster shows the first track."""
    person: tuple[tuple[str, str], ...] = ()
    """The labels of what describes the person, each with its text, for the back. Texts are among the notes, too."""
    notes: tuple[tuple[str, str], ...] = ()
    """Armour, what it wants or fears, then gear, weapons, talents: each a heading of one or two words, and a text."""
    back: tuple[tuple[str, str], ...] = field(default=())
    """The text on the back: how each kind of roll is made; the same for all characters of a game."""
    ladder: Ladder | None = None
    """The bars below that text; the same for all characters of a game."""
    foot: str = ""
    """Edition and options in force, in a few words."""
    portrait: Portrait | None = None
    """The character's portrait, filled in when the card is printed."""
    texts: tuple[str, ...] = ()
    """The texts of its file that run from right to left, filled in as the game's title is."""


def card_rolls(actions: Iterable[Action]) -> tuple[CardRoll, ...]:
    """Return actions as a card prints them, in the order in which it needs them: see `by_need`."""
    needed, rest = by_need(actions)
    rolls = []
    for action in (*needed, *rest):
        # Of a defence, a resist roll or a power also its kind, unless its name says it.
        is_named = action.kind in ("power", *PROTECTIVE) and action.kind not in action.name.lower()
        rolls.append(
            CardRoll(
                label=action.name,
                what=action.roll,
                chance=action.chance,
                note=", ".join(filter(None, (action.kind if is_named else "", action.result))),
                is_attack=action.kind == "attack",
                always=action in needed,
            )
        )
    return tuple(rolls)


def card_of(sheet: Sheet, rolls: Iterable[Roll], actions: Iterable[Action]) -> Card:
    """Return the card that follows from a sheet, its rolls and actions, for a game without a card of its own.

    Its numbers are the highlights, or the values of the first rolls. Tracks, facts, tables without chances, equipment
    and notes are the sheet's, and the back is the footer of its page.
    """
    actions = list(actions)
    named = {action.name for action in actions}
    values = ((roll.label, roll.written or str(roll.value), "") for roll in rolls if roll.value is not None)
    numbers = [Number(label=label, value=value, below=below) for label, value, below in sheet.highlights or values]
    texts = [block for block in sheet.blocks if isinstance(block, Prose)]
    # The notes: facts, and the character's own running text and tables.
    notes: list[tuple[str, str]] = []
    for block in sheet.blocks:
        if isinstance(block, Facts):
            notes += block.facts
        elif isinstance(block, Table) and block.labels == "own" and not block.reference:
            words = []
            for row in block.rows:
                # Rows with a chance are rolls, and others may be among the actions.
                if not any(isinstance(cell, Chance) for cell in row):
                    name, *cells = (cell.text if isinstance(cell, Label) else str(cell or "") for cell in row)
                    if name and name not in named:
                        words.append(f"{name} ({', '.join(filter(None, cells))})" if any(cells) else name)
            notes.append((block.title, "; ".join(words)))
        elif isinstance(block, Prose) and not block.game:
            # What is picked has its effects after all names: a small card keeps the names, and drops the effects.
            apart = [item for item in block.items if item[1]] if block.place == "main" else []
            items = (name if not effect or apart else f"{name} ({effect})" for name, effect in block.items)
            text = " ".join("; ".join(filter(None, (*items, block.text))).split())
            notes += [*block.labelled, (block.title, text), *apart]
    return Card(
        name=sheet.name,
        concept=sheet.concept,
        numbers=tuple(numbers[:MOST_NUMBERS]),
        rolls=card_rolls(actions),
        tracks=tuple(
            CardTrack(title=block.title, boxes=len(block.boxes), filled=sum(box.filled for box in block.boxes))
            for block in sheet.blocks
            if isinstance(block, Track)
        ),
        person=tuple(entry for block in texts for entry in block.labelled),
        notes=tuple(note for note in notes if note[1]),
        # What explains how the game is rolled.
        back=tuple(item for block in texts if block.game and block.place == "foot" for item in block.items),
        foot=next(iter(sheet.foot), ""),
    )
