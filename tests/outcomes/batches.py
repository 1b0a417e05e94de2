"""How a batch is read from its arguments, cut into chunks and files, and what is in its files."""

import contextlib
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from chargen import ready_made, registry
from chargen.batch import chunk_job, job, write
from chargen.batch.job import FORMATS, cut_chunks
from chargen.checking import explaining
from chargen.fileio import Input, file_name
from chargen.game.resources import PRESETS
from chargen.npc import recognition
from chargen.npc.archetype_file import DETAILS
from chargen.npc.names import NameList, unite_lists
from chargen.render import binding
from chargen.render.paper import A4, A5, LETTER
from chargen.render.press import Press
from chargen.render.theme import LARGE_PRINT, PLAIN
from chargen.sheets.print_form import FORMS, check_form, enlarge
from chargen.sources import check_file, ordering
from chargen.sources.argument import parse_source
from chargen.sources.source_parser import Request, SourceParser
from chargen.text.names import slug
from tests.batch.ordering import made, work
from tests.outcomes.edits import _checksum
from tests.outcomes.files import GM, _reported

SOURCES = (
    "gamocles/guard*2", "Gamocles*1", "gamocles/guard", "gamocles", "archetype.yaml*2", "people.csv", "diver.yaml",
    "diver.yaml*2", ".", "*.yaml", "house.yaml", "gamocles/gard", "nine/guard", "nine", "nowhere.yaml", "nowhere.csv",
    "gamocles*0", "gamocles*10000000000", "gamocles/guard/x", "people.csv*2", "pack.yaml*3", "gm/guard", "[x].yaml",
)  # fmt: skip
LINES = (
    "system: facade", "System : nine", "archetype: five-by-fife", "system: x\nname: y\nskills: {}", "{system: facade}",
    "name: x", "pack: y", "pack: x\nwants: []", "rules: {gamocles: {}}", "rules: {x: {}}", "rules: 3",
    "title: x\nid: 3", "  system: facade", "just words", "", "archetype: maven\nname: x\npins: {}",
    "archetype: maven\npins: {}", "- 1",
    '"system": "gamocles"', "name: x\nhit points: 3",
)  # fmt: skip
SPANS = (
    "7,12-20", "3,1-2,5,4-9", "9-4", "0-3", "x", "", "1 - 4", "1000000", "1000001", "5–6,6", "1,,2", "2-2,1", "1,3-4,8",
)  # fmt: skip


def _tried(do: Callable[..., Any], *given: Any, **more: Any) -> Any:
    try:
        return do(*given, **more)
    except ValueError as exc:
        return f"{type(exc).__name__}: {exc}"


def spans() -> Iterator[str]:
    """Yield numbers of NPCs, as they are read and written."""
    for text in SPANS:
        found = _tried(job.parse_numbers, text)
        yield f"{text} | {found} | {found if isinstance(found, str) else job.format_numbers(found)}"


def works() -> Iterator[str]:
    """Yield how batches of each form are cut, whether they can be printed, how decks are bound, and first lines."""
    yield from _cuts()
    yield from _forms()
    for backs, separate, printed in product((False, True), repeat=3):
        formats = FORMATS if printed else ("jsonl", "yaml")
        wanted = work(150, "half", backs=backs, separate=separate, formats=formats)
        first = write._first_line(wanted, 9, 1)
        kept = {key: value for key, value in first.items() if key != "chargen"}
        yield f"{write.list_targets(wanted)} | {kept}"


def _cuts() -> Iterator[str]:
    for form, paper, last in product(FORMS, (A4, A5, LETTER), (1, 150, 3000)):
        wanted = work(last, form, paper=paper, formats=("pdf", "csv"), numbers=())
        first = _tried(next, cut_chunks(replace(wanted, requests=[Request(place=1)] * 9_998)))
        if isinstance(first, str):
            yield f"{form} {paper.name} | {first}"
            continue
        chunks = [len(part.requests) for part in cut_chunks(replace(wanted, requests=[Request()] * (last + 4)))]
        yield f"{form} {paper.name} {last} | {len(first.requests)} {len(chunks)} {chunks[-1]}"


def _forms() -> Iterator[str]:
    bound: list[Any] = []

    def join(parts: Iterable[bytes], **given: Any) -> None:
        bound.append([given[key] for key in ("title", "sides", "bookmarks", "page")])

    presses = (Press(), Press(pages="all"), Press(bleed_mm=3))
    for form, theme, backs in product(FORMS, (PLAIN, LARGE_PRINT), (False, True)):
        checks = [_tried(check_form, form, paper, theme, press, backs=backs) for paper in (A4, A5) for press in presses]
        names = [_tried(enlarge, form, paper, theme) for paper in (A4, A5)]
        with patch.object(binding, "join", join):
            chunk_job.join_deck(work(3, form, theme=theme, backs=backs), [], [("Bo", 0)], "x")
        yield f"{form} {theme.name} {backs} | {checks} | {names} | {bound.pop()}"
    presets = (check_file.check_any(Input(preset.path.name, preset.path)) for preset in ready_made.presets()[:3])
    cards = [checked.view.card() for checked in presets if checked.view is not None]
    for some in (cards, cards[:1], []):
        form, why = enlarge("mini", A4, LARGE_PRINT, some)
        yield f"{len(some)} | {form} | {why}"


