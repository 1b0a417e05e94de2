"""Compare chargen's results for concepts with dice rolled for the same stat blocks."""

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.cli.running import run
from tests.fights.by_hand.field import RUNS, SIDES, Field, Floats

SIGMAS = 3.0


@dataclass(frozen=True)
class Duel:
    """A fight of fighters that are given as concepts, and to the dice as stat blocks."""

    shows: str
    party: Sequence[str]
    others: Sequence[str]
    fight: Callable[[Sequence[Any], Sequence[Any], int], Field]
    blocks: Mapping[str, Any]
    """The stat block of each concept; another name in a concept makes no difference."""
    rolled: Sequence[str] = ()
    """The others in the order in which they strike, where it is not that of the command."""
    options: tuple[str, ...] = ()
    uses: tuple[tuple[str, str], ...] = ()
    """For attackers by name, the roll that the table must name."""

    def __str__(self) -> str:
        return self.shows

    def dice(self, seed: int) -> Field:
        """Return the fight as the dice have it."""
        blocks = {_without_name(concept): block for concept, block in self.blocks.items()}
        party, others = (
            [blocks[_without_name(one)] for one in side] for side in (self.party, self.rolled or self.others)
        )
        return self.fight(party, others, seed)


def _without_name(concept: str) -> str:
    return re.sub("^name: .*$", "", concept, flags=re.MULTILINE)


def computed(duel: Duel, folder: Path) -> dict[str, Any]:
    """Return the result of `chargen encounter` for the concepts, all of which are valid."""
    sides: list[list[Path]] = [[], []]
    for side, concepts in zip(sides, (duel.party, duel.others), strict=True):
        for concept in concepts:
            path = folder / f"{len(sides[0]) + len(sides[1])}.yaml"
            path.write_text(concept, encoding="utf-8")
            side.append(path)
    checked = run("check", *sides[0], *sides[1])
    assert checked.code == 0, checked.out
    against = [argument for path in sides[1] for argument in ("--against", path)]
    ended = run("encounter", *sides[0], *against, "--format", "json", *duel.options)
    assert ended.code == 0, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


@dataclass
class Verdict:
    """What was compared, and what differs by more than chance allows."""

    compared: int = 0
    differs: dict[str, str] = field(default_factory=dict)

    def chance(self, what: str, computed: float, rolled: Floats, error: float = 0.0) -> None:
        """Compare a chance: the error is that of the computed one."""
        self._within(what, computed, rolled, np.sqrt(computed * (1 - computed) / rolled.size + error**2))

    def mean(self, what: str, computed: float, rolled: Floats, error: float = 0.0) -> None:
        """Compare a mean by the spread of what was rolled."""
        self._within(what, computed, rolled, np.sqrt(rolled.var() / rolled.size + error**2))

    def _within(self, what: str, computed: float, rolled: Floats, sigma: float) -> None:
        self.compared += 1
        off = abs(float(rolled.mean()) - computed)
        if off > SIGMAS * sigma + 1e-8:
            sigmas = off / max(sigma, 1e-9)
            self.differs[what] = f"chargen {computed:.5f}, dice {rolled.mean():.5f}, {sigmas:.1f} σ"


def judged(duel: Duel, folder: Path) -> Verdict:
    """Compare all figures of a fight.

    Of some hundred correct figures, one or two are more than three standard errors off. If any is, all dice are rolled
    again, and only what differs both times counts.
    """
    found, seed = computed(duel, folder), zlib.crc32(duel.shows.encode())
    verdict = compared(duel, found, seed)
    if verdict.differs:
        again = compared(duel, found, seed + 1)
        verdict.differs = {what: says for what, says in again.differs.items() if what in verdict.differs}
    return verdict


def compared(duel: Duel, found: dict[str, Any], seed: int) -> Verdict:
    """Roll blows on a fresh fighter, and the complete fight, and compare both with the computed results."""
    verdict = Verdict()
    everywhere = np.arange(RUNS)
    names = [person["name"] for side in SIDES for person in found[side]]
    for entry in found["attacks"]:
        fresh = duel.dice(seed)
        fresh.begin()
        blows = fresh.blows(names.index(entry["attacker"]), names.index(entry["target"]), everywhere)
        what = f"{entry['attacker']} on {entry['target']}"
        verdict.chance(f"{what} hits", entry["hit"]["probability"], blows.hit.astype(float))
        verdict.mean(f"{what} harms", entry["mean_harm"]["mean"], blows.harm)
        for attacker, says in duel.uses:
            assert attacker != entry["attacker"] or entry["roll"].startswith(says), entry["roll"]
    fight, outcome = duel.dice(seed).fought(), found["outcome"]
    for kind, ends in (("wins", fight.wins), ("drops_first", fight.first)):
        for name, runs in ends.items():
            chance = outcome[kind][name]
            verdict.chance(f"{kind} {name}", chance["probability"], runs.astype(float), chance.get("error", 0.0))
    down = [pair for side in SIDES for pair in zip(found[side], outcome["down"][side], strict=True)]
    for person, chance in down:
        rolled = fight.down[:, names.index(person["name"])].astype(float)
        verdict.chance(f"{person['name']} is down", chance["probability"], rolled, chance.get("error", 0.0))
    for key, rounds in (("rounds_to_first", fight.rounds_to_first), ("rounds_to_end", fight.rounds_to_end)):
        mean = outcome[key]
        if mean is not None and rounds.all():
            verdict.mean(key, mean["mean"], rounds.astype(float), mean.get("error", 0.0))
    return verdict
