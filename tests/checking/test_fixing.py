"""What leaves no choice is fixed; all else stays to the byte, and no file becomes worse."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chargen import checking, registry
from chargen.checking.fixing import _is_better, fixed
from chargen.text.diagnostic import warning
from chargen.text.source import Source, load
from tests.checking.slips import SLIPS, count_values, damage, lost, meaning, overlap
from tests.cli.running import run
from tests.scale import QUICK, some

PRESETS = sorted((Path(__file__).parents[2] / "presets" / "concepts").rglob("*.yaml"))
GOOD = sorted((Path(__file__).parents[1] / "games").glob("*/good/*.yaml"))
STARTERS = [registry.system(key).new_concept("Kai") for key in registry.list_games()]
CHARACTERS: list[tuple[str, Path | None]] = [
    *((text, None) for text in STARTERS),
    *((path.read_text(encoding="utf-8"), path) for path in (*PRESETS, *GOOD)),
]
"""Every character that the tests have, as text, and its file, beside which lie what it names."""


def fix(source: Source, path: Path | None) -> tuple[Source, checking.Checked, int]:
    """Fix a file; return it, its check, and the number of fixes."""
    checked, fixes = fixed(checking.check_source(source, path), lambda again: checking.check_source(again, path))
    return checked.source, checked, len(fixes)


@given(
    character=st.sampled_from(range(len(CHARACTERS))),
    kinds=st.sets(st.sampled_from(sorted(SLIPS)), min_size=1, max_size=2),
    data=st.data(),
)
def test_fixes_lose_and_invent_nothing(character: int, kinds: set[str], data: st.DataObject) -> None:
    """Of a correct character with one slip or two: it means the same again, or every word and number of it is kept."""
    text, path = CHARACTERS[character]
    slips = [data.draw(st.sampled_from(places)) for kind in sorted(kinds) if (places := list(SLIPS[kind](text)))]
    assume(slips and not overlap(slips))
    damaged = damage(text, slips)
    wrong = load("kai.yaml", damaged.encode())
    before = checking.check_source(wrong, path)
    source, after, number = fix(wrong, path)
    assert (number == 0) == (source.text == damaged)
    if number and meaning(source.data) != meaning(load("kai.yaml", text.encode()).data):
        assert lost(damaged, source.text) == []
        assert lost(source.text, damaged) == []
        assert source.data is None or count_values(source.data) >= count_values(wrong.data)
        assert source.data is not None or "".join(damaged.split()) == "".join(source.text.split())
    were, are = ({one.saying for one in checked.diagnostics} for checked in (before, after))
    assert after.ok or before.source.data is None or len(are - were) <= len(were - are)
    again, _, more = fix(source, path)
    assert (again.content, more) == (source.content, 0)


@pytest.mark.parametrize("kind", ["no space after a colon", "the minus of typesetting", "no brackets"])
@pytest.mark.parametrize("text", STARTERS, ids=registry.list_games())
def test_slips_that_leave_no_choice_are_fixed(kind: str, text: str) -> None:
    """Anywhere in a starter: the text is the original one again, to the byte."""
    places = list(SLIPS[kind](text))
    for slip in places[:: 20 if QUICK else 1]:
        source, after, _ = fix(load("kai.yaml", damage(text, [slip]).encode()), None)
        assert (source.text, after.ok) == (text, True)


@pytest.mark.parametrize("path", some(PRESETS, 8), ids=lambda path: path.stem)
def test_a_file_without_errors_stays_as_it_is(path: Path) -> None:
    source = load(path.name, path.read_bytes())
    assert fix(source, path)[::2] == (source, 0)


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [("ab", "a", True), ("aab", "ab", True), ("ab", "ab", False), ("aab", "ac", False), ("ab", "abc", False)],
)
def test_a_fix_that_brings_a_new_warning_or_removes_none_is_not_kept(before: str, after: str, better: bool) -> None:
    """Each letter is a warning; a file may have the same warning twice."""
    source = load("kai.yaml", STARTERS[0].encode())
    were, are = (
        checking.Checked(source=source, diagnostics=tuple(warning(letter) for letter in letters))
        for letters in (before, after)
    )
    assert _is_better(are, were, warning("a")) == better


@pytest.mark.parametrize("content", ["\ufeffname: “K”\r\n", "name: “K”\r", "name: “K”"])
def test_ends_of_lines_and_the_mark_of_the_file_stay(content: str) -> None:
    source, _, _ = fix(load("kai.yaml", content.encode()), None)
    assert source.content == content.replace("“K”", '"K"').encode()


def test_a_space_is_inserted_in_a_campaign_file(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("rules: {five-by-five: {aspects:true}}\n", encoding="utf-8")
    assert run("check", "--fix", str(path)).code == 0
    assert path.read_text(encoding="utf-8") == "rules: {five-by-five: {aspects: true}}\n"
