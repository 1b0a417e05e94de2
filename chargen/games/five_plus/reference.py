"""The page behind: what is looked up now and then, the odds in full."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from chargen.core.roll import decimal, with_sign
from chargen.core.sheet import Block, Cell, Chance, Chart, Table, WhatIf
from chargen.dice import Distribution
from chargen.games.five_plus import cells, odds
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.rules import LAST_FACE, Rules
from chargen.kit import blocks as kit
from chargen.kit.tables import chance, left, right, spread, table

MODIFIERS = range(-5, 4)
"""The modifiers that the slider of a page in a browser goes through (ours)."""
MOST_CHARTS = 3
"""So many ranges are drawn (ours)."""


def blocks(character: Character) -> list[Block | None]:
    """All blocks of the page behind; for an NPC's card alone there is none but what play has taught."""
    unit = "Points" if any(line.change for line in character.ledger) else ""
    ledger = kit.ledger(character.ledger, unit, name="ledger", title="What play has taught")
    if not character.rated:
        return [ledger]
    own: list[Block | None] = [_in_full(character), None if ledger else _successes(character), *_drawn(character)]
    return [*(replace(block, on_leaf=True) for block in own if block), ledger]


def rolls_to_win(needed: int, rolled: odds.Span | None) -> str:
    """How many rolls it takes on average to collect so many successes, for a cell.

    >>> rolls_to_win(6, (5, 9)), rolls_to_win(6, None)
    ('4.5', 'never')
    """
    rolls = odds.expected_rolls(needed, odds.successes(rolled))
    return "never" if rolls is None else decimal(rolls)


def _in_full(character: Character) -> Table:
    """Everything that is rolled for, against challenges of each rank; what it teaches, and what it wins."""
    rules = character.rules

    def teaches(what: str) -> Callable[[Rated], Cell]:
        return lambda rated: Chance(odds.improvement(rated.rating, rules)[what])

    def span(rated: Rated) -> odds.Span | None:
        return odds.span(rated.proficiency, 0)

    def average(thrown: Callable[[odds.Span | None], Distribution]) -> Callable[[Rated], Cell]:
        return lambda rated: None if rated.resists else decimal(thrown(span(rated)).mean(), 2)

    return table(
        "in-full",
        "Against each rank, and rolls to win a challenge",
        character.rated,
        (left("", 30), lambda rated: rated.name),
        *spread(
            odds.RANKS,
            (
                lambda rank: right(f"rank {with_sign(rank)}", 10),
                lambda rank, rated: cells.plain(rated.proficiency, rank),
            ),
        ),
        (right("level up", 11, "chance that a roll raises it"), teaches("level_up")),
        (right("mark", 9, "chance that a roll marks it"), teaches("mark")),
        (right("average", 12, "successes of a roll"), average(odds.successes)),
        (
            right("weakness", 14, "average against a weakness: the higher die"),
            average(odds.successes_against_weakness),
        ),
        *spread(
            odds.CHALLENGES,
            (
                lambda needed: right(f"to {needed}", 9),
                lambda needed, rated: None if rated.resists else rolls_to_win(needed, span(rated)),
            ),
        ),
        caption="Rank: how many tiers the challenge stands above you; your range starts that much higher. Average: the "
        "successes of a roll at rank 0, the lower die each time; against a weakness, the higher one. To 3 and so on: "
        "how many rolls you need on average to collect that many successes alone.",
        reference=True,
    )


def _successes(character: Character) -> Table | None:
    """How likely each number of successes is; where a ledger takes its room, the leaf has it by proficiency."""
    if not character.skills:
        return None

    def successes(amount: int, skill: Rated) -> Chance | None:
        return chance(odds.successes(odds.span(skill.proficiency, 0)).chance(amount))

    return table(
        "successes",
        "Successes of a roll",
        character.skills,
        (left("", 30), lambda skill: skill.name),
        *spread(range(LAST_FACE + 1), (lambda amount: right(str(amount), 10), successes)),
        reference=True,
    )


def _drawn(character: Character) -> list[Chart]:
    """How many successes the best ranges bring, on one scale."""
    best = sorted({rated.proficiency for rated in character.rated}, reverse=True)[:MOST_CHARTS]
    charts = []
    for low, high in filter(None, (odds.span(proficiency, 0) for proficiency in best)):
        roll = odds.successes((low, high))
        series = tuple((str(number), roll.chance(number)) for number in range(max(roll.weights) + 1))
        title = f"Successes in {low}–{high}" if low < high else f"Successes on a {low}"
        charts.append(Chart(name="successes-chart", title=title, series=series, mean=roll.mean(), reference=True))
    return charts


def what_ifs(character: Character) -> Iterator[WhatIf]:
    """Yield skills, which move in their table, and resistances, with more or less of what helps, at the usual ranks."""
    if character.skills:
        yield _what_if("skills", "Turn, help, conditions, damage and wounds in all:", character.skills, character.rules)
    if character.resistances:
        yield _what_if("", "Help, conditions and wounds in all:", character.resistances, character.rules)


def _what_if(of: str, label: str, rolled: Sequence[Rated], rules: Rules) -> WhatIf:
    rows = tuple(
        (
            rated.name,
            tuple(
                tuple(odds.success(rated.proficiency + modifier, rank, rules) for modifier in MODIFIERS)
                for rank in (0, 1, 2)
            ),
        )
        for rated in rolled
    )
    return WhatIf(
        name=f"modifier-{of}" if of else "modifier",
        of=of,
        title="What if something helps or hinders resistance?",
        label=label,
        steps=tuple(with_sign(modifier) for modifier in MODIFIERS),
        start=MODIFIERS.index(0),
        columns=("Rank 0", "Rank +1", "Rank +2"),
        rows=rows,
        out_of=odds.THROWS,
    )
