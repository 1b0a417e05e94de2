"""Define how a request of the page fails."""

from typing import Any


class Refused(Exception):
    """Report that a request cannot be answered; the message is shown to the user.

    ``kind`` is what the page can decide by, such as ``changed`` for a file that another program saved; ``data`` is what
    it needs for that.
    """

    def __init__(self, message: str, kind: str = "refused", **data: Any) -> None:
        super().__init__(message)
        self.kind = kind
        self.data = data
