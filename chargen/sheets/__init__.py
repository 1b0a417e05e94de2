"""Sheets as files: jobs for the printers, forms that are filled in, and blank ones."""
