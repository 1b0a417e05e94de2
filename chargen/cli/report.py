"""Say what a command has to say: diagnostics as text, JSON and GitHub workflow commands, progress, files written."""

import os
import re
import shutil
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from chargen import fileio
from chargen.cli.base import AMBER, DUMB, FAULT, FAULTY, GREEN, RED, TEAL
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, Severity
from chargen.text.names import counted
from chargen.text.reader import LINE_END
from chargen.text.source import Source

if TYPE_CHECKING:
    from chargen.checking.concept import Checked

_COLOURS = {Severity.ERROR: RED, Severity.WARNING: AMBER, Severity.NOTE: TEAL}
WIDEST, NARROWEST = 120, 40  # The bounds of the width of lines, however wide the terminal is
UNBOUNDED = 0  # The width if the output is not a terminal: lines are not wrapped
_EXCERPT = 100  # The most letters of a file's line that are shown if the width is unbounded
_LONG_HINT = 100  # The letters of a hint beyond which it is printed once in a run (house default)
_GUTTER = 8  # The letters before an excerpt: the line number and a bar
_LINES = r"[^\n]*\n|[^\n]+"
_SIGNS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_UNPRINTABLE = f"[{_SIGNS}]"
_ISOLATED = f"(\u2068[^{_SIGNS}]*\u2069)|[{_SIGNS}]"  # isolates stay
_NOT_IN_A_LINE = r"[\t\n]|" + _UNPRINTABLE


def printable(text: str, *, has_isolates: bool = False) -> str:
    """Replace control and direction characters, which could manipulate a terminal, and what is no letter, by �.

    With ``has_isolates``, parts that chargen has isolated stay so.
    """
    if has_isolates:
        return re.sub(_ISOLATED, lambda found: found[1] or "\ufffd", text)
    return re.sub(_UNPRINTABLE, "\ufffd", text)


def one_line(text: str | Path) -> str:
    """Return a name or a message on one line: line breaks and control characters become escapes.

    >>> print(one_line("a\\nb.yaml"))
    a\\nb.yaml
    """
    return re.sub(_NOT_IN_A_LINE, lambda letter: letter[0].encode("unicode_escape").decode(), str(text))


def print_json(data: object) -> None:
    """Print data as JSON, chances exact and rounded; control characters become escapes, which parsing restores."""
    import json  # imported here: reports in words do without

    from chargen.page.roll import as_json

    written = json.dumps(as_json(data), ensure_ascii=False, indent=2)
    print_for_programs(re.sub(_UNPRINTABLE, lambda letter: f"\\u{ord(letter[0]):04x}", written))


def print_for_programs(text: str) -> None:
    """Print a text for another program: as UTF-8 on every machine (RFC 8259 asks that of JSON)."""
    with suppress(AttributeError):  # of a stream that tests or notebooks have put there
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    click.echo(text)


def print_bytes(content: bytes) -> None:
    """Write a document to standard output as it is. Raises OSError that names the stream."""
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except OSError as exc:
        raise OSError(exc.errno, exc.strerror, "standard output") from exc


