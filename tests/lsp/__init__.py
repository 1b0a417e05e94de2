"""The language server, over pipes, as an editor speaks with it."""
