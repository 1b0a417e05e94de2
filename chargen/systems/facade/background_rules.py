"""The rules of backgrounds and liabilities."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chargen.core.diagnostic import Diagnostic, error, warning
from chargen.core.names import listing
from chargen.core.roll import signed
from chargen.systems.facade import costs
from chargen.systems.facade.concept import Background, Concept
from chargen.systems.facade.rules import CLASSES, Rules


def background_parts(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Standard and exponential backgrounds have a cost and a level; individual ones have a price in points.

    Source: Façade 0.1, part 2, Backgrounds, and part 5 (FAC-a16, FAC-a19)
    """
    for index, background in enumerate(concept.backgrounds):
        for finding in parts_findings(background):
            yield replace(finding, path=("backgrounds", index, *finding.path))


def parts_findings(background: Background) -> Iterator[Diagnostic]:
    """What a background lacks or has too much of, with paths from the background."""
    for key, message in background_fault(background):
        if getattr(background, key) is None:
            values = listing(CLASSES, "or") if key == "cost" else "1 or higher"
            yield error(message, hint=f"add `{key}`, which is {values}")
        else:
            yield error(message, key, key=True, hint=f"take `{key}` out, or choose another `kind`")


def background_fault(background: Background) -> Iterator[tuple[str, str]]:
    """What a background lacks or has too much of: the key, and a message."""
    if background.kind is None:
        return
    for key in ("cost", "level", "points"):
        belongs = (key == "points") == (background.kind == "individual")
        stated = getattr(background, key) is not None
        if belongs and not stated and key != "points" and not background.unread(key):
            yield key, f"{_a(background.kind)} background needs `{key}`"
        elif stated and not belongs:
            other = "individual ones" if key == "points" else "standard and exponential ones"
            yield key, f"`{key}` is for {other}; this background is {background.kind}"


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def individual_price(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An individual background has a price of its own, which the GM sets.

    Source: Façade 0.1, part 2, Backgrounds (FAC-a19, ruling FAC-Q15)
    """
    for index, background in enumerate(concept.backgrounds):
        if background.kind == "individual" and background.points is None and not background.unread("points"):
            yield warning(
                f"`{background.name}` has no price, and is counted as free",
                "backgrounds",
                index,
                hint="add `points:` with the BP that the GM asks",
            )


def background_levels(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A background is of level 1 or higher; an exponential one of level 12 at most.

    Source: Façade 0.1, part 5, Backgrounds (FAC-a17, FAC-a18)
    """
    for index, background in enumerate(concept.backgrounds):
        for message in background_level(background, rules):
            yield error(message, "backgrounds", index, "level")


def background_level(background: Background, rules: Rules) -> Iterator[str]:
    """What is wrong with a background's level."""
    if background.level is None or background.kind not in ("standard", "exponential"):
        return
    highest = len(costs.exponential(background.cost or "simple", rules)) - 1
    if background.level < 1:
        yield f"a background is of level 1 or higher; found {signed(background.level)}" + (
            "" if background.liability else "; a liability gives points back by its class, not by a sign"
        )
    elif background.kind == "exponential" and background.level > highest:
        yield f"an exponential background is of level {highest} at most; found {background.level}"


def age_needed(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Background points by age want an age.

    Source: Façade 0.1, part 5, Backgrounds (FAC-a21, ruling FAC-Q14)
    """
    by_age = rules.background_points_from != "fixed" and not rules.pool_bought
    if by_age and concept.age is None and not concept.unread("age"):
        yield error(
            f"`background_points_from: {rules.background_points_from}` needs the character's `age`",
            "age",
            hint="add `age:`",
        )
