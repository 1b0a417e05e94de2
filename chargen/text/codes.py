"""Explain each diagnostic code that belongs to no game: errors in files, in their YAML and in their schema.

The texts are in ``codes.yaml``. They are read when this module is imported, which only `explain` and editors do.
"""

from collections.abc import Mapping
from pathlib import Path

import yaml

from chargen.text.reader import LOADER

# chargen's own reader does not read it: it refuses the control character that one of the examples is about.
_TEXTS = yaml.load(Path(__file__).with_name("codes.yaml").read_text(encoding="utf-8"), LOADER)

EXPLANATIONS: Mapping[str, tuple[str, str]] = {
    code: (asks, why) for code, (asks, why) in _TEXTS["explanations"].items()
}
"""By code, the requirement and its reason."""
EXAMPLES: Mapping[str, str] = {
    code: text.replace("{kai}\n", _TEXTS["kai"], 1) for code, text in _TEXTS["examples"].items()
}
"""By code, a file that has the error, where one file can have it."""
NO_FIX: Mapping[str, str] = _TEXTS["no_fix"]
"""By code, or by its family, why a diagnostic without a fix has none; the games' codes are of the family ""."""
