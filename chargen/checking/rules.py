"""Find the rules in force for a concept: the book's, changed by its campaign's, changed by its own, some waived.

Equal rules are the same object in a process, so that games can cache results by them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chargen import fileio
from chargen.checking import campaign
from chargen.checking.campaign import HouseRules
from chargen.game.concept import Concept, RuleSet, Waiver
from chargen.game.contract import AnyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.schema.schema_error import written_near
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity, warning
from chargen.text.names import did_you_mean

if TYPE_CHECKING:
    from chargen.page.sheet import Sheet

Waivers = tuple[tuple[Waiver, KeyPath | None], ...]
"""Each waiver, and its path in the concept; None for one of the campaign's."""
_REMEMBERED = 64  # The sets of rules that are cached for the next character (house default)


@dataclass(frozen=True, slots=True)
class Table:
    """Hold the campaign file whose house rules hold for everything that is checked, even where a file names another."""

    path: Path
    tell: Callable[[str], object] = lambda _: None
    """It gets each sentence about a role whose own rule gives way to the table's."""
    written: str = ""  # The path as the user wrote it


TABLE: ContextVar[Table | None] = ContextVar("table", default=None)
"""The table whose house rules hold for everything; None where each file names its own."""


@contextmanager
def at_table(table: Table | None) -> Iterator[None]:
    """Apply the house rules of a table while the context lasts; None changes nothing."""
    token = TABLE.set(table or TABLE.get())
    try:
        yield
    finally:
        TABLE.reset(token)


def house_rules(game: AnyGame, concept: Concept | None = None, folder: Path = Path()) -> HouseRules:
    """Return the house rules of the table, or else of the campaign file that a concept in ``folder`` names.

    They are those of the file's current state. What is wrong with the table's was reported where it was named.
    """
    if (table := TABLE.get()) is not None:
        return replace(read_house_rules(table.path, game.key), diagnostics=())
    if concept is None or not concept.campaign:
        return HouseRules()
    path = campaign.sought(concept.campaign, folder)
    if isinstance(path, Diagnostic):
        return HouseRules(diagnostics=(path,), unread=None)
    return read_house_rules(path, game.key)


def read_house_rules(path: Path, system: str) -> HouseRules:
    """Return the house rules of a campaign file for a game, in the file's current state."""
    return _campaign(path, system, fileio.find_state(path))


@lru_cache(maxsize=16)
def _campaign(path: Path, system: str, state: tuple[object, ...] | None) -> HouseRules:
    return campaign.read_campaign(path, str(path), system)


def merged(game: AnyGame, house: HouseRules, concept: Concept, waivers: Waivers = ()) -> RuleSet:
    """Return the rules of a game as a campaign and a concept change them, with what is waived of them."""
    rules = house.rules or _book(game)
    own = concept.own_rules
    # Sorted, so that equal changes have equal texts and give the same object.
    changes = {name: getattr(own, name) for name in sorted(own.model_fields_set)} if own is not None else {}
    codes = frozenset(waiver.code for waiver, _ in waivers if waiver.code)
    if changes or codes:
        key = id(rules), repr(changes), codes
        if (found := _merged.get(key)) is None:
            if len(_merged) >= _REMEMBERED:
                _merged.clear()
            changed = rules.model_copy(update=changes)
            # Rules are frozen, but nothing else has this copy yet.
            object.__setattr__(changed, "_waived", codes)
            # Kept with the rules that are changed, so that no others get their id.
            found = _merged[key] = changed, rules
        rules = found[0]
    unread = {()} if concept.unread("rules") else own.unread_paths() if own is not None else ()
    return rules.losing(unread) if unread else rules


_merged: dict[tuple[int, str, frozenset[str]], tuple[RuleSet, RuleSet]] = {}


@cache_by_identity(_REMEMBERED)
def _book(game: AnyGame) -> RuleSet:
    """Return the rules of the book, the same object each time."""
    rules: RuleSet = game.rules()
    return rules


