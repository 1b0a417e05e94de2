"""Report numbers of a game file with which no new character can be legal, each at its own key.

Every limit is computed with the numbers of the rules; what a table changes is that table's decision.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from types import SimpleNamespace

from chargen.gamefile.definition import Definition, ScoreGroup, as_key
from chargen.kit import checks
from chargen.kit.checks import resolve_limit
from chargen.kit.vocabulary import Vocabulary
from chargen.page.roll import signed
from chargen.text.diagnostic import Diagnostic, error, warning
from chargen.text.names import counted, fold

MOST_COMBINATIONS = 1_000
"""The combinations of options whose sums are computed (house default); a game has a few dozen."""


def find_infeasible(made: Definition, lost: Collection[str] = ()) -> Iterator[Diagnostic]:
    """Yield an error for each budget that cannot be spent, each number of picks that no list has, and so on.

    ``lost`` are the folded keys of parts with an error, which cannot be judged.
    """
    rules = SimpleNamespace(**{key: number.is_ for key, number in made.file.numbers.items()})
    for key, group in made.scores.items():
        if fold(key) not in lost and not any(fold(choice) in lost for choice in group.adds):
            yield from _find_wrong_exemption(made, group, rules)
            yield from _find_wrong_points(made, group, rules)
    for key, picks in made.picks.items():
        number, table = resolve_limit(picks.number, rules), picks.is_table
        if fold(key) in lost or number is None:
            continue
        at = ("tables", key, "most") if table else ("picks", key, "number")
        if number < 0:
            message = f"there are 0 {key} or more; found {signed(number)}"
            yield error(message, *at, code="game/range", hint="write 0")
        lists: Mapping[str, Vocabulary[str]] = picks.lists or {"": picks.names}
        # One list that is too short is enough.
        if short := [names for names in lists.values() if len(names) < number and not table][:1]:
            of = f" for {short[0].what.rpartition(' of ')[2]}" if picks.by else ""
            message = f"{number} {key} are to be picked, and the list{of} has {counted(len(short[0]), 'name')}"
            yield error(message, *at, code="game/range", hint="lower `number`, or add names to the list")


def _find_wrong_exemption(made: Definition, group: ScoreGroup, rules: object) -> Iterator[Diagnostic]:
    exempt, at = group.file.except_, ("scores", group.key, "except")
    if exempt is None:
        return
    low = resolve_limit(group.low, rules)
    if group.low is None:
        hint = "add `from:`, the lowest number of the other scores, or take `except` out"
        yield error("`except` needs `from`", *at, key=True, code="game/incomplete", hint=hint)
    elif low is not None and (exempt.value or 0) >= low:
        message = (
            f"`except` lets a score be lower than `from`, which is {signed(low)}; found {signed(exempt.value or 0)}"
        )
        yield error(message, *at, "value", code="game/range", hint=f"write {signed(low - 1)}")
    own = [key for section in ("lines", "picks", "tables", "choices") for key in getattr(made.file, section)]
    if exempt.needs and exempt.needs not in own:
        hint = "" if own else "add it to `lines`, or leave `needs` out"
        yield checks.unknown(exempt.needs, Vocabulary("line", own), *at, "needs", hint=hint, code="game/unknown-name")


def _find_wrong_points(made: Definition, group: ScoreGroup, rules: object) -> Iterator[Diagnostic]:
    at, file = ("scores", group.key), group.file
    points, low, to = (resolve_limit(limit, rules) for limit in (group.points, group.low, group.to))
    if file.set_ and file.base:
        message = "`set` has a number for each name, and with `base` a character lists only what it raises"
        yield error(message, *at, "set", key=True, code="game/incomplete", hint="write the names under `of`")
        return
    if points is None:
        return
    names = counted(len(group.names), "score")
    if file.set_:
        if sum(file.set_) != points:
            message = f"the numbers of `set` come to {signed(sum(file.set_))}, and `points` is {signed(points)}"
            yield error(message, *at, "points", code="game/range", hint="leave `points` out")
    elif file.base:
        options = [made.choices[choice] for choice in group.adds]
        if to is None or prod(map(len, options)) > MOST_COMBINATIONS:
            return
        # How many points every character can spend above the base, with any option.
        chosen = (SimpleNamespace(**dict(zip(group.adds, each, strict=True))) for each in product(*options))
        most = min(sum(max(0, to - floor) for floor in group.floors(concept).values()) for concept in chosen)
        if not 0 <= points <= most:
            message = f"{names} of at most {signed(to)} take at most {most} points; found {signed(points)}"
            yield error(message, *at, "points", code="game/range", hint="lower `points`, or raise `to`")
    elif to is not None and points > len(group.names) * to:
        message = f"{names} of at most {signed(to)} come to {signed(len(group.names) * to)}; found {signed(points)}"
        yield error(message, *at, "points", code="game/range", hint="lower `points`, or raise `to`")
    elif points < len(group.names) * (low or 0):
        least = len(group.names) * (low or 0)
        message = f"{names} of at least {signed(low or 0)} come to {signed(least)}; found {signed(points)}"
        yield error(message, *at, "points", code="game/range", hint="raise `points`, or lower `from`")


def find_impossible_outcomes(made: Definition) -> Iterator[Diagnostic]:
    """Yield a warning for each outcome of a roll whose chance is 0 with every value that its dice are rolled with.

    A number of the rules may decide: each of them is tried as it is, at its lowest and at its highest.
    """
    numbers = {key: number.is_ for key, number in made.file.numbers.items()}
    lows, highs = ({key: made.ranges[fold(key)][end] for key in numbers} for end in (0, 1))
    tables = [SimpleNamespace(**values) for values in (numbers, lows, highs)]
    for key, kind in made.dice.items():
        if kind.dice.takes.keys() != {"value"}:
            continue  # not every combination of several numbers is rolled
        span = kind.dice.takes["value"]
        waiting = {as_key(name): name for name in kind.file.outcomes or ()}
        for rules, value in product(tables, range(span.low, span.high + 1)):
            for name, chance in kind.pool(rules).odds(value).items() if waiting else ():
                if chance:
                    waiting.pop(name, None)
        for name in waiting.values():
            message = f"`{name}` never happens: its chance is 0 with each value from {span}"
            hint = "the outcomes above it may leave nothing over, or its condition is never true"
            yield warning(message, "dice", key, "outcomes", name, key=True, code="game/outcomes", hint=hint)
