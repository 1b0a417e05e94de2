"""Cache functions by the identity of their arguments instead of by their content."""

from collections.abc import Callable
from functools import lru_cache, wraps
from types import MethodType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


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
            args: list[Any] = [key.__self__ if isinstance(key, MethodType) else key for key in keys]
            return function(*args, **named)

        cached: Callable[..., T] = lru_cache(maxsize)(unwrapped)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            # A bound method keeps its object alive, and is hashed and compared by the identity of that object. A class
            # for this, with methods in Python, would take twice as long.
            return cached(*[arg if isinstance(arg, compared) else MethodType(id, arg) for arg in args], **named)

        return call

    return decorate
