"""Values compared by identity: concepts and rules are frozen, and the same one is asked the same again and again."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """A value as the key of a cache: equal only to itself, and kept alive while the cache holds it."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)
