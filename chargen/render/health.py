"""What making PDFs needs of the machine, and whether it is there."""

import ctypes
import io
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

TYPEFACES = ("font-source-sans-pro", "font-source-serif-pro")
PRINTERS = ("weasyprint", "pydyf", "tinycss2", "cssselect2", "fonttools", "pyphen", "pillow", "pikepdf", "uharfbuzz")
"""The packages that decide what a page looks like, besides our own code, Pango and the typefaces."""
PANGO = ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll")
"""What Pango's library is called on each system."""
OTHER_SCRIPTS = (
    "fontpkg-amiri",
    "justmytype-intl-rtl",
    "justmytype-intl-sea",
    "justmytype-intl-south-asia",
    "justmytype-western-core",
    "noto-cjk-sans-jp-regular",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. ``needed``: without it there is no PDF at all; else it is only not as good."""

    what: str
    fine: bool
    needed: bool = True
    cure: str = ""
    """What mends it, where that is not to install Pango."""


def examine() -> list[Finding]:
    """Look at everything that a PDF needs, from WeasyPrint to the typefaces."""
    try:
        # Where Pango is missing, WeasyPrint prints a banner before it raises; what is needed is said here.
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            import weasyprint
            from weasyprint.text import ffi
    except OSError as fault:
        return [Finding(f"WeasyPrint cannot load Pango: {str(fault).splitlines()[0]}", fine=False)]
    except ImportError as fault:
        return [Finding(f"WeasyPrint is not installed: {fault}", fine=False)]
    release = _release(ffi.pango.pango_version())
    return [
        Finding(f"WeasyPrint {weasyprint.__version__}, Pango {release}", fine=True),
        _subsetter(getattr(ffi, "harfbuzz_subset", None)),
        *(_typeface(package) for package in TYPEFACES),
        *(_typeface(package, needed=False) for package in OTHER_SCRIPTS),
        *_optimized(),
    ]


def printers() -> dict[str, str]:
    """Tell the versions of all that prints, by name; what is not installed is left out. Loads none but Pango."""
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


def _optimized() -> list[Finding]:
    """Under ``python -O`` the libraries that lay out pages do without checks that some of their steps rest on."""
    if not sys.flags.optimize:
        return []
    said = "Python runs with -O: pages may be laid out otherwise than without it"
    return [Finding(said, fine=False, needed=False, cure="unset PYTHONOPTIMIZE, and run python without -O")]


def _subsetter(library: object) -> Finding:
    if library is None:
        return Finding(
            "HarfBuzz's subsetting library is missing: PDFs take three times as long", fine=False, needed=False
        )
    return Finding("HarfBuzz subsets the typefaces", fine=True)


def _typeface(package: str, *, needed: bool = True) -> Finding:
    try:
        held = distribution(package)
    except PackageNotFoundError:
        cure = f"{sys.executable} -m pip install {package}"
        return Finding(f"the typeface package {package} is missing", fine=False, needed=needed, cure=cure)
    fonts = [path for path in held.files or () if path.suffix.lower() in (".ttf", ".otf", ".ttc")]
    if gone := next((path.name for path in fonts if not Path(str(path.locate())).exists()), ""):
        cure = f"{sys.executable} -m pip install --force-reinstall {package}"
        return Finding(f"{gone} of the typeface package {package} is gone", fine=False, needed=needed, cure=cure)
    return Finding(f"typeface {package} {held.version}", fine=True)
