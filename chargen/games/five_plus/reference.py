"""The page behind: what is looked up now and then, the odds in full."""

from chargen.core.names import listing
from chargen.core.roll import decimal, signed, with_sign
from chargen.core.sheet import Block, Cell, Chance, Chart, Prose, Table, WhatIf
from chargen.games.five_plus import cells, odds
from chargen.games.five_plus.character import Character
from chargen.games.five_plus.improvement import Rating, after_double, faces_that_raise
from chargen.games.five_plus.rules import LAST_FACE, Rules
from chargen.kit import blocks as kit
from chargen.kit.blocks import left, right

MODIFIERS = range(-5, 4)
"""The modifiers that the slider of a page in a browser goes through (ours)."""
MOST_CHARTS = 3
"""So many ranges are drawn (ours)."""
CHALLENGE = 6
"""The size of challenge whose chances are listed by rolls and failures (ours)."""


def blocks(character: Character) -> list[Block | None]:
    """All blocks of the page behind; for an NPC's card alone there is none."""
    rules = character.rules
    unit = "Points" if any(line.change for line in character.ledger) else ""
    ledger = kit.ledger(character.ledger, unit, name="ledger", title="What play has taught")
    if not character.rated:
        return [_solo(rules), ledger]
    return [
        _ranks(character),
        _successes(character),
        *_drawn(character),
        _challenges(character),
        _grid(rules),
        _besides(rules),
        _solo(rules),
        ledger,
    ]


def _ranks(character: Character) -> Table:
    rules = character.rules
    rows: list[tuple[Cell, ...]] = []
    for rated in character.rated:
        learning = odds.improvement(rated.rating, rules)
        rows.append(
            (
                rated.name,
                *(cells.plain(rated.proficiency, rules, rank) for rank in odds.RANKS),
                Chance(odds.rerolled(odds.success(rated.proficiency, 0, rules))),
                Chance(odds.with_a_six(odds.span(rated.proficiency, 0, rules))),
                Chance(learning["level_up"]),
                Chance(learning["mark"]),
                decimal(1 / learning["level_up"], 0) if learning["level_up"] else "—",
                double_six(rated.rating, rules),
            )
        )
    return Table(
        name="ranks",
        title="By rank",
        columns=(
            left("", 26),
            *(right(with_sign(rank), 6) for rank in odds.RANKS),
            right("again", 6, "rank 0, a failure rolled once more"),
            right("any 6", 6, "succeeds at rank 0, with a 6 on a die"),
            right("raise", 6, "chance that a roll raises it"),
            right("mark", 6, "chance that a roll marks it"),
            right("uses", 5, "rolls until it rises, on average"),
            right("double 6", 9, "what a double six makes of it"),
        ),
        rows=tuple(rows),
        caption="Rank: how many tiers the challenge stands above the character; it raises the lower end of the range. "
        "Again: rank 0, a failure rolled once more. Any 6: succeeds at rank 0, with a 6 on a die. Raise, mark: what a "
        "roll teaches. Uses: rolls until it rises, on average. Double 6: what that makes of it.",
        reference=True,
    )


def _drawn(character: Character) -> list[Chart]:
    """How many successes the best ranges bring, on one scale."""
    best = sorted({rated.proficiency for rated in character.rated}, reverse=True)[:MOST_CHARTS]
    charts = []
    for proficiency in best:
        rolled = odds.span(proficiency, 0, character.rules)
        if rolled is None:
            continue
        brought = odds.successes(rolled)
        series = tuple((str(number), brought.chance(number)) for number in range(max(brought.weights) + 1))
        title = f"Successes in {rolled[0]}–{rolled[1]}" if rolled[0] < rolled[1] else f"Successes on a {rolled[0]}"
        charts.append(Chart(name="successes-chart", title=title, series=series, mean=brought.mean(), reference=True))
    return charts


def what_if(character: Character) -> tuple[WhatIf, ...]:
    """Everything that is rolled for, with more or less of what helps, at the ranks that a challenge usually has."""
    if not character.rated:
        return ()
    rows = tuple(
        (
            rated.name,
            tuple(
                tuple(odds.success(rated.proficiency + modifier, rank, character.rules) for modifier in MODIFIERS)
                for rank in (0, 1, 2)
            ),
        )
        for rated in character.rated
    )
    return (
        WhatIf(
            name="modifier",
            title="What if something helps or hinders?",
            label="Turn, help, conditions, damage and wounds in all:",
            steps=tuple(with_sign(modifier) for modifier in MODIFIERS),
            start=MODIFIERS.index(0),
            columns=("Rank 0", "Rank +1", "Rank +2"),
            rows=rows,
            out_of=odds.THROWS,
        ),
    )


def double_six(rating: Rating, rules: Rules) -> str:
    """What a double six makes of a descriptor, in a few letters.

    >>> double_six(Rating(5, 1, 2), Rules()), double_six(Rating(6, 1), Rules())
    ('3:2', 'a mark')
    """
    raised = LAST_FACE in faces_that_raise(rating, rules)
    return str(after_double(rating, LAST_FACE, rules)) if raised else "a mark"


