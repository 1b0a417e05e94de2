"""Propose NPCs: a character with a trade, or, if moves are pinned, an enemy's card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from chargen.game.npc import NpcMaker, NpcSpec
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.advancement import find_gained, named
from chargen.games.roll_when_you_need.concept import Concept, Move, Talent
from chargen.games.roll_when_you_need.rules import Rules, WholeQuality, spans, stress_sources
from chargen.games.roll_when_you_need.words import Words
from chargen.kit.allocation import Span, raise_levels
from chargen.kit.checks import unknown
from chargen.kit.npc import CompletingList, Named, Selection, choose, draw_phrase, equip, find_trade
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold

USUAL_POINTS = 20  # The steps of an NPC if the table sets no budget (house default; the text gives none)
USUAL_MAXIMUM = 4  # The highest rating of an NPC if the table sets no maximum (house default)
WEIGHT_OF_STRESS = 3
"""The weight of an ability that gives stress; other abilities have weight 1 (house default)."""
CARD_DIFFICULTIES = ((1, 3), (2, 4), (3, 5), (4, 6))
"""The difficulties of an enemy's moves, by how dangerous the enemy is (house default)."""
NUMBER_OF_TALENTS = (1, 1, 2)  # The numbers of talents of an NPC, equally likely (house default)
QUALITIES, QUALITIES_OF_A_CARD, THINGS = 2, 1, 3
"""The numbers of qualities of an NPC, of qualities of an enemy's card, and of items of an NPC (house default)."""


