"""Explain how to roll, and make the reference page: the odds of pools, of disaster dice and of bargains."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.character import dice_met
from chargen.games.roll_when_you_need.creation import DEGREES
from chargen.games.roll_when_you_need.odds import SACRIFICES, Bargain, Pool, Sacrifice, Task
from chargen.games.roll_when_you_need.rules import Difficulty, Rules
from chargen.kit.tables import ColumnWithCells, left, right, spread, table
from chargen.kit.texts import fill_texts
from chargen.page.roll import PERCENT, decimal, percent
from chargen.page.sheet import Block, Cell, Chance, Chart, Prose, Table
from chargen.text.names import counted, listing

MOST_EFFECTS = 5  # The largest number of successes in the table of pools (house default)
MOST_CHARTS = 3  # The largest number of pools with a chart (house default)

QUALITIES = ("Qualities", "of characters, places and situations: each helps in one way and hinders in another.")
MEANS = ("Means", "In society and before the law, Reputation outweighs Wealth.")
ON_A_SHEET = ("A task", "Trouble", "Mixed", "Time")
"""The parts of `how` on a sheet; the reference page has all of them."""
OFF_CARDS = ("Many dice", "Critical")
MOVES = ("Moves", "Players roll all the dice; an NPC's moves are difficulties.")
"""The part that is only on the sheet of an NPC."""
USUAL_DICE = 3
"""The usual dice against the moves of a card: an ability in the middle of the scale (house default)."""


def back(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the parts of `how` on the back of a card."""
    return tuple((heading, text) for heading, text in how(rules) if heading not in OFF_CARDS)


@lru_cache(maxsize=32)
def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return how each kind of roll is made: a heading and a text each, the same for all characters of a table."""
    lowest, by_successes = rules.lowest_success, rules.difficulty_is_successes
    # By the distance to the highest face: one face, two faces, or more.
    faces = {0: f"{lowest}s", 1: f"{lowest}s and {rules.die}s"}.get(rules.die - lowest, f"{lowest}s and up")
    one = "One does it; each further one adds an effect (quickly, silently, …)."
    texts = fill_texts(
        __file__,
        "how",
        book=book,
        rules=rules,
        faces=faces,
        done="As many successes as the difficulty do it." if by_successes else one,
        chances=", ".join(percent(Pool.of(dice, rules).successes.at_least(1)) for dice in (1, 2, 3)) + PERCENT,
        usual=USUAL_DICE,
        untroubled="" if by_successes else ", and no trouble, with no successes given up",
        degrees=listing(DEGREES),
        most_able=book.MOST_TIME * book.ABILITY_FOR_TIME,
    )
    left_out = {"Trouble": by_successes, "Time": not rules.take_time}
    return tuple(text for text in texts if not left_out.get(text[0]))


def how_to_make(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the steps of making a character: a heading and a text each."""
    return fill_texts(__file__, "make", book=book, rules=rules)


# The reference page.


def make_reference_page(rules: Rules) -> Iterator[Block | None]:
    """Yield the blocks of the reference page in order; None for blocks that the rules in force do not need."""
    brief = (MOVES if item[0] == MOVES[0] else item for item in how(rules))
    yield Prose(name="rules", title="The rules in brief", items=(*brief, MEANS, QUALITIES), reference=True)
    around = tuple(describe_surroundings(rules))
    yield Prose(name="around", title="Places and situations", items=around, reference=True) if around else None
    yield _pools(rules)
    # The number of successes of the best pools, on a common scale.
    best = sorted((rating for rating in dice_met(rules) if rating > 1), reverse=True)[:MOST_CHARTS]
    for rating in best:
        successes = Pool.of(rating, rules).successes
        series = tuple((str(number), successes.chance(number)) for number in range(max(successes.weights) + 1))
        title = f"Successes of {counted(rating, 'die', 'dice')}"
        yield Chart(name="successes", title=title, series=series, mean=successes.mean(), reference=True)
    if rules.difficulty_is_successes:
        yield _needed(rules)
    else:
        dice = range(1, book.DIFFICULTIES[-1].rating + 1)
        yield table(
            "disaster",
            "Disaster dice",
            dice,
            (left("Dice", 10), str),
            (right("Trouble", 12), lambda number: Chance(Pool.of(number, rules).successes.at_least(1))),
            *spread(
                dice,
                lambda problems: right("1 problem" if problems == 1 else str(problems), 11),
                lambda problems, number: Chance(Pool.of(number, rules).successes.chance(problems)),
            ),
            (right("Average", 12), lambda number: decimal(Pool.of(number, rules).successes.mean(), 2)),
            reference=True,
        )
    yield _bargains(rules)
    yield _time(rules)
    if not rules.difficulty_is_successes:
        further = "Quickly · smoothly · silently · …"
        items = (("The task is done", "the first success"), (further, "each further success"))
        yield Prose(name="effects", title="Effects to choose from", items=items, lines=2, reference=True)


