"""Compare values by identity instead of by content, for the keys of caches."""

from typing import Generic, TypeVar

T = TypeVar("T")


class IdentityKey(Generic[T]):
    """Wrap a value as the key of a cache: equal only to itself, and kept alive while the cache holds it.

    It is for values that are one object used many times, such as the rules of a table, and too large to compare.

    >>> book = {"die": 10}
    >>> IdentityKey(book) == IdentityKey(book), IdentityKey(book) == IdentityKey(dict(book))
    (True, False)
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same object."""
        return isinstance(other, IdentityKey) and self.value is other.value

    def __hash__(self) -> int:
        """Hash the identity of the object."""
        return id(self.value)
