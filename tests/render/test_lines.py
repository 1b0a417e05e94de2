"""Text broken into lines before a printer sees it."""

from hypothesis import given
from hypothesis import strategies as st

from chargen.render.fonts import FACES
from chargen.render.lines import BOLD, ELLIPSIS, EMPTY, REGULAR, broken, clipped, spaced, width

TEXTS = st.text(st.characters(codec="utf-8", max_codepoint=0x17F), max_size=120)
ROOMS = st.floats(1.5, 40)


@given(TEXTS, ROOMS, st.integers(1, 6))
def test_no_line_is_wider_than_its_room(text: str, room: float, most: int) -> None:
    """Whatever the text; and there are no more lines than asked for."""
    lines = broken(text, REGULAR, room, most)
    assert len(lines) <= most
    for line in lines:
        assert width(line, REGULAR) <= room + 1e-4
        assert line == line.strip(" ")


@given(TEXTS, ROOMS)
def test_nothing_is_lost_where_there_are_lines_enough(text: str, room: float) -> None:
    """All letters are there in their order; only blanks turn into ends of lines."""
    assert "".join("".join(broken(text, REGULAR, room, 999)).split()) == "".join(text.split())


def test_what_is_cut_ends_with_an_ellipsis() -> None:
    """Behind a word, and not behind a comma."""
    text = "Whistle, dark lantern, three dice, the key of the water gate"
    shown = clipped(text, REGULAR, 12)
    assert shown.endswith(ELLIPSIS)
    assert not shown.endswith(f",{ELLIPSIS}")
    assert text.startswith(shown.removesuffix(ELLIPSIS))
    first, last = broken(text, REGULAR, 12, 2)
    assert ELLIPSIS not in first
    assert last.endswith(ELLIPSIS)


def test_a_word_longer_than_a_line_is_broken() -> None:
    """Letter by letter, and all of it is there."""
    lines = broken("a" * 100, REGULAR, 5, 99)
    assert len(lines) > 5
    assert "".join(lines) == "a" * 100


def test_blanks_of_any_kind_are_one_blank() -> None:
    """Ends of lines and tabs are no places to hide."""
    assert spaced(" one\n\ttwo  three ") == "one two three"
    assert broken("", REGULAR, 5, 3) == ()
    assert clipped(" \n ", REGULAR, 5) == ""


def test_words_that_are_tied_together_stay_so() -> None:
    """A number and its sign are on one line."""
    assert broken("about 70\u00a0% of them", REGULAR, 4.5, 9)[:2] == ("about", "70\u00a0% of")
    assert spaced("70\u202f%") == "70\u202f%"


def test_bold_letters_are_wider() -> None:
    """Each face has its own widths."""
    assert width("Harbour guard", BOLD) > width("Harbour guard", REGULAR)
    assert {width("m", face) for face in FACES} == {width("m", face) for face in FACES} - {0}


def test_letters_of_other_scripts_have_widths_too() -> None:
    """Those of the face they will be set in; what nobody sees has none."""
    assert 0.8 <= width("龍", REGULAR) <= 1.1
    assert 0.3 <= width("א", REGULAR) <= 0.9
    assert width(EMPTY, REGULAR) == 0
