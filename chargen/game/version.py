"""Give the version of chargen."""

VERSION = "0.1.0"
