"""Implement the published part of Gamocles: checks, traits, skills, the two ratings, and variations.

Read this package in the order rules, concept, scores, creation, advancement, odds, character, play, sheet; then npc.
"""

from chargen.game.contract import API, Game
from chargen.game.deferred import deferred_parts
from chargen.games.gamocles import advancement, character, creation
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.rules import BOOK, Rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

MASTHEAD = Masthead(**read_tables(__file__)["masthead"])  # A meander

GAME: Game[Concept, Rules, Character] = Game(
    key="gamocles",
    api=API,
    title="Gamocles",
    summary="3 steps: five traits, ten skills and gear; ten-sided dice, of which the best are kept",
    edition=f"{BOOK}: names and numbers of its published rules text",
    credit="Gamocles: names and numbers of its published rules text; the game is its author's",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    # A rating is None if one of its traits or skills could not be read; a missing rating of a weapon
    # counts as 0.
    derived_from={
        **dict.fromkeys(
            ("offensive_rating", "defensive_rating", "offensive_ratings", "defensive_ratings"),
            ("variations.*.modifies",),
        ),
        "traits": ("traits",),
        "skills": ("skills",),
    },
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
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
