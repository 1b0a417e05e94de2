"""Every hostile test starts in an empty folder of its own, with a concept that is in order beside it."""

import shutil
from pathlib import Path

import pytest

from tests.cli.running import LARRY

INPUTS = Path(__file__).parent / "inputs"


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    """An empty folder, which is the working folder, with `good.yaml` in it."""
    (folder / "good.yaml").write_text(LARRY, encoding="utf-8")
    return folder


def copied(name: str, folder: Path) -> Path:
    """A hostile input, by the start of its name, in a folder where it may be written beside; pictures come along."""
    found = sorted(INPUTS.glob(f"{name}*"))
    assert found, f"there is no input {name}"
    for path in found:
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        else:
            shutil.copy(path, folder / path.name)
    return folder / next((path.name for path in found if path.suffix == ".yaml"), found[0].name)
