"""Check a file: the pipeline from text to a checked character."""

from chargen.checking.concept import Checked, at, check, check_data, check_source, check_written, rules, sheet

__all__ = ["Checked", "at", "check", "check_data", "check_source", "check_written", "rules", "sheet"]
