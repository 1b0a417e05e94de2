"""Provide what everything else builds on: text with places, models, diagnostics, sheets as data, the game contract."""
