"""Define the contract between a game and chargen: `Game`, a record of functions, and `View`, a character of a game."""

import copy
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from chargen.game.concept import Concept, Item, RuleSet
from chargen.game.deferred import Deferred, deferred
from chargen.game.failure import FaultyGame, Unanswerable, describe_exception, package_of
from chargen.game.ledger import Advanced, Advancement, LedgerLine
from chargen.game.resources import PRESETS, own_words, with_words
from chargen.game.rule import code_of, names_allowed_by, paths_checked_by, sign
from chargen.schema.model import Model
from chargen.startup.entry_points import import_value
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import fold, unique_slugs

if TYPE_CHECKING:  # a check of a character draws and throws nothing
    from chargen.game.fight import Fight, Fighter
    from chargen.game.npc import NpcMaker, Words
    from chargen.game.question import Answer, Question
    from chargen.page.action import Action
    from chargen.page.card import Card
    from chargen.page.form import Form
    from chargen.page.masthead import Masthead
    from chargen.page.roll import Points, Roll
    from chargen.page.sheet import Block, Sheet
    from chargen.schema.json_schema import JsonSchema

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
K = TypeVar("K")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker:
    """Hold a part of the play state: a number from ``low`` to ``high``, or yes and no."""

    name: str
    title: str
    low: int = 0
    high: int = 1
    yes_or_no: bool = False
    caption: str = ""
    """How its boxes are marked during play, for `chargen.kit.blocks.tracks`."""


@dataclass(frozen=True, slots=True)
class Character(Generic[C, R]):
    """Hold what every character has: the concept after its ledger, and the rules that apply to it."""

    advanced: Advanced[C]
    rules: R

    @property
    def name(self) -> str:
        """Return the name; empty where none could be read."""
        return self.advanced.concept.name or ""

    @property
    def concept(self) -> str:
        """Return who the character is, in a few words: the key `concept` of the file."""
        return self.advanced.concept.concept

    @property
    def equipment(self) -> tuple[Item, ...]:
        """Return the equipment."""
        return self.advanced.concept.equipment

    @property
    def points(self) -> "Mapping[str, Points]":
        """Return the points by budget."""
        return self.advanced.points

    @property
    def ledger(self) -> tuple[LedgerLine, ...]:
        """Return the replayed ledger."""
        return self.advanced.ledger

    def noted(self, tracker: str, otherwise: int = 0) -> int:
        """Return the number that the file's `state` notes of a tracker, by any spelling of its name."""
        return self.advanced.concept.noted(tracker, otherwise)

    def ticked(self, tracker: str) -> bool:
        """Return whether the file's `state` says yes to a tracker, by any spelling of its name."""
        return self.advanced.concept.ticked(tracker)


REFERENCE = "Reference"  # The name of the reference page that a game's sheets share
REFERENCE_PAGES = 2

