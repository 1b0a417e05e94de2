"""Pictograms in the cells of tables, as paths: lengths in tenths of a millimetre."""

from typing import Any

from chargen.page.sheet import Figure, NumberLine

SIZE = 30  # The height of a pictogram
BETWEEN = 8
STROKE = 2
BAR, BETWEEN_BARS, LOWEST_BAR, HIGHEST_BAR = 14, 7, 10, 42
NUMBER, TEXT = 42, 26.5  # The distance of numbers on a line, and the size of their text
BASELINE, STROKE_TOP, THICK = 22, 29, 9
NAMES = {
    "d10": ("die", "dice"),
    "die": ("die", "dice"),
    "square": ("box", "boxes"),
    "bars": ("bar", "bars"),
}


def pictogram(figure: Figure) -> dict[str, Any]:
    """Return a pictogram as paths, and in words for screen readers.

    The paths are filled shapes and outlines; numbers come with whether they are in bold.

    >>> from chargen.page.sheet import Pips
    >>> [pictogram(each)["words"] for each in (Pips(4, 2, "d10"), Pips(1), NumberLine(5, 9))]
    ['4 dice inked, 2 hollow', '1 box inked', '5 to 9 of 2 to 12']
    """
    if isinstance(figure, NumberLine):
        numbers = range(figure.start, figure.stop + 1)
        low, high = max(figure.low, figure.start), min(figure.high, figure.stop)
        thick = (high - low + 1) * NUMBER
        stroke = f"M{(low - figure.start) * NUMBER} {STROKE_TOP}h{thick}v{THICK}h-{thick}z"
        picked = f"{figure.low} to {figure.high}" if figure.high >= figure.low else "none"
        return {
            "words": f"{picked} of {figure.start} to {figure.stop}",
            "width": len(numbers) * NUMBER,
            "height": STROKE_TOP + THICK,
            "inked": stroke if high >= low else "",
            "outlines": f"M0 {STROKE_TOP + THICK / 2:g}H{len(numbers) * NUMBER}",
            "numbers": [((at + 0.5) * NUMBER, BASELINE, str(n), low <= n <= high) for at, n in enumerate(numbers)],
        }
    number = figure.filled + figure.hollow
    if figure.shape == "bars":
        step, size = BAR + BETWEEN_BARS, BAR
        rise = (HIGHEST_BAR - LOWEST_BAR) / max(number - 1, 1)
        inset = STROKE / 2
        heights = [LOWEST_BAR + rise * at - STROKE for at in range(number)]
        models = [
            f"M{at * step + inset:g} {HIGHEST_BAR - inset:g}v-{high:.3g}h{BAR - STROKE}v{high:.3g}z"
            for at, high in enumerate(heights)
        ]
    else:
        step, size = SIZE + BETWEEN, SIZE
        start, path = SHAPES[figure.shape]
        models = [f"M{at * step + start} {path}" for at in range(number)]
    one, several = NAMES[figure.shape]
    hollow = f", {figure.hollow} hollow" if figure.hollow else ""
    return {
        "words": f"{figure.filled} {one if figure.filled == 1 else several} inked{hollow}",
        "width": max(number, 1) * step - (step - size),
        "height": HIGHEST_BAR if figure.shape == "bars" else SIZE,
        "inked": "".join(models[: figure.filled]),
        "outlines": "".join(models[figure.filled :]),
        "numbers": (),
    }


SHAPES = {
    "square": (1, "1h28v28h-28z"),
    "die": (7, "1h16a6 6 0 0 1 6 6v16a6 6 0 0 1 -6 6h-16a6 6 0 0 1 -6 -6v-16a6 6 0 0 1 6 -6z"),
    "d10": (15, "1l14 11l-14 17l-14 -17z"),  # a kite, as a face of a ten-sided die
}
"""Where the path of each shape starts, from its left side, and the path, in a square of `SIZE` within its stroke."""
