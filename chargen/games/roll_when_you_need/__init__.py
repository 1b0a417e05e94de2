"""Implement Roll When You Need, a designer's note with rules in the first half and ideas in the second.

Read this package in the order rules, concept, creation, advancement, character, odds, purchase, sheet, reference;
then, for NPCs, words and npc; and card and fight for a GM's table.
"""

from chargen.core.deferred import deferred
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.roll_when_you_need import advancement, character, creation
from chargen.games.roll_when_you_need.character import Character
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.rules import BOOK, DIFFICULTIES, Rules

MASTHEAD = Masthead(
    "#4a2a63",
    "M5 1h14a4 4 0 0 1 4 4v14a4 4 0 0 1 -4 4h-14a4 4 0 0 1 -4 -4v-14a4 4 0 0 1 4 -4z"
    "M4.9 7a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM14.9 7a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z"
    "M9.9 12a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM4.9 17a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z"
    "M14.9 17a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z"
    "M30 1h14a4 4 0 0 1 4 4v14a4 4 0 0 1 -4 4h-14a4 4 0 0 1 -4 -4v-14a4 4 0 0 1 4 -4z"
    "M30.4 6.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM39.4 6.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z"
    "M30.4 12a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM39.4 12a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z"
    "M30.4 17.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM39.4 17.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0z",
    width=49,
)
"""The mark: two dice that show a 5 and a 6."""

GAME: Game[Concept, Rules, Character] = Game(
    key=advancement.KEY,
    api=API,
    title="Roll When You Need",
    also=("RWYN",),
    edition=f"{BOOK}, a designer's note",
    credit="Roll When You Need, a designer's note; its numbers and names are used, not its sentences",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from={
        "physical_stress": ("abilities.Resilience", "abilities.Endurance", "advancement"),
        "social_stress": ("abilities.Poise", "advancement"),
    },
    tables={"moves.*.difficulty": lambda rules: {row.rating: row for row in DIFFICULTIES}},
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    sheet=deferred("chargen.games.roll_when_you_need.sheet:sheet"),
    reference_page=deferred("chargen.games.roll_when_you_need.reference:make_reference_page"),
    ask=deferred("chargen.games.roll_when_you_need.question:QUESTION"),
    words=deferred("chargen.games.roll_when_you_need.words:Words"),
    npc=deferred("chargen.games.roll_when_you_need.npc:NPC"),
    actions=deferred("chargen.games.roll_when_you_need.actions:actions"),
    card=deferred("chargen.games.roll_when_you_need.card:card"),
    fight=deferred("chargen.games.roll_when_you_need.fight:FIGHT"),
    form=deferred("chargen.games.roll_when_you_need.form:FORM"),
    describe_party=deferred("chargen.games.roll_when_you_need.fight:describe_party"),
    options=("take_time", "difficulty_is_successes"),
)
