"""A site's Python, under Node, answers as this one does."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from chargen.studio.studio import REQUESTS
from tests.scale import QUICK
from tests.site.answers import THEN_REQUESTS, answers
from tests.site.conftest import ROOT

STEP = 32 if QUICK else 1
Printed = tuple[list[str], list[str]]


@pytest.fixture(scope="module")
def printed(site: Path) -> Printed:
    """Return the answers and the replies of a page's Python, which takes seconds to start: so both come from one."""
    words = ("node", "--liftoff-only", ROOT / "studio" / "runtime" / "run.mjs", site, ROOT, "tests.site.answers", STEP)
    ended = subprocess.run([*map(str, words)], capture_output=True, encoding="utf-8", check=False)
    assert (ended.stderr, ended.returncode) == ("", 0)
    first, _, second = ended.stdout.partition(f"{THEN_REQUESTS}\n")
    return first.splitlines(), second.splitlines()


def test_the_page_answers_as_this_python_does(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings, stats, rolls, points and odds of presets and of files with and without errors; NPCs."""
    monkeypatch.chdir(ROOT)
    here, (there, _) = answers(STEP), printed
    assert len(here) >= 20
    differing = [mine[:200] for mine, its in zip(here, there, strict=True) if mine != its]
    assert differing == []


def test_the_page_answers_each_request(printed: Printed) -> None:
    """Those to print are refused in plain words; every other one, a fight with its odds included, has its reply."""
    _, lines = printed
    assert {line.partition(" ")[0] for line in lines} == {*REQUESTS, "odds"}
    refused = "this page prints with the browser; PDF, PNG and cards need an installed chargen"
    assert [line for line in lines if not line.endswith((" ok", "odds True"))] == [f"studio/print {refused}"] * 2


def test_a_site_has_no_part_that_a_page_cannot_run(site: Path) -> None:
    """Neither printers nor what they need: only Python, and the one library that is compiled for browsers."""
    names = [name for path in (site / "python").glob("*.zip") for name in zipfile.ZipFile(path).namelist()]
    tops = {name.partition("/")[0].partition(".")[0] for name in names}
    assert not tops & {"weasyprint", "typst", "PIL", "uharfbuzz", "pikepdf", "pypdfium2", "starlette", "uvicorn"}
    assert [name for name in names if name.endswith(".so")] == [
        "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"
    ]
