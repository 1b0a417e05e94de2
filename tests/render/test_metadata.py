"""What a picture says about its author, place and camera reaches no file; what it shows stays."""

import base64
import contextlib
import io
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageCms, ImageOps

from chargen.render.bitmap import Unfit
from chargen.render.pictures import open_picture
from tests.cli.running import SHORT, run
from tests.render.looking import opened as opened_pdf
from tests.scale import first

SECRET = "Herengracht 100"
"""Where the picture was taken: it is written wherever a file has a place for words."""
ORIENTATION, GPS = 0x0112, 0x8825
"""The numbers of two entries of EXIF: how the camera was turned, and where it was."""
LATITUDE = b"N\0\0\0\2\0\5\0"
XMP = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>{SECRET}</rdf></x:xmpmeta>'.encode()
KINDS = ("JPEG", "PNG", "WEBP", "GIF")
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def corners(width: int = 90, height: int = 120) -> Image.Image:
    """A picture of which every corner differs."""
    small = Image.new("RGB", (2, 2))
    small.putdata([(200, 30, 30), (30, 200, 30), (30, 30, 200), (220, 220, 220)])
    return small.resize((width, height), Image.Resampling.NEAREST)


def exif(orientation: int = 1) -> Image.Exif:
    """The data of a camera: place, description, orientation."""
    made = Image.Exif()
    made[0x010E] = SECRET
    made[ORIENTATION] = orientation
    made.get_ifd(GPS).update({1: "N", 2: (52.0, 22.0, 4.0)})
    return made


def segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, 2 + len(data)) + data


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def photograph(kind: str, picture: Image.Image, orientation: int = 1, **options: Any) -> bytes:
    """A file with the secret in every place that its format has for words."""
    made, words = io.BytesIO(), SECRET.encode()
    if kind == "GIF":
        picture.save(made, kind, comment=words, **options)
        xmp = b"!\xff\x0bXMP DataXMP" + XMP + b"\x01" + bytes(range(255, -1, -1)) + b"\0"
        return made.getvalue()[:-1] + xmp + b"\0;" + words
    picture.save(made, kind, exif=exif(orientation), icc_profile=PROFILE, **options)
    content = made.getvalue()
    if kind == "JPEG":
        iptc = segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0" + words)
        added = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP) + iptc + segment(0xFE, words)
        return content[:2] + added + content[2:-2] + segment(0xFE, words) + content[-2:] + words
    if kind == "PNG":
        texts = chunk(b"tEXt", b"Author\0" + words) + chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP)
        return content[:33] + texts + chunk(b"prVt", words) + content[33:] + words
    content += struct.pack("<4sL", b"XMP ", len(XMP) + len(XMP) % 2) + XMP + b"\0" * (len(XMP) % 2)
    content = content[:4] + struct.pack("<L", len(content) - 8) + content[8:] + words
    return content[:20] + bytes((content[20] | 0x04,)) + content[21:]


SMALL = {kind: photograph(kind, corners(8, 8)) for kind in KINDS}


def shown(content: bytes) -> Image.Image:
    """A picture as a person sees it, small enough to be compared however it is encoded."""
    with Image.open(io.BytesIO(content)) as file:
        return ImageOps.exif_transpose(file.convert("RGBA"))


def assert_alike(first: bytes, second: bytes) -> None:
    one, other = (shown(content).convert("RGB").resize((3, 4), Image.Resampling.BOX) for content in (first, second))
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    assert all(abs(before - after) < 32 for before, after in pairs)  # of 255: a JPEG is encoded again


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_loses_its_metadata_and_is_upright(kind: str, orientation: int) -> None:
    """The secret is gone from every place; colours, their profile, and what is up stay."""
    before = photograph(kind, corners(), orientation)
    assert SECRET.encode() in before
    after = open_picture(before).content
    assert SECRET.encode() not in after
    assert_alike(before, after)
    with Image.open(io.BytesIO(after)) as file:
        assert not file.getexif()
        assert kind == "GIF" or file.info["icc_profile"] == PROFILE
        assert not set(file.info) & {"comment", "xmp", "photoshop", "Author", "XML:com.adobe.xmp", "exif"}


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "L", {}),
        ("JPEG", "CMYK", {}),
        ("JPEG", "RGB", {"progressive": True}),
        ("PNG", "RGBA", {"dpi": (300, 300)}),
        ("PNG", "L", {"transparency": 80}),
        ("WEBP", "RGBA", {}),
        ("GIF", "RGB", {"loop": 0}),
    ],
)
def test_every_way_of_encoding_is_read(kind: str, mode: str, options: dict[str, Any]) -> None:
    """Greys, inks, progressive scans, transparency; what was sharp stays so, to the pixel."""
    before = photograph(kind, corners().convert(mode), **options)
    after = open_picture(before).content
    assert_alike(before, after)
    if kind in ("PNG", "GIF"):
        assert ImageChops.difference(shown(before), shown(after)).getbbox(alpha_only=False) is None


