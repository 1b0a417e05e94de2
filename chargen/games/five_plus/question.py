"""Answer `chargen odds five-plus`: the odds of one roll, without a character."""

from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.dice import Distribution
from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.five_plus import odds
from chargen.games.five_plus import rules as book
from chargen.games.five_plus.concept import Count
from chargen.games.five_plus.rating import Rating
from chargen.games.five_plus.rules import Rules, SmallNumber, maximum
from chargen.page.roll import Mean, OddsData, with_sign
from chargen.schema.model import NEEDED, Model
from chargen.text.names import counted

Rows: TypeAlias = list[tuple[str, Fraction | Mean]]


class Options(Model):
    """The options of `chargen odds five-plus`."""

    level: Annotated[int | None, NEEDED] = None
    """The level, 0 to 6."""
    tier: Count = 0
    """The tier."""
    bonus: SmallNumber = 0
    """The sum of all bonuses and penalties to the level, such as -1."""
    rank: SmallNumber = 0
    """The tiers of the challenge above the character."""
    actions: Annotated[int, Field(ge=1, le=20)] | None = None
    """The number of actions in the turn; 2 minus this number is added. By default the turn does not count."""
    helped: bool = False
    """Another character helps: +1."""
    reroll: bool = False
    """Reroll a failure once, for a point of fatigue."""
    successes: Annotated[int, Field(ge=1, le=99)] | None = None
    """The size of a challenge in successes, to show how long it takes."""


def reply(options: Options, rules: Rules) -> Answer:
    """Return the odds of a roll."""
    level, tier = options.level or 0, options.tier
    if not book.LOWEST_LEVEL <= level <= book.HIGHEST_LEVEL:
        raise Unanswerable("level", f"{level} is no level; they go from {book.LOWEST_LEVEL} to {book.HIGHEST_LEVEL}")
    top = maximum(tier)
    if top < 1:
        raise Unanswerable("tier", f"there is no tier {tier}; tiers end at {book.LAST_TIER}")
    if level > top:
        raise Unanswerable("level", f"tier {tier} goes up to level {top}")

    asked = odds.Circumstances(options.rank, options.helped, options.actions, options.reroll)
    proficiency = level + options.bonus
    rolled = odds.span(asked.modify(proficiency, rules), options.rank)
    answer: dict[str, Any] = dict(odds.odds(proficiency, Rating(level, tier), rules, asked=asked))

    # Variants: help, a reroll, more actions, another rank. Each keeps the other options.
    rows: Rows = [("this roll", answer["success"])]
    if not options.helped:
        rows.append(("with help", answer["with"]["help"]["success"]))
    if not options.reroll:
        rows.append(("failure rolled again", answer["with"]["reroll"]["success"]))
    for actions in odds.ACTIONS if options.actions is None else ():
        label = f"{actions} in the turn ({with_sign(rules.turn_modifier(actions))})"
        rows.append((label, answer["actions"][str(actions)]["success"]))
    others = (rank for rank in odds.RANKS if rank != options.rank)
    rows += [
        (f"against rank {with_sign(rank)}", answer["ranks"][f"{rank:+d}" if rank else "0"]["success"])
        for rank in others
    ]

    # Improvement and successes. Each throw may improve, the first one of a reroll too.
    throw = " (each throw)" if options.reroll else ""
    rows += [
        (f"raises it{throw}", answer["level_up"]),
        (f"opens or reaches a tier{throw}", answer["new_tier"]),
        (f"marks it{throw}", answer["mark"]),
        ("successes a roll, on average", answer["successes"]),
    ]

    if options.successes is not None:
        answer["challenge"], further = _challenge(options.successes, odds.successes_of(rolled, asked))
        rows += further
    turn_text = f", {options.actions} in the turn" if options.actions else ""
    bonus_text = f" {with_sign(options.bonus)}" if options.bonus else ""
    title = f"5+ system, {Rating(level, tier)}{bonus_text}{turn_text}, rank {with_sign(options.rank)}"
    return Answer(title=title, roll=odds.describe_roll(rolled), odds=answer, rows=tuple(rows))


def _challenge(needed: int, roll: Distribution) -> tuple[OddsData, Rows]:
    average = odds.expected_rolls(needed, roll)
    within = {str(rolls): odds.within_rolls(needed, rolls, roll) for rolls in odds.PATIENCE}
    before = {str(failures): odds.before_failures(needed, failures, roll) for failures in odds.ACTIONS}
    challenge: dict[str, Fraction | Mean | OddsData] = {"within_rolls": within, "before_failures": before}
    rows: Rows = []
    brought = counted(needed, "success", "successes")
    if average is not None:
        challenge["rolls"] = Mean(average)
        rows.append((f"rolls for {brought}, on average", Mean(average)))
    rows += [(f"{brought} within {rolls} rolls", chance) for rolls, chance in within.items()]
    rows += [(f"{brought} before {counted(int(failures), 'failure')}", chance) for failures, chance in before.items()]
    return challenge, rows


QUESTION: Question[Rules] = Question(
    options=Options,
    reply=reply,
    examples=("--level 4 --tier 1", "--level 4 --tier 1 --bonus 1 --rank 2", "--level 3 --actions 1 --successes 6"),
)
