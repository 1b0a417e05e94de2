"""A site with all games and one in a file, from the runtime that `make build/runtime` prepares; `make test` does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import registry
from tests.cli.running import shell
from tests.site.serving import Server

ROOT = Path(__file__).resolve().parent.parent.parent
RUNTIME = ROOT / "build" / "runtime"
GAME_FILE = ROOT / "examples" / "games" / "fog-ward.game.yaml"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that `chargen site` wrote. Without the runtime its tests fail: none is left out silently."""
    folder = tmp_path_factory.mktemp("site") / "below" / "a path"
    games = ("--games", ",".join(registry.list_games()), "--game", str(GAME_FILE))
    ended = shell("site", str(folder), *games, "--title", "A table", "--runtime", str(RUNTIME))
    assert (ended.returncode, ended.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    running = Server(site)
    yield running
    running.stop()
