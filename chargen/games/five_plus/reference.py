"""Make the reference parts: how to roll, the odds of each roll of a character, and the common reference page.

The sheet uses the chance cells at the top as well.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from chargen.games.five_plus import odds
from chargen.games.five_plus.character import Character, Rated
from chargen.games.five_plus.rules import HELP_BONUS, LAST_FACE, Rules
from chargen.kit import blocks as kit
from chargen.kit.tables import ColumnWithCells, left, right, spread, table
from chargen.kit.texts import fill_texts, read_texts
from chargen.page.roll import decimal, in_percent, signed, with_sign
from chargen.page.sheet import Block, Cell, Chance, Label, Prose, Table, WhatIf
from chargen.text.names import counted

MODIFIERS = range(-5, 4)  # The modifiers of the slider in a browser (house default)
CHALLENGE = 6  # The size of the challenge with chances by rolls and failures (house default)
RANGE = "the sums of two dice that succeed"
CHANCE = "percent, and how many of the 36 throws of two dice succeed"  # What two columns mean


def rolled(proficiency: int, rank: int = 0, extra: odds.Extra = odds.NO_EXTRA) -> Chance:
    """Return the chance as a cell without its range; ``extra`` are the successes that a throw on the screen has."""
    span = odds.span(proficiency, rank)
    return Chance(odds.chance(span), help=odds.describe_roll(span), dice=odds.dice_rule(span, extra))


def bar(proficiency: int, rank: int = 0, extra: odds.Extra = odds.NO_EXTRA) -> Chance:
    """Return the chance as a bar; its lighter end is the increase by help."""
    helped = odds.success(proficiency + HELP_BONUS, rank)
    return replace(rolled(proficiency, rank, extra), out_of=odds.THROWS, bar=True, up_to=helped)


def success_range(proficiency: int, rank: int = 0) -> str:
    """Return a success range without its dice.

    >>> success_range(4), success_range(0), success_range(0, 1)
    ('5–9', '5', 'none')
    """
    rolled = odds.span(proficiency, rank)
    if rolled is None:
        return "none"
    return f"{rolled[0]}–{rolled[1]}" if rolled[0] < rolled[1] else str(rolled[0])


def range_and_chance(proficiency: int, extra: odds.Extra = odds.NO_EXTRA) -> Label:
    """Return a success range with its chance below it."""
    dice = odds.dice_rule(odds.span(proficiency, 0), extra)
    return Label(success_range(proficiency), in_percent(dice.chance), dice=dice)


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return how each kind of roll is made: a heading and a text each, the same for all characters of a table."""
    one, two, three = (with_sign(rules.turn_modifier(actions)) for actions in odds.ACTIONS)
    tier = "its tier" if rules.tiers else "none"
    excess = "the rest stays" if rules.overflow == "carry" else "the boxes start again"
    double_six = read_texts(__file__)["double_six"] if rules.tiers else ""
    texts = fill_texts(__file__, "how", one=one, two=two, three=three, tier=tier, excess=excess, double_six=double_six)
    return tuple(text for text in texts if text[0] != "A miss" or rules.failure_margin)


