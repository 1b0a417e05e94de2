"""Define the word lists of NPCs; chargen's own lists are in presets/words/."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.npc import Words as AnyWords
from chargen.kit.npc import NO_TRADES, Things, Trades
from chargen.schema.model import NEEDED, Model, Several

SomeText: TypeAlias = Annotated[Several[Text], Field(min_length=1)]


class TraitWords(Model):
    """A trait that NPCs may have."""

    shorthand = "name"

    name: Annotated[Text | None, NEEDED] = None
    """The name."""
    effect: str = ""
    """The effect."""
    group: str = ""
    """The group of skills; the trait gives +1 to one of them."""
    skills: Several[Text] = ()
    """The skills, if it does not fit a complete group; the trait gives +1 to one of them."""


class Words(AnyWords):
    """The word lists for NPCs of the 5+ system."""

    skills: Annotated[Mapping[str, SomeText], Field(min_length=1)] = {}
    """Skills by group; an NPC has one of each group in turn."""
    rare: Several[Text] = ()
    """Groups in which only every fourth NPC has a skill."""
    resistances: SomeText = ()
    """Resistances other than the physical one."""
    traits: Several[TraitWords] = ()
    """Traits, each with its effect and the skills or the group of skills that it helps."""
    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """Occupations, the first half of the concept line, each with matching skills."""
    manners: SomeText = ()
    """The second half of the concept line."""
    comes_with: Mapping[Text, Things] = {}
    """Things by the skill, or the action of an opponent, that needs them: weapons, shields, tools. Left out, none."""
    things: Several[Text] = ()
    """Things to carry; an NPC with the skill that a thing needs, such as a spear, is likely to have it."""
    goals: SomeText = ()
    """Goals of opponents."""
    deeds: SomeText = ()
    """Actions of opponents."""
    behaviours: SomeText = ()
    """How an opponent reacts to the players' successes and failures."""
