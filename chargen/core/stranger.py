"""What is settled about a stranger before a game draws the rest by lot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field

from chargen.core.concept import Concept, Text
from chargen.core.diagnostic import Path
from chargen.core.shape import Several, Shape

C = TypeVar("C", bound=Concept)


class Words(Shape):
    """The words a game makes strangers of: lists of a game's own, each of which an archetype may replace."""


class Experience(Shape):
    """Experience that a stranger has had and spent."""

    award: Annotated[int, Field(ge=0, le=9999)] = 0
    """Points gained, of that game's kind."""
    prefer: Several[Text] = ()
    """What they are spent on, the most wanted first; what is left over is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief(Generic[C]):
    """An order for one stranger: a name, what is pinned, and the words to draw the rest from."""

    name: str
    pins: Mapping[str, Any]
    """What is settled, as plain data with the keys of a concept, each spelled as its field is. It is never changed."""
    pinned: C
    """The same, read: what is not pinned has the concept's default."""
    words: Any
    """The game's `Words`, with the lists that an archetype replaced."""
    experience: Experience | None = None


class Unlawful(ValueError):
    """What is pinned cannot be part of a lawful character; ``path`` leads to the pin, from the concept's top."""

    def __init__(self, path: Path, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.hint = hint
