"""Complete a character: what is there stays, and the rest is drawn at random, legally."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.game.contract import AnyGame
from chargen.game.npc import Infeasible, NpcSpec, refuse
from chargen.game.shuffle import Shuffle
from chargen.npc import archetype as archetypes
from chargen.npc import validation
from chargen.npc.archetype_file import Neighbour, detail_ties, draw_details
from chargen.schema.parsing import parse
from chargen.text.diagnostic import KeyPath, has_errors
from chargen.text.names import fold
from chargen.text.parts import find_value
from chargen.text.reader import Plain

FREE_TEXTS = ("name", "want", "secret", "look", "voice")
"""The keys whose values follow from nothing else in a character."""
HOPELESS = Fraction(1, 20)  # Below this chance an attack is none (house default)
ATTEMPTS = 3
"""The characters that are drawn for each idea at most (house default): some repeat what others have."""


def complete(
    game: AnyGame, fixed: Mapping[str, Plain], seed: str, folder: Path = Path(), attempts: int = 12
) -> dict[str, Plain]:
    """Return a legal character with some values fixed; the same seed draws the same rest.

    Of at most ``attempts`` characters it is the first that lacks nothing in play, or else the one that lacks least.
    Raises `Infeasible` where no legal character has these values, also for a game without NPCs.
    """
    if game.npc is None:
        raise refuse(f"{game.title} makes no NPCs")
    archetype = archetypes.open_archetype(game).archetype
    assert archetype is not None, "only a pack can have errors here"
    name = str(fixed.get("name") or archetype.names.pick(seed, 1))
    lines, names = archetype.details, archetype.names
    ties = detail_ties(
        Shuffle(seed, 2), lambda number: Neighbour(number, names.pick(f"{seed}/ties", number), lines.ties)
    )
    details = {**draw_details(lines, Shuffle(seed, 1)), "ties": ties}
    pins: dict[str, Any] = {"system": game.key, **details, **fixed, "name": name}
    parsed = parse(game.concept, pins, partial=True)
    if parsed.value is None or has_errors(parsed.diagnostics):
        raise refuse("; ".join(found.message for found in parsed.diagnostics))
    spec = NpcSpec(
        name=name,
        pins=pins,
        pinned=parsed.value,
        words=archetype.words,
        sex=archetype.names.sex(name),
        shuffle=Shuffle(seed, 1),
        is_player=True,
    )
    rules = checking.rules(game, parsed.value, folder)
    best: tuple[int, dict[str, Plain]] | None = None
    for attempt in range(attempts):
        random = Random(f"{seed}/{attempt}" if attempt else seed)
        try:
            found = validation.find_legal(game, random, rules, spec, folder, name)
        except Infeasible:
            if best is None:
                raise
            continue
        lacking = 0
        if (view := found.view) is not None:
            # What it lacks in play: things of the game's checklist, gear, and attacks that may hit. What a table of the
            # book lists by name is gear: weapons and armour.
            gear = {path.partition(".")[0] for path in game.tables if path.endswith(".name")}
            needs = game.form.needs if game.form is not None else None
            lacking += sum(not need.by for need in needs(view.character)) if needs is not None else 0
            lacking += sum(action.kind == "attack" and action.chance < HOPELESS for action in view.actions())
            lacking += sum(not found.source.data.get(key) for key in gear)
        if best is None or lacking < best[0]:
            best = lacking, found.source.data
        if not best[0]:
            break
    assert best is not None
    return best[1]


def ideas(game: AnyGame, path: KeyPath, seed: str, number: int) -> Iterator[Plain]:
    """Yield up to ``number`` different values that drawn characters have at a path, or entries of it.

    An entry of a mapping is a mapping with one key. Nothing for a game without NPCs.
    """
    if game.npc is None:
        return
    archetype = archetypes.open_archetype(game).archetype
    assert archetype is not None, "only a pack can have errors here"
    known: set[str] = set()
    # Values repeat between characters, so more characters are drawn than ideas are asked for.
    for attempt in range(1, number * ATTEMPTS + 1):
        value: Plain
        if path == ("name",):
            value = archetype.names.pick(seed, attempt)
        elif path[0] in FREE_TEXTS:
            value = draw_details(archetype.details, Shuffle(seed, attempt)).get(str(path[0]))
        else:
            try:
                value = find_value(complete(game, {}, f"{seed}/{attempt}", attempts=1), path)
            except Infeasible:
                return
        entries = value if isinstance(value, list) else [value]
        if isinstance(value, dict):
            entries = [{name: inner} for name, inner in value.items()]
        for entry in entries:
            called = fold(str(next(iter(entry)) if isinstance(entry, dict) and len(entry) == 1 else entry))
            if entry and called not in known:
                known.add(called)
                yield entry
                if len(known) == number:
                    return