def propose(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    """Propose an NPC; with pinned moves, an enemy's card.

    Entries of a pinned list that are left empty are drawn, and what one lacks that is named in the words is taken
    from there. Where the table sets no budget, the NPC states what it is built on.
    """
    words: Words = spec.words
    if spec.pinned.moves:
        return _enemy(random, rules, spec)
    drawn_trade, want = spec.shuffle.pick_each(tuple(words.trades), words.wants)
    trade = find_trade(words.trades, spec.pinned.concept) or drawn_trade
    ratings = _ratings(random, trade, rules, spec)
    ranges = spans(rules)
    # Two steps or more above the start: a single step is not yet something that equipment or a talent should fit.
    able = [name for name, rating in ratings.items() if rating > ranges[name].unlisted + 1]
    selection = Selection(random, words, [trade, *able])
    drawn = _things(random, selection, QUALITIES, random.choice(NUMBER_OF_TALENTS), spec)
    things = selection.for_another_kind()
    used = [*able, *_names_of(spec.pinned.talents, drawn["talents"])]
    proposal: dict[str, object] = {
        "concept": f"{trade} {want}",
        "abilities": _listed(ratings, rules, spec),
        **drawn,
        "equipment": equip(
            random, spec, words.comes_with, used, lambda number: things.choose(words.things, number), THINGS
        ),
    }
    steps = sum(ratings.values()) - sum(span.unlisted for span in ranges.values())
    # A budget below 0 cannot be stated; pins below the start may lead to one.
    if rules.ability_points is None and steps >= 0:
        proposal["rules"] = {"ability_points": steps}
    return proposal


def _enemy(random: Random, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, object]:
    danger = _danger(random, spec)
    # An enemy's card rolls no dice (RWN-g1): of its abilities only those that give stress matter.
    within = _spans(rules, spec)
    drawn = zip(stress_sources(rules).values(), (danger + 1, random.randint(1, len(CARD_DIFFICULTIES))), strict=True)
    ranges = spans(rules)
    ratings = {name: span.nearest(ranges[name].unlisted) for name, span in within.items()}
    ratings |= {name: within[name].nearest(rating) for name, rating in drawn if name in within}
    moves, things = _moves(random, danger, spec), Selection(random, spec.words)

    def others(number: int) -> list[Named]:
        return things.choose(spec.words.things, number) if spec.fixes("equipment") else []

    return {
        "concept": draw_phrase(spec.shuffle, spec.words.foes, spec.words.wants),
        "abilities": _listed(ratings, rules, spec, *stress_sources(rules).values()),
        **_things(random, Selection(random, spec.words), QUALITIES_OF_A_CARD, 0, spec),
        "moves": moves,
        "equipment": equip(random, spec, spec.words.comes_with, _names_of(spec.pinned.moves, moves), others, THINGS),
    }


def _names_of(pinned: Iterable[Move | Talent], drawn: Iterable[object]) -> list[str]:
    names = [
        thing.get("name") if isinstance(thing, dict) else getattr(thing, "name", None) for thing in (*pinned, *drawn)
    ]
    return [name for name in names if name]


# Ratings: the abilities of the trade get descending ratings; the rest of the points goes to pastimes.


def _spans(rules: Rules, spec: NpcSpec[Concept]) -> dict[str, Span]:
    """Return the range of each rating, limited by pins and by what follows from them."""
    top = rules.highest_ability
    # The maximum is for new characters; a card with moves is none.
    if rules.starting_maximum is not None and not spec.pinned.moves:
        top = min(top, rules.starting_maximum)
    within = {name: Span(span.lowest, max(top, span.lowest)) for name, span in spans(rules).items()}
    # Pins come last and win, even over what other pins would need: the rules then report the contradiction.
    for name, (least, most) in _asked(rules, spec).items():
        if name in within:
            within[name] = Span(within[name].nearest(least), within[name].nearest(most))
    for name, rating in named(spec.pinned.abilities.items(), rules).items():
        if name in within:
            within[name] = Span(rating, rating)
    return within


def _asked(rules: Rules, spec: NpcSpec[Concept]) -> dict[str, tuple[int, int]]:
    """Return the range of each rating that fits pinned stress, ticked boxes and the pinned ledger.

    An ability starts below the first rating that the ledger sets, so that the line changes something. Its rating after
    the ledger is known only later.
    """
    sources, top = stress_sources(rules), rules.highest_ability
    marked = {**sources, **{fold(name): name for name in book.ACQUIRED}}
    asked = {name: (boxes, top) for name, boxes in _numbers(spec.pinned.state, marked)}
    asked |= {name: (stress, stress) for name, stress in _numbers(spec.pinned.stated, sources)}
    # A stated physical stress that another ability explains must not give the NPC Resilience as well.
    if _has_no_resilience(rules, spec):
        del asked[book.RESILIENCE]
    # Backwards, so that the first line about an ability decides how it starts.
    for line in reversed(spec.pinned.advancement):
        name = rules.ability(line.change) if line.change is not None else None
        if name is not None and line.to is not None:
            asked[name] = (0, line.to - 1) if line.to > rules.lowest(name) else (line.to + 1, top)
    return asked


def _has_no_resilience(rules: Rules, spec: NpcSpec[Concept]) -> bool:
    """Return whether the stated physical stress follows from a pinned ability, without Resilience."""
    stated = dict(_numbers(spec.pinned.stated, stress_sources(rules))).get(book.RESILIENCE)
    fixed = named(spec.pinned.abilities.items(), rules)
    if stated is None or book.RESILIENCE in fixed or rules.physical_stress is not None:
        return False
    ledger = reversed(spec.pinned.advancement)
    changed = named(((line.change, line.to) for line in ledger if line.change and line.to is not None), rules)
    return stated == (fixed | changed).get(rules.ability(book.ENDURANCE) or "")


def _numbers(pinned: Mapping[str, Any], sources: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    by_spelling = {fold(name): ability for name, ability in sources.items()}
    for key, value in pinned.items():
        if fold(key) in by_spelling and isinstance(value, int) and not isinstance(value, bool):
            yield by_spelling[fold(key)], value


def _ratings(random: Random, trade: str, rules: Rules, spec: NpcSpec[Concept]) -> dict[str, int]:
    """Return ratings that use up the budget of steps, from which pinned ratings are paid as well."""
    words: Words = spec.words
    within, unlisted = _spans(rules, spec), {name: span.unlisted for name, span in spans(rules).items()}
    usual = max(USUAL_MAXIMUM, rules.start) if rules.starting_maximum is None else rules.starting_maximum
    highest = {name: span.high for name, span in within.items()}
    ceilings = {name: min(high, usual) for name, high in highest.items()}
    start = {name: span.nearest(unlisted[name]) for name, span in within.items()}
    own = [name for word in words.trades[trade] if (name := rules.ability(word)) is not None]
    pastimes = [name for word in words.pastimes if (name := rules.ability(word)) is not None]
    # Each stage raises the ratings up to its ceilings while points are left: first everything to the start, then the
    # abilities of the trade (the first one highest), then pastimes, then all others, and at last beyond the usual
    # maximum.
    stages = [start]
    stages += [{name: ceilings[name] - depth} for depth, name in enumerate(own)]
    for names in (pastimes, list(ceilings)):
        for below in (1, 0):  # no pastime is better than the trade, if there is a choice
            stages.append({name: ceilings[name] - below for name in names})
    stages.append(highest)

    ratings = {name: span.low for name, span in within.items()}
    points = USUAL_POINTS if rules.ability_points is None else rules.ability_points
    # A budget counts steps above the start, but the draw begins at the lowest ratings.
    points += sum(unlisted.values()) - sum(ratings.values())
    if rules.ability_points is None:
        points = max(points, sum(start.values()) - sum(ratings.values()))
    stress = (book.RESILIENCE, rules.ability(rules.social_stress))
    # Stress decides how long a character lasts, so its abilities get more than their share of what is left.
    for tops in stages:
        ratings, points = raise_levels(
            random, ratings, tops, points, weight=lambda name: WEIGHT_OF_STRESS if name in stress else 1
        )
    return ratings


def _listed(ratings: Mapping[str, int], rules: Rules, spec: NpcSpec[Concept], *always: str) -> dict[str, int]:
    """Return the ratings that a concept lists in addition to the pinned ones: all above the start, and Resilience.

    Without Resilience, physical stress would depend on another ability, as it does if the stated stress requires that.
    """
    if rules.physical_stress is None and not _has_no_resilience(rules, spec):
        always = (*always, book.RESILIENCE)
    fixed = named(spec.pinned.abilities.items(), rules)
    asked, ranges = _asked(rules, spec), spans(rules)
    return {
        name.lower(): rating
        for name, rating in ratings.items()
        if name not in fixed and (name in always or name in asked or rating != ranges[name].unlisted)
    }


# Qualities, talents and moves.


def _things(
    random: Random, selection: Selection, qualities: int, talents: int, spec: NpcSpec[Concept]
) -> dict[str, Sequence[object]]:
    """Return numbers of qualities and talents, or the pinned ones, with names that are not in the ledger.

    They fit each other and the abilities. If no talent of a short list fits, any of them is used.
    """
    words: Words = spec.words
    pinned = spec.pinned
    # What the ledger gains must be new at its line, so it is not drawn at creation.
    later = [thing for line in pinned.advancement if (thing := find_gained(line)) is not None]
    taken = {fold(thing.name) for thing in (*later, *pinned.qualities, *pinned.talents) if thing.name}
    selection.add(*taken)
    drawn: dict[str, Sequence[object]] = {}
    for key, listed, number in (("qualities", words.qualities, qualities), ("talents", words.talents, talents)):
        free = [word for word in listed if fold(word.name) not in taken]
        if spec.fixes(key):
            drawn[key] = _completed(key, map(_written, choose(random, free, len(free))), map(_written, listed), spec)
        else:
            # If nothing in the list fits the rest of the NPC, any of it is better than no talent, which is an error
            # (RWN-a4).
            drawn[key] = chosen = selection.choose(free, number) or choose(random, free, number)
            taken |= {fold(word.name) for word in chosen}
    return drawn


def _written(word: WholeQuality | Named) -> dict[str, Any]:
    return word.model_dump()


def _completed(
    key: str, free: Iterable[Mapping[str, Any]], listed: Iterable[Mapping[str, Any]], spec: NpcSpec[Concept]
) -> CompletingList:
    """Return the pinned entries of a list, completed from the words by name; entries without a name are drawn."""
    drawn = iter(free)
    # Reversed: of two words with one name, the first in the list counts.
    by_name = {fold(word["name"]): word for word in reversed([*listed])}
    return CompletingList(
        next(drawn, {}) if entry.name is None else {**by_name.get(fold(entry.name), {}), "name": entry.name}
        for entry in getattr(spec.pinned, key)
    )


def _danger(random: Random, spec: NpcSpec[Concept]) -> int:
    """Return how dangerous an enemy is, from 0: by its hardest pinned move, else at random."""
    drawn = random.randrange(len(CARD_DIFFICULTIES))
    hardest = max((move.difficulty for move in spec.pinned.moves if move.difficulty is not None), default=None)
    if hardest is None:
        return drawn
    # A pinned move harder than all pairs of difficulties leaves the draw as it is.
    return next((danger for danger, (_, high) in enumerate(CARD_DIFFICULTIES) if hardest <= high), drawn)


def _moves(random: Random, danger: int, spec: NpcSpec[Concept]) -> CompletingList:
    """Return the pinned moves, each completed with a name, a difficulty and the effect in the words."""
    words: Words = spec.words
    low, high = CARD_DIFFICULTIES[danger]
    taken = {fold(move.name) for move in spec.pinned.moves if move.name}
    listed = [
        {"name": move["name"], "difficulty": random.randint(low, high), **move}
        for move in (*map(_written, words.moves), *({"name": name} for name in sorted(taken)))
    ]
    free = [move for move in choose(random, listed, len(listed)) if fold(move["name"]) not in taken]
    return _completed("moves", free, listed, spec)


_BOOKS_ABILITIES = frozenset(map(fold, Rules().known()))


def word_errors(words: Words, rules: Rules) -> Iterator[Diagnostic]:
    """Report unknown abilities of trades; an ability of the text that this table does not use is ignored."""
    for trade, abilities in words.trades.items():
        for index, name in enumerate(abilities):
            if fold(name) not in _BOOKS_ABILITIES and rules.ability(name) is None:
                yield unknown(name, rules.vocabulary, "trades", trade, index)


NPC = NpcMaker(propose=propose, word_errors=word_errors, gear={"equipment": "things"}, completes_equipment=True)
