"""What is reported of slips in the starter of a game, and what `--fix` makes of them."""

import zlib
from collections.abc import Iterator
from itertools import cycle
from unittest.mock import patch

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.checking.fixing import fixed
from chargen.text import limits
from chargen.text.source import Source, load
from chargen.text.writing import document
from tests.checking.slips import SLIPS, damage, overlap
from tests.checking.test_one_slip import STARTERS, TO_KEYS, TO_VALUES, change, list_places
from tests.outcomes.files import _reported

READABLE = ("a number with decimals", "the minus of typesetting", "a letter too few")
PLACES = 80
"""At how many places a key or a value is changed, and how many pairs of slips are made in the text."""


def slips(game: str) -> Iterator[str]:
    """Yield the outcome of each kind of slip in a key, in a value, and of two in the text."""
    every = list(list_places(STARTERS[game]))
    changes = cycle({**TO_KEYS, **TO_VALUES}.items())
    for path, is_key in every[:: -(-len(every) // PLACES)]:
        kinds = TO_KEYS if is_key else TO_VALUES
        name, slip = next(each for each in changes if each[0] in kinds)
        changed = change(STARTERS[game], path, is_key, slip)
        if changed:
            yield f"{'.'.join(map(str, path))} {name} | {_fixed(document(changed))}"
    yield from _misplaced(game)
    text = registry.system(game).new_concept("Kai")
    found = [(kind, places) for kind, slip in SLIPS.items() if (places := list(slip(text)))]
    for number in range(PLACES):
        pair = found[number % len(found)], found[number * 5 // 3 % len(found)]
        two = [places[number * step % len(places)] for step, (_, places) in zip((7, 31), pair, strict=True)]
        if not overlap(two):
            yield f"{' and '.join(kind for kind, _ in pair)} {number} | {_fixed(damage(text, two))}"
    many = [place for kind in READABLE for place in list(SLIPS[kind](text))[-4:]]
    for most, size in ((0, 10**9), (2, 10**9), (9, 1), (9, 4 * (len(text) + 1))):
        with patch.object(limits, "FIXES", most), patch.object(limits, "FIX_BYTES", size):
            yield f"{len(many)} slips, {most} fixes, {size} bytes | {_fixed(damage(text, many))}"


def _misplaced(game: str) -> Iterator[str]:
    """Yield the outcome of a starter with each key in another mapping, with keys of other games, and with numbers."""
    data = STARTERS[game]
    mappings = [key for key, value in data.items() if isinstance(value, dict)]
    for number, key in enumerate(data):
        into = mappings[number % len(mappings)]
        rest = {other: value for other, value in data.items() if other != key}
        moved = {**rest, into: {**data[into], key: data[key]}}
        yield f"{key} in {into} | {_fixed(document(moved))}"
    for other in STARTERS:
        foreign = {key: value for key, value in STARTERS[other].items() if key not in data}
        yield f"system: {other} | {_fixed(document({**data, 'system': other}))}"
        yield f"keys of {other} | {_fixed(document({**data, **foreign}))}"
    every = {key: value for other in STARTERS for key, value in STARTERS[other].items() if key not in data}
    yield f"keys of all | {_fixed(document({**data, **every}))}"
    lines = [{"why": "x", "date": date} for date in ("2026-05-01", "2026-05-01", "spring", "2026-04-30", "2026-05-02")]
    yield f"dates | {_fixed(document({**data, 'advancement': lines}))}"
    view = checking.check_data(registry.system(game), data).view
    assert view is not None
    for tracker in view.trackers()[:3]:
        for value in (tracker.low - 1, tracker.low, tracker.high, tracker.high + 1, True, "x"):
            state = {tracker.name: value, f"{tracker.name[:-1]}zz": 1}
            yield f"{state} | {_fixed(document({**data, 'state': state}))}"
    stated = {name: {name[:-1]: 1, "nothing": {"x": 1}} for name in view.stats()}
    for name, wrong in list(stated.items())[:4]:
        yield f"stated {name} | {_fixed(document({**data, 'stated': wrong}))}"
    for name in [*(tracker.name for tracker in view.trackers()), *view.stats()][:6]:
        yield f"{name} at the top | {_fixed(document({**data, name: 3, name.split()[-1].upper(): 4}))}"


def _fixed(text: str) -> str:
    """Return what is reported of a text, and after how many checks which text is left, with what is reported then."""
    times = 0

    def check(source: Source) -> Checked:
        nonlocal times
        times += 1
        return checking.check_source(source, None)

    before = check(load("kai.yaml", text.encode()))
    done, fixed_ones = fixed(before, check)
    fixes = "; ".join(f"{one.code} {one.fix!r}" for one in fixed_ones)
    after = f"{zlib.crc32(done.source.content):08x} {_reported(done.diagnostics, None)}"
    return f"{_reported(before.diagnostics, None)} | {times} checks | {f'{fixes} | {after}' if fixed_ones else '-'}"
