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
            [sys.executable, "-c", PROGRAM, *each], stderr=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        for each in wishes
    ]
    for each in running:
        out, err = each.communicate(timeout=120)
        assert (each.returncode, out) == (3, ""), err
        assert "No PDF could be made" in err
        assert "To mend it" in err
        assert "Traceback" not in err
    assert [each.name for each in folder.iterdir()] == ["x.yaml"]
