"""`chargen odds`: the examples of each game, as they were approved: `odds-examples.txt`."""

import shlex
from pathlib import Path

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
