"""The journey from text to a checked character."""

from chargen.checking.concept import (
    AnyGame,
    Checked,
    check,
    check_data,
    check_made,
    check_source,
    rules,
    sheet,
)

__all__ = ["AnyGame", "Checked", "check", "check_data", "check_made", "check_source", "rules", "sheet"]
