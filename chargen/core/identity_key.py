"""A value that is told from others by who it is, and not by what it holds: the key of a cache."""

from typing import Generic, TypeVar

T = TypeVar("T")


class IdentityKey(Generic[T]):
    """A value as the key of a cache: equal only to itself, and kept alive while the cache holds it.

    For values that are the same object again and again, such as the rules of a table, and too large to be compared.

    >>> book = {"die": 10}
    >>> IdentityKey(book) == IdentityKey(book), IdentityKey(book) == IdentityKey(dict(book))
    (True, False)
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same object."""
        return isinstance(other, IdentityKey) and self.value is other.value

    def __hash__(self) -> int:
        """Go by the object that is held."""
        return id(self.value)
