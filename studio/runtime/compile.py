"""Compile what runs in a page, inside the Python of the page: `build.mjs` runs this, and keeps what is in OUT.

There are four archives: the standard library, packages, what only the language server needs, and chargen. Each has the
modules that are imported somewhere, compiled: a page starts in half the time of one with sources.
"""

import ast
import json
import py_compile
import re
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

STANDARD, PACKAGES, VENV, OUT = Path("/standard"), Path("/packages"), Path("/venv"), Path("/out")
"""The standard library, chargen with what is compiled for a browser, what is installed here, and the archives."""
NEEDED = ("annotated_types", "jinja2", "markupsafe", "pydantic", "typing_extensions", "typing_inspection", "yaml")
NEEDED_LATER = ("attr", "attrs", "cattrs", "lsprotocol", "pygls")
"""The packages in Python alone that are taken from those installed here."""
INSTALLED, ARCHIVE = "/lib/python3.14/site-packages/", "/lib/python314.zip/"
"""Where the modules are in the page, which is what their tracebacks show."""
STUDIO = ("chargen.site.worker", "chargen.gamefile.build", "pydantic_core")
LANGUAGE_SERVER = ("chargen.lsp", "pygls", "lsprotocol")
PYTHON = ("encodings", "site", "zipimport", "importlib", "codecs", "warnings")
"""What Python itself and Pyodide import by name."""
CODECS = ["aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape", "unicode_escape", "utf_8", "utf_8_sig"]
CODECS += [f"utf_{bits}{order}" for bits in (16, 32) for order in ("", "_be", "_le")]
NEVER = (
    *(f"chargen.{name}" for name in ("api", "cli", "testing", "worker_pool")),
    *("pydantic.v1", "pydantic.mypy", "unittest", "doctest", "pdb", "pydoc", "_pyrepl", "multiprocessing", "xmlrpc"),
    *("http", "ftplib", "smtplib", "ssl", "ctypes", "sqlite3", "curses", "concurrent.futures.process", "xml.dom"),
    *(f"chargen.render.{name}" for name in ("typesetter", "weasy")),
    *("argparse", "email", "pickletools", "tarfile"),
    *("asyncio.windows_", "asyncio.proactor_", "xml.sax", "webbrowser", "socketserver", "statistics", "optparse"),
)
"""What is imported only by what a page never does: modules, or how their names start."""
STANDINS = {
    "pydantic.plugin._loader": "def get_plugins():\n    return ()\n",
    "importlib.metadata": """class PackageNotFoundError(ModuleNotFoundError):
    pass
class MetadataPathFinder:
    invalidate_caches = staticmethod(lambda: None)
def version(name):
    raise PackageNotFoundError(name)
""",
    "urllib.request": """from urllib.parse import quote, unquote as url2pathname
def pathname2url(pathname, *, add_scheme=False):
    return ("file://" if add_scheme else "") + quote(pathname)
""",
}
"""Modules with other contents: those of Python would load libraries for e-mail and for the web."""
_NAMED = re.compile(r"\"((?:chargen)(?:\.\w+)+)")
"""Modules that are named in strings, to be loaded later."""


def find_modules() -> dict[str, Path]:
    """Return all modules by name."""
    found = {}
    installed = [VENV / name for name in (*NEEDED, *NEEDED_LATER)]
    for folder in (STANDARD, PACKAGES, *installed):
        for path in sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]:
            parts = path.relative_to(root_of(path)).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def root_of(path: Path) -> Path:
    """Return the folder in which the top packages are."""
    return next(root for root in (STANDARD, PACKAGES, VENV) if path.is_relative_to(root))


