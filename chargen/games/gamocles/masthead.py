"""A meander."""

from chargen.core.sheet import Masthead

MASTHEAD = Masthead(
    "#7a4b12",
    "M1 1.5h3v21h-3zM1 1.5h18v3h-18zM16 1.5h3v15.5h-3zM8 14h11v3h-11zM8 8h3v9h-3zM1 19.5h24v3h-24z"
    "M22 1.5h3v21h-3zM22 1.5h18v3h-18zM37 1.5h3v15.5h-3zM29 14h11v3h-11zM29 8h3v9h-3zM22 19.5h24v3h-24z"
    "M43 1.5h3v21h-3zM43 1.5h18v3h-18zM58 1.5h3v15.5h-3zM50 14h11v3h-11zM50 8h3v9h-3zM43 19.5h18v3h-18z",
    width=62,
)
