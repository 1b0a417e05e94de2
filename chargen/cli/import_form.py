"""`chargen import-form`: from a filled form to the play state of its concept."""

from dataclasses import replace
from pathlib import Path

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK
from chargen.core import limits
from chargen.core.diagnostic import has_errors
from chargen.core.names import fold
from chargen.core.source import Source
from chargen.core.writing import with_entries
from chargen.npc import check_file
from chargen.render.forms import NoForm, filled
from chargen.sheets import form_state


class _Refused(Exception):
    """Why a concept was not changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


UNREADABLE = "form/unreadable"
"""The code of a file that is not a form of chargen's."""


@click.command(
    "import-form",
    epilog="""\b
Examples:
  chargen render kai.yaml --fillable -o kai.pdf
  chargen import-form kai.pdf              the play state, as a line of YAML
  chargen import-form kai.pdf kai.yaml     writes it into the concept, and changes nothing else""",
)
@click.argument("form", type=click.Path(allow_dash=True), metavar="FILLED.pdf")
@click.argument("concept", type=click.Path(path_type=Path), metavar="[CONCEPT.yaml]", required=False)
@click.option("--force", is_flag=True, help="Accept a form that was made for another name.")
def command(form: str, concept: Path | None, force: bool) -> int:
    """Read the play state of a filled form.

    FILLED.pdf is a sheet made with --fillable, or - for standard input. Without a concept, its play state is printed;
    with one, it is written into the concept. The result is checked first; with errors, the concept is not changed.
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
    if concept is None:
        click.echo(form_state.as_yaml(reading.state))
        return OK
    try:
        given = fileio.Input(str(concept), concept)
        message = fileio.edit_file(given, lambda source: _update(given, source, reading, force=force))
    except _Refused as refusal:
        click.echo(f"{report.one_line(concept)}: error[{refusal.code}]: {report.printable(str(refusal))}", err=True)
        click.echo(form_state.as_yaml(reading.state))
        return FAULT
    click.echo(f"{report.one_line(concept)}: {message}")
    return OK


def _update(given: fileio.Input, source: Source, reading: form_state.Reading, *, force: bool) -> tuple[bytes, str]:
    """Return the bytes of a concept with a play state, and a message. Raises `_Refused`."""
    checked = check_file.check_any(replace(given, source=source))
    if checked.game is None:
        raise _Refused("form/not-updated", f"it is not a valid concept; `chargen check {given.shown}` shows why")
    if checked.game.key != reading.system:
        raise _Refused(
            "form/another", f"it is a character for {checked.game.key}, and the form is for {reading.system}"
        )
    if reading.name and checked.name != reading.name and not force:
        raise _Refused("form/another", f"it is for {checked.name}, not {reading.name}; --force accepts that")
    if not reading.state:
        return source.content, "nothing has changed: the form was not filled in"

    # The new text, which must read back to the same bytes where it is not changed.
    text = with_entries(source, "state", reading.state)
    if text is None:
        raise _Refused("form/not-updated", "its `state` cannot be changed in place; add the line below to it")
    if text == source.text:
        return source.content, "nothing has changed"
    if source.encoded(source.text) != source.content:
        raise _Refused("form/not-updated", "it would not read back as it was written; add the line below to it")

    # A state that is not valid for the character would bring new diagnostics.
    after = check_file.check_any(replace(given, source=source.with_text(text)))
    known = {(diagnostic.code, fold(diagnostic.message)) for diagnostic in checked.diagnostics}
    new = [diagnostic for diagnostic in after.diagnostics if (diagnostic.code, fold(diagnostic.message)) not in known]
    if has_errors(new):
        shown = report.format_report(replace(after, diagnostics=tuple(new)))
        raise _Refused("form/not-updated", f"the play state of the form is not valid for it:\n{shown}")
    return after.source.content, f"updated ({', '.join(reading.state)})"
