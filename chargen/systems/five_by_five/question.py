"""`chargen odds five-by-five`: the odds of one roll, without a character."""

from typing import Annotated

from pydantic import Field

from chargen.core.names import listing
from chargen.core.roll import signed
from chargen.core.shape import NEEDED, Shape
from chargen.core.system import Answer, Question, Unanswerable
from chargen.systems.five_by_five import odds
from chargen.systems.five_by_five.rules import Rules


class Options(Shape):
    """What to roll against."""

    value: Annotated[int | None, NEEDED] = None
    """The descriptor's value, a rank of the ladder."""
    shift: Annotated[int, Field(ge=-20, le=20)] = 0
    """Ranks up or down, such as -1."""
    token: bool = False
    """Spend a doubles token: 5 counts like 6."""
    advanced: bool = False
    """The descriptor is advanced: two ranks lower, and the ladder goes on to 20 and 25."""


def reply(options: Options, rules: Rules) -> Answer:
    """The odds of a roll against a value."""
    rules = rules.model_copy(update={"advanced_descriptors": options.advanced or rules.advanced_descriptors})
    value = options.value or 0
    known = rules.values(advanced=options.advanced)
    if value not in known:
        raise Unanswerable("value", f"{value} is not a rank; the ranks are {listing(known)}")
    steps = options.shift + (rules.advanced_shift if options.advanced else 0)
    rolled = odds.shifted(value, steps, rules)
    found = {
        "success": odds.chance(rolled, rules, token=options.token),
        "success_with_token": odds.chance(rolled, rules, token=True),
        "shifts": odds.odds(value, steps, rules)["shifts"],
    }
    rows = [("this roll", found["success"]), ("with a token", found["success_with_token"])]
    rows += [
        (
            f"shifted {odds.shift_label(shift)}",
            odds.chance(odds.shifted(value, steps + shift, rules), rules, token=options.token),
        )
        for shift in odds.SHIFTS
    ]
    text = odds.roll_text(rolled, rules, token=options.token)
    return Answer(roll=text, odds=found, rows=tuple(rows), title=f"Five by Five, value {signed(value)}")


QUESTION: Question[Rules] = Question(
    options=Options,
    reply=reply,
    examples=("--value 6", "--value 4 --shift -1 --token"),
)
