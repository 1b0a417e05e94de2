"""Check the rules of creation. Each function is one rule with one code."""

from collections.abc import Iterable, Iterator

from chargen.games.roll_when_you_need.concept import DEGREES, Concept, Consequence, Quality
from chargen.games.roll_when_you_need.rules import DIFFICULTIES, ENDURANCE, RESILIENCE, Rules, spans
from chargen.kit import checks
from chargen.kit.vocabulary import Vocabulary
from chargen.text.diagnostic import Diagnostic, KeyPath, Related, error, note
from chargen.text.names import listing

OFF_THE_SCALE = "roll-when-you-need/ratings"  # The code of the rule that limits ratings to the scale


def _abilities(rules: Rules) -> Vocabulary[str]:
    return rules.vocabulary


def ratings(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Rate abilities and Resilience 1 to 5, Wealth and Reputation 0 to 5.

    Source: Roll When You Need, paragraphs 3 and 12 (RWN-a1, RWN-a2)
    """
    every = spans(rules)
    for name, rating in concept.abilities.items():
        ability = rules.ability(name)
        if ability is not None and not every[ability].lowest <= rating <= rules.highest_ability:
            yield from off_the_scale(ability, rating, rules, "abilities", name)


def off_the_scale(ability: str, rating: int, rules: Rules, *path: str | int) -> Iterator[Diagnostic]:
    """Yield the diagnostics of `ratings` for one ability, whose rating is at ``path``."""
    lowest, highest = rules.lowest(ability), rules.highest_ability
    if lowest <= rating <= highest:
        return
    near = highest if rating > highest else lowest
    # Unlisted abilities have the lowest rating, unless the table starts them higher.
    same = ", or leave it out: that is the same" if near == rules.unlisted_rating(ability) and near == lowest else ""
    yield from checks.check_range(rating, lowest, highest, *path, what=ability, hint=f"write {near}{same}")


def starting_maximum(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Give a new character no rating above the table's own maximum, where it sets one.

    The text has no maximum. `rules: {starting_maximum: 4}` sets one (*house default*). Later gains are in the ledger.
    The rule does not apply to an NPC's card.

    Source: ruling RWN-Q10
    """
    highest = rules.starting_maximum
    if highest is None or concept.moves:
        return
    for path, rating in checks.find(concept, "abilities.*"):
        # A rating above the scale is an error already; one cause, one diagnostic.
        if rating <= rules.highest_ability:
            hint, when = f"start at {highest} or lower, and change it under `advancement`", "for a new character"
            yield from checks.check_range(rating, None, highest, *path, when=f"{when} at this table", hint=hint)


def points_spent(concept: Concept, rules: Rules) -> int:
    """Return the steps above the starting rating of a character as created.

    A rating off the scale counts as the nearest end of the scale, unless the table waives that rule.
    """
    spent = 0
    counted: set[str] = set()
    every = spans(rules)
    for name, rating in concept.abilities.items():
        ability = rules.ability(name)
        # A second spelling of an ability is an error of its own and costs nothing here.
        if ability is None or ability in counted:
            continue
        counted.add(ability)
        # A sum takes the nearest end of the range for a value outside it; a waived value counts as written (rulings,
        # all games).
        if not rules.waives(OFF_THE_SCALE):
            rating = min(max(rating, every[ability].lowest), rules.highest_ability)
        spent += rating - every[ability].unlisted
    return spent


@checks.reads("abilities", "rules.physical_stress")
def physical_stress(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Take physical stress from Resilience, which is not one of the twenty; without it, Endurance (*house default*).

    `rules: {physical_stress: brawling}` names another ability for the whole table.

    Source: Roll When You Need, paragraph 9 (RWN-b1, ruling RWN-Q1)
    """
    given = {rules.ability(name) for name in concept.abilities}
    # Resilience that is only gained in play gives the stress from then on, so the note would be wrong.
    given |= {rules.ability(line.change) for line in concept.advancement if line.change is not None}
    if rules.physical_stress is None and RESILIENCE not in given:
        yield note(
            f"no Resilience is given: physical stress follows {ENDURANCE}",
            *(("abilities",) if concept.abilities else ("name",)),
            key=True,
            hint="list `resilience` among the abilities to have it rated by itself",
        )


def stress_abilities(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Take stress from an ability of the game.

    Source: ruling RWN-Q1
    """
    for key, name in (("physical_stress", rules.physical_stress or ENDURANCE), ("social_stress", rules.social_stress)):
        if rules.ability(name) is None:
            yield checks.unknown(name, rules.vocabulary, "rules", key)


def qualities(quality: Quality, rules: Rules, *path: str | int) -> Iterator[Diagnostic]:
    """State how a quality helps and how it hinders.

    A quick hand may tremble, and a fine mind wander: what is only good or only bad is no quality.

    Source: Roll When You Need, paragraphs 2, 17 and 18 (RWN-a3)
    """
    sides = ("benefit", "drawback")
    empty = [side for side in sides if not getattr(quality, side).strip() and (side,) not in quality.unreadable_paths()]
    # An unknown key may be one of them in other words, and is an error already; it is not two of them.
    excused = [side for side in empty if quality.unread(side)]
    lacking = [side for side in empty if side not in excused or len(excused) > len(quality.unknown_keys)]
    if lacking and not quality.unread("name"):
        have = [side for side in sides if getattr(quality, side).strip()]
        why = f"; it has only a {have[0]}" if have else ""
        yield error(
            f"`{quality.name or 'this quality'}` needs a {listing(lacking)}{why}",
            *path,
            hint=f"add {listing(f'`{side}:`' for side in lacking)}: every quality helps and hinders",
        )


def consequences(concept: Concept, rules: Rules) -> Iterable[Diagnostic]:
    """Take at most one minor, one moderate and one major consequence.

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


def consequence_degree(consequence: Consequence, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Say how bad a consequence is: minor, moderate or major.

    Source: Roll When You Need, paragraph 10 (RWN-c2)
    """
    if not any(consequence.taken()) and not consequence.unread_within():
        hint = f"write {listing(DEGREES, 'or')}, or as in {{minor: Bruised ribs}}"
        yield error("this consequence does not say how bad it is", *path, hint=hint)


CREATION: tuple[checks.Check[Concept, Rules], ...] = (
    checks.known(
        "abilities",
        "abilities",
        _abilities,
        asks="An ability is one of the twenty, Resilience, Wealth or Reputation.",
        why="A table with abilities of its own names them all under `rules: {abilities: […]}`. What is not listed "
        "is 1, Wealth and Reputation 0 (*house default*).",
        source="Roll When You Need, paragraphs 9, 11 and 12 (RWN-a1, RWN-a2, rulings RWN-Q1 and RWN-Q9)",
    ),
    ratings,
    checks.once(
        "one_spelling",
        "abilities",
        vocabulary=_abilities,
        asks="List an ability once, in one spelling.",
        source="chargen's concept format: case, blanks, hyphens and underscores do not matter",
    ),
    starting_maximum,
    checks.sum_is(
        "ability_points",
        "abilities",
        "ability_points",
        total=points_spent,
        what="the points of the abilities",
        applies=lambda concept: not concept.moves,
        asks="The steps above unlisted add up to the ability points, where the table sets some.",
        why="An ability costs a point for each step above 1, Wealth and Reputation for each above 0 (*house default*). "
        "More than the budget is an error; points that are left are worth a warning. An NPC's card has no budget.",
        source="ruling RWN-Q10",
    ),
    checks.no_budget(
        lambda concept, rules: (
            "" if concept.moves or rules.ability_points is not None else f"abilities {points_spent(concept, rules)}"
        ),
        "abilities",
        example="ability_points: 20",
        waits_for=("abilities", "rules.ability_points"),
        asks="Hold the steps of a new character to no budget: the text says nowhere how many there are.",
        why="`rules: {ability_points: 20}`, in the concept or its campaign file, sets one. An NPC's card needs none.",
        source="ruling RWN-Q10 (RWN-a5)",
    ),
    physical_stress,
    stress_abilities,
    checks.every(qualities, "qualities.*"),
    checks.at_least_one(
        "no_qualities",
        "qualities",
        report=note,
        message="no qualities yet: they are chosen at creation, and the text does not say how many",
        hint="as in `qualities: [{name: Assertive, benefit: Is listened to, drawback: Flares up}]`",
        asks="Choose qualities at creation; the text does not say how many, so that having none is only a note.",
        source="Roll When You Need, paragraph 17 (RWN-a3, RWN-a5)",
    ),
    checks.at_least_one(
        "talents",
        "talents",
        applies=lambda concept: not concept.moves and not concept.unread_within("moves"),
        message="a new character has at least one talent",
        hint="as in `talents: [{name: Move on, effect: May move again after striking an enemy}]`",
        asks="Give a new character at least one talent. An NPC's card, which has moves, needs none.",
        source="Roll When You Need, paragraph 19 (RWN-a4)",
    ),
    checks.once(
        "names",
        ("qualities", "talents"),
        "moves",
        asks="Each quality, talent and move has a name of its own.",
        why="The ledger takes qualities and talents away by name (the text does not mention it: *house default*).",
        source="chargen's concept format",
    ),
    consequences,
    checks.every(consequence_degree, "consequences.*"),
    checks.within(
        "moves",
        "moves.*.difficulty",
        DIFFICULTIES[0].rating,
        None,
        asks="An enemy's move has a difficulty of 1 or more. Six and more are called Impossible, and can be met.",
        source="Roll When You Need, paragraphs 8 and 23 (RWN-g1, ruling RWN-Q13)",
    ),
)
