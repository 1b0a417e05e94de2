"""Parts bound into one file: the same bytes for the same leaves, bookmarks, typefaces, and cards side by side."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from chargen.render import card_form, fonts
from chargen.render.deck.binding import IN_A_GROUP
from chargen.render.deck.grid import MARK_AWAY_MM, MARK_MM, POINTS_PER_MM, Grid
from chargen.render.deck.leaf import Leaf, Part, SetLeaf, SetPage
from chargen.render.deck.setting import part
from chargen.render.paper import A4, LETTER
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from tests.render import decks
from tests.render.sample_cards import FIVE_BY_FIVE
from tests.scale import first

CARDS = card_form.form("cards")


def of_shapes(leaves: Sequence[Leaf]) -> Part:
    """The leaves, set."""
    return part(leaves, theme=PLAIN, press=Press())


def grid(form: card_form.CardForm = CARDS, *, marked: bool = True) -> Grid:
    """How cards lie on A4."""
    places = form.places(A4)
    return Grid(
        paper=places.paper,
        across=places.across,
        down=places.down,
        width_mm=form.width_mm,
        height_mm=form.height_mm,
        gap_mm=places.gap_mm,
        marked=marked,
    )


def guards(last: int, *, backs: bool = False) -> list[Leaf]:
    """Guards on playing cards; the back of each, where there is one, tells whose it is."""
    some = [decks.card(npc) for npc in decks.people("five-by-five", "guard", last)]
    return list(decks.carded(some, "cards", PLAIN, backs=backs))


def blank(title: str) -> SetLeaf:
    """A leaf with nothing on it."""
    return SetLeaf(title, (SetPage((100, 100), ()),))


@pytest.mark.parametrize(
    ("game", "form", "each"),
    first([("five-by-five", "cards", 6), ("facade", "roster", 12), ("roll-when-you-need", "sheets", 2)]),
)
def test_a_deck_is_the_same_in_whatever_order_its_shapes_were_found(game: str, form: str, each: int) -> None:
    """Nor does it matter which leaves are set together: the file is the same, byte for byte."""
    look = decks.look(game)
    leaves = decks.leaves(game, form, each)
    assert len(leaves) >= 3
    straight = decks.fresh(look).part(leaves, "shapes")
    other = decks.fresh(look)
    for leaf in reversed(leaves):
        other.part([leaf], "shapes")
    middle = len(leaves) // 2
    parts = [other.part(some, "shapes") for some in (leaves[:1], leaves[1:middle], leaves[middle:])]
    assert decks.bound(parts) == decks.bound([straight])


def test_a_part_can_be_kept_and_read_again() -> None:
    """As bytes in which all of it stands; whoever binds it gets the same file."""
    made = of_shapes([*guards(2, backs=True), *decks.leaves("five-by-five", "roster", 6)])
    again = Part.from_bytes(made.to_bytes())
    assert again == made
    assert again.to_bytes() == made.to_bytes()
    assert decks.bound([again]) == decks.bound([made])


@pytest.mark.parametrize("damage", [b"", b"PK", b"\0" * 40, b"\0\0\0\0\0\0\0\x04none"])
def test_what_is_no_part_is_refused(damage: bytes) -> None:
    """And so is a part that is cut short, or has more than it should."""
    with pytest.raises(ValueError, match="part of a deck"):
        Part.from_bytes(damage)
    whole = of_shapes(guards(1)).to_bytes()
    for wrong in (whole[:-1], whole + b"x"):
        with pytest.raises(ValueError, match="cut short"):
            Part.from_bytes(wrong)


def outline(file: bytes) -> list[tuple[str, int, list[str]]]:
    """The bookmarks: what each says, its page from 1, and what those below it say."""
    with pikepdf.open(io.BytesIO(file)) as opened, opened.open_outline() as bookmarks:
        pages = [page.obj.objgen for page in opened.pages]
        found = []
        for item in bookmarks.root:
            destination: Any = item.destination
            below = [child.title for child in item.children]
            found.append((item.title, pages.index(destination[0].objgen) + 1, below))
        return found


def test_every_leaf_has_a_bookmark_at_its_first_page() -> None:
    """Whichever part it is from, and however many pages it has."""
    two = SetLeaf("Bo", (SetPage((100, 100), ()),) * 2)
    file, told = decks.bound([Part((blank("Ada"), two)), Part((blank("Cy"),))])
    assert outline(file) == [("Ada", 1, []), ("Bo", 2, []), ("Cy", 4, [])]
    assert told.starts == (1, 2, 4)
    assert told.pages == 4


def test_many_bookmarks_stand_in_groups() -> None:
    """A hundred in each, closed, and named after the first of them."""
    file, told = decks.bound([Part(tuple(blank(f"Guard {number}") for number in range(1, 251)))])
    assert told.leaves == 250
    found = outline(file)
    assert [(title, page, len(below)) for title, page, below in found] == [
        ("1 to 100: Guard 1", 1, IN_A_GROUP),
        ("101 to 200: Guard 101", 101, IN_A_GROUP),
        ("201 to 250: Guard 201", 201, 50),
    ]
    assert found[2][2][-1] == "Guard 250"


def faces_in(file: bytes) -> Iterator[tuple[str, int]]:
    """The typefaces that are embedded in a file: what each is called, and the size of its program."""
    with pikepdf.open(io.BytesIO(file)) as opened:
        for each in opened.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor":
                program: Any = each.FontFile2
                yield str(each.FontName), len(program.read_bytes())


def test_a_typeface_is_embedded_once() -> None:
    """For all parts together, and no more of it than is shown; a second dozen of people adds no second copy."""
    leaves = guards(12)
    file, _ = decks.bound([of_shapes(leaves[:6]), of_shapes(leaves[6:])])
    found = list(faces_in(file))
    assert 2 <= len(found) <= len(fonts.FACES)
    assert len({name for name, _ in found}) == len(found)
    whole = sum(face.path.stat().st_size for face in fonts.FACES)
    assert sum(size for _, size in found) < whole / 2


def test_letters_that_are_drawn_as_one_can_be_copied_and_found() -> None:
    """Such as f and i: a reader gets both of them back."""
    made = of_shapes(list(decks.carded([replace(FIVE_BY_FIVE, name="Effie Griffin", concept="")], "half", PLAIN)))
    assert any(len(letters) > 1 for glyphs in made.glyphs.values() for letters in glyphs.values())
    (text,) = decks.texts(decks.bound([made])[0])
    assert "Effie Griffin" in text


def test_cells_are_filled_row_by_row_in_the_middle_of_the_paper() -> None:
    """Nine cards on a page; the tenth is on the next."""
    leaves = guards(10)
    file, told = decks.bound([of_shapes(leaves)], grid())
    assert told.pages == 2
    assert told.starts == (1,) * 9 + (2,)
    lower_left = ((A4.width_mm - 3 * 63) / 2, (A4.height_mm - 3 * 88) / 2)
    assert grid().cell(6) == pytest.approx([each * POINTS_PER_MM for each in lower_left], abs=0.01)
    alone, _ = decks.bound([of_shapes(leaves)])
    for index, leaf in enumerate(leaves):
        x, y = grid().cell(index % 9)
        inside = decks.found(alone, index, leaf.title)
        assert decks.found(file, index // 9, leaf.title) == pytest.approx((x + inside[0], y + inside[1]), abs=0.05)


@pytest.mark.parametrize("form", card_form.NAMES)
def test_cards_side_by_side_are_within_the_paper_and_beside_each_other(form: str) -> None:
    """In every form, on A4 and Letter: none on another, none beyond the edge."""
    for paper in (A4, LETTER):
        size = card_form.form(form, paper)
        places = size.places(paper)
        whole = Grid(
            paper=places.paper,
            across=places.across,
            down=places.down,
            width_mm=size.width_mm,
            height_mm=size.height_mm,
        )
        assert whole.cells >= 2
        wide, high = size.width_mm * POINTS_PER_MM, size.height_mm * POINTS_PER_MM
        corners = [whole.cell(index) for index in range(whole.cells)]
        assert len(set(corners)) == whole.cells
        for x, y in corners:
            assert -0.01 <= x <= whole.size[0] - wide + 0.01
            assert -0.01 <= y <= whole.size[1] - high + 0.01
        assert {whole.cell_behind(index) for index in range(whole.cells)} == set(corners)


def test_a_back_is_behind_its_front() -> None:
    """When the paper is turned over like a leaf of a book: at the same height, and as far from the other edge."""
    some = [decks.card(npc) for npc in decks.people("five-by-five", "guard", 4)]
    some = [replace(each, system_title=f"Back {number}") for number, each in enumerate(some, 1)]
    leaves = list(decks.carded(some, "cards", PLAIN, backs=True))
    file, told = decks.bound([of_shapes(leaves)], grid())
    assert (told.pages, told.starts) == (2, (1, 1, 1, 1))
    margin = CARDS.margin_mm * POINTS_PER_MM
    for index in range(4):
        x, y = grid().cell(index)
        front = decks.found(file, 0, leaves[index].title)
        back = decks.found(file, 1, f"Back {index + 1}")
        assert front[0] - x == pytest.approx(margin, abs=1)
        mirrored = grid().size[0] - x - CARDS.width_mm * POINTS_PER_MM
        assert back[0] - mirrored == pytest.approx(margin, abs=1)
        assert y < back[1] < y + CARDS.height_mm * POINTS_PER_MM


def test_crop_marks_stand_outside_of_what_is_cut_out() -> None:
    """At every edge of a cell, around the cells that are filled; none within them, and none where none are wanted."""
    dpi = 254
    per_mm = dpi / 25.4
    leaves = Part((blank("Ada"), blank("Bo")))
    (marked,) = decks.pictures(decks.bound([leaves], grid())[0], dpi)
    (unmarked,) = decks.pictures(decks.bound([leaves], grid(marked=False))[0], dpi)
    assert decks.darkest(unmarked) == 255
    left, top = (A4.width_mm - 3 * 63) / 2, (A4.height_mm - 3 * 88) / 2
    away = MARK_AWAY_MM + MARK_MM / 2

    def darkest(left: float, top: float, right: float, bottom: float) -> int:
        edges = (left * per_mm, top * per_mm, right * per_mm, bottom * per_mm)
        return decks.darkest(marked.crop(edges))

    upright = [(left + column * 63, side) for column in range(3) for side in (top - away, top + 88 + away)]
    lying = [(side, top + row * 88) for row in range(2) for side in (left - away, left + 2 * 63 + away)]
    for x, y in (*upright, *lying):
        assert darkest(x - 0.4, y - 0.4, x + 0.4, y + 0.4) < 160, (x, y)
    near = MARK_AWAY_MM / 2
    assert darkest(left - near, top - near, left + 2 * 63 + near, top + 88 + near) == 255
