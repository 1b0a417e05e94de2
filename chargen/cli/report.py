"""Diagnostics for people, scripts and GitHub."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import click

from chargen.checking.concept import Checked
from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.names import counted
from chargen.core.reader import LINE_END
from chargen.core.source import Source

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
BAR = 20
"""How many letters a full bar takes in a list of chances."""
_WIDTH = 100
"""How much of a line is shown around a caret, in columns."""
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Text that cannot command a terminal: control and direction characters become �."""
    return _UNPRINTABLE.sub("\ufffd", text)


def text(checked: Checked) -> str:
    """All findings about a file as a good compiler prints them, and a line that counts them."""
    sources = {source.name: source for source in (checked.source, *checked.others)}
    found = "\n\n".join(_findings(checked.diagnostics, sources))
    return "\n".join(filter(None, [found, summary(checked)]))


def findings(diagnostics: Iterable[Diagnostic], sources: Iterable[Source]) -> str:
    """Findings as a good compiler prints them, with the lines of the files that they point into."""
    by_name = {source.name: source for source in sources}
    return "\n\n".join(_findings(tuple(diagnostics), by_name))


def _findings(diagnostics: Sequence[Diagnostic], sources: Mapping[str, Source]) -> Iterator[str]:
    """The findings that are shown, in their order, and how many are not: errors go before warnings and notes."""
    heaviest = sorted(range(len(diagnostics)), key=lambda index: list(Severity).index(diagnostics[index].severity))
    for index in sorted(heaviest[: limits.FINDINGS_SHOWN]):
        yield _finding(diagnostics[index], sources.get(diagnostics[index].file))
    if (left := len(diagnostics) - limits.FINDINGS_SHOWN) > 0:
        yield f"… and {left:,} more; `chargen check --format json` has them all"


def diff(name: str, before: str, after: str) -> str:
    """Return what changes in a file, line by line, as `diff -u` has it; coloured where the terminal is."""
    from difflib import unified_diff  # imported here: only a change needs it

    colours = {"+": "green", "-": "red", "@": "cyan"}
    old, new = (_LINES.findall(LINE_END.sub("\n", text)) for text in (before, after))
    lines = []
    for line in unified_diff(old, new, name, name):
        lines.append(click.style(printable(line.rstrip("\n")), fg=colours.get(line[:1])))
        lines += [] if line.endswith("\n") else ["\\ No newline at end of file"]
    return "\n".join(lines)


def bar(chance: Fraction, letters: int = BAR) -> str:
    """Return a chance as a bar of so many letters, with a mark at one half.

    >>> bar(Fraction(1, 4), 10), bar(Fraction(3, 4), 10)
    ('███··┊····', '████████··')
    """
    filled = (2 * chance.numerator * letters + chance.denominator) // (2 * chance.denominator)
    drawn = ["█" if index < filled else "·" for index in range(letters)]
    if filled < letters // 2:
        drawn[letters // 2] = "┊"
    return "".join(drawn)


def summary(checked: Checked) -> str:
    """The line that counts a file's findings."""
    count = {
        severity: sum(finding.severity is severity for finding in checked.diagnostics)
        for severity in (Severity.ERROR, Severity.WARNING)
    }
    shown = printable(checked.source.name)
    if not checked.diagnostics or not any(count.values()):
        who = f": {checked.name}" if checked.name else ""
        about = f" ({checked.game.title if checked.game else checked.holds})"
        return f"{shown}: {click.style('fine', fg='green')}{printable(who)}{about}"
    return f"{shown}: {counted(count[Severity.ERROR], 'error')}, {counted(count[Severity.WARNING], 'warning')}"


def _finding(finding: Diagnostic, source: Source | None) -> str:
    place = finding.place
    where = printable(finding.file) + (f":{place.line}:{place.column}" if place else "")
    name = click.style(f"{finding.severity}[{finding.code}]", fg=_COLOURS[finding.severity], bold=True)
    lines = [f"{click.style(where, bold=True)}: {name}: {printable(finding.message)}"]
    if place and source is not None and source.text:
        lines += _excerpt(finding, source)
    for related in finding.related:
        if related.place is not None:
            lines.append(f"  also: line {related.place.line}: {printable(related.message)}")
    if finding.hint:
        lines.append(f"  {click.style('hint', fg='cyan', bold=True)}: {printable(finding.hint)}")
    if finding.rule:
        lines.append(click.style(f"  rule: {printable(finding.rule)}", dim=True))
    return "\n".join(lines)


def _excerpt(finding: Diagnostic, source: Source) -> list[str]:
    """The line at fault with a caret under it; of a long line, what is around the caret."""
    place = finding.place
    if place is None or place.line > len(source.lines):
        return []
    line = source.lines[place.line - 1]
    start = min(place.column - 1, len(line))
    end = place.end_column - 1 if place.end_line == place.line else start + 1
    first = max(0, start - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = line[first : first + _WIDTH].rstrip()
    before = _columns(line[first:start])
    under = max(1, _columns(line[start : min(end, first + _WIDTH)].rstrip()))
    gutter = f"{place.line:>5} | "
    caret = click.style("^" * under, fg=_COLOURS[finding.severity])
    label = f" {printable(finding.label)}" if finding.label else ""
    return [
        f"{gutter}{'…' if first else ''}{printable(shown).replace(chr(9), ' ')}",
        f"{' ' * 5} | {' ' * (before + bool(first))}{caret}{label}",
    ]


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def as_json(checked: Iterable[Checked]) -> str:
    """The findings as JSON: an array, one object a file."""
    return json.dumps([_file(file) for file in checked], ensure_ascii=False, indent=2)


def _file(checked: Checked) -> Mapping[str, Any]:
    return {
        "file": checked.source.name,
        "ok": checked.ok,
        "system": checked.game.key if checked.game else None,
        "name": checked.name,
        "diagnostics": [diagnostic(finding, checked.source.name) for finding in checked.diagnostics],
    }


def diagnostic(finding: Diagnostic, file: str) -> dict[str, Any]:
    """A finding as plain data. Keys beyond the promised six appear only where they say something."""
    data: dict[str, Any] = {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "line": finding.place.line if finding.place else 1,
        "column": finding.place.column if finding.place else 1,
        "hint": finding.hint,
    }
    if finding.rule:
        data["rule"] = finding.rule
    if finding.file != file:
        data["file"] = finding.file
    if finding.related:
        data["related"] = [
            {"message": related.message, "line": related.place.line, "column": related.place.column}
            for related in finding.related
            if related.place is not None
        ]
    return data


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github(checked: Checked) -> str:
    """The findings as workflow commands, which GitHub shows beside the lines of a pull request."""
    return "\n".join(_command(finding) for finding in checked.diagnostics)


def _command(finding: Diagnostic) -> str:
    place = finding.place
    where = [("file", finding.file)]
    if place is not None:
        where += [("line", str(place.line)), ("col", str(place.column)), ("endLine", str(place.end_line))]
    where.append(("title", finding.code))
    fields = ",".join(f"{key}={_escaped(value, ',:')}" for key, value in where)
    said = " ".join(filter(None, [finding.message, f"({finding.hint})" if finding.hint else ""]))
    return f"::{_GITHUB[finding.severity]} {fields}::{_escaped(said)}"


def _escaped(value: str, also: str = "") -> str:
    for letter in "%\r\n" + also:
        value = value.replace(letter, f"%{ord(letter):02X}")
    return value
