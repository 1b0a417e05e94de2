"""The rules of creation: one function, one rule, one code."""

from collections.abc import Iterable, Iterator

from chargen.core.diagnostic import Diagnostic, KeyPath, Related, error, note, warning
from chargen.core.names import did_you_mean, fold, listing
from chargen.games.roll_when_you_need.concept import DEGREES, Concept, Quality
from chargen.games.roll_when_you_need.rules import RESILIENCE, Rules, spans
from chargen.kit.checks import reads

OFF_THE_SCALE = "roll-when-you-need/ratings"
"""The code of the rule that keeps ratings on the scale."""


def abilities(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An ability is one of the twenty, Resilience, Wealth or Reputation.

    A table with abilities of its own names them all under `rules: {abilities: […]}`. Whatever is not listed is 1,
    Wealth and Reputation 0 (*ours*).

    Source: Roll When You Need, paragraphs 9, 11 and 12 (RWN-a1, RWN-a2, rulings RWN-Q1 and RWN-Q9)
    """
    for name in concept.abilities:
        if rules.ability(name) is None:
            yield unknown_ability(name, rules, "abilities", name, key=True)


def unknown_ability(name: str, rules: Rules, *path: str | int, key: bool = False) -> Diagnostic:
    """The finding that no ability is called so."""
    return error(
        f"there is no ability `{name}`",
        *path,
        key=key,
        hint=did_you_mean(name, rules.known(), f"there are {listing(rules.known())}"),
    )


def ratings(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Abilities and Resilience are rated 1 to 5, Wealth and Reputation 0 to 5.

    Source: Roll When You Need, paragraphs 3 and 12 (RWN-a1, RWN-a2)
    """
    every = spans(rules)
    for name, rating in concept.abilities.items():
        known = rules.ability(name)
        if known is not None and not every[known].lowest <= rating <= rules.highest_ability:
            yield from off_the_scale(known, rating, rules, "abilities", name)


def off_the_scale(name: str, rating: int, rules: Rules, *path: str | int) -> Iterator[Diagnostic]:
    """What `ratings` finds on one ability whose rating stands at ``path``."""
    lowest, highest = rules.lowest(name), rules.highest_ability
    if not lowest <= rating <= highest:
        near = highest if rating > highest else lowest
        advice = f"write {near}"
        if near == rules.unlisted_rating(name) and near == lowest:
            advice += ", or leave it out: that is the same"
        yield error(f"{name} goes from {lowest} to {highest}; found {rating}", *path, hint=advice)


def one_spelling(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An ability is listed once, whatever its spelling.

    Source: chargen's concept format: case, blanks, hyphens and underscores do not matter
    """
    seen: dict[str, str] = {}
    for name in concept.abilities:
        first = seen.setdefault(fold(name), name)
        if first != name:
            yield error(
                f"`{name}` and `{first}` are the same ability",
                "abilities",
                name,
                key=True,
                hint="keep one of them",
                related=(Related(path=("abilities", first), message="the first", key=True),),
            )


def starting_maximum(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A new character has no rating above the table's own maximum, where it sets one.

    The text sets none. `rules: {starting_maximum: 4}` does (*ours*); what is learned since stands in the ledger.
    An NPC's card is free of it.

    Source: ruling RWN-Q10
    """
    highest = rules.starting_maximum
    if highest is None or concept.moves:
        return
    for name, rating in concept.abilities.items():
        if highest < rating <= rules.highest_ability:
            yield error(
                f"a new character has no rating above {highest} at this table; found {rating}",
                "abilities",
                name,
                hint=f"start at {highest} or lower, and change it under `advancement`",
            )


def points_spent(concept: Concept, rules: Rules) -> int:
    """The steps above unlisted of a character as created.

    A rating off the scale counts as its nearest end, unless the table waives that rule.
    """
    steps = 0
    counted: set[str] = set()
    every = spans(rules)
    for name, rating in concept.abilities.items():
        known = rules.ability(name)
        if known is None or known in counted:
            continue
        counted.add(known)
        if not rules.waives(OFF_THE_SCALE):
            rating = min(max(rating, every[known].lowest), rules.highest_ability)
        steps += rating - every[known].unlisted
    return steps


def steps(number: int) -> str:
    """So many steps, in words.

    >>> steps(1), steps(2)
    ('1 step', '2 steps')
    """
    return f"{number} step{'' if number == 1 else 's'}"


def ability_points(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """The steps above unlisted add up to the ability points, where the table sets some.

    An ability costs a point for each step above 1, Wealth and Reputation for each above 0 (*ours*). More than the
    budget is an error; points that are left are worth a warning. An NPC's card has no budget.

    Source: ruling RWN-Q10
    """
    if rules.ability_points is None or concept.moves:
        return
    spent, budget = points_spent(concept, rules), rules.ability_points
    if spent > budget:
        yield error(
            f"{steps(spent)} above unlisted, and {budget} ability points to pay for them: {spent - budget} too many",
            "abilities",
            key=True,
            hint=f"lower ratings by {spent - budget} in all, or raise them under `advancement`",
        )
    elif spent < budget and not concept.unread_within("abilities"):
        yield warning(
            f"{budget - spent} of {budget} ability points are left",
            "abilities",
            key=True,
            hint="raise an ability, Wealth or Reputation",
        )


@reads("abilities")
def no_budget(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """How many steps a new character has is nowhere said, so that no total is too high or too low.

    `rules: {ability_points: 20}`, in the concept or its campaign file, sets a budget. An NPC's card needs none.

    Source: ruling RWN-Q10 (RWN-a5)
    """
    if rules.ability_points is None and not concept.moves:
        yield note(
            f"{steps(points_spent(concept, rules))} above unlisted; the text gives no budget to hold them to",
            *(("abilities",) if concept.abilities else ("name",)),
            key=True,
            hint="`rules: {ability_points: 20}` would set one",
        )


@reads("abilities.Resilience", "advancement")
def physical_stress(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Physical stress is Resilience, which is an ability but not one of the twenty; without it, Endurance (*ours*).

    `rules: {physical_stress: brawling}` names another ability for the whole table.

    Source: Roll When You Need, paragraph 9 (RWN-b1, ruling RWN-Q1)
    """
    given = {rules.ability(name) for name in concept.abilities}
    given |= {rules.ability(line.change) for line in concept.advancement if line.change is not None}
    if rules.physical_stress is None and RESILIENCE not in given:
        yield note(
            f"no Resilience is given: physical stress follows {rules.physical_stress_otherwise}",
            *(("abilities",) if concept.abilities else ("name",)),
            key=True,
            hint="list `resilience` among the abilities to have it rated by itself",
        )


def stress_abilities(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """What gives stress is an ability of the game.

    Source: ruling RWN-Q1
    """
    for key in ("physical_stress", "physical_stress_otherwise", "social_stress"):
        name = getattr(rules, key)
        if name is not None and rules.ability(name) is None:
            yield unknown_ability(name, rules, "rules", key)


def faces(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A die has a face that is a success.

    Source: Roll When You Need, paragraphs 1, 26 and 27 (RWN-h1, RWN-h2)
    """
    if rules.lowest_success > rules.die:
        yield error(
            f"no face of a d{rules.die} is {rules.lowest_success} or higher",
            "rules",
            "success_on",
            hint=f"the book's dice: {listing(f'{each.success_on} on a d{each.sides}' for each in rules.dice)}",
        )


def qualities(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A quality helps in one way and hinders in another, and both are named.

    A quick hand may tremble, and a fine mind wander: what is only good or only bad is no quality.

    Source: Roll When You Need, paragraphs 2, 17 and 18 (RWN-a3)
    """
    for index, quality in enumerate(concept.qualities):
        yield from lopsided(quality, "qualities", index)


def lopsided(quality: Quality, *path: str | int) -> Iterator[Diagnostic]:
    """What `qualities` finds on one quality that stands at ``path``."""
    sides = ("benefit", "drawback")
    lacking = [side for side in sides if not getattr(quality, side).strip() and not quality.unread(side)]
    if lacking:
        have = [side for side in sides if getattr(quality, side).strip()]
        why = f"; it has only a {have[0]}" if have else ""
        yield error(
            f"`{quality.name or 'this quality'}` needs a {listing(lacking)}{why}",
            *path,
            hint=f"add {listing(f'`{side}:`' for side in lacking)}: every quality helps and hinders",
        )


def no_qualities(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Qualities are chosen at creation; how many is nowhere said, so that none at all is only a note.

    Source: Roll When You Need, paragraph 17 (RWN-a3, RWN-a5)
    """
    if not concept.qualities:
        yield note(
            "no qualities yet: they are chosen at creation, and the text does not say how many",
            "name",
            key=True,
            hint="as in `qualities: [{name: Assertive, benefit: Is listened to, drawback: Flares up}]`",
        )


def talents(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A new character has at least one talent. An NPC's card, which has moves, needs none.

    Source: Roll When You Need, paragraph 19 (RWN-a4)
    """
    unread = concept.unread_within("talents") or concept.unread_within("moves")
    if not concept.talents and not concept.moves and not unread:
        yield error(
            "a new character has at least one talent",
            "talents",
            hint="as in `talents: [{name: Move on, effect: May move again after striking an enemy}]`",
        )


def names(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Each quality, talent and move has a name of its own.

    The ledger takes qualities and talents away by their names (the text says nothing of it: *ours*).

    Source: chargen's concept format
    """
    things: list[tuple[KeyPath, str | None]] = [
        *((("qualities", index), each.name) for index, each in enumerate(concept.qualities)),
        *((("talents", index), each.name) for index, each in enumerate(concept.talents)),
    ]
    yield from _doubled(things)
    yield from _doubled([(("moves", index), each.name) for index, each in enumerate(concept.moves)])


def _doubled(things: Iterable[tuple[KeyPath, str | None]]) -> Iterator[Diagnostic]:
    seen: dict[str, KeyPath] = {}
    for path, name in things:
        if name is None:
            continue
        if fold(name) in seen:
            yield error(
                f"`{name}` is there already",
                *path,
                hint="give one of them another name",
                related=(Related(path=seen[fold(name)], message="the first"),),
            )
        seen.setdefault(fold(name), path)


def consequences(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A character has at most one minor, one moderate and one major consequence.

    The first is minor, the second moderate, the third major; with a fourth the character is taken out.

    Source: Roll When You Need, paragraph 10 (RWN-a6, RWN-c2)
    """
    seen: dict[str, KeyPath] = {}
    for index, consequence in enumerate(concept.consequences):
        path: KeyPath = ("consequences", index)
        for degree, _ in consequence.taken():
            if degree in seen:
                worse = DEGREES[DEGREES.index(degree) + 1 :]
                yield error(
                    f"a second {degree} consequence; each degree is taken once",
                    *path,
                    hint=f"the next one is {worse[0]}" if worse else "a fourth consequence means taken out",
                    related=(Related(path=seen[degree], message=f"the first {degree} one"),),
                )
            seen.setdefault(degree, path)


def consequence_degree(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """A consequence says how bad it is: minor, moderate or major.

    Source: Roll When You Need, paragraph 10 (RWN-c2)
    """
    for index, consequence in enumerate(concept.consequences):
        if not any(True for _ in consequence.taken()) and not consequence.unread_within():
            yield error(
                "this consequence does not say how bad it is",
                "consequences",
                index,
                hint=f"write {listing(DEGREES, 'or')}, or as in {{minor: Bruised ribs}}",
            )


def moves(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """An enemy's move has a difficulty of 1 or more. Six and more are called Impossible, and can be met.

    Source: Roll When You Need, paragraphs 8 and 23 (RWN-g1, ruling RWN-Q13)
    """
    lowest = min((each.rating for each in rules.difficulties), default=1)
    for index, move in enumerate(concept.moves):
        if move.difficulty is not None and move.difficulty < lowest:
            scale = listing(f"{each.rating} {each.name}" for each in rules.difficulties)
            yield error(
                f"a difficulty is at least {lowest}; found {move.difficulty}",
                "moves",
                index,
                "difficulty",
                hint=f"the difficulties are {scale}",
            )


CREATION = (
    abilities,
    ratings,
    one_spelling,
    starting_maximum,
    ability_points,
    no_budget,
    physical_stress,
    stress_abilities,
    faces,
    qualities,
    no_qualities,
    talents,
    names,
    consequences,
    consequence_degree,
    moves,
)
