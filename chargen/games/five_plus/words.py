"""The lists of words that NPCs are drawn from; our own stand in presets/words/."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.core.concept import Text
from chargen.core.model import NEEDED, Model, Several
from chargen.core.npc import Words as AnyWords
from chargen.kit.npc import NO_TRADES, Trades

SomeText: TypeAlias = Annotated[Several[Text], Field(min_length=1)]

PHYSICAL = "Physical"  # The resistance that every NPC has (house default: the text calls it the most obvious one)


class TraitWords(Model):
    """A trait that NPCs may have."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """What it is called."""
    effect: str = ""
    """What it does."""
    group: str = ""
    """The group of `skills` of which it helps one, by 1."""
    skills: Several[Text] = ()
    """The skills of which it helps one, by 1, where it does not fit all of a group."""


class Words(AnyWords):
    """The words that NPCs of the 5+ system are made of."""

    skills: Annotated[Mapping[str, SomeText], Field(min_length=1)] = {}
    """Skills by group; an NPC has one of each group in turn."""
    rare: Several[Text] = ()
    """Groups of which only every fourth NPC has a skill."""
    resistances: SomeText = ()
    """Resistances beside the physical one."""
    traits: Several[TraitWords] = ()
    """Traits, each with its effect, and the skills, or the group of them, of which it helps one."""
    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """Occupations, the first half of the line about an NPC, each with the skills that go with it."""
    manners: SomeText = ()
    """The second half of that line."""
    things: Several[Text] = ()
    """Things to carry; an NPC with the skill that a thing needs, such as a spear, is likely to have it."""
    goals: SomeText = ()
    """Why an opponent is in the way."""
    deeds: SomeText = ()
    """What an opponent does."""
    behaviours: SomeText = ()
    """How an opponent reacts to the players' successes and failures."""
