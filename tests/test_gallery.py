"""The gallery of docs/ shows everything there is to choose."""

import re
from pathlib import Path

import pytest
from PIL import Image

from chargen import ready_made, registry
from chargen.render.paper import PAPERS
from chargen.render.theme import INKS, THEMES

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures"


@pytest.fixture(scope="module")
def shown() -> set[str]:
    """The pictures that README and the guides name."""
    pages = (*DOCS.glob("*.md"), DOCS.parent / "README.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    found = set(re.findall(r"pictures/([a-z0-9-]+)\.png\)", text))
    assert len(found) > 10
    return found


def test_every_choice_is_shown(shown: set[str]) -> None:
    """Every game that has presets, theme, ink and paper. A new one: make pictures."""
    wanted = {game for game in registry.list_games() if ready_made.presets(game)}
    wanted |= {f"theme-{theme.name}" for theme in THEMES} | {f"ink-{ink}" for ink in INKS}
    wanted |= {f"paper-{paper.name.lower()}" for paper in PAPERS}
    assert len(wanted) > 10
    assert not wanted - shown


def test_every_picture_is_there_and_shown_and_small(shown: set[str]) -> None:
    """None is missing, none is left over, and none takes long to load."""
    found = {path.stem: path for path in PICTURES.glob("*.png")}
    assert found.keys() == shown
    for path in found.values():
        assert path.stat().st_size < 120_000
        with Image.open(path) as picture:
            assert picture.width >= 200
