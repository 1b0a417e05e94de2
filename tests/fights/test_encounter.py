"""Test encounters: exact results agree with a plain roll-out and with a simulation, and name their method."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from chargen.fights import exact
from chargen.fights.blows import count_blows_to_drop
from chargen.fights.exact import TooLong, solve
from chargen.fights.figures import ENDS, NEITHER, Outcome
from chargen.fights.outcome import find_outcome
from chargen.fights.sides import PARTY
from chargen.fights.simulation import simulate
from chargen.game.contract import AnyGame
from tests.fights.toys import CONTESTS, TOYS, Toy, met, rolled_out
from tests.scale import fourth, tenth

COIN = ((0, 1), (1, 1))
DIE = ((0, 3), (1, 1), (2, 1), (3, 1))
LAME = ((0, 4), (1, 1))
ROUNDS = 50
"""More than any of these fights lasts, but for a chance in a million."""
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

_SIDES: list[tuple[list[Toy], list[Toy]]] = [
    ([Toy(1)], [Toy(1)]),
    ([Toy(3, DIE)], [Toy(5, COIN)]),
    ([Toy(4, DIE, taken=2, acts=2)], [Toy(6, DIE)]),
    ([Toy(3, DIE, first=THIRD)], [Toy(4, COIN)]),
    ([Toy(2), Toy(3, DIE)], [Toy(4, DIE), Toy(1), Toy(2, COIN, acts=2)]),
    ([Toy(2, DIE, taken=2), Toy(3)], [Toy(2), Toy(3, taken=3), Toy(2)]),
    ([Toy(2, DIE, first=HALF), Toy(3, COIN, first=THIRD)], [Toy(3, DIE), Toy(2)]),
    ([Toy(3, DIE, first=Fraction(1)), Toy(2, first=Fraction(0))], [Toy(3, DIE), Toy(2, COIN)]),
    ([Toy(3, DIE, dodges=1), Toy(2)], [Toy(2, COIN, dodges=2), Toy(3, DIE, dodges=1)]),
    ([Toy(3, DIE, first=HALF, dodges=1), Toy(3, COIN, first=THIRD)], [Toy(3, DIE, dodges=1), Toy(2, dodges=1)]),
    ([Toy(4, DIE, weary=COIN)], [Toy(5, COIN, weary=DIE)]),
    ([Toy(3, DIE, weary=LAME), Toy(2, COIN)], [Toy(2, DIE, weary=LAME), Toy(3, DIE, weary=COIN, dodges=1)]),
    ([Toy(3, DIE, initiative=2)], [Toy(3, DIE, initiative=2, weary=LAME)]),
    (
        [Toy(3, DIE, initiative=3, weary=LAME, dodges=1), Toy(2, COIN, initiative=1)],
        [Toy(2, DIE, initiative=2, weary=COIN), Toy(3, DIE, initiative=1, dodges=1, acts=2)],
    ),
]
FIGHTS = [
    *((party, others, TOYS) for party, others in _SIDES),
    ([Toy(3, DIE)], [Toy(5, COIN)], CONTESTS),
    ([Toy(3, DIE), Toy(2, COIN), Toy(1)], [Toy(2, DIE), Toy(4, COIN), Toy(2, DIE)], CONTESTS),
    ([Toy(4, DIE, weary=LAME), Toy(2, COIN)], [Toy(5, DIE, weary=COIN)], CONTESTS),
]


def wins(found: Outcome) -> dict[str, Fraction | float]:
    return {name: value.value for name, value in found.wins.items()}


@pytest.mark.parametrize(("party", "others", "game"), FIGHTS)
def test_an_exact_result_is_that_of_a_roll_out(party: Sequence[Toy], others: Sequence[Toy], game: AnyGame) -> None:
    """Every chance and every number of rounds, to five places, after as many rounds as any of these fights lasts."""
    fight = met(party, others, game=game)
    found = solve(fight)
    assert found.method == "exact"
    assert sum(wins(found).values()) == 1
    story = rolled_out(party, others, ROUNDS, game)
    ends = story[-1]
    ended = dict.fromkeys(ENDS, 0.0)
    for state, chance in ends.items():
        ours, theirs = state
        ended["party" if any(ours) else "others" if any(theirs) else "both"] += chance
    assert {name: float(value) for name, value in wins(found).items()} == pytest.approx(ended, abs=1e-5)
    for which, down in enumerate(found.down):
        for index, figure in enumerate(down):
            fallen = sum(chance for state, chance in ends.items() if not state[which][index])
            assert float(figure.value) == pytest.approx(fallen, abs=1e-5)
    for which, members in enumerate((party, others)):
        for index in range(len(members)):
            stands = {state: chance for state, chance in ends.items() if state[which][index]}
            mean = sum(state[which][index] * chance for state, chance in stands.items())
            survivor = found.left[which][index]
            expected = mean / sum(stands.values()) if sum(stands.values()) > 1e-12 else 0
            assert (float(survivor.value) if survivor else 0) == pytest.approx(expected, abs=1e-4)
        for number, figure in enumerate(found.losses[which]):
            fallen = sum(chance for state, chance in ends.items() if state[which].count(0) == number)
            assert float(figure.value) == pytest.approx(fallen, abs=1e-5)
    ended_by = [sum(chance for state, chance in states.items() if not all(map(any, state))) for states in story]
    quantiles = tuple(next(n for n, by in enumerate(ended_by) if by >= share - 1e-9) for share in (0.1, 0.5, 0.9))
    assert found.rounds == quantiles
    going = sum(chance for states in story for state, chance in states.items() if all(map(any, state)))
    assert found.rounds_to_end is not None
    assert float(found.rounds_to_end.value) == pytest.approx(going, abs=1e-5)


@pytest.mark.parametrize(("party", "others", "game"), FIGHTS)
def test_a_simulation_is_near_the_exact_result(party: Sequence[Toy], others: Sequence[Toy], game: AnyGame) -> None:
    """By a fixed seed, every figure is within five of its stated standard errors, and none is without one."""
    fight = met(party, others, game=game)
    right = solve(fight)
    played = simulate(fight, tenth(4000), "docks")
    assert (played.method, played.runs) == ("simulated", tenth(4000))
    pairs = [(right.wins[name], played.wins[name]) for name in right.wins]
    pairs += [(one, other) for side in (0, 1) for one, other in zip(right.down[side], played.down[side], strict=True)]
    assert right.rounds_to_end is not None
    assert played.rounds_to_end is not None
    for side in (0, 1):
        pairs += list(zip(right.losses[side], played.losses[side], strict=True))
    pairs.append((right.rounds_to_end, played.rounds_to_end))
    for figure, estimate in pairs:
        assert estimate.error is not None
        assert abs(float(figure.value) - float(estimate.value)) <= 5 * estimate.error + 1e-12


@pytest.mark.parametrize(("party", "others", "game"), FIGHTS[9:12])
def test_survivors_of_a_simulation_have_left_what_is_exact(
    party: Sequence[Toy], others: Sequence[Toy], game: AnyGame
) -> None:
    """The mean of what those can still take who are not down, in as many fights as a mean of a few points needs."""
    fight = met(party, others, game=game)
    right, played = (
        solve(fight),
        simulate(fight, fourth(10_000), "docks"),
    )
    for figure, estimate in zip(sum(right.left, ()), sum(played.left, ()), strict=True):
        assert figure is not None
        assert estimate is not None
        assert estimate.error is not None
        assert abs(float(figure.value) - float(estimate.value)) <= 5 * estimate.error


def test_the_blows_until_a_fighter_drops() -> None:
    """A coin takes twice the pips in blows; harm that overshoots counts no more than what was left."""
    coin = met([Toy(1, COIN)], [Toy(5)])
    assert count_blows_to_drop(coin, PARTY, 0, 0) == 10
    assert coin.attack(PARTY, 0, 0).blow.mean == HALF
    assert count_blows_to_drop(met([Toy(1, ((0, 1), (9, 1)))], [Toy(5)]), PARTY, 0, 0) == 2
    idle = met([Toy(1, ())], [Toy(5)])
    assert count_blows_to_drop(idle, PARTY, 0, 0) is None
    assert idle.attack(PARTY, 0, 0).blow.mean == 0


def test_a_fight_that_no_side_can_win_never_ends() -> None:
    """Without harm on either side, there is no number of rounds."""
    for found in (
        solve(met([Toy(2, ())], [Toy(3, ())])),
        simulate(met([Toy(2, ())], [Toy(3, ())]), 100, "x"),
    ):
        assert float(found.wins[NEITHER].value) == 1
        assert found.rounds_to_end is None


def test_a_fight_may_get_stuck_on_the_way() -> None:
    """Once the only one who can do harm is down, neither side can win any more."""
    fight = met([Toy(1, COIN), Toy(1, ())], [Toy(2, COIN), Toy(2, ())])
    found = solve(fight)
    assert 0 < float(found.wins[NEITHER].value) < 1
    assert sum(wins(found).values()) == 1
    assert found.rounds_to_end is None
    played = simulate(fight, 3000, "x")
    error = played.wins[NEITHER].error
    assert error is not None
    assert abs(float(played.wins[NEITHER].value) - float(found.wins[NEITHER].value)) < 5 * error


def test_one_side_may_attack_at_random() -> None:
    """Sure hits on one of two: whom the party leaves standing decides, so half of the fights end with all down."""
    sure = ((1, 1),)
    fight = replace(met([Toy(2, sure)], [Toy(1, ()), Toy(1, sure)]), focus=("random", "first"))
    found = find_outcome(fight, runs=1000)
    assert found.method == "simulated"
    assert found.wins["party"].error is not None
    for name in ("party", "both"):
        assert abs(found.wins[name].value - 0.5) < 5 * found.wins["party"].error
    alone = replace(met([Toy(2, sure)], [Toy(1, sure)]), focus=("random", "random"))
    assert find_outcome(alone).method == "exact"


def test_attacks_end_a_simulation_after_a_number_of_fights() -> None:
    """Not before a hundred; then with the fight in which the number of attacks is reached. Each is reported."""
    ticks: list[int] = []
    fight = met([Toy(3)], [Toy(3)])
    assert simulate(fight, 1000, "x", attacks=10, tick=ticks.append).runs == sum(ticks) == 100
    assert 100 < simulate(fight, 1000, "x", attacks=1500).runs < 1000
    assert simulate(fight, 1000, "x").runs == 1000


def test_a_fighter_that_cannot_be_harmed_is_attacked_last() -> None:
    """No blows are wasted on them while others remain, or the fight would be stuck from the start."""
    fight = met([Toy(2)], [Toy(1, (), immune=True), Toy(2, ())])
    assert [other.name for other in fight.sides[1]] == ["O 1", "O 0"]
    for found in (solve(fight), simulate(fight, 100, "x")):
        assert found.wins[NEITHER].value == 1
        assert [float(value.value) for value in found.down[1]] == [1, 0]


@pytest.mark.parametrize(("party", "others", "words"), [
    ([], [Toy(1)], "the party is empty"),
    ([Toy(1)], [Toy(2, taken=2)], "the other side is down already"),
])  # fmt: skip
def test_a_side_without_anybody_who_stands_is_refused(party: list[Toy], others: list[Toy], words: str) -> None:
    """There is no encounter."""
    with pytest.raises(ValueError, match=words):
        met(party, others)


def test_a_crowd_is_given_up_at_once() -> None:
    """Thirty who may each be quick are a thousand million orders to act in: they are simulated."""
    fight = met([Toy(2, first=HALF)] * 30, [Toy(2)])
    found = find_outcome(fight, runs=100)
    assert (found.method, found.runs) == ("simulated", 100)


def test_what_takes_too_long_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a fight of many rounds, or of long fractions; fights with random targets are always simulated."""
    fight = met([Toy(3, DIE)], [Toy(4, DIE)])
    assert find_outcome(fight).method == "exact"
    for limit in ("ROUNDS_STEPS", "LONGEST_FRACTION", "MOST_ORDERS"):
        with monkeypatch.context() as patch:
            patch.setattr(exact, limit, 0)
            assert find_outcome(fight, runs=100).method == "simulated"
    with pytest.raises(TooLong):
        solve(fight, 10)
    assert find_outcome(met([Toy(1)], [Toy(1), Toy(1)], "random"), runs=100).method == "simulated"
