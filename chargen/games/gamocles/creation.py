"""Check the rules of creation of Gamocles. The name of each function is the code of its rule.

The text defines the parts of a character and its sums. It has no budget; a table may set one.
"""

from collections.abc import Iterable, Iterator, Mapping

from chargen.games.gamocles import scores
from chargen.games.gamocles.concept import Concept, Gear, Variation
from chargen.games.gamocles.odds import Pool
from chargen.games.gamocles.rules import EVERY, RATINGS, SKILLS, TRAITS, UNARMED, UNARMOURED, Rules
from chargen.kit.checks import (
    Check,
    all_of,
    check_range,
    every,
    far_above,
    find,
    find_names,
    find_repeated,
    find_unknown,
    known,
    no_budget,
    once,
    read_limit,
    reads,
    sum_is,
    warn_at,
    within,
)
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import listing

LARGEST_SHOWN = 6  # The largest trait or skill of the text's examples: 12k6 is an attack with a trait of 6
SHEET, MECHANICS = "Gamocles, The Character Sheet", "Gamocles, basic mechanics"


def limits(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Keep a new character's traits and skills within the limits that the table sets, if it sets any.

    The text has none (*house default*): `highest_trait`, `lowest_skill` and `highest_skill` under `rules:`.

    Source: ruling GAM-Q1
    """
    for at, lowest, highest in (("traits.*", None, "highest_trait"), ("skills.*", "lowest_skill", "highest_skill")):
        low, high = read_limit(lowest, rules), read_limit(highest, rules)
        for path, value in find(concept, at):
            yield from check_range(value, low, high, *path, when="for a new character at this table")


def prerequisites(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Open a variation only to those who meet its prerequisites.

    Source: Gamocles, The Character Sheet (GAM-a4)
    """
    numbers = scores.known(concept, rules)
    for index, variation in enumerate(concept.variations):
        yield from unmet(variation, numbers, "variations", index)


def unmet(variation: Variation, numbers: Mapping[str, int], *path: str | int) -> Iterator[Diagnostic]:
    """Yield the diagnostics of `prerequisites` for one variation at ``path``; missing numbers are ignored."""
    for word, least in variation.requires.items():
        name = EVERY.find(word)
        number = None if name is None else numbers.get(name.full)
        if number is not None and least is not None and number < least:
            subject = f"`{variation.name}`" if variation.name else "this variation"
            asks = f"{subject} asks for {name} {signed(least)} or more"
            hint = f"raise {name} to {signed(least)}, or choose another variation"
            yield error(f"{asks}; {name} is {signed(number)}", *path, "requires", word, hint=hint)


def variation_terms(variation: Variation, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Let a variation require traits and skills, and modify ratings, each named once.

    Any other effect is text, under `effect`: the text has no list of variations (*house default*).

    Source: Gamocles, The Character Sheet (GAM-a4, ruling GAM-Q14)
    """
    for key, vocabulary in (("requires", EVERY), ("modifies", RATINGS)):
        names = list(find_names(variation, key, *path))
        yield from find_unknown(names, vocabulary)
        yield from find_repeated(names, vocabulary)


@reads("variations.*.modifies")
def low_ratings(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Warn of a rating below 0.

    The sums have no minimum, so negative skills and gear may make a rating negative.

    Source: Gamocles, The Character Sheet (ruling GAM-Q13)
    """
    numbers, unread = scores.every(concept, rules), scores.unread(concept)
    for side in scores.SIDES:
        gear: tuple[Gear, ...] = getattr(concept, side.key)
        # A sum with an unknown addend says nothing.
        if not unread.isdisjoint(side.addends):
            continue
        # The last rating is the one without gear; gear without a readable rating counts as 0 and proves nothing.
        for index, rating in enumerate(scores.ratings(side, numbers, gear, concept.variations)):
            is_read = index == len(gear) or not gear[index].unread("rating")
            if rating.number < 0 and is_read:
                where = (side.key, index) if index < len(gear) else ("skills" if concept.skills else "traits",)
                message = f"the {side.rating} {rating.gear} is {signed(rating.number)}; the sum has no floor"
                yield warning(message, *where)


def pools(written: str, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Write a further pool as dice rolled, k, and dice kept.

    Nearly every check is the sum of a trait and a skill; this is for the others.

    Source: Gamocles, basic mechanics (ruling GAM-Q11)
    """
    if Pool.read(written) is None:
        hint = "write dice rolled, k, and dice kept, such as 6k3, or 6k3+4"
        yield error(f"`{written}` is no pool", *path, hint=hint)


def _unbudgeted(concept: Concept, rules: Rules) -> str:
    """Return the points spent where the table sets no budget, in words."""
    budgets = scores.budgets(concept, rules).items()
    return listing(f"{name} {signed(spent)}" for name, (budget, spent) in budgets if budget is None and spent)


CREATION: tuple[Check[Concept, Rules], ...] = (
    all_of(
        "five_traits",
        "traits",
        TRAITS,
        asks="Have all five traits: Grit, Instinct, Movement, Reason and Will.",
        why="A skill that is not listed is 0. A trait is how many dice are kept, and has no such reading.",
        source=f"{SHEET} (GAM-a1)",
    ),
    known(
        "trait_names",
        "traits",
        TRAITS,
        elsewhere=SKILLS,
        asks="Name a trait as one of the five, by name or abbreviation.",
        source=f"{SHEET} (GAM-a1)",
    ),
    known(
        "skill_names",
        "skills",
        SKILLS,
        elsewhere=TRAITS,
        asks="Name a skill as one of the ten, by name or abbreviation.",
        source=f"{SHEET} (GAM-a2)",
    ),
    once(
        "named_once",
        "traits",
        "skills",
        vocabulary=EVERY,
        asks="State a trait or skill once: its name and its abbreviation are one and the same.",
        source=f"{SHEET} (GAM-a2)",
    ),
    within(
        "negative_traits",
        "traits.*",
        0,
        None,
        hint="make it 1 or more: only skills may be negative",
        asks="Give no trait a negative number.",
        why="A trait is how many dice are kept, and a check with a negative number of dice fails of itself. "
        "Only skills are said to be negative at times.",
        source=f"{MECHANICS} (ruling GAM-Q8)",
    ),
    warn_at(
        "traits_of_zero",
        "traits.*",
        number=0,
        names=TRAITS,
        message="with {} 0 no dice are kept: every {} check totals 0",
        hint="make it 1 or more",
        asks="Warn of a trait of 0: it keeps no dice, so that each of its checks totals 0.",
        why="Nothing forbids it, but it is rarely meant.",
        source=f"{MECHANICS} (GAM-b6, ruling GAM-Q8)",
    ),
    limits,
    far_above(
        "traits",
        "traits.*",
        largest=LARGEST_SHOWN,
        unless="highest_trait",
        asks="Doubt a trait that is more than three times the largest of the examples: a digit may have slipped in.",
        source="house default; the text sets no limit (ruling GAM-Q1)",
    ),
    far_above(
        "skills",
        "skills.*",
        largest=LARGEST_SHOWN,
        unless="highest_skill",
        asks="Doubt a skill that is more than three times the largest of the examples.",
        source="house default; the text sets no limit (ruling GAM-Q1)",
    ),
    far_above(
        "ratings",
        "weapon.*.rating",
        "armour.*.rating",
        largest=LARGEST_SHOWN,
        asks="Doubt a rating of a weapon or armour that is more than three times the largest of the examples.",
        source="house default; the text has no list of gear",
    ),
    sum_is(
        "trait_points",
        "traits",
        "trait_points",
        total=lambda concept, rules: scores.spent(concept, rules)["traits"],
        applies=lambda concept: concept.traits is not None,
        asks="Make the traits add up to the table's `trait_points`, where it sets them: more is an error, less a "
        "warning.",
        why="The text has no budget (*house default*).",
        source="ruling GAM-Q1",
    ),
    sum_is(
        "skill_points",
        "skills",
        "skill_points",
        total=lambda concept, rules: scores.spent(concept, rules)["skills"],
        otherwise_at="traits",
        asks="Make the skills add up to the table's `skill_points`, where it sets them; negative skills give points "
        "back.",
        why="More is an error, less a warning. The text has no budget (*house default*).",
        source="ruling GAM-Q1",
    ),
    sum_is(
        "variation_points",
        "variations",
        "variation_points",
        total=lambda concept, rules: scores.spent(concept, rules)["variations"],
        numbers="variations.*.points",
        what="the prices of the variations",
        otherwise_at="traits",
        asks="Make the variations cost the table's `variation_points` together, where it sets them.",
        why="More is an error, less a warning. The text says that points are needed, but not how many "
        "(*house default*).",
        source=f"{SHEET} (GAM-a4, ruling GAM-Q1)",
    ),
    no_budget(
        _unbudgeted,
        "variations",
        "traits",
        example="trait_points: 12, skill_points: 10, variation_points: 5",
        waits_for=("traits", "skills", "variations.*.points", "rules"),
        asks="Check only the build of a new character: the text has no budget.",
        why="A table may set one: `rules: {trait_points: 12, skill_points: 10, variation_points: 5}`, in the concept "
        "or its campaign file (the numbers are *house defaults*).",
        source=f"{SHEET} (GAM-a6, ruling GAM-Q1)",
    ),
    prerequisites,
    every(variation_terms, "variations.*"),
    once(
        "variation_names",
        "variations",
        asks="Give each variation a name of its own, in any case: the ledger calls it by that (*house default*).",
        source="chargen's concept format",
    ),
    once(
        "gear_names",
        "weapon",
        "armour",
        reserved=dict.fromkeys((UNARMED, UNARMOURED), "comes by itself, with a rating of 0"),
        hint="take it out, or name what is worn or held",
        asks="Give each weapon and each suit of armour a name of its own; unarmed and unarmoured come by themselves.",
        why="There is a rating for each, by that name (*house default*).",
        source=f"{SHEET} (GAM-b1, GAM-b2)",
    ),
    low_ratings,
    every(pools, "pools.*.pool"),
)
