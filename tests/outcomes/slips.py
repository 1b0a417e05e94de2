"""What is reported of slips in the starter of a game, and what `--fix` makes of them."""

import zlib
from collections.abc import Iterator
from itertools import cycle

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.checking.fixing import fixed
from chargen.core.source import Source, load
from chargen.core.writing import document
from tests.checking.slips import SLIPS, damage, overlap
from tests.checking.test_one_slip import STARTERS, TO_KEYS, TO_VALUES, change, list_places
from tests.outcomes.files import _reported

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
            yield f"{'.'.join(map(str, path))} {name} | {_mended(document(changed))}"
    text = registry.system(game).new_concept("Kai")
    found = [(kind, places) for kind, slip in SLIPS.items() if (places := list(slip(text)))]
    for number in range(PLACES):
        pair = found[number % len(found)], found[number * 5 // 3 % len(found)]
        two = [places[number * step % len(places)] for step, (_, places) in zip((7, 31), pair, strict=True)]
        if not overlap(two):
            yield f"{' and '.join(kind for kind, _ in pair)} {number} | {_mended(damage(text, two))}"


def _mended(text: str) -> str:
    """Return what is reported of a text, and after how many checks which text is left, with what is reported then."""
    times = 0

    def check(source: Source) -> Checked:
        nonlocal times
        times += 1
        return checking.check_source(source, None)

    before = check(load("kai.yaml", text.encode()))
    done = fixed(before, check)
    fixes = "; ".join(f"{one.code} {one.fix!r}" for one in done.fixes)
    after = f"{zlib.crc32(done.checked.source.content):08x} {_reported(done.checked.diagnostics, None)}"
    return f"{_reported(before.diagnostics, None)} | {times} checks | {f'{fixes} | {after}' if done.fixes else '-'}"
