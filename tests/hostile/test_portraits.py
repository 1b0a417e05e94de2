"""Portraits that are damaged, huge or endless are an error at `portrait`, and delay no other sheet."""

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from chargen.render import bitmap
from chargen.render.bitmap import Unfit
from chargen.render.pictures import open_picture
from chargen.text import limits
from tests.cli.running import SHORT, run
from tests.hostile.bounded import bounded
from tests.hostile.conftest import copied

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40">{}</svg>'


def drawing(inside: str) -> bytes:
    return SVG.format(inside).encode()


def picture(width: int, height: int, kind: str = "PNG", mode: str = "RGB") -> bytes:
    """A picture of one colour; one in the mode "1" is made in no time, however large."""
    made = io.BytesIO()
    Image.new(mode, (width, height), "red").save(made, kind)
    return made.getvalue()


BAD = {
    "08": "is a drawing of more than 10,000 steps",
    "09": "has more than 25 million pixels",
    "11": "is damaged and cannot be opened",
    "12": "is damaged and cannot be opened",
}
"""A drawing that never ends, a pixel bomb, and broken pictures; and what is said of each."""


def test_what_cannot_be_printed_is_an_error(folder: Path) -> None:
    """Each at `portrait`; other characters are fine and rendered, and the messages are short."""
    paths = [copied(name, folder).name for name in BAD]
    ended = bounded("check", *paths, "good.yaml", folder=folder, seconds=10)
    assert (ended.code, ended.err) == (1, "")
    for path, reported in zip(paths, BAD.values(), strict=True):
        assert re.search(rf"^{path}:17:11: error\[concept/portrait\].*{reported}", ended.out, flags=re.MULTILINE)
    assert "\ngood.yaml: fine: Larry Vance (Five by Five)\n" in ended.out
    rendered = run("render", *paths, "good.yaml", "--to", "html", "--ink", "mono", "-o", "out")
    assert rendered.code == 1
    assert [path.name for path in (folder / "out").iterdir()] == ["larry-vance.html"]
    assert len(rendered.err) < 1_000 * len(BAD)


def test_a_very_wide_picture_is_printed_in_greys(folder: Path) -> None:
    """A PNG of 100,000 pixels in a row is made smaller before it becomes a JPEG, which holds 65,500."""
    path = copied("10", folder)
    ended = run("render", path.name, "--ink", "mono", "--to", "pdf", "-o", "out")
    assert ended.code == 0, ended.err
    assert len(list((folder / "out").iterdir())) == 1


def test_a_large_picture_is_made_smaller_before_it_is_embedded() -> None:
    """It stays transparent, and is turned as the camera was held."""
    made, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (4_000, 2_500), "red").save(made, "JPEG", exif=exif)
    with Image.open(io.BytesIO(open_picture(made.getvalue()).content)) as file:
        assert file.size == (750, bitmap.LARGEST_PX)
    see_through = io.BytesIO()
    Image.new("RGBA", (2_000, 2_000), (0, 0, 0, 0)).save(see_through, "PNG")
    with Image.open(io.BytesIO(open_picture(see_through.getvalue()).content)) as file:
        assert (file.mode, file.getchannel("A").getextrema()) == ("RGBA", (0, 0))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_every_kind_of_picture_opens(kind: str) -> None:
    made = io.BytesIO()
    Image.effect_noise((60, 80), 50).convert("RGB").save(made, kind)
    complete = made.getvalue()
    assert open_picture(complete).media_type == ("image/png" if kind in ("PNG", "GIF") else "image/jpeg")
    with pytest.raises(Unfit):
        open_picture(complete[: len(complete) // 2])


@pytest.mark.parametrize(
    "inside",
    [
        '<g id="a"><use href="#a"/></g>',
        '<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>',
        "<g>" * 200 + "</g>" * 200,
        f"<text>{'x' * 30_000}</text>",
        "<rect/>" * 30_000,
        f'<image href="data:image/png;base64,{base64.b64encode(picture(6_000, 5_000, mode="1")).decode()}"/>',
        f'<image href="data:image/svg+xml;base64,{base64.b64encode(drawing("")).decode()}"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        f'<marker id="m">{"<rect/>" * 100}</marker><path marker-mid="url(#m)" d="M{"1 2 " * 200}"/>',
        f'<style>*{{fill:url(#p)}}</style><pattern id="p">{"<rect/>" * 100}</pattern>{"<rect/>" * 300}',
        "<g",
    ],
)
def test_a_drawing_that_takes_too_much_is_refused(inside: str) -> None:
    """Loops, depth, letters, elements, what is repeated, and pictures within are counted before anything is drawn."""
    with pytest.raises(Unfit):
        open_picture(drawing(inside))


def test_a_drawing_with_entities_is_refused() -> None:
    """An entity can hold a billion letters."""
    with pytest.raises(Unfit, match="entities"):
        open_picture(b'<!DOCTYPE svg [<!ENTITY a "b">]>' + drawing("<text>&a;</text>"))


@pytest.mark.parametrize(
    "inside",
    [
        '<path d="M0 0h9v9z" fill="red"/>',
        '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><rect fill="url(#g)" width="9"/>' * 300,
        '<g id="a"><rect/></g><use href="#a"/><use href="#a"/>',
        f'<image href="data:image/png;base64,{base64.b64encode(picture(9, 9)).decode()}"/>',
        f'<path d="M{"1 2 " * 100_000}"/>',
    ],
)
def test_a_drawing_as_people_make_them_is_taken(inside: str) -> None:
    assert open_picture(drawing(inside)).media_type == "image/svg+xml"


def test_the_most_that_a_drawing_may_be_is_printed_in_seconds(folder: Path) -> None:
    (folder / "face.svg").write_bytes(drawing('<rect width="1" height="1"/>' * (limits.DRAWING_STEPS - 10)))
    (folder / "kai.yaml").write_text(f"{SHORT}portrait: face.svg\n", encoding="utf-8")
    ended = bounded("render", "kai.yaml", "--to", "pdf", "-o", "out", folder=folder, seconds=60)
    assert ended.code == 0, ended.err
