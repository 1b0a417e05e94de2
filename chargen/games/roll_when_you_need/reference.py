"""Explain how to roll, and make the reference page: the odds of pools, of disaster dice and of bargains."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need import rules as book
from chargen.games.roll_when_you_need.character import dice_met
from chargen.games.roll_when_you_need.creation import DEGREES
from chargen.games.roll_when_you_need.odds import SACRIFICES, Pool, Sacrifice, Task
from chargen.games.roll_when_you_need.rules import Rules, WholeQuality
from chargen.kit.tables import ColumnWithCells, left, right, spread, table
from chargen.kit.texts import fill_texts
from chargen.page.roll import PERCENT, decimal, percent
from chargen.page.sheet import Block, Chance, Chart, Prose, Table
from chargen.text.names import counted, listing

MOST_EFFECTS = 5  # The largest number of successes in the table of pools (house default)
MOST_CHARTS = 3  # The largest number of pools with a chart (house default)

MOVES, MEANS, QUALITIES = fill_texts(__file__, "briefly")
"""What the reference page says of each; a sheet has the first, where it is that of an NPC."""
ON_A_SHEET = ("A task", "Trouble", "Mixed", "Time")
"""The parts of `how` on a sheet; the reference page has all of them."""
OFF_CARDS = ("Many dice", "Critical")
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
    around = tuple(describe_surroundings(rules.surroundings))
    yield Prose(name="around", title="Places and situations", items=around, reference=True) if around else None
    pools = [Pool.of(dice, rules) for dice in dice_met(rules)]
    yield _pools(pools, rules)
    # The number of successes of the best pools, on a common scale.
    for pool in [pool for pool in reversed(pools) if pool.dice > 1][:MOST_CHARTS]:
        series = tuple(
            (str(number), pool.successes.chance(number)) for number in range(max(pool.successes.weights) + 1)
        )
        title = f"Successes of {counted(pool.number, 'die', 'dice')}"
        yield Chart(name="successes", title=title, series=series, mean=pool.successes.mean(), reference=True)
    yield _needed(rules) if rules.difficulty_is_successes else _disaster(rules)
    yield _bargains(rules)
    yield _time(rules)
    if not rules.difficulty_is_successes:
        further = "Quickly · smoothly · silently · …"
        items = (("The task is done", "the first success"), (further, "each further success"))
        yield Prose(name="effects", title="Effects to choose from", items=items, lines=2, reference=True)


def describe_surroundings(surroundings: Iterable[WholeQuality]) -> Iterator[tuple[str, str]]:
    """Yield the qualities of places and situations at the table."""
    yield from ((quality.name, f"{quality.benefit}, but {quality.drawback}") for quality in surroundings)


# The columns of tables with a pool in each row.


def _result(heading: str, width: int, name: str, help: str = "", *, needed: int = 1) -> ColumnWithCells[Pool]:
    return right(heading, width, help), lambda pool: Chance(odds.results(pool, needed)[name])


def _effects(width: int) -> Iterator[ColumnWithCells[Pool]]:
    """Yield a column for at least two successes, at least three, and so on."""
    return spread(
        range(2, MOST_EFFECTS + 1),
        lambda effects: right(f"{effects} effects" if effects == 2 else str(effects), width),
        lambda effects, pool: Chance(pool.successes.at_least(effects)),
    )


def _average(width: int, help: str = "") -> ColumnWithCells[Pool]:
    return right("Average", width, help), lambda pool: decimal(pool.successes.mean(), 2)


def _pools(pools: list[Pool], rules: Rules) -> Table:
    return table(
        "pools",
        "Results by number of dice",
        pools,
        (left("Dice", 8), lambda pool: str(pool.number)),
        _result("Success", 10, "success"),
        _result("clean", 9, "clean_success"),
        _result("tainted", 9, "mixed_success", "a mixed success"),
        _result("Failure: silver lining", 11, "mixed_failure", "a mixed failure"),
        _result("plain", 11, "plain_failure"),
        *_effects(8),
        _average(10, "successes"),
        caption=("" if rules.difficulty_is_successes else "One success does the task; two have two effects. ")
        + "A success is clean or tainted; a failure has a silver lining or none.",
        reference=True,
    )


def _disaster(rules: Rules) -> Table:
    dice = range(1, max(book.DIFFICULTIES) + 1)
    return table(
        "disaster",
        "Disaster dice",
        [Pool.of(number, rules) for number in dice],
        (left("Dice", 10), lambda pool: str(pool.number)),
        (right("Trouble", 12), lambda pool: Chance(pool.successes.at_least(1))),
        *spread(
            dice,
            lambda problems: right("1 problem" if problems == 1 else str(problems), 11),
            lambda problems, pool: Chance(pool.successes.chance(problems)),
        ),
        _average(12),
        reference=True,
    )


def _needed(rules: Rules) -> Table:
    """Return clean and mixed success by difficulty, where difficulties are numbers of successes."""
    columns: list[ColumnWithCells[Pool]] = []
    for needed, name in book.DIFFICULTIES.items():
        columns.append(_result(f"{name} {needed}", 9, "success", needed=needed))
        columns.append(_result("clean", 6, "clean_success", needed=needed))
    return table(
        "needed",
        "Against a difficulty",
        [Pool.of(dice, rules) for dice in dice_met(rules)],
        (left("Dice", 10), lambda pool: str(pool.number)),
        *columns,
        reference=True,
    )


def _bargains(rules: Rules) -> Table | None:
    tasks = {
        f"{counted(rating, 'die', 'dice')}, {name} {difficulty}": Task.of(rating, difficulty, rules)
        for rating in dice_met(rules)
        for difficulty, name in book.DIFFICULTIES.items()
        if odds.has_bargain(Task.of(rating, difficulty, rules))
    }
    if not tasks:
        return None

    def columns(policy: Sacrifice) -> Iterator[ColumnWithCells[str]]:
        struck = {label: odds.bargain(task, policy) for label, task in tasks.items()}
        meaning = "the task is done without trouble"
        yield right(policy.title.capitalize(), 13, meaning), lambda label: Chance(struck[label].safe)
        yield right("effects", 7, "successes kept, on average"), lambda label: decimal(struck[label].effects, 2)

    return table(
        "bargains",
        "Giving up successes for disaster dice",
        tasks,
        (left("Task", 22), str),
        *chain.from_iterable(map(columns, SACRIFICES)),
        caption="The chance that the task is done without trouble, by how many successes are given up; "
        "beside it the effects that are kept, on average.",
        reference=True,
    )


def _time(rules: Rules) -> Table | None:
    pools = [Pool.of(rating, rules, extra=extra) for rating in dice_met(rules) for extra in odds.time_taken(rating)]
    if not rules.take_time or not pools:
        return None
    return table(
        "time",
        "Taking time",
        pools,
        (left("Dice", 26), lambda pool: f"{pool.number} dice and {pool.extra}"),
        _result("clean", 10, "clean_success"),
        _result("tainted", 10, "mixed_success"),
        *_effects(10),
        _average(14),
        reference=True,
    )
