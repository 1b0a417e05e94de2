"""The words that strangers are made of; an archetype replaces any list."""

from typing import Annotated

from pydantic import Field

from chargen.core import stranger
from chargen.core.concept import Text
from chargen.core.shape import Several, Shape
from chargen.systems.facade import catalogue
from chargen.systems.facade.concept import Classification
from chargen.systems.facade.rules import Catalogue, Category

ARMOR = ("Leather Jacket", "Leather Pants", "Leather Armor", "Tech Clothes")


class NamedModifier(Shape):
    """A modifier that strangers may have."""

    name: Text
    """What it is."""
    category: Category
    """Body, action, mind, persona or soul."""


class NamedBackground(Shape):
    """A background or liability that strangers may have."""

    name: Text
    """What it is."""
    class_: Annotated[Classification, Field(alias="class")]
    """Its class, such as relationships or debts."""


class Words(stranger.Words):
    """The lists that Façade's strangers are drawn from."""

    callings: Several[Text] = catalogue.CALLINGS
    """What they do; the first half of their line."""
    manners: Several[Text] = catalogue.MANNERS
    """What one remembers of them; the second half of their line."""
    modifiers: Several[NamedModifier] = tuple(
        NamedModifier(name=name, category=category) for name, category in catalogue.MODIFIERS
    )
    """Modifiers, each with its category."""
    skills: Catalogue | None = None
    """Skills besides those that are pinned, each with its `attribute` and `foci`; left out, those of the rules."""
    backgrounds: Several[NamedBackground] = tuple(
        NamedBackground.model_validate({"name": name, "class": class_}) for name, class_ in catalogue.BACKGROUNDS
    )
    """Backgrounds, each with its class."""
    liabilities: Several[NamedBackground] = tuple(
        NamedBackground.model_validate({"name": name, "class": class_}) for name, class_ in catalogue.LIABILITIES
    )
    """Liabilities, each with its class."""
    weapons: Several[Text] = ()
    """Weapons of the tables; left out, all that are within a stranger's Strength."""
    armor: Several[Text] = ARMOR
    """Armour of the table, worn by every other stranger."""
    gear: Several[Text] = catalogue.GEAR
    """What they carry, three things of it."""
