"""The commands that write a character."""
