"""Answer `chargen odds gamocles`: the odds of one check, without a character."""

import re
from fractions import Fraction
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.game.concept import RuleSet
from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.gamocles.odds import PROMISED, Pool, opposed
from chargen.games.gamocles.rules import LARGEST_SCORE, TARGET_NUMBERS
from chargen.page.roll import Mean, OddsData
from chargen.schema.model import Model

Score: TypeAlias = Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]


class Options(Model):
    """The options of `chargen odds gamocles`."""

    pool: str | None = None
    """Dice rolled and kept, such as 5k2, 12k8 or 5k2+4; 5k2(15) includes the target number."""
    trait: Score | None = None
    """The trait, instead of a pool."""
    skill: Score | None = None
    """The skill for the trait, such as -1; by default 0."""
    tn: Annotated[int, Field(ge=-999, le=9999)] | None = None
    """The target number; by default, a table of target numbers."""
    against: str | None = None
    """The pool of an opponent, for an opposed check."""


def reply(options: Options, rules: RuleSet) -> Answer:
    """Return the odds of a check: against a target number, a table of target numbers, or an opponent."""
    call, target = _call(options)
    mine = call.thrown
    called = f", called as {call}" if str(call) != str(mine) else ""
    title = f"Gamocles{called}"
    chances: dict[str, Fraction | Mean | OddsData] = {}
    rows: list[tuple[str, Fraction | Mean]] = []
    if target is not None:
        title += f", TN {target}"
        chances |= mine.against(target)
        rows += mine.against(target).items()
    elif options.against is None:
        # Neither a target nor an opponent: a table of both the promised target numbers and the sheet's.
        for each in sorted({*PROMISED, *TARGET_NUMBERS}):
            chances[f"tn_{each}"] = mine.against(each)
            rows.append((f"TN {each}", mine.success(each)))
    if options.against is not None:
        title += f", against {options.against}"
        won = opposed(mine, _read(options.against, "against").thrown)
        chances["opposed"] = won
        rows += [(name.replace("_", " "), chance) for name, chance in won.items()]
    average = Mean(mine.total.mean())
    chances["total"] = average
    rows.append(("average total", average))
    if options.trait is not None and target is not None:
        trait, skill = options.trait, options.skill or 0
        better = {"trait": Pool.check(trait + 1, skill), "skill": Pool.check(trait, skill + 1)}
        more = {what: with_it.thrown.success(target) for what, with_it in better.items()}
        chances["one_more"] = {**more}
        rows += [(f"one more of the {what}", chance) for what, chance in more.items()]
    return Answer(title=title, roll=str(mine), odds=chances, rows=tuple(rows))


_WITH_TARGET = re.compile(r"(?P<pool>[^()]*)\(\s*(?P<tn>\d{1,4})\s*\)\s*", re.ASCII)
"""The text's own way to write a check: the target number in brackets after the pool."""


def _call(options: Options) -> tuple[Pool, int | None]:
    """Return the call of the options, and the target number. Raises Unanswerable where they define none or two."""
    pool, target = options.pool, options.tn
    if pool is not None and (both := _WITH_TARGET.fullmatch(pool)) is not None:
        pool, inner = both["pool"], int(both["tn"])
        if target not in (None, inner):
            raise Unanswerable("tn", f"the pool says TN {inner} already; leave out --tn")
        target = inner
    if pool is None and options.trait is None:
        raise Unanswerable("pool", "say what is rolled: --pool 5k2, or --trait 2 --skill 3")
    if pool is not None and (options.trait is not None or options.skill is not None):
        raise Unanswerable("pool", "a pool is asked for alone; leave out --trait and --skill")
    if pool is not None:
        return _read(pool, "pool"), target
    return Pool.check(options.trait or 0, options.skill or 0), target


def _read(text: str, option: str) -> Pool:
    call = Pool.read(text)
    if call is None:
        raise Unanswerable(option, f"{text} is no pool; write dice rolled, k, and dice kept, such as 5k2")
    return call


QUESTION: Question[RuleSet] = Question(
    options=Options,
    reply=reply,
    examples=(
        "--pool 5k2 --tn 15",
        "--pool '2k1(15)'",
        "--trait 2 --skill -1 --tn 10",
        "--pool 12k8",
        "--pool 5k2 --against 4k3",
    ),
)
