"""What can be written into the ledgers of characters, and what is written there."""

import json
import re
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

from chargen import ready_made
from chargen.checking import check_input, check_source
from chargen.experience import editing, moves
from chargen.fileio import Input
from chargen.text.diagnostic import has_errors
from chargen.text.edits import NotEditable
from chargen.text.source import load
from tests.experience import styled

AWARD = {"award": 20, "why": "a session"}
HISTORIES = 3
"""Of how many ready-made characters the entries are approved."""
ODD = (
    "advancement: [&a {award: 1}]\nbag: [*a]\n", "advancement:\n  - &a {award: 1}\n  - {award: 2}\nbag: *a\n",
    "name: K\nadvancement:\n  - award: 1\n  - why: |\n      - x\n      - y\n  - award: 2\n",
    "name: K\nadvancement:\n  - award: 1\n\n  # - x\n  - - award: 2\n    - x\n",
    "name: K\r\nadvancement:\r\n- award: 1", "name: K\nadvancement: [\n  {award: 1} # a\n  , {award: 2}\n]\n",
    "name: K\nadvancement: [{award: 1}, # a\n  {award: 2}]",
    "advancement:\n  award: 5\n  why: x\n\n  date: 2026-01-01\nplayer: A\n",
    "advancement:\n  -  {award: 1}\n  -  {award: 2}\n",
    "advancement:\n  - award: 1\n# x\n    why: y\n  -  {award: 2}\n",
    "advancement:\n  - {award: 1}\n  -  {award: 2}\n", "advancement:\n  -   award: 1\n  -  {award: 2}",
    "\nadvancement: [ ]", "{}", "- x", "x", "? advancement\n: - award: 1\n",
    "advancement: {award: 1,\n  why: x}\nbag: x\n", '{"advancement": [ {"award": 1} ], "bag": []}', "bag: Rope, 3\n",
)  # fmt: skip
STYLED = 600
"""How many files are edited, each with a ledger in another style."""


def made_moves(game: str) -> Iterator[str]:
    """Yield the names that each verb takes, what entries of a verb and a name become, and what entries did."""
    checks = [(preset.path, check_input(Input(preset.path.name, preset.path))) for preset in ready_made.presets(game)]
    path, checked = checks[0]
    checked = moves.annotate(moves.add_entry(checked, path, AWARD).after, path).after
    for verb in moves.ledger_of(checked).verbs:
        names = moves.subjects(checked, verb)
        yield f"{path.stem} {verb.key} | {len(names)} {zlib.crc32(repr(names).encode()):08x}"
        partners = {key: moves.partners(checked, verb, key) for key in (*verb.needs, *verb.takes)}
        yield f"{path.stem} {verb.key} | {partners}"
        for name in dict.fromkeys((*names[:2], *names[-1:], "Juggling")):
            entry = {"why": "a session", verb.key: moves.in_one_word(name)}
            entry |= {key: moves.in_one_word(found[-1]) for key, found in partners.items() if found}
            complete = moves.complete_entry(checked, verb, entry)
            edit = moves.record(checked, path, entry)
            codes = [one.code for one in edit.new_errors]
            written = zlib.crc32(edit.after.source.content)
            yield f"{entry} | {complete} | {moves.price(checked, complete)} | {codes} | {written:08x}"
    for path, checked in islice(checks, HISTORIES):
        source = moves.add_entry(checked, path, AWARD).after.source
        for styled_text in (source.text, json.dumps(source.data, indent=1), json.dumps(source.data)):
            text = moves.annotated_text(check_source(source.with_text(styled_text), path))
            yield f"{path.stem} | {re.findall('# now.*', text)} | {zlib.crc32(text.encode()):08x}"
        for event in moves.history(checked):
            changes = [(one.roll, str(one.before), str(one.after)) for one in event.changes[:2]]
            yield f"{path.stem} {event.number} | {[line.what for line in event.lines]} | {changes}"


def edited_files() -> Iterator[str]:
    """Yield checksums of files in many styles: with an entry more, with an entry of another list, and with one less."""
    for number, text in enumerate((*map(str.encode, ODD), *(styled(Random(seed)) for seed in range(STYLED)))):
        source = load("kai.yaml", text)
        if has_errors(source.diagnostics):
            continue
        found = []
        for edit in (
            partial(editing.appended, source, AWARD),
            partial(editing.appended, source, "Öllampe, 2", "bag"),
            partial(editing.without_last, source),
        ):
            try:
                found.append(f"{zlib.crc32(edit().encode()):08x}")
            except NotEditable as exc:
                found.append(str(exc))
        yield f"{number} | {' | '.join(found)}"
