"""What a print shop looks at: boxes, marks, inks, PDF/X."""

import re
from datetime import UTC, datetime

import pytest

from chargen.render.finishing import SLUG_MM
from chargen.render.paper import A4, A5, MM_PER_PT
from chargen.render.pdf import pdf
from chargen.render.press import EDGES, Press, profile_error
from chargen.render.printer import Printed
from chargen.render.theme import HEAT, PLAIN, PULP, Theme, device_cmyk, find_theme, four_inks
from tests.render import sheets
from tests.render.looking import box_mm, opened, steps, texts, xmp
from tests.render.pages import pages
from tests.render.profiles import cmyk

DATE = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def marked() -> Printed:
    return pdf(sheets.plain(), paper=A4, press=Press(bleed_mm=3, marks=("crop", "cross")))


SHOP = Press(bleed_mm=3, marks=("crop", "cross"), standard="pdf/x-4", profile=cmyk(), moment=DATE)


@pytest.fixture(scope="module")
def shop() -> Printed:
    return pdf(sheets.plain(), paper=A4, press=SHOP)


def test_boxes_lie_within_each_other(marked: Printed) -> None:
    """The trimmed page is A4, the bleed 3 mm around it, and the marks have room outside the bleed."""
    with opened(marked.content) as file:
        assert len(file.pages) == marked.pages
        for page in file.pages:
            assert box_mm(page, "/TrimBox") == [0, 0, 210, 297]
            assert box_mm(page, "/BleedBox") == [-3, -3, 213, 300]
            around = 3 + SLUG_MM
            assert box_mm(page, "/MediaBox") == [-around, -around, 210 + around, 297 + around]


def test_a_bleed_without_marks_needs_no_more_room() -> None:
    """The media box is the bleed box."""
    with opened(pdf(sheets.BARE, paper=A4, press=Press(bleed_mm=5)).content) as file:
        assert box_mm(file.pages[0], "/MediaBox") == box_mm(file.pages[0], "/BleedBox") == [-5, -5, 215, 302]


def test_marks_lie_outside_the_bleed(marked: Printed) -> None:
    """No line of a mark begins or ends where the knife could leave ink on the page; they are on every plate."""
    with opened(marked.content) as file:
        drawn = file.pages[0].obj.Contents[-1].read_bytes().decode()
        colour = file.pages[0].obj.Resources.ColorSpace.Registration
    assert [str(colour[0]), str(colour[1])] == ["/Separation", "/All"]
    assert "/Artifact" in drawn
    ends = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+) [ml]\b", drawn)]
    assert len(ends) >= 2 * (8 + 8)
    for x, y in ends:
        assert not (-3.01 < x * MM_PER_PT < 213.01 and -3.01 < y * MM_PER_PT < 300.01)


def test_marks_do_not_change_what_is_read(marked: Printed) -> None:
    assert texts(marked.content) == texts(pdf(sheets.plain(), paper=A4).content)


def test_pdf_x_names_itself_and_the_press(shop: Printed) -> None:
    """Version, trapping and dates in the metadata, and the shop's profile as output intent."""
    with opened(shop.content) as file:
        message = xmp(file)
        assert "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" in message
        assert "<pdf:Trapped>False</pdf:Trapped>" in message
        assert "2026-11-20T12:00:00Z" in message
        (intent,) = file.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert bytes(intent.DestOutputProfile.read_bytes()) == cmyk()
        assert str(file.docinfo["/CreationDate"]).startswith("D:20261120120000")


def test_pdf_x_has_no_rgb_but_in_pictures(shop: Printed) -> None:
    """Every colour of the sheet itself is CMYK, that of the marks is all inks; a portrait is remarked upon."""
    with opened(shop.content) as file:
        used = {operator for operator, _ in steps(file)}
        assert used & {"scn", "SCN"}
        assert not used & {"rg", "RG", "g", "G"}
    assert any("portrait" in problem for problem in shop.problems)


def test_pdf_x_is_the_same_for_the_same_date(shop: Printed) -> None:
    """WeasyPrint gives each file a random identity; chargen's follows from the pages."""
    assert pdf(sheets.plain(), paper=A4, press=SHOP).content == shop.content


