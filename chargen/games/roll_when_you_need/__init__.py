"""Implement Roll When You Need, a designer's note with rules in the first half and ideas in the second.

Read this package in the order rules, concept, creation, advancement, character, odds, purchase, sheet, reference,
play, npc.
"""

from chargen.game.contract import API, Game
from chargen.game.deferred import deferred_parts
from chargen.games.roll_when_you_need import advancement, character, creation
from chargen.games.roll_when_you_need.character import Character
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.rules import BOOK, DIFFICULTIES, Rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

MASTHEAD = Masthead(**read_tables(__file__)["masthead"])  # Two dice that show a 5 and a 6

GAME: Game[Concept, Rules, Character] = Game(
    key=advancement.KEY,
    api=API,
    title="Roll When You Need",
    summary="2 steps: rate abilities, and name a talent; a few six-sided dice, with stress and disasters",
    also=("RWYN",),
    edition=f"{BOOK}, a designer's note",
    credit="Roll When You Need, a designer's note; its numbers and names are used, not its sentences",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from={
        "physical_stress": character.paths_of_physical_stress,
        "social_stress": lambda derived: (f"abilities.{derived.social_stress_from}",),
    },
    tables={"moves.*.difficulty": lambda rules: {row.rating: row for row in DIFFICULTIES}},
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__, describe_party="play:describe_party"),
    options=("take_time", "difficulty_is_successes"),
)
