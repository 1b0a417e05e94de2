"""Write the folder of a site: the page of the studio, Python for the browser, and the chosen games."""

import hashlib
import html
import json
import re
import shutil
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from chargen import ready_made, registry
from chargen.core.entry_points import find_entry_points
from chargen.core.resources import PACKAGE, PRESETS, folder
from chargen.core.version import VERSION
from chargen.quick_dataclass import dataclass
from chargen.render import fonts
from chargen.render.page import hash_script, script
from chargen.site import runtime

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '{}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'"
)
"""The content policy: the page reaches nothing but its own folder. Its worker is a blob, so it inherits the policy."""
PYTHON, FONTS, EXAMPLES = "python", "fonts", "examples"
"""The folders of a site."""
DATA = "data.zip"
"""What chargen reads beside its modules, and the game files."""
_NAMED = re.compile(r"^(?:campaign|portrait): *([\w./-]+)$", re.MULTILINE)
"""The files that a preset names."""
PAGE_ONLY = ("studio", "cards")
"""The templates that a page does not use."""


@dataclass(frozen=True, slots=True)
class Order:
    """Hold what a site is made of."""

    title: str
    games: Sequence[str]
    """The keys of installed games."""
    game_files: Sequence[Path] = ()
    campaign: Path | None = None
    runtime: Path = Path("build/runtime")


def build(order: Order, target: Path) -> None:
    """Write a site into an empty or missing folder. Raises `runtime.Unusable`."""
    runtime.check_runtime(order.runtime)
    python, page = target / PYTHON, folder("templates") / "studio"
    shutil.copytree(page, target, ignore=shutil.ignore_patterns("studio.*", "index.html"), dirs_exist_ok=True)
    python.mkdir(parents=True, exist_ok=True)
    for name in (*runtime.FILES, runtime.LOCK):
        shutil.copyfile(order.runtime / name, python / name)
    _write_own(order, python / runtime.OWN)
    _write_data(order, python / DATA)
    (target / FONTS).mkdir(exist_ok=True)
    for face in fonts.FACES:
        shutil.copyfile(face.path, target / FONTS / face.path.name)
    shutil.copyfile(fonts.TYPEFACES / "usual" / "OFL.txt", target / FONTS / "OFL.txt")
    _write_examples(order, target / EXAMPLES)
    (target / "index.html").write_text(_make_page(order, page / "index.html"), encoding="utf-8")
    licences = (page / "LICENCES.txt", order.runtime / runtime.LICENCES)
    texts = [path.read_text(encoding="utf-8") for path in licences]
    (target / "LICENCES.txt").write_text("\n".join(texts), encoding="utf-8")
    _write_list(target)


def _write_own(order: Order, path: Path) -> None:
    """Write chargen's modules without those of other games."""
    modules = {point.module.replace(".", "/") for point in find_entry_points(registry.GROUP)}
    wanted = {_module(key).replace(".", "/") for key in order.games}
    others = tuple(f"{module}/" for module in modules - wanted)
    with zipfile.ZipFile(order.runtime / runtime.OWN) as source, zipfile.ZipFile(path, "w") as out:
        for name in source.namelist():
            if not name.startswith(others):
                _add(out, name, source.read(name))


def _write_data(order: Order, path: Path) -> None:
    with zipfile.ZipFile(path, "w") as out:
        for root, inside in ((folder("templates"), "templates"), (PRESETS, "presets")):
            for file in sorted(root.rglob("*")):
                name = file.relative_to(root)
                if file.is_file() and _is_wanted(order, inside, name):
                    _add(out, f"chargen/{inside}/{name.as_posix()}", file.read_bytes())
        for file in sorted(PACKAGE.rglob("*")):
            name = file.relative_to(PACKAGE)
            if file.suffix in (".yaml", ".json") and name.parts[0] not in ("cli", "templates", "presets", "examples"):
                _add(out, f"chargen/{name.as_posix()}", file.read_bytes())
        points = [f"{key} = {_point(key)}" for key in order.games]
        _add(out, f"chargen-{VERSION}.dist-info/METADATA", f"Name: chargen\nVersion: {VERSION}\n".encode())
        entries = "\n".join((f"[{registry.GROUP}]", *points, "")).encode()
        _add(out, f"chargen-{VERSION}.dist-info/entry_points.txt", entries)
        for game in order.game_files:
            _add(out, f"games/{game.name}", game.read_bytes())


def _is_wanted(order: Order, inside: str, name: Path) -> bool:
    if inside == "templates":
        return name.parts[0] not in PAGE_ONLY
    installed = registry.list_games()
    return not any(key in name.parts or name.stem == key for key in installed if key not in order.games)


def _point(key: str) -> str:
    return next(point.value for point in find_entry_points(registry.GROUP) if point.name == key)


def _module(key: str) -> str:
    return _point(key).partition(":")[0]


def _write_examples(order: Order, target: Path) -> None:
    """Write the presets of the chosen games, and a list of them: in each line a path, and those of what it names."""
    lines = []
    for key in order.games:
        (target / key).mkdir(parents=True, exist_ok=True)
        for preset in ready_made.presets(key):
            text, names = preset.path.read_text(encoding="utf-8"), [preset.path.name]
            for written in _NAMED.findall(text):
                path = preset.path.parent / written
                # Everything that a player has lies in one folder.
                text = text.replace(written, path.name)
                shutil.copyfile(path, target / key / path.name)
                names.append(path.name)
            (target / key / preset.path.name).write_text(text, encoding="utf-8")
            lines.append("\t".join(f"{target.name}/{key}/{name}" for name in names))
    (target / "list.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _make_page(order: Order, template: Path) -> str:
    text = template.read_text(encoding="utf-8")
    policy = html.escape(POLICY.format(hash_script(script())))
    head = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="chargen-site" content="{VERSION}">
<link rel="manifest" href="manifest.webmanifest">"""
    for old, new in (
        ('<meta charset="utf-8">', head),
        ("<title>chargen studio</title>", f"<title>{html.escape(order.title)}</title>"),
        ('href="studio.css"', 'href="site.css"'),
        ('src="studio.js"', 'src="site.js"'),
    ):
        assert old in text, old
        text = text.replace(old, new)
    return text


def _write_list(target: Path) -> None:
    """Write the list of all files for the service worker, and the version: a digest of all of them."""
    digest, names = hashlib.sha256(), []
    for path in sorted(_files(target)):
        name = path.relative_to(target).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes())
        names.append(name)
    version = digest.hexdigest()[:16]
    listing = {"version": version, "files": names}
    (target / "files.json").write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
    service = target / "service.js"
    if service.is_file():
        text = service.read_text(encoding="utf-8")
        service.write_text(f'self.VERSION = "{version}";\n{text}', encoding="utf-8")


def _files(target: Path) -> Iterator[Path]:
    yield from (path for path in target.rglob("*") if path.is_file() and path.name not in ("files.json", "service.js"))


def _add(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file with a fixed date, so that equal sources make equal archives."""
    out.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
