"""The lengths of a card in millimetres: the style sheet and what decides on lines share them."""

from dataclasses import dataclass
from functools import cache

from chargen.render.card_form import CardForm
from chargen.render.paper import MM_PER_PT
from chargen.render.theme import Theme


@dataclass(frozen=True, slots=True)
class Measures:
    """The lengths of a form in a theme."""

    form: CardForm
    rem: float
    """The size that all sizes of text are parts of."""
    scale: float

    @property
    def width(self) -> float:
        """Between the margins."""
        return self.form.width_mm - 2 * self.form.margin_mm

    @property
    def height(self) -> float:
        """Between the margins; a little less, so that rounding makes no second page."""
        return self.form.height_mm - 2 * self.form.margin_mm - 0.1

    @property
    def gutter(self) -> float:
        """Between two columns."""
        return 1.6 * self.rem

    @property
    def main(self) -> float:
        """The width of the column with the rolls."""
        return round(0.56 * (self.width - self.gutter), 2) if self.form.lying else self.width

    @property
    def side(self) -> float:
        """The width of the column with boxes and notes."""
        return self.width - self.main - self.gutter if self.form.lying else self.width

    @property
    def who(self) -> float:
        """The width that the name has."""
        return self.width - self.numbers_width - self.gutter if self.form.lying else self.width

    @property
    def numbers_width(self) -> float:
        """The width of all the numbers."""
        return 0.5 * self.width if self.form.lying else self.width

    @property
    def name(self) -> float:
        """The height of the name, in one size or another."""
        return 2.05 * self.rem

    @property
    def concept(self) -> float:
        """The height of the line below the name."""
        return 1.3 * self.rem

    @property
    def numbers(self) -> float:
        """The height of the numbers with their labels."""
        return 3.6 * self.rem

    @property
    def head(self) -> float:
        """The height of all that stands above the rolls."""
        beside = max(self.name + self.concept, self.numbers)
        return (beside if self.form.lying else self.name + self.concept + self.numbers) + self.apart

    @property
    def apart(self) -> float:
        """White space between two things that do not belong together."""
        return 0.45 * self.rem

    @property
    def title(self) -> float:
        """The height of the line above the rolls."""
        return 1.35 * self.rem

    @property
    def bar(self) -> float:
        """The length of a bar at 100 %."""
        return round(self.form.bar_mm * self.scale, 2)

    @property
    def label_line(self) -> float:
        """The height of a roll's first line."""
        return 1.35 * self.rem

    @property
    def what_line(self) -> float:
        """The height of a roll's second line."""
        return 1.2 * self.rem

    @property
    def roll(self) -> float:
        """The height of a roll."""
        return self.label_line + self.what_line + 0.12 * self.rem

    @property
    def label_room(self) -> float:
        """The width of a roll's name, beside its chance."""
        return self.main - 4.7 * self.rem

    @property
    def what_room(self) -> float:
        """The width of what to roll, beside the bar."""
        return self.main - self.bar - 0.6 * self.rem

    @property
    def note_line(self) -> float:
        """The height of a line of the notes."""
        return 1.2 * self.rem

    @property
    def note_name(self) -> float:
        """The width of the names of notes."""
        return 5.3 * self.rem

    @property
    def note_room(self) -> float:
        """The width of the notes themselves."""
        return self.side - self.note_name

    @property
    def track_title(self) -> float:
        """The height of the line above boxes."""
        return 1.15 * self.rem

    @property
    def box(self) -> float:
        """The side of a box."""
        return round(self.form.box_mm * self.scale, 2)

    @property
    def most_box_rows(self) -> int:
        """So many rows of boxes at most for one track."""
        return self.form.most_box_rows

    @property
    def box_row(self) -> float:
        """From one row of boxes to the next."""
        return round(self.box * 1.08, 2)

    @property
    def foot(self) -> float:
        """The height of the line at the foot."""
        return 1.1 * self.rem


@cache
def measures(form: CardForm, theme: Theme) -> Measures:
    """The lengths of a form in a theme."""
    return Measures(form, form.text_pt * theme.scale * MM_PER_PT, theme.scale)
