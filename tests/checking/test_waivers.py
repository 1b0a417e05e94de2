"""A waived value counts as if it were legal: it stays as written, and numbers are computed from it."""

from pathlib import Path

import pytest

from chargen.checking.campaign import read_campaign
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.sources import check_file
from chargen.testing import check_text

FBF = """\
system: five-by-five
name: Kai
weapons: [knife]
descriptors: {Swordplay: 6, Cook: 4, Singer: 4, Swimmer: 2, Liar: -5}
hit_points: 2
"""
UNARMED = FBF.replace("weapons: [knife]", "equipment: [rope]")
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
PLUS = "system: five-plus\nname: Kai\nskills: {Sword: 3}\nresistances: {Physical: 3}\n"


def values(checked: Checked) -> dict[str, int]:
    return {roll.id: roll.value or 0 for roll in checked.rolls()}


def test_warnings_can_be_waived_too() -> None:
    """They become notes on the sheet, so that `--strict` passes."""
    text = UNARMED.replace("Singer", "Omniscient")
    assert [diagnostic.code for diagnostic in check_text(text).diagnostics] == ["five-by-five/too-general"]
    checked = check_text(text + "waive: {code: five-by-five/too-general, why: the fey}\n")
    assert [str(diagnostic.severity) for diagnostic in checked.diagnostics] == ["note"]
    assert checked.waived == ("Waived: five-by-five/too-general: the fey",)


def campaign_codes(folder: Path, waive: str, concept: str) -> list[tuple[str, str]]:
    """File and code of the diagnostics of a concept in a campaign with a waiver."""
    (folder / "house.yaml").write_text(f"rules: {{}}\nwaive: {waive}\n", encoding="utf-8")
    (folder / "kai.yaml").write_text(f"{concept}campaign: house.yaml\n", encoding="utf-8")
    checked = check_file.check_any(Input("kai.yaml", folder / "kai.yaml"))
    return [(Path(diagnostic.file).name, diagnostic.code) for diagnostic in checked.diagnostics]


def test_a_campaign_waives_warnings_and_only_a_misspelt_code_warns(tmp_path: Path) -> None:
    """One that is not used may be for other characters; a code that no rule has never is."""
    general = UNARMED.replace("Singer", "Omniscient")
    code = "five-by-five/too-general"
    assert campaign_codes(tmp_path, f"{{code: {code}}}", general) == [("kai.yaml", code)]
    assert campaign_codes(tmp_path, f"{{code: {code}}}", UNARMED) == []
    for of_another_game in ("facade/names", "facade/naems"):
        assert campaign_codes(tmp_path, f"{{code: {of_another_game}}}", UNARMED) == []
    for wrong in ("five-by-five/to-general", "five-by-fife/too-general", "too-general"):
        assert campaign_codes(tmp_path, f"{{code: {wrong}}}", UNARMED) == [("house.yaml", "waive/unused")]


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


def test_ids_of_actions_are_not_those_of_descriptors() -> None:
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
def test_a_setting_of_a_rule_that_is_switched_off_is_an_error(text: str, line: int) -> None:
    found = [diagnostic for diagnostic in check_text(text).diagnostics if diagnostic.code.endswith("/switched-off")]
    assert [(diagnostic.place.line if diagnostic.place else 0) for diagnostic in found] == [line]
    assert found[0].severity == "error"
