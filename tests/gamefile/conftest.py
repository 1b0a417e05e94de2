"""Game files that a test found are forgotten after it."""

from collections.abc import Iterator

import pytest

from chargen import registry


@pytest.fixture(autouse=True)
def forget_game_files() -> Iterator[None]:
    yield
    registry._located.clear()
