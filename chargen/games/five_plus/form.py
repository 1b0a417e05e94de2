"""Declare how the form of 5+ is laid out: each level as the range of sums that succeed."""

from collections.abc import Iterator

from chargen.games.five_plus.character import Character
from chargen.games.five_plus.odds import HIGHEST_ROLL, LOWEST_ROLL, span
from chargen.games.five_plus.rules import LEVELS, Rules
from chargen.page.form import Bars, Budget, Form
from chargen.text.diagnostic import KeyPath
from chargen.text.names import counted


def facts(character: Character) -> Iterator[tuple[KeyPath, str]]:
    """Yield the boxes for damage that each resistance gives."""
    for rated in character.resistances:
        yield ("resistances", rated.name), counted(rated.boxes, "box for damage", "boxes for damage")


FORM: Form[Rules, Character] = Form(
    layouts=tuple(
        Bars(
            key=key,
            low=LOWEST_ROLL,
            high=HIGHEST_ROLL,
            succeeds=lambda level: span(level, 0) or (0, 0),
            levels=tuple(LEVELS),
        )
        for key in ("skills", "resistances")
    ),
    budgets=(Budget(name="usual", rules={"creation": "points", "points": 40}),),
    facts=facts,
)