def describe_surroundings(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the qualities of places and situations at the table."""
    yield from ((quality.name, f"{quality.benefit}, but {quality.drawback}") for quality in rules.surroundings)


def _pools(rules: Rules) -> Table:
    def result(dice: int, name: str) -> Chance:
        return Chance(odds.results(Pool.of(dice, rules))[name])

    return table(
        "pools",
        "Results by number of dice",
        dice_met(rules),
        (left("Dice", 8), str),
        (right("Success", 10), lambda dice: result(dice, "success")),
        (right("clean", 9), lambda dice: result(dice, "clean_success")),
        (right("tainted", 9, "a mixed success"), lambda dice: result(dice, "mixed_success")),
        (right("Failure: silver lining", 11, "a mixed failure"), lambda dice: result(dice, "mixed_failure")),
        (right("plain", 11), lambda dice: result(dice, "plain_failure")),
        *_effects(8, lambda dice: Pool.of(dice, rules)),
        (right("Average", 10, "successes"), lambda dice: decimal(Pool.of(dice, rules).successes.mean(), 2)),
        caption=("" if rules.difficulty_is_successes else "One success does the task; two have two effects. ")
        + "A success is clean or tainted; a failure has a silver lining or none.",
        reference=True,
    )


def _effects(width: int, pool: Callable[[Any], Pool]) -> Iterator[ColumnWithCells[Any]]:
    """Yield a column for at least two successes, at least three, and so on; ``pool`` returns the pool of a row."""
    return spread(
        range(2, MOST_EFFECTS + 1),
        lambda effects: right(f"{effects} effects" if effects == 2 else str(effects), width),
        lambda effects, row: Chance(pool(row).successes.at_least(effects)),
    )


def _needed(rules: Rules) -> Table:
    """Return clean and mixed success by difficulty, where difficulties are numbers of successes."""

    def columns(difficulty: Difficulty) -> Iterator[ColumnWithCells[int]]:
        def result(name: str, rating: int) -> Cell:
            return Chance(odds.outcome(Task.of(rating, difficulty.rating, rules))[name])

        yield right(f"{difficulty.name} {difficulty.rating}", 9), partial(result, "success")
        yield right("clean", 6), partial(result, "clean_success")

    return table(
        "needed",
        "Against a difficulty",
        dice_met(rules),
        (left("Dice", 10), str),
        *chain.from_iterable(map(columns, book.DIFFICULTIES)),
        reference=True,
    )


def _bargains(rules: Rules) -> Table | None:
    pairs = [
        (rating, difficulty.rating)
        for rating in dice_met(rules)
        for difficulty in book.DIFFICULTIES
        if odds.has_bargain(Task.of(rating, difficulty.rating, rules))
    ]
    if not pairs:
        return None

    def columns(policy: Sacrifice) -> Iterator[ColumnWithCells[tuple[int, int]]]:
        def struck(pair: tuple[int, int]) -> Bargain:
            return odds.bargain(Task.of(*pair, rules), policy)

        yield (
            right(policy.title.capitalize(), 13, "the task is done without trouble"),
            lambda pair: Chance(struck(pair).safe),
        )
        yield right("effects", 7, "successes kept, on average"), lambda pair: decimal(struck(pair).effects, 2)

    return table(
        "bargains",
        "Giving up successes for disaster dice",
        pairs,
        (
            left("Task", 22),
            lambda pair: f"{counted(pair[0], 'die', 'dice')}, {rules.difficulty_name(pair[1])} {pair[1]}",
        ),
        *chain.from_iterable(map(columns, SACRIFICES)),
        caption="The chance that the task is done without trouble, by how many successes are given up; "
        "beside it the effects that are kept, on average.",
        reference=True,
    )


def _time(rules: Rules) -> Table | None:
    pairs = [(rating, extra) for rating in dice_met(rules) for extra in odds.time_taken(rating)]
    if not rules.take_time or not pairs:
        return None

    def pool(pair: tuple[int, int]) -> Pool:
        return Pool.of(pair[0], rules, extra=pair[1])

    return table(
        "time",
        "Taking time",
        pairs,
        (left("Dice", 26), lambda pair: f"{pair[0]} dice and {pair[1]}"),
        (right("clean", 10), lambda pair: Chance(odds.results(pool(pair))["clean_success"])),
        (right("tainted", 10), lambda pair: Chance(odds.results(pool(pair))["mixed_success"])),
        *_effects(10, pool),
        (right("Average", 14), lambda pair: decimal(pool(pair).successes.mean(), 2)),
        reference=True,
    )
