"""What a GM writes in an archetype file."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import WithJsonSchema

from chargen.core.concept import Text
from chargen.core.model import NEEDED, Model, Several

_ANYTHING = WithJsonSchema({"type": "object"})


class NameSource(Model):
    """Names to draw from: a list that comes with chargen, or one of your own."""

    shorthand = "list"

    list: Text | None = None
    """A list that comes with chargen: city, desert, harbour, northern, river or starfaring."""
    given: Several[Text] = ()
    """Given names of your own."""
    female: Several[Text] = ()
    """Given names of your own that are women's."""
    male: Several[Text] = ()
    """Given names of your own that are men's."""
    family: Several[Text] = ()
    """Family names of your own; without them, people have one name."""
    between: Several[str] = ()
    """Words between your given and family names, such as `van`; an empty text is none."""


WHO = "{who}"
"""Stands for the other NPC in a tie."""


class Tie(Model):
    """What two NPCs of a batch have with each other, as each of the two would say it."""

    example = '{one: "owes {who} money", other: "is owed money by {who}"}'

    one: Annotated[Text | None, NEEDED] = None
    """What the first has with `{who}`."""
    other: Annotated[Text | None, NEEDED] = None
    """The same, said of the second."""


class Details(Model):
    """What makes somebody out of an NPC: a line of each list, dealt out like names. An empty list: no such line."""

    wants: Several[Text] = ()
    """What somebody wants, as in `to be out of debt by spring`."""
    secrets: Several[Text] = ()
    """What nobody may know, as in `sold the same cargo twice`."""
    looks: Several[Text] = ()
    """What one sees first, as in `a coat with one sleeve`."""
    voices: Several[Text] = ()
    """How somebody speaks, as in `answers with a question`."""
    ties: Several[Tie] = ()
    """What NPCs of one batch have with each other, said of both."""


class ArchetypeFile(Model):
    """A kind of people: what is settled, and what is drawn for each. A value of `pins` or `experience` may be a draw.

    A draw is `{one_of: [this, that]}`, `{one_of: {this: 3, that: 1}}` with weights, `{range: [2, 4]}`, or
    `{some_of: [this, that, other], count: 2}`.
    """

    archetype: Annotated[Text | None, NEEDED] = None
    """The game: five-by-five, or another that `chargen systems` lists."""
    title: str = ""
    """What it is called; left out, the file's name."""
    about: str = ""
    """A line for lists of roles."""
    extends: Several[Text] = ()
    """What it builds on: a role of the game by name, or a path beside this file. Mappings merge; its own values win."""
    names: Several[NameSource] = ()
    """Where names come from; left out, all everyday lists."""
    pins: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """What is settled: any key of a concept. All else is drawn by the rules of the game."""
    words: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """Words that people are made of, in place of the game's own lists."""
    pack: Text | None = None
    """The words of a genre, as for --pack: anywhere, court, harbour, modern or station, or the path of your own."""
    details: Details = Details()
    """What makes somebody of them with --detail full, in place of the usual lists."""
    experience: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """Experience they have had: the `award`, and what they `prefer` to spend it on, the most wanted first.

    Without `prefer` it is spent on anything lawful, by lot; `keep: true` keeps it.
    """
