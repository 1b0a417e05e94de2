"""What makes a Gamocles character legal: one function, one rule, one code.

A rule yields what it finds; the pipeline gives each finding the rule's name as its code. The text says what a
character is made of and how it is added up. It has no budget, so that none is held against anybody unless a table
sets one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from chargen.core.diagnostic import Diagnostic, error, note, warning
from chargen.core.names import fold, listing
from chargen.core.roll import signed
from chargen.core.schema_error import kind, number_hint
from chargen.games.gamocles import pool as pools_of
from chargen.games.gamocles import ratings, scores
from chargen.games.gamocles.concept import Concept, Gear, Variation
from chargen.games.gamocles.names import EVERY, RATINGS, SKILLS, TRAITS
from chargen.games.gamocles.rules import LARGEST_SCORE, Rules
from chargen.kit.checks import (
    Check,
    every,
    find,
    find_names,
    known,
    once,
    outside,
    reads,
    repeated,
    sum_is,
    unlisted,
    within,
)
from chargen.kit.vocabulary import Name, Vocabulary


def five_traits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Every character has all five traits: Grit, Instinct, Movement, Reason and Will.

    A skill that is not listed is 0. A trait is how many dice are kept, and has no such reading.

    Source: Gamocles, The Character Sheet (GAM-a1)
    """
    if concept.traits is None:
        return
    stated = {TRAITS.called(word) for word, _ in scores.written(concept.traits)}
    missing = [name for name in TRAITS if name not in stated]
    if missing:
        several = "are" if len(missing) > 1 else "is"
        yield error(
            f"{listing(missing)} {several} missing: all five traits are needed",
            "traits",
            hint=f"add {listing(f'`{name.key}:`' for name in missing)}",
        )


