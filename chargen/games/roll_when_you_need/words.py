"""The lists of words that NPCs are drawn from; our own stand in presets/words/."""

from typing import Annotated

from pydantic import Field

from chargen.core.concept import Text
from chargen.core.model import Model, Several
from chargen.core.npc import Words as AnyWords
from chargen.kit.npc import NO_TRADES, Trades


class WholeQuality(Model):
    """A quality with both of its sides."""

    name: Text
    """What it is."""
    benefit: Text
    """What is good about it."""
    drawback: Text
    """What is bad about it."""


class Named(Model):
    """A talent, a thing or a move: a name, and what it does."""

    shorthand = "name"

    name: Text
    """What it is called."""
    effect: str = ""
    """What it does in play."""


class Words(AnyWords):
    """The words of Roll When You Need that NPCs are made of."""

    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """The trade of an NPC, and the abilities that go with it, the most important first."""
    pastimes: Several[Text] = ()
    """The abilities that get the points left over by the trade; left out: any of them."""
    wants: Annotated[Several[Text], Field(min_length=1)] = ()
    """What comes after the trade or the enemy, as in `who owes the wrong people`."""
    qualities: Annotated[Several[WholeQuality], Field(min_length=1)] = ()
    """A quality of an NPC: name, benefit and drawback."""
    talents: Annotated[Several[Named], Field(min_length=1)] = ()
    """A talent of an NPC: name and effect."""
    things: Several[Named] = ()
    """A thing that an NPC carries."""
    foes: Annotated[Several[Text], Field(min_length=1)] = ()
    """Who an enemy is, for cards with moves."""
    moves: Annotated[Several[Named], Field(min_length=1)] = ()
    """What an enemy does: name and effect; the difficulty is drawn by how dangerous the enemy is."""
    occasions: Several[Text] = ()
    """What experience was awarded for."""
