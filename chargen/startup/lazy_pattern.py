"""Regular expressions that are compiled when they are first used.

Most patterns are for mistakes, which most files do not have; a command that checks a good file would compile fifty.
"""

import re
from typing import Any, AnyStr


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` returns, compiled later.

    >>> lazy_pattern(r"(\\d+)d6").fullmatch("3d6")[1]
    '3'
    """
    made: Any = _LazyPattern(pattern, flags)
    return made  # type: ignore[no-any-return]


class _LazyPattern:
    def __init__(self, *given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._given), name)
        # Kept, so that Python does not ask again.
        setattr(self, name, value)
        return value
