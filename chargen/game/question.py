"""Define the odds that a game computes without a character: the question, and the answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from chargen.game.concept import RuleSet
from chargen.schema.model import Model

if TYPE_CHECKING:
    from chargen.page.roll import OddsData

R = TypeVar("R", bound=RuleSet)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Hold the reply to a question about odds, without a character."""

    title: str
    roll: str
    odds: "OddsData"
    rows: tuple[tuple[str, Any], ...] = ()
    """Further lines of the table on a terminal: label, and a chance or average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[R]):
    """Define the game's `chargen odds` command: its options as the fields of a model, and the reply.

    ``reply`` raises `Unanswerable` where the options contradict each other.
    """

    options: type[Model]
    reply: Callable[[Any, R], Answer]
    examples: tuple[str, ...] = ()
