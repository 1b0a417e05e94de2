"""Import PyYAML without compiling its patterns, for the modules that are first to import it.

Its reader in Python has one with a large set of letters, which takes as long as checking a file; the reader in C needs
none of them.
"""

import re
from importlib import import_module
from typing import Any

from chargen.text.lazy_pattern import lazy_pattern

_re: Any = re
_compile = re.compile
_re.compile = lazy_pattern
try:
    import_module("yaml")
finally:
    _re.compile = _compile
