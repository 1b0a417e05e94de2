"""Whether the system has what PDFs need."""

import ctypes
import io
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from chargen.render.printer import Kind
from chargen.render.typesetter import CURE

TYPEFACES = ("font-source-sans-pro", "font-source-serif-pro")
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
"""The packages that affect how a page looks, besides chargen, Pango and the typefaces."""
KINDS: tuple[Kind, ...] = ("sheets", "deck")
PANGO = ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll")
"""The names of Pango's library on each system."""
OTHER_SCRIPTS = (
    "fontpkg-amiri",
    "justmytype-intl-rtl",
    "justmytype-intl-sea",
    "justmytype-intl-south-asia",
    "justmytype-western-core",
    "noto-cjk-sans-jp-regular",
)


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check. ``needed``: what cannot be printed without it; if empty, pages are only not as good."""

    what: str
    is_ok: bool
    needed: tuple[Kind, ...] = KINDS
    cure: str = ""
    """The command that fixes it, where that is not to install Pango."""


def examine() -> list[Check]:
    """Check what a PDF needs: both printers, and the typefaces."""
    return [
        *_weasyprint(),
        _typst(),
        *(_typeface(package) for package in TYPEFACES),
        *(_typeface(package, needed=()) for package in OTHER_SCRIPTS),
        *_optimized(),
    ]


def _weasyprint() -> list[Check]:
    try:
        # Where Pango is missing, WeasyPrint prints a banner before it raises; the message here replaces it.
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            import weasyprint
            from weasyprint.text import ffi
    except OSError as exc:
        why = str(exc).splitlines()[0]
        return [Check(f"WeasyPrint, which prints sheets, cannot load Pango: {why}", is_ok=False, needed=("sheets",))]
    except ImportError as exc:
        cure = f"{sys.executable} -m pip install --force-reinstall weasyprint"
        return [Check(f"WeasyPrint, which prints sheets: {exc}", is_ok=False, needed=("sheets",), cure=cure)]
    release = _release(ffi.pango.pango_version())
    return [
        Check(f"WeasyPrint {weasyprint.__version__}, Pango {release}: prints sheets", is_ok=True),
        Check("HarfBuzz subsets the typefaces", is_ok=True)
        if getattr(ffi, "harfbuzz_subset", None) is not None
        else Check("HarfBuzz's subsetting library is missing: PDFs take three times as long", is_ok=False, needed=()),
    ]


def _typst() -> Check:
    try:
        import typst  # noqa: F401
    except (ImportError, OSError) as exc:
        return Check(f"Typst, which prints cards and rosters: {exc}", is_ok=False, needed=("deck",), cure=CURE)
    return Check(f"Typst {version('typst')}: prints cards and rosters", is_ok=True)


def printers() -> dict[str, str]:
    """Return the versions of the installed packages that print, by name. Load none but Pango."""
    found = {}
    for package in (*PRINTERS, *TYPEFACES, *OTHER_SCRIPTS):
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    for name in PANGO:
        with suppress(OSError):
            return found | {"Pango": _release(ctypes.CDLL(name).pango_version())}
    return found


def _release(pango: int) -> str:
    return f"{pango // 10000}.{pango // 100 % 100}.{pango % 100}"


def _optimized() -> list[Check]:
    """Report ``python -O``: the libraries that lay out pages then skip checks that they depend on."""
    if not sys.flags.optimize:
        return []
    message = "Python runs with -O: pages may be laid out differently"
    return [Check(message, is_ok=False, needed=(), cure="unset PYTHONOPTIMIZE, and run python without -O")]


def _typeface(package: str, *, needed: tuple[Kind, ...] = KINDS) -> Check:
    try:
        installed = distribution(package)
    except PackageNotFoundError:
        cure = f"{sys.executable} -m pip install {package}"
        return Check(f"the typeface package {package} is missing", is_ok=False, needed=needed, cure=cure)
    fonts = [path for path in installed.files or () if path.suffix.lower() in (".ttf", ".otf", ".ttc")]
    if gone := next((path.name for path in fonts if not Path(str(path.locate())).exists()), ""):
        cure = f"{sys.executable} -m pip install --force-reinstall {package}"
        return Check(f"{gone} of the typeface package {package} is gone", is_ok=False, needed=needed, cure=cure)
    return Check(f"typeface {package} {installed.version}", is_ok=True)
