"""What can be written into the ledgers of characters, and what is written there."""

import zlib
from collections.abc import Iterator
from itertools import islice

from chargen import ready_made
from chargen.experience import moves
from tests.characters import check

AWARD = {"award": 20, "why": "a session"}
HISTORIES = 3
"""Of how many ready-made characters the entries are approved."""


def made_moves(game: str) -> Iterator[str]:
    """Yield the names that each verb takes, what entries of a verb and a name become, and what entries did."""
    checks = [(preset.path, check(preset.path)) for preset in ready_made.presets(game)]
    path, checked = checks[0]
    checked = moves.add_entry(checked, path, AWARD).after
    for verb in moves.ledger_of(checked).verbs:
        names = moves.subjects(checked, verb, verb.key)
        yield f"{path.stem} {verb.key} | {len(names)} {zlib.crc32(repr(names).encode()):08x}"
        partners = {key: moves.subjects(checked, verb, key) for key in (*verb.needs, *verb.takes)}
        yield f"{path.stem} {verb.key} | {partners}"
        for name in dict.fromkeys((*names[:2], *names[-1:], "Juggling")):
            entry = {"why": "a session", verb.key: moves.in_one_word(name)}
            entry |= {key: moves.in_one_word(found[-1]) for key, found in partners.items() if found}
            complete = moves.complete_entry(checked, entry)
            edit = moves.add_entry(checked, path, complete)
            codes = [one.code for one in edit.new_errors]
            written = zlib.crc32(edit.after.source.content)
            yield f"{entry} | {complete} | {moves.price(checked, complete)} | {codes} | {written:08x}"
    for path, checked in islice(checks, HISTORIES):
        for number, (_, lines, changed) in enumerate(moves.history(checked), 1):
            changes = [(one.roll, str(one.before), str(one.after)) for one in changed[:2]]
            yield f"{path.stem} {number} | {[line.what for line in lines]} | {changes}"
