"""Compare values by identity instead of by content, for the keys of caches."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
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


def cache_by_identity(
    maxsize: int, *, by_value: type[Any] | tuple[type[Any], ...] = ()
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a function by the identity of its arguments, such as the rules of a table, which are too large to compare.

    Numbers and texts are compared by value, and so are arguments of the types ``by_value`` and those with keywords.

    >>> @cache_by_identity(8)
    ... def sides(book, dice):
    ...     return [book["die"]] * dice
    >>> book = {"die": 10}
    >>> sides(book, 2) is sides(book, 2), sides(book, 2) is sides({"die": 10}, 2)
    (True, False)
    """
    compared = (str, int, type(None)) + (by_value if isinstance(by_value, tuple) else (by_value,))

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        def unwrapped(*keys: Any, **named: Any) -> T:
            return function(*[key.value if isinstance(key, IdentityKey) else key for key in keys], **named)

        cached: Callable[..., T] = lru_cache(maxsize)(unwrapped)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            return cached(*[arg if isinstance(arg, compared) else IdentityKey(arg) for arg in args], **named)

        return call

    return decorate