API = 1
"""The version of the contract between games and chargen; a change that breaks existing games increases it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[C, R, K]):
    """Define a game. Data flows in one direction: concept, advanced concept, character, rolls and sheet.

    Any part may be given as `deferred`: the name of its module and of the value there. The module is loaded when the
    part is first used, so that a check of a character does not load what draws sheets and cards.
    """

    key: str
    """The only spelling in YAML, on the command line and in codes, such as ``five-by-five``."""
    title: str
    also: tuple[str, ...] = ()
    """Further names that people write for it, in any spelling, such as ``5x5``."""
    summary: str = ""
    """What it is, in a line that begins with the number of steps to a character: lists begin with the fewest."""
    edition: str = ""
    """The book and its owner, as printed first in the footer of every sheet; empty for nothing."""
    credit: str = ""
    """The owner of the game, and the terms under which its numbers are used."""
    masthead: "Masthead | None" = None
    """Its colour and its mark, for the header of each sheet and the edge of each card; None for the plain look."""
    concept: type[C]
    rules: type[R]
    creation: tuple[Callable[[C, R], Iterable[Diagnostic]], ...]
    """One function, one rule, one code. Its docstring says what the rule asks, why, and (last line) its source."""
    derived_from: Mapping[str, tuple[str, ...] | Callable[[Any], tuple[str, ...]]] = field(default_factory=dict)
    """By the name of a derived number or a tracker, the paths of what it follows from, such as ``("hit_points",)``; or
    a function of the derived character that returns them.

    A value under ``stated`` or ``state`` is not checked while any value at these paths is unusable, or a line of the
    ledger that cannot be read names one of them.
    """
    tables: Mapping[str, Callable[[R], Mapping[Any, Model]]] = field(default_factory=dict)
    """By the path of a value, such as ``weapons.*.name``, the rows that the book has for it, by what a file writes.

    Editors suggest them. The rules decide whether other values are allowed there.
    """
    ledger: Advancement[C, R] | None = None
    """How its experience works, usually a `chargen.kit.ledger.Ledger`; None where it has none."""
    points: Callable[[Advanced[C], R], "Mapping[str, Points]"] | None = None
    """The points of creation and of the ledger by their public names; by default ``experience`` where there is any."""
    derive: Callable[[Advanced[C], R], K]
    """Return the character that follows; it is called for concepts with errors too, and must not raise."""
    stats: Callable[[K], Mapping[str, Any]]
    rolls: Callable[[K], "Iterable[Roll]"]
    trackers: Callable[[K], Iterable[Tracker]]
    sheet: Callable[[K], "Sheet"]
    starter: Callable[[str], str] | None = None
    """The text of a complete, legal, commented concept for a character of that name, which is written as YAML already.

    Left out, the file ``starters/KEY.yaml`` of its resources, with the name in it replaced.
    """
    resources: Path = PRESETS
    """The folder with what the game brings as files, each of which may be missing.

    ``words/KEY.yaml``, ``starters/KEY.yaml``, roles in ``npcs/KEY/``, name lists in ``npcs/names/``, ready-made
    characters in ``concepts/KEY/``, and templates of its own in ``templates/KEY/``, as `chargen.page.sheet` says.
    """
    api: int | None = None
    """The contract that it was written for: `API` of that chargen. A game with none, or with another, is refused."""
    ask: "Question[R]"
    words: "type[Words]" = deferred("chargen.game.npc:Words")  # noqa: RUF009 (it never changes)
    """The model of the word lists that NPCs are drawn from; ``words/KEY.yaml`` of its resources fills them."""
    npc: "NpcMaker[C, R] | None" = None
    """How it makes NPCs; None where a game has none."""
    actions: Callable[[K], "Iterable[Action]"] | None = None
    """What a character can do, the most important first; by default its rolls, the likeliest first."""
    card: Callable[[K], "Card"] | None = None
    """The character on a card for a GM's table; by default the card that follows from its sheet and its rolls."""
    form: "Form[R, K] | None" = None
    """How a person decides when building a character: layouts of the form, budgets; None for what the schema says."""
    fight: "Fight[K] | None" = None
    """How its characters fight; None where `chargen encounter` does not support the game."""
    describe_party: Callable[[Sequence[K]], Iterable[tuple[str, str]]] | None = None
    """What follows from a whole party, or surrounds it: a heading and a text each, for the pages of the GM."""
    compact: Callable[[K], "Sheet"] | None = None
    """What a GM needs at the table, on half a page; None where a game has no such sheet."""
    reference_page: Callable[[R], "Iterable[Block | None]"] | None = None
    """The blocks of the reference page, such as ladders and tables of success, by the rules in force.

    `chargen reference` prints these blocks on one reference page, two sides at most. A merged file has them once, so
    that no sheet repeats them. A block that is None is left out.
    """
    options: tuple[str, ...] = ()
    """The rules fields that are switches of the book; a sheet's footer lists those that are on."""
    origin: str = ""
    """The package that provides it, with its version; the registry fills in this field and the next."""
    module: str = ""
    """The module that provides it: a game may be a changed copy of another one, whose code is elsewhere."""
    _deferred: dict[str, Deferred] = field(init=False, repr=False, compare=False, default_factory=dict)
    """The parts that are loaded when they are used. Their fields are unset until then, so Python asks `__getattr__`.

    They stay here: of two threads that use a part first, the second may come when its field was just set.
    """

    def __post_init__(self) -> None:
        """Set the deferred parts aside."""
        for each in fields(self):
            part = getattr(self, each.name)
            if isinstance(part, Deferred):
                self._deferred[each.name] = part
                object.__delattr__(self, each.name)

    if not TYPE_CHECKING:  # otherwise a type checker would accept any attribute

        def __getattr__(self, name: str) -> Any:
            """Load a deferred part. Raises `FaultyGame` where that fails."""
            if name == "_deferred" or name not in self._deferred:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            with self.contained(f"loading its {name}"):
                at = self._deferred[name]
                part = import_value(at.name)
                part = part(*at.given) if at.given else part
            object.__setattr__(self, name, part)
            return part

    def about(self, party: Iterable["View"]) -> tuple[tuple[str, str], ...]:
        """Return what follows from characters of this game together, as `describe_party`. Raises `FaultyGame`."""
        if self.describe_party is None:
            return ()
        with self.contained("its description of a party"):
            return tuple(self.describe_party([view.character for view in party]))

    def view(self, advanced: Advanced[C], rules: R) -> "View":
        """Return the character that follows from a replayed concept, bound to its game. Raises `FaultyGame`."""
        with self.contained("the derived numbers"):
            return View(self, self.derive(advanced, rules), advanced, rules)

    @contextmanager
    def contained(self, door: str) -> Iterator[None]:
        """Turn all exceptions of the game within into `FaultyGame`; ``door`` names the entry point in words.

        Raises MemoryError, KeyboardInterrupt and `Unanswerable` as they are, and with CHARGEN_DEBUG all exceptions.
        """
        try:
            yield
        except (MemoryError, FaultyGame, Unanswerable):
            raise
        # A game that calls `sys.exit` must not end chargen.
        except (Exception, SystemExit) as exc:
            if os.environ.get("CHARGEN_DEBUG"):
                raise
            whose = f"{self.title} ({self.origin})" if self.origin else self.title
            raise FaultyGame(f"the game {whose} failed in {door}: {describe_exception(exc, *self.homes)}") from exc

    @property
    def homes(self) -> tuple[str, ...]:
        """Return the packages that contain its code."""
        return tuple(package_of(module) for module in (self.concept.__module__, self.module) if module)

    def advance(self, concept: C, rules: R, entries: int | None = None) -> Advanced[C]:
        """Return a concept after its ledger, or after the first ``entries`` of it, with its points."""
        none = Advanced(concept=concept, created=concept)
        advanced = none if self.ledger is None else self.ledger.replay(concept, rules, entries)
        if self.points is not None:
            return replace(advanced, points=self.points(advanced, rules))
        return replace(advanced, points={"experience": advanced.account.points()} if advanced.ledger else {})

    def schema(self, rules: R | None = None, data: Mapping[str, Any] = MappingProxyType({})) -> "JsonSchema":
        """Return the JSON Schema of its concepts, with names from its tables and ``rules`` (default: the book).

        Where a choice decides which names there are, they are those for the choice in ``data``, a concept.
        """
        # Imported here: only editors need a schema.
        from chargen.game.plain_data import as_plain, in_words
        from chargen.schema.json_schema import nodes, with_tables

        in_force = self.rules() if rules is None else rules
        suggested: dict[str, dict[str | int, str]] = {}
        for at, table in self.tables.items():
            for called, row in table(in_force).items():
                # A row in a line: its name and its values, except the name that it is called by.
                values = {key: value for key, value in as_plain(row, short=False).items() if value != called}
                name = [str(values.pop("name"))] if "name" in values else []
                words = [*name, *(in_words(key, value, row.shorthand) for key, value in values.items())]
                suggested.setdefault(at, {})[called] = "; ".join(words)
        # A copy: suggestions are written into it, and the cached schema has none.
        own = copy.deepcopy(_json_schema(self.concept))
        schema = with_tables({**own, "title": f"{self.title}: a character concept"}, suggested)
        for rule in self.all_rules:
            # The names that a rule allows: for a text, the entries of a list, or the keys of a mapping.
            names = names_allowed_by(rule, in_force)
            for path in [tuple(at.split(".")) for at in paths_checked_by(rule) if names]:
                for node in nodes(schema, path):
                    others = node.get("additionalProperties")
                    if isinstance(others, dict) and "properties" not in node:
                        node["properties"] = {each: dict(others) for each in names}
                where = (*path, "*") if nodes(schema, (*path, "*")) else path
                # A place with suggestions of its own keeps these.
                if not any("enum" in node for node in nodes(schema, where)):
                    with_tables(schema, {".".join(where): dict.fromkeys(names, "")})
            # Of a rule that is made by `known_for`, only those for the choice.
            by: tuple[str, Mapping[str, Any]] = getattr(rule, "by", ("", {}))
            key, vocabularies = by
            choice = next((value for name, value in data.items() if key and fold(str(name)) == fold(key)), "")
            if (vocabulary := vocabularies.get(fold(str(choice)))) is None:
                continue
            at = paths_checked_by(rule)[0]
            for node in (*nodes(schema, (at,)), *nodes(schema, (at, "*"))):
                kept = [place for place, each in enumerate(node.get("enum", ())) if each in vocabulary.keys]
                for part in ("enum", "enumDescriptions") if "enum" in node else ():
                    node[part] = [node[part][place] for place in kept if place < len(node.get(part, ()))]
        return schema

    @property
    def all_rules(self) -> tuple[Callable[..., Iterable[Diagnostic]], ...]:
        """Return the rules of creation and of the ledger."""
        return (*self.creation, *(self.ledger.rules if self.ledger else ()))

    def new_concept(self, name: str | None = None) -> str:
        """Return the text of a complete, legal, commented concept; ``name`` is any text. Raises `FaultyGame`."""
        from chargen.text.source import load
        from chargen.text.writing import quoted, splice  # imported here: a check writes nothing

        with self.contained("its starter"):
            if self.starter is not None:
                return self.starter(quoted(name or "Unnamed"))
            path = self.resources / "starters" / f"{self.key}.yaml"
            if not path.is_file():
                raise FileNotFoundError(f"there is no {path}")
            text = path.read_text(encoding="utf-8")
            if name is None:
                return text
            return splice(text, [(load(path.name, text.encode()).place(("name",)), quoted(name))])

    def reference(self, rules: R) -> "Sheet | None":
        """Return the reference page that its sheets share; None where it has none. Raises `FaultyGame`."""
        if self.reference_page is None:
            return None
        from chargen.page.sheet import Sheet  # imported here: a check draws nothing

        with self.contained("its reference page"):
            blocks = tuple(block for block in self.reference_page(rules) if block is not None)
            drawn = Sheet(name=REFERENCE, blocks=blocks, pages=REFERENCE_PAGES)
        return self.signed(drawn)

    def signed(self, drawn: "Sheet") -> "Sheet":
        """Return a sheet with the game's key, title, masthead and edition."""
        foot = (self.edition, *drawn.foot) if self.edition else drawn.foot
        return replace(drawn, system=self.key, system_title=self.title, masthead=self.masthead, foot=foot)

    def answer(self, asked: Model, rules: R | None = None) -> "Answer":
        """Return the odds that are asked for, by the book's rules unless others are given.

        Raises `Unanswerable` and `FaultyGame`.
        """
        with self.contained("its odds"):
            return self.ask.reply(asked, rules or self.rules())

    def words_with(self, replaced: Mapping[str, object] = MappingProxyType({})) -> Any:
        """Return the game's own word lists, a `words`, some of them replaced; keys are spelled as its fields are.

        Raises `FaultyGame` where the game's own file has errors.
        """
        with self.contained("its words"):
            return with_words(own_words(self.words, self.key, self.resources), replaced)

    def code(self, rule: Callable[..., Any]) -> str:
        """Return the code of one of its rules."""
        return code_of(self.key, rule)

    def codes(self) -> list[str]:
        """Return the codes of all its rules."""
        return [*map(self.code, self.all_rules)]

    def apply(self, rule: Callable[..., Iterable[Diagnostic]], *values: Any) -> list[Diagnostic]:
        """Return the diagnostics of a rule, each with the rule's code and source."""
        return [sign(diagnostic, self.key, rule) for diagnostic in rule(*values)]


