"""What a player of Gamocles writes."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field, WithJsonSchema

from chargen.core.concept import Concept as AnyConcept
from chargen.core.concept import Entry, Text
from chargen.core.model import NEEDED, Model, Several
from chargen.games.gamocles.rules import EVERY, LARGEST_SCORE, RATINGS, SKILLS, TRAITS, Rules
from chargen.kit.vocabulary import Name, Vocabulary

Score: TypeAlias = Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]


Scores: TypeAlias = Mapping[str, Score | None]
"""Numbers by name or abbreviation; in an archetype, a name whose value is left empty counts as not written."""


def _schema(among: Vocabulary[Name]) -> WithJsonSchema:
    """Return the schema of a mapping of some names, or their abbreviations, to integers."""
    return WithJsonSchema(among.schema({"type": "integer"}))


class Gear(Model):
    """A weapon or a suit of armour. The text has no list of them: each brings its rating."""

    example = "{name: Cleaver, rating: 2}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is."""
    rating: Annotated[Score | None, NEEDED] = None
    """Its weapon rating or armour rating, which is added to the Offensive or Defensive Rating."""


class Variation(Model):
    """A feature that sets two characters of the same numbers apart."""

    shorthand = "name"
    example = "{name: Quick, requires: {instinct: 2}}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is called."""
    points: Annotated[int, Field(ge=-999, le=999)] = 0
    """What it costs, where the table sets prices."""
    requires: Annotated[Scores, _schema(EVERY)] = Field(default={})
    """The least traits and skills it asks for, such as `{combat: 3, instinct: 2}`."""
    effect: str = ""
    """What it does in play."""
    why: str = ""
    """How the character came by it; the text suggests a word of it, and asks for none."""
    modifies: Annotated[Scores, _schema(RATINGS)] = Field(default={})
    """What it adds to a rating, such as `{offensive_rating: 1}`; the sheet shows it as an addend of its own."""


class FurtherPool(Model):
    """A check that is not the sum of a trait and a skill."""

    example = "{name: Parry a torpedo, pool: 6k3}"

    name: Annotated[Text | None, NEEDED] = None
    """What it is for."""
    pool: Annotated[Text | None, NEEDED] = None
    """Dice rolled and kept, such as 6k3; 6k3+4 adds to the total."""


class Advance(Entry):
    """A line of the experience ledger: one thing that was awarded, changed, gained or lost.

    A table that does not count points omits awards: then prices are not checked.
    """

    example = "[{award: 3}, {change: combat, to: 4, points: 2}]"

    change: Text | None = None
    """The trait or skill that changes."""
    to: Score | None = None
    """What it changes to."""
    points: Annotated[int, Field(ge=0, le=9999)] = 0
    """What the table asked for it (the text has no prices)."""
    gain: Variation | None = None
    """A variation that is gained; its own `points` are what the table asked."""
    lose: Text | None = None
    """A variation that is lost, by name."""


class Concept(AnyConcept):
    """A Gamocles character: five traits, ten skills, and variations."""

    rules: Rules = Rules()
    """The budgets and numbers of this character's table; a campaign file may set them for everyone."""
    traits: Annotated[Scores | None, _schema(TRAITS), NEEDED] = None
    """The five traits, by name or abbreviation; all are needed, none is negative."""
    skills: Annotated[Scores, _schema(SKILLS)] = Field(default={})
    """The skills, by name or abbreviation; one that is not listed is 0, and any may be negative."""
    weapon: Several[Gear] = ()
    """Weapons, each with name and rating; there is an Offensive Rating for each, and one for unarmed."""
    armour: Several[Gear] = ()
    """Armour, each with name and rating; there is a Defensive Rating for each, and one for unarmoured."""
    variations: Several[Variation] = ()
    """Variations: a name, or a name with points, requirements and effect."""
    pools: Several[FurtherPool] = ()
    """Further pools that the table calls for, such as `{name: Parry a torpedo, pool: 6k3}`."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""
