"""Numbers where a text belongs, anchors that were meant as text, and merge keys: the hint is what to write."""

from pathlib import Path

import pytest

import chargen
from chargen.text.diagnostic import Diagnostic
from chargen.text.source import load
from tests.cli.running import run
from tests.scale import some

GAME = "format: 1\ntitle: T\nscores: {s: {of: [%s, Grace], to: 5, roll: d}}\npicks: {p: {of: [%s, Song]}}\n" + (
    "dice: {d: {dice: 1, sides: 6, outcomes: {hit: total <= value, miss: otherwise}, fails: miss}}\n"
)
CONCEPTS = (
    "system: gamocles\nname: %s\n",
    "{system: gamocles, name: %s}\n",
    "system: gamocles\nname: Kai\nequipment: [%s, Rope]\n",
    "system: gamocles\nname: Kai\nequipment:\n- Rope\n- %s  # a comment\n",
    "system: roll-when-you-need\nname: Kai\nqualities: [{name: %s, benefit: Fast}]\n",
)
NUMBERS = ("007", "042", "3.10", "1e3", "0x1F", "0o17", "+5", "-0.50", "12345678901234567890", "True")


def quoting(diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    """What the hints say that is to be written, each once."""
    return list(dict.fromkeys(one.hint.partition(": ")[2] for one in diagnostics if "in quotes" in one.hint))


@pytest.mark.parametrize("text", CONCEPTS)
@pytest.mark.parametrize("written", [*NUMBERS, "&Rope", "&Rope of silk"])
def test_a_hint_in_quotes_is_the_text_as_it_is_written(written: str, text: str) -> None:
    """The file with the hint in its place has no such error, and the value is the text."""
    [hint] = quoting(chargen.check(text % written).diagnostics)
    assert hint == f'"{written}"'
    mended = chargen.check(text % hint)
    assert quoting(mended.diagnostics) == []
    assert f"'{written}'" in str(mended.concept)


@pytest.mark.parametrize("written", some(NUMBERS, 8))
def test_names_of_a_game_in_a_file_that_look_like_numbers(written: str, tmp_path: Path) -> None:
    """Of scores as of picks; at the name, and not at the list."""
    path = tmp_path / "t.game.yaml"
    path.write_text(GAME % (written, written), encoding="utf-8")
    found = chargen.check(path).diagnostics
    assert [one.line for one in found] == [3, 4]
    assert quoting(found) == [f'"{written}"']
    path.write_text(GAME % ("Might", f'"{written}"'), encoding="utf-8")
    assert chargen.check(path).ok


def test_an_alias_without_an_anchor_is_quoted_up_to_the_next_sign() -> None:
    """In brackets it ends at the comma; else the rest of the line is the text."""
    for text, hint in (("a: [*Rope of silk, b]\n", '"*Rope of silk"'), ("a: *Rope, b # c\n", '"*Rope, b"')):
        [one] = load("x", text.encode()).diagnostics
        assert one.hint.endswith(f": {hint}")


MERGED = {
    "facade": "skills:\n  Medicine: &m {level: 1, attribute: reason}\n  Survival: {<<: *m}\n",
    "five-by-five": "descriptors: {A: 6, B: 4, C: 2, D: {<<: {value: 2}, trained: false}, E: -5}\n",
    "five-plus": "skills: {<<: 2, Spear: 3, Climbing: 3, Improvise: 2}\n",
    "gamocles": "traits: &t {Movement: 2}\nskills: {<<: *t}\n",
    "roll-when-you-need": "qualities:\n- &q {name: Fast, benefit: Runs}\n- {<<: *q, name: Quick}\n",
}


@pytest.mark.parametrize("system", MERGED)
def test_a_merge_key_is_one_error_at_the_key(system: str) -> None:
    """Nothing follows from it: what it stands for counts as if it were written."""
    text = f"system: {system}\nname: Kai\n{MERGED[system]}"
    found = [one for one in chargen.check(text).diagnostics if "<<" in f"{one.message} {one.hint}"]
    assert [one.message for one in found] == ["merge keys are not read; write the entries out"]
    line = text.splitlines()[(found[0].line or 0) - 1]
    assert line[(found[0].column or 0) - 1 :].startswith("<<:")


@pytest.mark.parametrize(
    "text",
    [
        "system: facade\nskills:\n  Medicine: &m {level: 2, attribute: reason}\n  <<: *m\n",
        "system: facade\nskills:\n  Medicine: &m {level: 2, attribute: reason}\n  <<: [*m]\n",
        "system: five-plus\nskills: {Spear: &s {level: 2}, <<: *s}\n",
        "system: roll-when-you-need\nabilities: &a {poise: 3}\nstate:\n  <<: *a\n",
    ],
)
def test_what_a_merge_key_would_add_is_no_further_error(text: str) -> None:
    lines = text.splitlines()
    merges = [number for number, line in enumerate(lines, start=1) if "<<" in line]
    found = [one.code for one in chargen.check(f"{text}name: Kai\n").diagnostics if one.line in merges]
    assert found == ["yaml/merge"]


def test_merge_keys_in_every_kind_of_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, house rules, an archetype: an error for each merge key, and no other."""
    monkeypatch.chdir(tmp_path)
    dice = "{dice: 1, sides: 6, outcomes: {hit: total <= value, miss: otherwise}, fails: miss}"
    files = {
        "t.game.yaml": "format: 1\ntitle: T\nscores: {s: {of: [A], to: 5}}\n"
        f"dice:\n  d: &d {dice}\n  e: {{<<: *d, sides: 8}}\n  f: {{<<: [*d]}}\n"
        "rolls: {R: {value: A, dice: d}, S: {value: A, dice: e}, T: {value: A, dice: f}}\n",
        "table.yaml": "rules:\n  gamocles: {<<: {trait_points: 9}}\n",
        "role.yaml": "archetype: gamocles\npins:\n  <<: {concept: Guard}\n  equipment: [Rope]\n",
    }
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
        found = chargen.check(name).diagnostics
        assert [one.code for one in found] == ["yaml/merge"] * text.count("<<"), (name, found)


def test_a_name_in_quotes_may_be_what_merges_elsewhere(tmp_path: Path) -> None:
    """It is printed as it is."""
    path = tmp_path / "kai.yaml"
    path.write_text('system: five-plus\nname: Kai\nskills: {"<<": 2, Spear: 3}\n', encoding="utf-8")
    ended = run("show", path)
    assert (ended.code, "<<" in ended.out) == (0, True)