def width() -> int:
    """Return the width of the terminal, within bounds; 80 if there is none."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def width_of_lines() -> int:
    """Return the width of lines that scripts search: unbounded if the output is not a terminal."""
    return width() if sys.stdout.isatty() else UNBOUNDED


def wrapped(line: str, columns: int, indent: str = "") -> list[str]:
    """Wrap a line to ``columns``, and indent the lines below the first.

    Colours have no width. A word that is too long for a line is not broken.

    >>> wrapped("a hint that is long", 10, "  ")
    ['a hint', '  that is', '  long']
    """
    if columns == UNBOUNDED:
        return [line]
    first, *words = line.split(" ")
    lines = [first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if count_columns(click.unstyle(longer)) <= columns or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(indent + word)
    return lines


def print_list(rows: Iterable[tuple[str, str]], wide: int = 0, indent: str = "") -> None:
    """Print names, in a column of width ``wide`` or that of the longest, and beside each what it is, wrapped."""
    listed = list(rows)
    wide = wide or max((len(name) for name, _ in listed), default=0)
    for name, about in listed:
        line = f"{indent}{click.style(name, bold=True)}{' ' * (wide - len(name))}  {about}"
        click.echo("\n".join(wrapped(line, width_of_lines(), indent + " " * (wide + 2))))


def format_report(checked: "Checked", printed: set[str] | None = None) -> str:
    """Return the diagnostics of a file with excerpts, and a line that counts them.

    ``printed`` has the long hints that this run printed already, and takes in those of this file.
    """
    found = format_diagnostics(checked.diagnostics, (checked.source, *checked.others), printed=printed)
    numbers = Counter(diagnostic.severity for diagnostic in checked.diagnostics)
    errors, warnings = numbers[Severity.ERROR], numbers[Severity.WARNING]
    if errors or warnings:
        about = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    else:
        who = f": {checked.name}" if checked.name else ""
        title = checked.game.title if checked.game else checked.kind
        about = f"{click.style('fine', fg=GREEN)}{printable(who)} ({title})"
    return "\n".join(filter(None, [found, f"{one_line(checked.source.name)}: {about}"]))


def say(text: str, *, is_fault: bool = True) -> None:
    """Print to standard error what is to be said of a file; after a fault, the exit code is at least 1."""
    click.echo(text, err=True)
    if is_fault:
        click.get_current_context().meta[FAULTY] = True


def tell(checked: "Checked") -> None:
    """Print the diagnostics of a file to standard error, if there are errors or warnings; notes are for `check`."""
    if any(diagnostic.severity is not Severity.NOTE for diagnostic in checked.diagnostics):
        say(format_report(checked), is_fault=not checked.ok)


def refuse(*files: "Checked") -> NoReturn:
    """Print to standard error why files give no character: their errors, or what else they contain; and exit."""
    for checked in files:
        held = f"{one_line(checked.source.name)} contains {checked.kind}, not a character"
        click.echo(held if checked.ok else format_report(checked), err=True)
    click.get_current_context().exit(FAULT)


def format_diagnostics(
    diagnostics: Iterable[Diagnostic],
    sources: Iterable[Source],
    columns: int | None = None,
    printed: set[str] | None = None,
) -> str:
    """Return diagnostics as text, each with an excerpt of its file.

    Lines are as wide as the terminal, or at most ``columns``. A long hint, such as a list of valid keys, is printed
    once; ``printed`` has those that were printed already, and takes in these.
    """
    printed = set() if printed is None else printed
    by_name = {source.name: source for source in sources}
    columns = width_of_lines() if columns is None else columns
    numbered = list(enumerate(diagnostics))
    # If there are too many, errors are kept before warnings and notes, and all that are kept stay in file order.
    kept = sorted(numbered, key=lambda pair: list(Severity).index(pair[1].severity))[: limits.FINDINGS_SHOWN]
    parts = []
    for _, diagnostic in sorted(kept, key=lambda pair: pair[0]):
        if len(hint := diagnostic.hint) > _LONG_HINT:
            if hint in printed:
                hint = f"as above: {hint[:_LONG_HINT].rpartition(' ')[0]} …"
            printed.add(diagnostic.hint)
        place, source = diagnostic.place, by_name.get(diagnostic.file)
        where = one_line(diagnostic.file) + (f":{place.line}:{place.column}" if place else "")
        name = click.style(f"{diagnostic.severity}[{diagnostic.code}]", fg=_COLOURS[diagnostic.severity], bold=True)
        message = one_line(diagnostic.message)
        if not message.isascii():
            from chargen.game.isolation import isolate  # imported here: most messages have no such letters

            message = isolate(message)
        lines = wrapped(f"{click.style(where, bold=True)}: {name}: {message}", columns, "  ")
        if place and source is not None and source.text:
            lines += _excerpt(diagnostic, source, columns)
        if hint:
            shown = f"  {click.style('hint', fg=TEAL, bold=True)}: {one_line(hint)}"
            lines += wrapped(shown, columns, " " * len("  hint: "))
        if diagnostic.rule:
            rule = wrapped(f"  rule: {printable(diagnostic.rule)}", columns, " " * len("  rule: "))
            lines += [click.style(line, dim=True) for line in rule]
        parts.append("\n".join(lines))
    if (left := len(numbered) - len(kept)) > 0:
        parts.append(f"… and {left:,} more; `chargen check --format json` has them all")
    return "\n\n".join(parts)


def diff(name: str, before: str, after: str) -> str:
    """Return the changes of a file in the format of `diff -u`, with colours."""
    from difflib import unified_diff  # imported here: only a change needs it

    colours = {"+": GREEN, "-": RED, "@": TEAL}
    old, new = (re.findall(_LINES, LINE_END.sub("\n", text)) for text in (before, after))
    lines = []
    for line in unified_diff(old, new, name, name):
        lines.append(click.style(printable(line.rstrip("\n")), fg=colours.get(line[:1])))
        # As `diff -u` writes it, so that `patch` can apply the output.
        lines += [] if line.endswith("\n") else ["\\ No newline at end of file"]
    return "\n".join(lines)


def _excerpt(diagnostic: Diagnostic, source: Source, columns: int) -> Iterator[str]:
    """Yield the line of the error with a caret below it, and related lines with dashes."""
    marks = [(diagnostic.place, "^", diagnostic.label, _COLOURS[diagnostic.severity])]
    marks += [(other.place, "-", other.message, TEAL) for other in diagnostic.related]
    above = ""
    # In the order of the file, not of importance: several marks may share a line, which is printed once.
    for place, sign, label, colour in sorted(marks, key=lambda mark: mark[0] or ()):
        if place is None or place.line > len(source.lines):
            continue
        text = source.lines[place.line - 1]
        # The part of the line around the place. One column is left for the mark of a cut line.
        room = columns - _GUTTER - 1 if columns else _EXCERPT
        start = min(place.column - 1, len(text))
        end = place.end_column - 1 if place.end_line == place.line else start + 1
        first = max(0, start - room // 2) if count_columns(text) > room else 0
        shown = text[first : first + room].rstrip()
        # East Asian letters take two columns each.
        while count_columns(shown) > room:
            shown = shown[:-1]
        under = max(1, count_columns(text[start : min(end, first + len(shown))].rstrip()))
        mark, visible = "…" if first else "", printable(shown).replace("\t", " ")
        before = len(mark) + count_columns(text[first:start])
        line = f"{place.line:>5} | {mark}{visible}"
        if line != above:
            yield line
        above = line
        caret = f"{' ' * 5} | {' ' * before}{click.style(sign * under, fg=colour)}"
        beside = f"{caret} {one_line(label)}".rstrip()
        if columns == UNBOUNDED or count_columns(click.unstyle(beside)) <= columns:
            yield beside
        else:
            yield caret
            yield from wrapped(f"{' ' * 5} | {one_line(label)}", columns, f"{' ' * 5} | ")


def count_columns(text: str) -> int:
    if text.isascii():  # most texts, and asking Unicode takes time for each letter
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_FIELDS = str.maketrans({letter: f"%{ord(letter):02X}" for letter in "%\r\n,:"})
_IN_MESSAGES = str.maketrans({letter: f"%{ord(letter):02X}" for letter in "%\r\n"})


def format_for_github(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as a workflow command, which GitHub shows beside the lines of a pull request."""
    place = diagnostic.place
    where = [("file", diagnostic.file)]
    if place is not None:
        where += [("line", str(place.line)), ("col", str(place.column)), ("endLine", str(place.end_line))]
    where.append(("title", diagnostic.code))
    fields = ",".join(f"{key}={value.translate(_IN_FIELDS)}" for key, value in where)
    message = f"{diagnostic.message} ({diagnostic.hint})" if diagnostic.hint else diagnostic.message
    return f"::{_GITHUB[diagnostic.severity]} {fields}::{message.translate(_IN_MESSAGES)}"


