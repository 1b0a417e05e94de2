"""`chargen odds five-by-five`: one roll without a character."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from chargen.registry import list_games, system
from tests.cli.running import run


def odds(*arguments: str) -> dict[str, Any]:
    ended = run("odds", "five-by-five", *arguments, "--format", "json")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert isinstance(found, dict)
    return found


def test_a_value_alone_has_its_chances() -> None:
    """System, what to roll, and the odds by the names of a sheet."""
    found = odds("--value", "6")
    assert list(found) == ["system", "roll", "odds"]
    assert (found["system"], found["roll"]) == ("five-by-five", "2d6 multiplied: 6 or less, or any 6")
    assert found["odds"]["success"] == {"fraction": "23/36", "probability": 0.6388888888888888}
    assert found["odds"]["success_with_token"]["fraction"] == "5/6"
    assert found["odds"]["shifts"]["-1"]["success"]["fraction"] == "19/36"


def test_with_a_token_success_is_the_chance_with_the_token() -> None:
    """The interface's own example: --value 6 --shift -1 --token."""
    found = odds("--value", "6", "--shift", "-1", "--token")
    assert (
        found["odds"]["success"]
        == found["odds"]["success_with_token"]
        == {
            "fraction": "7/9",
            "probability": 0.7777777777777778,
        }
    )


def test_damage_has_its_averages_and_each_amount() -> None:
    """A medium weapon against autumn wear: 5 on average, 6 with a token; the token has a table of its own."""
    found = odds("--damage-bonus", "3", "--armor-value", "2")
    assert found["roll"] == "1d6+3; a 6 is +5 and another die"
    assert found["odds"]["mean"] == {"fraction": "5", "mean": 5.0}
    assert found["odds"]["mean_with_token"]["fraction"] == "6"
    assert list(found["odds"]["damage"]) == [*map(str, range(12)), "12 or more"]
    assert found["odds"]["damage"]["7"]["fraction"] == "1/36"
    helped = odds("--damage-bonus", "3", "--armor-value=-2", "--token")
    assert helped["roll"] == "1d6+3; a 5 or 6 is +5 and another die"
    assert helped["odds"]["mean"] == helped["odds"]["mean_with_token"] == {"fraction": "6", "mean": 6.0}
    assert helped["odds"]["damage"]["7"]["fraction"] == "1/18"


@pytest.mark.parametrize("written", ["2k1(15)", " 2k1 ( 15 ) "])
def test_a_pool_may_say_its_target_number(written: str) -> None:
    """Gamocles' own way to write a check; the same as --pool and --tn."""
    told = run("odds", "gamocles", "--pool", written, "--format", "json")
    assert (told.code, told.out) == (
        0,
        run("odds", "gamocles", "--pool", "2k1", "--tn", "15", "--format", "json").out,
    )
    assert run("odds", "gamocles", "--pool", written, "--tn", "15").code == 0
    twice = run("odds", "gamocles", "--pool", written, "--tn", "10")
    assert (twice.code, twice.out) == (2, "")
    assert "says TN 15 already" in twice.err


def test_a_game_may_be_called_by_its_title() -> None:
    """As `chargen systems` prints it, or short: the same answer as by its key."""
    asked = ("--level", "4")
    assert run("odds", "5+", *asked).out == run("odds", "five-plus", *asked).out != ""


@pytest.mark.parametrize(
    ("armor", "title"),
    [
        ([], "Five by Five, damage bonus 3"),
        (["--armor-value", "0"], "Five by Five, damage bonus 3"),
        (["--armor-value", "2"], "Five by Five, damage bonus 3, armour 2"),
    ],
)
def test_damage_names_the_armour_that_it_is_reduced_by(armor: list[str], title: str) -> None:
    first = run("odds", "five-by-five", "--damage-bonus", "3", *armor).out.splitlines()[0]
    assert first.startswith(f"{title}: ")


ANSWERS = Path(__file__).parent / "odds-examples.txt"
"""What each game's examples print; where the file is missing, the test writes it."""


def test_the_examples_of_each_game_print_what_they_always_did() -> None:
    """Titles, dice, the label of each row, bars, percentages and fractions."""
    printed = []
    for game in list_games():
        question = system(game).ask
        assert question is not None
        for example in question.examples:
            ended = run("odds", game, *shlex.split(example))
            assert ended.code == 0
            printed.append(f"$ chargen odds {game} {example}\n{ended.out}")
    if not ANSWERS.exists():
        ANSWERS.write_text("\n".join(printed), encoding="utf-8")
    assert "\n".join(printed) == ANSWERS.read_text(encoding="utf-8")
