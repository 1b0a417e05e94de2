"""What strangers' bytes reach: each target takes any bytes, and raises only where a promise is broken."""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from chargen import checking, fileio, ready_made, registry
from chargen.advance.editing import NotEditable, appended, without_last
from chargen.checking import fixing
from chargen.checking.concept import Checked
from chargen.core.diagnostic import has_errors
from chargen.core.source import Source, load
from chargen.npc import archetype, check_file, spreadsheet
from chargen.render.archive import NothingInside, originals

FILE = "fuzzed.yaml"
EMPTY_PDF = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>"
)
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
    """A character's file, cut off anywhere, as an editor sends it."""
    concept(data[: len(data) // 2])


def fix(data: bytes) -> None:
    """`check --fix`: what is mended is never worse, and mending it again changes nothing."""
    before = _checked(load(FILE, data))
    mended = fixing.fixed(before, _checked)
    assert not has_errors(mended.checked.diagnostics) or has_errors(before.diagnostics)
    assert fixing.fixed(mended.checked, _checked).checked.source.text == mended.checked.source.text


def ledger(data: bytes) -> None:
    """An entry is written into any file that can be read, and taken out to the byte, or it is refused."""
    source = load(FILE, data)
    if source.data is None or has_errors(source.diagnostics):
        return
    with contextlib.suppress(NotEditable):
        longer = load(FILE, appended(source, {"award": 1}).encode())
        assert without_last(longer) == source.text


def of_a_gm(data: bytes) -> None:
    """An archetype, house rules or a pack: whatever a file says that it is."""
    with fileio.kept({_HERE: data}):
        check_file.check(fileio.Input(FILE, Path(_HERE)))


def table(data: bytes) -> None:
    """A spreadsheet of people."""
    spreadsheet.read_bytes("fuzzed.csv", data, archetype.plain(registry.system("five-by-five")).archetype or _none())


def pdf(data: bytes) -> None:
    """A PDF file that is to give back its concept."""
    with contextlib.suppress(NothingInside):
        originals(data)


def _none() -> archetype.Archetype:
    raise AssertionError("the game has an archetype of which nothing is settled")


TARGETS: Mapping[str, Callable[[bytes], None]] = MappingProxyType(
    {
        "concept": concept,
        "half-typed": half_typed,
        "fix": fix,
        "ledger": ledger,
        "of-a-gm": of_a_gm,
        "table": table,
        "pdf": pdf,
    }
)


def seeds(target: str) -> list[bytes]:
    """What a target begins with: files that are in order, one of each kind."""
    if target == "of-a-gm":
        folder = registry.resources("five-by-five") / "npcs"
        return [path.read_bytes() for path in sorted(folder.rglob("*.yaml")) if path.stat().st_size < 5_000]
    if target == "table":
        return [b"name,role,hit_points\nAda,guard,4\n", b"name;descriptors.Watch Drill.value\nBo;6\n"]
    if target == "pdf":
        return [EMPTY_PDF]
    return [preset.path.read_bytes() for game in registry.names() for preset in ready_made.presets(game)]
