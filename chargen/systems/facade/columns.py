"""Columns of the sheet's tables, written short."""

from chargen.core.sheet import Column


def column(heading: str, width: int, help: str = "", *, big: bool = False, left: bool = False) -> Column:
    return Column(
        heading=heading, width=width, help=help, big=big, align="left" if left else "center" if big else "right"
    )
