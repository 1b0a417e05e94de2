"""The studio: its one object, its server, and its page in a real browser."""