AnyGame: TypeAlias = Game[Any, Any, Any]


@cache
def _json_schema(concept: type[Concept]) -> "JsonSchema":
    """Return the schema of a concept; cached, because it is slow to make and never changes."""
    return concept.model_json_schema()


@dataclass(frozen=True, slots=True)
class View:
    """Present a character, bound to its game, to all code outside of the games.

    All exceptions of the game become `FaultyGame`, from each method.
    """

    game: AnyGame
    character: Any  # The game's own value; only its game reads it
    advanced: Advanced[Any]  # The concept that it follows from
    rules: Any  # The rules in force

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of the file that run from right to left: outputs keep them apart from what is beside."""
        from chargen.game.isolation import texts_of  # imported here: a check draws nothing

        return texts_of(self.advanced.created, self.advanced.concept)

    def stats(self) -> Mapping[str, Any]:
        """Return the derived numbers by their public names."""
        with self.game.contained("its derived numbers"):
            return self.game.stats(self.character)

    def rolls(self) -> "list[Roll]":
        """Return every roll with its odds, in the order of the sheet."""
        with self.game.contained("its rolls"):
            return list(self.game.rolls(self.character))

    def actions(self) -> "tuple[Action, ...]":
        """Return what the character can do, the most important first."""
        from chargen.page.action import Action  # imported here: a check lists no actions

        with self.game.contained("its actions"):
            if self.game.actions is not None:
                every = list(self.game.actions(self.character))
            else:
                likeliest = sorted((roll for roll in self.rolls() if roll.has_chance), key=lambda roll: -roll.chance)
                every = [
                    Action(name=roll.label, kind="skill", rule=roll.rule, chance_of=roll.chance_of)
                    for roll in likeliest
                ]
            ids = unique_slugs(action.name for action in every)
            return tuple(replace(action, id=each) for action, each in zip(every, ids, strict=True))

    def trackers(self) -> list[Tracker]:
        """Return what changes during play."""
        with self.game.contained("its trackers"):
            return list(self.game.trackers(self.character))

    def sheet(self, *, compact: bool = False) -> "Sheet":
        """Return the sheet; ``compact``: the GM's half page. Raises ValueError where the game has none of these."""
        draw = self.game.compact if compact else self.game.sheet
        if draw is None:
            raise ValueError(f"{self.game.title} has no compact sheet")
        with self.game.contained("its sheet"):
            return replace(self.game.signed(draw(self.character)), texts=self.texts)

    def card(self) -> "Card":
        """Return the card."""
        from chargen.page.card import card_of  # imported here: a check draws nothing

        with self.game.contained("its card"):
            card = (
                self.game.card(self.character)
                if self.game.card
                else card_of(self.sheet(), self.rolls(), self.actions())
            )
            title, masthead = self.game.title, self.game.masthead
            return replace(card, system=self.game.key, system_title=title, masthead=masthead, texts=self.texts)

    def fighter(self) -> "Fighter":
        """Return how much harm they can take in a fight. Raises ValueError where the game does not support fights."""
        if self.game.fight is None:
            raise ValueError(f"{self.game.title} has no fights")
        with self.game.contained("its fights"):
            return self.game.fight.fighter(self.character)
