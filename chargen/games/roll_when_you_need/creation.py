"""Declare what the game file leaves to Python: stress from an ability that the table names, and consequences."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from chargen.game.concept import Text
from chargen.games.roll_when_you_need.rules import ABILITIES, ENDURANCE, RESILIENCE, Rules
from chargen.kit import checks
from chargen.schema.model import Choice, Model
from chargen.text.diagnostic import Diagnostic, KeyPath, error, note
from chargen.text.names import listing

DEGREES = ("minor", "moderate", "major")
"""The consequences, in the order in which they are taken; with a fourth the character is taken out (paragraph 10)."""

Degree: TypeAlias = Annotated[str, Choice(DEGREES)]


class Consequence(Model):
    """A consequence the character has taken: `moderate`, or `{moderate: Broken nose}`."""

    shorthand = "degree"
    example = "{minor: Bruised ribs}"

    degree: Degree | None = None
    """The degree of a consequence without a description."""
    minor: Text | None = None
    """The description of a minor consequence."""
    moderate: Text | None = None
    """The description of a moderate consequence."""
    major: Text | None = None
    """The description of a major consequence."""

    def taken(self) -> Iterator[tuple[str, str]]:
        """Yield each degree with its description."""
        # The short form (`moderate`) and the long one may even stand in one entry; then both are taken, and the rule on
        # repeated degrees reports it.
        if self.degree is not None:
            yield self.degree, ""
        for degree in DEGREES:
            words = getattr(self, degree)
            if words is not None or (degree,) in self.unreadable_paths(degree):
                yield degree, words or ""


def starting_maximum(concept: Any, rules: Rules) -> Iterable[Diagnostic]:
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


@checks.reads("abilities", "rules.physical_stress")
def physical_stress(concept: Any, rules: Rules) -> Iterable[Diagnostic]:
    """Take physical stress from Resilience, which is not one of the twenty; without it, Endurance (*house default*).

    `rules: {physical_stress: brawling}` names another ability for the whole table.

    Source: Roll When You Need, paragraph 9 (RWN-b1, ruling RWN-Q1)
    """
    # Resilience that is only gained in play gives the stress from then on, so the note would be wrong.
    given = {*concept.abilities, *(line.change for line in concept.advancement if line.change is not None)}
    if rules.physical_stress is None and RESILIENCE not in map(rules.ability, given):
        yield note(
            f"no Resilience is given: physical stress follows {ENDURANCE}",
            *(("abilities",) if concept.abilities else ("name",)),
            key=True,
            hint="list `resilience` among the abilities to have it rated by itself",
        )


def stress_abilities(concept: Any, rules: Rules) -> Iterable[Diagnostic]:
    """Take stress from an ability of the game.

    Source: ruling RWN-Q1
    """
    for key, name in (("physical_stress", rules.physical_stress or ENDURANCE), ("social_stress", rules.social_stress)):
        if rules.ability(name) is None:
            yield checks.unknown(name, ABILITIES.under(rules).names, "rules", key)


def consequences(concept: Any, rules: Rules) -> Iterable[Diagnostic]:
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
                    related=(note(f"the first {degree} one", *seen[degree]),),
                )
            seen.setdefault(degree, path)


def consequence_degree(consequence: Consequence, rules: Rules, *path: str | int) -> Iterable[Diagnostic]:
    """Say how bad a consequence is: minor, moderate or major.

    Source: Roll When You Need, paragraph 10 (RWN-c2)
    """
    if not any(consequence.taken()) and not consequence.unread_within():
        hint = f"write {listing(DEGREES, 'or')}, or as in {{minor: Bruised ribs}}"
        yield error("this consequence does not say how bad it is", *path, hint=hint)


CREATION = (
    starting_maximum,
    physical_stress,
    stress_abilities,
    checks.at_least_one(
        "no_qualities",
        "qualities",
        report=note,
        message="no qualities yet: they are chosen at creation, and the text does not say how many",
        hint="as in `qualities: [{name: Assertive, benefit: Is listened to, drawback: Flares up}]`",
        asks="Choose qualities at creation; the text does not say how many, so that having none is only a note.",
        source="Roll When You Need, paragraph 17 (RWN-a3, RWN-a5)",
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
)
