"""`chargen encounter`: who hits whom, and how it ends, for people and for scripts."""

import json
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import LARRY, Ended, run
from tests.npc.archetypes import GAMES
from tests.scale import pairs, some

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


def data(ended: Ended) -> dict[str, Any]:
    """What was printed as JSON."""
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert isinstance(found, dict)
    return found


def test_one_against_one_is_exact(larry: Path) -> None:
    """Chances are fractions that sum to 1, and each blow says what is rolled."""
    found = data(run("encounter", larry, "five-by-five/guard", "--format", "json"))
    assert found["outcome"]["method"] == "exact"
    assert sum(Fraction(each["fraction"]) for each in found["outcome"]["wins"].values()) == 1
    assert [each["side"] for each in found["attacks"]] == ["party", "others"]
    for each in found["attacks"]:
        assert sum(Fraction(chance["fraction"]) for chance in each["harm"].values()) == 1
        assert each["roll"]


def test_the_text_says_all_of_it(larry: Path) -> None:
    """Names, what is rolled, chances, rounds, and that it is exact."""
    ended = run("encounter", larry, "five-by-five/guard")
    assert ended.code == 0
    for word in ("Larry Vance", "→", "hits", "drops in", "Larry Vance wins", "rounds until one side is down", "Exact"):
        assert word in ended.out
    assert "±" not in ended.out


def test_many_are_shown_briefly(larry: Path) -> None:
    """Of more targets than fit, an attacker shows the first; a large side is down by a number, not by name."""
    ended = run("encounter", larry, "five-by-five/guard*30", "--simulate", "--runs", "100")
    assert ended.code == 0
    assert "(each against the first of the 30 whom they face)" in ended.out
    assert " of 30\n" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 100


def test_copies_share_a_line(larry: Path) -> None:
    """Targets that differ in their names only stand together."""
    ended = run("encounter", "five-by-five/guard", f"{larry}*3")
    assert "→ Larry Vance 1 and 2 more" in ended.out


def test_what_rolls_share_stands_once() -> None:
    """Where a roll depends on the target, the line of the attacker has what all begin with."""
    ended = run("encounter", "five-plus/beast", "five-plus/guard*2")
    (attacker,) = [line for line in ended.out.splitlines() if line.endswith(" …")]
    rows = [line for line in ended.out.splitlines() if line.startswith("  → ") and " … " in line]
    assert attacker
    assert len(rows) == 2


def test_simple_combat_is_fought_with_the_attack_that_wins(tmp_path: Path) -> None:
    """A fencing master takes her rapier, and of all her attacks none wins the duel as often."""
    warden, widow = (simple_combat(tmp_path, name) for name in ("gate-warden", "salle-widow"))

    def win(*options: str) -> float:
        chances = data(run("encounter", warden, widow, *options, "--format", "json"))["outcome"]["wins"]
        return float(chances["others"]["probability"])

    shown = json.loads(run("show", widow, "--format", "json").out)["actions"]
    attacks = [action["name"] for action in shown if action["kind"] == "attack"]
    assert len(attacks) > 1
    chances = {name: win("--with", f"Odile Marchetti={name}") for name in attacks}
    assert win() == max(chances.values()) == chances["rapier"] == pytest.approx(0.870, abs=0.001)


def simple_combat(folder: Path, preset: str) -> Path:
    """Return a copy of a preset whose rules have simple combat."""
    path = folder / f"{preset}.yaml"
    text = (PRESETS / path.name).read_text(encoding="utf-8")
    simple = "rules: {combat: simple}\n"
    path.write_text(text.replace("rules: {", "rules: {combat: simple, ") if "rules: {" in text else text + simple)
    for portrait in PRESETS.glob(f"{preset}.svg"):
        shutil.copy(portrait, folder)
    return path


