"""Answer the requests of an editor. A result for a text that has changed meanwhile is dropped."""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from chargen.checking import fixing
from chargen.checking.concept import Checked
from chargen.file_kind import FileKind
from chargen.fileio import Input
from chargen.game.version import VERSION
from chargen.lsp import diagnostics
from chargen.lsp.completion import complete
from chargen.lsp.document import Document, Text
from chargen.lsp.hover import find_path, hover
from chargen.sources import check_file
from chargen.text.diagnostic import Place
from chargen.text.names import fold
from chargen.text.parts import value_at

_LOG = logging.getLogger(__name__)


class Server(LanguageServer):
    """Serve concepts, campaign files and archetypes to an editor: `start_io` does, over standard input and output."""

    def __init__(
        self, checker: Executor | None = None, check: Callable[[Input], Checked] = check_file.check_any
    ) -> None:
        """Take what checks the texts, one at a time, by default a thread of its own; ``check`` checks one file."""
        # Each change sends the complete text: files are small, and the parser starts at their beginning.
        super().__init__("chargen", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.documents: dict[str, Document] = {}
        self.checker = checker or ThreadPoolExecutor(1, "check")
        """With a thread for it, the server can answer the editor meanwhile."""
        self._check = check

        signs = types.CompletionOptions(trigger_characters=[" ", ":", "-", "{", "[", ","])
        kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, diagnostics.FIX_ALL])
        find = self.documents.get
        # The language server of pygls hands itself to handlers whose first parameter is called `ls`.
        features: tuple[tuple[str, Callable[..., Any], Any], ...] = (
            (types.TEXT_DOCUMENT_DID_OPEN, lambda params: self.take(params.text_document.uri), None),
            (types.TEXT_DOCUMENT_DID_CHANGE, lambda params: self.take(params.text_document.uri), None),
            (types.TEXT_DOCUMENT_DID_CLOSE, lambda params: self.drop(params.text_document.uri), None),
            (types.TEXT_DOCUMENT_DID_SAVE, lambda params: self.renew_others(params.text_document.uri), None),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, lambda params: self.renew_others(), None),
            (types.TEXT_DOCUMENT_HOVER, _hover, None),
            (types.TEXT_DOCUMENT_COMPLETION, lambda at: complete(find(at.text_document.uri), at.position), signs),
            (types.TEXT_DOCUMENT_CODE_ACTION, _actions, kinds),
            (types.TEXT_DOCUMENT_DEFINITION, _definition, None),
        )
        for method, handler, options in features:
            self.feature(method, options)(handler)

    def take(self, uri: str) -> None:
        """Take the current text of an editor, and check it."""
        source = self.workspace.get_text_document(uri)
        encoding = types.PositionEncodingKind(self.workspace.position_encoding).value
        text = Text(source.source, encoding, source.version)
        if (document := self.documents.get(uri)) is None:
            document = self.documents[uri] = Document(uri, text, self._check)
        document.text = text
        document.forget()
        document.showing = asyncio.ensure_future(self._show(document))

        # House rules, packs and games decide what is valid in the other open files.
        if document.checked is not None and document.checked.kind is not FileKind.CHARACTER:
            self.renew_others(uri)

    def drop(self, uri: str) -> None:
        """Forget a document that was closed: its content on the disk counts again."""
        document = self.documents.pop(uri, None)
        if document is not None:
            document.forget()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
            self.renew_others(uri)

    def renew_others(self, uri: str = "") -> None:
        """Check all documents but one again: they may name a file that has changed."""
        for document in list(self.documents.values()):
            if document.uri != uri:
                document.forget()
                document.showing = asyncio.ensure_future(self._show(document))

    async def _show(self, document: Document) -> None:
        """Send an editor the diagnostics of a text, unless there is a newer text by then."""
        text = document.text
        findings: list[types.Diagnostic] = []
        try:
            if (answer := await self.checked(document.uri)) is not None:
                checked = answer[2]
                findings += [diagnostics.convert(document, text, checked, found) for found in checked.diagnostics]
        # An error of chargen in one file must not end the server for all others.
        except Exception:
            _LOG.exception("%s could not be checked", document.uri)

        if document.text is text:
            shown = types.PublishDiagnosticsParams(document.uri, findings, text.version)
            self.text_document_publish_diagnostics(shown)

    async def checked(self, uri: str) -> tuple[Document, Text, Checked] | None:
        """Return a document with the check of its text; None where the text changes meanwhile."""
        if (document := self.documents.get(uri)) is None:
            return None
        text = document.text
        if document.checking is None:
            work = asyncio.get_running_loop().run_in_executor
            document.checking = work(self.checker, document.check, text, *self.around())
        with contextlib.suppress(asyncio.CancelledError):
            # Several requests wait for one check, and a cancelled one must not cancel it.
            checked = await asyncio.shield(document.checking)
            if document.text is text:
                document.note(checked)
                return document, text, checked
        return None

    def around(self) -> tuple[Mapping[str, bytes], list[Path]]:
        """Return the content of each open file, and the folders that the editor has open."""
        every = self.documents.values()
        contents = {str(document.path): document.text.content for document in every if document.path is not None}
        uris = [*self.workspace.folders, *filter(None, [self.workspace.root_uri])]
        return contents, [Path(path) for path in map(to_fs_path, uris) if path]


async def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """Return what is known of a place."""
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return None
    document, text, checked = answer
    return hover(document, text, checked, *text.place(params.position))


async def _actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the fixes of a range; and of the complete file, where that is requested or the range has one."""
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return []
    document, text, checked = answer
    only = [getattr(kind, "value", kind) for kind in params.context.only or ()]
    # Or a more general kind is asked for, such as `source`.
    asked = [
        kind
        for kind in (types.CodeActionKind.QuickFix.value, diagnostics.FIX_ALL)
        if not only or any(f"{kind}.".startswith(f"{name}.") for name in only)
    ]
    actions: list[types.CodeAction] = []
    if types.CodeActionKind.QuickFix.value in asked:
        actions += diagnostics.fixes(document, text, checked, params.range)

    if diagnostics.FIX_ALL in asked and (only or actions):
        contents, workspaces = ls.around()
        work, own = asyncio.get_running_loop().run_in_executor, str(document.path)
        fixed, fixes = await work(
            ls.checker,
            fixing.fixed,
            checked,
            lambda source: document.check(Text(source.text), {**contents, own: source.text.encode()}, workspaces),
        )
        # One edit for all: the fixes were made one after another, so their places belong to different texts.
        everything = text.range(Place(1, 1, len(text.lines), len(text.lines[-1]) + 1))
        edit = diagnostics.edit(document, text, types.TextEdit(everything, fixed.source.text))
        title = "Fix everything that leaves no choice"
        actions += [types.CodeAction(title, kind=diagnostics.FIX_ALL, edit=edit)] if fixes else []
    return actions


async def _definition(ls: Server, params: types.DefinitionParams) -> types.Location | None:
    """Return the file of house rules, where it is named."""
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return None
    document, text, checked = answer
    found = find_path(checked.source, *text.place(params.position))
    if found is None or [fold(str(step)) for step in found[0]] != ["campaign"]:
        return None
    path = Path(os.path.normpath(document.folder / str(value_at(checked.source.data, found[0]))))
    start = types.Position(0, 0)
    return types.Location(from_fs_path(str(path)) or "", types.Range(start, start)) if os.path.isfile(path) else None
