"""What making PDFs needs of the machine, and whether it is there."""

import ctypes
import warnings
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

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
    """One thing that was looked at. ``needed``: without it there is no PDF at all; else it is only slower."""

    what: str
    fine: bool
    needed: bool = True


def examine() -> list[Finding]:
    """Look at everything that a PDF needs, from WeasyPrint to the typefaces."""
    try:
        with warnings.catch_warnings():
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


def _subsetter(library: object) -> Finding:
    if library is None:
        return Finding(
            "HarfBuzz's subsetting library is missing: PDFs take three times as long", fine=False, needed=False
        )
    return Finding("HarfBuzz subsets the typefaces", fine=True)


def _typeface(package: str, *, needed: bool = True) -> Finding:
    try:
        return Finding(f"typeface {package} {version(package)}", fine=True)
    except PackageNotFoundError:
        return Finding(f"the typeface package {package} is missing: pip install {package}", fine=False, needed=needed)
