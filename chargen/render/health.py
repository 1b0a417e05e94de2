"""Whether the system has what PDFs need."""

import ctypes
import io
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal, TypeAlias

from chargen.game.version import VERSION
from chargen.render import fonts
from chargen.render.typesetter import CURE

EAST_ASIAN = "noto-cjk-sans-jp-regular"  # The package of the typeface that is not one of chargen's files
REINSTALL = 'install chargen again (README.md, "Install")'
PRINTERS = (
    "typst",
    "weasyprint",
    "pydyf",
    "tinycss2",
    "cssselect2",
    "fonttools",
    "pyphen",
    "pillow",
    "pikepdf",
    "uharfbuzz",
)
"""The packages that affect how a page looks, besides chargen, its typefaces and Pango."""
Kind: TypeAlias = Literal["sheets", "deck"]
KINDS: tuple[Kind, ...] = ("sheets", "deck")
PANGO = ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll")
"""The names of Pango's library on each system."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check. ``needed``: what cannot be printed without it; if empty, pages are only not as good."""

    what: str
    is_ok: bool
    needed: tuple[Kind, ...] = KINDS
    cure: str = ""  # The command that fixes it, where that is not to install Pango


def examine() -> list[Check]:
    """Check what a PDF needs: both printers, and the typefaces."""
    checks: list[Check] = []
    try:
        # Where Pango is missing, WeasyPrint prints a banner before it raises; the message here replaces it.
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            import weasyprint
            from weasyprint.text import ffi

        pango = ffi.pango.pango_version()
        release = f"{pango // 10000}.{pango // 100 % 100}.{pango % 100}"
        checks.append(Check(f"WeasyPrint {weasyprint.__version__}, Pango {release}: prints sheets", is_ok=True))
        if getattr(ffi, "harfbuzz_subset", None) is not None:
            checks.append(Check("HarfBuzz subsets the typefaces", is_ok=True))
        else:
            slow = "HarfBuzz's subsetting library is missing: PDFs take three times as long"
            checks.append(Check(slow, is_ok=False, needed=()))
    except OSError as exc:
        why = f"WeasyPrint, which prints sheets, cannot load Pango: {str(exc).splitlines()[0]}"
        checks.append(Check(why, is_ok=False, needed=("sheets",)))
    except ImportError as exc:
        cure = f"{sys.executable} -m pip install --force-reinstall weasyprint"
        why = f"WeasyPrint, which prints sheets: {exc}"
        checks.append(Check(why, is_ok=False, needed=("sheets",), cure=cure))
    try:
        import typst  # noqa: F401

        checks.append(Check(f"Typst {version('typst')}: prints cards and rosters", is_ok=True))
    except (ImportError, OSError) as exc:
        checks.append(Check(f"Typst, which prints cards and rosters: {exc}", is_ok=False, needed=("deck",), cure=CURE))

    files = [face for face in (*fonts.FACES, *fonts.OTHER_SCRIPTS) if not face.package]
    missing = [face for face in files if not face.path.is_file()]
    for face in missing:
        needed = KINDS if face in fonts.FACES else ()
        checks.append(Check(f"the typeface {face.file} is missing", is_ok=False, needed=needed, cure=REINSTALL))
    checks += [] if missing else [Check(f"{len(files)} typefaces", is_ok=True)]
    if fonts.EAST_ASIAN.path.is_file():
        return [*checks, Check(f"typeface {EAST_ASIAN} {version(EAST_ASIAN)}", is_ok=True)]
    cure = f"{sys.executable} -m pip install --force-reinstall {EAST_ASIAN}"
    return [*checks, Check(f"the typeface package {EAST_ASIAN} is missing", is_ok=False, needed=(), cure=cure)]


def list_versions() -> dict[str, str]:
    """Return the versions of chargen and of the installed packages that print, by name. Load none but Pango."""
    found = {"chargen": VERSION}
    for package in (*PRINTERS, EAST_ASIAN):
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    for name in PANGO:
        with suppress(OSError):
            release = ctypes.CDLL(name).pango_version_string
            release.restype = ctypes.c_char_p
            return found | {"Pango": release().decode()}
    return found
