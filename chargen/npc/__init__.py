"""Read archetypes, roles, names and spreadsheets, and generate NPCs from them."""
