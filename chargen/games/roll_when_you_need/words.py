"""Define the word lists of NPCs; chargen's own lists are in presets/words/."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.npc import Words as AnyWords
from chargen.games.roll_when_you_need.rules import WholeQuality
from chargen.kit.npc import NO_TRADES, Named, Things, Trades
from chargen.schema.model import Several


class Words(AnyWords):
    """The word lists for NPCs of Roll When You Need."""

    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """Trades, each with its abilities, the most important first."""
    pastimes: Several[Text] = ()
    """The abilities that get the points left over by the trade; by default, any ability."""
    wants: Annotated[Several[Text], Field(min_length=1)] = ()
    """The text after the trade or the enemy, as in `who owes the wrong people`."""
    qualities: Annotated[Several[WholeQuality], Field(min_length=1)] = ()
    """Qualities of NPCs: name, benefit and drawback."""
    talents: Annotated[Several[Named], Field(min_length=1)] = ()
    """Talents of NPCs: name and effect."""
    comes_with: Mapping[Text, Things] = {}
    """Things by the ability (3 or more), the talent or the move that needs them: weapons, tools. Left out, none."""
    things: Several[Named] = ()
    """Items that NPCs carry."""
    foes: Annotated[Several[Text], Field(min_length=1)] = ()
    """Enemies, for cards with moves."""
    moves: Annotated[Several[Named], Field(min_length=1)] = ()
    """Moves of enemies: name and effect. The difficulty depends on how dangerous the enemy is."""
    occasions: Several[Text] = ()
    """Reasons for an award of experience."""
