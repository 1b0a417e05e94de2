"""Histograms: the bars as one path, and the numbers below them as lines of text."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from chargen.page.roll import THIN_SPACE, decimal, in_percent, percent
from chargen.page.sheet import Chart
from chargen.render.fonts import text_width

HEIGHT = 150  # The height of the plot, in tenths of a millimetre; its highest bar is a little lower
MARK = 26  # The height of the mark of the average, below the axis
INSET = 24  # The space before the first bar and behind the last, for labels that are wider than a bar
WIDEST, WIDEST_WITH_WORDS = 62, 170  # The largest width of a bar
MOST_WITH_NUMBERS = 16
"""The number of bars up to which each has its percentage below it; more of them share a scale at the side."""
EVERY = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
GRID = tuple(Fraction(hundredths, 100) for hundredths in (1, 2, 5, 10, 20, 25, 50))
BELOW_AXIS = 6  # The distance from the axis to words below it
ASCENT, DESCENT, LEVEL = 0.75, 0.25, 1.1
"""The height of letters above and below the baseline, and the distance of lines, in parts of their size."""
LEVELS = 2
"""The number of lines for words: one that would touch the one before it goes on the next, or is left out."""
BETWEEN_WORDS = 8
QUARTER = 4  # The number of thin spaces that are as wide as a digit
DIGIT = 497  # The width of a digit in the regular face, in thousandths of the size of the text
BLANK = 200
FIGURE_SPACE = "\u2007"  # As wide as a digit
Row: TypeAlias = tuple[str, float, float]
"""Texts under the bars as one line, its distance from the chart's left side, and how much wider its spaces are."""


def draw(
    chart: Chart, width_mm: float, text_mm: float, top: Fraction | None = None, *, thin: bool = False
) -> dict[str, Any]:
    """Draw a chart of that width at most, with small text of that size; ``top``: the greatest chance on its scale.

    It is paths and texts, with lengths in tenths of a millimetre.
    """
    bars = len(chart.series)
    highest = top or max((chance for _, chance in chart.series), default=Fraction(1)) or Fraction(1)

    # A few bars have their percentages below them; many have a line across at a round percentage, named at the left.
    numbered = bars <= MOST_WITH_NUMBERS
    grid = None if numbered else max((step for step in GRID if step <= highest), default=None)
    size = text_mm * 10
    left = INSET + (max(40, round(_width(in_percent(grid)) * size / 1000) + BETWEEN_WORDS) if grid else 0)

    # The distance of bars, as much as there is up to a maximum, and the gap between them.
    labels = [label for label, _ in chart.series]
    worded = any(number(label) is None for label in labels)
    step = min(float(WIDEST_WITH_WORDS if worded else WIDEST), (width_mm * 10 - left - INSET) / max(bars, 1))
    gap = step * 0.7 if thin else step * 0.5 if worded else min(step * 0.22, 6)
    parts = []
    for at, (_, chance) in enumerate(chart.series):
        height = round(float(chance / highest) * (HEIGHT - 8))
        if chance:
            x = left + at * step + gap / 2
            parts.append(f"M{x:.1f} {HEIGHT}v-{max(height, 2)}h{step - gap:.1f}V{HEIGHT}z")

    # Below the axis: the mark of the average, then the labels.
    right = left + bars * step
    mean_x, first = None, number(labels[0]) if labels else None
    if chart.mean is not None and first is not None:  # otherwise outcomes are words
        mean_x = left + (min(max(float(chart.mean) - first, 0), bars - 1) + 0.5) * step
    grid_height = HEIGHT - round(float(grid / highest) * (HEIGHT - 8)) if grid else 0
    below = HEIGHT + (MARK if mean_x is not None or not worded else 0)
    words = _words(labels, left, step, size, below + BELOW_AXIS) if worded else ()

    # Numbers that fit beside each other: the index of the first, and their distance in bars.
    widest = max(map(_width, labels), default=0) * text_mm / 100
    every = next((distance for distance in EVERY if distance * step >= widest + 8), EVERY[-1])
    start = -first % every if first is not None else 0
    if every == EVERY[1] and labels[-1].endswith("+"):
        start = (len(labels) - 1) % every  # the last bar, "or more", matters more than even numbers
    return {
        "width": round(right + INSET),
        "height": round(max((y for _, y, _ in words), default=below - DESCENT * size) + DESCENT * size),
        "text": size,
        "left": left,
        "bars": "".join(parts),
        "axis": f"M{left - 4} {HEIGHT}H{right + 4:.1f}",
        "grid": f"M{left} {grid_height}H{right:.1f}" if grid else "",
        # The percentage that the line across the bars means.
        "grid_label": in_percent(grid) if grid else "",
        "grid_height": grid_height,
        "mean": f"M{mean_x:.1f} {HEIGHT + 4}l-11 19h22z" if mean_x is not None else "",
        # Where outcomes are words: the middle of each, its baseline, and the word.
        "words": words,
        "labels": None if worded else _row(labels[start::every], start, every, left, step, text_mm),
        "numbers": _row([percent(chance) if chance else "" for _, chance in chart.series], 0, 1, left, step, text_mm)
        if numbered
        else None,
    }


