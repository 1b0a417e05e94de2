"""Define the concept file of Gamocles."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field, WithJsonSchema

from chargen.game.concept import Concept as AnyConcept
from chargen.game.concept import Entry, Text
from chargen.games.gamocles.rules import EVERY, LARGEST_SCORE, RATINGS, SKILLS, TRAITS, Rules
from chargen.kit.vocabulary import Name, Vocabulary
from chargen.schema.model import FILLED, NEEDED, Model, Several

Score: TypeAlias = Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]


Scores: TypeAlias = Mapping[str, Annotated[Score | None, FILLED]]
"""Numbers by name or abbreviation; a name with an empty value, as in an archetype, is ignored."""


def _schema(among: Vocabulary[Name]) -> WithJsonSchema:
    return WithJsonSchema(among.schema({"type": "integer"}))


class Gear(Model):
    """A weapon or a suit of armour with its rating, because the text has no list of them."""

    example = "{name: Cleaver, rating: 2}"

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    rating: Annotated[Score | None, NEEDED] = None
    """The weapon or armour rating, which is added to the Offensive or Defensive Rating."""


class Variation(Model):
    """A feature that distinguishes two characters with the same numbers."""

    shorthand = "name"
    example = "{name: Quick, requires: {instinct: 2}}"

    name: Annotated[Text | None, NEEDED] = None
    """The name of the variation."""
    points: Annotated[int, Field(ge=-999, le=999)] = 0
    """The price, if the table sets prices."""
    requires: Annotated[Scores, _schema(EVERY)] = Field(default={})
    """The traits and skills that it requires at least, such as `{combat: 3, instinct: 2}`."""
    effect: str = ""
    """The effect in play."""
    why: str = ""
    """How the character got it; the text suggests a short explanation and does not require it."""
    modifies: Annotated[Scores, _schema(RATINGS)] = Field(default={})
    """The bonus to a rating, such as `{offensive_rating: 1}`; the sheet shows it as a separate addend."""


class FurtherPool(Model):
    """A check that is no sum of a trait and a skill."""

    example = "{name: Parry a torpedo, pool: 6k3}"

    name: Annotated[Text | None, NEEDED] = None
    """The purpose of the check."""
    pool: Annotated[Text | None, NEEDED] = None
    """Dice rolled and kept, such as 6k3; 6k3+4 adds 4 to the total."""


class Advance(Entry):
    """A line of the experience ledger: one award, change, gain or loss.

    A table that does not count points omits awards; then prices are not checked.
    """

    example = "[{award: 3}, {change: combat, to: 4, points: 2}]"

    change: Text | None = None
    """The trait or skill that changes."""
    to: Score | None = None
    """The new number of the trait or skill."""
    points: Annotated[int, Field(ge=0, le=9999)] = 0
    """The price that the table asked (the text has no prices)."""
    gain: Variation | None = None
    """A variation that is gained; its `points` are the price that the table asked."""
    lose: Text | None = None
    """The name of a variation that is lost."""


class Concept(AnyConcept):
    """A Gamocles character: five traits, ten skills, and variations."""

    rules: Rules = Rules()
    """The budgets and numbers of this character's table; a campaign file may set them for everyone."""
    traits: Annotated[Scores | None, _schema(TRAITS), NEEDED] = None
    """The five traits, by name or abbreviation; all are required, none is negative."""
    skills: Annotated[Scores, _schema(SKILLS)] = Field(default={})
    """The skills, by name or abbreviation; a skill that is not listed is 0, and any may be negative."""
    weapon: Several[Gear] = ()
    """Weapons, each with name and rating; each has an Offensive Rating, and so does fighting unarmed."""
    armour: Several[Gear] = ()
    """Armour, each with name and rating; each has a Defensive Rating, and so does fighting unarmoured."""
    variations: Several[Variation] = ()
    """Variations: a name, or a name with points, requirements and effect."""
    pools: Several[FurtherPool] = ()
    """Further pools that the table calls for, such as `{name: Parry a torpedo, pool: 6k3}`."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""
