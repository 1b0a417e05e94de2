"""Propose NPCs: abilities around a trade, qualities, talents and things that fit; with pinned moves, a card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any

from pydantic import Field

from chargen.game.concept import Text
from chargen.game.npc import NpcMaker, NpcSpec
from chargen.game.npc import Words as AnyWords
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.rules import ABILITIES, Rules, WholeQuality
from chargen.kit.allocation import raise_levels
from chargen.kit.checks import unknown
from chargen.kit.npc import (
    NO_TRADES,
    CompletingList,
    Named,
    Selection,
    Things,
    Trades,
    choose,
    draw_phrase,
    equip,
    find_trade,
)
from chargen.schema.model import Several
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold


class Words(AnyWords):
    """The word lists for NPCs of Roll When You Need."""

    trades: Annotated[Trades, Field(min_length=1)] = NO_TRADES
    """Trades, each with its abilities, the most important first."""
    pastimes: Several[Text] = ()
    """The abilities that get the points left over by the trade; by default, any ability."""
    wants: Annotated[Several[Text], Field(min_length=1)] = ()
    """The text after the trade or the enemy, as in `who owes the wrong people`."""
    qualities: Annotated[Several[WholeQuality], Field(min_length=1)] = ()
    """Qualities of NPCs: name, benefit and drawback."""
    talents: Annotated[Several[Named], Field(min_length=1)] = ()
    """Talents of NPCs: name and effect."""
    comes_with: Mapping[Text, Things] = {}
    """Things by the ability (3 or more), the talent or the move that needs them: weapons, tools. Left out, none."""
    things: Several[Named] = ()
    """Items that NPCs carry."""
    foes: Annotated[Several[Text], Field(min_length=1)] = ()
    """Enemies, for cards with moves."""
    moves: Annotated[Several[Named], Field(min_length=1)] = ()
    """Moves of enemies: name and effect. The difficulty depends on how dangerous the enemy is."""
    occasions: Several[Text] = ()
    """Reasons for an award of experience."""

    @property
    def deeds(self) -> Sequence[str]:
        """Return them as the ledger asks for them."""
        return self.occasions


USUAL_POINTS = 20  # The steps of an NPC if the table sets no budget (house default; the text gives none)
USUAL_MAXIMUM = 4  # The highest rating of an NPC if the table sets no maximum (house default)
WEIGHT_OF_STRESS = 3
"""The weight of an ability that gives stress; other abilities have weight 1 (house default)."""
CARD_DIFFICULTIES = ((1, 3), (2, 4), (3, 5), (4, 6))
"""The difficulties of an enemy's moves, by how dangerous the enemy is (house default)."""
NUMBER_OF_TALENTS = (1, 1, 2)  # The numbers of talents of an NPC, equally likely (house default)
QUALITIES, QUALITIES_OF_A_CARD, THINGS = 2, 1, 3
"""The numbers of qualities of an NPC, of qualities of an enemy's card, and of items of an NPC (house default)."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Any]) -> dict[str, object]:
    """Propose an NPC; with pinned moves, an enemy's card.

    Entries of a pinned list that are left empty are drawn, and what one lacks that is named in the words is taken
    from there. Where the table sets no budget, the NPC states what it is built on.
    """
    words: Words = spec.words
    if spec.pinned.moves:
        return _propose_enemy(random, rules, spec)
    drawn_trade, want = spec.shuffle.pick_each(tuple(words.trades), words.wants)
    trade = find_trade(words.trades, spec.pinned.concept) or drawn_trade
    ratings = _draw_ratings(random, trade, rules, spec)
    unlisted = ABILITIES.under(rules).file.base
    # Two steps or more above the start: a single step is not yet something that equipment or a talent should fit.
    able = [name for name, rating in ratings.items() if rating > unlisted[name] + 1]
    selection = Selection(random, words, [trade, *able])
    qualities = _draw_things(random, selection, words.qualities, "qualities", QUALITIES, spec)
    talents = _draw_things(random, selection, words.talents, "talents", random.choice(NUMBER_OF_TALENTS), spec)
    things, used = selection.for_another_kind(), [*able, *_list_names(talents)]
    steps = sum(ratings.values()) - sum(unlisted.values())
    return {
        "concept": f"{trade} {want}",
        # A budget below 0 cannot be stated; pins below the start may lead to one.
        "rules": {"ability_points": steps} if rules.ability_points is None and steps >= 0 else {},
        "abilities": _list_ratings(ratings, rules, spec),
        "qualities": qualities,
        "talents": talents,
        "equipment": equip(random, spec, words.comes_with, used, lambda few: things.choose(words.things, few), THINGS),
    }


def _propose_enemy(random: Random, rules: Rules, spec: NpcSpec[Any]) -> dict[str, object]:
    words: Words = spec.words
    danger = random.randrange(len(CARD_DIFFICULTIES))
    # An enemy's card rolls no dice (RWN-g1): of its abilities only those that give stress matter.
    stress = [rules.ability(name) or name for name in (rules.physical_stress or book.RESILIENCE, rules.social_stress)]
    drawn = dict(zip(stress, (danger + 1, random.randint(1, len(CARD_DIFFICULTIES))), strict=True))
    low, high = CARD_DIFFICULTIES[danger]
    listed = [{"difficulty": random.randint(low, high), **_written(move)} for move in words.moves]
    moves = _complete("moves", random.sample(listed, len(listed)), listed, spec)
    for move in moves:
        move.setdefault("difficulty", random.randint(low, high))
    selection, things = Selection(random, words), Selection(random, words)

    # Enemies carry what a role or a pack lists for them, and else only what their moves need.
    is_outfitted = spec.fixes("equipment") or "things" in words.model_fields_set

    def others(number: int) -> list[Named]:
        return things.choose(words.things, number) if is_outfitted else []

    return {
        "concept": draw_phrase(spec.shuffle, words.foes, words.wants),
        "abilities": _list_ratings(drawn, rules, spec, *stress),
        "qualities": _draw_things(random, selection, words.qualities, "qualities", QUALITIES_OF_A_CARD, spec),
        "talents": _draw_things(random, selection, words.talents, "talents", 0, spec),
        "moves": moves,
        "equipment": equip(random, spec, words.comes_with, _list_names(moves), others, THINGS),
    }


def _draw_ratings(random: Random, trade: str, rules: Rules, spec: NpcSpec[Any]) -> dict[str, int]:
    """Draw ratings that use up the budget of steps, from which pinned ratings are paid as well."""
    words: Words = spec.words
    group, top = ABILITIES.under(rules), rules.highest_ability
    base, lows = group.file.base, group.lows
    most = top if rules.starting_maximum is None else min(top, rules.starting_maximum)
    usual = max(USUAL_MAXIMUM, rules.start) if rules.starting_maximum is None else most
    fixed = group.written(spec.pinned)
    highest = {name: fixed.get(name, max(most, low)) for name, low in lows.items()}
    ceilings = {name: min(high, usual) for name, high in highest.items()}
    start = {name: min(begins, highest[name]) for name, begins in base.items()}
    own = [name for word in words.trades[trade] if (name := rules.ability(word)) is not None]
    pastimes = [name for word in words.pastimes if (name := rules.ability(word)) is not None]
    # Each stage raises the ratings up to its ceilings while points are left: first everything to the start, then the
    # abilities of the trade (the first one highest), then pastimes, then all others, and at last beyond the usual
    # maximum.
    stages = [start, *({name: ceilings[name] - depth} for depth, name in enumerate(own))]
    for names in (pastimes, list(ceilings)):
        # No pastime is better than the trade, if there is a choice.
        stages += [{name: ceilings[name] - below for name in names} for below in (1, 0)]
    stages.append(highest)

    ratings = {name: fixed.get(name, low) for name, low in lows.items()}
    # A budget counts steps above the start, but the draw begins at the lowest ratings.
    begun = sum(base.values()) - sum(ratings.values())
    points = begun + (USUAL_POINTS if rules.ability_points is None else rules.ability_points)
    # Stress decides how long a character lasts, so its abilities get more than their share of what is left.
    stress = (book.RESILIENCE, rules.ability(rules.social_stress))
    for tops in stages:
        ratings, points = raise_levels(
            random, ratings, tops, points, weight=lambda name: WEIGHT_OF_STRESS if name in stress else 1
        )
    return ratings


def _list_ratings(ratings: Mapping[str, int], rules: Rules, spec: NpcSpec[Any], *always: str) -> dict[str, int]:
    """Return the ratings that a concept lists besides the pinned ones: all but the usual ones, and Resilience.

    Without Resilience, physical stress would depend on another ability.
    """
    always = always if rules.physical_stress is not None else (*always, book.RESILIENCE)
    group = ABILITIES.under(rules)
    fixed, base = group.written(spec.pinned), group.file.base
    return {
        name.lower(): rating
        for name, rating in ratings.items()
        if name not in fixed and name in base and (name in always or rating != base[name])
    }


# Qualities, talents and moves.


def _draw_things(
    random: Random, selection: Selection, listed: Iterable[Any], key: str, number: int, spec: NpcSpec[Any]
) -> list[Any]:
    """Return a number of words that fit the selection, or the pinned entries, completed."""
    words = list(listed)
    if spec.fixes(key):
        selection.add(*_list_names(spec.entries(key)))
        return _complete(key, map(_written, choose(random, words, len(words))), map(_written, words), spec)
    # If nothing in a short list fits the rest of the NPC, any of it is better than no talent (RWN-a4).
    return selection.choose(words, number) or choose(random, words, number)


def _complete(
    key: str, drawn: Iterable[Mapping[str, Any]], listed: Iterable[Mapping[str, Any]], spec: NpcSpec[Any]
) -> CompletingList:
    """Return the pinned entries of a list, completed from the words by name; entries without a name are drawn."""
    entries = getattr(spec.pinned, key)
    taken = {fold(entry.name) for entry in entries if entry.name}
    free = (word for word in drawn if fold(word["name"]) not in taken)
    # Reversed: of two words with one name, the first in the list counts.
    by_name = {fold(word["name"]): word for word in reversed([*listed])}
    return CompletingList(
        dict(next(free, {}) if entry.name is None else {**by_name.get(fold(entry.name), {}), "name": entry.name})
        for entry in entries
    )


def _written(word: Any) -> dict[str, Any]:
    plain: dict[str, Any] = word.model_dump()
    return plain


def _list_names(things: Iterable[Any]) -> list[str]:
    names = (thing.get("name") if isinstance(thing, dict) else getattr(thing, "name", thing) for thing in things)
    return [name for name in names if name]


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Report unknown abilities of trades; an ability of the text that this table does not use is ignored."""
    for trade, abilities in words.trades.items():
        for index, name in enumerate(abilities):
            if ABILITIES.names.find(name) is None and rules.ability(name) is None:
                yield unknown(name, ABILITIES.under(rules).names, "trades", trade, index)


NPC = NpcMaker(propose=propose, word_errors=word_errors, gear={"equipment": "things"})
