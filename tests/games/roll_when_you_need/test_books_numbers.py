"""The numbers that the text and the inventory's worked characters give, number for number."""

from fractions import Fraction

from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.odds import EVERYTHING, Pool, Task
from chargen.games.roll_when_you_need.purchase import Purchase, band
from chargen.games.roll_when_you_need.rules import Rules
from chargen.testing import check_text

BOOK = Rules()


def test_nineteen_dice_are_ten_and_four_successes() -> None:
    """The text's own example of the cap."""
    assert (Pool.of(19, BOOK).dice, Pool.of(19, BOOK).automatic) == (10, 4)
    assert (Pool.of(11, BOOK).dice, Pool.of(11, BOOK).automatic) == (10, 0)


def test_the_texts_example_of_a_sacrifice() -> None:
    """Ability 3 against difficulty 5: two disaster dice; of two successes one is spent, and one die is left."""
    task = Task.of(3, 5, BOOK)
    assert task.disaster.number == 2
    assert EVERYTHING.spent(2, task.disaster.number) == 1
    assert EVERYTHING.spent(3, task.disaster.number) == 1, "the last disaster die cannot be bought off"
    assert EVERYTHING.spent(1, 5) == 0, "the last success cannot be given up"


def test_half_the_faces_make_three_successes_on_five_dice_even() -> None:
    """The designer's aim: 4 to 6 on a d6, or 6 and up on a d10, give 50/50 for three successes on five dice."""
    for rules in (Rules(success_on=4), Rules(die=10)):
        assert Pool.of(5, rules).successes.at_least(3) == Fraction(1, 2)
        assert Pool.of(7, rules).successes.at_least(4) == Fraction(1, 2), "each further step needs two more dice"


def test_time_needs_twice_the_ability() -> None:
    """One automatic success needs an ability of 2, two need 4."""
    assert [list(odds.time_taken(ability)) for ability in range(1, 6)] == [[], [1], [1], [1, 2], [1, 2]]


def test_wealth_bands() -> None:
    """Freely at two below Wealth or less, in limited numbers at one below, a check at Wealth, a risk above it."""
    assert [band(4, cost) for cost in range(7)] == ["free"] * 3 + ["limited", "check", "risk", "risk"]
    assert [band(0, cost) for cost in range(3)] == ["free", "risk", "risk"]
    assert [band(1, cost) for cost in range(3)] == ["free", "check", "risk"]
    assert Purchase.of(0, 1, BOOK).success == 0, "no dice of one's own: it cannot succeed"
    assert Purchase.of(0, 1, BOOK).losses.at_least(1) == 0, "and there is nothing to lose"


def _stress(abilities: str, rules: str = "{}") -> tuple[int, int]:
    text = f"system: roll-when-you-need\nname: A\nrules: {rules}\nabilities: {abilities}\ntalents: Move on\n"
    stats = check_text(text).stats()
    return stats["physical_stress"], stats["social_stress"]


def test_where_stress_comes_from() -> None:
    """Resilience where given, else Endurance, unless the rules name another ability; social stress is Poise."""
    assert _stress("{resilience: 3, endurance: 5, poise: 2}") == (3, 2)
    assert _stress("{endurance: 5}") == (5, 1)
    assert _stress("{}") == (1, 1)
    assert _stress("{resilience: 3, brawling: 4}", "{physical_stress: brawling}") == (4, 1)
    assert _stress("{science: 4}", "{social_stress: Science, physical_stress: science}") == (4, 4)


def test_a_waived_ability_of_ones_own_is_rolled() -> None:
    """A table that waives the list of abilities sees its own ability on the sheet."""
    hacker = check_text(
        "system: roll-when-you-need\nname: A\nabilities: {Hacking: 4, resilience: 2}\ntalents: Move on\n"
        "waive: {code: roll-when-you-need/abilities, why: a modern game}\n"
    )
    assert hacker.ok
    assert [(roll.label, roll.value) for roll in hacker.rolls()][-2:] == [("Resilience", 2), ("Hacking", 4)]
