"""Where templates and presets lie: at the top of a checkout, or inside the installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """The folder ``templates`` or ``presets``, in a checkout and in an installed package alike."""
    packed = _PACKAGE / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
