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
    found = odds("--value", "6", "--shift", "-1", "--token")["odds"]
    assert found["success"] == found["success_with_token"] == {"fraction": "7/9", "probability": 0.7777777777777778}


@pytest.mark.parametrize("written", ["2k1(15)", " 2k1 ( 15 ) "])
def test_a_pool_may_say_its_target_number(written: str) -> None:
    """Gamocles' own way to write a check; the same as --pool and --tn."""
    expected = run("odds", "gamocles", "--pool", "2k1", "--tn", "15")
    assert run("odds", "gamocles", "--pool", written) == expected
    assert run("odds", "gamocles", "--pool", written, "--tn", "15").code == 0


def test_a_game_may_be_called_by_its_title() -> None:
    """As `chargen systems` prints it, or short: the same answer as by its key."""
    asked = ("--level", "4")
    assert run("odds", "5+", *asked).out == run("odds", "five-plus", *asked).out != ""


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
