"""The commands that set chargen up."""
