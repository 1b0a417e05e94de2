"""The rules of the budgets: what is short and how to mend it, and what is left."""

from collections.abc import Iterable

from chargen.core.diagnostic import Diagnostic, Path, Related, error, warning
from chargen.core.names import listing
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.reckoning import (
    AREAS,
    SECTIONS,
    Area,
    Part,
    Reckoning,
    cheapest_change,
    reckon,
    values,
    written,
)
from chargen.systems.facade.rules import Rules


def budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """What everything costs is granted: AP, SP and BP, and the common pool of EP (or WP) that covers the rest.

    One EP buys 1 AP, 2 SP or 1 BP; one WP of the pool buy 2 AP, 4 SP or 2 BP. They are spent whole.

    Source: Façade 0.1, part 5 (FAC-a1, FAC-a2, FAC-a2b, FAC-a3, ruling FAC-Q4)
    """
    found = reckon(concept, rules)
    if found.left >= 0:
        return
    short = sorted((area for area in found.areas if area.from_pool), key=lambda area: -area.from_pool)
    change = cheapest_change(concept, rules)
    worst = short[0]
    related = [
        Related(path=(SECTIONS[area.name],), message=f"{area.name}: {made_of(area.parts)}", key=True)
        for area in short[1:]
    ]
    if change is not None:
        related.append(Related(path=change.path, message=change.words))
    yield error(
        f"{-found.left} {found.pool_name} short: {found.needed} are needed and {found.available} are there; "
        + "; ".join(_overdrawn(area, found.pool_name) for area in short),
        SECTIONS[worst.name],
        key=True,
        label=f"{worst.name}: {made_of(worst.parts)}",
        hint=_mended_by(change.words, change.path, found) if change else _too_much(found, short),
        mentions=(change.path,) if change else (),
        related=tuple(related),
    )


def _overdrawn(area: Area, pool: str) -> str:
    parts = f" ({made_of(area.parts, 4)})" if len(area.parts) > 1 else ""
    return f"{written(area.spent)} {area.name}{parts} of {area.granted} take {area.from_pool} {pool}"


def made_of(parts: Iterable[Part], most: int = 6) -> str:
    """The parts of a sum in words, the largest first.

    >>> from fractions import Fraction
    >>> made_of([Part("Body", Fraction(26)), Part("modifiers", Fraction(7)), Part("debts", Fraction(-3))])
    'Body 26 + modifiers 7 − debts 3'
    """
    shown = sorted((part for part in parts if part.cost), key=lambda part: -part.cost)
    if len(shown) > most:
        rest = shown[most - 1 :]
        shown = [
            *shown[: most - 1],
            Part(f"{len(rest)} more", sum((part.cost for part in rest), start=shown[0].cost * 0)),
        ]
    words = ""
    for part in shown:
        sign = ("− " if part.cost < 0 else "+ ") if words else ("−" if part.cost < 0 else "")
        words += f"{' ' if words else ''}{sign}{part.name} {written(abs(part.cost))}"
    return words


def _mended_by(words: str, path: Path, found: Reckoning) -> str:
    return f"the cheapest single change: {words} ({{lines}})"


def _too_much(found: Reckoning, short: list[Area]) -> str:
    areas = listing((area.name for area in short), "and")
    return f"no single change is enough: take back {-found.left} {found.pool_name} worth of {areas}"


def unspent(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Points that are granted are there to be spent.

    AP, SP and BP are not traded for each other, and what is left of a whole EP or WP is lost (*ours*).

    Source: Façade 0.1, part 5 (FAC-b20, ruling FAC-Q4)
    """
    found = reckon(concept, rules)
    whole = all(value is not None for value in values(concept.attributes).values())
    whole = whole and all(each.cost is not None and each.level is not None for each in concept.modifiers)
    unread = {"SP": concept.unread_within("skills"), "BP": concept.unread_within("backgrounds")}
    for name in AREAS:
        area = found.area(name)
        if not area.left or (name == "AP" and not whole) or unread.get(name):
            continue
        if area.from_pool:
            message = f"{written(area.left)} {name} of the last {found.pool_name} is not spent"
        else:
            message = f"{written(area.left)} of {area.granted} {name} are not spent"
        yield warning(message, SECTIONS[name], key=True, hint=_SPEND[name])
    if found.left > 0 and whole and not any(unread.values()):
        rates = rules.grants
        buys = (
            f"{rates.buys_attribute_points} AP, {rates.buys_skill_points} SP or {rates.buys_background_points} BP each"
        )
        yield warning(
            f"{found.left} of {found.available} {found.pool_name} are not spent",
            "attributes",
            key=True,
            hint=f"they buy {buys}: spend more in any area and the rest is worked out",
        )


_SPEND = {
    "AP": "raise an attribute, or take a modifier",
    "SP": "raise a skill, or add one",
    "BP": "raise a background, or add one",
}
