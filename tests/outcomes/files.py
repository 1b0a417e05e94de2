"""What is reported of mistakes in the files of a GM: archetypes, packs, house rules and spreadsheets in ``gm/``.

Each value, key and cell is replaced by others, in turn. A line has the place and the code of what is reported, with a
checksum of the words, and a checksum of what could be read.
"""

import json
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock, patch

from chargen.checking import campaign
from chargen.game.shuffle import Shuffle
from chargen.npc import archetype, draws, packs, validation
from chargen.npc.generation import find_all_errors
from chargen.npc.proposal import propose_npc
from chargen.sources import spreadsheet
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, has_errors
from chargen.text.parts import value_at
from chargen.text.source import load
from chargen.text.writing import document
from tests.outcomes.edits import REMOVED, _checksum, with_edit
from tests.plain_data import walk

GM = Path(__file__).parent / "gm"
DRAWS: Sequence[Any] = (
    {"one_of": []},
    {"one_of": {"a": 0, "b": "x"}},
    {"one_of": ["a"], "x": 1},
    {"range": [4, 2]},
    {"range": [1, 3]},
    {"some_of": ["a", None], "count": 3},
    [{"some_of": {"a": 1, "b": 2}, "count": {"one_of": [1, 3]}}, "c"],
)
VALUES: Sequence[Any] = (REMOVED, None, True, -1, 7, 1.5, "x", [], {}, ["x"], {"x": 1}, *DRAWS)
CELLS = ("", "x", "-1", "1.5", "1; 2", "{x: 1}", "[1", '"a"', "\x07", "x, y", "extra,,")
OPTIONS = """\
archetype: gamocles
pins:
  rules: {highest_trait: 3, highest_skill: 3}
  traits: {grit: {one_of: [8, 9, 10, 11, 12, 13, 14]}, will: {range: [20, 21]}}
  skills: {combat: {one_of: [-8, 7, 8, 9, 10, 11, 12]}}
"""
"""More options that no NPC can have than are tried."""
SHEETS = (
    'sep=;\nname;notes\nAda;"x', 'name,notes\nAda,"x\ny"\n\nBo,"z', 'name\r"Ada\nNet"\rBo,x',
    "sep=|\rname|player\r\rAda|x|y", ",\n",
    ' "name" ,notes\nAda, "x" y\n"Bo"" Oar",z\n', 'name\tnotes\nAda\t"x\ty"\t\n', "name;a,b\nAda;x", "\n\nname\n",
    "sep=;", "SEP=,\nname\nAda,", "\ufeffname,name\nAda,x", "system,role\nfacade,guard\nnine,\n,gaurd\n",
    "name\nx,\nx,\nx,\n", "ROLE,name\nguard,Ada\n", "role.x,# Role.x\n1,2\n",
)  # fmt: skip
TRIED = 2
"""How many of the values are tried at each place, others at the next one."""


def _places(data: Any) -> list[KeyPath]:
    return [path for path, _ in walk(data) if path]


def _reported(diagnostics: Iterable[Diagnostic], read: Any) -> str:
    found = []
    for one in diagnostics:
        where = f"{one.place.line}:{one.place.column}" if one.place else "-"
        words = zlib.crc32(f"{one.file and Path(one.file).name} {one.message} {one.hint} {one.fix}".encode())
        found.append(f"{where} {one.code} {words:08x}")
    return "; ".join([*found, _checksum(json.dumps(read, default=repr))] if read is not None else found)


def _of_archetype(path: Path, pack: str = "") -> str:
    found = archetype.check_archetype(path, path.name, pack)
    made = found.rest
    if made is None:
        return _reported(found.diagnostics, None)
    content: dict[str, Any] = {"system": made.system, "role": made.role}
    content["names"] = [name_list.model_dump(mode="json") for name_list in made.names.lists]
    content |= {key: getattr(made, key).model_dump(mode="json") for key in ("words", "details")}
    return _reported(found.diagnostics, content | {"settled": made.fixed})


def _of_pack(path: Path) -> str:
    found = packs.check_pack(path, path.name)
    return _reported(found.diagnostics, found.pack.model_dump(mode="json"))


def _of_campaign(path: Path) -> str:
    found = campaign.read_campaign(path, path.name, "gamocles")
    every = campaign.read_campaign(path, path.name)
    is_known = not has_errors(one for one in found.diagnostics if one.path[:1] not in (("theme",), ("pack",)))
    return _reported((*found.diagnostics, *every.diagnostics), (found.campaign, found.rules, is_known))


FILES: dict[str, Callable[[Path], str]] = {"archetype": _of_archetype, "pack": _of_pack, "house": _of_campaign}


