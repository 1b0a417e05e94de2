// The colours of the editor in light and dark, as the system wants.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "light-dark(#0b3d91, #9cc4ff)" },
  { tag: [tags.string, tags.content], color: "light-dark(#1a1a1a, #e8e8e8)" },
  { tag: [tags.comment, tags.lineComment], color: "light-dark(#8a4300, #e0b080)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "light-dark(#555, #b4b4b4)" },
  { tag: [tags.keyword, tags.meta, tags.labelName], color: "light-dark(#6b1f8a, #dba8f0)" },
]);

const wantsDark = matchMedia("(prefers-color-scheme: dark)");
const scheme = new Compartment();

/** Return the extensions of an editor's colours. */
export function editorColours(): Extension {
  return [
    syntaxHighlighting(colours),
    // CodeMirror's own parts, such as its panels, have a light and a dark look.
    scheme.of(EditorView.darkTheme.of(wantsDark.matches)),
    EditorView.theme({
      "&": { backgroundColor: "var(--ground)", color: "var(--ink)" },
      ".cm-gutters": { backgroundColor: "var(--bar)", color: "var(--soft)", borderRight: "1px solid var(--edge)" },
      ".cm-activeLine": { backgroundColor: "light-dark(#eef4fb80, #ffffff0c)" },
      ".cm-activeLineGutter": { backgroundColor: "light-dark(#dfe9f5, #34343a)" },
      ".cm-tooltip": { backgroundColor: "var(--ground)", color: "var(--ink)", borderColor: "var(--edge)" },
    }),
  ];
}

/** Keep an editor in the scheme of the system; returns what ends that. */
export function followScheme(view: EditorView): () => void {
  const follow = () => view.dispatch({ effects: scheme.reconfigure(EditorView.darkTheme.of(wantsDark.matches)) });
  wantsDark.addEventListener("change", follow);
  return () => wantsDark.removeEventListener("change", follow);
}
