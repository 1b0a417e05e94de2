"""The numbers from 2 to 12, with a range from 5 to 9."""

from chargen.core.sheet import Masthead

MASTHEAD = Masthead(
    "#1d3f66",
    "M1 11h69.6v1.6h-69.6zM1 7.5h1.6v8.6h-1.6zM7.8 7.5h1.6v8.6h-1.6zM14.6 7.5h1.6v8.6h-1.6z"
    "M21.4 7.5h1.6v8.6h-1.6zM28.2 7.5h1.6v8.6h-1.6zM35 7.5h1.6v8.6h-1.6zM41.8 7.5h1.6v8.6h-1.6z"
    "M48.6 7.5h1.6v8.6h-1.6zM55.4 7.5h1.6v8.6h-1.6zM62.2 7.5h1.6v8.6h-1.6zM69 7.5h1.6v8.6h-1.6z"
    "M21.4 8.8h28.8v6h-28.8z",
    width=72,
)
