"""The smallest cases of faults in other projects that cost a sheet time, with what each costs."""

import statistics
import sys
from pathlib import Path

from bench import cpu

TINYHTML5 = """
import re, tinyhtml5
from tinyhtml5 import inputstream

compiled, compile = [], re.compile
inputstream.re.compile = lambda pattern: compiled.append(pattern) or compile(pattern)
tinyhtml5.parse("<p>one word</p>" * 1000)
print(len(compiled), "patterns,", len({*compiled}), "different")
"""
WEASYPRINT = """
import ctypes.util, sys
if sys.argv[1:]:
    ctypes.util.find_library = lambda name: None
import weasyprint
"""
ROUNDS = 5


def section(folder: Path, *, quick: bool = False) -> str:
    """Return the cases, and what they cost here."""
    rounds = 1 if quick else ROUNDS
    pairs = [
        [cpu.of_command((sys.executable, "-c", WEASYPRINT, *words)) for words in ((), ("without",))]
        for _ in range(rounds)
    ]
    search = statistics.median(with_search / without for with_search, without in pairs)
    return f"""\
- **tinyhtml5 2.1.0 compiles a pattern for every word.** `HTMLUnicodeInputStream.chars_until` means to keep them, but
  `characters = characters_until_regex[(characters, opposite)] = regex` assigns from left to right: by then, the key
  holds the pattern instead of the letters, and is never found again. The line
  `characters_until_regex[(characters, opposite)] = characters = regex` would keep each. The case below prints
  "1000 patterns, 1 different". It takes 5 to 10 % of a sheet, so `render/weasy_import.py` replaces the dictionary.
- **WeasyPrint 70.0 starts compilers when it is imported on Linux.** `weasyprint/text/ffi.py` asks `dlopen` for the
  names that a library has on all systems, in turn. cffi passes each wrong name to `ctypes.util.find_library`, which
  runs `ldconfig`, `gcc` and `ld`: 54 processes here. The right name is always in the list. The import takes
  **{search:.2f}** times the CPU time of one without the search, which `render/weasy_import.py` prevents.
- **WeasyPrint 70.0 imports fontTools' subsetter and instancer**, which it needs only where HarfBuzz cannot subset a
  typeface: a third of the time of its import. `render/weasy_import.py` imports them when they are called.
- **PyYAML 6 compiles eleven patterns when it is imported**, though its reader in C needs none. `NON_PRINTABLE` in
  `yaml/reader.py`, a set of a million letters, takes 3 ms. `text/yaml_import.py` has each compiled at its first use.

```python{TINYHTML5}```
"""
