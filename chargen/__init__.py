"""chargen: character concepts in plain text, checked against the rules, printed with exact odds.

From Python: `check` a character, ask for `odds`, make `npcs`. Names that are not in ``__all__`` may change. Games are
written against `chargen.kit` and `chargen.testing`.
"""

from typing import TYPE_CHECKING, Any

from chargen.game import version

if TYPE_CHECKING:
    from chargen.api import Character, ChargenError, Rolls, advance, cards, check, encounter, npcs, odds, systems, table
    from chargen.page.roll import Mean, Odds, Points, Roll
    from chargen.text.diagnostic import Diagnostic, Severity

__version__ = version.VERSION
__all__ = [
    "Character",
    "ChargenError",
    "Diagnostic",
    "Mean",
    "Odds",
    "Points",
    "Roll",
    "Rolls",
    "Severity",
    "__version__",
    "advance",
    "cards",
    "check",
    "encounter",
    "npcs",
    "odds",
    "systems",
    "table",
]
_HOMES: dict[str, str] = dict.fromkeys(("Diagnostic", "Severity"), "chargen.text.diagnostic")
_HOMES |= dict.fromkeys(("Mean", "Odds", "Points", "Roll"), "chargen.page.roll")


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that the command starts light (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module 'chargen' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES.get(name, "chargen.api")), name)
    # From now on the name is found without this function.
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
