"""An editor that is open for all tests of a module, and the folder that it works in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.editor import Editor


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    """An editor with a server; at the end the server goes as it is told, and had nothing to complain of."""
    editor = Editor(folder)
    yield editor
    assert editor.errors == []
    assert editor.close() == 0
