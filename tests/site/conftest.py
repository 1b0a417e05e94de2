"""A site with all games, from the runtime that `make build/runtime` prepares; `make test` does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import registry
from chargen.site.build import Order, build
from tests.site.serving import Server

ROOT = Path(__file__).resolve().parent.parent.parent
RUNTIME = ROOT / "build" / "runtime"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site. Without the runtime its tests fail: they are never left out silently."""
    folder = tmp_path_factory.mktemp("site") / "below" / "a path"
    build(Order("A table", registry.list_games(), runtime=RUNTIME), folder)
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    running = Server(site)
    yield running
    running.stop()