def test_a_sheet_can_be_cmyk_without_a_standard() -> None:
    """No profile is needed for that, and none is embedded."""
    with opened(pdf(sheets.plain(), paper=A4, press=Press(cmyk=True)).content) as file:
        assert not {operator for operator, _ in steps(file)} & {"rg", "RG"}
        assert "/OutputIntents" not in file.Root


def test_black_text_is_black_ink_alone() -> None:
    """So that it needs no register; the accent is mixed."""
    theme = four_inks(PLAIN)
    assert theme.ink == "device-cmyk(0 0 0 1)"
    assert theme.quiet == theme.hairline == "device-cmyk(0 0 0 1)"
    assert not theme.accent.startswith("device-cmyk(0 0 0")
    assert device_cmyk("#000000") == "device-cmyk(0 0 0 1)"
    assert device_cmyk("#ffffff") == "device-cmyk(0 0 0 0)"


@pytest.mark.parametrize("look", [PLAIN, PULP])
def test_tints_have_the_accents_inks(look: Theme) -> None:
    """Each in the same share, so that the lighter end of a bar and the steps of a matrix are no greys."""
    theme = four_inks(look)
    accent = _amounts(theme.accent)
    for color, share in ((theme.tint, 0.3), *zip(theme.heat, HEAT, strict=True)):
        assert _amounts(color) == pytest.approx([share * ink for ink in accent], abs=0.06)
    assert _amounts(four_inks(find_theme(look.name, "light")).tint) == [0, 0, 0, 0]
    assert _amounts(four_inks(find_theme(look.name, "mono")).heat[-1]) == [0, 0, 0, 0]


def _amounts(color: str) -> list[float]:
    """Cyan, magenta, yellow and black."""
    return [float(ink) for ink in re.findall(r"[\d.]+", color)]


def test_only_the_profile_of_a_press_is_taken() -> None:
    """Not one for screens, and nothing that only looks like one."""
    assert profile_error(cmyk()) == ""
    assert "RGB" in profile_error(bytes(16) + b"RGB " + bytes(16) + b"acsp")
    assert "damaged" in profile_error(bytes(16) + b"CMYK" + bytes(16) + b"acsp")
    assert "not an ICC profile" in profile_error(b"")


def test_files_ask_to_be_printed_at_actual_size(shop: Printed) -> None:
    """So that a viewer does not shrink the boxes to fit: as they are, for a shop, and read aloud."""
    others = [Press(), Press(standard="pdf/ua-1")]
    for content in (shop.content, *(pdf(sheets.BARE, paper=A4, press=press).content for press in others)):
        with opened(content) as file:
            requested = file.Root.ViewerPreferences
            assert requested.PrintScaling == "/None"
            assert bool(requested.PickTrayByPDFSize)
            assert bool(requested.DisplayDocTitle)
            assert file.Root.Lang == "en"


@pytest.mark.parametrize(
    ("press", "edge"),
    [
        (Press(duplex="long-edge"), "/DuplexFlipLongEdge"),
        (Press(duplex="short-edge"), "/DuplexFlipShortEdge"),
        (Press(), None),
    ],
)
def test_files_say_over_which_edge_they_are_turned(press: Press, edge: str | None) -> None:
    """The printer's dialogue begins with it."""
    with opened(pdf(sheets.BARE, paper=A5, press=press).content) as file:
        assert file.Root.ViewerPreferences.get("/Duplex") == edge


def test_turned_backs_are_the_second_pages() -> None:
    """A turned page has its first line at the bottom right; fronts, and the words themselves, stay."""
    plain, turned = (pages(pdf(sheets.plain(), paper=A4, press=Press(duplex=edge)).content) for edge in EDGES)
    assert plain[0] == turned[0]
    first, last = plain[1].lines[0], turned[1].lines[0]
    assert first.text == last.text
    assert (last.right, last.bottom) == pytest.approx((210 - first.left, 297 - first.top), abs=0.1)


def test_a_profile_is_for_a_press() -> None:
    """Other options that clash are tested as the command reports them."""
    assert [*Press(profile=b"x").clashes()] == ["an ICC profile belongs to --standard pdf/x-4"]
