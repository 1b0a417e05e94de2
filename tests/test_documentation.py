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


def in_a_fresh_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as somebody would who has just opened a terminal and said what the README says to say first."""
    assert "\n    . .venv/bin/activate\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    activate = shlex.quote(f"{sys.prefix}/bin/activate")
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", f". {activate}; {command}"],
        cwd=folder,
        env={"HOME": str(folder), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


def test_the_readme_shows_commands_with_their_very_output(tmp_path: Path) -> None:
    """Each command of the README, from a fresh shell, in the order of the page, prints what stands below it."""
    shown = sessions()
    assert len(shown) >= 4
    for command, output in shown:
        assert command.startswith("chargen ")
        run = in_a_fresh_shell(command, tmp_path)
        assert run.returncode == 0, run.stderr
        assert run.stdout == output


def test_the_readme_s_batch_is_made_in_a_fresh_shell(tmp_path: Path) -> None:
    """The line that makes forty guards is right as it stands."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^    (chargen batch .*)$", page, re.MULTILINE)
    run = in_a_fresh_shell(line, tmp_path)
    assert run.returncode == 0, run.stderr
    (cards,) = tmp_path.glob("output/*/cards.pdf")
    assert cards.read_bytes().startswith(b"%PDF")


def test_make_sheets_ends_with_where_the_tool_is() -> None:
    """The last thing that `make sheets` prints is what to type next."""
    make = ["make", "--dry-run", "--no-print-directory", "sheets"]  # the tests may themselves be run by make
    recipe = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "The tool is .venv/bin/chargen" in recipe[-1]


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
        assert [finding.message for finding in checked.diagnostics if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Each relative link and picture of a page is there."""
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    for link in links:
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_reference_pages_are_current() -> None:
    """Commands, codes, house rules and limits in docs/reference are what `make docs` would write."""
    run = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "reference.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def after_the_session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Every command of the page about experience, what is shown below it, and what it prints."""
    from tests.cli.running import run

    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["Kai Brenner"], ["--preset", "bridge-warden"]):
        assert run("new", "five-by-five", *words).code == 0
    found = []
    for block in fenced(ROOT / "docs" / "after-the-session.md", "console"):
        command, _, output = block.removeprefix("$ ").partition("\n")
        ended = run(*shlex.split(command)[1:])
        assert (ended.code, ended.err) == (0, ""), command
        found.append((command, output, ended.out))
    return found


def test_the_ten_commands_after_a_session_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign's life, from the first award to the page of the party, in the order of the page."""
    commands = after_the_session(tmp_path, monkeypatch)
    assert len(commands) >= 10
    for command, shown, printed in commands:
        assert printed == shown, command
