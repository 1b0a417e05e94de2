"""Provide the Python interface of `import chargen`. Import its names from `chargen`, and not from here."""

import html
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from chargen import checking, fileio, registry
from chargen.checking.concept import Checked
from chargen.exports import table as rows
from chargen.exports.data import character_as_json
from chargen.file_kind import FileKind
from chargen.game.failure import Unanswerable
from chargen.game.plain_data import as_plain
from chargen.page.action import Action
from chargen.page.roll import Odds, Points, Roll, unknown_name
from chargen.schema.parsing import parse
from chargen.sources import check_file
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import counted, fold, listing
from chargen.text.source import load
from chargen.text.writing import document

if TYPE_CHECKING:
    from chargen.sheets.prepared import PreparedSheet, PrintSettings

NOTEBOOK_HEIGHT = "70em"  # The height of a sheet in a notebook before it scrolls (house default)
PAPER = "A4"


class ChargenError(ValueError):
    """Report that the arguments cannot be used; the message says why, ``diagnostics`` where.

    >>> import chargen
    >>> chargen.odds("five-by-five", value=6, colour="red")
    Traceback (most recent call last):
    chargen.api.ChargenError: unknown key `colour`
      hint: valid keys: advanced, armor_value, damage_bonus, shift, token and value
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
        """The diagnostics that give the reasons, located in the file where there is one."""


class Rolls(dict[str, Roll]):
    """Hold rolls by id; ``rolls[…]`` also takes the label of a roll, and names the nearest where there is none."""

    def __missing__(self, name: str) -> Roll:
        """Return the roll with a label. Raises `KeyError` with the nearest name."""
        by_label = {fold(roll.label): roll for roll in self.values()}
        if fold(name) in by_label:
            return by_label[fold(name)]
        raise unknown_name(name, self)


class Character:
    """Hold a character after all checks, with or without errors; `check` and `npcs` make them.

    >>> import chargen
    >>> kai = chargen.check("system: five-by-five\\nname: Kai\\n")
    >>> kai.name, kai.system, kai.ok
    ('Kai', 'five-by-five', False)
    >>> kai.diagnostics[0].message
    '`descriptors` is missing'
    """

    def __init__(self, checked: Checked, text: str = "") -> None:
        """Wrap the result of a check; users call `check` or `npcs`. ``text`` is the concept where it has no file."""
        self._checked = checked
        self._text = text or checked.source.text

    @property
    def ok(self) -> bool:
        """Return whether no error is left. A character without errors has numbers and a sheet."""
        return self._checked.ok

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of `chargen check`, in the order of the file."""
        return self._checked.diagnostics

    @property
    def name(self) -> str:
        """Return the character's name; empty where the file has none that can be read."""
        return self._checked.name or ""

    @property
    def system(self) -> str:
        """Return the key of the game, such as ``five-by-five``; empty where the file names no installed one."""
        return self._checked.game.key if self._checked.game is not None else ""

    @property
    def text(self) -> str:
        """Return the concept file as text: as it was read, or for an NPC as `chargen batch --to yaml` writes it."""
        return self._text

    @property
    def concept(self) -> dict[str, Any]:
        """Return the concept as plain data: what its file says; empty where it cannot be read."""
        data = self._checked.source.data
        return dict(data) if isinstance(data, dict) else {}

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON: what `chargen show --format json` prints."""
        return character_as_json(self._checked)

    @cached_property
    def stats(self) -> Mapping[str, Any]:
        """Return the derived numbers by their public names, such as ``hit_points``; empty unless it is `ok`."""
        return self._checked.stats()

    @cached_property
    def points(self) -> Mapping[str, Points]:
        """Return the points by budget, such as ``xp``: granted, spent and left; empty unless the character is `ok`."""
        return self._checked.points()

    @cached_property
    def rolls(self) -> Rolls:
        """Return every roll by its id, such as ``amateur-chef``; its ``odds`` are exact `Fraction`s by name.

        ``rolls["Amateur Chef"]`` works as well. Empty unless the character is `ok`.
        """
        return Rolls({roll.id: roll for roll in self._checked.rolls()})

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Return what the character can do, the most important first; empty unless the character is `ok`.

        The `chance` of each is exact, and the sum of some of its `outcomes`.
        """
        return self._checked.actions()

    def html(self, *, paper: str = PAPER, theme: str = "") -> str:
        """Return the sheet as one self-contained HTML page.

        ``paper`` is a size such as ``A4``, ``Letter`` or ``100x150mm``; ``theme`` one of `chargen themes`, empty for
        the one that the campaign names. Raises `ChargenError` unless the character is `ok`.
        """
        from chargen.render.page import html as page

        ready, settings = self._ready(), _settings(paper, theme)
        return page(ready.sheet, paper=settings.paper, theme=settings.look(ready.theme))

    def pdf(self, *, paper: str = PAPER, theme: str = "") -> bytes:
        """Return the sheet as PDF: the same bytes each time. Arguments and errors as `html`.

        Raises `chargen.render.printer.PrinterUnavailable` on a machine that lacks Pango; `chargen doctor` says what to
        do.
        """
        from chargen.render.pdf import pdf

        ready, settings = self._ready(), _settings(paper, theme)
        return pdf(ready.sheet, paper=settings.paper, theme=settings.look(ready.theme), source=ready.source).content

    def render(self, path: str | Path, *, paper: str = PAPER, theme: str = "") -> tuple[Path, ...]:
        """Write the sheet to a file atomically, and return the paths that were written.

        The ending of ``path`` says what: ``.html``, ``.pdf``, or ``.png``, of which each page becomes a file.
        Arguments and errors as `pdf`; `ChargenError` also for any other ending, and where the file cannot be written.
        """
        from chargen.render.printer import PrinterUnavailable
        from chargen.sheets import printing

        target = Path(path)
        kind = target.suffix.removeprefix(".").lower()
        if kind not in printing.FORMATS:
            raise ChargenError(f"a sheet is written as .html, .pdf or .png, and not as `{target.name}`")
        ready = self._ready()
        made = printing.print_sheet(printing.Job(ready, ((kind, target),), _settings(paper, theme), ready.inputs))
        if made.unavailable:
            raise PrinterUnavailable(made.unavailable)
        if made.errors:
            raise ChargenError(made.errors[0].message, made.errors)
        return made.written

    def _refuse_faulty(self, why: str) -> None:
        """Raise `ChargenError`, which names the first error, unless this is a character, and has no errors."""
        if self.ok and self._checked.game is not None:
            return
        first = next((diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"), None)
        reason = f"\n  line {first.line or 1}: {first.message}" if first is not None else ""
        raise ChargenError(f"{self._checked.source.name} {why}{reason}", self.diagnostics)

    def _ready(self) -> "PreparedSheet":
        from chargen.sheets.prepared import (
            prepare,  # imported here, as elsewhere in this module: a check prints nothing
        )

        self._refuse_faulty(f"{'has errors' if self.system else 'holds no character'}: no sheet can be made")
        return prepare(self._checked)

    def __repr__(self) -> str:
        """Return the name, the game, and whether the character is `ok`."""
        errors = sum(diagnostic.severity == "error" for diagnostic in self.diagnostics)
        state = "ok" if self.ok else counted(errors, "error")
        return f"<Character {self.name or '(no name)'}, {self.system or 'no system'}: {state}>"

    def _repr_html_(self) -> str:
        """Return the sheet, or the errors, for a notebook."""
        if not self.ok or self._checked.game is None:
            return f"<pre>{html.escape(_as_text(self.diagnostics))}</pre>"
        style = f"width: 100%; height: {NOTEBOOK_HEIGHT}; border: 0"
        return f'<iframe title="{html.escape(self.name)}" srcdoc="{html.escape(self.html())}" style="{style}"></iframe>'


def check(concept: str | Path | Mapping[str, Any], *, folder: str | Path = "") -> Character:
    """Check a character: the path of a concept file, its text, or its data.

    A `str` of several lines is a text, any other one a path. ``folder`` is where the paths of a text or of data start
    from (the campaign's, the portrait's); empty for the current one. Never raises for a bad file: what is wrong, even
    that it is not there, is found in `Character.diagnostics`.

    >>> import chargen
    >>> chargen.check({"system": "gamocles", "name": "Rook", "skills": {"cooking": 2}}).diagnostics[-1].place.line
    3
    """
    # No legal concept fits on one line, and no path of a user has a line break.
    if isinstance(concept, Path) or (isinstance(concept, str) and "\n" not in concept):
        path = Path(concept)
        checked = check_file.check_any(fileio.Input(str(concept), path))
        if checked.kind is FileKind.GAME and checked.ok:
            from chargen.testing.game_file import try_out  # imported here: it is for authors of games

            checked = try_out(checked, path)
        return Character(checked)
    if isinstance(concept, str):
        source = load("the text", concept.encode())
    else:
        try:
            # Written as YAML and read again, so that diagnostics have lines, and data behaves exactly as a file would.
            source = load("the data", document(as_plain(concept)).encode())
        except TypeError as exc:
            source = fileio.unread("the data", fileio.Unreadable(str(exc), "concept/wrong-type"))
    return Character(checking.check_source(source, Path(folder, "concept.yaml")))


def npcs(
    spec: str | Path, *, role: str = "", seed: str = "", number: int = 1, pack: str = "", detail: str = "line"
) -> list[Character]:
    """Make legal NPCs: those that `chargen batch` makes of the same words.

    ``spec`` is the key of a game or the path of an archetype (``.yaml``), ``role`` one of the game's roles (`chargen
    batch SYSTEM --roles`), ``pack`` the words of a place, or the path of some of your own (`chargen batch --packs`).
    ``detail`` is ``name``, ``line`` or ``full``, which says in the notes what they want, hide, look and sound like, and
    what they have with each other. NPC 7 depends on ``spec``, ``role``, ``pack``, ``seed`` and the 7, and on nothing
    else; an empty ``seed`` is a new one. Raises `ChargenError` where the archetype or the pack has errors, or allows
    no legal NPC.

    >>> import chargen
    >>> [guard.ok for guard in chargen.npcs("five-by-five", role="guard", seed="docks", number=2)]
    [True, True]
    """
    from chargen.game.npc import Infeasible
    from chargen.npc import generation, seeds
    from chargen.npc.archetype_file import DETAILS
    from chargen.sources import ordering

    if detail not in DETAILS:
        raise ChargenError(f"`detail` is {listing(DETAILS, 'or')}; found {detail!r}")
    if number < 1:
        raise ChargenError(f"`number` is how many NPCs are wanted, from 1; found {number}")
    ordered = ordering.read_order(
        str(spec), role, None, seed or seeds.make_seed(), pack=pack, detail=detail, last=number
    )
    if ordered.order is None:
        raise ChargenError(_as_text(ordered.diagnostics), tuple(ordered.diagnostics))
    made = []
    for index in range(1, number + 1):
        try:
            npc = generation.make_npc(ordered.order, index)
        except Infeasible as exc:
            raise ChargenError(_as_text(exc.diagnostics), exc.diagnostics) from exc
        made.append(Character(npc.checked, npc.yaml()))
    return made


def odds(system: str, **asked: Any) -> Odds:
    """Return the exact odds of a roll, without a character: those of `chargen odds SYSTEM` by the same names.

    The keywords are the options of that command (`chargen odds SYSTEM --help`). Chances are `Fraction`s from 0 to 1,
    averages `Mean`s. Raises `ChargenError` for a system that is not there, and for a question that makes no sense.

    >>> import chargen
    >>> chargen.odds("five-by-five", value=6)["success"]
    Fraction(23, 36)
    """
    try:
        game = registry.system(system)
    except registry.Unavailable as exc:
        raise ChargenError(f"{exc}: {exc.hint}") from exc
    options = parse(game.ask.options, asked)
    if options.value is None or options.diagnostics:
        raise ChargenError(_as_text(options.diagnostics), options.diagnostics)
    try:
        return Odds(game.answer(options.value).odds)
    except Unanswerable as exc:
        raise ChargenError(f"`{exc.option}`: {exc}") from exc


def table(characters: Iterable[Character]) -> list[dict[str, str | int | float]]:
    """Return a flat row for each character, for CSV, SQLite or pandas: the columns of ``people.csv``.

    The keys of the concept come first, then the derived numbers (``stats.…``), then the first three actions
    (``action_1_name``, ``_dice``, ``_chance`` in percent, ``_harm``). Lists are texts. All rows have the same columns,
    in which "" is nothing. Raises `ChargenError` for a character with errors.

    >>> import chargen
    >>> [guard] = chargen.table(chargen.npcs("five-by-five", role="guard", seed="docks"))
    >>> guard["name"], guard["stats.hit_points"], guard["action_1_harm"]
    ('Lucian Lathe', 12, '1d6+4')
    """
    listed: list[dict[str, str | int | float]] = []
    for character in characters:
        character._refuse_faulty("has errors: it has no row")
        listed.append(rows.to_row(character.concept, character.stats, character.actions))
    columns = rows.order_columns(column for row in listed for column in row)
    return [{column: row.get(column, "") for column in columns} for row in listed]


def cards(
    characters: Iterable[Character], *, form: str = "cards", paper: str = PAPER, theme: str = "", backs: bool = False
) -> bytes:
    """Return a PDF of cards, or a roster, as `chargen render --as FORM` prints it.

    ``form`` is one of the forms of that option, such as ``cards``, ``quarter`` or ``roster``; large print takes a
    larger card if that one is too small. ``backs`` prints the backs of cards as well. Raises `ChargenError` for a
    character with errors, and for arguments that do not fit.
    """

    from chargen.sheets import decks
    from chargen.sheets.print_form import FORMS, SHEETS

    # Looked at more than once, and it may be a generator.
    some = list(characters)
    if not some:
        raise ChargenError("cards are printed of one character or more; there is none")
    for character in some:
        character._refuse_faulty("has errors: it has no card")
    forms = [name for name in FORMS if name != SHEETS]
    if form not in forms:
        raise ChargenError(f"there is no form `{form}`; choose {listing(forms, 'or')}")
    settings = _settings(paper, theme)
    try:
        deck, _, errors, _ = decks.draw_deck([character._checked for character in some], form, settings, backs=backs)
    except ValueError as exc:
        raise ChargenError(str(exc)) from exc
    if errors:
        raise ChargenError(_as_text(errors), errors)
    return decks.typeset_deck(deck, settings.press)[0]


def encounter(
    party: Iterable[Character],
    others: Iterable[Character],
    *,
    focus: str = "first",
    seed: str = "",
    runs: int | None = None,
) -> dict[str, Any]:
    """Return who hits whom how often and how hard, and how a fight ends: what `chargen encounter --format json` prints.

    ``focus`` says which enemy is attacked: ``first``, ``weakest`` or ``random``. Chances are exact where the fight is
    short enough; otherwise it is played ``runs`` times by ``seed``, and each chance has its standard error. Raises
    `ChargenError` for characters with errors or of several games, and for fights that the game does not know.

    >>> import chargen
    >>> guards = chargen.npcs("gamocles", role="guard", seed="wall", number=2)
    >>> fight = chargen.encounter(guards[:1], guards[1:])
    >>> fight["system"], fight["order"], fight["party"][0]["unit"]
    ('gamocles', 'at once', 'wounds')
    """
    from chargen.fights.as_data import encounter_as_json
    from chargen.fights.outcome import find_outcome
    from chargen.fights.sides import Focus, build_encounter

    sides = [*party], [*others]
    for character in (*sides[0], *sides[1]):
        character._refuse_faulty("has errors: it cannot fight")
    modes: dict[str, Focus] = {mode: mode for mode in get_args(Focus)}
    if focus not in modes:
        raise ChargenError(f"`focus` is {listing(modes, 'or')}; found {focus!r}")
    one, other = ([character._checked for character in side] for side in sides)
    try:
        met = build_encounter(one, other, (modes[focus], modes[focus]))
    except ValueError as exc:
        raise ChargenError(str(exc)) from exc
    return encounter_as_json(met, find_outcome(met, runs=runs, seed=seed), seed)


def advance(text: str, entry: Mapping[str, Any], *, folder: str | Path = "") -> str:
    """Return the text of a concept file with one more line in its ledger; all other text stays as it is.

    ``entry`` is the line as data, such as ``{"award": 5, "why": "the docks"}`` or ``{"raise": "Amateur Chef"}``: what
    `chargen advance` would complete is completed, such as the number of the next step. ``folder`` as in `check`.
    Raises `ChargenError` where the text has errors, or the line would break a rule.

    >>> import chargen
    >>> kai = chargen.npcs("five-by-five", role="guard", seed="docks")[0]
    >>> print(chargen.advance(kai.text, {"award": 5, "why": "the docks"}).splitlines()[-1])
      - {award: 5, why: the docks}
    """
    from chargen.experience import moves
    from chargen.text.edits import NotEditable

    # Without a line break it would be taken for a path.
    before = check(text if "\n" in text else f"{text}\n", folder=folder)
    before._refuse_faulty("has errors: no line can be added")
    checked, path = before._checked, Path(folder, "concept.yaml")
    try:
        edit = moves.add_entry(checked, path, moves.complete_entry(checked, entry))
    except NotEditable as exc:
        raise ChargenError(f"{checked.source.name}: {exc}") from exc
    if edit.new_errors:
        raise ChargenError(_as_text(edit.new_errors), edit.new_errors)
    return edit.after.source.text


def systems() -> list[str]:
    """Return the keys of all games, those of plug-ins too, sorted; none of them is loaded.

    >>> import chargen
    >>> "five-by-five" in chargen.systems()
    True
    """
    return registry.list_games()


def _settings(paper: str, theme: str) -> "PrintSettings":
    from chargen.render.paper import parse_paper
    from chargen.render.theme import find_theme
    from chargen.sheets.prepared import PrintSettings

    try:
        return PrintSettings(paper=parse_paper(paper), theme=find_theme(theme).name if theme else "")
    except ValueError as exc:
        raise ChargenError(str(exc)) from exc


def _as_text(diagnostics: Iterable[Diagnostic]) -> str:
    """Return a line for each diagnostic, and one for its hint."""
    lines = []
    for diagnostic in diagnostics:
        if place := diagnostic.place:
            where = f"{diagnostic.file}:{place.line}:{place.column}"
            lines.append(f"{where}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}")
        else:
            lines.append(diagnostic.message)
        if diagnostic.hint:
            lines.append(f"  hint: {diagnostic.hint}")
    return "\n".join(lines)
