"""What a table waives counts as if it were legal: the value stays as written, and whatever follows from it follows."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import checking, registry
from chargen.checking.campaign import read_campaign
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.testing import check_text
from tests.scale import some

FBF = """\
system: five-by-five
name: Kai
weapons: [knife]
descriptors: {Swordplay: 6, Cook: 4, Singer: 4, Swimmer: 2, Liar: -5}
hit_points: 2
"""
FACADE = """\
system: facade
name: Kai
attributes:
  body: {strength: 3, stamina: 3, health: 3}
  action: {finesse: 3, grace: 3, agility: 3}
  mind: {reason: 3, insight: 3, perception: 3}
  persona: {poise: 3, charisma: 3, wits: 3}
  soul: {creativity: 3, luck: 3, will: 3}
"""
GAMOCLES = "system: gamocles\nname: Kai\ntraits: {grit: 3, instinct: 2, movement: 3, reason: 1, will: 3}\n"
PLUS = "system: five-plus\nname: Kai\nskills: {Sword: 3}\nresistances: {Physical: 3}\n"
RWN = "system: roll-when-you-need\nname: Kai\nabilities: {poise: 3, guns: 2}\ntalents: [Quick fix]\n"


def waived(text: str, code: str) -> Checked:
    """The character of a concept that breaks one rule, which is waived; it is in order and has a sheet."""
    assert not check_text(text).ok
    checked = check_text(f"{text}waive: {{code: {code}, why: a gift}}\n")
    assert checked.ok, checked.diagnostics
    assert f"Waived: {code}: a gift" in checking.make_sheet(checked).foot
    notes = [diagnostic for diagnostic in checked.diagnostics if diagnostic.code == code]
    assert all(note.severity == "note" and "(waived: a gift)" in note.message for note in notes)
    return checked


def values(checked: Checked) -> dict[str, int]:
    """The value of each roll by its id."""
    return {roll.id: roll.value or 0 for roll in checked.rolls()}


def test_a_descriptor_of_two_exclusive_actions_serves_both() -> None:
    """Dodge and attack are rolled with it."""
    text = FBF.replace("Swordplay: 6", "Swordplay: {value: 6, exclusive: [attack, dodge]}")
    found = values(waived(text, "five-by-five/exclusive-actions"))
    assert (found["attack"], found["dodge"]) == (6, 6)


def test_a_value_off_the_ladder_is_rolled_as_written() -> None:
    """A 3 succeeds with products of 3 or less, and any 6."""
    text = FBF.replace("Singer: 4", "Singer: 3") + "rules: {starting_values: [6, 4, 3, 2, 2, -5]}\n"
    checked = waived(text, "five-by-five/ladder")
    singer = next(roll for roll in checked.rolls() if roll.id == "singer")
    assert singer.odds["success"] == pytest.approx(16 / 36)


def test_a_negative_trait_stays_negative() -> None:
    """Its checks are automatic fumbles, and the rating is as much lower."""
    text = GAMOCLES.replace("grit: 3", "grit: -1") + "skills: {defence: 1}\n"
    checked = waived(text, "gamocles/negative-traits")
    assert checked.stats()["defensive_rating"] == -1 + 2 + 1
    assert checked.stats()["traits"]["Grit"] == -1
    grit = [roll for roll in checked.rolls() if roll.id.startswith("grit-")]
    assert {roll.roll for roll in grit} == {"fumble"}


def test_a_rating_off_the_scale_is_rolled_and_counted_as_written() -> None:
    """Seven dice, and six steps above unlisted."""
    checked = waived(RWN.replace("poise: 3", "poise: 7"), "roll-when-you-need/ratings")
    assert values(checked)["poise"] == 7
    assert checked.stats()["social_stress"] == 7
    assert checked.points()["abilities"].spent == 6 + 1


def test_a_second_consequence_of_a_degree_stands_beside_the_first() -> None:
    """Neither is lost."""
    text = RWN + "consequences: [{minor: Bruised ribs}, {minor: Sprain}]\n"
    checked = waived(text, "roll-when-you-need/consequences")
    assert checked.character.consequences == {"minor": "Bruised ribs; Sprain"}


@pytest.mark.parametrize(
    ("skills", "code", "level"),
    [
        ("{Swords: {Rapier: 9}}", "facade/skill-points", 4),
        ("{Swords: {points: 15, Rapier: 0}}", "facade/specialties-only", 0),
        ("{Swords: {Rapier: {points: 1, level: 3}}}", "facade/switched-off", 3),
    ],
)
def test_what_is_out_of_place_in_the_cascade_counts(skills: str, code: str, level: int) -> None:
    """SP beyond what a specialty takes, SP on a focus, and a level that is written down."""
    inner = skills.replace("{Swords", "{attribute: agility, Swords", 1)
    checked = waived(FACADE + f"rules: {{skills: cascade}}\nskills: {{Martial: {inner}}}\n", code)
    known = {skill.path[-1]: skill for skill in checked.character.skills}
    assert known["Rapier"].level == level
    if code == "facade/specialties-only":
        assert (known["Swords"].points, known["Swords"].level) == (15, 4)
    if code == "facade/skill-points":
        assert known["Swords"].points == 9


def bad_files() -> list[Any]:
    """Every rule of every game, with the file that shows it at work."""
    found = []
    for key in registry.list_games():
        folder = Path(__file__).parent.parent / "games" / key.replace("-", "_") / "bad"
        found += [pytest.param(key, path, id=f"{key}-{path.stem}") for path in sorted(folder.glob("*.yaml"))]
    return found


@pytest.mark.parametrize(("key", "path"), some(bad_files(), 40))
def test_whatever_is_waived_has_a_sheet(key: str, path: Path) -> None:
    """Each rule's own bad file, with everything waived that its game finds in it: no finding is left, all is drawn."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    codes: set[str] = set()
    while True:  # a line that is done, or a sum that counts what is written, may break the next rule
        made = {**data, "waive": [{"code": code} for code in sorted(codes)]}
        checked = checking.check_written(registry.system(key), made, path.parent)
        left = {diagnostic.code for diagnostic in checked.diagnostics if diagnostic.severity != "note"} - {
            "waive/unused"
        }
        new = {code for code in left if code.startswith(f"{key}/")} - codes
        if not new:
            break
        codes |= new
    assert all(code.startswith(("concept/", "yaml/", "campaign/")) for code in left), left
    if not checked.ok:
        return
    sheet = checking.make_sheet(checked)
    assert {f"Waived: {code}" for code in codes if code not in left} >= {
        line for line in sheet.foot if "Waived" in line
    }
    assert checked.game is not None
    assert checked.stats() is not None
    assert checked.view is not None
    if checked.game.card is not None:
        checked.view.card()
    for roll in checked.rolls():
        success = roll.odds.get("success")
        assert not isinstance(success, Fraction) or 0 <= success <= 1


