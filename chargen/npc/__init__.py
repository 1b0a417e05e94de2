"""Who is wanted: archetypes, roles, names, draws and spreadsheets, and the NPCs made of them."""
