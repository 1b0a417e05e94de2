"""Answer `chargen odds five-by-five`: the odds of one roll, without a character."""

from typing import Annotated, Any

from pydantic import Field

from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import ADVANCED_SHIFT, DAMAGE_TRUMP_BONUS, Rules, list_ladder_values
from chargen.page.roll import Mean, signed, with_sign
from chargen.schema.model import Model
from chargen.text.names import listing


class Options(Model):
    """The options of `chargen odds five-by-five`."""

    value: int | None = None
    """The descriptor's value, a rank of the ladder."""
    shift: Annotated[int, Field(ge=-20, le=20)] = 0
    """The shift in ranks, such as -1."""
    token: bool = False
    """Spend a doubles token: 5 counts like 6."""
    advanced: bool = False
    """The descriptor is advanced: two ranks lower, on a ladder up to 20 and 25."""
    damage_bonus: Annotated[int | None, Field(ge=0, le=99)] = None
    """Roll the damage of a hit with a weapon of this bonus, instead of a value."""
    armor_value: Annotated[int | None, Field(ge=-99, le=99)] = None
    """The armour value, which reduces the damage."""


def reply(options: Options, rules: Rules) -> Answer:
    """Return the odds of a roll against a value, or of the damage of a hit."""
    if options.damage_bonus is not None:
        return _damage(options, options.damage_bonus)
    if options.value is None:
        raise Unanswerable("value", "give what is rolled: --value 6, or --damage-bonus 3")
    if options.armor_value is not None:
        raise Unanswerable("armor-value", "armour lowers damage; give --damage-bonus too")
    rules = rules.model_copy(update={"advanced_descriptors": options.advanced or rules.advanced_descriptors})
    value = options.value
    known = list_ladder_values(advanced=options.advanced)
    if value not in known:
        raise Unanswerable("value", f"{value} is not a rank; the ranks are {listing(known)}")
    steps = options.shift + (ADVANCED_SHIFT if options.advanced else 0)
    rolled = odds.shift_value(value, steps, rules)
    chances: dict[str, Any] = dict(odds.odds(value, steps, rules, token=options.token))
    rows = [("this roll", chances["success"]), ("with a token", chances["success_with_token"])]
    rows += [(f"shifted {with_sign(int(by))}", shifted["success"]) for by, shifted in chances["shifts"].items()]
    text = odds.describe_roll(rolled, token=options.token)
    return Answer(roll=text, odds=chances, rows=tuple(rows), title=f"Five by Five, value {signed(value)}")


def _damage(options: Options, bonus: int) -> Answer:
    """Return the damage of a hit; ``mean`` includes the token if the options have one."""
    if options.value is not None or options.shift or options.advanced:
        raise Unanswerable("damage-bonus", "damage is a question of its own; leave out --value, --shift and --advanced")
    armor, last = abs(options.armor_value or 0), odds.LAST_DAMAGE
    table = odds.damage_table(bonus, armor, last, token=options.token)
    chances = {f"{damage} or more" if damage == last else str(damage): chance for damage, chance in table}
    mean, helped = (Mean(odds.mean_damage(bonus, armor, token=token)) for token in (options.token, True))
    rows = [("average", mean), ("average with a token", helped), *chances.items()]
    worn = f", armour {armor}" if armor else ""
    trumps = odds.name_trumps(token=options.token)
    return Answer(
        title=f"Five by Five, damage bonus {bonus}{worn}",
        roll=f"{odds.describe_damage(bonus)}; a {trumps} is +{DAMAGE_TRUMP_BONUS} and another die",
        odds={"mean": mean, "mean_with_token": helped, "damage": chances},
        rows=tuple(rows),
    )


QUESTION: Question[Rules] = Question(
    options=Options,
    reply=reply,
    examples=("--value 6", "--value 4 --shift -1 --token", "--damage-bonus 3 --armor-value 2"),
)
