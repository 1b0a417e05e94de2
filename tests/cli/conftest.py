"""Every test of the command starts in an empty folder of its own."""

from pathlib import Path

import pytest

from tests.cli.running import LARRY


@pytest.fixture(autouse=True)
def _starts_in_its_folder(folder: Path) -> None:
    pass


@pytest.fixture
def larry(tmp_path: Path) -> Path:
    """The shared example, in a file of its own."""
    path = tmp_path / "larry.yaml"
    path.write_text(LARRY, encoding="utf-8")
    return path
