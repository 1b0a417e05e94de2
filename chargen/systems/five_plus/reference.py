"""The page behind: what is looked up now and then, the odds in full."""

from chargen.core.roll import decimal, signed
from chargen.core.sheet import Block, Cell, Chance, Column, Label, Prose, Table
from chargen.systems.five_plus import cells, odds
from chargen.systems.five_plus.character import Character
from chargen.systems.five_plus.improvement import Rating, after_double, faces_that_raise
from chargen.systems.five_plus.odds import with_sign
from chargen.systems.five_plus.rules import LAST_FACE, Rules

CHALLENGE = 6
"""The size of challenge whose chances are listed by rolls and failures (ours)."""


def blocks(character: Character, rules: Rules) -> list[Block | None]:
    """All blocks of the page behind; for an NPC's card alone there is none."""
    if not character.rated:
        return [_solo(rules), _ledger(character)]
    return [
        _ranks(character, rules),
        _doubles(character, rules),
        _successes(character, rules),
        _challenges(character, rules),
        _grid(rules),
        _solo(rules),
        _ledger(character),
    ]


def _ranks(character: Character, rules: Rules) -> Table:
    return Table(
        name="ranks",
        title="By rank",
        columns=(
            Column(heading="", width=30),
            *(Column(heading=with_sign(rank), align="right", width=8) for rank in odds.RANKS),
            Column(heading="again", align="right", width=10, help="rank 0, a failure rolled once more"),
            Column(heading="any 6", align="right", width=10, help="rank 0: succeeds, and a die shows 6"),
        ),
        rows=tuple(
            (
                each.name,
                *(cells.plain(each.proficiency, rules, rank) for rank in odds.RANKS),
                Chance(odds.rerolled(odds.success(each.proficiency, 0, rules))),
                Chance(odds.with_a_six(odds.span(each.proficiency, 0, rules))),
            )
            for each in character.rated
        ),
        caption="Rank: how many tiers the challenge stands above the character; it raises the lower end of the range. "
        "Again: rank 0, a failure rolled once more. Any 6: succeeds at rank 0, with a 6 on a die.",
        reference=True,
    )


def _doubles(character: Character, rules: Rules) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in character.rated:
        learning = odds.improvement(each.rating, rules)
        rows.append(
            (
                each.name,
                str(each.rating),
                " ".join(map(str, faces_that_raise(each.rating, rules))) or "none",
                *(Chance(learning[name]) for name in ("level_up", "new_tier", "mark")),
                decimal(1 / learning["level_up"], 0) if learning["level_up"] else "—",
                double_six(each.rating, rules),
            )
        )
    return Table(
        name="improvement",
        title="What doubles teach",
        columns=(
            Column(heading="", width=30),
            Column(heading="now", align="right", width=9),
            Column(heading="doubles", align="right", width=15, help="the doubles that raise it"),
            Column(heading="raise", align="right", width=8, help="chance that a roll raises it"),
            Column(heading="tier", align="right", width=8, help="chance that a roll opens or raises a tier"),
            Column(heading="mark", align="right", width=8, help="chance that a roll marks it"),
            Column(heading="uses", align="right", width=8, help="rolls until it rises, on average"),
            Column(heading="a double 6", align="right", width=14, help="what a double six makes of it"),
        ),
        rows=tuple(rows),
        caption="Doubles: those that raise it; any other marks it. Tier: opens the next tier or raises it. "
        "Uses: rolls until it rises, on average.",
        reference=True,
    )


def double_six(rating: Rating, rules: Rules) -> str:
    """What a double six makes of a descriptor, in a few letters.

    >>> double_six(Rating(5, 1, 2), Rules()), double_six(Rating(6, 1), Rules())
    ('3:2', 'a mark')
    """
    raised = LAST_FACE in faces_that_raise(rating, rules)
    return str(after_double(rating, LAST_FACE, rules)) if raised else "a mark"


