"""The lists of words that NPCs are drawn from; our own stand in presets/words/."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from chargen.core import npc
from chargen.core.concept import Text
from chargen.core.model import Model, Several
from chargen.games.facade.concept import Classification
from chargen.games.facade.rules import Catalogue, CataloguedSkill, Category, Rules
from chargen.kit.npc import NO_TRADES, Trades


class NamedModifier(Model):
    """A modifier that NPCs may have."""

    name: Text
    """What it is."""
    category: Category
    """Body, action, mind, persona or soul."""


class NamedBackground(Model):
    """A background or liability that NPCs may have."""

    name: Text
    """What it is."""
    class_: Annotated[Classification, Field(alias="class")]
    """Its class, such as relationships or debts."""


class Words(npc.Words):
    """The lists that Façade's NPCs are drawn from."""

    callings: Trades = NO_TRADES
    """What they do, the first half of their line, and skills of the catalogue that go with it, at any height."""
    manners: Several[Text] = ()
    """What one remembers of them; the second half of their line."""
    modifiers: Several[NamedModifier] = ()
    """Modifiers, each with its category."""
    skills: Mapping[str, CataloguedSkill] = {}
    """Skills besides those that are pinned, each with its `attribute` and `foci`; left out, those of the rules."""
    backgrounds: Several[NamedBackground] = ()
    """Backgrounds, each with its class."""
    liabilities: Several[NamedBackground] = ()
    """Liabilities, each with its class."""
    weapons: Several[Text] = ()
    """Weapons of the tables; left out, all that are within an NPC's Strength."""
    armor: Several[Text] = ()
    """Armour of the table, worn by every other NPC."""
    gear: Several[Text] = ()
    """What they carry, three things of it; what needs a skill, those who have it carry most of the time."""

    def catalogue(self, rules: Rules) -> Catalogue:
        """Return the skills to draw from: an archetype's own, else those of house rules, else chargen's own."""
        replaced = "skills" in self.model_fields_set
        return self.skills if replaced or rules.skill_catalogue is None else rules.skill_catalogue
