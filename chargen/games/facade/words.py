"""Define the word lists of NPCs; chargen's own lists are in presets/words/."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from chargen.game import npc
from chargen.game.concept import Text
from chargen.games.facade.concept import Classification
from chargen.games.facade.rules import Catalogue, CataloguedSkill, Category, Rules
from chargen.kit.npc import NO_TRADES, Trades
from chargen.schema.model import Model, Several


class NamedModifier(Model):
    """A modifier that NPCs may have."""

    name: Text
    """The name."""
    category: Category
    """Body, action, mind, persona or soul."""


class NamedBackground(Model):
    """A background or liability that NPCs may have."""

    name: Text
    """The name."""
    class_: Annotated[Classification, Field(alias="class")]
    """Its class, such as relationships or debts."""


class Words(npc.Words):
    """The word lists for NPCs of Façade."""

    callings: Trades = NO_TRADES
    """Trades, the first half of the concept line, each with skills of the catalogue at any height."""
    manners: Several[Text] = ()
    """Memorable features, the second half of the concept line."""
    modifiers: Several[NamedModifier] = ()
    """Modifiers, each with its category."""
    skills: Mapping[str, CataloguedSkill] = {}
    """Skills in addition to pins, each with its `attribute` and `foci`; by default the skills of the rules."""
    backgrounds: Several[NamedBackground] = ()
    """Backgrounds, each with its class."""
    liabilities: Several[NamedBackground] = ()
    """Liabilities, each with its class."""
    weapons: Several[Text] = ()
    """Weapons of the tables; by default all within an NPC's Strength."""
    armor: Several[Text] = ()
    """Armour of the table; every second NPC wears one."""
    gear: Several[Text] = ()
    """Items, of which an NPC carries three; an NPC with the skill that an item needs usually has it."""

    def catalogue(self, rules: Rules) -> Catalogue:
        """Return the skills to draw from: of the archetype, else of the house rules, else chargen's own."""
        replaced = "skills" in self.model_fields_set
        return self.skills if replaced or rules.skill_catalogue is None else rules.skill_catalogue
