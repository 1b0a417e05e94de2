"""What is loaded, and when."""

import stat
import subprocess
import sys
from pathlib import Path

ROOM = """
import sys
import chargen.render, chargen.render.pdf, chargen.render.paper, chargen.render.theme
import chargen.render.page, chargen.render.fonts, chargen.render.typesetter, chargen.render.binding
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"jinja2", "markupsafe", "weasyprint", "uharfbuzz", "PIL", "typst", "pikepdf"}, loaded
"""

WITHOUT_A_PRINTER = """
import sys
from chargen.page.sheet import Sheet
from chargen.render.page import html
from chargen.render.paper import parse_paper
sheet = Sheet(system="x", system_title="X", name="Ada")
html(sheet, paper=parse_paper("A4"))
assert not any(name.partition(".")[0] == "weasyprint" for name in sys.modules), "HTML needs no printer"

import ctypes.util
from chargen.render.pdf import pdf
from chargen.render.printer import PrinterUnavailable
search = ctypes.util.find_library
sys.modules["weasyprint"] = None
try:
    pdf(sheet, paper=parse_paper("A4"))
except PrinterUnavailable as fault:
    assert "weasyprint" in str(fault), fault
else:
    raise AssertionError("it printed without a printer")
del sys.modules["weasyprint"]
assert pdf(sheet, paper=parse_paper("A4")).content.startswith(b"%PDF-")
assert ctypes.util.find_library is search
assert "typst" not in sys.modules, "a sheet is printed without Typst"
"""

HARFBUZZ = """
from chargen.startup.weasyprint_import import SELDOM_USED
assert not {*SELDOM_USED, "fontTools.varLib"} & {*sys.modules}, "a sheet needs none of them"

import weasyprint.pdf.fonts
weasyprint.pdf.fonts.harfbuzz_subset = None
assert len(pdf(sheet, paper=parse_paper("A4")).content) < 30_000, "its typefaces are embedded whole"
assert "fontTools.subset" in sys.modules
"""
"""The sequel, after a sheet is printed."""


WITHOUT_TYPST = """
import sys
sys.modules["typst"] = None
from chargen.cli.main import main
try:
    code = main(["batch", "five-plus", "--role", "guard", "-n", "1", "--seed", "a", "-q", "-o", sys.argv[1]])
except SystemExit as ended:
    code = ended.code
assert code == 3, code
"""

WITHOUT_PANGO = """
import sys
sys.modules["weasyprint"] = None
from chargen.page.card import Card
from chargen.render import card_size
from chargen.render.deck import Deck
from chargen.render.binding import join
from chargen.render.paper import A4
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from chargen.render.typesetter import typeset
for standard in ("", "pdf/ua-1", "pdf/a-3b"):
    for form in (card_size.find_size("cards"), None):
        deck = Deck(cards=[Card(name="Zoë – “½”")], size=form, paper=A4, theme=PLAIN, title="Deck")
        part = typeset(deck, Press(standard=standard)).content
        joined = join([part, part], title="Deck", bookmarks=[("Ada", 0)], page=A4, press=Press(standard=standard))
        assert joined.startswith(b"%PDF-")
loaded = {name for name in sys.modules if sys.modules[name]}
assert not loaded & {"weasyprint", "pydyf", "uharfbuzz", "jinja2", "chargen.render.page", "chargen.render.pdf"}
"""


def _run(program: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return done.stderr


def test_what_prints_is_loaded_when_it_is_needed() -> None:
    """Importing the package loads neither Jinja2 nor WeasyPrint; HTML works without a printer.

    `PrinterUnavailable` says why there is none. It is no state for good, and Python's search for libraries is as it
    was. A sheet loads no half of fontTools, unless HarfBuzz is not there to cut its typefaces.
    """
    _run(ROOM + WITHOUT_A_PRINTER + HARFBUZZ)


def test_a_machine_without_typst_names_the_line_that_fixes_it(tmp_path: Path) -> None:
    """It says why there are no cards, with the one line that fixes it, and leaves nothing behind."""
    message = _run(WITHOUT_TYPST, str(tmp_path / "out"))
    assert "no PDF could be made: Typst cannot be loaded" in message
    assert message.count("To fix it:") == 1
    assert "-m pip install --force-reinstall typst\n" in message
    assert "pango" not in message.lower()
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_machine_without_weasyprint_prints_cards() -> None:
    """And rosters, tagged and for archives too; nothing is loaded by which sheets are laid out."""
    assert _run(WITHOUT_PANGO) == ""


def test_compiled_templates_are_kept_where_only_the_user_may_read_and_write(tmp_path: Path) -> None:
    """The next command finds them; without a safe folder, templates are compiled each time, and nothing fails."""
    program = (
        "import tempfile; tempfile.tempdir = {!r}; from chargen.render import page; made = page.environment();"
        "made.get_template('sheet.html'); print(made.bytecode_cache is None)"
    )
    ended = [
        subprocess.run(
            [sys.executable, "-c", program.format(str(folder))], capture_output=True, text=True, check=True, timeout=60
        )
        for folder in (tmp_path, tmp_path / "nowhere")
    ]
    (kept,) = tmp_path.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700
    assert [*kept.iterdir()]
    assert [each.stdout.strip() for each in ended] == ["False", "True"]
