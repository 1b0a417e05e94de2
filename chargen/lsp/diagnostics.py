"""Convert diagnostics and their fixes for an editor."""

import os
from collections.abc import Iterator

from lsprotocol import types
from pygls.uris import from_fs_path

from chargen.checking.concept import Checked
from chargen.lsp.document import Document, Text
from chargen.text.diagnostic import Diagnostic, Severity
from chargen.text.source import START

SOURCE = "chargen"
FIX_ALL = "source.fixAll.chargen"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def convert(document: Document, text: Text, checked: Checked, found: Diagnostic) -> types.Diagnostic:
    """Return a diagnostic as an editor takes it. One in another file is shown at the key that names that file."""
    related = [
        types.DiagnosticRelatedInformation(types.Location(document.uri, text.range(other.place)), other.message)
        for other in found.related
        if other.place is not None
    ]
    message = found.message
    if found.file != checked.source.name:
        there = found.place or START
        path = document.folder / found.file
        message = f"{path.name}:{there.line}:{there.column}: {message}"
        if os.path.isfile(path):
            position = types.Position(there.line - 1, there.column - 1)
            where = types.Location(from_fs_path(str(path)) or "", types.Range(position, position))
            related.append(types.DiagnosticRelatedInformation(where, found.message))

    hint = f"hint: {found.hint}" if found.hint else ""
    return types.Diagnostic(
        range=text.range(checked.source.marked(found)),
        message="\n".join(filter(None, [message, found.label, hint])),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        related_information=related or None,
    )


def fixes(document: Document, text: Text, checked: Checked, asked: types.Range) -> Iterator[types.CodeAction]:
    """Yield the fix of each diagnostic that touches a range, where there is only one."""
    for found in checked.diagnostics:
        if found.fix is None or found.place is None or found.file != checked.source.name:
            continue
        marked = text.range(checked.source.marked(found))
        if asked.start > marked.end or marked.start > asked.end:
            continue

        # What the action is called: by the text that it replaces, if that is in one line.
        where, fix = found.place, found.fix
        line = checked.source.lines[where.line - 1] if where.line == where.end_line else ""
        before = line[where.column - 1 : where.end_column - 1]
        if before and fix == f"{before} ":
            title = f"Insert a space after the {'colon' if before == ':' else 'dash'}"
        elif not fix.strip():
            title = f"Remove `{before}`" if before.strip() else "Insert a space"
        else:
            title = f"Write `{fix}` for `{before}`" if before.strip() else f"Insert `{fix}`"

        yield types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[convert(document, text, checked, found)],
            is_preferred=True,
            edit=edit(document, text, types.TextEdit(text.range(where), fix)),
        )


def edit(document: Document, text: Text, change: types.TextEdit) -> types.WorkspaceEdit:
    """Return a change to one version of a file: an editor refuses it where it has a newer one."""
    identity = types.OptionalVersionedTextDocumentIdentifier(uri=document.uri, version=text.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identity, [change])])
