"""What the documents show is what chargen does."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chargen.core.diagnostic import Severity
from chargen.testing import check_text

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fenced(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language in a page."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def sessions() -> list[tuple[str, str]]:
    """Every command of a console block with the output shown below it, in the order of the page."""
    found = []
    for block in fenced(ROOT / "README.md", "console"):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append((command, output))
    return found


def test_the_readme_shows_commands_with_their_very_output(tmp_path: Path) -> None:
    """Each command of the README, run in the order of the page in one folder, prints what stands below it."""
    shown = sessions()
    assert len(shown) >= 4
    for command, output in shown:
        words = shlex.split(command)
        assert words[0] == "chargen"
        run = subprocess.run(
            [sys.executable, "-m", "chargen", *words[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            encoding="utf-8",
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout == output


def test_the_readme_shows_the_very_finding_of_a_third_4(tmp_path: Path) -> None:
    """The finding in the README is what the starter concept gives once First Aid's place holds a third 4."""
    (shown,) = fenced(ROOT / "README.md", "text")
    made = [sys.executable, "-m", "chargen"]
    subprocess.run([*made, "new", "five-by-five", "Kai Brenner"], cwd=tmp_path, check=True, capture_output=True)
    path = tmp_path / "kai-brenner.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Quick on the Stairs: {value: 2", "Quick on the Stairs: {value: 4"), encoding="utf-8")
    run = subprocess.run(
        [*made, "check", path.name], cwd=tmp_path, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert run.stdout == shown + "kai-brenner.yaml: 1 error, 0 warnings\n"


def test_the_concepts_in_the_documents_are_fine() -> None:
    """Each whole concept that a page shows checks without error."""
    concepts = [block for page in PAGES for block in fenced(page, "yaml") if block.startswith("system:")]
    assert concepts
    for text in concepts:
        checked = check_text(text)
        assert [each.message for each in checked.diagnostics if each.severity is Severity.ERROR] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Each relative link and picture of a page is there."""
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    for link in links:
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_reference_pages_are_current() -> None:
    """Commands, codes and house rules in docs/reference are what `make docs` would write."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "reference.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
