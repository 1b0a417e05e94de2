"""What `chargen site` writes, and what it refuses."""

import gzip
import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from chargen.site import runtime
from tests import plug_ins
from tests.cli.running import run
from tests.site.conftest import GAME_FILE, RUNTIME

MOST_BYTES = 11_000_000
"""The size of a site, compressed, that a visitor fetches once."""


def test_a_site_is_small(site: Path) -> None:
    """Each file as a host sends it: compressed by gzip, or as it is where that is smaller."""
    files = [path.read_bytes() for path in site.rglob("*") if path.is_file()]
    assert sum(min(len(gzip.compress(content, 6)), len(content)) for content in files) < MOST_BYTES


def test_a_page_reaches_nothing_outside_its_folder(site: Path) -> None:
    """Its links are relative, so it works below any path; its policy connects to its own host alone."""
    text = (site / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="([^"]+)"', text)
    assert links
    assert all((site / link).is_file() and not link.startswith("/") for link in links)
    assert "connect-src &#x27;self&#x27;" in text
    assert "unsafe-eval" not in text.replace("wasm-unsafe-eval", "")


def test_the_list_of_files_is_complete_and_each_licence_is_there(site: Path) -> None:
    """The service worker keeps what is listed; the version is in its first line."""
    listed = json.loads((site / "files.json").read_text(encoding="utf-8"))
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(listed["files"]) == names - {"files.json", "service.js"}
    assert (site / "service.js").read_text(encoding="utf-8").startswith(f'self.VERSION = "{listed["version"]}";')
    licences = (site / "LICENCES.txt").read_text(encoding="utf-8")
    for name in ("Pyodide", "Python 3.14", "pydantic_core", "pyyaml", "jinja2", "lsprotocol", "preact"):
        assert re.search(rf"^{name}\b", licences, re.MULTILINE | re.IGNORECASE), name


def test_a_site_has_the_chosen_games_alone(tmp_path: Path) -> None:
    """With a game in a file, its characters and house rules, and nothing of the other games."""
    shutil.copy(GAME_FILE, tmp_path)
    (tmp_path / "ada.yaml").write_text("system: fog-ward\nname: Ada\n", encoding="utf-8")
    rules = tmp_path / "table.yaml"
    rules.write_text("name: Our table\nrules:\n  gamocles: {}\n", encoding="utf-8")
    arguments = ["--games", "gamocles", "--game", str(tmp_path / GAME_FILE.name), "--campaign", str(rules)]
    made = run("site", str(tmp_path / "site"), *arguments, "--title", "A & B", "--runtime", str(RUNTIME))
    assert made.code == 0, made.err
    site = tmp_path / "site"
    names = [name for path in (site / "python").glob("*.zip") for name in zipfile.ZipFile(path).namelist()]
    assert "games/fog-ward.game.yaml" in names
    assert "games/campaign/table.yaml" in names
    assert any("gamocles" in name for name in names)
    assert not any("facade" in name or "five" in name for name in names)
    assert "examples/fog-ward/ada.yaml" in (site / "examples" / "list.txt").read_text(encoding="utf-8")
    assert "<title>A &amp; B</title>" in (site / "index.html").read_text(encoding="utf-8")


def test_a_game_of_another_package_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with plug_ins.installing(tmp_path, monkeypatch) as install:
        install("lamps", plug_ins.COPY)
        made = run("site", str(tmp_path / "site"), "--games", "lamps,five-by-five", "--runtime", str(RUNTIME))
    assert made.code == 0, made.err
    assert "plug_lamps.py" in zipfile.ZipFile(tmp_path / "site" / "python" / "data.zip").namelist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "facde"], "There is no game `facde`"),
        (["--game", "kai.yaml"], "the name of a game's file ends in .game.yaml"),
        (["--game", "bad.game.yaml"], "bad.game.yaml:1"),
        (["--campaign", "kai.yaml"], "this is not a campaign file"),
        (["--runtime", "nowhere"], "run `make build/runtime`"),
    ],
    ids=str,
)
def test_what_cannot_be_a_site_is_refused(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is written."""
    monkeypatch.chdir(tmp_path)
    Path("kai.yaml").write_text("name: Kai\n", encoding="utf-8")
    Path("bad.game.yaml").write_text("title: [\n", encoding="utf-8")
    made = run("site", "out", *arguments)
    assert made.code in (2, 3)
    assert message in made.err
    assert not Path("out").exists()


def test_a_folder_with_files_and_a_runtime_of_another_chargen_are_refused(tmp_path: Path) -> None:
    """Nothing is overwritten, and no page has other rules than the chargen that wrote it."""
    (tmp_path / "mine.txt").touch()
    assert "is not empty" in run("site", str(tmp_path)).err
    other = tmp_path / "runtime"
    other.mkdir()
    (other / runtime.MANIFEST).write_text('{"chargen": "other"}', encoding="utf-8")
    assert "another version of chargen" in runtime.check_runtime(other)
