"""Provide everything that a game is built from in one namespace: ``from chargen import kit``.

The namespace has the modules of the kit: `checks`, `vocabulary`, `ledger` with `verbs`, `npc`,
`allocation`, `pool`, `attacks`, `blocks`, `tables` and `cards`. It also has what a game needs of the rooms below:
diagnostics, the models of a concept, rolls, the sheet as data, and `Game` itself. Each name is imported when first
used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chargen.dice import ChanceRule, DiceGroup, DiceResult, DiceRule, Measure
    from chargen.game.concept import Concept, Entry, Item, RuleSet, Text
    from chargen.game.contract import API, Character, Game, Tracker
    from chargen.game.deferred import deferred
    from chargen.game.failure import Unanswerable
    from chargen.game.fight import Blow, Combatant, Contest, Fight, Fighter, Harm, State, points
    from chargen.game.ledger import Advanced
    from chargen.game.npc import NpcMaker, NpcSpec, Words
    from chargen.game.question import Answer, Question
    from chargen.kit import allocation, blocks, cards, tables
    from chargen.kit.allocation import draw_total
    from chargen.kit.attacks import Damage, attack, make_fight, strongest_first
    from chargen.kit.checks import (
        adds,
        all_of,
        at_least_one,
        count_is,
        every,
        few_below,
        known,
        known_for,
        no_budget,
        numbers_are,
        once,
        reads,
        sum_is,
        unknown,
        warn_at,
        within,
    )
    from chargen.kit.ledger import Ledger
    from chargen.kit.ledger_line import Candidate, Verb
    from chargen.kit.npc import (
        NO_TRADES,
        CommonWords,
        Selection,
        Trades,
        choose,
        draw_line,
        draw_phrase,
        find_trade,
    )
    from chargen.kit.pool import Pool
    from chargen.kit.verbs import learns, raises
    from chargen.kit.vocabulary import Vocabulary
    from chargen.page.action import Action, ActionHarm
    from chargen.page.card import Card, CardTrack, Number
    from chargen.page.form import (
        Bars,
        Budget,
        Columns,
        Figure,
        Form,
        Grid,
        Need,
        Outline,
        Ranking,
        Region,
        Sliders,
    )
    from chargen.page.roll import Mean, Odds, OddsData, Points, Roll
    from chargen.page.sheet import (
        Block,
        Chance,
        Chart,
        Facts,
        Label,
        Masthead,
        NumberLine,
        Own,
        Pips,
        Prose,
        Sheet,
        Track,
        WhatIf,
    )
    from chargen.schema.model import NEEDED, Model, Several
    from chargen.text.diagnostic import Diagnostic, error, note, warning

__all__ = [
    "API", "NEEDED", "NO_TRADES", "Action", "ActionHarm", "Advanced", "Answer", "Bars", "Block", "Blow", "Budget",
    "Candidate", "Card", "CardTrack", "Chance", "ChanceRule", "Character", "Chart", "Columns", "Combatant",
    "CommonWords", "Concept", "Contest", "Damage", "Diagnostic", "DiceGroup", "DiceResult", "DiceRule", "Entry",
    "Facts", "Fight", "Fighter", "Figure", "Form", "Game", "Grid", "Harm", "Item", "Label",
    "Ledger", "Masthead", "Mean", "Measure", "Model", "Need", "NpcMaker", "NpcSpec", "Number", "NumberLine",
    "Odds", "OddsData", "Outline", "Own", "Pips", "Points", "Pool", "Prose", "Question", "Ranking", "Region", "Roll",
    "RuleSet", "Selection", "Several", "Sheet", "Sliders", "State", "Text", "Track", "Tracker", "Trades",
    "Unanswerable", "Verb", "Vocabulary", "WhatIf", "Words", "adds", "all_of", "allocation", "at_least_one", "attack",
    "blocks", "cards", "choose", "count_is", "deferred", "draw_line", "draw_phrase", "draw_total",
    "error", "every", "few_below", "find_trade", "known", "known_for", "learns", "make_fight", "no_budget", "note",
    "numbers_are", "once", "points", "raises", "reads", "strongest_first", "sum_is", "tables",
    "unknown", "warn_at", "warning", "within",
]  # fmt: skip
_BELOW = (
    *("game.concept", "game.contract", "game.deferred", "game.failure", "game.fight", "game.ledger", "game.npc"),
    "game.question",
    *("text.diagnostic", "schema.model", "page.action", "page.card", "page.roll", "page.sheet", "page.form"),
)
_KIT = (
    *("allocation", "attacks", "blocks", "cards", "checks", "ledger", "ledger_line"),
    *("npc", "pool", "tables", "verbs", "vocabulary"),
)


def __getattr__(name: str) -> Any:
    """Import a module or a name when it is first used, so that a game loads only what it needs (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module 'chargen.kit' has no attribute {name!r}")
    if name in _KIT:
        return import_module(f"chargen.kit.{name}")
    modules = (*(f"chargen.{part}" for part in _BELOW), "chargen.dice", *(f"chargen.kit.{part}" for part in _KIT))
    value = next(getattr(module, name) for module in map(import_module, modules) if hasattr(module, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