def _successes(character: Character, rules: Rules) -> Table | None:
    if not character.skills:
        return None
    rows: list[tuple[Cell, ...]] = []
    for each in character.skills:
        rolled = odds.span(each.proficiency, 0, rules)
        roll = odds.successes(rolled)
        rows.append(
            (
                each.name,
                *(Chance(chance) if (chance := roll.chance(amount)) else None for amount in range(LAST_FACE + 1)),
                decimal(roll.mean(), 2),
                decimal(odds.successes_against_weakness(rolled).mean(), 2),
            )
        )
    return Table(
        name="successes",
        title="Successes of a roll",
        columns=(
            Column(heading="", width=30),
            *(Column(heading=str(amount), align="right", width=7) for amount in range(LAST_FACE + 1)),
            Column(heading="mean", align="right", width=10),
            Column(heading="weak", align="right", width=11, help="mean against a weakness: the higher die"),
        ),
        rows=tuple(rows),
        caption="The lower die where the roll succeeds. Mean: over all rolls. Weak: where the higher die counts.",
        reference=True,
    )


def _challenges(character: Character, rules: Rules) -> Table | None:
    if not character.skills:
        return None
    rows: list[tuple[Cell, ...]] = []
    for each in character.skills:
        roll = odds.successes(odds.span(each.proficiency, 0, rules))
        averages = [odds.expected_rolls(needed, roll) for needed in odds.CHALLENGES]
        rows.append(
            (
                each.name,
                *("never" if average is None else decimal(average) for average in averages),
                *(Chance(odds.within_rolls(CHALLENGE, rolls, roll)) for rolls in odds.PATIENCE[:4]),
                *(Chance(odds.before_failures(CHALLENGE, failures, roll)) for failures in odds.ACTIONS),
            )
        )
    return Table(
        name="challenges",
        title="Challenges",
        columns=(
            Column(heading="", width=30),
            *(Column(heading=str(needed), align="right", width=7) for needed in odds.CHALLENGES),
            *(Column(heading=f"≤{rolls}", align="right", width=6) for rolls in odds.PATIENCE[:4]),
            *(Column(heading=f"{failures}✕", align="right", width=6) for failures in odds.ACTIONS),
        ),
        rows=tuple(rows),
        caption=f"3 to 18: rolls to collect so many successes alone, on average. ≤2 to ≤6: the chance of {CHALLENGE} "
        f"successes in so many rolls. 1✕ to 3✕: of {CHALLENGE} successes before so many failures. Each roll is another "
        "way of going about it: nobody repeats the same thing under the same conditions.",
        reference=True,
    )


def _grid(rules: Rules) -> Table:
    """Every proficiency in a column: the case that no other table covers."""
    return Table(
        name="grid",
        title="Any proficiency, any rank",
        columns=(
            Column(heading="Proficiency", width=20),
            *(Column(heading=signed(proficiency), align="right", width=8) for proficiency in odds.PROFICIENCIES),
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
    )


def _solo(rules: Rules) -> Prose | None:
    if not rules.solo_deck:
        return None
    suits = tuple((each.suit, f"for {each.players}: {each.challenge}") for each in rules.solo_suits)
    return Prose(
        name="solo",
        title="Playing by the deck",
        reference=True,
        items=(
            *suits,
            ("Kings, queens, jacks", "somebody important"),
            ("Aces", "something special happens here"),
            ("Jokers", "something changes the world"),
        ),
    )


def _ledger(character: Character) -> Table | None:
    if not character.ledger:
        return None
    counts = any(line.change for line in character.ledger)
    rows: list[tuple[Cell, ...]] = []
    for line in character.ledger:
        row: list[Cell] = [line.date, Label(line.what, line.why)]
        if counts:
            row += [with_sign(int(line.change)) if line.change else "", str(line.balance)]
        rows.append(tuple(row))
    columns = [Column(heading="Date", width=16), Column(heading="What", width=64)]
    if counts:
        columns += [
            Column(heading="Points", align="right", width=10),
            Column(heading="Left", align="right", width=10),
        ]
    return Table(name="ledger", title="What play has taught", columns=tuple(columns), rows=tuple(rows), reference=True)
