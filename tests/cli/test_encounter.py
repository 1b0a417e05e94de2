"""`chargen encounter`: who hits whom, and how it ends, for GMs and for scripts."""

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import LARRY, run
from tests.npc.archetypes import GAMES

PRESETS = Path(__file__).parents[2] / "presets" / "concepts" / "facade"
DUELLISTS = {
    "facade": "gate-warden",
    "five-by-five": "parish-constable",
    "five-plus": "tide-gate-lamplighter",
    "gamocles": "gate-butcher",
    "roll-when-you-need": "understudy",
}


BRIEFLY = ("--simulate", "--runs", "100")
"""Options of an encounter whose chances do not matter."""


def encounter(*arguments: str | Path) -> dict[str, Any]:
    """Return what `chargen encounter --format json` prints."""
    ended = run("encounter", *arguments, "--format", "json")
    assert ended.code == 0, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


def test_one_against_one_is_exact(larry: Path) -> None:
    """Chances are fractions that sum to 1, and each blow says what is rolled."""
    found = encounter(larry, "five-by-five/guard")
    assert found["outcome"]["method"] == "exact"
    assert sum(Fraction(each["fraction"]) for each in found["outcome"]["wins"].values()) == 1
    assert [each["side"] for each in found["attacks"]] == ["party", "others"]
    for each in found["attacks"]:
        assert sum(Fraction(chance["fraction"]) for chance in each["harm"].values()) == 1
        assert each["roll"]


def test_many_are_shown_briefly(larry: Path) -> None:
    """Of more targets than fit, an attacker shows the first; a large side is down by a number, not by name."""
    ended = run("encounter", larry, "five-by-five/guard*30", "--simulate", "--runs", "100")
    assert ended.code == 0
    assert "Each against the first of the 30 whom they face." in ended.out
    assert re.search(r"Others down \d+ \(of 30, mean \d", " ".join(ended.out.split()))
    assert max(map(len, ended.out.splitlines())) <= 80


def test_copies_share_a_line(larry: Path) -> None:
    """Targets that differ only in their names share a line."""
    ended = run("encounter", "five-by-five/guard", f"{larry}*3", "--to", "html", "-o", larry.parent)
    assert ended.code == 0
    assert "Larry Vance 1 and 2 more" in (larry.parent / "encounter.html").read_text(encoding="utf-8")


def test_simple_combat_is_fought_with_the_attack_that_wins(tmp_path: Path) -> None:
    """A fencing master takes her rapier, and of all her attacks none wins the duel as often."""
    warden, widow = (simple_combat(tmp_path, name) for name in ("gate-warden", "salle-widow"))

    def win(*options: str) -> float:
        chances = encounter(warden, widow, *options)["outcome"]["wins"]
        return float(chances["others"]["probability"])

    shown = json.loads(run("show", widow, "--format", "json").out)["actions"]
    attacks = [action["name"] for action in shown if action["kind"] == "attack"]
    assert len(attacks) > 1
    chances = {name: win("--with", f"Odile Marchetti={name}") for name in attacks}
    assert win() == max(chances.values()) == chances["rapier"] == pytest.approx(0.850, abs=0.001)


def simple_combat(folder: Path, preset: str) -> Path:
    """Return a copy of a preset whose rules have simple combat."""
    path = folder / f"{preset}.yaml"
    text = (PRESETS / path.name).read_text(encoding="utf-8")
    simple = "rules: {combat: simple}\n"
    path.write_text(text.replace("rules: {", "rules: {combat: simple, ") if "rules: {" in text else text + simple)
    for portrait in PRESETS.glob(f"{preset}.svg"):
        shutil.copy(portrait, folder)
    return path


def test_a_simulation_is_called_one(larry: Path) -> None:
    """In text, with the seed and an error beside each figure; in JSON, too."""
    played = ["five-by-five/guard*2", "--focus", "random", "--runs", "200", "--seed", "docks"]
    text = run("encounter", larry, *played).out
    assert "simulated: played out 200 times by the seed `docks`" in text
    assert "±" in text
    found = encounter(larry, *played)["outcome"]
    assert (found["method"], found["runs"], found["seed"]) == ("simulated", 200, "docks")
    assert all("standard_error" in each and "fraction" not in each for each in found["wins"].values())
    assert encounter(larry, *played)["outcome"] == found


def test_npcs_of_an_archetype_are_generated(tmp_path: Path, larry: Path) -> None:
    """As many as -n, or the number after the file, asks for; the same seed gives the same."""
    guards = tmp_path / "guards.yaml"
    guards.write_text("archetype: five-by-five\nextends: guard\n", encoding="utf-8")
    three = encounter(larry, guards, "-n", "3", *BRIEFLY)
    assert len(three["others"]) == 3
    again = encounter(larry, f"{guards}*3", *BRIEFLY)
    assert again == three
    other = encounter(larry, f"{guards}*3", "--seed", "gate", *BRIEFLY)
    assert other["others"] != three["others"]