@cache  # each module is asked about twice: with the language server and without
def imported(name: str, path: Path) -> list[str]:
    """Return what a module imports, at its top or later."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    text = path.read_text(encoding="utf-8")
    found = _NAMED.findall(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            source = ".".join(filter(None, (base, node.module)))
            found += (source, *(f"{source}.{alias.name}" for alias in node.names))
    return found


def reach(roots: Iterable[str], modules: dict[str, Path], never: tuple[str, ...] = NEVER) -> set[str]:
    """Return the modules that some modules import, and what those import in turn."""
    waiting, seen = [*roots], set()
    while waiting:
        name = waiting.pop()
        for part in (name, name.rpartition(".")[0]):
            if part in modules and part not in seen and not part.startswith(never):
                seen.add(part)
                waiting += [*imported(part, modules[part]), part.rpartition(".")[0]]
    return seen


def find_documented() -> set[str]:
    """Return the modules whose sources are read: those of models, for the docstrings of fields, and of games."""
    from pydantic import BaseModel

    waiting, found = [BaseModel], set()
    while waiting:
        model = waiting.pop()
        found.add(model.__module__)
        waiting += model.__subclasses__()
    return {name for name in found if name.startswith("chargen.")} | set(find_games())


def find_games() -> Iterator[str]:
    """Yield the packages of games."""
    yield from (f"chargen.games.{path.parent.name}" for path in (PACKAGES / "chargen/games").glob("*/__init__.py"))


def write(archive: str, names: Iterable[str], modules: dict[str, Path], *, level: int, documented: set[str]) -> None:
    """Write an archive with modules, compiled; ``level`` 2 leaves out docstrings."""
    with zipfile.ZipFile(OUT / archive, "w") as out:
        for name in sorted(names):
            path = modules[name]
            inside = path.relative_to(root_of(path))
            at = ARCHIVE if root_of(path) == STANDARD else INSTALLED
            compiled = py_compile.compile(
                str(path),
                cfile="/tmp/compiled",
                dfile=f"{at}{inside}",
                doraise=True,
                optimize=level,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            assert compiled
            if name in documented:
                add(out, str(inside), path.read_bytes())
                inside = inside.parent / "__pycache__" / f"{inside.stem}.{sys.implementation.cache_tag}.py"
            add(out, f"{inside}c", Path(compiled).read_bytes())


def add(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file with a fixed date, so that equal sources make equal archives."""
    out.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Write the archives, the licences, and what chargen they were made from."""
    sys.path[:0] = map(str, (PACKAGES, VENV))
    from chargen.site.runtime import LICENCES, MANIFEST, digest_files

    modules = find_modules()
    for name, text in STANDINS.items():
        root = STANDARD if modules[name].is_relative_to(STANDARD) else PACKAGES
        modules[name] = root / f"{name.replace('.', '/')}.py"
        modules[name].parent.mkdir(parents=True, exist_ok=True)
        modules[name].write_text(text, encoding="utf-8")
    packages = tuple(f"{game}." for game in find_games())
    games = [name for name in modules if f"{name}.".startswith(packages)]
    for name in (*STUDIO, *games):
        import_module(name)
    documented = find_documented()
    pyodide = [name for name in modules if name.startswith(("pyodide", "_pyodide", "_sysconfigdata"))]
    roots = [*STUDIO, *PYTHON, *pyodide, *games, *(f"encodings.{name}" for name in CODECS)]
    first = reach(roots, modules, (*NEVER, *LANGUAGE_SERVER))
    later = reach(roots, modules) - first
    own = {name for name in first | later if name.partition(".")[0] == "chargen"}
    standard = {name for name in first | later if modules[name].is_relative_to(STANDARD)}
    write("stdlib.zip", standard, modules, level=2, documented=set())
    write("packages.zip", first - standard - own, modules, level=2, documented=set())
    write("language.zip", later - standard - own, modules, level=2, documented=set())
    write("chargen.zip", own, modules, level=0, documented=documented)
    (library,) = PACKAGES.rglob("*.so")
    shutil.copyfile(library, OUT / "pydantic_core.so")
    with zipfile.ZipFile(OUT / "packages.zip", "a") as out:
        add(out, str(library.relative_to(PACKAGES)), b"")  # where Python looks for it; the page loads it beforehand
    (OUT / LICENCES).write_text("\n".join(licences()), encoding="utf-8")
    own = PACKAGES / "chargen"
    made_for = {"chargen": digest_files(own, own.rglob("*.py"))}
    (OUT / MANIFEST).write_text(json.dumps(made_for) + "\n", encoding="utf-8")


def licences() -> Iterator[str]:
    """Yield the licences of what a page has beside chargen."""
    yield f"Pyodide (MPL-2.0): https://github.com/pyodide/pyodide\n{'-' * 80}\n"
    yield f"Python {sys.version.split()[0]} (PSF-2.0): https://docs.python.org/3/license.html\n{'-' * 80}\n"
    own = tuple(f"{name}-" for name in (*NEEDED, *NEEDED_LATER, "pyyaml", "pydantic_core"))
    for folder in sorted([*VENV.glob("*.dist-info"), *PACKAGES.glob("*.dist-info")]):
        name, _, version = folder.stem.partition("-")
        if not folder.name.lower().startswith(own):
            continue
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*LICEN[CS]E*"))]
        yield "\n".join((f"{name} {version}\n", *texts, "-" * 80, ""))


main()
