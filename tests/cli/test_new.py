"""`chargen new`: a complete, commented, legal concept to start from, never written over another file."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from chargen import ready_made
from chargen.text.source import load
from tests.cli.running import LARRY, run
from tests.plug_ins import COPY, Install

MODELINE = "# yaml-language-server: $schema=.chargen/five-by-five.schema.json"


def test_a_new_concept_is_legal_and_commented(folder: Path) -> None:
    """Named after the character, without a diagnostic, with comments; the output says what to run next."""
    ended = run("new", "five-by-five", "Kai Brenner")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0] == "wrote kai-brenner.yaml"
    assert "chargen check kai-brenner.yaml" in ended.out
    text = (folder / "kai-brenner.yaml").read_text(encoding="utf-8")
    assert text.count("#") > 8
    assert run("check", "kai-brenner.yaml", "--strict").out == "kai-brenner.yaml: fine: Kai Brenner (Five by Five)\n"
    assert sorted(each.name for each in folder.iterdir()) == [".chargen", "kai-brenner.yaml"]


@pytest.mark.parametrize(
    ("words", "name"), [(("Five_By_Five", "Kai"), "kai.yaml"), (("gamocles", "--archetype"), "night-watch.yaml")]
)
def test_editors_find_the_schema(folder: Path, words: tuple[str, str], name: str) -> None:
    """The first line names the schema beside the file, which is the one that `chargen schema` prints."""
    run("new", *words)
    first = (folder / name).read_text(encoding="utf-8").splitlines()[0]
    schema = folder / first.removeprefix("# yaml-language-server: $schema=")
    assert schema.read_text(encoding="utf-8") == run("schema", *(word for word in words if word != "Kai")).out


def test_a_file_that_is_there_is_left_alone(folder: Path) -> None:
    """Without --force nothing is overwritten, whichever way the file is named; with it, it is."""
    path = folder / "kai.yaml"
    path.write_text("mine\n")
    for arguments in (["Kai"], ["Mara", "-o", "kai.yaml"], ["Kai", "--preset", "bridge-warden"]):
        ended = run("new", "five-by-five", *arguments)
        assert ended.code == 1
        assert "--force" in ended.err
        assert path.read_text() == "mine\n"
    assert list(folder.glob(".*.part")) == []
    assert run("new", "five-by-five", "Kai", "--force").code == 0
    assert path.read_text(encoding="utf-8").startswith(MODELINE)


def test_a_link_that_leads_nowhere_is_left_alone(folder: Path) -> None:
    (folder / "kai.yaml").symlink_to(folder / "elsewhere.yaml")
    assert run("new", "five-by-five", "Kai").code == 1
    assert not (folder / "elsewhere.yaml").exists()


@pytest.mark.parametrize("target", ["deep/er/kai.yaml", "deep/er/"])
def test_folders_are_made(folder: Path, target: str) -> None:
    """-o names a file or a folder; what is missing above it is made, and the schema is beside it."""
    if target.endswith("/"):
        (folder / target).mkdir(parents=True)
    assert run("new", "five-by-five", "Kai", "-o", target).code == 0
    assert (folder / "deep/er/kai.yaml").is_file()
    assert (folder / "deep/er/.chargen/five-by-five.schema.json").is_file()


def test_a_dash_writes_to_standard_output(folder: Path) -> None:
    ended = run("new", "five-by-five", "Kai", "-o", "-")
    assert ended.code == 0
    assert load("x", ended.out.encode()).data["name"] == "Kai"
    assert list(folder.iterdir()) == []


ODD = ["Łukasz „Ö“ O'Neil", "yes: no", "null", "../../etc/x", "C:\\x", "?!", "龍" * 200, "a\tb"]


@pytest.mark.parametrize("name", ODD)
def test_names_of_every_kind_are_kept(folder: Path, name: str) -> None:
    """Whatever the name, the file lies in this folder, its name is short, and the character's is kept."""
    ended = run("new", "five-by-five", "--", name)
    assert ended.code == 0
    (path,) = folder.glob("*.yaml")
    assert len(os.fsencode(path.name)) <= 105
    (entry,) = json.loads(run("check", path, "--strict", "--format", "json").out)
    assert (entry["ok"], entry["name"]) == (True, name)


def test_a_concept_without_a_name_is_unnamed(folder: Path) -> None:
    assert run("new", "five-by-five").out.startswith("wrote unnamed.yaml")
    assert run("check", "unnamed.yaml").code == 0


