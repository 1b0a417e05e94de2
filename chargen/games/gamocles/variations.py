"""Variations of strangers: which are open to one, which are drawn, and how a concept file writes them."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from chargen.core.names import fold
from chargen.games.gamocles import creation, ratings, scores
from chargen.games.gamocles.concept import Variation
from chargen.games.gamocles.fitting import Need
from chargen.games.gamocles.words import PLAIN_VARIATION


def open_to(variation: Variation, values: Mapping[str, int], held: Iterable[Variation]) -> bool:
    """Whether a variation can be taken: its prerequisites are met, and none of its name is held."""
    return not any(creation.unmet(variation, values)) and all(
        fold(each.name or "") != fold(variation.name or "") for each in held
    )


def drawn(
    random: Random, known: Sequence[Variation], values: Mapping[str, int], needs: Sequence[Need], points: int | None
) -> tuple[Variation, ...]:
    """One or two variations that are open to somebody with such numbers; they share the ``points``, if not None.

    Where there are points to spend and none is open, there is a plain one.
    """
    wanted = random.randint(1, 2)
    chosen: list[Variation] = []
    for each in random.sample(known, len(known)):
        if len(chosen) < wanted and open_to(each, values, chosen) and _bearable((*chosen, each), values, needs):
            chosen.append(each)
    if points is None:
        return tuple(chosen)
    if not chosen and points:
        chosen = [PLAIN_VARIATION]
    shares = [points // len(chosen)] * (len(chosen) - 1) if chosen else []
    return tuple(
        each.model_copy(update={"points": share})
        for each, share in zip(chosen, (points - sum(shares), *shares), strict=False)
    )


def _bearable(chosen: Iterable[Variation], values: Mapping[str, int], needs: Sequence[Need]) -> bool:
    """Whether no rating falls below 0 by what some variations take from it."""
    for need, rating in zip(needs, (ratings.OFFENSIVE, ratings.DEFENSIVE), strict=True):
        added = sum(scores.modifiers(each.modifies, rating) for each in chosen if each.modifies)
        if added < 0 and not need.met(values, less=-added):
            return False
    return True


def data(variation: Variation) -> dict[str, object]:
    """A variation as plain data, without what is empty."""
    known = {
        "name": variation.name,
        "points": variation.points,
        "requires": dict(variation.requires),
        "effect": variation.effect,
        "why": variation.why,
        "modifies": dict(variation.modifies),
    }
    return {key: value for key, value in known.items() if value}