@pytest.mark.parametrize(("game", "number"), pairs(GAMES, some(range(1, 11), 5)))
def test_no_size_fails(game: str, number: int) -> None:
    """Sides of one to ten that are alike, of a whole character: every chance lies between 0 and 1."""
    side = f"{PRESETS.parent / game / DUELLISTS[game]}.yaml*{number}"
    found = data(run("encounter", side, side, "--runs", "100", "--format", "json"))
    assert all(0 <= chance <= 1 for chance in probabilities(found))


def probabilities(found: Any) -> Iterator[float]:
    """Yield every probability in some plain data."""
    if isinstance(found, dict):
        yield from [found["probability"]] if "probability" in found else []
        found = [*found.values()]
    for part in found if isinstance(found, list) else []:
        yield from probabilities(part)


def test_a_simulation_is_called_one(larry: Path) -> None:
    """In text, with the seed and an error beside each figure; in JSON, too."""
    played = ["five-by-five/guard*2", "--focus", "random", "--runs", "200", "--seed", "docks"]
    command: list[str | Path] = ["encounter", larry, *played]
    ended = run(*command)
    assert "simulated: played out 200 times by the seed `docks`" in ended.out
    assert "±" in ended.out
    found = data(run(*command, "--format", "json"))["outcome"]
    assert (found["method"], found["runs"], found["seed"]) == ("simulated", 200, "docks")
    assert all("standard_error" in each and "fraction" not in each for each in found["wins"].values())
    assert data(run(*command, "--format", "json"))["outcome"] == found


def test_people_of_an_archetype_are_made(tmp_path: Path, larry: Path) -> None:
    """As many as -n says, or as stand behind the file; the same seed gives the same."""
    guards = tmp_path / "guards.yaml"
    guards.write_text("archetype: five-by-five\nextends: guard\n", encoding="utf-8")
    three = data(run("encounter", larry, guards, "-n", "3", *BRIEFLY, "--format", "json"))
    assert len(three["others"]) == 3
    again = data(run("encounter", larry, f"{guards}*3", *BRIEFLY, "--format", "json"))
    assert again == three
    other = data(run("encounter", larry, f"{guards}*3", "--seed", "gate", *BRIEFLY, "--format", "json"))
    assert other["others"] != three["others"]


def test_copies_of_a_file_are_distinguished(larry: Path) -> None:
    """Four of one concept have numbers behind their names."""
    found = data(run("encounter", larry, f"{larry}*2", "--format", "json"))
    names = [each["name"] for each in (*found["party"], *found["others"])]
    assert names == ["Larry Vance 1", "Larry Vance 2", "Larry Vance 3"]


