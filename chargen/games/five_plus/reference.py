"""The page behind: what is looked up now and then, the odds in full."""

from fractions import Fraction

from chargen.core.names import counted, listing
from chargen.core.roll import decimal, signed, with_sign
from chargen.core.sheet import Block, Chance, Chart, Prose, Table, WhatIf
from chargen.dice import Distribution
from chargen.games.five_plus import cells, odds
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.improvement import Rating, after_double, faces_that_raise
from chargen.games.five_plus.rules import LAST_FACE, Rules
from chargen.kit import blocks as kit
from chargen.kit.tables import chance, left, right, spread, table

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

    def teaches(rated: Rated, what: str) -> Fraction:
        return odds.improvement(rated.rating, rules)[what]

    return table(
        "ranks",
        "By rank",
        character.rated,
        (left("", 26), lambda rated: rated.name),
        *spread(
            odds.RANKS,
            (lambda rank: right(with_sign(rank), 6), lambda rank, rated: cells.plain(rated.proficiency, rules, rank)),
        ),
        (
            right("again", 6, "rank 0, a failure rolled once more"),
            lambda rated: Chance(odds.rerolled(odds.success(rated.proficiency, 0, rules))),
        ),
        (
            right("any 6", 6, "succeeds at rank 0, with a 6 on a die"),
            lambda rated: Chance(odds.with_a_six(odds.span(rated.proficiency, 0, rules))),
        ),
        (right("raise", 6, "chance that a roll raises it"), lambda rated: Chance(teaches(rated, "level_up"))),
        (right("mark", 6, "chance that a roll marks it"), lambda rated: Chance(teaches(rated, "mark"))),
        (
            right("uses", 5, "rolls until it rises, on average"),
            lambda rated: decimal(1 / teaches(rated, "level_up"), 0) if teaches(rated, "level_up") else "—",
        ),
        (right("double 6", 9, "what a double six makes of it"), lambda rated: double_six(rated.rating, rules)),
        caption="Rank: how many tiers the challenge stands above the character; it raises the lower end of the range. "
        "Again: rank 0, a failure rolled once more. Any 6: succeeds at rank 0, with a 6 on a die. Raise, mark: what a "
        "roll teaches. Uses: rolls until it rises, on average. Double 6: what that makes of it.",
        reference=True,
    )


def _drawn(character: Character) -> list[Chart]:
    """How many successes the best ranges bring, on one scale."""
    best = sorted({rated.proficiency for rated in character.rated}, reverse=True)[:MOST_CHARTS]
    charts = []
    for low, high in filter(None, (odds.span(proficiency, 0, character.rules) for proficiency in best)):
        roll = odds.successes((low, high))
        series = tuple((str(number), roll.chance(number)) for number in range(max(roll.weights) + 1))
        title = f"Successes in {low}–{high}" if low < high else f"Successes on a {low}"
        charts.append(Chart(name="successes-chart", title=title, series=series, mean=roll.mean(), reference=True))
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

    def span(skill: Rated) -> odds.Span | None:
        return odds.span(skill.proficiency, 0, character.rules)

    return table(
        "successes",
        "Successes of a roll",
        character.skills,
        (left("", 30), lambda skill: skill.name),
        *spread(
            range(LAST_FACE + 1),
            (
                lambda amount: right(str(amount), 7),
                lambda amount, skill: chance(odds.successes(span(skill)).chance(amount)),
            ),
        ),
        (right("mean", 10), lambda skill: decimal(odds.successes(span(skill)).mean(), 2)),
        (
            right("weak", 11, "mean against a weakness: the higher die"),
            lambda skill: decimal(odds.successes_against_weakness(span(skill)).mean(), 2),
        ),
        caption="The lower die where the roll succeeds. Mean: over all rolls. Weak: where the higher die counts.",
        reference=True,
    )


def _challenges(character: Character) -> Table | None:
    if not character.skills:
        return None

    def roll(skill: Rated) -> Distribution:
        return odds.successes(odds.span(skill.proficiency, 0, character.rules))

    def average(needed: int, skill: Rated) -> str:
        rolls = odds.expected_rolls(needed, roll(skill))
        return "never" if rolls is None else decimal(rolls)

    return table(
        "challenges",
        "Challenges",
        character.skills,
        (left("", 30), lambda skill: skill.name),
        *spread(odds.CHALLENGES, (lambda needed: right(str(needed), 7), average)),
        *spread(
            odds.PATIENCE[:4],
            (
                lambda rolls: right(f"≤{rolls}", 6),
                lambda rolls, skill: Chance(odds.within_rolls(CHALLENGE, rolls, roll(skill))),
            ),
        ),
        *spread(
            odds.ACTIONS,
            (
                lambda failures: right(f"{failures}×", 6),
                lambda failures, skill: Chance(odds.before_failures(CHALLENGE, failures, roll(skill))),
            ),
        ),
        caption=f"3 to 18: rolls to collect so many successes alone, on average. ≤2 to ≤6: the chance of {CHALLENGE} "
        f"successes in so many rolls. 1× to 3×: of {CHALLENGE} successes before so many failures. Each roll is another "
        "way of going about it: nobody repeats the same thing under the same conditions.",
        reference=True,
    )


def _grid(rules: Rules) -> Table:
    """Every proficiency in a column: the case that no other table covers."""
    return table(
        "grid",
        "Any proficiency, any rank",
        odds.RANKS,
        (left("Proficiency", 20), lambda rank: f"rank {with_sign(rank)}"),
        *spread(
            odds.PROFICIENCIES,
            (
                lambda proficiency: right(signed(proficiency), 8),
                lambda proficiency, rank: (
                    cells.plain(proficiency, rules, rank) if odds.span(proficiency, rank, rules) else "—"
                ),
            ),
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
        else counted(rules.recovery_actions, "recovery action")
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