def apply_waivers(
    diagnostics: Iterable[Diagnostic], waivers: Waivers, game: AnyGame, *, is_partial: bool = False
) -> tuple[list[Diagnostic], tuple[str, ...]]:
    """Return diagnostics with the waived errors and warnings as notes, and the lines for a sheet's footer.

    An unused waiver of the concept's own adds a warning, unless its rule may not have been applied, because of an error
    or with ``is_partial``.
    """
    judged = list(diagnostics)
    codes = {diagnostic.code for diagnostic in judged if diagnostic.severity is not Severity.NOTE}
    # Errors of the schema cannot be waived: without a value there is nothing that the table could allow.
    waivable = {code for code in codes if code.startswith(f"{game.key}/")}
    allowed = {waiver.code: waiver for waiver, _ in waivers if waiver.code in waivable}
    has_skipped = is_partial or any(
        diagnostic.severity is Severity.ERROR and diagnostic.code not in allowed for diagnostic in judged
    )
    for waiver, path in waivers:
        if has_skipped and waiver.code in game.codes():
            continue
        if path is not None and waiver.code and waiver.code not in waivable:
            fix = None
            if waiver.code in game.codes():
                hint = "take it out: the rule is kept"
            elif waiver.code in codes:
                hint = "only a game's own rules can be waived; fix the file"
            else:
                hint = did_you_mean(waiver.code, game.codes(), campaign.SHOWN_BY_CHECK)
                fix = written_near(waiver.code, game.codes())
            message = f"the waiver of `{waiver.code}` is not used"
            judged.append(warning(message, *path, "code", code="waive/unused", hint=hint, fix=fix))
    why = {code: f": {waiver.why}" if waiver.why else "" for code, waiver in sorted(allowed.items())}
    kept = [
        replace(each, severity=Severity.NOTE, message=f"{each.message} (waived{why[each.code]})")
        if each.severity is not Severity.NOTE and each.code in allowed
        else each
        for each in judged
    ]
    return kept, tuple(f"Waived: {code}{why[code]}" for code in why)


def _watch(rules: RuleSet, name: str) -> Any:
    """Return what a game's rules have under a name, and record it where it is an unknown setting."""
    values = object.__getattribute__(rules, "__dict__")
    if name in values["_unknown"]:
        values["_reads"].append(name)
    return object.__getattribute__(rules, name)


_CLASSES: dict[type[RuleSet], type[Any]] = {}


def careful(
    function: Callable[..., Any], unknown: frozenset[str], unclear: set[int] | None = None
) -> Callable[..., Any]:
    """Return a rule that finds nothing where it reads one of the unknown settings; the rules are its last value.

    So a character is judged while some house rules of its campaign could not be read: what reads no such setting is
    judged as always, and what would only follow from one is left out. In ``unclear`` are the lines of a ledger, by
    their identity, that some rule could not judge: they are free.
    """
    lines = set[int]() if unclear is None else unclear

    @wraps(function)
    def judge(*given: Any) -> Any:
        *values, rules = given
        reads: list[str] = []
        model: type[RuleSet] = type(rules)
        # Compared by identity, so that no cache returns what was found without another reading.
        watching = {"__getattribute__": _watch, "__eq__": object.__eq__, "__hash__": object.__hash__}
        kind = _CLASSES.get(model) or _CLASSES.setdefault(model, type(model.__name__, (model,), watching))
        watched = object.__new__(kind)
        # A rule that asks first whether a setting was read leaves out no more than what that setting decides.
        unread = {*rules.unread_paths(), *((name,) for name in unknown)}
        state = {**rules.__dict__, "_unknown": unknown, "_reads": reads, "_unread": unread}
        # As pydantic keeps the values of a model; nothing is validated again.
        object.__setattr__(watched, "__dict__", state)
        object.__setattr__(watched, "__pydantic_fields_set__", rules.model_fields_set)
        object.__setattr__(watched, "__pydantic_extra__", None)
        object.__setattr__(watched, "__pydantic_private__", None)
        found = function(*values, watched)
        # A rule reads settings as long as it yields.
        found = found if isinstance(found, int) else list(found)
        lines.update([id(values[0])] if reads else [])
        if isinstance(found, int):
            return 0 if id(values[0]) in lines else found
        return [] if reads else found

    return judge


def on_the_foot(game: AnyGame, rules: RuleSet, drawn: "Sheet") -> "Sheet":
    """Return a sheet of the game with its own templates, and in its footer what differs from the book."""
    book = _book(game)
    changed = [name for name in type(rules).model_fields if getattr(rules, name) != getattr(book, name)]
    options = [name.replace("_", " ") for name in changed if name in game.options and getattr(rules, name) is True]
    house = []
    for name in (name for name in changed if name.replace("_", " ") not in options):
        value = getattr(rules, name)
        shown = ("on" if value else "off") if isinstance(value, bool) else value
        # Tables are too long for a footer.
        shown = shown if isinstance(shown, (int, float, str)) else "changed"
        house.append(f"{name.replace('_', ' ')} {shown}")
    named = (("Options", options), ("House rules", house))
    foot = (*drawn.foot, *(f"{what}: {', '.join(names)}" for what, names in named if names))
    templates = game.resources / "templates"
    return replace(drawn, foot=foot, templates=templates if templates.is_dir() else drawn.templates)


@cache_by_identity(_REMEMBERED)
def make_reference_page(game: AnyGame, rules: RuleSet) -> "Sheet | None":
    """Return the reference page that sheets of the game share under these rules; None where it has none.

    Its footer leaves out house rules that change nothing on it, so that it is the same for more tables.
    """
    book = _book(game)
    reference_page, usual = game.reference(rules), game.reference(book)
    return reference_page and on_the_foot(game, book if reference_page == usual else rules, reference_page)
