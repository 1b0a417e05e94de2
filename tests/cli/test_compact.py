"""`chargen render --compact`: the GM's half page."""

from pathlib import Path

import pypdfium2

from tests.cli.running import LARRY, run

JAMIS = Path(__file__).parent.parent / "games/facade/good/facade-jamis.yaml"


def lowest_line(path: Path) -> float:
    """Where the lowest text above the foot ends, as a share of the page's height from its top."""
    page = pypdfium2.PdfDocument(path)[0]
    height = page.get_height()
    text = page.get_textpage()
    bottoms = [text.get_rect(index)[1] for index in range(text.count_rects())]
    above_the_foot = [bottom for bottom in bottoms if bottom > 0.08 * height]
    assert above_the_foot
    return float(1 - min(above_the_foot) / height)


def test_a_compact_sheet_takes_the_upper_half_of_one_page(folder: Path) -> None:
    """Façade's compact sheet of the shared example is one page, and its lower half is free."""
    ended = run("render", str(JAMIS), "--compact", "--to", "pdf", "-o", "gm.pdf")
    assert ended.code == 0
    assert len(pypdfium2.PdfDocument(folder / "gm.pdf")) == 1
    assert lowest_line(folder / "gm.pdf") < 0.55


def test_a_game_without_one_says_so(folder: Path) -> None:
    """Asking Five by Five for a compact sheet is wrong usage, and nothing is written."""
    (folder / "x.yaml").write_text(LARRY)
    ended = run("render", "x.yaml", "--compact")
    assert (ended.code, ended.out) == (2, "")
    assert "Five by Five has no compact sheet" in ended.err
    assert not (folder / "output").exists()
