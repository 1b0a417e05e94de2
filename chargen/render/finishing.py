"""Changes to a finished PDF file: boxes and marks for a print shop, turned backs, standards; PNG."""

import hashlib
import io
import re
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chargen.render.paper import MM_PER_INCH, Paper
from chargen.render.press import ARCHIVE, PRESS, TAGGED_ARCHIVE, Press, preferences

if TYPE_CHECKING:
    from pikepdf import Pdf

_NAMESPACE = uuid.UUID("6f1d7c0e-54d5-5d1e-9d52-9a3a8d3f2f51")
POINTS_PER_MM = 72 / MM_PER_INCH
LANGUAGE = "en"  # The language of all sheets
MARK_OFFSET_MM = 1  # The distance from the bleed to the marks
CROP_MARK_MM = 5
CROSS_MM = 5
SLUG_MM = 8  # The width of the area for marks outside the bleed
LINE_PT = 0.25
CIRCLE = 0.5523
"""The distance of control points that makes four Bézier curves a circle, in parts of its radius."""


def finish(file: "Pdf", paper: Paper, press: Press) -> None:
    """Make all changes that keep the number of pages."""
    from pikepdf import Array, Dictionary, Name, Stream

    if press.tagged:
        fix_tags(file)
    if press.bleed_mm or press.marks:
        lines = draw_marks(paper, press.bleed_mm, press.marks)
        # The colour that is on all plates; on a screen it is black.
        none, full, base = [1], [0], Name.DeviceGray
        if press.four_inks:
            none, full, base = [0] * 4, [1] * 4, Name.DeviceCMYK
        tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=none, C1=full, N=1)
        slug = press.bleed_mm + (SLUG_MM if press.marks else 0)
        boxes = {"/TrimBox": 0, "/BleedBox": press.bleed_mm, "/MediaBox": slug}
        for page in file.pages:
            # The trimmed page keeps its coordinates, so that links and tags still fit: the media box begins below zero.
            for name, away_mm in boxes.items():
                sides = (-away_mm, -away_mm, paper.width_mm + away_mm, paper.height_mm + away_mm)
                page.obj[name] = Array([round(side * POINTS_PER_MM, 4) for side in sides])
            if lines:
                page.obj.Resources.ColorSpace[Name.Registration] = Array([Name.Separation, Name.All, base, tint])
                page.contents_add(b"q", prepend=True)
                page.contents_add(f"Q /Artifact <</Type /Page>> BDC q {lines} Q EMC".encode())
    if press.duplex not in ("", left_edge(paper)):
        # A page turns over its left side. A printer that turns the sheet over another edge prints the back upside
        # down: so what is drawn there turns around its middle, and the page itself stays as it is.
        for page in list(file.pages)[1::2]:
            left, bottom, right, top = (float(side) for side in page.mediabox)
            page.contents_add(f"q -1 0 0 -1 {left + right:.4f} {bottom + top:.4f} cm".encode(), prepend=True)
            page.contents_add(b"Q")
    if press.standard in (ARCHIVE, TAGGED_ARCHIVE):
        # The standard forbids smoothed pictures and empty resources.
        for thing in file.objects:
            if not isinstance(thing, Dictionary | Stream):
                continue
            if "/Interpolate" in thing:
                del thing["/Interpolate"]
            resources = thing.get("/Resources", thing)
            for kind in ("/Pattern", "/Shading"):
                if kind in resources and not len(resources[kind]):
                    del resources[kind]
    if press.standard == PRESS:
        fix_press(file, press.profile)


def saved(file: "Pdf") -> bytes:
    """Return the file's bytes: the same for the same content."""
    from pikepdf import ObjectStreamMode

    # In memory: a disk that is full while pikepdf writes to it would abort the process.
    written = io.BytesIO()
    file.save(written, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)
    return written.getvalue()


def png(content: bytes, dpi: int) -> Iterator[bytes]:
    """Yield each page of a PDF as a PNG file of that resolution, which the file states."""
    import pypdfium2

    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            picture = page.render(scale=dpi / 72).to_pil().convert("RGB")
            written = io.BytesIO()
            picture.save(written, "PNG", dpi=(dpi, dpi))
            yield written.getvalue()
            page.close()


def set_preferences(file: "Pdf", edge: str = "") -> None:
    """Write the language and the viewer preferences into a file: see `press.preferences`."""
    from pikepdf import Dictionary, Object, String

    wanted = file.Root.get("/ViewerPreferences", Dictionary())
    for key, value in preferences(edge).items():
        wanted[f"/{key}"] = Object.parse(value.encode())
    file.Root.ViewerPreferences = wanted
    file.Root.Lang = String(LANGUAGE)