def test_the_other_side_may_be_named(larry: Path) -> None:
    """With --against, all arguments are one side."""
    found = data(
        run("encounter", larry, larry.parent, "--against", "five-by-five/guard", "--against", "five-by-five/thug",
            *BRIEFLY, "--format", "json")
    )  # fmt: skip
    assert len(found["others"]) == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_attack_can_be_chosen(game: str) -> None:
    """Each attack or move of the list is taken for one's own, by name and by id, in every game."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    shown = json.loads(run("show", preset, "--format", "json").out)
    for action in shown["actions"]:
        if action["kind"] in ("attack", "move"):
            for spelling in (action["name"], action["id"]):
                choice = ["--with", f"{shown['name']}={spelling}"]
                data(run("encounter", preset, preset, *choice, *BRIEFLY, "--format", "json"))


def test_a_start_is_what_the_file_could_say(tmp_path: Path, larry: Path) -> None:
    """With --start the same comes out as with `state:` in the file, and the file is left alone."""
    hurt = tmp_path / "hurt.yaml"
    hurt.write_text(LARRY + "state: {hit_points: 2}\n", encoding="utf-8")
    command: list[str | Path] = ["five-by-five/guard", "--format", "json"]
    by_file = data(run("encounter", hurt, *command))
    by_option = data(run("encounter", larry, *command, "--start", "Larry=hit_points:2"))
    assert by_option["outcome"] == by_file["outcome"]
    assert by_option["party"][0]["taken"] == by_file["party"][0]["taken"] == 12
    assert ", 7 of 14 HP" in run("encounter", larry, "five-by-five/guard", "--at", "half").out


@pytest.mark.parametrize(("option", "value", "message"), [
    ("--with", "Lary Vance=Brawl", "did you mean `Larry Vance`?"),
    ("--with", "Larry=Nothing", "Larry Vance cannot attack with `Nothing`"),
    ("--with", "Larry", "is not NAME=ACTION"),
    ("--start", "Larry=hit_point:2", "Larry Vance has no `hit_point` to mark: did you mean `hit_points`?"),
    ("--start", "Larry=hit_points:200", "`hit_points` of Larry Vance goes from"),
    ("--start", "Larry=hit_points:-99", "not -99"),
    ("--start", "Larry=2", "is not NAME=KEY:NUMBER"),
    ("--focus", "partei=random", "`partei` is no side: there are party and others"),
    ("--focus", "party=first,party=random", "`party` has two modes; give one"),
    ("--focus", "first,party=random", "is no side: there are party and others"),
    ("--focus", "weakst", "did you mean `weakest`?"),
    ("--focus", "party=weakst", "`weakst` is no mode: did you mean `weakest`?"),
    ("--focus", "other=weakest", "did you mean `others`?"),
])  # fmt: skip
def test_a_bad_option_says_what_is_meant(larry: Path, option: str, value: str, message: str) -> None:
    """Exit 2, and what to write instead."""
    ended = run("encounter", larry, "five-by-five/guard", option, value)
    assert (ended.code, ended.out) == (2, "")
    assert message in " ".join(ended.err.split())


@pytest.mark.parametrize(("options", "message"), [
    (["--with", "Larry=Brawl", "--with", "larry=Punch"], "--with gives `larry` 2 values; give one"),
    (["--start", "Larry=hit_points:2", "--start", "Larry=hit_points:3"], "--start gives `larry=hit points` 2 values"),
    (["--to", "pdf", "--format", "json"], "use one of them"),
])  # fmt: skip
def test_options_that_contradict_each_other_are_refused(larry: Path, options: list[str], message: str) -> None:
    """Exit 2, and nothing is computed."""
    ended = run("encounter", larry, "five-by-five/guard", *options)
    assert (ended.code, ended.out) == (2, "")
    assert message in " ".join(ended.err.split())


def test_what_hangs_on_the_order_is_said() -> None:
    """The same four, by whom they attack: from a sure loss to a third."""
    folder = PRESETS.parent / "five-plus"
    party = [folder / "ninth-bridge-swordmaster.yaml", folder / "tide-gate-lamplighter.yaml"]
    cards = [folder / "bell-under-the-lake.yaml", folder / "toll-road-company.yaml"]
    sides: list[str | Path] = ["--against", cards[0], "--against", cards[1]]
    assert "wins, by focus" in run("encounter", *party, *sides).out
    found = data(run("encounter", *party, *sides, "--format", "json"))["outcome"]
    assert found["by_order"]["lowest"] < 0.1 < 0.3 < found["by_order"]["highest"]
    weakest = data(run("encounter", *party, *sides, "--focus", "party=first,others=weakest", "--format", "json"))
    assert weakest["focus"] == "party=first,others=weakest"
    assert weakest["outcome"]["wins"]["party"]["probability"] < 0.1
    alone = data(run("encounter", *party, "--format", "json"))["outcome"]
    assert alone["by_order"] is None


def test_losses_rounds_and_survivors(larry: Path) -> None:
    """How many are down, when it ends, and what is left: in JSON for programs, in text for the GM."""
    sides: list[str | Path] = [f"{larry}*2", "five-by-five/guard"]
    found = data(run("encounter", *sides, "--format", "json"))["outcome"]
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
    text = run("encounter", *sides).out
    for words in ("8 of 10 end in round", "of the party, mostly", "none of the party", "else what is left"):
        assert words in text


def test_a_page_to_run_the_fight_from(tmp_path: Path) -> None:
    """Order of acting, both sides' attacks and boxes, and the chance to win: in HTML and Markdown, and as PDF."""
    sides: list[str | Path] = [f"{PRESETS / 'gate-warden.yaml'}*2", PRESETS / "salle-widow.yaml"]
    ended = run("encounter", *sides, *BRIEFLY, "--seed", "x", "--to", "html,pdf,markdown", "-o", tmp_path / "page")
    assert ended.code == 0, ended.err
    assert {path.name for path in (tmp_path / "page").iterdir()} == {
        f"encounter.{end}" for end in ("html", "md", "pdf")
    }
    found = data(run("encounter", *sides, *BRIEFLY, "--seed", "x", "--format", "json"))
    chance = found["outcome"]["wins"]["party"]["probability"]
    for name in ("encounter.html", "encounter.md"):
        text = (tmp_path / "page" / name).read_text(encoding="utf-8")
        for words in ("Order of acting", "Odile Marchetti", "Corporal Ruck", "at initiative 13", "Deadly 3"):
            assert words in text, (name, words)
        assert re.search(rf"\b{chance * 100:.0f}\s*%", text.replace("&nbsp;", " "))
    assert "☐☐☐" in text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_page(tmp_path: Path, game: str) -> None:
    """Guards, and a character who starts with half: everyone's name and boxes."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    options: list[str | Path] = ["--at", "half", "--to", "markdown,html", "-o", tmp_path, "--runs", "100"]
    ended = run("encounter", preset, f"{game}/guard*2", *options)
    assert ended.code == 0, ended.err
    text = (tmp_path / "encounter.md").read_text(encoding="utf-8")
    assert text.count("starts with") == 3
    # As many boxes of the track that decides are marked as each starts without.
    first = text.index(" starts with ")
    left, most = map(int, re.findall(r"\d+", text[first:])[:2])
    marked = text[first:].partition("☐")[0].count("☒")
    assert marked == most - left or (game == "roll-when-you-need" and marked == 2)  # it has two boxes, and consequences
    if game == "five-by-five":  # a player who acts first in 31 % stands below those who mostly do before
        assert text.index("| The other side |") < text.index("| The party |")


def test_the_report_says_how_hard_it_is_and_what_is_a_card(larry: Path) -> None:
    """A word by the chance to win, what a side does in a round, and cards by that name."""
    found = run("encounter", larry, f"{larry}*3").out
    assert "OUTCOME  deadly." in found
    assert found.count("all of them in a round") == 1  # a single fighter is the table's only row
    preset = PRESETS.parent / "five-plus"
    fight = run("encounter", preset / "tide-gate-lamplighter.yaml", preset / "bell-under-the-lake.yaml").out
    assert "The Bell under the Lake, a card, 14 successes" in fight


def test_two_sides_of_cards_are_one_line() -> None:
    """Of a game in which only players roll; JSON has no winner."""
    ended = run("encounter", "roll-when-you-need/guard*2", "roll-when-you-need/guard*2")
    assert (ended.code, ended.out.count("\n")) == (0, 1)
    assert "Both sides are cards" in ended.out


def test_how_many_make_it_even(larry: Path) -> None:
    """Against one, two and more opponents, until they win most of the time; nothing of it where it is not asked."""
    sides: list[str | Path] = [larry, larry, *BRIEFLY]
    found = data(run("encounter", *sides, "--even", "--format", "json"))["outcome"]["even"]
    assert [row["number"] for row in found["wins"]] == [*range(1, len(found["wins"]) + 1)]
    assert found["number"] in (1, 2, 3)
    assert "EVEN  about" in run("encounter", *sides, "--even").out
    assert data(run("encounter", *sides, "--format", "json"))["outcome"]["even"] is None


def test_a_misspelt_game_is_guessed_at(larry: Path) -> None:
    """Where neither a file nor a folder is meant."""
    ended = run("encounter", larry, "five-by-fife/guard*2")
    assert (ended.code, ended.out) == (1, "")
    assert "did you mean `five-by-five`?" in ended.err


def test_two_games_do_not_meet(larry: Path) -> None:
    """Wrong usage, with the games."""
    ended = run("encounter", larry, "facade/guard")
    assert ended.code == 2
    assert "five-by-five" in ended.err
    assert "facade" in ended.err


def test_one_side_is_not_enough(larry: Path) -> None:
    """Wrong usage."""
    assert run("encounter", larry).code == 2


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
        assert len(data(run("encounter", *party, "five-by-five/guard", "--format", "json"))["party"]) == 1
    ended = run("encounter", larry, rules)
    assert (ended.code, ended.out) == (2, "")
    assert "the other side is empty" in ended.err
    rules.write_text("rules: {five-by-five: {aspekts: false}}\n", encoding="utf-8")
    assert run("encounter", larry, rules, "five-by-five/guard").code == 1


@pytest.mark.parametrize(
    ("sides", "first"),
    [
        (("five-by-five/guard", "five-by-five/thug"), "PARTY"),
        (
            ("gamocles/guard", "gamocles/guard"),
            "Fought by chargen's own rules, as the text lacks the chapter on combat:",
        ),
        (
            ("roll-when-you-need/agent", "roll-when-you-need/guard"),
            "Fought by chargen's own rules, as the text says neither",
        ),
        (("facade/guard", "facade/ruffian"), "The rules leave something open:"),
        (("five-plus/healer", "five-plus/beast"), "The rules leave something open:"),
    ],
)
def test_assumptions_come_before_any_exact(sides: tuple[str, str], first: str) -> None:
    """The first line names assumptions of a fight; a sentence begins with `Exact` only if there are none."""
    ended = run("encounter", *sides)
    assert ended.code == 0, ended.err
    assert ended.out.startswith(first)
    assert ("\nExact: " in ended.out) == (first == "PARTY")
    assert (data(run("encounter", *sides, "--format", "json"))["ours"] is None) == (first == "PARTY")


def test_the_foot_says_what_a_reader_may_take_otherwise(larry: Path) -> None:
    """Which weapon goes with the best attack; when a consequence comes, and that no one gives up before."""
    assert "The best attack goes with the strongest weapon" in run("encounter", larry, "five-by-five/guard").out
    stress = " ".join(run("encounter", "roll-when-you-need/agent", "roll-when-you-need/guard").out.split())
    assert "the first hit beyond the boxes takes the first of three consequences (house default)" in stress
    assert "no character chooses to be taken out before (house default)" in stress


def test_two_kinds_of_combat_do_not_meet(tmp_path: Path) -> None:
    """Of Façade, whose rules have two: wrong usage, with both names, files and kinds."""
    dramatic, simple = PRESETS / "salle-widow.yaml", simple_combat(tmp_path, "salle-widow")
    ended = run("encounter", dramatic, simple)
    assert (ended.code, ended.out) == (2, "")
    for words in ("by dramatic combat", "by simple combat", "salle-widow.yaml"):
        assert words in ended.err
    alike = run("encounter", simple, simple)
    assert "one roll of each decides for both" in " ".join(alike.out.split())


def test_one_defence_a_turn_is_not_enough_against_three() -> None:
    """Three wardens have far more than three times the chance of one against a duellist who parries."""
    warden, duellist = (PRESETS / f"{name}.yaml" for name in ("gate-warden", "salle-widow"))
    alone, three = (
        data(run("encounter", f"{warden}*{number}", duellist, "--format", "json"))["outcome"]["wins"]["party"]
        for number in (1, 3)
    )
    assert three["probability"] > 6 * alone["probability"]
