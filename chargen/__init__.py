"""chargen: character concepts in plain text, checked against the rules, printed with exact odds."""

__version__ = "0.1.0"
