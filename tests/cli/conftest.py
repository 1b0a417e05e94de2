"""Every test of the command starts in an empty folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _starts_in_its_folder(folder: Path) -> None:
    pass
