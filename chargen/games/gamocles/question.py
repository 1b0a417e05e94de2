"""Answer `chargen odds gamocles`: the odds of one check, without a character."""

import re
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.games.gamocles import odds
from chargen.games.gamocles import pool as pools
from chargen.games.gamocles.concept import Score
from chargen.games.gamocles.pool import Call, Pool
from chargen.games.gamocles.rules import TARGET_NUMBERS, Rules
from chargen.page.roll import Mean, OddsData
from chargen.schema.model import Model


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


def reply(options: Options, rules: Rules) -> Answer:
    """Return the odds of a check: against a target number, a table of target numbers, or an opponent."""
    # First, because the brackets belong to the pool's own spelling and no later step understands them.
    options = _with_target(options)
    call = _call(options)
    mine = pools.pool(call)
    chances: dict[str, Fraction | Mean | OddsData] = {}
    rows: list[tuple[str, Fraction | Mean]] = []
    if options.tn is not None:
        chances |= odds.against(mine, options.tn)
        rows += odds.against(mine, options.tn).items()
    elif options.against is None:
        # Neither a target nor an opponent: a table of both the promised target numbers and the sheet's.
        targets = sorted({*odds.PROMISED, *TARGET_NUMBERS})
        chances |= odds.by_target(mine, targets)
        rows += [(f"TN {target}", odds.success(mine, target)) for target in targets]
    if options.against is not None:
        theirs = pools.pool(_read(options.against, "against"))
        opposed = odds.opposed(mine, theirs)
        chances["opposed"] = opposed
        rows += [(name.replace("_", " "), chance) for name, chance in opposed.items()]
    average = Mean(odds.mean(mine))
    chances["total"] = average
    rows.append(("average total", average))
    if options.trait is not None and options.tn is not None:
        more = odds.one_more(options.trait, options.skill or 0, options.tn)
        chances["one_more"] = {**more}
        rows += [(f"one more of the {what}", chance) for what, chance in more.items()]
    return Answer(title=_title(options, call, mine), roll=str(mine), odds=chances, rows=tuple(rows))


_WITH_TARGET = re.compile(r"(?P<pool>[^()]*)\(\s*(?P<tn>\d{1,4})\s*\)\s*", re.ASCII)


def _with_target(options: Options) -> Options:
    """Return the options with the target number in brackets after the pool, if any. Raises Unanswerable for two TNs.

    Source: Gamocles, basic mechanics: the text's own way to write a check
    """
    both = _WITH_TARGET.fullmatch(options.pool or "")
    if both is None:
        return options
    target = int(both["tn"])
    if options.tn not in (None, target):
        raise Unanswerable("tn", f"the pool says TN {target} already; leave out --tn")
    return options.model_copy(update={"pool": both["pool"], "tn": target})


def _call(options: Options) -> Call:
    """Return the call of the options. Raises Unanswerable if they define none or two."""
    if options.pool is None and options.trait is None:
        raise Unanswerable("pool", "say what is rolled: --pool 5k2, or --trait 2 --skill 3")
    if options.pool is not None and (options.trait is not None or options.skill is not None):
        raise Unanswerable("pool", "a pool is asked for alone; leave out --trait and --skill")
    if options.pool is not None:
        return _read(options.pool, "pool")
    return pools.check(options.trait or 0, options.skill or 0)


def _read(text: str, option: str) -> Call:
    call = pools.read(text)
    if call is None:
        raise Unanswerable(option, f"{text} is no pool; write dice rolled, k, and dice kept, such as 5k2")
    return call


def _title(options: Options, call: Call, mine: Pool) -> str:
    target = f", TN {options.tn}" if options.tn is not None else ""
    opponent = f", against {options.against}" if options.against is not None else ""
    called = f", called as {call}" if str(call) != str(mine) else ""
    return f"Gamocles{called}{target}{opponent}"


QUESTION: Question[Rules] = Question(
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
