"""`chargen import-form`: from a filled form into its concept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK
from chargen.experience import editing
from chargen.npc import check_file
from chargen.render.forms import NoForm, filled
from chargen.sheets import form_state
from chargen.text import edits, limits
from chargen.text.diagnostic import has_errors
from chargen.text.edits import with_entries, with_more_text, with_value
from chargen.text.names import fold
from chargen.text.parts import ABSENT
from chargen.text.source import Source


class _Refused(Exception):
    """Why a concept was not changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


UNREADABLE = "form/unreadable"  # The code of a file that is not a form of chargen's


@click.command(
    "import-form",
    epilog="""\b
Examples:
  chargen render kai.yaml --fillable -o kai.pdf
  chargen import-form kai.pdf              what was filled in, as YAML
  chargen import-form kai.pdf kai.yaml     writes it into the concept, and keeps all the rest""",
)
@click.argument("form", type=click.Path(allow_dash=True), metavar="FILLED.pdf")
@click.argument("concept", type=click.Path(path_type=Path), metavar="[CONCEPT.yaml]", required=False)
@click.option("--force", is_flag=True, help="Accept a form that was made for another name.")
def command(form: str, concept: Path | None, force: bool) -> int:
    """Read the ticks and the texts of a filled form.

    FILLED.pdf is a sheet made with --fillable, or - for standard input. Without a concept, they are printed as YAML;
    with one, they are written into it: the play state, gear, notes, talents, consequences, points. Each part is checked
    first; a part that would break a rule is printed as YAML instead, and the exit code is 1.
    """
    try:
        content = fileio.read_bytes(None if form == fileio.STANDARD_INPUT else Path(form), limits.PDF_BYTES)
        filled_form = filled(content)
        reading = form_state.reading(filled_form.plan, filled_form.values)
    except (NoForm, form_state.UnreadableForm, fileio.Unreadable) as exc:
        click.echo(f"{report.one_line(form)}: error[{UNREADABLE}]: {report.printable(str(exc))}", err=True)
        return FAULT
    for remark in reading.remarks:
        click.echo(f"{report.one_line(form)}: {report.printable(remark)}", err=True)
    entries = dict(reading.entries)
    if concept is None:
        click.echo(form_state.as_yaml(reading.state, entries))
        return OK
    try:
        given = fileio.Input(str(concept), concept)
        # May run twice: `edit_file` starts again if the file changes meanwhile.
        updated = fileio.edit_file(given, lambda source: _update(given, source, reading, force=force))
    except _Refused as refusal:
        click.echo(f"{report.one_line(concept)}: error[{refusal.code}]: {report.printable(str(refusal))}", err=True)
        # Nothing of a filled form is lost: what cannot be written is printed, to be added by hand.
        click.echo(form_state.as_yaml(reading.state, entries))
        return FAULT
    for why in updated.refused:
        click.echo(f"{report.one_line(concept)}: error[form/not-updated]: {report.printable(why)}", err=True)
    if updated.left:
        click.echo(updated.left)
    if updated.message or not updated.refused:
        click.echo(f"{report.one_line(concept)}: {updated.message or 'nothing has changed'}", err=bool(updated.left))
    return FAULT if updated.refused else OK


@dataclass(frozen=True, slots=True)
class _Updated:
    """What became of a form: a message, why parts of it were refused, and these parts as YAML."""

    message: str = ""
    refused: tuple[str, ...] = ()
    left: str = ""


def _update(given: fileio.Input, source: Source, reading: form_state.Reading, *, force: bool) -> tuple[bytes, _Updated]:
    """Return the bytes of a concept with what a form says, and what became of each part. Raises `_Refused`."""
    checked = check_file.check_any(replace(given, source=source))
    if checked.game is None:
        raise _Refused("form/not-updated", f"it is not a valid concept; `chargen check {given.shown}` shows why")
    if checked.game.key != reading.system:
        raise _Refused(
            "form/another", f"it is a character for {checked.game.key}, and the form is for {reading.system}"
        )
    if reading.name and checked.name != reading.name and not force:
        raise _Refused("form/another", f"it is for {checked.name}, not {reading.name}; --force accepts that")
    # Such as a file in another encoding: writing the text back would change bytes that no one has edited.
    if source.encoded(source.text) != source.content:
        raise _Refused("form/not-updated", "it would not read back as it was written; add the lines below to it")
    entries = {key: written for key, written in reading.entries.items() if key != "name"}
    awards = sum(entry["award"] for entry in entries.get(editing.KEY, ()))
    # A form may be imported twice: what was earned since it was printed shows whether its awards are in the ledger.
    if checked.advanced is not None and checked.advanced.account.earned - reading.earned >= awards:
        entries.pop(editing.KEY, None)  # they are recorded already
    if not (reading.state or entries or reading.removed):
        return source.content, _Updated("nothing has changed: the form was not filled in")

    # Each part by itself: one that cannot be written, or would break a rule, does not keep back the others.
    done, refused, left_state, left = [], [], {}, {}
    # Only errors that the form brings count: the file may have others already.
    known = {(diagnostic.code, fold(diagnostic.message)) for diagnostic in checked.diagnostics}
    for names, change in _changes(reading, entries):
        try:
            text = change(source)
        except edits.NotEditable:
            text = None
        why = "cannot be changed in place; add the lines below"
        if text is not None:
            if text == source.text:
                continue
            after = check_file.check_any(replace(given, source=source.with_text(text)))
            new = [one for one in after.diagnostics if (one.code, fold(one.message)) not in known]
            if not has_errors(new):
                source = after.source
                done += names
                continue
            why = f"is not valid for it:\n{report.format_report(replace(after, diagnostics=tuple(new)))}"
        key = "state" if names == [*reading.state] else names[0]
        refused.append(f"`{key}` {why}" if key != "state" else f"the play state of the form {why}")
        if key == "state":
            left_state = dict(reading.state)
        elif key in entries:
            left[key] = entries[key]
    shown = form_state.as_yaml(left_state, left) if left_state or left else ""
    return source.content, _Updated(
        f"updated ({', '.join(dict.fromkeys(done))})" if done else "", tuple(refused), shown
    )


def _changes(
    reading: form_state.Reading, entries: Mapping[str, Any]
) -> Iterator[tuple[list[str], Callable[[Source], str | None]]]:
    """Yield the changes of a form: what they are about, and what makes the new text, or None where it cannot."""
    if reading.state:
        yield [*reading.state], lambda source: with_entries(source, "state", reading.state)
    for key, entry in reading.removed:
        yield [key], partial(_without_entry, key=key, entry=entry)
    for key, written in entries.items():
        yield [key], partial(_with_text if isinstance(written, str) else _with_list, key=key, written=written)


def _with_text(source: Source, key: str, written: str) -> str | None:
    """Return the text with a paragraph added to a text of the concept, unless it is there already."""
    now = editing.entries(source, key)
    return source.text if now and written in str(now[0]) else with_more_text(source, key, written)


def _with_list(source: Source, key: str, written: Sequence[Any]) -> str:
    """Return the text with the entries that a list of the concept does not have yet."""
    for entry in written:
        if key == editing.KEY or entry not in editing.entries(source, key):
            source = source.with_text(editing.appended(source, entry, key))
    return source.text


def _without_entry(source: Source, key: str, entry: str) -> str | None:
    """Return the text without an entry of a list, which is a text, or a mapping from the entry to words."""
    for number, written in enumerate(editing.entries(source, key)):
        if written == entry or (isinstance(written, dict) and entry in written):
            return with_value(source, (key, number), ABSENT)
    return source.text
