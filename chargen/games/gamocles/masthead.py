"""A meander."""

from chargen.core.sheet import Masthead

MASTHEAD = Masthead(
    "#7a4b12",
    "M1 1.5H19V17H8V8h3v6h5V4.5H4v15H22V1.5H40V17H29V8h3v6h5V4.5H25v15H43V1.5H61V17H50V8h3v6h5V4.5H46v15h15v3H1z",
    width=62,
)
