"""The games: a room each, with the same doors."""
