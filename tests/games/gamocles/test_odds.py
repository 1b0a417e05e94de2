"""The odds of Gamocles' checks: what becomes of a call, target numbers, margins, and opposed checks."""

from fractions import Fraction
from itertools import product

import pytest

from chargen.games.gamocles import GAME, odds
from chargen.games.gamocles.odds import Pool

RULES = GAME.rules()
TARGETS = range(5, 45, 5)


def of(text: str) -> Pool:
    """The pool that a text calls for."""
    call = Pool.read(text)
    assert call is not None
    return call.thrown


@pytest.mark.parametrize(
    ("called", "becomes"),
    [
        ("5k2", "5k2"),
        ("10k10", "10k10"),
        ("11k3", "10k3+4"),
        ("12k8", "10k8+8"),
        ("12k11", "10k10+12"),
        ("3k4", "3k3+4"),
        ("13k11", "10k10+16"),
        ("10k12", "10k10+8"),
        ("6k3+4", "6k3+4"),
        ("12k8-3", "10k8+5"),
        ("2k2-3", "2k2−3"),
        ("0k0", "0k0"),
        ("4k0", "0k0"),
        ("0k3", "0k0"),
        ("12k0", "0k0"),
        ("5k0+20", "0k0"),
        ("-1k2", "fumble"),
        ("2k-1", "fumble"),
        ("-1k0", "fumble"),
    ],
)
def test_what_a_call_becomes(called: str, becomes: str) -> None:
    """Over ten dice, more kept than rolled, no dice, and fewer than none."""
    assert str(of(called)) == becomes


@pytest.mark.parametrize(
    "text", ["", "5", "k2", "5k", "5k2k1", "5 keep 2", "5.5k2", "5k2+", "٥k٢", "99999k1", "5k2\n6k3"]
)
def test_what_is_no_call(text: str) -> None:
    """Anything but dice, k and dice."""
    assert Pool.read(text) is None


@pytest.mark.parametrize(
    ("trait", "skill", "call"),
    [(2, 3, "5k2"), (2, 0, "2k2"), (2, -1, "1k1"), (5, -1, "4k4"), (1, -1, "0k0"), (1, -2, "−1k−1"), (0, 3, "3k0")],
)
def test_a_negative_skill_lowers_both(trait: int, skill: int, call: str) -> None:
    """A skill adds dice to roll; a negative one takes dice from both, and no bonus comes of it."""
    assert str(Pool.check(trait, skill)) == call
    assert Pool.check(trait, skill).thrown.bonus == 0


@pytest.mark.parametrize(
    ("trait", "skill"), [(trait, skill) for trait in range(4) for skill in range(-3, 4) if trait + skill <= 3]
)
def test_success_critical_and_fumble_rolled_out(trait: int, skill: int) -> None:
    """A trait and skill check, thrown in every way in the order of the text, for small checks."""
    rolled, kept = trait + skill, min(trait, trait + skill)
    for target in TARGETS:
        won = critical = fumbled = complete = 0
        for dice in product(range(1, 11), repeat=max(rolled, 0)):
            best = sorted(dice)[len(dice) - max(kept, 0) :]
            for again in product(range(1, 11), repeat=best.count(10)):
                weight = 10 ** (max(kept, 0) - best.count(10))
                total = sum(best) + sum(again)
                complete += weight
                won += weight * (total >= target)
                critical += weight * (total >= target + 15)
                fumbled += weight * (total <= target - 15)
        chances = Pool.check(trait, skill).thrown.against(target)
        if rolled < 0 or kept < 0:
            assert chances == {"success": 0, "critical": 0, "fumble": 1}
        else:
            expected = [Fraction(ways, complete) for ways in (won, critical, fumbled)]
            assert [chances["success"], chances["critical"], chances["fumble"]] == expected


def test_a_bonus_moves_the_target() -> None:
    """10k8+8 against 40 is 10k8 against 32, margins included."""
    with_bonus, bare = of("12k8"), of("10k8")
    assert with_bonus.bonus == 8
    for target in TARGETS:
        assert with_bonus.against(target) == bare.against(target - 8)
    assert with_bonus.total.mean() == bare.total.mean() + 8


def test_no_dice_total_0() -> None:
    """A total of 0 fails by its margin: a fumble from TN 15 on, and none below."""
    nothing = of("0k0")
    assert not nothing.fumbles
    assert nothing.against(14) == {"success": 0, "critical": 0, "fumble": 0}
    assert nothing.against(15) == {"success": 0, "critical": 0, "fumble": 1}
    assert nothing.total.mean() == 0


def test_promised_names() -> None:
    """TN 10 to 30 are side by side, each with success, critical and fumble; the others are under `further`."""
    chances = odds.of_pool(of("5k2"), RULES.sheet_tn)
    assert list(chances)[:6] == ["tn_10", "tn_15", "tn_20", "tn_25", "tn_30", "total"]
    further = chances["further"]
    assert isinstance(further, dict)
    assert list(further) == ["tn_5", "tn_35", "tn_40"]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("3k2", "2k2"), ("5k2", "4k3"), ("12k3", "5k2"), ("2k1", "11k2"), ("1k1", "0k0"), ("0k0", "2k1")],
)
def test_opposed_checks_rolled_out(mine: str, theirs: str) -> None:
    """Every pair of totals: the second to act wins a tie."""
    one, two = of(mine), of(theirs)
    pairs = [(a, b, chance * other) for a, chance in one.total for b, other in two.total]
    assert odds.opposed(one, two) == {
        "acting_first": sum((chance for a, b, chance in pairs if a > b), Fraction(0)),
        "acting_second": sum((chance for a, b, chance in pairs if a >= b), Fraction(0)),
        "tie": sum((chance for a, b, chance in pairs if a == b), Fraction(0)),
    }


def test_a_fumble_loses_every_opposed_check() -> None:
    """Without a roll there is nothing to win with; two fumbles both fail."""
    doom, calm = of("-1k1"), of("0k0")
    assert odds.opposed(doom, calm)["acting_second"] == 0
    assert odds.opposed(calm, doom)["acting_first"] == 1
    assert set(odds.opposed(doom, doom).values()) == {Fraction(0)}