def describe_chart(chart: Chart) -> str:
    """Describe a chart in a sentence, for screen readers.

    >>> describe_chart(Chart(name="c", title="Damage", series=(("0", Fraction(1, 4)), ("1", Fraction(3, 4)))))
    'Damage, from 0 to 1: most likely 1, at 75\u202f%.'
    """
    if not chart.series:
        return f"{chart.title}: nothing."
    likeliest, chance = max(chart.series, key=lambda outcome: outcome[1])
    mean = f"; on average {decimal(chart.mean, chart.places)}" if chart.mean is not None else ""
    return (
        f"{chart.title}, from {chart.series[0][0]} to {chart.series[-1][0]}: "
        f"most likely {likeliest}, at {in_percent(chance)}{mean}."
    )


def number(label: str) -> int | None:
    """Return the integer in a label, such as 12 for "12+" and 3 for "≤3"; None for words.

    >>> number("12+"), number("−3"), number("≤−3"), number("miss")
    (12, -3, -3, None)
    """
    digits = label.strip("+≤≥").replace("−", "-")
    return int(digits) if digits.lstrip("-").isdecimal() and digits.isascii() else None


def _words(
    labels: Sequence[str], left: float, step: float, size: float, top: float
) -> tuple[tuple[float, float, str], ...]:
    """Return labels under their bars, each on the first line that has room for it."""
    ends = [-1.0 * BETWEEN_WORDS] * LEVELS
    found = []
    for at, label in enumerate(labels):
        half = _width(label) * size / 2000
        middle = max(left + (at + 0.5) * step, half)  # the first may be wider than the room before it
        level = next((number for number, end in enumerate(ends) if middle - half >= end + BETWEEN_WORDS), None)
        if level is not None:
            ends[level] = middle + half
            found.append((round(middle, 1), round(top + size * (ASCENT + level * LEVEL), 1), label))
    return tuple(found)


def _row(texts: Sequence[str], start: int, every: int, left: float, step: float, text_mm: float) -> Row:
    """Return texts under their bars, from the one at ``start``, each with as much white space as makes all equal."""
    widest = max(map(_width, texts), default=0)
    centred = []
    for text in texts:
        quarters = round((widest - _width(text)) / DIGIT * QUARTER)
        before, after = (
            FIGURE_SPACE * (part // QUARTER) + THIN_SPACE * (part % QUARTER)
            for part in (quarters // 2, quarters - quarters // 2)
        )
        centred.append(before + text + after)
    spacing = every * step / 10 - (widest + BLANK) * text_mm / 1000
    begin = (left + (start + 0.5) * step) / 10 - widest * text_mm / 2000
    return " ".join(centred), begin, spacing


def _width(text: str) -> int:
    """Return the width of a text, in thousandths of its size."""
    return round(1000 * text_width(text))