def data_of(preset: ready_made.Preset) -> Any:
    return load("x", preset.path.read_bytes()).data


FURNISHED = [preset for preset in ready_made.presets() if {"campaign", "portrait"} & {*data_of(preset)}]


@pytest.mark.parametrize("preset", FURNISHED, ids=lambda preset: preset.key)
def test_a_preset_brings_its_house_rules_and_its_portrait(folder: Path, preset: ready_made.Preset) -> None:
    """They are copied beside the concept, and it checks there; a file of that name that exists stays as it is."""
    ended = run("new", preset.system, "Kai", "--preset", preset.key)
    made = load("x", (folder / "kai.yaml").read_bytes()).data
    for key, remark in ("portrait", "(its portrait)"), ("campaign", "(its house rules)"):
        if key in made:
            assert f"wrote {made[key]} {remark}" in ended.out
    assert run("check", "kai.yaml", "--strict").code == 0
    if "campaign" in made:
        (folder / made["campaign"]).write_text("# mine\n", encoding="utf-8")
        assert run("new", preset.system, "Mara", "--preset", preset.key).code == 0
        assert (folder / made["campaign"]).read_text(encoding="utf-8") == "# mine\n"


def test_a_preset_under_another_name_keeps_its_comments(folder: Path) -> None:
    """Only the name changes; every other letter is the preset's."""
    preset = next(each for each in ready_made.presets("five-by-five") if "campaign" not in data_of(each))
    original = preset.path.read_text(encoding="utf-8")
    assert run("new", "five-by-five", "Kai: the Bold", "--preset", preset.key, "-o", "kai.yaml").code == 0
    lines = (folder / "kai.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[0] == MODELINE
    changed = [(old, new) for old, new in zip(original.splitlines(), lines[1:], strict=True) if old != new]
    assert len(changed) == 1
    assert changed[0][1].startswith('name: "Kai: the Bold"')


def test_a_random_character_is_legal_and_can_be_made_again(folder: Path) -> None:
    """Its notes have the seed."""
    assert run("new", "gamocles", "--random", "-o", "kai.yaml").code == 0
    assert run("check", "kai.yaml", "--strict").code == 0
    seed = load("x", (folder / "kai.yaml").read_bytes()).data["notes"].split()[-1]
    assert run("new", "gamocles", "--random", "--seed", seed, "-o", "again.yaml").code == 0
    assert (folder / "again.yaml").read_bytes() == (folder / "kai.yaml").read_bytes()
    assert run("new", "gamocles", "Mara", "--random", "--role", "guard").out.startswith("wrote mara.yaml")
    assert run("check", "mara.yaml", "--strict").out.startswith("mara.yaml: fine: Mara")


@pytest.mark.parametrize(
    ("arguments", "name", "following"),
    [
        (["--archetype"], "night-watch.yaml", "chargen batch night-watch.yaml -n 12"),
        (["Docks", "--archetype"], "docks.yaml", "chargen batch docks.yaml -n 12"),
        (["--archetype", "--role", "Guard"], "guard.yaml", "chargen batch guard.yaml -n 12"),
        (["--campaign"], "campaign.yaml", "campaign: campaign.yaml"),
        (["--spreadsheet"], "npcs.csv", "chargen batch npcs.csv"),
    ],
)
def test_what_a_gm_starts_from(folder: Path, arguments: list[str], name: str, following: str) -> None:
    """An archetype, house rules, a spreadsheet: each with what to run next, and that runs."""
    ended = run("new", "five-by-five", *arguments)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0] == f"wrote {name}"
    assert ended.out.splitlines()[1].endswith(following)
    if name.endswith(".yaml"):
        assert run("check", name, "--strict").code == 0
    if "batch" in following:
        assert run("batch", name, "-n", "2", "--to", "jsonl").code == 0
    else:
        (folder / "kai.yaml").write_text(f"{LARRY}campaign: {name}\n", encoding="utf-8")
        assert run("check", "kai.yaml", "--strict").code == 0


def test_a_game_without_npcs_offers_none(folder: Path, install: Install) -> None:
    """Its house rules can still be started."""
    install("mute", COPY + 'SYSTEM = replace(S, key="mute", title="Mute", npc=None)\n')
    for kind in ("--random", "--archetype", "--spreadsheet"):
        ended = run("new", "mute", kind)
        assert ended.code == 2
        assert "Mute makes no NPCs" in ended.err
    assert run("new", "mute", "--campaign").code == 0
    assert run("check", "campaign.yaml", "--strict").code == 0
