"""chargen works from a wheel, far from its checkout: presets, templates and games come with it."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def ran(*command: str | Path, folder: Path) -> str:
    """What a command prints; asserts that it ends well. No variable of ours leads it to the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    ended = subprocess.run(
        list(map(str, command)), cwd=folder, env=clean, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout: built without a network where the build's backend is at hand."""
    target = tmp_path_factory.mktemp("wheel")
    if find_spec("hatchling"):
        ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", target, folder=ROOT)
    else:
        ran(sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", target, ROOT, folder=target)
    (made,) = target.glob("*.whl")
    return made


def fresh_environment(home: Path) -> Path:
    """The `bin` folder of a fresh environment; packages other than chargen are borrowed from this one."""
    venv.create(home, with_pip=False)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    site = ran(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=home).strip()
    # A path in a .pth file is searched last, and its own .pth files are not obeyed: the checkout stays out of sight.
    (Path(site) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return scripts


def pip(scripts: Path, *arguments: str | Path, folder: Path) -> str:
    """What pip prints while it installs into an environment, of this disk alone."""
    command = (sys.executable, "-m", "pip", "--python", scripts / "python", "--disable-pip-version-check", "install")
    # Most modules are not loaded here, and to compile them takes longer than to install them.
    return ran(*command, "--no-compile", "--no-deps", "--no-index", *arguments, folder=folder)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a fresh environment with the wheel."""
    home = tmp_path_factory.mktemp("environment")
    scripts = fresh_environment(home)
    pip(scripts, "-q", wheel, folder=home)
    return scripts


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "editors").glob("*/README.md"))]


INSTALLED = (".", ".[cluster]")
"""What pages have pipx install."""


def test_pages_install_the_tool_and_the_cluster() -> None:
    install = re.compile(r"^ {4,}pipx install (?:--\S+ )?(\S+)", re.MULTILINE)
    words = {word.strip("'\"") for page in PAGES for word in install.findall(page.read_text(encoding="utf-8"))}
    assert words == set(INSTALLED)


def test_what_a_page_has_pipx_install_can_be_used(installed: Path, tmp_path: Path) -> None:
    """Each package that an extra needs is there in the version that it needs, and an editor can be served.

    The package, and what it finds its presets in, lie in the fresh environment; NPCs have words.
    """
    script = f"""
import chargen
from importlib.metadata import distribution
from packaging.requirements import Requirement
for extra in {[what.partition("[")[2].rstrip("]") for what in INSTALLED]}:
    assert not extra or extra in distribution("chargen").metadata.get_all("Provides-Extra")
    for line in distribution("chargen").requires:
        needed = Requirement(line)
        if needed.marker is None or needed.marker.evaluate({{"extra": extra}}):
            found = distribution(needed.name).version
            assert needed.specifier.contains(found, prereleases=True), line
import chargen.lsp.server
assert chargen.npcs("gamocles", role="guard", seed="x")[0].ok
from chargen.game.resources import folder
print(chargen.__file__, folder("presets"), folder("templates"))
"""
    lines = ran(installed / "python", "-c", script, folder=tmp_path).split()
    assert len(lines) == 3
    assert all(Path(line).is_relative_to(installed.parent) for line in lines)


def test_the_readme_installs_from_a_checkout_and_runs_the_very_container_of_the_dockerfile() -> None:
    """A clone comes before what is installed from it; the container's two commands are the Dockerfile's first line."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert -1 < page.find("git clone ADDRESS chargen && cd chargen") < page.find("pipx install .")
    commands = [line.strip() for line in page.splitlines() if line.startswith("    docker ")]
    first = (ROOT / "Dockerfile").read_text(encoding="utf-8").partition("\n")[0]
    assert first == f"# {' && '.join(commands)}"


def test_the_wheel_holds_templates_and_presets(wheel: Path) -> None:
    """They lie inside the package, and neither tests nor sheets are packed."""
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "presets/concepts/five-by-five/",
        "presets/campaigns/",
        "presets/bad/five-by-five/values.yaml",
        "presets/games/starter.game.yaml",
        "templates/",
        "render/typefaces/usual/SourceSansPro-Regular.ttf",
        "render/typefaces/scripts/OFL.txt",
        "render/typefaces/DIGESTS",
        "examples/lanterns/lanterns/__init__.py",
        "py.typed",
    ):
        assert any(name.startswith(f"chargen/{part}") for name in names), part
    assert all(name.startswith(("chargen/", "chargen-")) for name in names)


def test_an_installed_chargen_prints_a_preset(installed: Path, tmp_path: Path) -> None:
    """Games enter by their entry points. A character is started from a preset, and printed."""
    chargen = installed / "chargen"
    ran(chargen, "new", "five-by-five", "Kai", "--preset", "bridge-warden", folder=tmp_path)
    assert ran(chargen, "render", "kai.yaml", folder=tmp_path).split() == ["output/kai.html", "output/kai.pdf"]
    assert "Kai" in (tmp_path / "output/kai.html").read_text(encoding="utf-8")
    assert (tmp_path / "output/kai.pdf").read_bytes().startswith(b"%PDF-")
