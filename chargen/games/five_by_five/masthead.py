"""Five signal bars: loud and clear."""

from chargen.core.sheet import Masthead

MASTHEAD = Masthead(
    "#a3201a",
    "M1 18h3v5h-3zM5.75 14h3v9h-3zM10.5 10h3v13h-3zM15.25 5.5h3v17.5h-3zM20 1h3v22h-3z",
)
