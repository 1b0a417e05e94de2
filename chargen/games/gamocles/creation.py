"""What makes a Gamocles character legal: one function, one rule, one code.

A rule yields what it finds; the pipeline gives each finding the rule's name as its code. The text says what a
character is made of and how it is added up. It has no budget, so that none is held against anybody unless a table
sets one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chargen.core.diagnostic import Diagnostic, Related, error, note, warning
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import signed
from chargen.core.schema_error import kind, number_hint
from chargen.games.gamocles import pool as pools_of
from chargen.games.gamocles import ratings, scores
from chargen.games.gamocles.concept import Concept, Variation
from chargen.games.gamocles.names import RATINGS, SKILLS, TRAITS, UNARMED, UNARMOURED, Name, called, meant, words
from chargen.games.gamocles.rules import LARGEST_SCORE, Rules
from chargen.kit.checks import reads

_EVERY = (*TRAITS, *SKILLS)


def five_traits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Every character has all five traits: Grit, Instinct, Movement, Reason and Will.

    A skill that is not listed is 0. A trait is how many dice are kept, and has no such reading.

    Source: Gamocles, The Character Sheet (GAM-a1)
    """
    if concept.traits is None:
        return
    stated = {called(word, TRAITS) for word, _ in scores.written(concept.traits)}
    missing = [name for name in TRAITS if name not in stated]
    if missing:
        several = "are" if len(missing) > 1 else "is"
        yield error(
            f"{listing(missing)} {several} missing: all five traits are needed",
            "traits",
            hint=f"add {listing(f'`{name.key}:`' for name in missing)}",
        )


def trait_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A trait is one of the five, by name or abbreviation.

    Source: Gamocles, The Character Sheet (GAM-a1)
    """
    yield from _unknown(concept.traits, TRAITS, "trait", "traits", elsewhere=SKILLS)


def skill_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A skill is one of the ten, by name or abbreviation.

    Source: Gamocles, The Character Sheet (GAM-a2)
    """
    yield from _unknown(concept.skills, SKILLS, "skill", "skills", elsewhere=TRAITS)


def _unknown(
    values: Mapping[str, Any] | None,
    among: tuple[Name, ...],
    what: str,
    *path: str | int,
    elsewhere: tuple[Name, ...] = (),
) -> Iterator[Diagnostic]:
    for word, _ in scores.written(values):
        if called(word, among) is not None:
            continue
        yield error(
            f"there is no {what} `{word}`",
            *path,
            word,
            key=True,
            hint=instead(word, among, called(word, elsewhere)),
        )


def instead(word: str, among: tuple[Name, ...], other: Name | None = None) -> str:
    """What was most likely meant by an unknown name."""
    if other is not None:
        return f"{other} is a {'trait' if other in TRAITS else 'skill'}"
    near = meant(word, among)
    everything = f"there are {listing(name.key for name in among)}"
    return f"did you mean `{near.key}`?" if near else did_you_mean(word, words(among), everything)