def test_of_several_pictures_the_first_is_shown() -> None:
    """A camera may store more pictures behind the first; others move."""
    for kind in ("MPO", "GIF", "WEBP"):
        made = io.BytesIO()
        corners().save(made, kind, save_all=True, append_images=[corners().rotate(180)])
        after = open_picture(made.getvalue()).content
        assert_alike(made.getvalue(), after)
        with Image.open(io.BytesIO(after)) as file:
            assert getattr(file, "n_frames", 1) == 1


@given(st.sampled_from(KINDS), st.data())
def test_a_damaged_file_is_a_picture_or_refused(kind: str, data: st.DataObject) -> None:
    """Any bytes after a start that is known, and any cut."""
    content = bytearray(SMALL[kind])
    for place in data.draw(st.lists(st.integers(12, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(12, len(content)))
    with contextlib.suppress(Unfit):
        open_picture(bytes(content[:end]))


def every_stream(content: bytes) -> bytes:
    """All that a PDF file holds, unpacked where that is possible."""
    with opened_pdf(content) as file:
        streams = [item for item in file.objects if isinstance(item, pikepdf.Stream)]
        assert any(item.get("/Subtype") == "/Image" for item in streams)
        unpacked = []
        for item in streams:
            unpacked.append(item.read_raw_bytes())
            if item.get("/Filter") == "/FlateDecode":
                unpacked.append(item.read_bytes())
        return content + b"".join(unpacked)


@pytest.mark.parametrize("kind", first(["JPEG", "PNG", "WEBP"]))
def test_no_file_says_where_a_photograph_was_taken(kind: str, folder: Path) -> None:
    """A photograph of 300 by 400 pixels, whose place is in none of the files; it is on its side, and is turned."""
    written = photograph(kind, corners(400, 300), 6)
    (folder / "face.img").write_bytes(written)
    (folder / "kai.yaml").write_text(f"{SHORT}portrait: face.img\n", encoding="utf-8")
    for options in (("--to", "html,pdf"), ("--to", "pdf", "--as", "cards", "-o", "cards.pdf")):
        ended = run("render", "kai.yaml", *options)
        assert ended.code == 0, ended.err
    (page,) = folder.rglob("*.html")
    (picture,) = re.findall(r'src="data:image/\w+;base64,([^"]+)"', page.read_text(encoding="utf-8"))
    embedded = base64.b64decode(picture)
    assert SECRET.encode() not in embedded
    assert LATITUDE not in embedded
    assert_alike(written, embedded)
    assert shown(embedded).size == (300, 400)
    sheets = list(folder.rglob("*.pdf"))
    assert len(sheets) == 2
    for sheet in sheets:
        assert SECRET.encode() not in every_stream(sheet.read_bytes())


DRAWING = """\
<?xml version="1.0" encoding="iso-8859-1"?>
<!-- {secret} -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="30" height="40"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:export-filename="/home/{secret}/kai.png"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
  <metadata><creator>{secret}</creator></metadata>
  <sodipodi:namedview label="{secret}"/>
  <style><![CDATA[g > text {{ fill: red }}]]></style>
  <title>Kai Älvdal</title>
  <g inkscape:label="{secret}"><text x="1">Kai</text><image xlink:href="data:image/jpeg;base64,{picture}"/></g>
</svg>
"""


def test_a_drawing_loses_its_metadata() -> None:
    """Comments, notes and paths of the program, and the metadata of pictures in it; not the title."""
    picture = photograph("JPEG", corners(9, 9), 3)
    before = DRAWING.format(secret=SECRET, picture=base64.b64encode(picture).decode()).encode("latin-1")
    after = open_picture(before).content.decode()
    assert SECRET not in after
    assert "metadata" not in after
    assert "inkscape" not in after
    assert after.startswith('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width=')
    assert "<style>g &gt; text { fill: red }</style>" in after
    assert '<text x="1">Kai</text><image xlink:href="data:image/jpeg;base64,' in after
    (embedded,) = re.findall(r'base64,([^"]+)"', after)
    assert_alike(picture, base64.b64decode(embedded))


def test_a_large_picture_is_upright_when_it_is_made_smaller() -> None:
    smaller = open_picture(photograph("JPEG", corners(1600, 1200), 6))
    assert shown(smaller.content).size == (900, 1200)


def test_a_clean_drawing_stays_as_it_is_to_the_byte() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox=\'0 0 9 9\'><path d="M0 0h9"/></svg>\n'
    assert open_picture(drawing).content is drawing
