"""Implement the published part of Gamocles: its game file, with the dice, the fights and the page in Python.

Read this package in the order gamocles.game.yaml, rules, odds, character, play, sheet; then npc.
"""

from chargen.game.deferred import deferred_parts
from chargen.game.resources import PRESETS
from chargen.gamefile.declarations import make_game, trace_numbers
from chargen.games.gamocles import character
from chargen.games.gamocles.odds import pools
from chargen.games.gamocles.rules import FIXED, MADE
from chargen.kit.checks import every
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

MASTHEAD = Masthead(**read_tables(__file__)["masthead"])  # A meander
FOLLOWS, _ = trace_numbers(MADE)  # What ratings and wounds follow from

GAME = make_game(
    MADE,
    PRESETS,
    title="Gamocles",
    summary="3 steps: five traits, ten skills and gear; ten-sided dice, of which the best are kept",
    edition="Gamocles: names and numbers of its published rules text",
    credit="Gamocles: names and numbers of its published rules text; the game is its author's",
    masthead=MASTHEAD,
    fixed=FIXED,
    starter=None,
    creation=(every(pools, "pools.*.pool"),),
    character=character.Character,
    derived_from={
        **FOLLOWS,
        **{f"{side.key}s": FOLLOWS[side.key] for side in character.SIDES},
        "traits": ("traits",),
        "skills": ("skills",),
    },
    stats=character.stats,
    rolls=character.rolls,
    **deferred_parts(
        __name__,
        words="npc:Words",
        actions="play:actions",
        card="play:card",
        fight="play:FIGHT",
        form="sheet:FORM",
        reference_page="sheet:make_reference_page",
    ),
)
