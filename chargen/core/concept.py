"""What a concept of any game holds: who it is, its gear, its waivers, and the numbers it states."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from chargen.core.shape import NEEDED, Several, Shape

Text = Annotated[str, Field(min_length=1)]


class Item(Shape):
    """A thing a character carries."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """What it is."""
    effect: str = ""
    """What it does in play."""


class Waiver(Shape):
    """A rule that the table lets this character break; it is printed on the sheet."""

    code: Annotated[Text | None, NEEDED] = None
    """The code of the error, such as `five-by-five/values`."""
    why: str = ""
    """Why it is allowed, in a few words."""


class Entry(Shape):
    """What every line of an experience ledger may carry."""

    why: str = ""
    """What it was for."""
    date: str = ""
    """When it was, as in 2026-11-20."""


class RuleSet(Shape):
    """The numbers of a game's book, and the switches a table may set."""


class Concept(Shape):
    """A character as its player writes it down."""

    system: Annotated[Text | None, NEEDED] = None
    """The game: five-by-five, or another that `chargen systems` lists."""
    name: Annotated[Text | None, NEEDED] = None
    """The character's name."""
    player: str = ""
    """Who plays the character."""
    concept: str = ""
    """Who the character is, in a line."""
    portrait: str = ""
    """An image (PNG, JPEG, WebP, GIF or SVG) beside this file."""
    notes: str = ""
    """Anything else, as it should stand on the sheet."""
    campaign: str = ""
    """The path of a house-rules file, from this file's folder."""
    equipment: Several[Item] = ()
    """What the character carries: texts, or a name and an effect."""
    waive: Several[Waiver] = ()
    """Errors that the table allows, each with its code and why."""
    stated: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = Field(default={})
    """Derived numbers by the names `chargen show --format json` gives them; a wrong one is an error."""
    state: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = Field(default={})
    """What pencils change in play, by the tracker's name: it fills the boxes of the sheet."""