def test_the_other_side_may_be_named(larry: Path) -> None:
    named = ("--against", "five-by-five/guard", "--against", "five-by-five/thug")
    assert len(encounter(larry, larry.parent, *named, *BRIEFLY)["others"]) == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_attack_can_be_chosen(game: str) -> None:
    """Each attack or move of the list is chosen, by name and by id, in every game."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    shown = json.loads(run("show", preset, "--format", "json").out)
    for action in shown["actions"]:
        if action["kind"] in ("attack", "move"):
            for spelling in (action["name"], action["id"]):
                encounter(preset, preset, "--with", f"{shown['name']}={spelling}", *BRIEFLY)


def test_a_start_is_what_the_file_could_say(tmp_path: Path, larry: Path) -> None:
    """With --start the same comes out as with `state:` in the file, and the file is left alone."""
    hurt = tmp_path / "hurt.yaml"
    hurt.write_text(LARRY + "state: {hit_points: 2}\n", encoding="utf-8")
    by_file = encounter(hurt, "five-by-five/guard")
    by_option = encounter(larry, "five-by-five/guard", "--start", "Larry=hit_points:2")
    assert by_option["outcome"] == by_file["outcome"]
    assert by_option["party"][0]["taken"] == by_file["party"][0]["taken"] == 12
    assert " 7 of 14 HP" in run("encounter", larry, "five-by-five/guard", "--at", "half").out


def test_what_depends_on_the_focus() -> None:
    """The same four, by whom the others attack: from a third to a sure loss."""
    folder = PRESETS.parent / "five-plus"
    party = [folder / "ninth-bridge-swordmaster.yaml", folder / "tide-gate-lamplighter.yaml"]
    cards = [folder / "bell-under-the-lake.yaml", folder / "toll-road-company.yaml"]
    sides: list[str | Path] = [*party, "--against", cards[0], "--against", cards[1]]
    weakest = encounter(*sides, "--focus", "party=first,others=weakest")
    assert weakest["focus"] == "party=first,others=weakest"
    assert weakest["outcome"]["wins"]["party"]["probability"] < 0.1
    assert encounter(*sides)["outcome"]["wins"]["party"]["probability"] > 0.3
    text = " ".join(run("encounter", *sides, "--focus", "party=first,others=weakest").out.split())
    assert "first enemy still standing; of the others, all attack the enemy with the least" in text


def test_losses_rounds_and_survivors(larry: Path) -> None:
    """How many are down, when it ends, and what is left: in JSON for programs, in text for the GM."""
    sides: list[str | Path] = [f"{larry}*2", "five-by-five/guard"]
    found = encounter(*sides)["outcome"]
    losses = [float(figure["probability"]) for figure in found["losses"]["party"]]
    assert len(losses) == 3
    assert sum(losses) == pytest.approx(1)
    down = sum(figure["probability"] for figure in found["down"]["party"])
    assert sum(number * chance for number, chance in enumerate(losses)) == pytest.approx(down)
    rounds = found["rounds"]
    assert rounds["tenth"] <= rounds["median"] <= rounds["ninetieth"]
    assert rounds["mean"] == found["rounds_to_end"]["mean"]
    for survivor in found["survivors"]["party"]:
        assert 0 < survivor["left"]["mean"] <= survivor["of"]
    text = " ".join(run("encounter", *sides).out.split())
    for words in ("in 8 of 10", "None of the party", "standing", "First to drop: of the party"):
        assert words in text


def test_a_page_to_run_the_fight_from(tmp_path: Path) -> None:
    """Order of acting, both sides' attacks and boxes, and the chance to win, in HTML; and as PDF."""
    sides: list[str | Path] = [f"{PRESETS / 'gate-warden.yaml'}*2", PRESETS / "salle-widow.yaml"]
    ended = run("encounter", *sides, *BRIEFLY, "--seed", "x", "--to", "html,pdf", "-o", tmp_path / "page")
    assert ended.code == 0, ended.err
    assert sorted(path.suffix for path in (tmp_path / "page").glob("encounter.*")) == [".html", ".pdf"]
    found = encounter(*sides, *BRIEFLY, "--seed", "x")
    chance = found["outcome"]["wins"]["party"]["probability"]
    text = (tmp_path / "page" / "encounter.html").read_text(encoding="utf-8")
    for words in ("Order of acting", "Odile Marchetti", "Corporal Ruck", "at initiative 13", "Deadly 3"):
        assert words in text, words
    assert re.search(rf"\b{chance * 100:.1f}\s*%", text.replace("&nbsp;", " "))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_page(tmp_path: Path, game: str) -> None:
    """Guards, and a character who starts with half: of each, as many boxes are marked as it starts without."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    options: list[str | Path] = ["--at", "half", "--to", "html", "-o", tmp_path, "--runs", "100"]
    ended = run("encounter", preset, f"{game}/guard*2", *options)
    assert ended.code == 0, ended.err
    text = (tmp_path / "encounter.html").read_text(encoding="utf-8")
    starts = re.findall(r"starts with (\d+) of (\d+)", text)
    assert len(starts) == 3
    left, most = map(int, starts[0])
    track = next(part for part in text.split("<section")[1:] if "starts with" in part)
    marked = track.count("checked") or track.count("filled")
    assert marked == most - left or (game == "roll-when-you-need" and marked == 2)  # it has two boxes, and consequences


def test_the_page_says_how_hard_it_is_and_what_is_a_card(larry: Path) -> None:
    """A word by the chance to win, what a side does in a round, and cards by that name."""
    found = run("encounter", larry, f"{larry}*3").out
    assert "(deadly)" in found
    assert " ".join(found.split()).count("All in a round") == 1  # a single fighter is the table's only row
    preset = PRESETS.parent / "five-plus"
    fight = run("encounter", preset / "tide-gate-lamplighter.yaml", preset / "bell-under-the-lake.yaml").out
    assert re.search(r"\bcard\b", fight)


def test_two_sides_of_cards_are_one_line() -> None:
    """Of a game in which only players roll; JSON has no winner."""
    ended = run("encounter", "roll-when-you-need/guard*2", "roll-when-you-need/guard*2")
    assert (ended.code, ended.out.count("\n")) == (0, 1)
    assert "Both sides are cards" in ended.out


def test_how_many_make_it_even(larry: Path) -> None:
    """Against one, two and more opponents, until they win most of the time; nothing of it where it is not asked."""
    sides: list[str | Path] = [larry, larry, *BRIEFLY]
    found = encounter(*sides, "--even")["outcome"]["even"]
    assert [row["number"] for row in found["wins"]] == [*range(1, len(found["wins"]) + 1)]
    assert found["number"] in (1, 2, 3)
    assert "of the other side make it even." in run("encounter", *sides, "--even").out
    assert encounter(*sides)["outcome"]["even"] is None


def test_bad_files_are_reported_as_check_does(tmp_path: Path, larry: Path) -> None:
    """Exit 1 with the diagnostics, of all of them, and no table."""
    bad = tmp_path / "bad" / "bad.yaml"
    bad.parent.mkdir()
    bad.write_text(LARRY.replace("hit_points: 4", "hit_points: 3"), encoding="utf-8")
    ended = run("encounter", larry, bad, "--against", "five-by-five/gaurd", "--against", tmp_path / "gone.yaml")
    assert (ended.code, ended.out) == (1, "")
    assert "bad.yaml:" in ended.err
    assert "did you mean `guard`?" in ended.err
    assert "there is no such file" in ended.err


def test_house_rules_are_no_fighter(tmp_path: Path, larry: Path) -> None:
    """A campaign file beside the players' files is passed over, in a folder and by name; errors of it are reported."""
    rules = tmp_path / "house.yaml"
    rules.write_text("rules: {five-by-five: {aspects: false}}\n", encoding="utf-8")
    for party in ([tmp_path], [rules, larry]):
        assert len(encounter(*party, "five-by-five/guard")["party"]) == 1
    ended = run("encounter", larry, rules)
    assert (ended.code, ended.out) == (2, "")
    assert "the other side is empty" in ended.err
    rules.write_text("rules: {five-by-five: {aspekts: false}}\n", encoding="utf-8")
    assert run("encounter", larry, rules, "five-by-five/guard").code == 1