def whole_numbers(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Traits, skills, requirements and modifiers are whole numbers: they count dice and points.

    Above 999, or below −999, is no number that a pool could use (*ours*: the text has no limit).

    Source: Gamocles, basic mechanics (GAM-a1, GAM-a2)
    """
    yield from _not_whole(concept.traits, "traits")
    yield from _not_whole(concept.skills, "skills")
    for index, variation in enumerate(concept.variations):
        yield from variation_numbers(variation, "variations", index)


def variation_numbers(variation: Variation, *path: str | int) -> Iterator[Diagnostic]:
    """Yield what `whole_numbers` finds on one variation that stands at ``path``."""
    yield from _not_whole(variation.requires, *path, "requires")
    yield from _not_whole(variation.modifies, *path, "modifies")


def _not_whole(values: Mapping[str, Any] | None, *path: str | int) -> Iterator[Diagnostic]:
    for word, value in scores.written(values):
        if not scores.is_whole(value):
            message = f"`{word}` must be a whole number; found {kind(value)}"
            yield error(message, *path, word, hint=number_hint(value) or "write one whole number")
        elif abs(value) > LARGEST_SCORE:
            span = f"from {signed(-LARGEST_SCORE)} to {LARGEST_SCORE}"
            yield error(f"`{word}` goes {span} (ours); found {signed(value)}", *path, word)


def traits_of_zero(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A trait of 0 keeps no dice, so that each of its checks totals 0.

    Nothing forbids it, but it is seldom meant.

    Source: Gamocles, basic mechanics (GAM-b6, ruling GAM-Q8)
    """
    for word, value in scores.written(concept.traits):
        name = TRAITS.called(word)
        if name is not None and scores.is_whole(value) and value == 0:
            yield warning(
                f"with {name} 0 no dice are kept: every {name} check totals 0", "traits", word, hint="make it 1 or more"
            )


def limits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A new character's traits and skills keep to the limits that the table sets, if it sets any.

    The text has none (*ours*): `highest_trait`, `lowest_skill` and `highest_skill` under `rules:`.

    Source: ruling GAM-Q1
    """
    for at, low, high in (
        ("traits.*", None, rules.highest_trait),
        ("skills.*", rules.lowest_skill, rules.highest_skill),
    ):
        for path, value in find(concept, at) if low is not None or high is not None else ():
            if scores.is_whole(value):
                yield from outside(value, low, high, *path, when="for a new character at this table")


@reads("traits", "skills", "variations")
def no_budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The text has no budget for new characters, so that only their build is checked.

    A table may set one: `rules: {trait_points: 12, skill_points: 10, variation_points: 5}`, in the concept or its
    campaign file (the numbers are *ours*).

    Source: Gamocles, The Character Sheet (GAM-a6, ruling GAM-Q1)
    """
    budgets = scores.spent(concept, rules).items()
    totals = [f"{name} {signed(spent)}" for name, (budget, spent) in budgets if budget is None]
    if totals:
        yield note(
            f"the text has no budget to check against; totals: {', '.join(totals)}",
            "name",
            key=True,
            hint="a table may set one: `rules: {trait_points: 12, skill_points: 10, variation_points: 5}`",
        )


def prerequisites(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A variation is open to those who meet its prerequisites.

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    if not any(variation.requires for variation in concept.variations):
        return
    numbers, unknown = scores.every(concept, rules), scores.unread(concept)
    for index, variation in enumerate(concept.variations):
        yield from unmet(variation, numbers, "variations", index, unknown=unknown)


def unmet(
    variation: Variation, numbers: Mapping[str, int], *path: str | int, unknown: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield what `prerequisites` finds on one variation that stands at ``path``."""
    for word, name, least in scores.required(variation):
        if name.full not in unknown and numbers[name.full] < least:
            asks = f"`{variation.name}` asks for {name} {signed(least)} or more"
            hint = f"raise {name} to {signed(least)}, or choose another variation"
            yield error(f"{asks}; {name} is {signed(numbers[name.full])}", *path, "requires", word, hint=hint)


def variation_terms(variation: Variation, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """A variation requires traits and skills, and modifies ratings, each named once.

    What it does beyond that is words, under `effect`: the text has no list of variations (*ours*).

    Source: Gamocles, The Character Sheet (GAM-a4, ruling GAM-Q14)
    """
    for key, vocabulary in (("requires", EVERY), ("modifies", RATINGS)):
        names = list(find_names(variation, key, *path))
        yield from unlisted(names, vocabulary)
        yield from repeated(names, vocabulary)


def gear_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Each weapon and each suit of armour has a name of its own; unarmed and unarmoured come by themselves.

    There is a rating for each, by that name (*ours*).

    Source: Gamocles, The Character Sheet (GAM-b1, GAM-b2)
    """
    for side in ratings.SIDES:
        names = list(find_names(concept, side.key))
        yield from repeated(names)
        for path, name, _ in names:
            if fold(name) == fold(side.bare):
                hint = "take it out, or name what is worn or held"
                yield error(f"`{name}` comes by itself, with a rating of 0", *path, "name", hint=hint)


def low_ratings(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A rating below 0 is worth a second look.

    The sums have no floor, and negative skills and gear may well bring one there.

    Source: Gamocles, The Character Sheet (ruling GAM-Q13)
    """
    numbers, unread = scores.every(concept, rules), scores.unread(concept)
    if any(variation.unread_within("modifies") for variation in concept.variations):
        return
    for side in ratings.SIDES:
        gear: tuple[Gear, ...] = getattr(concept, side.key)
        for index, rating in enumerate(ratings.ratings(side, numbers, gear, concept.variations)):
            is_read = unread.isdisjoint(side.addends) and not (index < len(gear) and gear[index].unread("rating"))
            if rating.number < 0 and is_read:
                where = (side.key, index) if index < len(gear) else ("skills" if concept.skills else "traits",)
                message = f"the {side.rating} {rating.gear} is {signed(rating.number)}; the sum has no floor"
                yield warning(message, *where)


def pools(written: str, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """A further pool is written as dice rolled, k, and dice kept.

    Checks are nearly always the sum of a trait and a skill; this is for the others.

    Source: Gamocles, basic mechanics (ruling GAM-Q11)
    """
    if pools_of.read(written) is None:
        hint = "write dice rolled, k, and dice kept, such as 6k3, or 6k3+4"
        yield error(f"`{written}` is no pool", *path, hint=hint)


def _counted(among: Vocabulary[Name]) -> Callable[[Concept], bool]:
    """Whether all numbers of some names could be read."""
    return lambda concept: scores.unread(concept).isdisjoint(name.full for name in among)


CREATION: tuple[Check[Concept, Rules], ...] = (
    five_traits,
    known(
        "trait_names",
        "traits",
        TRAITS,
        elsewhere=SKILLS,
        asks="A trait is one of the five, by name or abbreviation.",
        source="Gamocles, The Character Sheet (GAM-a1)",
    ),
    known(
        "skill_names",
        "skills",
        SKILLS,
        elsewhere=TRAITS,
        asks="A skill is one of the ten, by name or abbreviation.",
        source="Gamocles, The Character Sheet (GAM-a2)",
    ),
    once(
        "named_once",
        "traits",
        "skills",
        vocabulary=EVERY,
        asks="A trait or skill is stated once: its name and its abbreviation are one and the same.",
        source="Gamocles, The Character Sheet (GAM-a2)",
    ),
    whole_numbers,
    within(
        "negative_traits",
        "traits.*",
        0,
        None,
        hint="make it 1 or more: only skills may be negative",
        asks="No trait is negative.",
        why="A trait is how many dice are kept, and a check with a negative number of dice fails of itself. "
        "Only skills are said to be negative at times.",
        source="Gamocles, basic mechanics (ruling GAM-Q8)",
    ),
    traits_of_zero,
    limits,
    sum_is(
        "trait_points",
        "traits",
        "trait_points",
        total=scores.SPENT["traits"],
        whole=_counted(TRAITS),
        applies=lambda concept: concept.traits is not None,
        asks="The traits add up to the table's `trait_points`, where it sets them: more is an error, less a warning.",
        why="The text has no budget (*ours*).",
        source="ruling GAM-Q1",
    ),
    sum_is(
        "skill_points",
        "skills",
        "skill_points",
        total=scores.SPENT["skills"],
        whole=_counted(SKILLS),
        otherwise_at="traits",
        asks="The skills add up to the table's `skill_points`, where it sets them; negative skills give points back.",
        why="More is an error, less a warning. The text has no budget (*ours*).",
        source="ruling GAM-Q1",
    ),
    sum_is(
        "variation_points",
        "variations",
        "variation_points",
        total=scores.SPENT["variations"],
        what="the prices of the variations",
        otherwise_at="traits",
        asks="The variations cost the table's `variation_points` together, where it sets them.",
        why="More is an error, less a warning. The text says that points are needed, and not how many (*ours*).",
        source="Gamocles, The Character Sheet (GAM-a4, ruling GAM-Q1)",
    ),
    no_budget,
    prerequisites,
    every(variation_terms, "variations.*"),
    once(
        "variation_names",
        "variations",
        asks="Each variation has a name of its own, whatever its case: the ledger calls it by that (*ours*).",
        source="chargen's concept format",
    ),
    gear_names,
    low_ratings,
    every(pools, "pools.*.pool"),
)
