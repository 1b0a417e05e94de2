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
    """An editor with a server, which ends as the protocol says and has reported no error."""
    editor = Editor(folder)
    yield editor
    assert editor.errors == []
    assert editor.close() == 0