def gm_files() -> Iterator[str]:
    """Yield what is reported of a file with another value at each place."""
    with TemporaryDirectory() as folder:
        shutil.copytree(GM, folder, dirs_exist_ok=True)
        for path in (Path(folder, "archetype.yaml"), Path(folder, "base.yaml")):
            for pack in ("court", "nowhere", str(Path(folder, "pack.yaml"))):
                yield f"{path.name}, {Path(pack).name} | {_of_archetype(path, pack)}"
        path = Path(folder, "options.yaml")
        path.write_text(OPTIONS, encoding="utf-8")
        with patch.object(validation, "propose_npc", Mock(wraps=propose_npc)) as proposed:
            found = _reported(find_all_errors(archetype.check_archetype(path, path.name)), None)
        yield f"options, {proposed.call_count} proposals | {found}"
        for name, check in FILES.items():
            path = Path(folder, f"{name}.yaml")
            written = path.read_text("utf-8")
            data = load(path.name, written.encode()).data
            yield f"{name} | {check(path)}"
            for number, at in enumerate(_places(data)):
                values = [VALUES[(number * TRIED + index) % len(VALUES)] for index in range(TRIED)]
                for value in values:
                    path.write_text(document(with_edit(data, at, value)), encoding="utf-8")
                    yield f"{name}: {'.'.join(map(str, at))} = {value} | {check(path)}"
                if isinstance(at[-1], str):
                    renamed = with_edit(with_edit(data, at, REMOVED), (*at[:-1], f"{at[-1]}x"), value_at(data, at))
                    path.write_text(document(renamed), encoding="utf-8")
                    yield f"{name}: {'.'.join(map(str, at))}x | {check(path)}"
            path.write_text(written, encoding="utf-8")


DRAWN = """\
- {a: {one_of: {x: 3, y: 0.5, "7": 1}}, b: {range: [2, 5]}, c: }
- {a: [r, {some_of: [s, ~, {one_of: [t, {name: u}]}], count: {range: [1, 3]}}, v, {one_of: [~]}, w]}
- {a: {some_of: {k: {range: [1, 2]}, l: 2, m: ~}, count: 2}, b: [{some_of: {n: 1, o: 2}}, p]}
- {a: {One Of: [{one_of: [1, [2, {range: [3, 4]}]]}, {some_of: [5, 6, 7]}]}, b: {count: 1, name: q}}
"""


def drawn() -> Iterator[str]:
    """Yield the variants of data with draws, and what is drawn by some seeds, each with where its parts come from."""
    for data in load("draws.yaml", DRAWN.encode()).data:
        choosers = [
            *draws.cover_options(data),
            *(draws.Chooser(Random(seed), Shuffle("x", seed)) for seed in range(1, 5)),
        ]
        for chooser in choosers:
            made = draws.make_draws(data, chooser)
            yield f"{made.value} | {[made.origin(at) for at in _places(made.value)]}"


def tables() -> Iterator[str]:
    """Yield what is reported of a spreadsheet with another text in each cell."""
    read = archetype.check_archetype(GM / "base.yaml", "base.yaml").archetype
    assert read is not None
    lines = [line.split(",") for line in (GM / "people.csv").read_text("utf-8").splitlines()]
    for number, (row, column) in enumerate(
        (row, column) for row, cells in enumerate(lines) for column in range(len(cells))
    ):
        for text in CELLS[number % 3 :: 3]:
            cells = [*lines[row][:column], text, *lines[row][column + 1 :]]
            edited = "\n".join(map(",".join, (*lines[:row], cells, *lines[row + 1 :])))
            yield f"{row + 1}.{column + 1} = {text!r} | {_of_table(edited, read)}"
    for text in SHEETS:
        yield f"{text!r} | {_of_table(text, read)}"


MOST = 6
"""The number that a limit is set to, where files just below, at and above it are read."""
LIMITED: dict[str, Callable[[int], str]] = {
    "SPREADSHEET_ROWS": lambda size: "name\n" + "x\n" * size,
    "SPREADSHEET_COLUMNS": lambda size: ",".join(("name", "notes", "look", "want", "voice", "secret", "player")[:size]),
    "SPREADSHEET_CELLS": lambda size: "name,look\n" + "x\n" * (size - 2),
    "CELL_LETTERS": lambda size: f"name\n{'x' * size}",
    "DRAW_OPTIONS": lambda size: f"archetype: gamocles\npins: {{notes: {{one_of: [{'a, ' * size}]}}}}\n",
    "OPTION_VALUES": lambda size: f"archetype: gamocles\npins: {{notes: {{one_of: [{'a, ' * (size - 3)}]}}}}\n",
    "ARCHETYPE_FILES": lambda size: f"archetype: gamocles\nextends: [{'base, ' * size}]\n",
}


def limited() -> Iterator[str]:
    """Yield what is reported of files of about the size that a limit allows."""
    read = archetype.check_archetype(GM / "base.yaml", "base.yaml").archetype
    assert read is not None
    with TemporaryDirectory() as folder:
        shutil.copytree(GM, folder, dirs_exist_ok=True)
        for name, write in LIMITED.items():
            for size in range(MOST - 2, MOST + 2):
                text = write(size)
                with patch.object(limits, name, MOST):
                    if text.startswith("name"):
                        found = [_of_table(written, read) for written in (text, text + "\n", text + '\n"x')]
                    else:
                        path = Path(folder, "own.yaml")
                        path.write_text(text, encoding="utf-8")
                        found = [_of_archetype(path)]
                yield f"{name} {size} | {' | '.join(found)}"


def _of_table(text: str, read: archetype.Archetype) -> str:
    found = spreadsheet.parse_spreadsheet("people.csv", text.encode(), read)
    rows = [(one.pins, one.archetype and one.archetype.role, one.cells) for one in found.rows]
    return _reported(found.diagnostics, repr(rows))
