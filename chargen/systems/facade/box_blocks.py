"""The sheet's boxes for a pencil: limit pools, damage, hits, the turn, and points to spend."""

from chargen.core.sheet import Box, Track
from chargen.systems.facade.body import LimitPool
from chargen.systems.facade.character import (
    HITS_PER_BOX,
    KINDS,
    MOST_CARRIED_OVER,
    Character,
)
from chargen.systems.facade.numbers import pool_boxes


def limit_pool(pool: LimitPool, character: Character) -> Track:
    marked = character.state.get(pool.name, 0)
    filled = marked if isinstance(marked, int) else 0
    will = f", and with Will at {pool.with_will}" if pool.with_will is not None else ""
    return Track(
        name=f"limit-{pool.name}",
        title=f"{pool.name.capitalize()} ({pool.category})",
        boxes=tuple(Box(label=str(number), filled=number <= filled) for number in range(1, pool_boxes(pool) + 1)),
        caption=f"from {pool.threshold} on the least difficulty; at {pool.double} {_AT_DOUBLE[pool.name]}{will}",
    )


_AT_DOUBLE = {
    "strain": "rolls fail: rest",
    "fatigue": "rolls fail",
    "stress": "more of it becomes Passion",
    "passion": "rolls fail: lost in emotion",
    "exhaustion": "rolls fail: out of juice",
}


def health(kind: str, character: Character) -> Track:
    marked = character.state.get(kind, 0)
    filled = marked if isinstance(marked, int) else 0
    levels = character.health[kind]
    return Track(
        name=f"health-{kind}",
        title=f"{kind.capitalize()} {levels}",
        place="main",
        boxes=tuple(Box(filled=number < filled) for number in range(levels)),
    )


def hits(location: str, character: Character) -> Track:
    boxes = []
    for kind in KINDS:
        marked = character.state.get(f"{location}_hits_{kind}", 0)
        filled = marked if isinstance(marked, int) else 0
        boxes += [Box(label=kind[0].upper(), filled=number < filled) for number in range(HITS_PER_BOX)]
    penalty = character.wound_penalties.get(location, 0)
    everything = character.wound_penalties["all"] if location == "torso" else 0
    caption = f"all physical actions −{everything}" if everything else f"−{penalty}" if penalty else ""
    return Track(name=f"hits-{location}", title=f"Hits: {location}", place="side", boxes=tuple(boxes), caption=caption)


def turn(character: Character) -> Track:
    state = character.state
    return Track(
        name="turn",
        title="This turn",
        place="main",
        boxes=(
            Box(label="Active", filled=bool(state.get("active_used"))),
            Box(label="Passive", filled=bool(state.get("passive_used"))),
        ),
    )


def tired(character: Character) -> Track:
    """Fatigue beyond its double makes Action harder on the next day (FAC-c6)."""
    marked = character.state.get("fatigue_from_yesterday", 0)
    filled = marked if isinstance(marked, int) else 0
    return Track(
        name="tired",
        title="Fatigue from yesterday",
        place="side",
        boxes=tuple(Box(filled=number < filled) for number in range(MOST_CARRIED_OVER)),
    )


def earned(character: Character) -> Track:
    pool = character.reckoning.pool_name
    left = max(0, character.reckoning.left)
    boxes = min(30, 10 + left - left % 5)
    return Track(
        name="earned",
        title=f"{pool} to spend",
        place="side",
        boxes=tuple(Box(filled=number < left) for number in range(boxes)),
        caption=f"earned {character.reckoning.earned}, left {left}",
    )
