"""Answer the requests of an editor. A result for a text that has changed meanwhile is dropped."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from chargen import registry
from chargen.checking.concept import Checked
from chargen.file_kind import FileKind
from chargen.fileio import Input
from chargen.game.version import VERSION
from chargen.lsp import completion, diagnostics, places
from chargen.lsp.document import Document, Text
from chargen.lsp.hover import hover
from chargen.sources import check_file
from chargen.startup import gc_tuning
from chargen.text.source import Source

_LOG = logging.getLogger(__name__)


class _Open:
    """Hold a document, with the running or finished check of its text, and the task that will show it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.check: asyncio.Future[Checked] | None = None
        self.showing: asyncio.Task[None] | None = None

    def forget(self) -> None:
        """Discard the check and the pending display, so that the document is checked again."""
        for waiting in (self.showing, self.check):
            if waiting is not None:
                waiting.cancel()
        self.check = self.showing = None


class Server(LanguageServer):
    """Serve concepts, campaign files and archetypes to an editor."""

    def __init__(
        self, checker: Executor | None = None, check: Callable[[Input], Checked] = check_file.check_any
    ) -> None:
        # Each change sends the complete text: files are small, and the parser starts at their beginning.
        super().__init__("chargen", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self._open: dict[str, _Open] = {}
        self._checker = checker or ThreadPoolExecutor(1, "check")
        """What checks texts, one at a time: by default a thread, so that the server can answer the editor meanwhile."""
        self._check = check

    def warm_up(self) -> None:
        """Load all games in advance; else the first misspelt `system` would load them while the user types."""

        def load_games() -> None:
            for _ in registry.games():
                pass
            # They are excluded from garbage collection, which would pause for as long as five keystrokes.
            gc_tuning.keep_what_is_there()

        self._checker.submit(load_games)

    def document(self, uri: str) -> Document | None:
        """Return an open document."""
        opened = self._open.get(uri)
        return opened.document if opened is not None else None

    def take(self, uri: str) -> None:
        """Take the current text of an editor, and check it."""
        source = self.workspace.get_text_document(uri)
        encoding = types.PositionEncodingKind(self.workspace.position_encoding).value
        text = Text(source.source, encoding, source.version)
        if (opened := self._open.get(uri)) is None:
            opened = self._open[uri] = _Open(Document(uri, text, self._check))
        opened.document.text = text
        self._renew(opened)
        # House rules, packs and games decide what is valid in the other open files.
        if opened.document.checked is not None and opened.document.checked.kind is not FileKind.CHARACTER:
            self.renew_others(uri)

    def drop(self, uri: str) -> None:
        """Forget a document that was closed: its content on the disk counts again."""
        opened = self._open.pop(uri, None)
        if opened is not None:
            opened.forget()
            self._publish(uri, None, [])
            self.renew_others(uri)

    def renew_others(self, uri: str = "") -> None:
        """Check all documents but one again: they may name a file that has changed."""
        for opened in list(self._open.values()):
            if opened.document.uri != uri:
                self._renew(opened)

    def _renew(self, opened: _Open) -> None:
        opened.forget()
        opened.showing = asyncio.ensure_future(self._show(opened))

    async def _show(self, opened: _Open) -> None:
        """Send an editor the diagnostics of a text, unless there is a newer text by then."""
        document, text = opened.document, opened.document.text
        findings: list[types.Diagnostic] = []
        try:
            findings = diagnostics.of(document, text, await self._checked(opened))
        # An error of chargen in one file must not end the server for all others.
        except Exception:
            _LOG.exception("%s could not be checked", document.uri)
        if document.text is text:
            self._publish(document.uri, text.version, findings)

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    async def checked(self, uri: str) -> tuple[Document, Text, Checked] | None:
        """Return a document with the check of its text; None where the text changes meanwhile."""
        if (opened := self._open.get(uri)) is None:
            return None
        text = opened.document.text
        with contextlib.suppress(asyncio.CancelledError):
            checked = await self._checked(opened)
            return (opened.document, text, checked) if opened.document.text is text else None
        return None

    async def _checked(self, opened: _Open) -> Checked:
        document, text = opened.document, opened.document.text
        if opened.check is None:
            work = asyncio.get_running_loop().run_in_executor
            opened.check = work(self._checker, document.check, text, self._contents(), self._workspaces())
        # Several requests wait for one check, and a cancelled one must not cancel it.
        checked = await asyncio.shield(opened.check)
        if document.text is text:
            document.note(checked)
        return checked

    def _contents(self) -> Mapping[str, bytes]:
        documents = [opened.document for opened in self._open.values()]
        return {str(document.path): document.text.content for document in documents if document.path is not None}

    def _workspaces(self) -> list[Path]:
        uris = [*self.workspace.folders, *filter(None, [self.workspace.root_uri])]
        return [Path(path) for path in map(to_fs_path, uris) if path]

    async def draft(self, document: Document, text: Text, checked: Checked) -> Checked | None:
        """Return what can be derived of a text in spite of its errors, as a check with a view; None where nothing."""
        arguments = (text, checked, self._contents(), self._workspaces())
        return await asyncio.get_running_loop().run_in_executor(self._checker, document.draft, *arguments)

    async def fix_all(self, document: Document, text: Text, checked: Checked) -> list[types.CodeAction]:
        """Return the action that applies all fixes of a document that leave no choice."""
        contents, workspaces = self._contents(), self._workspaces()

        def again(source: Source) -> Checked:
            other = Text(source.text)
            return document.check(other, {**contents, str(document.path): other.content}, workspaces)

        def find_actions() -> list[types.CodeAction]:
            return list(diagnostics.fix_all(document, text, checked, again))

        return await asyncio.get_running_loop().run_in_executor(self._checker, find_actions)


async def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return None
    document, text, checked = answer
    draft = None if checked.ok else await ls.draft(document, text, checked)
    return hover(document, text, checked, *text.place(params.position), draft)


async def _complete(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    document = ls.document(params.text_document.uri)
    if document is None:
        return types.CompletionList(is_incomplete=False, items=[])
    draft: Checked | None = None
    # A file that was opened with an error has had no check without one yet: its draft is all there is to buy by.
    if document.sound is None and (answer := await ls.checked(params.text_document.uri)) is not None:
        draft = await ls.draft(*answer)
    items = completion.complete(document, document.text, params.position, draft)
    return types.CompletionList(is_incomplete=False, items=items)


async def _actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the fixes of a range; and of the complete file, where that is requested or the range has one."""
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return []
    only = [getattr(kind, "value", kind) for kind in params.context.only or ()]

    def is_requested(kind: str) -> bool:
        # Or a more general kind, such as `source`.
        return any(f"{kind}.".startswith(f"{name}.") for name in only)

    wants_fixes = not only or is_requested(types.CodeActionKind.QuickFix.value)
    actions = [*diagnostics.fixes(*answer, params.range)] if wants_fixes else []
    if is_requested(diagnostics.FIX_ALL) if only else actions:
        actions += await ls.fix_all(*answer)
    return actions


async def _definition(ls: Server, params: types.DefinitionParams) -> types.Location | None:
    if (answer := await ls.checked(params.text_document.uri)) is None:
        return None
    document, text, checked = answer
    return places.definition(document, checked.source, *text.place(params.position))


# The language server of pygls hands itself to handlers whose first parameter is called `ls`.
_FEATURES: tuple[tuple[str, Callable[..., Any], Any], ...] = (
    (types.INITIALIZED, lambda ls, params: ls.warm_up(), None),
    (types.TEXT_DOCUMENT_DID_OPEN, lambda ls, params: ls.take(params.text_document.uri), None),
    (types.TEXT_DOCUMENT_DID_CHANGE, lambda ls, params: ls.take(params.text_document.uri), None),
    (types.TEXT_DOCUMENT_DID_CLOSE, lambda ls, params: ls.drop(params.text_document.uri), None),
    (types.TEXT_DOCUMENT_DID_SAVE, lambda ls, params: ls.renew_others(params.text_document.uri), None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, lambda ls, params: ls.renew_others(), None),
    (types.TEXT_DOCUMENT_HOVER, _hover, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        _complete,
        types.CompletionOptions(trigger_characters=[" ", ":", "-", "{", "[", ","]),
    ),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        _actions,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, diagnostics.FIX_ALL]),
    ),
    (types.TEXT_DOCUMENT_DEFINITION, _definition, None),
)


def create(checker: Executor | None = None, check: Callable[[Input], Checked] = check_file.check_any) -> Server:
    """Return a server that has not been started: `start_io` speaks with an editor over standard input and output.

    ``checker`` checks the texts, one at a time; by default a thread of its own does. ``check`` checks
    one file, as `check_any` does.
    """
    server = Server(checker, check)
    for method, handler, options in _FEATURES:
        server.feature(method, options)(handler)
    return server
