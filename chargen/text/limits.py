"""Limit how much is read, tried and printed, so that no file can use up a machine.

None of these is a rule of a game; all are house defaults. Each is far above what users write, and the message that
reports an exceeded limit shows its number.
"""

CONCEPT_BYTES = 1_048_576
"""The bytes of a concept, a campaign file or an archetype: a page or two of text has some thousands."""
NESTING = 40
"""How deep mappings and lists may be nested: a concept needs five or six."""
VALUES = 50_000
"""The values of a file once its aliases are written out: a long concept has some hundreds."""
ENTRIES = 1_000
"""The entries of one list or mapping of a concept, such as its skills or the lines of its ledger."""
LEDGER_VALUES = 300_000
"""The entries of a ledger times the values of the character beside it, as each entry may depend on all of them:
a long concept, with 300 values, may have a thousand entries."""
SCHEMA_ERRORS = 1_000
"""The values of a file that do not fit their keys and are reported one by one; further ones are counted."""
FINDINGS_SHOWN = 100
"""The errors and warnings about a file that are printed as text; further ones are counted. JSON has them all."""
FIXES = 200
"""The fixes that are tried in a file in one run; after each the complete file is checked again."""
FIX_BYTES = 1_200_000
"""The bytes that are checked for that: a file of 6,000 bytes has all of `FIXES`, a larger one fewer, at least one."""
PORTRAIT_BYTES = 20_000_000
"""The bytes of a portrait's file."""
PORTRAIT_PIXELS = 25_000_000
"""The pixels of a portrait: its width times its height."""
DRAWING_BYTES = 2_000_000
"""The bytes of a portrait that is a drawing (SVG)."""
DRAWING_STEPS = 10_000
"""The elements and letters of a drawing, counted as often as something in it repeats them."""
DRAWING_NESTING = 100
"""How deep the elements of a drawing may be nested, or refer to one another."""
PAGE_PIXELS = 300_000_000
"""The pixels of a page as a picture: A3 at 1200 dots an inch has 278 million."""
PDF_BYTES = 200_000_000
"""The bytes of a PDF that is read back."""
ATTACHMENTS = 100
"""The files in a PDF that are looked at for a concept."""
SPREADSHEET_BYTES = 50_000_000
"""The bytes of a spreadsheet."""
SETTINGS_BYTES = 100_000
"""The bytes of a file of settings."""
SPREADSHEET_ROWS = 100_000
"""The NPCs of one spreadsheet."""
SPREADSHEET_COLUMNS = 1_000
"""The cells of a row of a spreadsheet."""
SPREADSHEET_CELLS = 3_000_000
"""The cells of a spreadsheet, with empty ones: 100,000 rows of thirty."""
CELL_LETTERS = 32_767
"""The letters of a cell, as many as spreadsheet programs hold."""
DRAW_OPTIONS = 2_000
"""The options of one draw of an archetype."""
OPTION_VALUES = 100_000
"""The options of all draws of an archetype times the values of one NPC, as `check` makes one for each option: fifty
values may have two thousand options."""
OPTIONS_REFUSED = 10
"""The options of an archetype with which no NPC is legal that are reported one by one; the others wait."""
ARCHETYPE_FILES = 100
"""The files that an archetype may consist of; one that is extended twice counts twice."""
