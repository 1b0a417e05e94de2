"""What the documents show is what chargen does."""

import re
import runpy
import shlex
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from chargen.testing import check_text
from chargen.text.diagnostic import Severity
from tests.cli.running import run, shell
from tests.cli.test_help_examples import COSTLY, EXAMPLE, ON_A_TERMINAL, furnish
from tests.scale import QUICK

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fenced(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language in a page."""
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def in_a_fresh_shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as in a terminal that was just opened, where the README's first command was typed."""
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
    """Each command of the README, in the order of the page, prints what is below it; the first in a fresh shell."""
    blocks = "".join(fenced(ROOT / "README.md", "console"))
    shown = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.MULTILINE)
    assert len(shown) >= 4
    for number, (command, output) in enumerate(shown):
        program, *words = shlex.split(command)
        assert program == "chargen"
        run = shell(*words, folder=tmp_path) if number else in_a_fresh_shell(command, tmp_path)
        assert run.returncode == 0, run.stderr
        assert run.stdout == output


def test_the_readme_s_batch_is_made_in_a_fresh_shell(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^    (chargen batch .*)$", page, re.MULTILINE)
    run = in_a_fresh_shell(line, tmp_path)
    assert run.returncode == 0, run.stderr
    (cards,) = tmp_path.glob("output/*/cards.pdf")
    assert cards.read_bytes().startswith(b"%PDF")


def test_the_readme_shows_the_very_diagnostic_of_a_third_4(tmp_path: Path) -> None:
    """The diagnostic in the README is what its own eleven lines give with another 4 in place of the first 2."""
    (shown,) = fenced(ROOT / "README.md", "text")
    (concept,) = fenced(ROOT / "README.md", "yaml")
    assert len(concept.splitlines()) == 11
    (tmp_path / "kai.yaml").write_text(concept.replace(": 2\n", ": 4\n", 1), encoding="utf-8")
    run = shell("check", "kai.yaml", folder=tmp_path)
    assert run.stdout == shown + "kai.yaml: 1 error, 0 warnings\n"


def needed() -> set[str]:
    """Return every distribution that chargen needs, and that those need, with chargen."""
    names, waiting = set[str](), ["chargen"]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in names:
            continue
        names.add(name)
        requirements = [Requirement(line) for line in distribution(name).requires or []]
        waiting += [one.name for one in requirements if not one.marker or one.marker.evaluate({"extra": ""})]
    return names


def test_the_credits_name_every_package_that_is_installed_with_chargen() -> None:
    """Each distribution that chargen needs, and that those need, is on the page of licences."""
    page = (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")
    names = needed()
    assert len(names) > 30
    assert [name for name in sorted(names) if not re.search(rf"\b{re.escape(name)}\b", page)] == []


def links(page: Path) -> list[Path]:
    found = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [(page.parent / link).resolve() for link in found if "://" not in link]


def test_every_page_is_reached_from_the_readme_and_every_link_leads_somewhere() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        assert page.exists()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += links(page)
    pages = {*PAGES, *ROOT.glob("*.md")}
    assert sorted(str(page.relative_to(ROOT)) for page in pages - reached) == []


def test_the_concepts_in_the_documents_are_fine() -> None:
    """Each whole concept that a page shows checks without error."""
    concepts = [block for page in PAGES for block in fenced(page, "yaml") if block.startswith("system:")]
    assert concepts
    for text in concepts:
        checked = check_text(text)
        assert [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", ["reference", "samples"])
def test_what_scripts_write_is_current(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of docs/reference are what `make docs` would write; samples/ say what `make samples` would print."""
    script = ROOT / "scripts" / f"{name}.py"
    # A sheet for browsers and a deck: those are printed in a tenth of the time of all.
    files = ["five-by-five.html", "guards.pdf"] if name == "samples" and QUICK else []
    monkeypatch.setattr(sys, "argv", [str(script), "--check", *files])
    monkeypatch.syspath_prepend(str(script.parent))
    monkeypatch.setenv("COLUMNS", "100")  # as the script sets it
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 0


def test_the_ten_commands_after_a_session_print_what_is_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign's life, from the first award to the page of the party, in the order of the page."""
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["Kai Brenner"], ["--preset", "bridge-warden"]):
        assert run("new", "five-by-five", *words).code == 0
    blocks = fenced(ROOT / "docs" / "after-the-session.md", "console")
    assert len(blocks) >= 10
    for block in blocks:
        command, _, output = block.removeprefix("$ ").partition("\n")
        ended = run(*shlex.split(command)[1:])
        assert (ended.code, ended.err, ended.out) == (0, "", output), command


UNFINISHED = {
    "chargen batch lanterns --role",
    "chargen check --fix",
    "chargen new --preset",
    "chargen odds five-by-five",
    "chargen render --fillable",
    "chargen show --format json",
}
"""Named in a sentence without what they work on; SYSTEM, CODE and the like stand for that elsewhere."""


def commands(page: Path) -> list[str]:
    """The commands of a page, in its order: those on lines of their own, and those in sentences."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    lines = re.sub(r"`(chargen [^`]+ [^`]+)`", lambda inline: f"\n    {' '.join(inline[1].split())}\n", text)
    shown = [line for line in EXAMPLE.findall(lines) if not re.search(r"\b[A-Z]{4,}\b|…|<", line)]
    return [line for line in shown if line not in UNFINISHED]


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, folder: Path) -> None:
    """Each does, in the order of the page and beside its files; of costly ones a quick run tries the options alone."""
    furnish(folder)
    (folder / "kai-brenner.yaml").unlink()  # the pages make it
    for block in fenced(page, "csv"):
        (folder / "crew.csv").write_text(block, encoding="utf-8")
    for block in fenced(page, "yaml"):
        for key, name in (("archetype:", "dock-guard.yaml"), ("pack:", "valley.yaml")):
            if block.startswith(key):
                (folder / name).write_text(block, encoding="utf-8")
    for line in commands(page):
        called = shlex.split(re.split(r" [|>] ", line)[0], comments=True)[1:]
        if not ON_A_TERMINAL.keys() & set(called):
            ended = run(*called, *["--help"] * (QUICK and not COSTLY.isdisjoint(called)))
            assert ended.code == 0, f"{line}\n{ended.out[-600:]}\n{ended.err[-600:]}"


def test_the_flows_of_the_architecture_name_functions_that_exist() -> None:
    """Each `name()  chargen/file.py` of the three pictures is a function, class or attribute of that file."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(r"(?:│|──►)? +(?:\d )?([\w.(), ]*?\w\(\)) +(chargen/[\w/…]+\.py)", page)
    assert len(steps) >= 30
    for names, file in steps:
        text = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob(file.replace("…", "*")))
        for name in re.findall(r"(\w+)\(\)", names):
            contract = (ROOT / "chargen/game/contract.py").read_text(encoding="utf-8")
            where = contract if f"game.{name}" in names else text
            assert re.search(rf"def {name}\b", where), f"{file} has no {name}()"
