// Errors under the text, each with its fix: `@codemirror/lsp-client` shows errors only, so this takes its place.

import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { LSPPlugin, type LSPClient, type LSPClientExtension } from "@codemirror/lsp-client";
import { Facet } from "@codemirror/state";
import { ViewPlugin, type EditorView, type ViewUpdate } from "@codemirror/view";

/** The milliseconds without a keystroke after which the language server gets the text. */
const PAUSE = 150;
const FIX_ALL = "source.fixAll.chargen";
const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

/** What the language server offers for an error, or for all errors of the file. */
export interface Fix {
  title: string;
  /** The error's line, from 1; 0 for the fix of everything. */
  line: number;
  /** The error's message; empty for the fix of everything. */
  message: string;
  apply(): void;
}

/** Is called with the fixes of the present text, whenever they change. */
export const fixListener = Facet.define<(fixes: Fix[]) => void>();

interface Position {
  line: number;
  character: number;
}
interface Range {
  start: Position;
  end: Position;
}
interface ServerDiagnostic {
  range: Range;
  severity?: number;
  message: string;
}
interface CodeAction {
  title: string;
  kind: string;
  diagnostics?: ServerDiagnostic[];
  edit: { documentChanges: { edits: { range: Range; newText: string }[] }[] };
}

export function diagnosticsWithFixes(): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", FIX_ALL] } } },
      },
      workspace: { workspaceEdit: { documentChanges: true } },
    },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client, params: { uri: string; version?: number; diagnostics: ServerDiagnostic[] }) => {
        const file = client.workspace.getFile(params.uri);
        const view = file?.getView();
        if (!file || !view || (params.version != null && params.version !== file.version)) return false;
        void show(client, view, params.uri, params.diagnostics);
        return true;
      },
    },
    editorExtension: sendSoon,
  };
}

async function show(client: LSPClient, view: EditorView, uri: string, found: ServerDiagnostic[]) {
  const shown = view.state.doc;
  const synced = LSPPlugin.get(view)?.syncedDoc;
  setAll(view, found, []);
  if (!found.length) return;
  const end = view.state.doc.lines;
  const range = { start: { line: 0, character: 0 }, end: { line: end, character: 0 } };
  const actions = await client.request<object, CodeAction[] | null>("textDocument/codeAction", {
    textDocument: { uri },
    range,
    context: { diagnostics: found },
  });
  // The edits are for the text that was shown, and the places are those of the text that the server had; another one
  // has, or will have, errors and fixes of its own.
  const isOld = !view.state.doc.eq(shown) || LSPPlugin.get(view)?.syncedDoc !== synced;
  if (actions && !isOld) setAll(view, found, actions);
}

function setAll(view: EditorView, found: ServerDiagnostic[], actions: CodeAction[]) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const shown = view.state.doc;
  const synced = plugin.syncedDoc;
  const onClick = (action: CodeAction) => {
    if (view.state.doc.eq(shown) && plugin.syncedDoc === synced) apply(view, action);
    else clicked = identity(action);
  };
  const at = (position: Position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const fixes = actions.map((action): Fix => {
    const [error] = action.diagnostics ?? [];
    return {
      title: action.title,
      line: error ? error.range.start.line + 1 : 0,
      message: error?.message.split("\n")[0] ?? "",
      apply: () => onClick(action),
    };
  });
  const diagnostics = found.map((error): Diagnostic => {
    const own = actions.filter(({ diagnostics = [] }) => diagnostics.some((other) => isSame(other, error)));
    return {
      from: at(error.range.start),
      to: at(error.range.end),
      severity: SEVERITIES[error.severity ?? 1] ?? "error",
      message: error.message,
      actions: own.map((action) => ({ name: action.title, apply: () => onClick(action) })),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
  for (const listener of view.state.facet(fixListener)) listener(fixes);
  if (!actions.length) return;
  const due = actions.find((action) => identity(action) === clicked);
  clicked = "";
  if (due) apply(view, due);
}

/** The fix that was clicked after the text had changed: it is applied once the server has it for the present text. */
let clicked = "";

function identity(action: CodeAction) {
  return action.kind === FIX_ALL ? FIX_ALL : action.title;
}

function isSame(one: ServerDiagnostic, other: ServerDiagnostic) {
  return one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
}

function apply(view: EditorView, action: CodeAction) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const length = view.state.doc.length;
  const changes = action.edit.documentChanges.flatMap(({ edits }) =>
    edits.map(({ range, newText }) => ({
      from: plugin.unsyncedChanges.mapPos(plugin.fromPosition(range.start, plugin.syncedDoc)),
      to: Math.min(length, plugin.unsyncedChanges.mapPos(plugin.fromPosition(range.end, plugin.syncedDoc))),
      insert: newText,
    })),
  );
  view.dispatch({ changes, scrollIntoView: true });
}

/** Sends the text to the language server once the user pauses. */
const sendSoon = ViewPlugin.fromClass(
  class {
    private waiting = 0;

    update(update: ViewUpdate) {
      if (!update.docChanged) return;
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => LSPPlugin.get(update.view)?.client.sync(), PAUSE);
    }

    destroy() {
      clearTimeout(this.waiting);
    }
  },
);
