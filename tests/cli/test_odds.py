"""`chargen odds five-by-five`: one roll without a character."""

import json
import os
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from chargen.registry import list_games, system
from tests.cli.running import run
from tests.scale import some


def odds(*arguments: str) -> dict[str, Any]:
    ended = run("odds", "five-by-five", *arguments, "--format", "json")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert isinstance(found, dict)
    return found


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


class Variant(NamedTuple):
    """Rows, in text by their label and in JSON by their place, that answer another call."""

    label: str
    """The regular expression of the label; its group is the number of the option."""
    key: str
    """The regular expression of the place in the JSON, with dots; empty if the JSON has none."""
    added: str
    """The options of the other call, after those of this one. ``{}`` is the number; ``{+name}`` is added to it."""
    row: str = ""
    """The label of the row in the other call that must be equal; by default, its first row."""
    place: str = ""
    """Its place in the other call's JSON, where the row has one number: by default, all that the row has."""


FIVE_BY_FIVE = (
    Variant("with a token", "", "--token"),
    Variant("average with a token", "", "--token"),
    Variant("", "success_with_token", "--token", place="success"),
    Variant("", "mean_with_token", "--token", place="mean"),
    Variant(r"shifted (\S+)", r"shifts\.([^.]+)", "--shift {+shift}"),
)
FACADE = (
    Variant(r"difficulty (\d+)", r"difficulty_(\d+)", "--difficulty {}"),
    Variant(r"with (\d) stunt d4", r"stunts\.(\d)", "--stunts {}", place="success"),
)
GAMOCLES = (
    Variant(r"TN (\d+)", r"tn_(\d+)", "--tn {}", row="success"),
    Variant("one more of the (?:trait)", r"one_more\.trait", "--trait {+trait}", row="success", place="success"),
    Variant("one more of the (?:skill)", r"one_more\.skill", "--skill {+skill}", row="success", place="success"),
)
FIVE_PLUS = (
    Variant("with help", r"with\.help", "--helped"),
    Variant("failure rolled again", r"with\.reroll", "--reroll"),
    Variant(r"(\d) in the turn .*", r"actions\.(\d)", "--actions {}"),
    Variant(r"against rank (\S+)", r"ranks\.([^.]+)", "--rank {}"),
)
ROLL_WHEN_YOU_NEED = (
    Variant(r"trouble at (\d) .*", r"difficulty_(\d)", "--difficulty {}", row="trouble"),
    Variant(r"(\d) (?!effects)[A-Z ].*", "", "--difficulty {}", row="success"),
    Variant(r"cost (\d+)", r"cost_(\d+)", "--cost {}"),
    Variant(r"cost (\d+): Wealth lost", "", "--cost {}", row="Wealth lost"),
)
VARIED = [
    ("five-by-five", FIVE_BY_FIVE, "--value 4", ["--shift -2", "--shift 1", "--token", "--advanced"]),
    ("five-by-five", FIVE_BY_FIVE, "--damage-bonus 2", ["--token", "--armor-value 3"]),
    ("facade", FACADE, "--trait 9", ["--stunts 2"]),
    ("facade", FACADE, "--trait 9 --difficulty 8", ["--limit 12", "--category 13", "--helpers 8,9", "--attack"]),
    ("gamocles", GAMOCLES, "--trait 2", ["--skill -1", "--skill 2", "--tn 12", "--against 4k2"]),
    ("gamocles", GAMOCLES, "--pool 5k2+4", ["--tn 25"]),
    (
        "five-plus",
        FIVE_PLUS,
        "--level 3",
        ["--tier 1", "--bonus -2", "--rank 1", "--actions 1", "--actions 4", "--helped", "--reroll", "--successes 4"],
    ),
    (
        "roll-when-you-need",
        ROLL_WHEN_YOU_NEED,
        "--ability 3",
        ["--time 1", "--success-on 4", "--die 10", "--successes-needed", "--difficulty 4"],
    ),
    ("roll-when-you-need", ROLL_WHEN_YOU_NEED, "--wealth 2", ["--success-on 4", "--die 10"]),
]


@pytest.mark.parametrize(("game", "variants", "asked", "options"), VARIED)
def test_a_row_about_an_option_is_the_answer_of_the_call_with_it(
    game: str, variants: tuple[Variant, ...], asked: str, options: list[str]
) -> None:
    """With none of the other options given, with each, and with two."""
    compared = 0
    pairs = list(combinations(options, 2))
    for given in [(), *combinations(options, 1), *(some(pairs, 2) if pairs else [])]:
        call = " ".join((asked, *given))
        rows, data = _answer(game, call)
        for variant in variants:
            for label, shown in rows.items():
                if found := re.fullmatch(variant.label, label):
                    compared += 1
                    others, _ = _answer(game, f"{call} {_added(variant.added, call, found)}")
                    assert shown == others[variant.row or next(iter(others))], (call, label)
            for place, value in data.items():
                if variant.key and (found := re.match(rf"{variant.key}(?=\.|$)", place)):
                    compared += 1
                    _, other = _answer(game, f"{call} {_added(variant.added, call, found)}")
                    assert value == other[variant.place or place[found.end() + 1 :]], (call, place)
    assert compared > len(variants)


def test_a_category_is_rolled_with_the_stunt_dice() -> None:
    """Category 13 instead of trait 9 raises the difficulty by 4, and nothing else."""
    rows, data = _answer("facade", "--trait 9 --difficulty 8 --category 13 --stunts 2")
    others, _ = _answer("facade", "--trait 13 --difficulty 12 --stunts 2")
    assert rows["category 13 against 12"] == data["by_category"] == others["success"]


def test_a_challenge_rerolls_as_its_rolls_do() -> None:
    """One success in one roll is the roll itself; before the second failure of rerolled rolls: 1 − (4/9 squared)²."""
    rows, data = _answer("five-plus", "--level 3 --reroll --successes 1")
    assert rows["1 success within 2 rolls"] == str(1 - Fraction(16, 81) ** 2)
    assert data["challenge.before_failures.1"] == rows["this roll"] == "65/81"
    _, plain = _answer("five-plus", "--level 3")
    assert Fraction(data["successes"]) == Fraction(plain["successes"]) * (1 + Fraction(4, 9))
    assert Fraction(data["amounts.0"]) == Fraction(16, 81)


@cache
def _answer(game: str, options: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the rows by label, and the fractions of the JSON by their place with dots."""
    words = shlex.split(options)
    with patch.dict(os.environ, COLUMNS="200"):
        text = run("odds", game, *words)
    machine = run("odds", game, *words, "--format", "json")
    assert text.code == machine.code == 0, text.err
    lines = [
        re.fullmatch(r"  (.*?)  +(?:[█-▏·┊]* +)?(?:[<>]?[\d.]+ %  )?(\S+)", line) for line in text.out.splitlines()
    ]
    rows = {found[1]: found[2] for found in lines[1:] if found}
    assert len(rows) == len(text.out.splitlines()) - 1, text.out
    return rows, dict(_fractions("", json.loads(machine.out)["odds"]))


def _fractions(place: str, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if "fraction" in value:
            yield place + key, value["fraction"]
        else:
            yield from _fractions(f"{place}{key}.", value)


def _added(added: str, call: str, found: re.Match[str]) -> str:
    number = found[1].replace("−", "-") if found.re.groups else ""

    def increased(option: re.Match[str]) -> str:
        given = re.findall(rf"--{option[1]} (\S+)", call)
        return str(int(given[-1] if given else 0) + int(number or 1))

    return re.sub(r"\{\+(\w+)\}", increased, added).replace("{}", number)