def how_to_make(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the steps of making a character: a heading and a text each."""
    tier = f", of tier {rules.tier}" if rules.tiers and rules.tier else ""
    points = "" if rules.points is None else f", with {rules.points} points"
    return fill_texts(
        __file__, "make", levels=read_texts(__file__)["levels"][rules.creation].format(tier=tier, points=points)
    )


# The back page of the sheet: the odds of each roll, and the ledger.


def blocks(character: Character) -> list[Block | None]:
    """Return all blocks of the back page; an NPC's card without skills has only the ledger."""
    unit = "Points" if any(line.change for line in character.ledger) else ""
    ledger = kit.ledger(character.ledger, unit, name="ledger", title="What play has taught")
    return [replace(_odds(character), on_reference_page=True) if character.rated else None, ledger]


def rolls_to_win(needed: int, rolled: odds.Span | None, extra: odds.Extra = odds.NO_EXTRA) -> str:
    """Return the average number of rolls to collect successes, as the text of a cell.

    >>> rolls_to_win(6, (5, 9)), rolls_to_win(6, None)
    ('4.5', 'never')
    """
    rolls = odds.expected_rolls(needed, odds.successes(rolled, extra=extra))
    return "never" if rolls is None else decimal(rolls)


def _odds(character: Character) -> Table:
    """Return each distinct roll, the best first: its chance by rank, its successes, and rolls to win a challenge."""
    rolls: dict[tuple[int, odds.Extra], list[Rated]] = {}
    for rated in sorted(character.rated, key=lambda rated: -rated.proficiency):
        rolls.setdefault((rated.proficiency, rated.extra), []).append(rated)

    def is_of_skill(roll: tuple[int, odds.Extra]) -> bool:
        return not all(rated.resists for rated in rolls[roll])

    def average(roll: tuple[int, odds.Extra], *, against_weakness: bool = False) -> Cell:
        successes = odds.successes(odds.span(roll[0], 0), extra=roll[1], against_weakness=against_weakness)
        return decimal(successes.mean(), 2) if is_of_skill(roll) else None

    return table(
        "odds",
        "Odds of each roll, by rank",
        rolls,
        (left("", 36), lambda roll: Label(success_range(roll[0]), ", ".join(rated.name for rated in rolls[roll]))),
        *spread(
            odds.RANKS,
            lambda rank: right(f"rank {with_sign(rank)}", 10),
            lambda rank, roll: rolled(roll[0], rank, roll[1]),
        ),
        (right("average", 12, "successes of a roll"), average),
        (
            right("weakness", 14, "average against a weakness: the higher die"),
            lambda roll: average(roll, against_weakness=True),
        ),
        *spread(
            odds.CHALLENGES,
            lambda needed: right(f"to {needed}", 9),
            lambda needed, roll: rolls_to_win(needed, odds.span(roll[0], 0), roll[1]) if is_of_skill(roll) else None,
        ),
        caption="Rank: how many tiers the challenge is above you; your range starts that much higher. Average: the "
        "successes of a roll at rank 0, the lower die each time; against a weakness, the higher one. To 3 and so on: "
        "how many rolls you need on average to collect that many successes alone.",
        reference=True,
    )


def what_ifs(character: Character) -> Iterator[WhatIf]:
    """Yield what-ifs of skills and resistances, with modifiers, at the usual ranks."""
    if character.skills:
        yield _what_if("skills", "Turn, help, conditions, damage and wounds in all:", character.skills)
    if character.resistances:
        yield _what_if("", "Help, conditions and wounds in all:", character.resistances)


def _what_if(of: str, label: str, rolled: Sequence[Rated]) -> WhatIf:
    dice = tuple(
        tuple(
            tuple(odds.dice_rule(odds.span(rated.proficiency + by, rank), rated.extra) for by in MODIFIERS)
            for rank in (0, 1, 2)
        )
        for rated in rolled
    )
    rows = tuple(
        (rated.name, tuple(tuple(rule.chance for rule in at_rank) for at_rank in rules))
        for rated, rules in zip(rolled, dice, strict=True)
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
        dice=dice,
        out_of=odds.THROWS,
        ranges=tuple(tuple(success_range(rated.proficiency + modifier) for modifier in MODIFIERS) for rated in rolled),
    )


# The reference page has what would be the same on every sheet.


def make_reference_page(rules: Rules) -> Iterator[Block]:
    """Yield how to roll, the odds of every proficiency, and the rules without a number on the sheet."""
    yield Prose(name="rules", title="How to roll", items=how(rules), reference=True)
    yield table(
        "grid",
        "Any proficiency, by rank",
        odds.PROFICIENCIES,
        _proficiency(),
        *spread(
            odds.RANKS,
            lambda rank: right(with_sign(rank), 8, "rank"),
            lambda rank, proficiency: rolled(proficiency, rank),
        ),
        (
            right("again", 10, "rank 0, a failure rolled once more"),
            lambda proficiency: Chance(odds.rerolled(odds.success(proficiency))),
        ),
        (
            right("a 6", 8, "a success against rank 0 with a 6 on a die"),
            lambda proficiency: Chance(odds.with_a_six(odds.span(proficiency, 0))),
        ),
        caption="Proficiency: level, traits, conditions, equipment and the turn, less damage and wounds. Rank: how "
        "many tiers the challenge is above the character. Again: rank 0, with a failure rolled once more. A 6: a "
        "success against rank 0 with a 6 on a die.",
        place="half",
        reference=True,
    )
    spans = {proficiency: odds.span(proficiency, 0) for proficiency in odds.PROFICIENCIES}
    able = {proficiency: span for proficiency, span in spans.items() if span}
    yield _successes_by_proficiency(able)
    yield _challenges(able)
    yield Prose(name="besides", title="Besides", items=fill_texts(__file__, "besides"), reference=True)
    if rules.solo_deck:
        yield Prose(name="solo", title="Playing by the deck", items=fill_texts(__file__, "solo"), reference=True)


def _proficiency() -> ColumnWithCells[int]:
    def named(proficiency: int) -> Cell:
        span = success_range(proficiency)
        return signed(proficiency) if span == "none" else f"{signed(proficiency)}: {span}"

    return left("Proficiency", 16), named


def _successes_by_proficiency(rolled: Mapping[int, odds.Span]) -> Table:
    return table(
        "any-successes",
        "Successes of a roll",
        rolled,
        _proficiency(),
        *spread(
            range(LAST_FACE + 1),
            lambda amount: right(str(amount), 7),
            lambda amount, proficiency: Chance(odds.successes(rolled[proficiency]).chance(amount)),
        ),
        (right("average", 12), lambda proficiency: decimal(odds.successes(rolled[proficiency]).mean(), 2)),
        (
            right("weakness", 16, "average against a weakness: the higher die"),
            lambda proficiency: decimal(odds.successes(rolled[proficiency], against_weakness=True).mean(), 2),
        ),
        place="half",
        caption="Against rank 0. Weakness: the average where the higher die counts.",
        reference=True,
    )


def _challenges(rolled: Mapping[int, odds.Span]) -> Table:
    return table(
        "challenges",
        "A challenge, alone",
        rolled,
        _proficiency(),
        *spread(
            odds.CHALLENGES,
            lambda needed: right(f"rolls to {needed}", 9, "on average"),
            lambda needed, proficiency: rolls_to_win(needed, rolled[proficiency]),
        ),
        *spread(
            odds.PATIENCE[:4],
            lambda rolls: right(f"in {rolls} rolls", 9, f"the chance of {CHALLENGE} successes"),
            lambda rolls, proficiency: Chance(odds.within_rolls(CHALLENGE, rolls, odds.successes(rolled[proficiency]))),
        ),
        *spread(
            odds.ACTIONS,
            lambda failures: right(f"before {counted(failures, 'miss', 'misses')}", 9),
            lambda failures, proficiency: Chance(
                odds.before_failures(CHALLENGE, failures, odds.successes(rolled[proficiency]))
            ),
        ),
        caption="Rolls to 3 and so on: how many it takes on average to collect that many successes. In 2 rolls, before "
        f"1 miss and so on: the chance of {CHALLENGE} successes by then. Each roll goes about it in another way: "
        "the same thing is not tried again under the same conditions.",
        reference=True,
    )