ASSUMED = {
    ("five-by-five/guard", "five-by-five/thug"): "",
    ("gamocles/guard", "gamocles/guard"): "Fought by chargen's own rules, as the text lacks the chapter on combat:",
    ("roll-when-you-need/agent", "roll-when-you-need/guard"): "Fought by chargen's own rules, as the text says neither",
    ("facade/guard", "facade/ruffian"): "The rules leave something open:",
    ("five-plus/healer", "five-plus/beast"): "The rules leave something open:",
}
"""By sides, the assumptions that the page of their fight names."""


@pytest.mark.parametrize("sides", ASSUMED)
def test_assumptions_come_before_any_exact(sides: tuple[str, str]) -> None:
    """The page names the assumptions of a fight; a sentence begins with `Exact` only if there are none."""
    ended = run("encounter", *sides)
    assert ended.code == 0, ended.err
    text = " ".join(ended.out.split())
    assert ASSUMED[sides] in text
    is_settled = not ASSUMED[sides]
    assert ("\nExact: " in ended.out) == is_settled
    assert (encounter(*sides)["ours"] is None) == is_settled
    if is_settled:
        assert "The best attack goes with the strongest weapon" in ended.out
    if sides[0] == "roll-when-you-need/agent":
        assert "no character chooses to be taken out before (house default)" in text


def test_two_kinds_of_combat_do_not_meet(tmp_path: Path) -> None:
    """Of Façade, whose rules have two: wrong usage, with both names, files and kinds."""
    dramatic, simple = PRESETS / "salle-widow.yaml", simple_combat(tmp_path, "salle-widow")
    ended = run("encounter", dramatic, simple)
    assert (ended.code, ended.out) == (2, "")
    assert all(words in ended.err for words in ("by dramatic combat", "by simple combat", "salle-widow.yaml"))
    alike = run("encounter", simple, simple)
    assert "one roll of each decides for both" in " ".join(alike.out.split())
