"""What a player of Roll When You Need writes."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from chargen.core.concept import Concept as AnyConcept
from chargen.core.concept import Entry, Text
from chargen.core.model import NEEDED, Choice, Model, Several
from chargen.core.names import fold
from chargen.games.roll_when_you_need.rules import DIFFICULTIES, Rules

DEGREES = ("minor", "moderate", "major")
"""The consequences, in the order in which they are taken; a fourth one is being taken out (paragraph 10)."""

Degree: TypeAlias = Annotated[str, Choice(DEGREES)]
Rating: TypeAlias = Annotated[int, Field(ge=-99, le=99)]


def _ability_schema() -> dict[str, Any]:
    """Return the abilities by name, so that an editor can complete them."""
    book = Rules()
    rated = {
        name: {
            "type": "integer",
            "minimum": book.lowest(name),
            "description": f"{name}, from {book.lowest(name)} to {book.highest_ability} by the book.",
        }
        for name in book.known()
    }
    return {"type": "object", "properties": rated, "additionalProperties": {"type": "integer"}}


class Quality(Model):
    """Something intrinsic: a look, an ancestry, a trait. It helps and it hinders."""

    shorthand = "name"
    example = "{name: Assertive, benefit: Is listened to, drawback: Is never quiet}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is, such as Assertive."""
    benefit: str = ""
    """What is good about it."""
    drawback: str = ""
    """What is bad about it."""


class Talent(Model):
    """Something the character knows how to do: a manoeuvre, a training."""

    shorthand = "name"
    example = "{name: Back stairs, effect: Is in two places nearly at once}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is called."""
    effect: str = ""
    """What it does in play."""


def _not_named(difficulty: Any) -> Any:
    """Refuse the name of a difficulty, and hint at its number; any other value is left to the schema."""
    if isinstance(difficulty, str):
        for listed in DIFFICULTIES:
            if fold(listed.name) == fold(difficulty):
                hint = f"{listed.name} is {listed.rating}: write `difficulty: {listed.rating}`"
                raise PydanticCustomError("named", "a difficulty is written as its number", {"hint": hint})
    return difficulty


class Move(Model):
    """What an enemy does; the players roll against its difficulty."""

    example = "{name: Grapple, difficulty: 3}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is called."""
    difficulty: Annotated[Rating | None, NEEDED, BeforeValidator(_not_named)] = None
    """What the players' abilities are compared with: 1 to 6, or more."""
    effect: str = ""
    """What it does to those who fail."""


class Consequence(Model):
    """A consequence the character has taken: `moderate`, or `{moderate: Broken nose}`."""

    shorthand = "degree"
    example = "{minor: Bruised ribs}"

    degree: Degree | None = None
    """Its degree, where nothing else is said of it."""
    minor: Text | None = None
    """A minor consequence, in words."""
    moderate: Text | None = None
    """A moderate consequence, in words."""
    major: Text | None = None
    """A major consequence, in words."""

    def taken(self) -> Iterator[tuple[str, str]]:
        """Each degree with its words."""
        if self.degree is not None:
            yield self.degree, ""
        for degree in DEGREES:
            words = getattr(self, degree)
            if words is not None:
                yield degree, words


class Gain(Model):
    """A talent or a quality that comes later."""

    shorthand = "talent"

    talent: Talent | None = None
    """A new talent."""
    quality: Quality | None = None
    """A new quality, with its benefit and its drawback."""


class Advance(Entry):
    """A line of the experience ledger: one thing that was awarded, changed, gained or lost."""

    example = "[{award: 2}, {change: poise, to: 4, points: 1}]"

    change: Text | None = None
    """The ability that changes."""
    to: Rating | None = None
    """The rating it changes to."""
    gain: Gain | None = None
    """A new talent or quality."""
    lose: Text | None = None
    """The talent or quality that is lost."""
    points: Annotated[int, Field(ge=0, le=9999)] = 0
    """XP that the table asked for it; the text has no prices."""


class Concept(AnyConcept):
    """A character of Roll When You Need: abilities, qualities and talents; with moves, an NPC's card."""

    rules: Rules = Rules()
    """House rules of this character; a campaign file may set them for everyone."""
    abilities: Annotated[Mapping[str, Rating], WithJsonSchema(_ability_schema())] = {}
    """The twenty abilities and Resilience, 1 to 5; Wealth and Reputation, 0 to 5. Unlisted: 1, and 0 for these two."""
    qualities: Several[Quality] = ()
    """What the character is, each with a benefit and a drawback."""
    talents: Several[Talent] = ()
    """What the character knows how to do: at least one."""
    consequences: Several[Consequence] = ()
    """Consequences taken: minor, moderate and major, each at most once."""
    moves: Several[Move] = ()
    """What an enemy does. They make this an NPC's card, and no talents are needed."""
    advancement: Several[Advance] = ()
    """What was awarded, changed, gained and lost in play, in order."""
