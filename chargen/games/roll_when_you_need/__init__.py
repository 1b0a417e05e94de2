"""Implement Roll When You Need, a designer's note with rules in the first half and ideas in the second.

It is a game file, with the dice, purchases, fights and the page in Python. Read this package in the order
roll-when-you-need.game.yaml, rules, creation, character, odds, purchase, sheet, reference, play, npc.
"""

from pydantic import Field

from chargen.game.deferred import deferred_parts
from chargen.game.resources import PRESETS
from chargen.gamefile.declarations import make_game
from chargen.games.roll_when_you_need import character, creation
from chargen.games.roll_when_you_need.rules import BOOK, MADE, Rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead
from chargen.schema.model import Several

MASTHEAD = Masthead(**read_tables(__file__)["masthead"])  # Two dice that show a 5 and a 6
ABOUT_CONSEQUENCES = "Consequences taken: minor, moderate and major, each at most once."

GAME = make_game(
    MADE,
    PRESETS,
    title="Roll When You Need",
    summary="2 steps: rate abilities, and name a talent; a few six-sided dice, with stress and disasters",
    also=("RWYN",),
    edition=f"{BOOK}, a designer's note",
    credit="Roll When You Need, a designer's note; its numbers and names are used, not its sentences",
    masthead=MASTHEAD,
    starter=None,
    rules=Rules,
    fields={"consequences": (Several[creation.Consequence], Field((), description=ABOUT_CONSEQUENCES))},
    creation=creation.CREATION,
    character=character.Character,
    derived_from={
        "physical_stress": character.paths_of_physical_stress,
        "social_stress": lambda derived: (f"abilities.{derived.stress['social'][1]}",),
    },
    points=character.points,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__, describe_party="play:describe_party"),
    options=("take_time", "difficulty_is_successes"),
)
