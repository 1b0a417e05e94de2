"""A line of the ledger: what it may do (`Verb`), what could be bought (`Candidate`), how it was replayed (`Step`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from chargen.core.concept import Entry, RuleSet
from chargen.core.diagnostic import Diagnostic, KeyPath, error
from chargen.core.ledger import Account
from chargen.core.model import Model
from chargen.core.names import fold, instead
from chargen.core.schema_error import written_near

E = TypeVar("E", bound=Entry)
S = TypeVar("S")
R = TypeVar("R", bound=RuleSet)

Line: TypeAlias = dict[str, Any]
"""A line of a ledger as a file writes it, in plain data."""


def no_entries(*_: Any) -> tuple[Any, ...]:
    return ()


def no_price(*_: Any) -> int:
    return 0


def _why(line: Entry) -> str:
    return line.why


@dataclass(frozen=True, slots=True)
class Verb(Generic[E, S, R]):
    """A thing that a line of the ledger may do, besides awarding points.

    ``E`` is the game's entry, ``S`` what its character is between two lines, ``R`` its rules.
    """

    key: str
    """The key that a file writes, such as ``buy_off``; the entry has a field of that name or alias."""
    example: str
    """A line to take after, for hints: ``as in {raise: Brave, to: 3}``."""
    apply: Callable[[E, S, R], S]
    """Return the character after the line. It is called for legal lines, and for those that the table waives."""
    describe: Callable[[E, S, S, R], str]
    """Return what the line has done, for the sheet, from the line and the character before and after it."""
    _: KW_ONLY
    price: Callable[[E, S, R], int] = no_price
    """Return the points that the line costs, from the line and the character before it."""
    price_at: KeyPath = ()
    """Where in the line a price that is not paid is pointed out, such as ``("points",)``."""
    needs: tuple[str, ...] = ()
    """The keys without which it cannot be done."""
    takes: tuple[str, ...] = ()
    """The keys that may stand beside it; ``why`` and ``date`` always may."""
    why: Callable[[E], str] = _why
    """Return what the line was for."""
    form: Callable[[E, S, R], Iterable[Diagnostic]] = no_entries
    """Yield what else is wrong with a line by itself, as part of the rule ``ledger_line``."""
    merge: Callable[[Line, Line], Line] | None = None
    """Return two lines about one thing as one, where an NPC's purchases may be written so."""
    rules: tuple[Callable[[E, S, R], Iterable[Diagnostic]], ...] = ()
    """The rules of a line that does this; those of lines of several kinds are `Ledger.line_rules`."""
    candidates: Callable[[S, R, Any], Iterable["Candidate"]] = no_entries
    """Yield what it could be done to now, beside the ledger's own ``candidates``."""


class Candidate(NamedTuple):
    """Something that points could buy, legal or not: the ledger's rules decide."""

    entry: Mapping[str, Any] | None
    """The line that does it, as data; None for what is there and cannot be bought, such as a trait at its top."""
    names: tuple[str, ...]
    """What a preference may call it, its own name first, then kinds that it is of."""
    group: str = ""
    """A kind of new things, such as ``talent``: random choices count it as one, and a preference is met once."""
    asked: bool = False
    """Whether only a preference may mean it, and never a random choice."""

    def is_called(self, wish: str) -> bool:
        """Return whether a preference means it, in any spelling.

        >>> Candidate(None, ("Steal Initiative",), group="new").is_called("steal-initiative")
        True
        """
        return self.is_grouped(wish) or fold(wish) in _folded(self.names)

    def is_grouped(self, wish: str) -> bool:
        """Return whether a preference means any of its group, in the singular or the plural.

        >>> Candidate(None, ("Dead shot",), group="talent").is_grouped("Talents")
        True
        """
        return bool(self.group) and fold(wish) in (fold(self.group), f"{fold(self.group)}s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Generic[E, S]):
    """A line as it was replayed."""

    index: int
    """Its place in the ledger, from 0."""
    line: E
    verb: Verb[E, S, Any] | None
    """What it does; None for an award, and where it does nothing or several things."""
    before: S
    after: S | None
    """The character after it; None where it changes nothing."""
    account: Account
    """The points after it."""
    diagnostics: tuple[Diagnostic, ...] = ()
    price: int = 0
    """What was paid for it."""


@lru_cache(maxsize=4096)
def _folded(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, names))


def keys_of(line: Entry) -> list[str]:
    """Return the keys that a line has, as a file writes them, without why and date: what differs from the default.

    >>> keys_of(Entry(award=3, why="the docks"))
    ['award']
    """
    return [key for key, (name, default) in fields_of(type(line)).items() if getattr(line, name) != default]


@cache
def fields_of(model: type[Model]) -> Mapping[str, tuple[str, Any]]:
    """Return the fields of an entry with their defaults, by the keys that a file writes."""
    return {
        info.alias or name: (name, info.get_default())
        for name, info in model.model_fields.items()
        if name not in ("why", "date")
    }


def missing(what: str, name: str, there: Iterable[str], *path: str | int, hint: str = "") -> Diagnostic:
    """Return the diagnostic that there is nothing of a kind and a name at a line of the ledger.

    ``there`` are the names that there are, of which one may be meant; ``hint`` where there is something better to say.

    >>> lost = missing("talent", "Climb", ["Climbing", "Swimming"], "lose")
    >>> lost.message, lost.hint
    ('there is no talent `Climb` at this line of the ledger', 'did you mean `Climbing`?')
    """
    names = list(there)
    fix = None if hint else written_near(name, names)
    hint = hint or instead(name, names)
    return error(f"there is no {what} `{name}` at this line of the ledger", *path, hint=hint, fix=fix)


def value_of(line: Entry, key: str) -> Any:
    """Return what a line says under a key, spelled as files do; its default where it says nothing."""
    return getattr(line, fields_of(type(line))[key][0])
