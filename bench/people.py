"""Measure an NPC: generated, checked and derived, with all chances computed."""

import gc
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench import cpu
from bench.limits import Limit, verdicts
from chargen import registry
from chargen.checking.concept import make_sheet
from chargen.gc_tuning import seldom_collected
from chargen.npc import ordering, roles
from chargen.npc.generation import Npc, Order, make_npc
from chargen.page.sheet import Sheet

LIMIT_MS, LIMITS_MS = 2.0, {"facade": 5.0}
"""The most milliseconds for a person, and where a game may take longer."""
ROUNDS = 5
OF_A_ROLE = 20
"""NPCs of a role in a round."""
SIZES = {100: 9, 1_000: 3, 10_000: 1}
"""How many people are made at a time, and how often."""
GAME = "five-by-five"
"""Whose cost is followed through the sizes."""
FLAT = 1.3
"""The time of the slowest size, in parts of the fastest (chargen's limit)."""
ROLE = "guard"


def order(game: str, role: str, seed: str) -> Order:
    """Return an order of NPCs, as the command makes it."""
    found = ordering.read_order(game, role, None, seed).order
    if found is None:
        raise SystemExit(f"{game} has no role {role}")
    return found


def some(game: str, role: str, number: int, seed: str = "bench") -> Iterator[Npc]:
    """People of a role, the first first."""
    ordered = order(game, role, seed)
    return (make_npc(ordered, which) for which in range(1, number + 1))


def sheets(game: str, number: int, role: str = ROLE, seed: str = "bench") -> list[Sheet]:
    """Return the sheets of NPCs of a role."""
    return [make_sheet(npc.checked) for npc in some(game, role, number, seed)]


def milliseconds(game: str, role: str, number: int, seed: str) -> float:
    """Return the average CPU time for each of ``number`` NPCs."""
    ordered = order(game, role, seed)
    gc.collect()
    with seldom_collected():
        start = time.process_time()
        for which in range(1, number + 1):
            make_npc(ordered, which).checked.rolls()
        return (time.process_time() - start) * 1000 / number


def section(folder: Path, *, quick: bool = False) -> str:
    """Yield a row for each game, and for one game from small batches to large ones."""
    rounds, number = (2, 5) if quick else (ROUNDS, OF_A_ROLE)
    lines = ["| game | roles | ms an NPC | slowest role | at most |", "|---|---|---|---|---|"]
    limits = []
    slowness = cpu.slowness()
    for game in registry.list_games():
        costs = {role: _median(game, role, number, rounds) for role in roles.list_roles(game)}
        mean = statistics.mean(costs.values()) / slowness
        slowest = max(costs, key=costs.__getitem__)
        most = LIMITS_MS.get(game, LIMIT_MS)
        limits.append(Limit(f"a person of {game}, in ms", mean, most))
        worst = f"{slowest}: {costs[slowest] / slowness:.2f}"
        lines.append(f"| {game} | {len(costs)} | **{mean:.2f}** | {worst} | {most:g} {limits[-1].sign} |")
    sizes = {size: 1 if quick else number for size, number in SIZES.items() if size <= (1_000 if quick else size)}
    flat = {size: _median(GAME, ROLE, size, number) for size, number in sizes.items()}
    lines += ["", f"{GAME}, {ROLE}s, ms per NPC: " + ", ".join(f"{size:,}: {ms:.2f}" for size, ms in flat.items())]
    limits.append(Limit("the slowest size in parts of the fastest", max(flat.values()) / min(flat.values()), FLAT))
    return "\n".join([*lines, "", verdicts(limits)])


def _median(game: str, role: str, number: int, rounds: int) -> float:
    milliseconds(game, role, 1, "warm")
    return statistics.median(milliseconds(game, role, number, f"round {turn}") for turn in range(rounds))
