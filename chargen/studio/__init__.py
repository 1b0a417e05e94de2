"""The studio: characters built in a browser. One object answers what the page asks; a server carries the messages."""
