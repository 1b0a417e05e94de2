"""Implement the 5+ system: the sum of two dice must fall in a range that starts at 5.

Read the modules in the order rules, rating, concept, creation, advancement, character, odds, sheet, reference; then,
for NPCs, words, npc; then card and fight.
"""

from chargen.core.deferred import deferred
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.five_plus import advancement, character, concept, creation, rules

# The numbers from 2 to 12, with a range from 5 to 9.
_NUMBER_LINE = Masthead(
    "#1d3f66",
    "M1 11h69.6v1.6h-69.6zM1 7.5h1.6v8.6h-1.6zM7.8 7.5h1.6v8.6h-1.6zM14.6 7.5h1.6v8.6h-1.6z"
    "M21.4 7.5h1.6v8.6h-1.6zM28.2 7.5h1.6v8.6h-1.6zM35 7.5h1.6v8.6h-1.6zM41.8 7.5h1.6v8.6h-1.6z"
    "M48.6 7.5h1.6v8.6h-1.6zM55.4 7.5h1.6v8.6h-1.6zM62.2 7.5h1.6v8.6h-1.6zM69 7.5h1.6v8.6h-1.6z"
    "M21.4 8.8h28.8v6h-28.8z",
    width=72,
)
_LEVELS = {row.level: row for row in rules.LEVELS}

GAME: Game[concept.Concept, rules.Rules, character.Character] = Game(
    key="five-plus",
    api=API,
    title="5+ system",
    also=("5+", "5plus", "5 plus", "five plus system"),
    edition=f"Numbers and names from {rules.BOOK}",
    credit="The 5+ system: numbers, names and tables of its public text, in our own words",
    masthead=_NUMBER_LINE,
    concept=concept.Concept,
    rules=rules.Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    tables={"skills.*.level": lambda _: _LEVELS, "resistances.*.level": lambda _: _LEVELS},
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    sheet=deferred("chargen.games.five_plus.sheet:sheet"),
    reference_page=deferred("chargen.games.five_plus.reference:make_reference_page"),
    ask=deferred("chargen.games.five_plus.question:QUESTION"),
    words=deferred("chargen.games.five_plus.words:Words"),
    npc=deferred("chargen.games.five_plus.npc:NPC"),
    actions=deferred("chargen.games.five_plus.actions:actions"),
    card=deferred("chargen.games.five_plus.card:card"),
    fight=deferred("chargen.games.five_plus.fight:FIGHT"),
    form=deferred("chargen.games.five_plus.form:FORM"),
    describe_party=deferred("chargen.games.five_plus.fight:describe_party"),
    options=("failure_margin", "solo_deck"),
)
