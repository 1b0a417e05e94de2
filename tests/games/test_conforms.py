"""Each game keeps the promises of every game."""

from pathlib import Path

import pytest

from chargen import registry, testing
from chargen.testing import pages
from tests.scale import QUICK, TRIES_MUTANTS

PRINTED = (pages.it_prints, pages.the_reference_page_is_shared)
"""The promises that take longer than all others; a quick run tries them on one game."""


@pytest.mark.parametrize("key", registry.list_games())
def test_a_game_conforms(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Good files are fine, each bad file shows its rule on the marked line, and odds, starter and sheets are whole."""
    if QUICK and key != "roll-when-you-need":
        monkeypatch.setattr(testing, "PROMISES", [one for one in testing.PROMISES if one not in PRINTED])
    folder = Path(__file__).parent / key.replace("-", "_")
    testing.conforms(registry.system(key), folder, most=(12 if TRIES_MUTANTS else 4) if QUICK else None)
