"""Propose NPCs: numbers from the usual ones that spend the table's budgets, and words from lists.

chargen's own lists are in presets/words/.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from chargen.game.concept import Item, Text
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.game.npc import Words as AnyWords
from chargen.gamefile.definition import ScoreGroup, join_score_names
from chargen.games.gamocles import rules as book
from chargen.games.gamocles.rules import MADE, SKILLS, TRAITS
from chargen.kit.allocation import raise_levels, split_evenly
from chargen.kit.checks import unknown
from chargen.kit.npc import NO_TRADES, Selection, Trades, draw_line
from chargen.schema.model import Several
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold

BEST = 4  # The first skill of a trade is drawn from the best quarter of `DRAWN_SKILLS` (house default)
SCORES = join_score_names((TRAITS, SKILLS))
VARIATIONS = MADE.things["variations"]
Gear, Variation = MADE.things["weapon"].model, VARIATIONS.model


class Words(AnyWords):
    """The word lists for NPCs of Gamocles."""

    trades: Trades = NO_TRADES
    """Trades, the first half of `concept`, each with skills and traits, which are drawn higher."""
    manners: Several[Text] = ()
    """Peculiarities, the second half of `concept`."""
    weapons: Several[Gear] = ()  # type: ignore[valid-type]
    """Weapons, each with name and rating; seven of eight NPCs have one."""
    armour: Several[Gear] = ()  # type: ignore[valid-type]
    """Armour, each with name and rating; two of three NPCs wear one."""
    variations: Several[Variation] = ()  # type: ignore[valid-type]
    """Variations, written as in a concept; an NPC gets one or two whose requirements it meets."""
    equipment: Several[Item] = ()
    """Equipment; an NPC gets two of these."""
    deeds: Several[Text] = ()
    """Reasons for an award of experience."""


def propose(random: Random, rules: Any, spec: NpcSpec[Any]) -> dict[str, object]:
    """Propose an NPC; if the table sets no budget, it states its own sums as budgets, under `rules`."""
    words, pinned = spec.words, spec.pinned
    line, trade = draw_line(spec, words.trades, words.manners)
    values = _draw_values(random, rules, spec, words.trades.get(trade, ()))
    variations = list(pinned.variations)
    if not spec.fixes("variations"):
        # One or two that go with the numbers.
        able = [variation for variation in words.variations if not any(VARIATIONS.find_unmet(variation, values))]
        variations = random.sample(able, min(random.randint(1, 2), len(able)))
        if rules.variation_points is not None:
            prices = split_evenly(rules.variation_points, len(variations))
            priced = zip(variations, prices, strict=True)
            variations = [variation.model_copy(update={"points": price}) for variation, price in priced]
    sums = {
        "trait_points": sum(max(values[name], 0) for name in TRAITS.names),
        "skill_points": sum(values[name] for name in SKILLS.names),
        "variation_points": sum(variation.points for variation in variations),
    }
    return {
        "concept": line,
        # A sum beyond what a setting allows would make the file invalid; it is left out.
        "rules": {
            key: spent for key, spent in sums.items() if getattr(rules, key) is None and abs(spent) <= book.LARGEST_SUM
        },
        "traits": _written(pinned, values, TRAITS),
        "skills": _written(pinned, {name: value for name, value in values.items() if value}, SKILLS),
        "weapon": _choose_gear(random, words.weapons, book.UNARMED, 8, always=spec.is_player),
        "armour": _choose_gear(random, words.armour, book.UNARMOURED, 3, always=spec.is_player),
        "variations": variations,
        "equipment": Selection(random, words, [trade]).choose(words.equipment, 2),
    }


def _draw_values(random: Random, rules: Any, spec: NpcSpec[Any], skills: Sequence[str]) -> dict[str, int]:
    """Draw all traits and skills, so that they spend the budgets with the pinned ones, a player's the usual ones.

    The skills of a trade are drawn from the upper half of the usual values, the first one from the best quarter.
    """
    pinned = spec.pinned
    fixed = TRAITS.written(pinned) | SKILLS.written(pinned)
    # A pinned variation is for those who have what it asks for.
    asked = [SCORES.by_entry(variation.requires) for variation in pinned.variations]
    trained = [name for name in map(SCORES.find, skills) if name is not None]
    values: dict[str, int] = {}
    for names, listed, low, high, points in (
        (TRAITS.names, book.DRAWN_TRAITS, 1, rules.highest_trait, "trait_points"),
        (SKILLS.names, book.DRAWN_SKILLS, rules.lowest_skill, rules.highest_skill, "skill_points"),
    ):
        usual: Sequence[int] = sorted(listed)
        budget: int | None = getattr(rules, points)
        if spec.is_player:
            budget = book.USUAL[points] if budget is None else budget
            # What is left out of a character whose points are spent stays at 0.
            if sum(fixed.get(name, 0) for name in names) >= budget:
                usual, budget, trained = (0,), None, []
        bottom = -book.LARGEST_SCORE if low is None else low
        levels, drawn, tops = dict[str, int](), dict[str, int](), dict[str, int]()
        for name in names:
            few = len(usual) // (2 if trained.index(name) else BEST) if name in trained else len(usual)
            least = max([bottom, *(needs[name] for needs in asked if name in needs)])
            # A table's limits may exclude each other, which the rules report.
            tops[name] = max(least, book.LARGEST_SCORE if high is None else high)
            drawn[name] = fixed.get(name, max(least, min(random.choice(usual[-max(few, 1) :]), tops[name])))
            levels[name] = fixed.get(name, max(least, min(usual[0], tops[name])))
        if budget is None:
            values |= drawn
            continue
        # Up to what is drawn, then to the best of the usual numbers, and at last beyond.
        for most in (drawn, {name: min(usual[-1], top) for name, top in tops.items()}, tops):
            open_to = {name: top for name, top in most.items() if name not in fixed}
            levels, _ = raise_levels(random, levels, open_to, budget - sum(levels.values()))
        values |= levels
    return values


def _choose_gear(random: Random, listed: Sequence[Any], bare: str, out_of: int, *, always: bool) -> tuple[Any, ...]:
    """Return one piece of gear, in one of ``out_of`` cases none unless ``always``; never gear called ``bare``."""
    pieces = [gear for gear in listed if fold(gear.name or "") != bare]
    with_one = random.randrange(out_of) > 0 or always
    return (random.choice(pieces),) if pieces and with_one else ()


def _written(pinned: Any, values: Mapping[str, int], group: ScoreGroup) -> dict[str, int]:
    """Return the values in the order of the sheet, with the spelling of pinned names."""
    words = {group.names.find(word): word for word in reversed([*group.listed(pinned)])}
    return {words.get(name, group.names.key(name)): values[name] for name in group.names if name in values}


def word_errors(words: Words, rules: Any) -> Iterator[Diagnostic]:
    """Find invalid variations among the words of an archetype, and trades with unknown skills."""
    for trade, skills in words.trades.items():
        for index, name in enumerate(skills):
            if SCORES.find(name) is None:
                yield unknown(name, SCORES, "trades", trade, index)
    if "variations" in words.model_fields_set:
        for index, variation in enumerate(words.variations):
            yield from VARIATIONS.find_wrong_names(variation, "variations", index)


GEAR = {"equipment": "equipment", "weapon": "weapons", "armour": "armour"}
NPC = NpcMaker(propose=propose, word_errors=word_errors, gear=GEAR)
