"""Sheets as files: jobs for the printers, fillable ones and blank ones."""
