"""Propose NPCs of a game file, and write its starter: a complete, legal, commented character."""

import textwrap
from collections.abc import Mapping
from functools import partial
from math import gcd
from random import Random
from typing import Any

from pydantic import Field, create_model

from chargen.game.concept import Text
from chargen.game.contract import AnyGame
from chargen.game.npc import NpcMaker, NpcSpec, Words
from chargen.game.shuffle import Shuffle
from chargen.gamefile.definition import Definition, ScoreGroup
from chargen.gamefile.things import ThingList
from chargen.kit.allocation import draw_total, raise_levels, split_evenly
from chargen.kit.checks import resolve_limit
from chargen.kit.npc import CommonWords, CompletingList, choose, draw_phrase
from chargen.schema.docstrings import descriptions
from chargen.schema.model import Several, keys
from chargen.text.names import listing
from chargen.text.writing import document, quoted

WIDTH = 110  # The largest width of a comment line of a starter
OFTEN_RAISED = 6  # How much likelier an NPC spends points on a score that its choices add to (house default)
MOST_UNLIMITED = 4
"""The highest score of an NPC above the lowest, or above 0, where the rules set no limit (house default)."""
MOST_TRIES = 20  # How often an NPC is drawn until it keeps the rules of the author (house default)
MOST_CARRIED = 2
"""The most names of a list that an NPC has where the rules fix no number, and its items (house default)."""


def make_npcs(made: Definition) -> NpcMaker[Any, Any]:
    """Return how NPCs of a game file are made."""
    return NpcMaker(propose=partial(propose, made))


def make_words(made: Definition) -> type[Words]:
    """Return the model of the words of NPCs, with those of the game file."""
    words = made.file.words
    return create_model(
        "Words",
        __base__=CommonWords,
        concept=(Several[Text], Field(words.concept, description="Who the NPC is, in a line.")),
        equipment=(Several[Text], Field(words.equipment, description="Items that the NPC carries.")),
    )


def propose(made: Definition, random: Random, rules: Any, spec: NpcSpec[Any]) -> dict[str, Any]:
    """Propose an NPC around what is fixed, where it can be without a warning of the author's rules."""
    data: dict[str, Any] = {}
    for _ in range(MOST_TRIES):
        data = _draw(made, random, rules, spec)
        drawn = {
            key: tuple(map(things.model.model_validate, data[key]))
            for key, things in made.things.items()
            if key in data
        }
        concept = spec.pinned.model_copy(update={**data, **drawn})
        if not any(any(made.find_broken(each, concept, rules)) for each in made.conditions.values()):
            break
    return data


def _draw(made: Definition, random: Random, rules: Any, spec: NpcSpec[Any]) -> dict[str, Any]:
    data: dict[str, Any] = {"concept": draw_phrase(spec.shuffle, spec.words.concept)}
    # Fixed picks may belong to another option: the check refuses that, and the next try draws another one.
    options = {key: names.find(getattr(spec.pinned, key) or "") for key, names in made.choices.items()}
    options = {key: option or random.choice(list(made.choices[key])) for key, option in options.items()}
    chosen = spec.pinned.model_copy(update=options)
    data |= {key: getattr(chosen, key) for key in made.choices}
    for key, group in made.scores.items():
        data[key] = _draw_scores(group, random, rules, chosen)
    for key, picks in made.picks.items():
        among = picks.among(data[picks.by]) if picks.by else picks.names
        number, few = resolve_limit(picks.number, rules), random.randint(1, MOST_CARRIED)
        fewer = number is None or picks.is_table
        many = min(few, few if number is None else number) if fewer else number or 0
        there = spec.entries(key)
        if spec.is_player and len(there) < many and not fewer:
            taken = {among.find(str(word)) for word in there}
            more = choose(random, [name for name in among if name not in taken], many - len(there))
            data[key] = CompletingList([*there, *more])
        else:
            data[key] = choose(random, among, many)
    scores = {name: number for key, group in made.scores.items() for name, number in group.floors(chosen).items()}
    scores |= {name: number for key in made.scores for name, number in data[key].items()}
    for key, things in made.things.items():
        if not spec.entries(key):
            data[key] = _draw_things(things, random, rules, scores)
    asked = set()
    for group in made.scores.values():
        # A fixed score may be lower than the others may be, and then needs a line.
        exempt, low = group.file.except_, resolve_limit(group.low, rules)
        if exempt is not None and low is not None and any(number < low for number in group.written(chosen).values()):
            asked.add(exempt.needs)
    for key, line in made.file.lines.items():
        needed = line.needed or key in asked
        # A player's character has every line: what is missing is drawn at once, and not some of it at each call.
        if line.examples and (needed or spec.is_player or not random.randrange(3)):
            data[key] = random.choice(line.examples)
        elif needed:
            data[key] = "To be found in play"
    data["equipment"] = choose(random, spec.words.equipment, MOST_CARRIED)
    return data


