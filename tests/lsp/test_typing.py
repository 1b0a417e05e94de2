"""Concepts are typed letter by letter: every request is answered, and diagnostics are those of `check`."""

import asyncio
import json
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.workspace import Workspace

from chargen import ready_made, registry
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.lsp.document import Document, Text
from chargen.lsp.server import Server
from chargen.sources import check_file
from tests import scale
from tests.lsp.editor import Editor

STRIDE = 82 if scale.QUICK else 1
"""The letters between two looks at what is shown: `make test-all` looks at each."""
QUESTIONS = 5 if scale.QUICK else 1
"""At every so manieth look everything is asked about the end of the text."""
FIRST = 400 if scale.QUICK else None
"""Of how many letters a text is typed."""
LOOKS = 9 if scale.QUICK else 90
"""How often in a text it is compared with what `check` finds in the same text as a file."""
BURST = 8
"""The letters of a fast typist that reach the server at once; their texts have room in a pipe."""
EMOJI = "🏴󠁧󠁢󠁳󠁣󠁴󠁿"


def longest(game: str) -> Path:
    """The longest preset of a game, as it lies; quick tests take the shortest."""
    presets = [preset.path for preset in ready_made.presets(game)]
    return (min if scale.QUICK else max)(presets, key=lambda path: path.stat().st_size)


def found_by_check(path: Path, text: str) -> list[tuple[str, int]]:
    """The code and the line of each diagnostic of `check` in a file of that text."""
    path.write_bytes(text.encode())
    checked = check_file.check_any(Input(path.name, path))
    path.unlink()
    return [(diagnostic.code, diagnostic.place.line) for diagnostic in checked.diagnostics if diagnostic.place]


def shown(diagnostics: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """The code and the line of each diagnostic that an editor shows."""
    return [(diagnostic["code"], diagnostic["range"]["start"]["line"] + 1) for diagnostic in diagnostics]


def ask_everything(editor: Editor, uri: str, text: str) -> None:
    """Send each request about the end of a text; none is answered with an error."""
    lines = text.split("\n")
    line, character = len(lines) - 1, len(lines[-1])
    for item in editor.at("completion", uri, line, character)["items"]:
        assert item["textEdit"]["range"]["end"] == {"line": line, "character": character}
    editor.hover(uri, line, max(0, character - 1))
    editor.actions(uri, line)
    editor.at("definition", uri, line, 0)


def assert_nothing_was_stale(editor: Editor, uri: str) -> None:
    """Diagnostics of a text are not published after those of a newer one, and the last are of the last."""
    editor.settle()
    versions = [one["version"] for one in editor.published if one["uri"] == uri]
    assert versions == sorted(versions)
    assert versions[-1] == editor.version[uri]


@pytest.mark.parametrize("game", scale.some(registry.list_games(), 4))
def test_a_concept_is_typed_from_its_first_letter_to_its_last(editor: Editor, folder: Path, game: str) -> None:
    """Each letter is a version: every question is answered, and what is shown is what `check` finds."""
    text = longest(game).read_text(encoding="utf-8")[:FIRST]
    path = folder / f"{game}.yaml"
    uri = path.as_uri()
    editor.open(uri, "")
    compared = looks = 0
    for end in range(1, len(text) + 1):
        editor.change(uri, text[:end])
        if end % STRIDE and end < len(text):
            continue
        diagnostics = editor.diagnostics(uri)
        looks += 1
        if looks % QUESTIONS == 0:
            ask_everything(editor, uri, text[:end])
        if "\nsystem: " in text[:end] and end * LOOKS // len(text) > compared:
            compared = end * LOOKS // len(text)
            assert shown(diagnostics) == found_by_check(path, text[:end])
    assert compared >= LOOKS // 2
    assert_nothing_was_stale(editor, uri)


@pytest.mark.parametrize("game", scale.some(registry.list_games(), 4))
def test_the_last_word_of_a_fast_typist_is_what_is_shown(editor: Editor, folder: Path, game: str) -> None:
    """Many texts arrive at once; what is shown in the end is what is found in the last."""
    text = longest(game).read_text(encoding="utf-8")
    path = folder / f"fast-{game}.yaml"
    uri = path.as_uri()
    editor.open(uri, "")
    ends = range(0, len(text), 17 if scale.QUICK else 3)
    for first in range(0, len(ends), BURST):
        with editor.asleep():
            for end in ends[first : first + BURST]:
                editor.change(uri, text[:end])
        editor.diagnostics(uri)
    editor.change(uri, text.replace("name:", "nane:", 1))
    assert shown(editor.diagnostics(uri)) == found_by_check(path, text.replace("name:", "nane:", 1))
    assert_nothing_was_stale(editor, uri)


def test_of_many_texts_only_the_last_is_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """While the checker is busy ten texts come: nine are skipped."""
    uri = (tmp_path / "guard.yaml").as_uri()
    workspace = Workspace(None, types.TextDocumentSyncKind.Full)
    published: list[types.PublishDiagnosticsParams] = []
    checks: list[str] = []
    check = Document.check

    def counted(document: Document, text: Text, contents: Mapping[str, bytes], workspaces: Sequence[Path]) -> Checked:
        checks.append(text.text)
        return check(document, text, contents, workspaces)

    monkeypatch.setattr(Server, "workspace", workspace)
    monkeypatch.setattr(Server, "text_document_publish_diagnostics", lambda _, params: published.append(params))
    monkeypatch.setattr(Document, "check", counted)

    async def typed() -> None:
        server, free = Server(), threading.Event()
        server.checker.submit(free.wait)
        for version in range(10):
            workspace.put_text_document(types.TextDocumentItem(uri, "yaml", version, "a" * version))
            server.take(uri)
            await asyncio.sleep(0.001)
        free.set()
        await server.checked(uri)
        await asyncio.sleep(0)

    with ThreadPoolExecutor(1) as thread:  # a browser's tests leave a running loop in this one
        thread.submit(asyncio.run, typed()).result()
    assert checks == ["a" * 9]
    assert [params.version for params in published] == [9]


def test_a_text_is_pasted_into_another(editor: Editor, folder: Path) -> None:
    """The middle of one game's file in the middle of another's, and a file twice over."""
    one, other = (longest(game).read_text(encoding="utf-8") for game in ("gamocles", "facade"))
    path = folder / "pasted.yaml"
    uri = path.as_uri()
    editor.open(uri, one)
    for text in (one[:200] + other[300:700] + one[200:], other + other, "[" * 3000, "{a: " * 3000, "- " * 3000):
        editor.change(uri, text)
        assert shown(editor.diagnostics(uri)) == found_by_check(path, text)
        ask_everything(editor, uri, text)
    assert_nothing_was_stale(editor, uri)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_a_file_has_any_line_ends(editor: Editor, folder: Path, end: str) -> None:
    """Diagnostics are at the line that an editor counts."""
    text = end.join(["system: five-by-five", "name: Kai", "descripters:", "  Chef: 4", ""])
    uri = (folder / f"ends-{len(end)}-{ord(end[0])}.yaml").as_uri()
    editor.open(uri, text)
    (unknown,) = [found for found in editor.diagnostics(uri) if found["code"] == "concept/unknown-key"]
    assert unknown["range"] == {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 11}}
    (fix, *_) = editor.actions(uri, 2)
    assert fix["edit"]["documentChanges"][0]["edits"] == [{"range": unknown["range"], "newText": "descriptors"}]
    assert "descriptors" in editor.completions(uri, 4, 0)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8", "utf-32"])
