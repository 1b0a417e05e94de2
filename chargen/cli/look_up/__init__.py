"""The commands that look something up."""
