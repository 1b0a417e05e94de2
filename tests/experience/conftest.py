"""The example of a game from outside, as if it were installed: books are kept for any game that has a ledger."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import plug_ins

LANTERNS = Path(__file__).parents[2] / "examples/lanterns"


@pytest.fixture
def lanterns(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install Lanterns as a game, and return the file of one of its characters."""
    folder = tmp_path_factory.mktemp("site")
    for place in (LANTERNS, folder):
        monkeypatch.syspath_prepend(str(place))
    plug_ins.register(folder, "lanterns", "lanterns", "lanterns:GAME")
    yield LANTERNS / "tests/good/mira.yaml"
    sys.modules.pop("lanterns", None)
    monkeypatch.undo()
    plug_ins.forget()
