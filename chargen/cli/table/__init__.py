"""The commands that run a table."""
