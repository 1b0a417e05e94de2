"""Small pages side by side on paper, with crop marks between which one cuts."""

from dataclasses import dataclass

from chargen.render.paper import Paper

POINTS_PER_MM = 72 / 25.4
MARK_MM = 4
"""How long a crop mark is."""
MARK_AWAY_MM = 1.5
"""How far crop marks keep from what is cut out."""
MARK_LINE = 0.25
"""How thick a crop mark is, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Cells of one size in rows and columns in the middle of a paper; lengths in millimetres."""

    paper: Paper
    across: int
    down: int
    width_mm: float
    height_mm: float
    gap_mm: float = 0
    marked: bool = True
    """Whether there are crop marks."""

    @property
    def cells(self) -> int:
        """How many stand on one side of the paper."""
        return self.across * self.down

    @property
    def size(self) -> tuple[float, float]:
        """The paper's width and height in points."""
        return round(self.paper.width_mm * POINTS_PER_MM, 3), round(self.paper.height_mm * POINTS_PER_MM, 3)

    def cell(self, index: int) -> tuple[float, float]:
        """The lower left corner of a cell in points; row by row from the top left, counted from 0."""
        row, column = divmod(index, self.across)
        return self._left(column) * POINTS_PER_MM, self._bottom(row) * POINTS_PER_MM

    def cell_behind(self, index: int) -> tuple[float, float]:
        """The cell behind that one, on the back of a paper that is turned over like a leaf of a book."""
        row, column = divmod(index, self.across)
        return self.cell(row * self.across + self.across - 1 - column)

    def marks(self, count: int) -> bytes:
        """The operators of the crop marks around the first ``count`` cells."""
        if not self.marked:
            return b""
        columns, rows = min(count, self.across), -(-count // self.across)
        xs = sorted({side for column in range(columns) for side in self._sides(self._left(column), self.width_mm)})
        ys = sorted({side for row in range(rows) for side in self._sides(self._bottom(row), self.height_mm)})
        left, right, bottom, top = xs[0], xs[-1], ys[0], ys[-1]
        lines = []
        for x in xs:
            lines += [(x, top + MARK_AWAY_MM, x, top + MARK_AWAY_MM + MARK_MM)]
            lines += [(x, bottom - MARK_AWAY_MM, x, bottom - MARK_AWAY_MM - MARK_MM)]
        for y in ys:
            lines += [(left - MARK_AWAY_MM, y, left - MARK_AWAY_MM - MARK_MM, y)]
            lines += [(right + MARK_AWAY_MM, y, right + MARK_AWAY_MM + MARK_MM, y)]
        drawn = b"".join(b"%.3f %.3f m %.3f %.3f l\n" % tuple(each * POINTS_PER_MM for each in line) for line in lines)
        return b"q %.3g w 0 0 0 RG\n%bS Q\n" % (MARK_LINE, drawn)

    @staticmethod
    def _sides(start: float, length: float) -> tuple[float, float]:
        return round(start, 4), round(start + length, 4)

    def _left(self, column: int) -> float:
        whole = self.across * self.width_mm + (self.across - 1) * self.gap_mm
        return (self.paper.width_mm - whole) / 2 + column * (self.width_mm + self.gap_mm)

    def _bottom(self, row: int) -> float:
        whole = self.down * self.height_mm + (self.down - 1) * self.gap_mm
        top = (self.paper.height_mm + whole) / 2
        return top - (row + 1) * self.height_mm - row * self.gap_mm
