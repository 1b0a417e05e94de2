"""Check a file: the pipeline from text to a checked character."""

from chargen.checking.concept import (
    Checked,
    check_data,
    check_source,
    make_sheet,
    rewind,
    rules,
)

__all__ = ["Checked", "check_data", "check_source", "make_sheet", "rewind", "rules"]
