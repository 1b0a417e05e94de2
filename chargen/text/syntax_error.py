"""Find the slip that makes YAML unreadable, by search: the smallest edit near the failure that lets the parser go on.

PyYAML reports where its parser stopped, which is often lines after the slip, and in the parser's own words. Each row of
``syntax_slips.yaml`` is a slip that hands make and what undoes it, the likeliest first. The first edit with which the
parser reads the rest of the file names the slip; one with which it reads on to a later failure is second best. The edit
is offered as a fix only where no other kind of edit would do with another meaning.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import yaml

from chargen.text.diagnostic import Diagnostic, Place, error
from chargen.text.names import counted, short
from chargen.text.reader import LINE_END, LOADER
from chargen.text.slips import BULLETS, INVISIBLE, QUOTES, in_double_quotes

NO_CONCEPT = (
    "this is not a character file",
    "it should start with `system: …`; `chargen new SYSTEM` writes a starter concept",
)
"""The message and the hint for a text that is not even a mapping."""
_LONGEST = 2_000  # The letters of a line that are searched for slips
_BACK, _BELOW = 4, 20  # The lines with data above a failure, and the lines from there on, that are searched
_TRIES, _LETTERS = 400, 5_000_000  # The edits that are tried, and the letters that are parsed in all: a second or two


class _Edit(NamedTuple):
    """Describe a change of a line from one column to another, from 0, and the slip that it undoes."""

    line: int
    start: int
    end: int
    new: str
    message: str
    hint: str
    fix: str | None = None  # What to offer in place of what is reported; None where the edit is only a guess
    shown: tuple[int, int, int] | None = None
    """The line and the columns to report; by default those that change."""


_Slip: TypeAlias = Callable[[Sequence[str], int], Iterator[_Edit]]
"""By the lines of a text and the number of one, from 0: the edits that undo a slip there."""


def explain(exc: yaml.YAMLError, text: str) -> Diagnostic:
    """Return the diagnostic for a text that YAML refused."""
    lines = [line[:_LONGEST] for line in LINE_END.split(text)]
    first = next((n for n, line in enumerate(lines, 1) if line.strip()[:1] not in ("", "#")), 1)
    if not _STARTS_DATA.match(lines[first - 1]) and not any(map(_KEY_OR_SYSTEM.match, lines)):
        message, hint = NO_CONCEPT
        return error(message, code="concept/not-a-mapping", hint=hint, place=Place(first, 1, first, 2))

    if _JSON_LINE.match(lines[first - 1]) and sum(bool(_JSON_LINE.match(line)) for line in lines) > 1:
        message = "this file has a JSON object on each line, and a character's file is one"
        hint = "save each of them in a file of its own; `chargen batch … --to yaml` writes such files"
        return error(message, code="yaml/syntax", hint=hint, place=Place(first + 1, 1, first + 1, 2))

    problem = str(getattr(exc, "problem", None) or getattr(exc, "reason", None) or exc)
    begun: Any = getattr(exc, "context_mark", None)
    stopped: Any = getattr(exc, "problem_mark", None) or begun
    line, column, offset = (stopped.line, stopped.column, stopped.index) if stopped else (0, 0, 0)
    line = min(line, len(lines) - 1)
    edit = _search(text, lines, line, begun.line if begun else line, offset)
    if edit is not None:
        line, start, end = edit.shown or (edit.line, edit.start, edit.end)
        # A fix for a line that was cut would lose the rest of it.
        fix = edit.fix if len(lines[line]) < _LONGEST else None
        place = Place(line + 1, start + 1, line + 1, end + 1)
        return error(edit.message, code="yaml/syntax", hint=edit.hint, place=place, fix=fix)

    message, hint = next(
        ((message, hint) for sign, message, hint in _read_table()[1] if sign in problem),
        (f"this is not YAML: {problem}", ""),
    )
    # At the end of the file, what was begun and never ended is nearer to the slip; so is a line without a colon.
    if begun and begun.line < len(lines) and (offset >= len(text.rstrip()) or "expected ':'" in problem):
        line, column = begun.line, begun.column
    column = min(column, len(LINE_END.split(text)[line]))
    return error(message, code="yaml/syntax", hint=hint, place=Place(line + 1, column + 1, line + 1, column + 2))


def _search(text: str, lines: Sequence[str], failed: int, begun: int, offset: int) -> _Edit | None:
    """Return the likeliest edit near a failure with which the parser goes on; None where there is none."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text)), len(text)]
    odd = (number for number in range(failed) if lines[number].count('"') % 2 or _ODD_APOSTROPHE.search(lines[number]))
    written = (number for number in range(failed, -1, -1) if lines[number].strip()[:1] not in ("", "#"))
    above = list(islice(written, _BACK + 1))
    # A key may still be a comment.
    hidden = (number for number in range(failed - 1, max(failed - _BACK, -1), -1) if "#" in lines[number])
    near = list(dict.fromkeys([failed, *above, *hidden, *([begun] if begun < len(lines) else []), *islice(odd, 4)]))

    best: _Edit | None = None
    meaning: list[tuple[type, object]] | None = None
    edits = (edit for slip in _read_table()[0] for number in near for edit in slip(lines, number))
    for edit in islice(edits, min(_TRIES, _LETTERS // len(text))):
        # Once the slip is found, another kind of fix still matters. Quotes hide any slip, and are no rival.
        is_rival = edit.fix is not None and edit.fix[:1] not in ("'", '"')
        if best is not None and meaning is not None and (edit.message == best.message or not is_rival):
            continue
        start = starts[edit.line]
        changed = text[: start + edit.start] + edit.new + text[start + edit.end :]
        try:
            read = [(type(event), getattr(event, "value", None)) for event in yaml.parse(changed, Loader=LOADER)]
        except yaml.YAMLError as exc:
            mark: Any = getattr(exc, "problem_mark", None)
            goal = max(offset + 1, starts[failed + 1]) + len(edit.new) - (edit.end - edit.start)
            best = edit if best is None and mark and mark.index >= goal else best
            continue
        if best is None or meaning is None:
            best, meaning = edit, read
            if best.fix is None:
                break
        elif read != meaning:
            return best._replace(fix=None)
    return best


@cache
def _read_table() -> tuple[tuple[_Slip, ...], list[tuple[str, str, str]]]:
    """Return the slips in their order, and the words for the parser's messages."""
    table = yaml.load(Path(__file__).with_name("syntax_slips.yaml").read_text("utf-8"), Loader=LOADER)
    parts = table["parts"] | {"KEY": _KEY, "QUOTES": "".join(QUOTES), "INVISIBLE": INVISIBLE}
    functions = {make.__name__: make for make in (_write_dashes, _close_bracket, _indent_as_neighbour)}
    slips: list[_Slip] = []
    for row in table["slips"]:
        pattern = row.get("find") or row.get("quote", "")
        for word, part in parts.items():
            pattern = pattern.replace(f"<{word}>", part)
        make = partial(_replace if "find" in row else _quote, re.compile(pattern), row)
        slips.append(functions.get(row.get("function"), make))
    return tuple(slips), table["words"]


def _replace(pattern: re.Pattern[str], row: Mapping[str, Any], lines: Sequence[str], number: int) -> Iterator[_Edit]:
    """Yield the replacements of the group `at` of a pattern in a line. The texts of the row may name other groups."""
    if not re.match(row.get("above", ""), "".join(lines[max(number - 1, 0) : number])):
        return
    # A pattern with a line break sees the lines below.
    text = "\n".join(lines[number : number + _BELOW]) if "\\n" in pattern.pattern else lines[number]
    for found in pattern.finditer(text):
        written = re.sub(row["each"], row["write"], found["at"]) if "each" in row else found.expand(row["write"])
        before, after = text[: found.start("at")], text[found.end("at") :]
        right = short(_COMMENT.sub("", before + written + after).strip(), 70)
        message, hint = found.expand(row["message"]), found.expand(row.get("hint", "write `{}`")).replace("{}", right)
        hint += row.get("further", "") if number else ""
        line, start = number + before.count("\n"), len(before.rpartition("\n")[2])
        end, fix = start + len(found["at"]), None if row.get("guess") else row.get("fix", written)
        yield _Edit(line, start, end, written, message, hint, fix, (line, start, start + row.get("width", end - start)))


def _quote(pattern: re.Pattern[str], row: Mapping[str, Any], lines: Sequence[str], number: int) -> Iterator[_Edit]:
    """Yield the texts in a line, the first group of a pattern, that must be in quotes."""
    for found in pattern.finditer(lines[number]):
        text = found[1].rstrip()
        # A mark within a text ends it: the text is what the outer ones enclose.
        inner = text[1:-1] if "inside" in row["message"] else text
        before = text[1:].partition(text[0])[0].strip()
        has_marks = '"' in inner or "\\" in inner
        right = "'" + inner.replace("'", "''") + "'" if has_marks else in_double_quotes(inner)
        words = {"sign": text[0], "right": right, "before": short(before, 40), "text": short(text, 70)}
        words["kind"] = "single" if has_marks else "double"
        message, hint = row["message"].format(**words), row.get("hint", "put it in quotes: {right}").format(**words)
        # What may be more than a text is not hidden in quotes.
        is_text = bool(before) if text[0] in "'\"" else not _HAS_STRUCTURE.search(text)
        start, end = found.start(1), found.start(1) + len(text)
        yield _Edit(number, start, end, right, message, hint, right if is_text and not row.get("guess") else None)


def _close_bracket(lines: Sequence[str], number: int) -> Iterator[_Edit]:
    """Close a bracket before another one, or at the end of its line or of one below."""
    line = _COMMENT.sub("", lines[number])
    opened: list[int] = []
    for column, sign in enumerate(line):
        if sign in "[{":
            opened.append(column)
        elif sign in "]}" and opened and line[at := opened.pop()] + sign not in ("[]", "{}"):
            closing = "]" if line[at] == "[" else "}"
            shown = (number, at, at + 1)
            message, hint = f"this {line[at]} is never closed", f"write {closing} before the {sign}"
            yield _Edit(number, column, column, closing, message, hint, None, shown)
    for at in reversed(opened):
        closing = "]" if line[at] == "[" else "}"
        is_last = not line[at + 1 :].strip()
        hint = f"write {closing} where it ends" if is_last else f"close it: {short(line[at:].rstrip(), 70)}{closing}"
        for below in range(number, min(number + _BELOW, len(lines))):
            end = len(_COMMENT.sub("", lines[below]).rstrip())
            message, shown = f"this {line[at]} is never closed", (number, at, at + 1)
            yield _Edit(below, end, end, closing, message, hint, None, shown)


def _write_dashes(lines: Sequence[str], number: int) -> Iterator[_Edit]:
    """Write dashes in place of the bullets of another program, in all entries of a list."""
    found = _BULLET.match(lines[number])
    first = last = number
    while found and first and lines[first - 1].startswith(found[0]):
        first -= 1
    while found and last + 1 < len(lines) and lines[last + 1].startswith(found[0]):
        last += 1
    if found:
        start, length = len(found[1]), len(found[0])
        new = f"\n{found[1]}- ".join(line[length:] for line in lines[first : last + 1])
        end = sum(len(line) + 1 for line in lines[first : last + 1]) - 1
        message = f"an entry of a list starts with a dash, not with {found[2]}"
        hint = f"write `- {short(_COMMENT.sub('', lines[first][length:]), 40)}`"
        yield _Edit(first, start, end, f"- {new}", message, hint, "-", (first, start, start + 1))


def _indent_as_neighbour(lines: Sequence[str], number: int) -> Iterator[_Edit]:
    """Indent a line as the nearest one above or below, or the one above as this one."""
    indents = {
        n: len(line) - len(line.lstrip(" "))
        for n, line in enumerate(lines[: number + _BELOW])
        if n == number or line.strip()[:1] not in ("", "#")
    }
    ordered = list(indents)
    place = ordered.index(number)
    above, below = ordered[:place][-1:], ordered[place + 1 :][:1]
    changes = [(number, other, indents[other]) for other in (*above, *below)]
    # Below the dash of an entry, its keys begin where the first one does.
    changes += [(number, other, entry.end()) for other in above if (entry := re.match(r" *- +(?=\S)", lines[other]))]
    # The line above is the odd one where the lines around it are indented alike, or it should be the first of a block.
    if place > 1 and indents[number] > indents[above[0]]:
        before = ordered[place - 2]
        alike = {indents[before], *(indents[other] for other in below)}
        if (
            indents[before] == indents[number]
            or (indents[above[0]] <= indents[before])
            or (lines[before].rstrip().endswith(":") and indents[number] in alike)
        ):
            changes.insert(0, (above[0], number, indents[number]))
    for line, other, its in changes:
        if (indent := indents[line]) != its:
            mine = f"line {line + 1} is indented by {counted(indent, 'space')}"
            message, hint = f"{mine}; its neighbour, line {other + 1}, by {its}", "give both the same indentation"
            yield _Edit(line, 0, indent, " " * its, message, hint, None, (line, 0, max(indent, 1)))


_KEY = r"[^\W_][\w'’/-]{0,60}(?: [\w'’/-]{1,60}){0,3}"  # A key of at most four words
_KEY_OR_SYSTEM = re.compile(rf"\s*(?:- +)*(?:{_KEY}|\"[^\"]+\"|'[^']+')\s*:(?:\s|$)|\W*system\b", re.IGNORECASE)
_STARTS_DATA = re.compile(r"\s*(?:- |[{\[\"'%]|---|```)")
_JSON_LINE = re.compile(r"\s*\{\s*\".*\}\s*$")
_ODD_APOSTROPHE = re.compile(r"(?:: |- |[{\[,] ?)'\w[^']*$")
_HAS_STRUCTURE = re.compile(r"[{}\[\]\"\t]|, *\w+: |: [-+]?\d|^[@`%*&](?:[^\w]*\d+$|.*: )|^[|>?,!-]")
"""A sign that a text may be more than a text, so that quotes around it would hide what was meant."""
_COMMENT = re.compile(r"(?<!\s)\s+#.*")
_BULLET = re.compile(rf"(\s*)([{BULLETS}]) +(?!-)")
