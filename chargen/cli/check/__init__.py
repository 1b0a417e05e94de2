"""The commands that check."""
