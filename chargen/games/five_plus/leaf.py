"""The leaf of the game: what all its sheets share, and what any proficiency is worth."""

from collections.abc import Iterator

from chargen.core.names import counted, listing
from chargen.core.roll import decimal, signed, with_sign
from chargen.core.sheet import Block, Cell, Chance, Prose, Table
from chargen.games.five_plus import cells, odds, wording
from chargen.games.five_plus.reference import rolls_to_win
from chargen.games.five_plus.rules import HELP_BONUS, HELP_EVERYONE_PENALTY, LAST_FACE, SOLO_HAND, SOLO_SUITS, Rules
from chargen.kit.tables import Shown, chance, left, right, spread, table

CHALLENGE = 6
"""The size of challenge whose chances are listed by rolls and failures (ours)."""


def leaf(rules: Rules) -> Iterator[Block | None]:
    """Yield how to roll, the odds of every proficiency, and the rules that have no number on a sheet."""
    yield Prose(name="rules", title="How to roll", items=wording.how(rules), reference=True)
    yield _grid(rules)
    yield _successes()
    yield _challenges()
    yield _besides(rules)
    yield _solo(rules)


def _grid(rules: Rules) -> Table:
    """Every proficiency in a row, against every rank."""
    return table(
        "grid",
        "Any proficiency, by rank",
        odds.PROFICIENCIES,
        _proficiency(),
        *spread(
            odds.RANKS,
            (
                lambda rank: right(with_sign(rank), 8, "rank"),
                lambda rank, proficiency: cells.plain(proficiency, rank),
            ),
        ),
        (
            right("again", 10, "rank 0, a failure rolled once more"),
            lambda proficiency: Chance(odds.rerolled(odds.success(proficiency, 0, rules))),
        ),
        (
            right("a 6", 8, "a success against rank 0 with a 6 on a die"),
            lambda proficiency: Chance(odds.with_a_six(odds.span(proficiency, 0))),
        ),
        caption="Proficiency: level, traits, conditions, equipment and the turn, less damage and wounds. Rank: how "
        "many tiers the challenge stands above the character. Again: rank 0, with a failure rolled once more. A 6: a "
        "success against rank 0 with a 6 on a die.",
        place="half",
        reference=True,
    )


def _proficiency() -> Shown[int]:
    """What a row is about, with the sums that succeed against rank 0."""

    def named(proficiency: int) -> Cell:
        span = cells.success_range(proficiency)
        return signed(proficiency) if span == "none" else f"{signed(proficiency)}: {span}"

    return left("Proficiency", 16), named


def _able() -> list[int]:
    """The proficiencies that can succeed against rank 0."""
    return [proficiency for proficiency in odds.PROFICIENCIES if odds.span(proficiency, 0)]


def _successes() -> Table:
    """How many successes a roll brings."""
    rolled = {proficiency: odds.span(proficiency, 0) for proficiency in _able()}
    return table(
        "any-successes",
        "Successes of a roll",
        rolled,
        _proficiency(),
        *spread(
            range(LAST_FACE + 1),
            (
                lambda amount: right(str(amount), 7),
                lambda amount, proficiency: chance(odds.successes(rolled[proficiency]).chance(amount)),
            ),
        ),
        (right("average", 12), lambda proficiency: decimal(odds.successes(rolled[proficiency]).mean(), 2)),
        (
            right("weakness", 16, "average against a weakness: the higher die"),
            lambda proficiency: decimal(odds.successes_against_weakness(rolled[proficiency]).mean(), 2),
        ),
        place="half",
        caption="Against rank 0. Weakness: the average where the higher die counts.",
        reference=True,
    )


def _challenges() -> Table:
    """How long a challenge takes, and how likely it is won in time."""
    rolled = {proficiency: odds.span(proficiency, 0) for proficiency in _able()}
    return table(
        "challenges",
        "A challenge, alone",
        rolled,
        _proficiency(),
        *spread(
            odds.CHALLENGES,
            (
                lambda needed: right(f"rolls to {needed}", 9, "on average"),
                lambda needed, proficiency: rolls_to_win(needed, rolled[proficiency]),
            ),
        ),
        *spread(
            odds.PATIENCE[:4],
            (
                lambda rolls: right(f"in {rolls} rolls", 9, f"the chance of {CHALLENGE} successes"),
                lambda rolls, proficiency: Chance(
                    odds.within_rolls(CHALLENGE, rolls, odds.successes(rolled[proficiency]))
                ),
            ),
        ),
        *spread(
            odds.ACTIONS,
            (
                lambda failures: right(f"before {counted(failures, 'miss', 'misses')}", 9),
                lambda failures, proficiency: Chance(
                    odds.before_failures(CHALLENGE, failures, odds.successes(rolled[proficiency]))
                ),
            ),
        ),
        caption="Rolls to 3 and so on: how many it takes on average to collect that many successes. In 2 rolls, before "
        f"1 miss and so on: the chance of {CHALLENGE} successes by then. Each roll goes about it in another way: "
        "nobody repeats the same thing under the same conditions.",
        reference=True,
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
        reference=True,
        title="Besides",
        items=(
            ("A rest", f"{recovery}: healing by itself, by a thing used up, or by somebody's roll; practice as well"),
            (
                "Wounds",
                "after one, as many damage boxes as before (ours); small ones are treated by anybody, the last one by "
                "trained hands, with supplies and time",
            ),
            (
                "Conditions",
                "one that a cure wears down, as poison, is a tier lower when its level is used up, until none",
            ),
            ("Help", f"{with_sign(HELP_BONUS)} for the one helped; an action of its own must succeed first"),
            ("Help for all", f"one roll with {with_sign(HELP_EVERYONE_PENALTY)} helps everybody else"),
            ("Distance", "near: blades and reach; far: shots; away: out of it. From one to the next is a full move"),
            ("Ones and sixes", "a 1 may worsen a condition, a 6 may set off an ability or heal in full"),
            ("A miss", "changes the situation; the same thing is not tried again under the same conditions"),
        ),
    )


def _solo(rules: Rules) -> Prose | None:
    if not rules.solo_deck:
        return None
    suits = tuple((suit.suit, f"for {suit.players}: {suit.challenge}") for suit in SOLO_SUITS)
    return Prose(
        name="solo",
        reference=True,
        title="Playing by the deck",
        items=(
            (
                "A scene",
                f"draw {listing(SOLO_HAND, 'or')} cards each. Whoever holds the lowest begins by playing it, and "
                "brings in its challenge: its suit says of what kind. That won or lost, anybody may play a higher one "
                "and bring in the next. Where nobody can, the scene is over",
            ),
            *suits,
            ("Kings, queens, jacks", "somebody important"),
            ("Aces", "something special happens here"),
            ("Jokers", "something changes the world"),
        ),
    )