def _successes(character: Character) -> Table | None:
    if not character.skills:
        return None
    rows: list[tuple[Cell, ...]] = []
    for skill in character.skills:
        rolled = odds.span(skill.proficiency, 0, character.rules)
        roll = odds.successes(rolled)
        rows.append(
            (
                skill.name,
                *(Chance(chance) if (chance := roll.chance(amount)) else None for amount in range(LAST_FACE + 1)),
                decimal(roll.mean(), 2),
                decimal(odds.successes_against_weakness(rolled).mean(), 2),
            )
        )
    return Table(
        name="successes",
        title="Successes of a roll",
        columns=(
            left("", 30),
            *(right(str(amount), 7) for amount in range(LAST_FACE + 1)),
            right("mean", 10),
            right("weak", 11, "mean against a weakness: the higher die"),
        ),
        rows=tuple(rows),
        caption="The lower die where the roll succeeds. Mean: over all rolls. Weak: where the higher die counts.",
        reference=True,
    )


def _challenges(character: Character) -> Table | None:
    if not character.skills:
        return None
    rows: list[tuple[Cell, ...]] = []
    for skill in character.skills:
        roll = odds.successes(odds.span(skill.proficiency, 0, character.rules))
        averages = [odds.expected_rolls(needed, roll) for needed in odds.CHALLENGES]
        rows.append(
            (
                skill.name,
                *("never" if average is None else decimal(average) for average in averages),
                *(Chance(odds.within_rolls(CHALLENGE, rolls, roll)) for rolls in odds.PATIENCE[:4]),
                *(Chance(odds.before_failures(CHALLENGE, failures, roll)) for failures in odds.ACTIONS),
            )
        )
    return Table(
        name="challenges",
        title="Challenges",
        columns=(
            left("", 30),
            *(right(str(needed), 7) for needed in odds.CHALLENGES),
            *(right(f"≤{rolls}", 6) for rolls in odds.PATIENCE[:4]),
            *(right(f"{failures}×", 6) for failures in odds.ACTIONS),
        ),
        rows=tuple(rows),
        caption=f"3 to 18: rolls to collect so many successes alone, on average. ≤2 to ≤6: the chance of {CHALLENGE} "
        f"successes in so many rolls. 1× to 3×: of {CHALLENGE} successes before so many failures. Each roll is another "
        "way of going about it: nobody repeats the same thing under the same conditions.",
        reference=True,
    )


def _grid(rules: Rules) -> Table:
    """Every proficiency in a column: the case that no other table covers."""
    return Table(
        name="grid",
        title="Any proficiency, any rank",
        columns=(
            left("Proficiency", 20),
            *(right(signed(proficiency), 8) for proficiency in odds.PROFICIENCIES),
        ),
        rows=tuple(
            (
                f"rank {with_sign(rank)}",
                *(
                    cells.plain(proficiency, rules, rank) if odds.span(proficiency, rank, rules) else "—"
                    for proficiency in odds.PROFICIENCIES
                ),
            )
            for rank in odds.RANKS
        ),
        caption="Proficiency: level, traits, conditions, equipment and the turn, less damage and wounds. —: no chance.",
        reference=True,
        game=True,
    )


def _besides(rules: Rules) -> Prose:
    """The rules that have no number on the sheet, in a line each."""
    recovery = (
        "as many recovery actions as the table allows"
        if rules.recovery_actions is None
        else f"{rules.recovery_actions} recovery action{'' if rules.recovery_actions == 1 else 's'}"
    )
    return Prose(
        name="besides",
        game=True,
        title="Besides",
        reference=True,
        items=(
            ("A rest", f"{recovery}: healing by itself, by a thing used up, or by somebody's roll; practice as well"),
            ("Wounds", "small ones are treated by anybody, the last one by trained hands, with supplies and time"),
            (
                "Conditions",
                "one that a cure wears down, as poison, is a tier lower when its level is used up, until none",
            ),
            ("Help", f"{with_sign(rules.help_bonus)} for the one helped; an action of its own must succeed first"),
            ("Help for all", f"one roll with {with_sign(rules.help_everyone_penalty)} helps everybody else"),
            ("Distance", "near: blades and reach; far: shots; away: out of it. From one to the next is a full move"),
            ("Ones and sixes", "a 1 may worsen a condition, a 6 may set off an ability or heal in full"),
            ("A miss", "changes the situation; the same thing is not tried again under the same conditions"),
        ),
    )


def _solo(rules: Rules) -> Prose | None:
    if not rules.solo_deck:
        return None
    suits = tuple((suit.suit, f"for {suit.players}: {suit.challenge}") for suit in rules.solo_suits)
    return Prose(
        name="solo",
        game=True,
        title="Playing by the deck",
        reference=True,
        items=(
            (
                "A scene",
                f"draw {listing(rules.solo_hand, 'or')} cards each. Whoever holds the lowest begins by playing it, and "
                "brings in its challenge: its suit says of what kind. That won or lost, anybody may play a higher one "
                "and bring in the next. Where nobody can, the scene is over",
            ),
            *suits,
            ("Kings, queens, jacks", "somebody important"),
            ("Aces", "something special happens here"),
            ("Jokers", "something changes the world"),
        ),
    )
