"""The commented, legal concept that `chargen new facade` writes."""

STARTER = ""


def starter(name: str) -> str:
    """A complete, legal concept for a character of that name (already written as YAML)."""
    return STARTER.format(name=name)
