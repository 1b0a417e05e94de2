"""Implement the 5+ system: the sum of two dice must fall in a range that starts at 5.

Read the modules in the order rules, rating, concept, creation, advancement, character, odds, sheet, reference, npc,
play.
"""

from chargen.game.contract import API, Game
from chargen.game.deferred import deferred_parts
from chargen.games.five_plus import advancement, character, concept, creation, rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

# The numbers from 2 to 12, with a range from 5 to 9.
_NUMBER_LINE = Masthead(**read_tables(__file__)["masthead"])

GAME: Game[concept.Concept, rules.Rules, character.Character] = Game(
    key="five-plus",
    api=API,
    title="5+ system",
    summary="2 steps: skills in your own words, and resistances; two dice whose sum has to be in a range",
    also=("5+", "5plus", "5 plus", "five plus system"),
    edition=f"Numbers and names from {rules.BOOK}",
    credit="The 5+ system: numbers, names and tables of its public text, in our own words",
    masthead=_NUMBER_LINE,
    concept=concept.Concept,
    rules=rules.Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    tables={"skills.*.level": lambda _: rules.LEVELS, "resistances.*.level": lambda _: rules.LEVELS},
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__, describe_party="play:describe_party"),
    options=("failure_margin", "solo_deck"),
)
