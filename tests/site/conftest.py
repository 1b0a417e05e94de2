"""A site with all games, from the runtime that `make build/runtime` prepares; `make test` does."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chargen import registry
from chargen.site.build import Order, build
from tests.site.serving import Server, serving

ROOT = Path(__file__).resolve().parent.parent.parent
RUNTIME = ROOT / "build" / "runtime"
Run = Callable[..., str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site. Without the runtime its tests fail: they are never left out silently."""
    folder = tmp_path_factory.mktemp("site") / "below" / "a path"
    build(Order("A table", registry.list_games(), runtime=RUNTIME), folder)
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    """Serve the site."""
    with serving(site) as running:
        yield running


@pytest.fixture(scope="session")
def run(site: Path) -> Run:
    """Run a module of the tests in the site's Python, under Node, and return what it prints."""

    def start(module: str, *arguments: str) -> str:
        command = ["node", str(ROOT / "studio" / "runtime" / "run.mjs"), str(site), str(ROOT), module, *arguments]
        ended = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert (ended.stderr, ended.returncode) == ("", 0)
        return ended.stdout

    return start
