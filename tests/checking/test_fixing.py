"""What leaves no choice is mended; all else stays to the byte, and no file is worse for it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.checking.fixing import fixed
from chargen.core.source import Source, load
from tests.checking.test_slips import FILES

PRESETS = sorted((Path(__file__).parent.parent.parent / "presets" / "concepts").rglob("*.yaml"))
SLIPS = (
    ("system: ", "sytem: "),
    ("name: ", "nmae: "),
    ("concept: ", "concpt: "),
    (": 2", ': "2"'),
    (": 4", ": ‘4’"),
    (": 3\n", ":3\n"),
    ("  - ", "  -"),
    ("-5", "−5"),
    ("name: ", "name: Captain: "),
    ("\n  ", "\n\t"),
    ("equipment:", "equipmnt:"),
)


def mended(source: Source, path: Path | None) -> tuple[Source, checking.Checked, int]:
    """A file after its fixes, what is found in it then, and how many there were."""
    result = fixed(checking.check_source(source, path), lambda again: checking.check_source(again, path))
    return result.checked.source, result.checked, len(result.fixes)


@given(path=st.sampled_from(PRESETS), slip=st.sampled_from(SLIPS), place=st.integers(0, 9))
def test_a_slip_is_mended_or_left_as_it_is(path: Path, slip: tuple[str, str], place: int) -> None:
    """Of a character in order: it is in order again, or as wrong as it was; and to fix twice is to fix once."""
    old, new = slip
    text = path.read_text(encoding="utf-8")
    at = -1
    for _ in range(1 + place % max(1, text.count(old))):
        at = text.find(old, at + 1)
    if at < 0:
        return
    wrong = load("kai.yaml", (text[:at] + new + text[at + len(old) :]).encode())
    before = checking.check_source(wrong, path)
    source, after, number = mended(wrong, path)
    assert (number == 0) == (source.text == wrong.text)
    were = {(diagnostic.code, diagnostic.message) for diagnostic in before.diagnostics}
    are = {(diagnostic.code, diagnostic.message) for diagnostic in after.diagnostics}
    assert after.ok or before.source.data is None or len(are - were) <= len(were - are)
    again, _, more = mended(source, path)
    assert (again.content, more) == (source.content, 0)


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_a_file_in_order_is_left_alone(path: Path) -> None:
    """To the byte."""
    source = load(path.name, path.read_bytes())
    assert mended(source, path)[::2] == (source, 0)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_breaks_a_rule_is_mended_by_no_machine_unless_it_is_misspelt(path: Path) -> None:
    """What the rules forbid has many ways out: the player's choice."""
    source = load(path.name, path.read_bytes())
    _, after, number = mended(source, path)
    errors = [
        diagnostic for diagnostic in checking.check_source(source, path).diagnostics if diagnostic.fix is not None
    ]
    assert number <= len(errors)
    assert errors or after.diagnostics


@pytest.mark.parametrize("content", ["\ufeffname: “K”\r\n", "name: “K”\r", "name: “K”"])
def test_ends_of_lines_and_the_mark_of_the_file_stay(content: str) -> None:
    """Whatever editor wrote them."""
    source, _, _ = mended(load("kai.yaml", content.encode()), None)
    assert source.content == content.replace("“K”", '"K"').encode()
