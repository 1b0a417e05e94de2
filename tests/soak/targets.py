"""What strangers' bytes reach: each target takes any bytes, and raises only where a promise is broken."""

import contextlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import pikepdf

from chargen import checking, fileio, ready_made, registry
from chargen.checking import fixing
from chargen.checking.concept import Checked
from chargen.experience.moves import appended, entries, without_last
from chargen.fileio import Unreadable
from chargen.lsp import diagnostics
from chargen.lsp.completion import complete
from chargen.lsp.document import Document, Text
from chargen.lsp.hover import hover
from chargen.npc import archetype
from chargen.render.attachment import DESCRIPTION, find_concept
from chargen.sources import check_file, spreadsheet
from chargen.text import limits
from chargen.text.diagnostic import Place, has_errors
from chargen.text.edits import NotEditable
from chargen.text.source import Source, load
from tests.checking.slips import lost

FILE = "fuzzed.yaml"
CAMPAIGNS = Path(__file__).parents[2] / "presets" / "campaigns"
_HERE = str(Path(FILE).absolute())


def _checked(source: Source) -> Checked:
    return checking.check_source(source, None)


def concept(data: bytes) -> None:
    """A character: it is checked, and one that is in order has its numbers and its rolls."""
    checked = _checked(load(FILE, data))
    if checked.view is not None:
        checked.stats()
        checked.view.rolls()


def half_typed(data: bytes) -> None:
    """A character's file, cut off anywhere, as an editor sends it: findings, and help where the cursor is."""
    text = Text(data[: len(data) // 2].decode(errors="replace"))
    document = Document("untitled:fuzzed", text)
    checked = document.check(text, {})
    document.note(checked)
    for found in checked.diagnostics:
        diagnostics.convert(document, text, checked, found)
    end = len(text.lines), len(text.lines[-1]) + 1
    cursor = text.range(Place(*end, *end)).end
    complete(document, cursor)
    hover(document, text, checked, *text.place(cursor))


def fix(data: bytes) -> None:
    """`check --fix`: a fixed file is never worse and lost nothing, and a second run changes nothing."""
    before = _checked(load(FILE, data))
    if sum(diagnostic.fix is not None for diagnostic in before.diagnostics) > limits.FIXES // 2:
        return  # it is repaired in several goes
    repaired, _ = fixing.fixed(before, _checked)
    assert not has_errors(repaired.diagnostics) or has_errors(before.diagnostics)
    assert lost(before.source.text, repaired.source.text) == []
    assert fixing.fixed(repaired, _checked)[0].source.text == repaired.source.text


def ledger(data: bytes) -> None:
    """An entry is written into any file that can be read, and taken out to the byte, or it is refused."""
    source = load(FILE, data)
    if source.data is None or has_errors(source.diagnostics):
        return
    with contextlib.suppress(NotEditable):
        longer = load(FILE, appended(source, {"award": 1}).encode())
        assert entries(load(FILE, without_last(longer).encode())) == entries(source)


def of_a_gm(data: bytes) -> None:
    """An archetype, house rules or a pack: any kind that a file names."""
    with fileio.kept({_HERE: data}):
        check_file.check_any(fileio.Input(FILE, Path(_HERE)))


def table(data: bytes) -> None:
    game = archetype.open_archetype(registry.system("five-by-five")).archetype
    assert game is not None
    spreadsheet.parse_spreadsheet("fuzzed.csv", data, game)


def pdf(data: bytes) -> None:
    """A PDF file that is to give back its concept."""
    with contextlib.suppress(Unreadable):
        find_concept(data)


def _printed() -> bytes:
    """A small PDF with a concept in it."""
    file = pikepdf.new()
    file.add_blank_page()
    content = ready_made.presets("five-by-five")[0].path.read_bytes()
    file.attachments[FILE] = pikepdf.AttachedFileSpec(
        file,
        content,
        filename=FILE,
        description=DESCRIPTION,
        mime_type="application/yaml",
        creation_date="",
        mod_date="",
    )
    written = BytesIO()
    file.save(written, compress_streams=False, deterministic_id=True)
    return written.getvalue()


TARGETS: Mapping[str, Callable[[bytes], None]] = MappingProxyType(
    {
        function.__name__.replace("_", "-"): function
        for function in (concept, half_typed, fix, ledger, of_a_gm, table, pdf)
    }
)


NULL_LEDGERS = (b"advancement: ~", b"advancement : ~ # yet", b'"advancement" : null', b"? advancement\n: null\n")
"""Ledgers without entries, in rare spellings."""


def seeds(target: str) -> list[bytes]:
    """What a target begins with: files that are in order, one of each kind."""
    if target == "of-a-gm":
        folder = registry.resources("five-by-five") / "npcs"
        files = (*sorted(folder.rglob("*.yaml")), *sorted(CAMPAIGNS.glob("*.yaml")))
        return [path.read_bytes() for path in files if path.stat().st_size < 5_000]
    if target == "table":
        return [b"name,role,hit_points\nAda,guard,4\n", b"name;descriptors.Watch Drill.value\nBo;6\n"]
    if target == "pdf":
        return [_printed()]
    presets = [preset.path.read_bytes() for game in registry.list_games() for preset in ready_made.presets(game)]
    if target == "ledger":
        return [*(b"name: Kai\n" + nothing for nothing in NULL_LEDGERS), *presets]
    return presets