def test_places_behind_an_emoji_are_counted_as_the_editor_counts(folder: Path, encoding: str) -> None:
    """Places behind letters beyond the basic plane are underlined, hovered and replaced."""
    line = f"descriptors: {{{EMOJI} Chef: 4, Brawler: {{valeu: 2}}}}"
    size = {"utf-16": 2, "utf-8": 1, "utf-32": 4}[encoding]

    def units(text: str) -> int:
        return len(text.encode({2: "utf-16-le", 1: "utf-8", 4: "utf-32-le"}[size])) // size

    uri = (folder / f"emoji-{encoding}.yaml").as_uri()
    with Editor(folder, encoding=encoding) as editor:
        assert editor.capabilities["positionEncoding"] == encoding
        editor.open(uri, f"system: five-by-five\n{line}\n")
        (found,) = [found for found in editor.diagnostics(uri) if found["message"].startswith("unknown key")]
        start = units(line[: line.index("valeu")])
        assert found["range"]["start"] == {"line": 1, "character": start}
        assert found["range"]["end"] == {"line": 1, "character": start + 5}
        item = editor.completions(uri, 1, start + 2)["value"]
        assert item["textEdit"]["range"]["start"]["character"] == start
        assert "What it" not in editor.hover(uri, 1, units(line[: line.index("Chef")]))


def test_a_file_of_a_megabyte_is_answered(editor: Editor, folder: Path) -> None:
    """A file at the limit, and one beyond it; also one of a single line."""
    head = "system: five-by-five\nname: Kai\nnotes: |\n"
    path = folder / "large.yaml"
    uri = path.as_uri()
    editor.open(uri, head)
    for text in (
        head + "  And then again.\n" * 58_000,
        head + "  And then again.\n" * 59_000,
        f"{head}  {'x ' * 500_000}",
    ):
        assert len(text) > 1_000_000
        editor.change(uri, text)
        assert shown(editor.diagnostics(uri)) == found_by_check(path, text)
        ask_everything(editor, uri, text)


def test_a_letter_that_is_half_of_one_is_no_crash(editor: Editor, folder: Path) -> None:
    """An editor may send half of a pair of surrogates: an error, and the next text is fine."""
    uri = (folder / "half.yaml").as_uri()
    editor.open(uri, "system: five-by-five\nname: \ud83d\n")
    assert [found["code"] for found in editor.diagnostics(uri)] == ["yaml/encoding"]
    editor.change(uri, json.loads('"system: five-by-five\\nname: \\ud83d\\ude00\\n"'))
    assert "yaml/encoding" not in [found["code"] for found in editor.diagnostics(uri)]
