"""What a picture says about its author, place and camera reaches no file; what it shows stays the same."""

import base64
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

from chargen.render.metadata import ORIENTATION, cut_metadata
from chargen.render.pictures import opened, printable
from tests.cli.running import SHORT, run
from tests.render.looking import opened as opened_pdf
from tests.scale import first

SECRET = "Herengracht 100"
"""Where the picture was taken: it is written wherever a file has a place for words."""
GPS = 0x8825
LATITUDE = b"N\0\0\0\2\0\5\0"
XMP = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>{SECRET}</rdf></x:xmpmeta>'.encode()
KINDS = ("JPEG", "PNG", "WEBP", "GIF")
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def noise(width: int = 90, height: int = 120, mode: str = "RGB") -> Image.Image:
    """A picture of which every corner differs."""
    bands = len(Image.new(mode, (1, 1)).getbands())
    return Image.merge(mode, [Image.effect_noise((width, height), 60 + band) for band in range(bands)])


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


SMALL = {kind: photograph(kind, noise(8, 8)) for kind in KINDS}


def shown(content: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(content)) as file:
        count = getattr(file, "n_frames", 1) if file.format in ("GIF", "WEBP", "PNG") else 1
        frames = []
        for number in range(count):
            file.seek(number)
            frames.append(ImageOps.exif_transpose(file.convert("RGBA")))
        return frames


def assert_same(first: bytes, second: bytes) -> None:
    before, after = shown(first), shown(second)
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert one.size == other.size
        assert ImageChops.difference(one, other).getbbox(alpha_only=False) is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_keeps_its_pixels_and_loses_its_metadata(kind: str, orientation: int) -> None:
    """The secret is gone from every place, the colours and the orientation are there."""
    before = photograph(kind, noise(), orientation)
    assert SECRET.encode() in before
    after = opened(before).content
    assert SECRET.encode() not in after
    assert len(after) < len(before)
    assert_same(before, after)
    with Image.open(io.BytesIO(after)) as file:
        assert set(file.getexif()) == ({ORIENTATION} if orientation > 1 and kind != "GIF" else set())
        assert kind == "GIF" or file.info["icc_profile"] == PROFILE
        assert not set(file.info) & {"comment", "xmp", "photoshop", "Author", "XML:com.adobe.xmp"}


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "L", {}),
        ("JPEG", "CMYK", {}),
        ("JPEG", "RGB", {"progressive": True}),
        ("JPEG", "RGB", {"restart_marker_blocks": 2, "comment": SECRET}),
        ("PNG", "RGBA", {"dpi": (300, 300)}),
        ("PNG", "L", {"transparency": 80}),
        ("WEBP", "RGBA", {}),
        ("WEBP", "RGBA", {"lossless": True}),
        ("GIF", "RGB", {"loop": 0}),
    ],
)
def test_every_way_of_encoding_stays_the_same(kind: str, mode: str, options: dict[str, Any]) -> None:
    """Greys, inks, progressive scans, restart markers, transparency."""
    before = photograph(kind, noise(mode=mode), **options)
    assert_same(before, opened(before).content)


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF"])
def test_a_moving_picture_keeps_its_frames(kind: str) -> None:
    frames = [noise() for _ in range(3)]
    before = photograph(kind, frames[0], save_all=True, append_images=frames[1:], duration=90, loop=0)
    after = opened(before).content
    assert len(shown(after)) == 3
    assert_same(before, after)
    with Image.open(io.BytesIO(after)) as file:
        file.load()  # WebP's duration is known then
        assert file.info["loop"] == 0
        assert file.info["duration"] == 90


@pytest.mark.parametrize("kind", KINDS)
def test_a_clean_picture_stays_as_it_is_to_the_byte(kind: str) -> None:
    made = io.BytesIO()
    noise().save(made, kind)
    assert opened(made.getvalue()).content == made.getvalue()


def test_thumbnails_and_second_pictures_are_cut() -> None:
    """A thumbnail may show what was cut off; a camera may store more pictures behind the first."""
    picture, made = noise(), io.BytesIO()
    picture.save(made, "JPEG")
    content = made.getvalue()
    jfif = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1" + b"\1\1" + b"abc")
    after = opened(content[:2] + jfif + content[20:] + content).content
    assert after == content
    picture.save(made := io.BytesIO(), "MPO", save_all=True, append_images=[noise()], exif=exif())
    after = opened(made.getvalue()).content
    assert after.count(b"\xff\xd8\xff") == 1
    assert_same(content, after)


@given(st.sampled_from(KINDS), st.data())
def test_no_damaged_file_breaks_the_cutting(kind: str, data: st.DataObject) -> None:
    """Any bytes after a start that is known, and any cut, end in bytes."""
    content = bytearray(SMALL[kind])
    for place in data.draw(st.lists(st.integers(12, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(12, len(content)))
    assert isinstance(cut_metadata(bytes(content[:end]), data.draw(st.integers(1, 8))), bytes)


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
    written = photograph(kind, noise(400, 300), 6)
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
    assert_same(written, embedded)
    assert shown(embedded)[0].size == (300, 400)
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
    picture = photograph("JPEG", noise(9, 9), 3)
    before = DRAWING.format(secret=SECRET, picture=base64.b64encode(picture).decode()).encode("latin-1")
    after = opened(before).content.decode()
    assert SECRET not in after
    assert "metadata" not in after
    assert "inkscape" not in after
    assert after.startswith('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width=')
    assert "<style>g &gt; text { fill: red }</style>" in after
    assert '<text x="1">Kai</text><image xlink:href="data:image/jpeg;base64,' in after
    (embedded,) = re.findall(r'base64,([^"]+)"', after)
    assert_same(picture, base64.b64decode(embedded))
    assert opened(after.encode()).content.decode() == after


def test_a_large_picture_is_upright_when_it_is_made_smaller() -> None:
    smaller = printable(opened(photograph("JPEG", noise(1600, 1200), 6)), grey=False)
    assert [picture.size for picture in shown(smaller.content)] == [(900, 1200)]


def test_a_clean_drawing_stays_as_it_is_to_the_byte() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox=\'0 0 9 9\'><path d="M0 0h9"/></svg>\n'
    assert opened(drawing).content is drawing