def write_files(contents: Mapping[Path, bytes], *, force: bool, verb: str = "") -> None:
    """Write all files and print their paths; if one exists with other bytes, write none, and exit."""
    # The same bytes are no conflict: a command may be repeated.
    same = {path for path, content in contents.items() if path.is_file() and path.read_bytes() == content}
    for path in contents:
        if not force and path not in same and os.path.lexists(path):
            click.echo(one_line(f"{path} already exists and was not changed; --force overwrites it"), err=True)
            click.get_current_context().exit(FAULT)
    for path, content in contents.items():
        if path not in same:
            fileio.write_file(path, content, replace=force)
        click.echo(verb + one_line(path))


def duration(seconds: float) -> str:
    """Return a duration in words.

    >>> duration(0.4), duration(59.6), duration(754), duration(7384)
    ('1 s', '1 min 0 s', '12 min 34 s', '2 h 3 min')
    """
    minutes, rest = divmod(max(1, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def progress(total: int, noun: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Yield what counts more work as done, and shows a bar of it on a terminal from its first call on.

    Called with 0, it removes the bar, so that something else can be printed; at the end it is removed, too.
    """
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM", "any") in DUMB:
        yield lambda more: None
        return
    # Imported here: commands whose output goes elsewhere start without rich.
    from rich import progress as rich
    from rich.console import Console

    bar = rich.Progress(
        rich.BarColumn(24),
        rich.TextColumn(f"{{task.completed:,}} of {{task.total:,}} {noun}", markup=False),
        rich.TimeRemainingColumn(),
        console=Console(file=sys.stderr, force_terminal=True, color_system=None),
        # A refresh thread beside worker processes could be forked with a lock held.
        auto_refresh=False,
        transient=True,
    )
    task = bar.add_task(noun, total=total)

    def advance(more: int) -> None:
        if more:
            bar.start()
            bar.update(task, advance=more, refresh=True)
        else:
            bar.stop()

    try:
        yield advance
    finally:
        bar.stop()
