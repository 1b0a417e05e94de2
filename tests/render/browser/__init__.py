"""Sheets in a real browser."""
