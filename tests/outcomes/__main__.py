"""Write what games compute again, where a change is intended: `python -m tests.outcomes`, or some parts: `… sheets`."""

import sys

from tests.outcomes.content import APPROVED, GAMES, PARTS, SHARED, content

parts = sys.argv[1:] or [*PARTS, *SHARED]
for game in GAMES:
    for part in filter(PARTS.__contains__, parts):
        (APPROVED / f"{game}-{part}.txt").write_text(content(game, part), encoding="utf-8")
for part in filter(SHARED.__contains__, parts):
    (APPROVED / f"{part}.txt").write_text("".join(f"{line}\n" for line in SHARED[part]()), encoding="utf-8")