def draw_marks(paper: Paper, bleed_mm: float, marks: tuple[str, ...]) -> str:
    """Return the marks as operators of a content stream; empty for none."""
    parts: list[str] = []
    if "crop" in marks:
        start = bleed_mm + MARK_OFFSET_MM
        end = start + CROP_MARK_MM
        for x, outwards in ((0.0, -1), (paper.width_mm, 1)):
            for y, upwards in ((0.0, -1), (paper.height_mm, 1)):
                parts.append(_line(x + outwards * start, y, x + outwards * end, y))
                parts.append(_line(x, y + upwards * start, x, y + upwards * end))
    if "cross" in marks:
        half = CROSS_MM / 2
        away = bleed_mm + MARK_OFFSET_MM + half
        middle_x, middle_y = paper.width_mm / 2, paper.height_mm / 2
        sides = (
            (middle_x, -away),
            (middle_x, paper.height_mm + away),
            (-away, middle_y),
            (paper.width_mm + away, middle_y),
        )
        r = half * 0.6 * POINTS_PER_MM
        k = r * CIRCLE
        for x_mm, y_mm in sides:
            parts += [_line(x_mm - half, y_mm, x_mm + half, y_mm), _line(x_mm, y_mm - half, x_mm, y_mm + half)]
            # The circle, of four curves.
            x, y = x_mm * POINTS_PER_MM, y_mm * POINTS_PER_MM
            parts.append(
                f"{x + r:.3f} {y:.3f} m "
                f"{x + r:.3f} {y + k:.3f} {x + k:.3f} {y + r:.3f} {x:.3f} {y + r:.3f} c "
                f"{x - k:.3f} {y + r:.3f} {x - r:.3f} {y + k:.3f} {x - r:.3f} {y:.3f} c "
                f"{x - r:.3f} {y - k:.3f} {x - k:.3f} {y - r:.3f} {x:.3f} {y - r:.3f} c "
                f"{x + k:.3f} {y - r:.3f} {x + r:.3f} {y - k:.3f} {x + r:.3f} {y:.3f} c S"
            )
    return f"/Registration CS 1 SCN {LINE_PT} w " + " ".join(parts) if parts else ""


def _line(*ends_mm: float) -> str:
    x1, y1, x2, y2 = (f"{end * POINTS_PER_MM:.3f}" for end in ends_mm)
    return f"{x1} {y1} m {x2} {y2} l S"


def left_edge(paper: Paper) -> str:
    """Return which edge the left side is: paper turns over it like a page of a book.

    >>> from chargen.render.paper import A4
    >>> left_edge(A4), left_edge(A4.turned())
    ('long-edge', 'short-edge')
    """
    return "short-edge" if paper.landscape else "long-edge"


def fix_tags(file: "Pdf") -> None:
    """Mark headers and footers as artifacts, so that screen readers skip them, and set the scope of table headings.

    WeasyPrint gives headers and footers tags that are not in the tree of tags.
    """
    import pikepdf

    # The tags that are in the tree; each heading of a table says whether it is of a column or of a row.
    tree = file.Root.StructTreeRoot
    reachable = set()
    waiting: list[Any] = [tree.K]
    while waiting:
        element = waiting.pop()
        if isinstance(element, pikepdf.Array):
            waiting.extend(element)
        elif isinstance(element, pikepdf.Dictionary) and "/S" in element:
            waiting.append(element.get("/K", pikepdf.Array()))
            reachable.add(element.objgen)
            if element.S == "/TH":
                element.A = element.get("/A", pikepdf.Dictionary(O=pikepdf.Name.Table))
                element.A.Scope = pikepdf.Name.Column if element.P.P.S == "/THead" else pikepdf.Name.Row
    by_page = pikepdf.NumberTree(tree.ParentTree)
    for page in file.pages:
        # The tags of the page that are not in the tree: those of its header and footer.
        owners = by_page[int(page.obj.StructParents)]
        loose = {mark for mark, owner in enumerate(owners) if owner is None or owner.objgen not in reachable}
        if not loose:
            continue
        # Begin an artifact wherever the page's content begins one of them, and forget the tags.
        instructions: list[Any] = list(pikepdf.parse_content_stream(page))
        for at, step in enumerate(instructions):
            if str(step.operator) == "BDC" and "/MCID" in step.operands[1] and int(step.operands[1].MCID) in loose:
                kind = [pikepdf.Name.Artifact, pikepdf.Dictionary(Type=pikepdf.Name.Pagination)]
                instructions[at] = pikepdf.ContentStreamInstruction(kind, step.operator)
        page.obj.Contents = file.make_stream(pikepdf.unparse_content_stream(instructions))
        for mark in loose:
            owners[mark] = None


def fix_press(file: "Pdf", profile: bytes) -> None:
    """Embed the profile of the press as it is, and compute the file's identity from its pages.

    WeasyPrint changes the profile, with the time of day in it, and takes a random identity.
    """
    from pikepdf import Stream

    file.Root.OutputIntents[0].DestOutputProfile.write(profile)
    stream = file.Root.Metadata
    text = stream.read_bytes()
    drawn = hashlib.sha256()
    for page in file.pages:
        contents = page.obj.Contents
        for content in [contents] if isinstance(contents, Stream) else contents:
            drawn.update(content.read_raw_bytes())
    identity = uuid.uuid5(_NAMESPACE, drawn.hexdigest())
    if "/ID" in file.trailer:
        del file.trailer.ID  # it comes from the random one; saving writes a new one
    stream.write(re.sub(rb"xmp\.did:[0-9a-f-]+", f"xmp.did:{identity}".encode(), text))
