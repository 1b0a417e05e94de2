"""Pictures of pages, how far two of them are apart, and where to see it."""

import io
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from chargen.core.card import Card
from chargen.core.sheet import Sheet
from chargen.render import card_form
from chargen.render.deck import Deck
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.render.theme import find_theme
from chargen.render.typesetter import typeset

APPROVED = Path(__file__).parent / "approved"
SHOWN = Path(__file__).parents[3] / "output" / "visual"
"""Where what differs is to be seen."""
DOTS_PER_INCH = 60
CARD_DOTS_PER_INCH = 110
GREYS = 8
BLUR = 1.5
"""In dots: another version of Pango may set a letter half a dot further."""
LARGEST_MEAN = 1.5
"""Of 255: how far all dots may be apart on average."""
CLEARLY = 40
LARGEST_SHARE = 0.001
"""How many of the dots may be clearly apart: fewer than those of three other words."""


def picture(sheet: Sheet) -> Image.Image:
    """Return the first page of a sheet on A4, in a few greys."""
    page = pypdfium2.PdfDocument(io.BytesIO(pdf(sheet, paper=parse_paper("A4")).content))[0]
    drawn: Image.Image = page.render(scale=DOTS_PER_INCH / 72, grayscale=True).to_pil()
    return drawn.convert("L").quantize(GREYS, dither=Image.Dither.NONE).convert("L")


def card_picture(card: Card) -> Image.Image:
    """Return a card of 2.5 by 3.5 inches, in a few greys, as a deck prints it."""
    form = card_form.find_form("cards")
    deck = Deck(cards=[card], form=form, paper=form.paper, theme=find_theme("plain"), title=card.name, single=True)
    page = pypdfium2.PdfDocument(typeset(deck, Press()).content)[0]
    drawn: Image.Image = page.render(scale=CARD_DOTS_PER_INCH / 72, grayscale=True).to_pil()
    return drawn.convert("L").quantize(GREYS, dither=Image.Dither.NONE).convert("L")


@dataclass(frozen=True, slots=True)
class Apart:
    """How far two pictures are apart."""

    mean: float
    share: float

    @property
    def is_close(self) -> bool:
        """Whether a player would not see it."""
        return self.mean <= LARGEST_MEAN and self.share <= LARGEST_SHARE


def apart(one: Image.Image, other: Image.Image) -> Apart:
    """How far two pictures are apart once slightly blurred; pictures of unlike sizes are wholly so."""
    if one.size != other.size:
        return Apart(255, 1)
    difference = _difference(one, other)
    clearly = sum(difference.histogram()[CLEARLY:])
    return Apart(ImageStat.Stat(difference).mean[0], clearly / (one.width * one.height))


def _difference(one: Image.Image, other: Image.Image) -> Image.Image:
    blur = ImageFilter.GaussianBlur(BLUR)
    return ImageChops.difference(one.convert("L").filter(blur), other.convert("L").filter(blur))


def side_by_side(approved: Image.Image, now: Image.Image) -> Image.Image:
    """Return the approved picture, the one of now, and where they differ, with a word above each."""
    width, height = max(approved.width, now.width), max(approved.height, now.height)
    canvas = [Image.new("L", (width, height), 255) for _ in range(2)]
    canvas[0].paste(approved)
    canvas[1].paste(now)
    difference = ImageChops.invert(_difference(*canvas).point(lambda dot: min(255, dot * 3)))
    margin, head = 8, 16
    complete = Image.new("L", (3 * (width + margin) + margin, height + head + margin), 200)
    for number, (word, part) in enumerate(zip(("approved", "now", "difference"), (*canvas, difference), strict=True)):
        left = margin + number * (width + margin)
        ImageDraw.Draw(complete).text((left, 2), word, fill=0)
        complete.paste(part, (left, head))
    return complete


def compare(name: str, now: Image.Image, approved: Path = APPROVED, shown: Path = SHOWN) -> str:
    """Return a message for a picture that differs from the approved one, and write the difference to ``shown``."""
    path = approved / f"{name}.png"
    if not path.is_file():
        return f"no look of {name} is approved; look at the sheet, then: make approve"
    before = _opened(path)
    found = apart(before, now)
    if found.is_close:
        return ""
    shown.mkdir(parents=True, exist_ok=True)
    three = shown / f"{name}.png"
    side_by_side(before, now).save(three)
    now.save(shown / f"{name}-now.png")
    return (
        f"{name} looks different: {found.mean:.2f} of 255 on average (at most {LARGEST_MEAN}), and "
        f"{found.share:.2%} of the dots clearly (at most {LARGEST_SHARE:.1%}).\n"
        f"  approved, now, and the difference:  {three}\n"
        f"  approved:                           {path}\n"
        f"  now:                                {shown / f'{name}-now.png'}\n"
        "If it is meant, approve it: make approve"
    )


def _opened(path: Path) -> Image.Image:
    with Image.open(path) as file:
        return file.convert("L")


def approve(name: str, now: Image.Image, approved: Path = APPROVED) -> bool:
    """Take a picture for the approved one, and say whether it is another one; one that is close enough stays."""
    path = approved / f"{name}.png"
    if path.is_file() and apart(_opened(path), now).is_close:
        return False
    approved.mkdir(parents=True, exist_ok=True)
    now.quantize(GREYS, dither=Image.Dither.NONE).save(path, optimize=True)
    return True