def test_warnings_can_be_waived_too() -> None:
    """They become notes on the sheet, so that `--strict` passes."""
    text = FBF.replace("Singer", "Omniscient")
    assert [diagnostic.code for diagnostic in check_text(text).diagnostics] == ["five-by-five/too-general"]
    checked = check_text(text + "waive: {code: five-by-five/too-general, why: the fey}\n")
    assert [str(diagnostic.severity) for diagnostic in checked.diagnostics] == ["note"]
    assert checked.waived == ("Waived: five-by-five/too-general: the fey",)


def campaign_codes(folder: Path, waive: str, concept: str) -> list[tuple[str, str]]:
    """The findings on a concept that plays in a campaign which waives something: file and code."""
    (folder / "house.yaml").write_text(f"rules: {{}}\nwaive: {waive}\n", encoding="utf-8")
    (folder / "kai.yaml").write_text(f"{concept}campaign: house.yaml\n", encoding="utf-8")
    checked = checking.check_input(Input("kai.yaml", folder / "kai.yaml"))
    return [(Path(diagnostic.file).name, diagnostic.code) for diagnostic in checked.diagnostics]


def test_a_campaign_waives_warnings_and_only_a_misspelt_code_warns(tmp_path: Path) -> None:
    """One that somebody does not need is for others; one that no rule has would never serve."""
    general = FBF.replace("Singer", "Omniscient")
    code = "five-by-five/too-general"
    assert campaign_codes(tmp_path, f"{{code: {code}}}", general) == [("kai.yaml", code)]
    assert campaign_codes(tmp_path, f"{{code: {code}}}", FBF) == []
    for of_another_game in ("facade/names", "facade/naems"):
        assert campaign_codes(tmp_path, f"{{code: {of_another_game}}}", FBF) == []
    for wrong in ("five-by-five/to-general", "five-by-fife/too-general", "too-general"):
        assert campaign_codes(tmp_path, f"{{code: {wrong}}}", FBF) == [("house.yaml", "waive/unused")]


def test_a_campaign_file_alone_names_every_unknown_code_in_the_order_of_its_lines(tmp_path: Path) -> None:
    """Of any game, each with what was probably meant."""
    path = tmp_path / "house.yaml"
    path.write_text(
        "waive: [{code: facade/nmes}, {code: five-by-five/to-general}]\n"
        "rules: {five-by-five: {rank_caps: lax}}\ntheme: x\n",
        encoding="utf-8",
    )
    found = read_campaign(path, "house.yaml").diagnostics
    assert [diagnostic.code for diagnostic in found] == [
        "waive/unused",
        "waive/unused",
        "concept/unknown-choice",
        "campaign/unknown-theme",
    ]
    assert [diagnostic.hint for diagnostic in found[:2]] == [
        "did you mean `facade/names`?",
        "did you mean `five-by-five/too-general`?",
    ]


def test_promised_ids_belong_to_what_they_are_promised_to() -> None:
    """A descriptor of that name gets a number behind it."""
    checked = check_text(FBF.replace("Swordplay", "Attack").replace("Cook", "Untrained"))
    found = values(checked)
    assert (found["attack"], found["untrained"]) == (0, 0)
    assert (found["attack-2"], found["untrained-2"]) == (6, 4)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (FACADE + "rules: {creation: pool-buy, negatives: extra-points}\n", 9),
        (FACADE + "age: 30\nrules: {background_points_from: age-double, background_points: 40}\n", 10),
        (PLUS + "rules: {tiers: false, tier: 1}\n", 5),
    ],
)
def test_a_rule_that_is_switched_off_is_not_passed_over(text: str, line: int) -> None:
    """It is an error that names the switch."""
    found = [diagnostic for diagnostic in check_text(text).diagnostics if diagnostic.code.endswith("/switched-off")]
    assert [(diagnostic.place.line if diagnostic.place else 0) for diagnostic in found] == [line]
    assert found[0].severity == "error"
