"""The commands that play."""
