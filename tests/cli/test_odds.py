"""`chargen odds`: the examples of each game, as they were approved, and rows that answer other calls."""

import re
import shlex
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from chargen.registry import list_games, system
from tests.cli.running import run

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


ROWS = [
    ("with a token", "token"), (r"shifted (\S+)", "shift"), (r"difficulty (\d+)", "difficulty"),
    (r"with (\d) stunt d4", "stunts"), (r"TN (\d+)", "tn"), ("one more of the trait", "trait"),
    ("one more of the skill", "skill"), ("with help", "helped"), ("failure rolled again", "reroll"),
    (r"(\d) in the turn .*", "actions"), (r"against rank (\S+)", "rank"), (r"(\d) [A-Z].*", "difficulty"),
    (r"(trouble) at (\d) .*", "difficulty"), (r"cost (\d+)", "cost"), (r"cost (\d+): (Wealth lost)", "cost"),
]  # fmt: skip
"""The rows that are about an option, with its number, and the name of the row that another call has for it."""
ASKED: list[tuple[str, dict[str, Any], list[dict[str, Any]]]] = [
    ("five-by-five", {"value": 4}, [{"shift": -2}, {"token": True}, {"advanced": True}]),
    ("facade", {"trait": 9}, [{"stunts": 2}]),
    ("facade", {"trait": 9, "difficulty": 8}, [{"limit": 12}, {"category": 13}, {"attack": True}]),
    ("gamocles", {"trait": 2}, [{"skill": -1}, {"tn": 12}, {"against": "4k2"}]),
    ("five-plus", {"level": 3}, [{"bonus": -2}, {"rank": 1}, {"actions": 1}, {"helped": True}, {"reroll": True}]),
    ("roll-when-you-need", {"ability": 3}, [{"time": 1}, {"success_on": 4}, {"die": 10}, {"successes_needed": True}]),
    ("roll-when-you-need", {"wealth": 2}, [{"success_on": 4}, {"die": 10}]),
]


@pytest.mark.parametrize(("game", "asked", "options"), ASKED)
def test_a_row_about_an_option_is_the_answer_of_the_call_with_it(
    game: str, asked: dict[str, Any], options: list[dict[str, Any]]
) -> None:
    """With none of the other options given, with each, and with two."""

    def rows(call: dict[str, Any]) -> dict[str, Any]:
        found = system(game)
        assert found.ask is not None
        return dict(found.answer(found.ask.options(**call)).rows)

    compared = 0
    for given in [({}, {}), *combinations([{}, *options], 2)]:
        call = asked | given[0] | given[1]
        for label, chance in rows(call).items():
            for pattern, option in ROWS:
                if found := re.fullmatch(pattern, label):
                    compared += 1
                    words = {text[:1].isalpha(): text for text in found.groups()}
                    number: Any = int(words.get(False, "1").replace("−", "-"))
                    number += (call.get(option) or 0) if option in ("shift", "trait", "skill") else 0
                    other = rows(call | {option: True if option in ("token", "helped", "reroll") else number})
                    assert chance == other[words.get(True, next(iter(other)))], (call, label)
    assert compared > len(options)