def sources() -> Iterator[str]:
    """Yield what each argument means, and what is in the files of a batch of all of them that can be made."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(GM, folder, dirs_exist_ok=True)
        shutil.copy(ready_made.presets("gamocles")[0].path, "diver.yaml")
        shutil.copy(PRESETS / "games/starter.game.yaml", folder)
        for argument in SOURCES:
            spec = parse_source(argument)
            yield f"{argument} | {spec.kind.name} {spec.name} {spec.times} {spec.makes_npcs} {spec.game_and_role}"
            for request in [*SourceParser(2, "docks").requests([argument])][:4]:
                order = request.order and (request.order.archetype.title, request.order.last)
                reported = _reported(request.checked.diagnostics, None) if request.checked is not None else ""
                yield f"  {request.system} {request.number} {request.name} | {order} | {reported}"
        for path in sorted(Path().glob("*.yaml")):
            checked = check_file.check_any(Input(path.name, path))
            others = [Path(one.name).name for one in checked.others]
            yield f"{path} | {checked.kind} | {checked.name} | {checked.ok} | {others}"
        for detail in DETAILS:
            read = ordering.read_order("gamocles", "guard", Path("people.csv"), "docks", pack="court", detail=detail)
            assert read.order is not None
            rows = [(len(row.pins), row.archetype and row.archetype.role) for row in read.rows]
            near = [one.shown if (one := read.order.neighbour(*row)) else "" for row in enumerate(read.rows, 1)]
            yield f"{detail} | {rows} {read.order.last} {near} {_reported(read.diagnostics, None)}"
        for detail in DETAILS:
            given = ("gamocles/guard*3", "diver.yaml", "people.csv", "gamocles*2", "archetype.yaml*2")
            requests = [*SourceParser(2, "docks", detail=detail).requests(given)]
            valid = [one for one in requests if one.is_valid]
            yield f"{[one.pinned_name for one in valid]}"
            wanted = work(requests=valid, formats=("csv", "jsonl", "yaml"), command="x")
            yield f"{[len(part.requests) for part in cut_chunks(wanted)]}"
            written, number, _ = made(wanted, Path(f"made-{detail}"))
            yield f"{number} made, {[path.name for path in written]}"
            *files, last = (path for path in written if path.is_file())
            for path in files:
                yield f"{path.name} | {' '.join(map(_checksum, path.read_text('utf-8').splitlines()))}"
            yield from last.read_text("utf-8").splitlines()[1:] if detail == DETAILS[0] else ()


def _keep_in_bounds(concept: Any, rules: Any) -> Iterator[Any]:
    """Keep wounds within `wound_boxes`, traits within `highest_trait`, and `names` as they are.

    So that pools stay small.
    """
    yield from ()


def short_texts() -> Iterator[str]:
    """Yield whether short texts are files of chargen, and names of small lists."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "x.yaml")
        for text in LINES:
            path.write_text(text, encoding="utf-8")
            lines = text.splitlines()
            checked = check_file.check_any(Input("x.yaml", path))
            found = recognition.is_chargen_file(checked), recognition.may_be_chargen_file(lines), str(checked.kind)
            yield f"{text!r} | {recognition.named_game(lines)} {sorted(recognition.top_keys(lines))} | {found}"
    one_rule = replace(registry.system("gamocles"), creation=(_keep_in_bounds,), ledger=None)
    yield repr([*explaining.explanations(one_rule).values()][-1])
    for number, name in product((1, 70, 1234), ("Mara Øst", "", "x" * 300)):
        yield file_name(f"{number:03}-{slug(name)}", "")[:80]
    lists = (
        NameList(given=("Kit", "Jean Luc"), family=("Net", "Oar"), between=("", "van")),
        NameList(female=("Ada", "Kit"), male=("Bo", "Ada"), family=("Net", "Low")),
        NameList(male=("Bo", "Cy")),
    )
    for some in (lists, lists[:1], lists[1:], lists[::-1]):
        names = unite_lists(some)
        yield f"{[(each.all_given, each.family, each.size) for each in names.lists]}"
        picked = [names.pick("docks", number) for number in range(1, 45)]
        yield ", ".join(f"{name} {names.sex(name)[:1]}" for name in picked)
