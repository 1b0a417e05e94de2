"""Convert diagnostics and their fixes for an editor."""

from collections.abc import Callable, Iterator

from lsprotocol import types

from chargen import fileio
from chargen.checking import fixing
from chargen.checking.concept import Checked
from chargen.lsp.document import Document, Text, location
from chargen.text.diagnostic import Diagnostic, Severity
from chargen.text.source import START, Source

SOURCE = "chargen"
FIX_ALL = "source.fixAll.chargen"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def of(document: Document, text: Text, checked: Checked) -> list[types.Diagnostic]:
    """Return all diagnostics of a check, in its order. One in another file is shown at the key that names that file."""
    return [_diagnostic(document, text, checked, diagnostic) for diagnostic in checked.diagnostics]


def _diagnostic(document: Document, text: Text, checked: Checked, diagnostic: Diagnostic) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(types.Location(document.uri, text.range(other.place)), other.message)
        for other in diagnostic.related
        if other.place is not None
    ]
    message = diagnostic.message
    if diagnostic.file != checked.source.name:
        there = diagnostic.place or START
        path = document.folder / diagnostic.file
        message = f"{path.name}:{there.line}:{there.column}: {message}"
        if fileio.is_file(path):
            related.append(types.DiagnosticRelatedInformation(location(path, there), diagnostic.message))
    hint = f"hint: {diagnostic.hint}" if diagnostic.hint else ""
    return types.Diagnostic(
        range=text.range(checked.source.marked(diagnostic)),
        message="\n".join(filter(None, [message, diagnostic.label, hint])),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        source=SOURCE,
        related_information=related or None,
    )


def fixes(document: Document, text: Text, checked: Checked, asked: types.Range) -> Iterator[types.CodeAction]:
    """Yield the fix of each diagnostic that touches a range, where there is only one."""
    for diagnostic in checked.diagnostics:
        if diagnostic.fix is None or diagnostic.place is None or diagnostic.file != checked.source.name:
            continue
        where = text.range(checked.source.marked(diagnostic))
        if asked.start <= where.end and where.start <= asked.end:
            yield types.CodeAction(
                title=_title(checked.source, diagnostic),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[_diagnostic(document, text, checked, diagnostic)],
                is_preferred=True,
                edit=_edit(document, text, types.TextEdit(text.range(diagnostic.place), diagnostic.fix)),
            )


def fix_all(
    document: Document, text: Text, checked: Checked, check: Callable[[Source], Checked]
) -> Iterator[types.CodeAction]:
    """Yield the action that applies all fixes of `chargen check --fix`, where there are any.

    ``check`` checks another text of the file as this one was.
    """
    result = fixing.fixed(checked, check)
    if result.fixes:
        # One edit for all: the fixes were made one after another, so their places belong to different texts.
        complete = types.Range(types.Position(0, 0), text.position(len(text.lines), len(text.lines[-1]) + 1))
        yield types.CodeAction(
            title="Fix everything that leaves no choice",
            kind=FIX_ALL,
            edit=_edit(document, text, types.TextEdit(complete, result.checked.source.text)),
        )


def _title(source: Source, diagnostic: Diagnostic) -> str:
    assert diagnostic.place is not None
    assert diagnostic.fix is not None
    where, lines = diagnostic.place, source.lines
    before = lines[where.line - 1][where.column - 1 : where.end_column - 1] if where.line == where.end_line else ""
    if before and diagnostic.fix == f"{before} ":
        return f"Insert a space after the {'colon' if before == ':' else 'dash'}"
    if not diagnostic.fix.strip():
        return f"Remove `{before}`" if before.strip() else "Insert a space"
    return f"Write `{diagnostic.fix}` for `{before}`" if before.strip() else f"Insert `{diagnostic.fix}`"


def _edit(document: Document, text: Text, edit: types.TextEdit) -> types.WorkspaceEdit:
    """Return a change to one version of a file: an editor refuses it where it has a newer one."""
    identity = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=text.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identity, [edit])])
