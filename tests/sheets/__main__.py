"""Approve what the sheets of all games consist of, where a change is intended: `python -m tests.sheets`."""

from tests.sheets.content import APPROVED, SHOWN, content

APPROVED.mkdir(exist_ok=True)
for game in SHOWN:
    (APPROVED / f"{game}.txt").write_text(content(game), encoding="utf-8")