def _draw_things(things: ThingList, random: Random, rules: Any, scores: Mapping[str, int]) -> list[dict[str, Any]]:
    """Draw some of the things that the game file suggests, whose requirements are met, at the price that is asked."""
    most, points = resolve_limit(things.most, rules), resolve_limit(things.points, rules)
    drawn: list[dict[str, Any]] = []
    for name, row in choose(random, list(things.suggested.items()), len(things.suggested)):
        is_open = not any(things.find_unmet(things.model.model_validate({"name": name, **row}), scores))
        if is_open and len(drawn) < (MOST_CARRIED if most is None else min(most, MOST_CARRIED)):
            drawn.append({"name": name, **row})
    if points is not None:
        price = things.role("price")
        for thing, share in zip(drawn, split_evenly(points, len(drawn)), strict=True):
            thing[price] = share
    return drawn


def _draw_scores(group: ScoreGroup, random: Random, rules: Any, concept: Any) -> dict[str, int]:
    """Draw the numbers of a group of scores that the rules allow, around those that are fixed."""
    fixed = group.written(concept)
    low, to = resolve_limit(group.low, rules), resolve_limit(group.to, rules)
    bottom = group.span.low if low is None else low
    points = resolve_limit(group.points, rules)
    if to is None:  # a sum that is to be spent may take more than the usual
        to = group.span.high if points is not None else min(group.span.high, max(bottom, 0) + MOST_UNLIMITED)
    bottom = min(bottom, to)  # a table may set the highest below the lowest, which the rule reports
    if group.file.base:
        spent = len(group.file.base) if points is None else points
        return _spend(group, random, spent, low, to, fixed, group.floors(concept))
    if group.file.set_:
        # A fixed number that is not in the set takes none away, and the rule reports it.
        left = list(group.file.set_)
        for number in fixed.values():
            if number in left:
                left.remove(number)
        random.shuffle(left)
        return {name: fixed[name] if name in fixed else left.pop() for name in group.names if name in fixed or left}
    if points is not None:
        step = gcd(points, bottom, to, *fixed.values()) or 1  # where the limits are round numbers, so is what is drawn
        scaled = {name: number // step for name, number in fixed.items()}
        drawn = draw_total(random, group.names, points // step, bottom // step, to // step, scaled)
        return {name: number * step for name, number in drawn.items()}
    return {name: fixed.get(name, random.randint(bottom, to)) for name in group.names}


def _spend(
    group: ScoreGroup,
    random: Random,
    points: int,
    low: int | None,
    top: int,
    fixed: Mapping[str, int],
    floors: Mapping[str, int],
) -> dict[str, int]:
    """Spend points above the base of scores, in steps that keep round numbers round."""
    left = points - sum(number - floors[name] for name, number in fixed.items())
    step = gcd(left, top, low or 0, *floors.values()) or 1
    open_names = [name for name in group.names if name not in fixed]
    # Most points go to a few scores first: spread evenly, they would make every NPC the same.
    few = random.sample(open_names, min(len(open_names), max(3, len(open_names) // 3)))
    # The first step to a score with a limit of its own may be a larger one.
    starts = {name: max(floors[name], (low or 0) - step) // step for name in open_names}
    levels: Mapping[str, int] = starts

    def price(name: str, level: int) -> int:
        return level - floors[name] // step if level == starts[name] + 1 else 1

    def weight(name: str) -> int:
        return OFTEN_RAISED if floors[name] > group.file.base[name] else 1

    left //= step
    for names in (dict.fromkeys([*few, *filter(lambda name: weight(name) > 1, open_names)]), open_names):
        tops = {name: max(levels[name], top // step) for name in names}
        levels, left = raise_levels(random, levels, tops, max(0, left), price, weight)
    raised = {name: level * step for name, level in levels.items() if level > starts[name]}
    return {name: fixed[name] if name in fixed else raised[name] for name in group.names if name in {**fixed, **raised}}


# The starter.


def write_starter(game: AnyGame, made: Definition, name: str) -> str:
    """Return the text of a complete, legal, commented character; ``name`` is written as YAML."""
    rules = game.rules()
    spec = NpcSpec(name="", pins={}, pinned=game.concept(), words=game.words_with(), shuffle=Shuffle(made.key, 1))
    data = propose(made, Random(made.key), rules, spec)
    text = f"system: {made.key}\nname: {name}\nplayer: ''  # who plays the character\n".replace("''", '""')
    text += document({"concept": data.pop("concept")}) if data["concept"] else ""
    equipment = data.pop("equipment")
    about = descriptions(game.concept)
    for key in keys(game.concept):
        if key in data:
            text += f"\n{_comments(made, data, key, about[key])}{document({key: data[key]})}"
        elif key in made.file.lines:
            example = next(iter(made.file.lines[key].examples), "…")
            text += f"\n{_comments(made, data, key, about[key])}# {key}: {quoted(example)}\n"
    text += f"\n{document({'equipment': equipment})}" if equipment else ""

    # Further keys as comments: the play state, and the ledger with a purchase that is legal.
    offers = "".join(f"# state: {{{key}: 1}}\n" for key in [*made.file.trackers][:1])
    concept = game.concept.model_validate({"system": made.key, "name": "Kai", **data})
    ledger: Any = game.ledger
    for candidate in ledger.all_candidates(concept, rules) if ledger is not None else ():
        if candidate.entry is None:
            continue
        entry = ledger.entry.model_validate(dict(candidate.entry))
        price = ledger.price(entry, concept, rules)
        advanced = ledger.replay(concept.model_copy(update={"advancement": (ledger.entry(award=price), entry)}), rules)
        if not advanced.diagnostics:
            written = document([{"award": price, "why": "the first session"}, dict(candidate.entry)])
            offers += "# advancement:\n" + textwrap.indent(written, "#   ").rstrip() + "\n"
            break
    return text + (f"\n# Uncomment any line below to use it.\n{offers}" if offers else "")


def _comments(made: Definition, data: Mapping[str, Any], key: str, about: str) -> str:
    """Return the comment above a key: what it is, and the names that may be written."""
    names, picks = "", made.picks.get(key)
    # The description of a choice without one of its own has the names already.
    if key in made.choices and made.file.choices[key].about:
        names = f"One of: {listing(made.choices[key], 'or')}."
    elif picks is not None and picks.by:
        option = data[picks.by]
        names = f"{option}: {', '.join(picks.among(option))}."
    elif picks is not None:
        names = f"Some of: {', '.join(picks.names)}."
    texts = [f"{text[:1].upper()}{text[1:]}" for text in (about, names) if text]
    return "".join(f"# {line}\n" for text in texts for line in textwrap.wrap(text, WIDTH, break_on_hyphens=False))
