"""Define kinds of lines of a ledger (`Verb`), possible purchases (`Candidate`) and replayed lines (`Step`)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from chargen.game.concept import Entry, RuleSet
from chargen.game.ledger import Account
from chargen.kit.vocabulary import in_case_of
from chargen.schema.model import Model
from chargen.schema.schema_error import written_near
from chargen.text.diagnostic import Diagnostic, KeyPath, error
from chargen.text.names import did_you_mean, fold, instead

E = TypeVar("E", bound=Entry)
S = TypeVar("S")
R = TypeVar("R", bound=RuleSet)

AT_THIS_LINE = "at this line of the ledger"
"""The end of messages about what other lines may add."""
Line: TypeAlias = dict[str, Any]
"""A line of a ledger as a file writes it, in plain data."""


@dataclass(frozen=True, slots=True)
class Verb(Generic[E, S, R]):
    """A kind of line of the ledger, besides the award.

    ``E`` is the game's type of a line, ``S`` the type of its character between two lines, ``R`` the type of its rules.
    """

    key: str
    """The key in a file, such as ``buy_off``; the model of a line has a field of this name or alias."""
    example: str
    """An example for hints: ``as in {raise: Brave, to: 3}``."""
    apply: Callable[[E, S, R], S]
    """Return the character after the line, which is legal or waived by the table."""
    describe: Callable[[E, S, S, R], str]
    """Return the text of the line on the sheet, from the line and the character before and after it."""
    _: KW_ONLY
    price: Callable[[E, S, R], int] = lambda line, before, rules: 0
    """Return the price of the line in points, from the line and the character before it."""
    price_at: KeyPath = ()
    """The path in the line where an unpaid price is reported, such as ``("points",)``."""
    needs: tuple[str, ...] = ()
    """The keys that the line must have beside ``key``."""
    takes: tuple[str, ...] = ()
    """The keys that the line may have beside ``key``; ``why`` and ``date`` are always allowed."""
    meant: Callable[[E, S, R], S] = lambda line, before, rules: before
    """Return the character after a line that breaks a rule, as its player means it: at the nearest legal values.

    A key of the line may be missing. By default the line changes nothing.
    """
    adds: bool = False
    """Whether it adds something new, whose name is taken from then on, even if the rest of the line cannot be read."""
    form: Callable[[E, S, R], Iterable[Diagnostic]] = lambda line, before, rules: ()
    """Yield further errors in the form of a line, as part of the rule ``ledger_line``."""
    merge: Callable[[Line, Line], Line] | None = None
    """Merge two lines about the same thing, for the purchases of an NPC."""
    rules: tuple[Callable[[E, S, R], Iterable[Diagnostic]], ...] = ()
    """The rules of lines of this kind; rules of several kinds are in `Ledger.line_rules`."""
    candidates: Callable[[S, R, Any], Iterable["Candidate"]] = lambda state, rules, words: ()
    """Yield the possible purchases of this kind, in addition to the ``candidates`` of the ledger."""


class Candidate(NamedTuple):
    """A possible purchase; the rules of the ledger decide whether it is legal."""

    entry: Mapping[str, Any] | None
    """The line of the purchase; None for something that cannot be raised further, such as a trait at its maximum."""
    names: tuple[str, ...]
    """The names that a preference may use: its own name first, then its kinds."""
    group: str = ""
    """A kind of new things, such as ``talent``. A random choice counts it as one option; a preference buys one."""
    asked: bool = False
    """Whether only a preference buys it, and never a random choice."""

    def is_called(self, wish: str) -> bool:
        """Return whether a preference means this candidate, in any spelling.

        >>> Candidate(None, ("Steal Initiative",), group="new").is_called("steal-initiative")
        True
        """
        return self.is_grouped(wish) or fold(wish) in _fold_names(self.names)

    def is_grouped(self, wish: str) -> bool:
        """Return whether a preference is the name of the group, in the singular or the plural.

        >>> Candidate(None, ("Dead shot",), group="talent").is_grouped("Talents")
        True
        """
        return bool(self.group) and fold(wish) in (fold(self.group), f"{fold(self.group)}s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Generic[E, S]):
    """The result of replaying a line, or one verb of a line."""

    index: int
    """The index of the line in the ledger, from 0."""
    line: E
    before: S
    account: Account
    """The account after the line."""
    verb: Verb[E, S, Any] | None = None
    """The verb of the line; None for an award, and for a line with no verb or several."""
    after: S | None = None
    """The character after the line; None for a line that could not be read."""
    diagnostics: tuple[Diagnostic, ...] = ()
    price: int = 0
    """The points paid for the line."""
    is_refused: bool = False
    """Whether the line breaks a rule: it counts as meant, is free, and is not listed on a sheet."""


@lru_cache(maxsize=4096)
def _fold_names(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(fold, names))


def keys_of(line: Entry) -> list[str]:
    """Return the keys of a line whose values are not the default, as a file writes them, without why and date.

    >>> keys_of(Entry(award=3, why="the docks"))
    ['award']
    """
    values = vars(line)
    return [key for key, (name, default) in fields_of(type(line)).items() if values[name] != default]


@cache
def fields_of(model: type[Model]) -> Mapping[str, tuple[str, Any]]:
    """Return the name and the default of each field of an entry, by its key in a file."""
    return {
        info.alias or name: (name, info.get_default())
        for name, info in model.model_fields.items()
        if name not in ("why", "date")
    }


def missing_error(what: str, name: str, there: Iterable[str], *path: str | int, hint: str = "") -> Diagnostic:
    """Return the error that the character has nothing of a name at a line of the ledger.

    ``there`` are the names that the character has, for suggestions; ``hint`` replaces the default hint.

    >>> lost = missing_error("talent", "Climb", ["Climbing", "Swimming"], "lose")
    >>> lost.message, lost.hint
    ('there is no talent `Climb` at this line of the ledger', 'did you mean `Climbing`?')
    """
    names = list(there)
    alike = [in_case_of(name, one) for one in names]
    fix = None if hint else written_near(name, alike)
    hint = hint or did_you_mean(name, alike) or instead(name, names)
    return error(f"there is no {what} `{name}` {AT_THIS_LINE}", *path, hint=hint, fix=fix)


def as_meant(line: E, diagnostics: Iterable[Diagnostic]) -> E:
    """Return a line with the names that its errors suggest in place of unknown ones.

    >>> class Advance(Entry):
    ...     brighten: str | None = None
    >>> as_meant(Advance(brighten="Brvae"), [error("there is no `Brvae`", "brighten", fix="Brave")]).brighten
    'Brave'
    """
    fields = fields_of(type(line))
    suggested = {
        fields[str(found.path[0])][0]: found.fix
        for found in diagnostics
        if found.fix is not None and not found.key and len(found.path) == 1 and found.path[0] in fields
    }
    names = {field: name for field, name in suggested.items() if isinstance(getattr(line, field), str)}
    return line.model_copy(update=names) if names else line


def value_of(line: Entry, key: str) -> Any:
    """Return the value or default of a key of a line, as a file spells the key."""
    return getattr(line, fields_of(type(line))[key][0])
