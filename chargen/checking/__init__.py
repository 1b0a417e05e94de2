"""The journey from text to a checked character."""

from chargen.checking.concept import Checked, check, check_data, check_source, check_written, rules, sheet

__all__ = ["Checked", "check", "check_data", "check_source", "check_written", "rules", "sheet"]
