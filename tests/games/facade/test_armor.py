"""Worn armour: the number without it and the one in it are shown together, wherever it lowers one."""

import html
import re
from pathlib import Path

import pytest

from tests.cli.running import run

ADA = """\
system: facade
name: Ada
attributes:
  body: {strength: 4, stamina: 3, health: 3}
  action: {finesse: 3, grace: 3, agility: 4}
  mind: {reason: 3, insight: 3, perception: 3}
  persona: {poise: 3, charisma: 3, wits: 3}
  soul: {creativity: 3, luck: 3, will: 3}
skills: {Martial: {level: 2, attribute: agility}}
modifiers:
  - {name: Shy, category: persona, cost: minor, level: -1}
  - {name: Slow, category: body, cost: medium, level: -3}
"""


def shown(folder: Path, more: str) -> str:
    """What the sheet and `show` say of Ada with more keys, without tags and ends of lines."""
    path, out = folder / "ada.yaml", folder / "ada.html"
    path.write_text(ADA + more, encoding="utf-8")
    assert run("render", path, "--to", "html", "-o", out).code == 0
    page = html.unescape(re.sub(r"<[^>]*>", " ", out.read_text("utf-8").partition("<main")[2]))
    return " ".join(f"{run('show', path).out} {page}".split())


@pytest.mark.parametrize(
    ("armor", "texts"),
    [
        (
            "full plate",
            [
                "Initiative 10 (8 in armor, and to be hit)",
                "Sprint 18 (6 in armor, feet a second)",
                "Agility 4 (2) 1d4",
                "Perception 3 (2) 1d4",
                "10 (8) 1d10 + 1d6",
                "9 (8) 1d10 + 1d6",
                "Fatigue 10",
                "Stress 9",
                "those in armor. Without it, traits are 2 higher with Agility and 1 higher with Perception. Limit",
                "Limit pools count from the category without it (house default).",
            ],
        ),
        (
            "chain shirt",
            [
                "Initiative 10 (9 in armor, and to be hit)",
                "Sprint 18 (feet a second)",
                "Finesse 3 (2) 1d4",
                "Agility 4 (3) 1d6",
                "10 (9) 1d10 + 1d8",
                "each roll (house default)",
                "Without it, traits are 1 higher with Finesse, Grace or Agility. Limit pools",
                "−1 Dex on each Action roll (house default)",
            ],
        ),
        ("shield, large\nweapons: [rifle]", ["Initiative 10 (and to be hit)", "3L counts as Deadly (house default)"]),
        ("leather jacket", ["Initiative 10 (and to be hit)", "Agility 4 1d8", "Sprint 18 (feet a second)"]),
    ],
)
def test_a_player_sees_which_number_is_used_when(armor: str, texts: list[str], tmp_path: Path) -> None:
    """Bought numbers stay; what armour takes off is beside them, and what is ours is marked."""
    found = shown(tmp_path, f"armor: {armor.replace('shield, large', '[large shield]')}\n")
    assert [text for text in texts if text not in found] == [], found
    assert "Limit pools count" in found or "(2)" not in found


def test_speeds_in_armor_are_those_of_the_table(tmp_path: Path) -> None:
    """By the lowered Agility, beside the others, on the page of odds."""
    page = shown(tmp_path, "armor: full plate\n")
    for text in ("18 ft/s (6 ft/s)", "0.15 mile/min (0.07 mile/min)", "5 mph (3 mph)", "2 mph (1 mph)"):
        assert text in page


def test_a_refund_that_rounds_down_says_so(tmp_path: Path) -> None:
    found = shown(tmp_path, "")
    assert "minor, 0 AP, rounded down (house default)" in found
    assert "medium, −4 AP, rounded down (house default)" in found


def test_unarmed_attacks_by_name_have_a_line_each(tmp_path: Path) -> None:
    """The others share one."""
    found = shown(tmp_path, "weapons: [headbutt, judo throw]\n")
    assert "Headbutt Agility + Martial 4B" in found
    assert "Judo Throw Agility + Martial" in found
    assert "Unarmed Agility + Martial" in found


def test_the_reference_page_of_simple_combat_has_its_own_rules(tmp_path: Path) -> None:
    """No blows by location, which are those of dramatic combat; who speaks first, and when harm counts."""
    (tmp_path / "table.yaml").write_text("rules: {facade: {combat: simple}}\n", encoding="utf-8")
    pages = []
    campaign: list[str | Path] = ["--campaign", tmp_path / "table.yaml"]
    for more in ([], campaign):
        out = tmp_path / "page.html"
        assert run("reference", "facade", *more, "--to", "html", "-o", out).code == 0
        pages.append(out.read_text("utf-8"))
    dramatic, simple = pages
    assert "Success levels and blows" in dramatic
    assert "none is less than Full" in dramatic
    assert "Success levels and blows" not in simple
    assert "none is less than Full" not in simple
    assert "The lowest Action says first what it does" in simple
    assert "all harm, at the end of the turn" in simple
