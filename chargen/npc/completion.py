"""Complete a character: what is there stays, and the rest is drawn at random, legally."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.core.diagnostic import KeyPath, has_errors
from chargen.core.game import AnyGame
from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec
from chargen.core.parsing import parse
from chargen.core.parts import find_value
from chargen.core.reader import Plain
from chargen.core.shuffle import Shuffle
from chargen.npc import archetype as archetypes
from chargen.npc import validation
from chargen.npc.archetype_file import draw_details

FREE_TEXTS = ("name", "want", "secret", "look", "voice")
"""The keys whose values follow from nothing else in a character."""
ATTEMPTS = 3
"""The characters that are drawn for each idea at most (house default): some repeat what others have."""


class NotCompletable(ValueError):
    """Report values that no legal character can have; the message is that of the rule."""


def complete(game: AnyGame, fixed: Mapping[str, Plain], seed: str, folder: Path = Path()) -> dict[str, Plain]:
    """Return a legal character with some values fixed; the same seed draws the same rest.

    Raises `NotCompletable`, also for a game without NPCs.
    """
    if game.npc is None:
        raise NotCompletable(f"{game.title} draws no characters")
    pins: dict[str, Any] = {"system": game.key, "name": "Unnamed", **fixed}
    parsed = parse(game.concept, pins, partial=True)
    if parsed.value is None or has_errors(parsed.diagnostics):
        raise NotCompletable("; ".join(found.message for found in parsed.diagnostics))
    archetype = archetypes.open_archetype(game).archetype
    assert archetype is not None, "only a pack can have errors here"
    spec = NpcSpec(
        name=str(pins["name"]),
        pins=pins,
        pinned=parsed.value,
        words=archetype.words,
        shuffle=Shuffle(seed, 1),
        is_player=True,
    )
    rules = checking.rules(game, parsed.value, folder)
    try:
        # Few tries: the studio calls this while a user waits.
        found = validation.find_legal(game, Random(seed), rules, spec, folder, spec.name, validation.FEW)
    except Infeasible as exc:
        raise NotCompletable(exc.message) from exc
    if found.errors:
        raise NotCompletable(found.errors[0].message)
    return found.concept


def ideas(game: AnyGame, path: KeyPath, seed: str, number: int) -> Iterator[Plain]:
    """Yield up to ``number`` different values that drawn characters have at a path, or entries of it.

    An entry of a mapping is a mapping with one key. Nothing for a game without NPCs.
    """
    known: set[str] = set()
    # Values repeat between characters, so more characters are drawn than ideas are asked for.
    for value in _draw_values(game, path, seed, number * ATTEMPTS):
        if isinstance(value, dict):
            entries: list[Plain] = [{name: inner} for name, inner in value.items()]
        else:
            entries = value if isinstance(value, list) else [value]
        for entry in entries:
            called = fold(str(next(iter(entry)) if isinstance(entry, dict) and len(entry) == 1 else entry))
            if entry and called not in known:
                known.add(called)
                yield entry
                if len(known) == number:
                    return


def _draw_values(game: AnyGame, path: KeyPath, seed: str, number: int) -> Iterator[Plain]:
    """Yield the values at a path of ``number`` drawn characters; a name or a want needs no character."""
    if game.npc is None:
        return
    archetype = archetypes.open_archetype(game).archetype
    assert archetype is not None, "only a pack can have errors here"
    for attempt in range(1, number + 1):
        if path == ("name",):
            yield archetype.names.pick(seed, attempt)
        elif path[0] in FREE_TEXTS:
            yield dict(draw_details(archetype.details, Shuffle(seed, attempt))).get(str(path[0]))
        else:
            try:
                yield find_value(complete(game, {}, f"{seed}/{attempt}"), path)
            except NotCompletable:
                return
