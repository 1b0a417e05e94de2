"""The boxes of a page and the marks around it, as a print shop reads them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chargen.render.paper import Paper
from chargen.render.press import preferences

if TYPE_CHECKING:
    from pikepdf import Pdf

POINTS_PER_MM = 72 / 25.4
LANGUAGE = "en"
"""What all sheets are written in."""
MARK_OFFSET_MM = 1
"""From the bleed to the marks."""
CROP_MARK_MM = 5
CROSS_MM = 5
SLUG_MM = 8
"""The room for marks outside the bleed."""
LINE_PT = 0.25

Box = tuple[float, float, float, float]


def tell_readers(file: "Pdf", edge: str = "") -> None:
    """Write into the file its language, and what it asks of those who show and print it: see `press.preferences`."""
    from pikepdf import Dictionary, Object, String

    asked = file.Root.get("/ViewerPreferences", Dictionary())
    for key, value in preferences(edge).items():
        asked[f"/{key}"] = Object.parse(value.encode())
    file.Root.ViewerPreferences = asked
    file.Root.Lang = String(LANGUAGE)


def around(paper: Paper, distance_mm: float) -> Box:
    """The box in points that is so much larger than the trimmed page, whose lower left corner is the origin."""
    return (
        round(-distance_mm * POINTS_PER_MM, 4),
        round(-distance_mm * POINTS_PER_MM, 4),
        round((paper.width_mm + distance_mm) * POINTS_PER_MM, 4),
        round((paper.height_mm + distance_mm) * POINTS_PER_MM, 4),
    )


def dress(file: "Pdf", paper: Paper, bleed_mm: float, marks: tuple[str, ...], *, cmyk: bool) -> None:
    """Give each page its boxes, and the marks outside the bleed, in the colour that is on every plate.

    The trimmed page keeps its coordinates, so that links and tags still fit; the media box begins below zero.
    """
    from pikepdf import Array, Name

    lines = drawing(paper, bleed_mm, marks)
    for page in file.pages:
        page.obj.TrimBox = Array(around(paper, 0))
        page.obj.BleedBox = Array(around(paper, bleed_mm))
        page.obj.MediaBox = Array(around(paper, bleed_mm + (SLUG_MM if marks else 0)))
        if lines:
            page.obj.Resources.ColorSpace[Name.Registration] = _registration(cmyk)
            page.contents_add(b"q", prepend=True)
            page.contents_add(f"Q /Artifact <</Type /Page>> BDC q {lines} Q EMC".encode())


def drawing(paper: Paper, bleed_mm: float, marks: tuple[str, ...]) -> str:
    """The marks as operators of a content stream; empty for none."""
    parts: list[str] = []
    if "crop" in marks:
        parts += _crop_marks(paper, bleed_mm)
    if "cross" in marks:
        parts += _crosses(paper, bleed_mm)
    return f"/Registration CS 1 SCN {LINE_PT} w " + " ".join(parts) if parts else ""


def _crop_marks(paper: Paper, bleed_mm: float) -> Iterator[str]:
    start = bleed_mm + MARK_OFFSET_MM
    end = start + CROP_MARK_MM
    for x, outwards in ((0.0, -1), (paper.width_mm, 1)):
        for y, upwards in ((0.0, -1), (paper.height_mm, 1)):
            yield _line(x + outwards * start, y, x + outwards * end, y)
            yield _line(x, y + upwards * start, x, y + upwards * end)


def _crosses(paper: Paper, bleed_mm: float) -> Iterator[str]:
    half = CROSS_MM / 2
    away = bleed_mm + MARK_OFFSET_MM + half
    middle_x, middle_y = paper.width_mm / 2, paper.height_mm / 2
    for x, y in (
        (middle_x, -away),
        (middle_x, paper.height_mm + away),
        (-away, middle_y),
        (paper.width_mm + away, middle_y),
    ):
        yield _line(x - half, y, x + half, y)
        yield _line(x, y - half, x, y + half)
        yield _circle(x, y, half * 0.6)


def _line(*ends_mm: float) -> str:
    x1, y1, x2, y2 = (f"{end * POINTS_PER_MM:.3f}" for end in ends_mm)
    return f"{x1} {y1} m {x2} {y2} l S"


def _circle(x_mm: float, y_mm: float, radius_mm: float) -> str:
    x, y, r = (length * POINTS_PER_MM for length in (x_mm, y_mm, radius_mm))
    k = r * 0.5523
    return (
        f"{x + r:.3f} {y:.3f} m "
        f"{x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x:.3f} {y + r:.3f} c "
        f"{x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y:.3f} c "
        f"{x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x:.3f} {y - r:.3f} c "
        f"{x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y:.3f} c S"
    )


def _registration(cmyk: bool) -> object:
    """The colour of all plates; on a screen it is black."""
    from pikepdf import Array, Dictionary, Name

    inks = 4 if cmyk else 1
    tint = Dictionary(
        FunctionType=2, Domain=[0, 1], C0=[0] * inks if cmyk else [1], C1=[1] * inks if cmyk else [0], N=1
    )
    return Array([Name.Separation, Name.All, Name.DeviceCMYK if cmyk else Name.DeviceGray, tint])
