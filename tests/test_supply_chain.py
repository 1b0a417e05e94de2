"""What is installed with chargen, and what opens a port."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_documentation import needed

ROOT = Path(__file__).resolve().parent.parent


def pins(name: str) -> dict[str, tuple[str, int]]:
    """The packages of a file of pins, each with its version and the number of its hashes."""
    entries = re.sub(r"\\\n|(?m:^ *#.*\n)", "", (ROOT / name).read_text(encoding="utf-8")).splitlines()
    pinned: dict[str, tuple[str, int]] = {}
    for entry in entries:
        words, *hashes = entry.split(" --hash=sha256:")
        requirement = Requirement(words.strip().removesuffix("\\"))
        assert all(re.fullmatch(r"[0-9a-f]{64}", digest.strip()) for digest in hashes)
        pinned[canonicalize_name(requirement.name)] = (str(requirement.specifier), len(hashes))
    return pinned


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_every_package_is_installed_at_one_version_and_by_its_hash(name: str) -> None:
    """The same version as in the constraints; nothing is fetched whose content is not known beforehand."""
    constraints = pins("constraints.txt")
    locked = pins(name)
    assert locked
    assert all(version.startswith("==") and hashes for version, hashes in locked.values())
    assert {package: version for package, (version, _) in locked.items()}.items() <= {
        package: version for package, (version, _) in constraints.items()
    }.items()


def test_the_lock_holds_all_that_is_installed_with_chargen() -> None:
    """Each distribution that chargen needs, and that those need; those of the development tools have them too."""
    locked = pins("requirements.lock")
    assert needed() - {"chargen"} <= locked.keys() <= pins("requirements-dev.lock").keys()


@pytest.mark.parametrize("name", ["scripts/set-up", "Dockerfile", "action.yml"])
def test_packages_are_installed_from_the_lock(name: str) -> None:
    """The script, the image and the action alike; the project itself brings no others along."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "requirements.lock" in text
    assert "--require-hashes --requirement" in text
    assert text.count("--no-deps") == 1


def test_every_line_that_starts_a_scheduler_binds_it_to_an_address() -> None:
    """Dask's own default is every network of the machine; each place that names the command binds it."""
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "SECURITY.md"]
    lines = [
        line for path in (*(ROOT / "chargen").rglob("*.py"), *pages) for line in path.read_text("utf-8").splitlines()
    ]
    named = [line for line in lines if "dask scheduler" in line]
    assert len(named) > 1
    assert all("--host" in line for line in named)
