"""Declare how the form of Roll When You Need is laid out: abilities in columns by their rating, and what they mean."""

from collections.abc import Iterator, Sequence

from chargen.games.roll_when_you_need.character import Character
from chargen.games.roll_when_you_need.odds import Task
from chargen.games.roll_when_you_need.purchase import IN_WORDS, band
from chargen.games.roll_when_you_need.rules import DIFFICULTIES, LOWEST_ABILITY, Rules
from chargen.page.form import Budget, Columns, Form
from chargen.page.roll import in_percent
from chargen.text.diagnostic import KeyPath

DISASTER_DIE = "□"  # One disaster die, as the sheet draws it


def _disaster_dice(rules: Rules, rating: int) -> Sequence[str]:
    """Return the disaster dice of each difficulty above a rating, with the chance of trouble."""
    tasks = [(difficulty, Task.of(rating, difficulty, rules)) for difficulty in DIFFICULTIES]
    return [
        f"at {difficulty} {DISASTER_DIE * task.disaster.number} {in_percent(task.trouble)}"
        for difficulty, task in tasks
        if task.disaster.number
    ]


def facts(character: Character) -> Iterator[tuple[KeyPath, str]]:
    """Yield the boxes of stress that abilities give, and what Wealth buys."""
    for kind, (boxes, ability) in character.stress.items():
        yield ("abilities", ability), f"{kind} stress {boxes}"
    for name, rating in character.means():
        # Later costs overwrite earlier ones, which leaves the highest cost of each band.
        highest = {band(rating, cost): cost for cost in range(rating + 1)}
        costs = ", ".join(f"{IN_WORDS[how]} up to {cost}" for how, cost in highest.items())
        yield ("abilities", name), f"by cost: {costs}"


FORM: Form[Rules, Character] = Form(
    layouts=(
        Columns(
            key="abilities",
            values=lambda rules: range(rules.highest_ability, LOWEST_ABILITY - 1, -1),
            unlisted=lambda rules: rules.start,
            apart=("wealth", "reputation"),
            details=_disaster_dice,
            caption=f"{DISASTER_DIE} are the disaster dice at each difficulty, with the chance of trouble.",
        ),
    ),
    budgets=(Budget(name="usual", rules={"ability_points": 20}),),
    facts=facts,
)
