"""Where the machine cannot print."""

import subprocess
import sys
from pathlib import Path

from tests.cli.running import LARRY

PROGRAM = """
import sys
sys.modules["weasyprint"] = None
from chargen.cli import main
main(sys.argv[1:])
"""


def test_without_a_printer_every_way_of_printing_says_so(folder: Path) -> None:
    """One line why, one line what mends it, exit code 3: alone, merged, as pictures, and for the calibration page."""
    (folder / "x.yaml").write_text(LARRY)
    wishes = (["render", "x.yaml", "--merge", "-o", "x.pdf"], ["render", "x.yaml", "--to", "png"], ["calibrate"])
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *wish], stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        for wish in wishes
    ]
    for each in running:
        out, err = each.communicate(timeout=120)
        assert (each.returncode, out) == (3, ""), err
        assert "No PDF could be made" in err
        assert "To mend it" in err
        assert "Traceback" not in err
    assert [each.name for each in folder.iterdir()] == ["x.yaml"]


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
    (folder / "x.yaml").write_text(LARRY)
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
