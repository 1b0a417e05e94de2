"""People by the ten or the ten thousand: archetypes, spreadsheets, names, and the batches made of them."""
