"""Pictures of pages, how far two of them are apart, and where to see it."""

from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat

from chargen import registry
from chargen.page.sheet import Sheet
from chargen.render.card_size import CARDS
from chargen.render.deck import Deck
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from chargen.render.typesetter import typeset
from chargen.sheets.decks import card_of
from tests.characters import check, concept, preset, sheet_of

APPROVED = Path(__file__).parent / "approved"
SHOWN = Path(__file__).parents[3] / "output" / "visual"
"""Where a picture that differs is written."""
NAMES = [*registry.list_games(), *(f"card-{game}" for game in (*registry.list_games(), "opposition"))]
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


def picture(name: str) -> Image.Image:
    """Return how the first sheet of a game looks, or its card."""
    game = name.removeprefix("card-")
    path = preset("toll-road-company") if game == "opposition" else concept(game)
    if name == game:
        return picture_of(sheet_of(path))
    card = card_of(check(path))
    deck = Deck(cards=[card], size=CARDS, paper=A4, theme=PLAIN, title=card.name, single=True)
    return _drawn(typeset(deck, Press()).content, CARD_DOTS_PER_INCH)


def picture_of(sheet: Sheet) -> Image.Image:
    """Return the first page of a sheet on A4, in a few greys."""
    return _drawn(pdf(sheet, paper=A4).content, DOTS_PER_INCH)


def _drawn(content: bytes, dots_per_inch: int) -> Image.Image:
    page = pypdfium2.PdfDocument(content)[0]
    drawn: Image.Image = page.render(scale=dots_per_inch / 72, grayscale=True).to_pil()
    return drawn.convert("L").quantize(GREYS, dither=Image.Dither.NONE).convert("L")


@dataclass(frozen=True, slots=True)
class Apart:
    mean: float
    share: float

    @property
    def is_close(self) -> bool:
        return self.mean <= LARGEST_MEAN and self.share <= LARGEST_SHARE


def apart(one: Image.Image, other: Image.Image) -> Apart:
    """How far two pictures are apart once slightly blurred; pictures of unlike sizes are completely so."""
    if one.size != other.size:
        return Apart(255, 1)
    blur = ImageFilter.GaussianBlur(BLUR)
    difference = ImageChops.difference(one.filter(blur), other.filter(blur))
    clearly = sum(difference.histogram()[CLEARLY:])
    return Apart(ImageStat.Stat(difference).mean[0], clearly / (one.width * one.height))


def opened(name: str) -> Image.Image:
    with Image.open(APPROVED / f"{name}.png") as file:
        return file.convert("L")


def compare(name: str) -> str:
    """Return a message for a picture that differs from the approved one, and write it to `SHOWN`."""
    now = picture(name)
    found = apart(opened(name), now)
    if found.is_close:
        return ""
    SHOWN.mkdir(parents=True, exist_ok=True)
    now.save(SHOWN / f"{name}.png")
    return (
        f"{name} looks different: {found.mean:.2f} of 255 on average (at most {LARGEST_MEAN}), and "
        f"{found.share:.2%} of the dots clearly (at most {LARGEST_SHARE:.1%}).\n"
        f"  approved:  {APPROVED / f'{name}.png'}\n"
        f"  now:       {SHOWN / f'{name}.png'}\n"
        "If it is meant, approve it: make approve"
    )
