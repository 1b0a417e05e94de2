"""The shape of data: models, the check of what was read against them, JSON Schema."""
