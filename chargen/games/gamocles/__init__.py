"""Implement the published part of Gamocles: checks, traits, skills, the two ratings, and variations.

Read this package in the order rules, concept, scores, creation, advancement, pool, odds, character, sheet; for NPCs
words, npc; then card and fight.
"""

from chargen.core.deferred import deferred
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.gamocles import advancement, character, creation
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.rules import BOOK, Rules

MASTHEAD = Masthead(
    "#7a4b12",
    "M1 1.5H19V17H8V8h3v6h5V4.5H4v15H22V1.5H40V17H29V8h3v6h5V4.5H25v15H43V1.5H61V17H50V8h3v6h5V4.5H46v15h15v3H1z",
    width=62,
)
"""A meander."""

GAME: Game[Concept, Rules, Character] = Game(
    key="gamocles",
    api=API,
    title="Gamocles",
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
            ("variations", "advancement"),
        ),
        "traits": ("traits", "advancement"),
        "skills": ("skills", "advancement"),
    },
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    sheet=deferred("chargen.games.gamocles.sheet:sheet"),
    reference_page=deferred("chargen.games.gamocles.sheet:make_reference_page"),
    ask=deferred("chargen.games.gamocles.question:QUESTION"),
    words=deferred("chargen.games.gamocles.words:Words"),
    npc=deferred("chargen.games.gamocles.npc:NPC"),
    actions=deferred("chargen.games.gamocles.actions:actions"),
    card=deferred("chargen.games.gamocles.card:card"),
    fight=deferred("chargen.games.gamocles.fight:FIGHT"),
    form=deferred("chargen.games.gamocles.form:FORM"),
)
