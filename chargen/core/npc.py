"""What is fixed about an NPC before a game proposes the rest, and how a game does that."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import Field

from chargen.core.concept import Concept, RuleSet, Text
from chargen.core.diagnostic import Diagnostic, KeyPath, Severity
from chargen.core.model import Model, Several
from chargen.core.shuffle import Shuffle

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
Proposal: TypeAlias = Mapping[str, object]
"""The plain data of a concept, or of some of its keys."""
EQUIPMENT = "equipment"
"""The key of every concept that says what somebody carries."""
SLIP = 0.85
"""How much alike two names are, of which one is taken for a slip of the other (ours; 1 is the same)."""


class Words(Model):
    """The words a game makes NPCs of: lists of a game's own, each of which an archetype may replace.

    What goes together is said of all of them in two lists more. They know whatever somebody is or has by its name, also
    what is fixed: a trade, a skill, a weakness, a weapon.
    """

    excludes: Mapping[Text, Several[Text]] = {}
    """What nobody has together, both ways: `Reading and Writing: [Tally and Tax]`. Left out, nothing."""
    needs: Mapping[Text, Several[Text]] = {}
    """What only those have who have one of some others as well: `Dead shot: [Guns]`. Left out, nothing."""


class Experience(Model):
    """Experience that an NPC has had, and spent unless it is kept."""

    award: Annotated[int, Field(ge=0, le=9999)] = 0
    """Points gained, of that game's kind."""
    prefer: Several[Text] = ()
    """What they are spent on, the most wanted first; what is left over is kept. Left out: anything lawful, by lot."""
    keep: bool = False
    """Whether all of them are kept, to be spent in play; nothing is bought then, whatever is preferred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcSpec(Generic[C]):
    """What is wanted of one NPC: a name, what is fixed, and the words to draw the rest from."""

    name: str
    pins: Mapping[str, Any]
    """What is fixed, as plain data with the keys of a concept, each spelled as its field is. It is never changed."""
    pinned: C
    """The same, read: what is not fixed has the concept's default."""
    words: Any
    """The game's `Words`, with the lists that an archetype replaced."""
    shuffle: Shuffle = field(default_factory=Shuffle)
    """Deals out lists of words, so that neighbours in a batch differ in what is read."""
    sex: str = ""
    """``female`` or ``male``, where the list that the name comes from says so; else empty."""
    experience: Experience | None = None
    """What is spent behind the lines of the ledger that are fixed; its award is above 0."""

    def fixes(self, key: str) -> bool:
        """Return whether anything is fixed under a key of the concept, be it an empty list."""
        return self.pins.get(key) is not None

    def entries(self, key: str) -> list[Any]:
        """Return what is fixed under a key that takes a list, as plain data; one entry may stand without its list."""
        pinned = self.pins.get(key)
        if pinned is None:
            return []
        return list(pinned) if isinstance(pinned, (list, tuple)) else [pinned]


def _no_names(words: Any, path: KeyPath) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcMaker(Generic[C, R]):
    """How a game makes NPCs. Whether somebody is lawful is no business of it: the check of a player's file says so."""

    propose: Callable[[Random, R, NpcSpec[C]], Proposal]
    """A character by lot, as the plain data of a concept; it never raises. What is fixed is laid over it.

    It may look at what is fixed, to fit the rest to it: numbers that come to a sum, gear that goes with a skill. That
    keeps it fast, as whatever the check finds fault with is proposed anew.
    """
    word_faults: Callable[[Any, R], Iterable[Diagnostic]] | None = None
    """What is wrong with words that an archetype brought; paths lead from ``words``."""
    gear: Mapping[str, str] = field(default_factory=lambda: {EQUIPMENT: EQUIPMENT})
    """The keys of a concept that say what is carried, and the list of words that each is drawn from.

    What a role fixes of them gives way to a pack's list, where the pack says so of the role.
    """
    names: Callable[[Any, KeyPath], Iterable[str]] = _no_names
    """The names that words have for a key of the concept at a path, such as ``("skills",)``; editors suggest them."""


class Infeasible(ValueError):
    """What is pinned cannot be part of a lawful character; ``path`` leads to the pin, from the concept's top."""

    def __init__(self, path: KeyPath, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.hint = hint


def refuse(findings: Iterable[Diagnostic], *above: str | int) -> None:
    """Raise `Infeasible` for the first error or warning, if any; ``above`` leads to where their paths begin."""
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            raise Infeasible((*above, *finding.path), finding.message, finding.hint)


def no_such_wish(wish: str, index: int, hint: str) -> Infeasible:
    """Say that a preference names nothing that is there, nor that the game lets anyone add."""
    return Infeasible(("experience", "prefer", index), f"there is no `{wish}` to spend experience on", hint)
