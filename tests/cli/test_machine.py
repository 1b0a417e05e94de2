"""Where the machine cannot print."""

import os
import subprocess
import sys
from pathlib import Path

from tests.cli.running import SHORT

ROOT = Path(__file__).resolve().parents[2]


def in_a_process(program: str) -> str:
    """What a program prints in a process of its own; asserts that it ends well."""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


WITHOUT_A_PRINTER = """
import sys
sys.modules["weasyprint"] = None
from tests.cli.running import run
for wish in (["render", "x.yaml", "--merge", "-o", "x.pdf"], ["render", "x.yaml", "--to", "png"]):
    ended = run(*wish)
    assert (ended.code, ended.out) == (3, ""), ended
    assert "No PDF could be made" in ended.err, ended
    assert "To fix it" in ended.err, ended
    print(wish[0])
"""


def test_without_a_printer_every_way_of_printing_says_so(folder: Path) -> None:
    """One line why, one line what fixes it, exit code 3: alone, merged, and as pictures."""
    (folder / "x.yaml").write_text(SHORT)
    assert in_a_process(WITHOUT_A_PRINTER).split() == ["render", "render"]
    assert [path.name for path in folder.iterdir()] == ["x.yaml"]


PLAIN = """
import sys
from chargen.cli import main
try:
    main(["render", "x.yaml", "-o", "x.pdf"])
except SystemExit as end:
    assert not end.code
assert "weasyprint" in sys.modules
assert not {"pikepdf", "pypdfium2", "PIL.ImageCms.core"} & set(sys.modules)
"""


def test_a_plain_sheet_waits_for_no_tool_of_the_print_shop(folder: Path) -> None:
    """Neither pikepdf nor pypdfium2 is loaded for what needs neither."""
    (folder / "x.yaml").write_text(SHORT)
    in_a_process(PLAIN)