def named_once(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A trait or skill is stated once: its name and its abbreviation are one and the same.

    Source: Gamocles, The Character Sheet (GAM-a2)
    """
    yield from _twice(concept.traits, TRAITS, "traits")
    yield from _twice(concept.skills, SKILLS, "skills")


def _twice(values: Mapping[str, Any] | None, among: tuple[Name, ...], *path: str | int) -> Iterator[Diagnostic]:
    first: dict[Name, str] = {}
    for word, _ in scores.written(values):
        name = called(word, among)
        if name is None:
            continue
        if name in first:
            yield error(
                f"{name} stands twice: `{word}` and `{first[name]}` are one and the same",
                *path,
                word,
                key=True,
                hint="keep one of them",
                related=(Related(path=(*path, first[name]), message="the first", key=True),),
            )
        first.setdefault(name, word)


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
    """What `whole_numbers` finds on one variation that stands at ``path``."""
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


def negative_traits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """No trait is negative.

    A trait is how many dice are kept, and a check with a negative number of dice fails of itself. Only skills are
    said to be negative at times.

    Source: Gamocles, basic mechanics (ruling GAM-Q8)
    """
    for word, value in scores.written(concept.traits):
        name = called(word, TRAITS)
        if name is not None and scores.is_whole(value) and value < 0:
            yield error(
                f"{name} is {signed(value)}; only skills may be negative",
                "traits",
                word,
                hint="make it 1 or more",
            )


def traits_of_zero(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A trait of 0 keeps no dice, so that each of its checks totals 0.

    Nothing forbids it, but it is seldom meant.

    Source: Gamocles, basic mechanics (GAM-b6, ruling GAM-Q8)
    """
    for word, value in scores.written(concept.traits):
        name = called(word, TRAITS)
        if name is not None and scores.is_whole(value) and value == 0:
            yield warning(
                f"with {name} 0 no dice are kept: every {name} check totals 0", "traits", word, hint="make it 1 or more"
            )


def limits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A new character's traits and skills keep to the limits that the table sets, if it sets any.

    The text has none (*ours*): `highest_trait`, `lowest_skill` and `highest_skill` under `rules:`.

    Source: ruling GAM-Q1
    """
    yield from _outside(concept.traits, TRAITS, None, rules.highest_trait, "traits")
    yield from _outside(concept.skills, SKILLS, rules.lowest_skill, rules.highest_skill, "skills")


def _outside(
    values: Mapping[str, Any] | None, among: tuple[Name, ...], low: int | None, high: int | None, section: str
) -> Iterator[Diagnostic]:
    for word, value in scores.written(values):
        name = called(word, among)
        if name is None or not scores.is_whole(value):
            continue
        if high is not None and value > high:
            yield error(f"{name} is {value}; this table's limit for a new character is {signed(high)}", section, word)
        elif low is not None and value < low:
            yield error(
                f"{name} is {signed(value)}; this table's limit for a new character is {signed(low)}", section, word
            )


def trait_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The traits add up to the table's `trait_points`, where it sets them: more is an error, less a warning.

    The text has no budget (*ours*).

    Source: ruling GAM-Q1
    """
    if concept.traits is not None:
        whole = not scores.unread(concept) & {name.full for name in TRAITS}
        total = sum(scores.traits(concept.traits, rules).values())
        yield from _sum("traits", total, rules.trait_points, "traits", whole)


def skill_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The skills add up to the table's `skill_points`, where it sets them; negative skills give points back.

    More is an error, less a warning. The text has no budget (*ours*).

    Source: ruling GAM-Q1
    """
    section = "skills" if concept.skills else "traits"
    whole = not scores.unread(concept) & {name.full for name in SKILLS}
    yield from _sum("skills", sum(scores.skills(concept.skills).values()), rules.skill_points, section, whole)


def variation_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The variations cost the table's `variation_points` together, where it sets them.

    More is an error, less a warning. The text says that points are needed, and not how many (*ours*).

    Source: Gamocles, The Character Sheet (GAM-a4, ruling GAM-Q1)
    """
    section = "variations" if concept.variations else "traits"
    cost = sum(variation.points for variation in concept.variations)
    yield from _sum("variations", cost, rules.variation_points, section, not concept.unread_within("variations"))


def _sum(what: str, spent: int, budget: int | None, section: str, whole: bool) -> Iterator[Diagnostic]:
    """What is wrong with a sum. Where it is not ``whole``, as something could not be read, it only can be too much."""
    verb = "cost" if what == "variations" else "add up to"
    if budget is None or spent == budget:
        return
    message = f"the {what} {verb} {signed(spent)}; this table's budget is {signed(budget)}"
    if spent > budget:
        yield error(f"{message}: {spent - budget} too many", section, key=True, hint=f"take {spent - budget} away")
    elif whole:
        yield warning(f"{message}: {budget - spent} left to spend", section, key=True)


@reads("traits", "skills", "variations")
def no_budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The text has no budget for new characters, so that only their build is checked.

    A table may set one: `rules: {trait_points: 12, skill_points: 10, variation_points: 5}`, in the concept or its
    campaign file (the numbers are *ours*).

    Source: Gamocles, The Character Sheet (GAM-a6, ruling GAM-Q1)
    """
    open_ones = {
        "traits": (rules.trait_points, sum(scores.traits(concept.traits, rules).values())),
        "skills": (rules.skill_points, sum(scores.skills(concept.skills).values())),
        "variations": (rules.variation_points, sum(variation.points for variation in concept.variations)),
    }
    totals = [f"{name} {signed(spent)}" for name, (budget, spent) in open_ones.items() if budget is None]
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
    have = scores.traits(concept.traits, rules) | scores.skills(concept.skills)
    unknown = scores.unread(concept)
    for index, variation in enumerate(concept.variations):
        yield from unmet(variation, have, "variations", index, unknown=unknown)


def unmet(
    variation: Variation, have: Mapping[str, int], *path: str | int, unknown: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """What `prerequisites` finds on one variation that stands at ``path``."""
    for word, least in scores.written(variation.requires):
        name = called(word, _EVERY)
        if name is None or name.full in unknown or not scores.is_whole(least) or have[name.full] >= least:
            continue
        yield error(
            f"`{variation.name}` asks for {name} {signed(least)} or more; {name} is {signed(have[name.full])}",
            *path,
            "requires",
            word,
            hint=f"raise {name} to {signed(least)}, or choose another variation",
        )


def variation_terms(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A variation requires traits and skills, and modifies ratings, each named once.

    What it does beyond that is words, under `effect`: the text has no list of variations (*ours*).

    Source: Gamocles, The Character Sheet (GAM-a4, ruling GAM-Q14)
    """
    for index, variation in enumerate(concept.variations):
        yield from terms(variation, "variations", index)


def terms(variation: Variation, *path: str | int) -> Iterator[Diagnostic]:
    """What `variation_terms` finds on one variation that stands at ``path``."""
    yield from _unknown(variation.requires, _EVERY, "trait or skill", *path, "requires")
    yield from _twice(variation.requires, _EVERY, *path, "requires")
    yield from _unknown(variation.modifies, RATINGS, "rating", *path, "modifies")
    yield from _twice(variation.modifies, RATINGS, *path, "modifies")


def variation_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Each variation has a name of its own, whatever its case: the ledger calls it by that (*ours*).

    Source: chargen's concept format
    """
    yield from _doubled([each.name for each in concept.variations], "variation", "variations")


def gear_names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Each weapon and each suit of armour has a name of its own; unarmed and unarmoured come by themselves.

    There is a rating for each, by that name (*ours*).

    Source: Gamocles, The Character Sheet (GAM-b1, GAM-b2)
    """
    for section, gear, bare in (("weapon", concept.weapon, UNARMED), ("armour", concept.armour, UNARMOURED)):
        yield from _doubled([each.name for each in gear], section, section)
        for index, each in enumerate(gear):
            if each.name is not None and fold(each.name) == fold(bare):
                yield error(
                    f"`{each.name}` comes by itself, with a rating of 0",
                    section,
                    index,
                    "name",
                    hint="take it out, or name what is worn or held",
                )


def _doubled(names: list[str | None], what: str, section: str) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        if name is None:
            continue
        if fold(name) in seen:
            yield error(
                f"there are two of the name `{name}`",
                section,
                index,
                hint=f"give each {what} a name of its own",
                related=(Related(path=(section, seen[fold(name)]), message="the first"),),
            )
        seen.setdefault(fold(name), index)


def low_ratings(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A rating below 0 is worth a second look.

    The sums have no floor, and negative skills and gear may well bring one there.

    Source: Gamocles, The Character Sheet (ruling GAM-Q13)
    """
    have, unread = scores.traits(concept.traits, rules) | scores.skills(concept.skills), scores.unread(concept)
    if any(variation.unread_within("modifies") for variation in concept.variations):
        return
    offensive = ratings.offensive(have, concept.weapon, concept.variations)
    defensive = ratings.defensive(have, concept.armour, concept.variations)
    for section, rating, addends, gear, found in (
        ("weapon", ratings.OFFENSIVE, ratings.OFFENSIVE_ADDENDS, concept.weapon, offensive),
        ("armour", ratings.DEFENSIVE, ratings.DEFENSIVE_ADDENDS, concept.armour, defensive),
    ):
        if not unread.isdisjoint(addends):
            continue
        for index, each in enumerate(found):
            if each.number < 0 and not (index < len(gear) and gear[index].unread("rating")):
                where = (section, index) if index < len(gear) else ("skills" if concept.skills else "traits",)
                yield warning(f"the {rating} {each.gear} is {signed(each.number)}; the sum has no floor", *where)


def pools(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A further pool is written as dice rolled, k, and dice kept.

    Checks are nearly always the sum of a trait and a skill; this is for the others.

    Source: Gamocles, basic mechanics (ruling GAM-Q11)
    """
    for index, each in enumerate(concept.pools):
        if each.pool is not None and pools_of.read(each.pool) is None:
            yield error(
                f"`{each.pool}` is no pool",
                "pools",
                index,
                "pool",
                hint="write dice rolled, k, and dice kept, such as 6k3, or 6k3+4",
            )


CREATION = (
    five_traits,
    trait_names,
    skill_names,
    named_once,
    whole_numbers,
    negative_traits,
    traits_of_zero,
    limits,
    trait_points,
    skill_points,
    variation_points,
    no_budget,
    prerequisites,
    variation_terms,
    variation_names,
    gear_names,
    low_ratings,
    pools,
)
