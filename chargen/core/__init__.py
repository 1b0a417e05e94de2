"""The ground floor: text with places, shapes, diagnostics, the sheet as data, and what a game is."""
