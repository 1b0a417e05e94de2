"""The fixed values of an NPC, and how a game proposes the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from pydantic import Field

from chargen.game.concept import Concept, RuleSet, Text
from chargen.game.shuffle import Shuffle
from chargen.schema.model import Model, Several
from chargen.text.diagnostic import Diagnostic, KeyPath, error
from chargen.text.source import Source

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
Proposal: TypeAlias = Mapping[str, object]  # The plain data of a concept, or of some of its keys
EQUIPMENT = "equipment"  # The key of equipment in every concept
SLIP = 0.85
"""The similarity from which a name counts as a misspelling of another (house default; 1 is the same)."""


class Words(Model):
    """Hold the words that a game makes NPCs of: lists of the game's own, each of which an archetype may replace.

    Two more lists say which words go together. They apply to everything that an NPC is or has by name, fixed values
    included: a trade, a skill, a weakness, a weapon.
    """

    excludes: Mapping[Text, Several[Text]] = {}
    """Words that exclude each other: `Reading and Writing: [Tally and Tax]`. Left out, none."""
    needs: Mapping[Text, Several[Text]] = {}
    """Words that need at least one of some others: `Dead shot: [Guns]`. Left out, none."""


class Experience(Model):
    """Experience that an NPC has gained, and spends unless it is kept."""

    award: Annotated[int, Field(ge=0, le=9999)] = 0
    """Points gained, of that game's kind."""
    prefer: Several[Text] = ()
    """What the points buy, the most wanted first; the rest is kept. Left out, anything legal at random."""
    keep: bool = False
    """Whether all points are kept for play; nothing is bought then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcSpec(Generic[C]):
    """Hold the specification of one NPC: a name, fixed values, and the words to draw the rest from."""

    name: str
    pins: Mapping[str, Any]
    """The fixed values, as plain data with the keys of a concept, spelled as its fields are. Never changed."""
    pinned: C
    """The same as a model: values that are not fixed have the concept's defaults."""
    words: Any
    """The game's `Words`, with the lists that an archetype replaced."""
    shuffle: Shuffle = field(default_factory=Shuffle)
    """Picks words of lists, so that neighbours in a batch differ."""
    sex: str = ""
    """``female`` or ``male``, where the list that the name comes from says so; else empty."""
    experience: Experience | None = None
    """The experience to spend after the fixed lines of the ledger; its award is above 0."""
    is_player: bool = False
    """Whether it is a player's character, which has the budget of the book where the table sets none."""

    def fixes(self, key: str) -> bool:
        """Return whether a value is fixed under a key of the concept; an empty list counts."""
        return self.pins.get(key) is not None

    def entries(self, key: str) -> list[Any]:
        """Return what is fixed under a key that takes a list, as plain data; one entry may stand without its list."""
        pinned = self.pins.get(key)
        if pinned is None:
            return []
        return list(pinned) if isinstance(pinned, (list, tuple)) else [pinned]


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcMaker(Generic[C, R]):
    """Define how a game makes NPCs. It need not check them: the check of a player's file does."""

    propose: Callable[[Random, R, NpcSpec[C]], Proposal]
    """Return a random character as the plain data of a concept; it never raises. Fixed values are merged over it.

    It states no rule: a number that the check finds out of range becomes the nearest legal one, and while anything else
    is wrong, another proposal is asked for. It may look at the fixed values where chance alone would rarely fit them:
    numbers that meet a sum, gear that goes with a skill.
    """
    word_errors: Callable[[Any, R], Iterable[Diagnostic]] | None = None
    """Yield the errors of an archetype's words; paths start at ``words``."""
    gear: Mapping[str, str] = field(default_factory=lambda: {EQUIPMENT: EQUIPMENT})
    """The keys of a concept for equipment, and the list of words that each is drawn from.

    Where a pack lists the role, its words replace the role's fixed values of these keys.
    """
    names: Callable[[Any, KeyPath], Iterable[str]] = lambda words, path: ()
    """The names that words have for a key of the concept at a path, such as ``("skills",)``; editors suggest them."""


class Infeasible(Exception):
    """Report why no legal NPC has the fixed values; it can be sent to another process.

    The paths of the diagnostics lead to these values from the top of a concept, or their places into ``sources``.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Iterable[Source] = ()) -> None:
        self.diagnostics, self.sources = tuple(diagnostics), tuple(sources)
        super().__init__(self.diagnostics, self.sources)

    def __str__(self) -> str:
        return "; ".join(found.message for found in self.diagnostics)


def refuse(message: str, *path: str | int, hint: str = "") -> Infeasible:
    """Return the refusal of words or experience that no NPC can have."""
    return Infeasible([error(message, *path, code="batch/unlawful", hint=hint)])
