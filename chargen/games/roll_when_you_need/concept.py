"""Define the concept file of Roll When You Need."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from chargen.game.concept import Concept as AnyConcept
from chargen.game.concept import Entry, Text
from chargen.games.roll_when_you_need.rules import DIFFICULTIES, Rules
from chargen.schema.model import NEEDED, Choice, Model, Several
from chargen.text.names import fold

DEGREES = ("minor", "moderate", "major")
"""The consequences, in the order in which they are taken; with a fourth the character is taken out (paragraph 10)."""

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
    """Something intrinsic that helps and hinders: a look, an ancestry, a trait."""

    shorthand = "name"
    example = "{name: Assertive, benefit: Is listened to, drawback: Is never quiet}"

    name: Annotated[Text | None, NEEDED] = None
    """The name, such as Assertive."""
    benefit: str = ""
    """How it helps."""
    drawback: str = ""
    """How it hinders."""


class Talent(Model):
    """Something that the character can do: a manoeuvre, a training."""

    shorthand = "name"
    example = "{name: Back stairs, effect: Is in two places nearly at once}"

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    effect: str = ""
    """The effect in play."""


def _not_named(difficulty: Any) -> Any:
    """Refuse the name of a difficulty, with its number as a hint; the model checks any other value."""
    if isinstance(difficulty, str):
        for listed in DIFFICULTIES:
            if fold(listed.name) == fold(difficulty):
                hint = f"{listed.name} is {listed.rating}: write `difficulty: {listed.rating}`"
                raise PydanticCustomError("named", "a difficulty is written as its number", {"hint": hint})
    return difficulty


class Move(Model):
    """An action of an enemy; the players roll against its difficulty."""

    example = "{name: Grapple, difficulty: 3}"

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    difficulty: Annotated[Rating | None, NEEDED, BeforeValidator(_not_named)] = None
    """The number that is compared with the players' abilities: 1 to 6, or more."""
    effect: str = ""
    """The effect on players who fail."""


class Consequence(Model):
    """A consequence the character has taken: `moderate`, or `{moderate: Broken nose}`."""

    shorthand = "degree"
    example = "{minor: Bruised ribs}"

    degree: Degree | None = None
    """The degree of a consequence without a description."""
    minor: Text | None = None
    """The description of a minor consequence."""
    moderate: Text | None = None
    """The description of a moderate consequence."""
    major: Text | None = None
    """The description of a major consequence."""

    def taken(self) -> Iterator[tuple[str, str]]:
        """Yield each degree with its description."""
        # The short form (`moderate`) and the long one may even stand in one entry; then both are taken, and the rule on
        # repeated degrees reports it.
        if self.degree is not None:
            yield self.degree, ""
        for degree in DEGREES:
            words = getattr(self, degree)
            if words is not None or (degree,) in self.unreadable_paths(degree):
                yield degree, words or ""


class Gain(Model):
    """A talent or a quality that is gained during play."""

    shorthand = "talent"

    talent: Talent | None = None
    """A new talent."""
    quality: Quality | None = None
    """A new quality, with its benefit and its drawback."""


class Advance(Entry):
    """A line of the experience ledger: one award, change, gain or loss."""

    example = "[{award: 2}, {change: poise, to: 4, points: 1}]"

    change: Text | None = None
    """The ability that changes."""
    to: Rating | None = None
    """The new rating."""
    gain: Gain | None = None
    """A new talent or quality."""
    lose: Text | None = None
    """The talent or quality that is lost."""
    points: Annotated[int, Field(ge=0, le=9999)] = 0
    """The price in XP that the table asked; the text has no prices."""


class Concept(AnyConcept):
    """A character of Roll When You Need: abilities, qualities and talents; with moves, an NPC's card."""

    rules: Rules = Rules()
    """House rules of this character; a campaign file may set them for everyone."""
    abilities: Annotated[Mapping[str, Rating], WithJsonSchema(_ability_schema())] = {}
    """The twenty abilities and Resilience, 1 to 5; Wealth and Reputation, 0 to 5. Unlisted: 1, and 0 for these two."""
    qualities: Several[Quality] = ()
    """Qualities: what the character is, each with a benefit and a drawback."""
    talents: Several[Talent] = ()
    """Talents: what the character can do; at least one."""
    consequences: Several[Consequence] = ()
    """Consequences taken: minor, moderate and major, each at most once."""
    moves: Several[Move] = ()
    """The actions of an enemy. With moves, this is an NPC's card, which needs no talents."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""
