"""Approve what the sheets of all games consist of, where a change is intended: `python -m tests.sheets`."""

from tests.sheets.content import APPROVED, SHEETS, content

APPROVED.mkdir(exist_ok=True)
for name in SHEETS:
    (APPROVED / f"{name}.txt").write_text(content(name), encoding="utf-8")
