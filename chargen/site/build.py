"""Write the folder of a site: the page of the studio, Python for the browser, and the chosen games."""

import html
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from chargen import ready_made, registry
from chargen.file_kind import GAME_FILE, FileKind, find_kind
from chargen.game.resources import PACKAGE, PRESETS, folder
from chargen.game.version import VERSION
from chargen.render import fonts
from chargen.render.page import hash_script, script
from chargen.site import runtime
from chargen.site.worker import CAMPAIGN
from chargen.startup.entry_points import EntryPoint, find_entry_points
from chargen.text.source import load

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '{}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'"
)
"""The content policy: the page reaches nothing but its own folder. Its worker is a blob, so it inherits the policy."""
PYTHON, FONTS, EXAMPLES = "python", "fonts", "examples"  # The folders of a site
GAMES = "games"  # The folder of game files, in the page's Python
DIGEST = "digest.txt"
"""The digest of the files of the page's Python: a memory that was kept of it fits these alone."""
DATA = "data.zip"  # What chargen reads beside its modules, and the game files
_NAMED = re.compile(r"^(?:campaign|portrait): *([\w./-]+)$", re.MULTILINE)  # The files that a preset names
PRINTED = ("studio", "cards")  # The templates that the page's Python does not use
SEPARATE = ("cli", "templates", "presets", "examples")
"""The folders of chargen whose data are left out, or written on their own."""


def build(
    target: Path,
    title: str,
    games: Sequence[str],
    python_from: Path,
    game_files: Sequence[Path] = (),
    campaign: Path | None = None,
) -> None:
    """Write a site into a new or empty folder: all of it, or nothing.

    ``games`` are the keys of installed games; ``python_from`` is a folder that `runtime` has found in order.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as scratch:
        made = Path(scratch) / target.name
        python, page = made / PYTHON, folder("templates") / "studio"
        for part in (page, page / "site"):
            shutil.copytree(part, made, ignore=shutil.ignore_patterns("studio.*", "site"), dirs_exist_ok=True)

        # Python, with chargen's modules without those of other games.
        python.mkdir()
        for name in (*runtime.FILES, runtime.LOCK):
            shutil.copyfile(python_from / name, python / name)
        points = find_entry_points(registry.GROUP)
        chosen = [point for point in points if point.name in games]
        modules = {point.module for point in chosen}
        others = tuple(f"{point.module.replace('.', '/')}/" for point in points if point.module not in modules)
        with zipfile.ZipFile(python_from / runtime.OWN) as source, zipfile.ZipFile(python / runtime.OWN, "w") as out:
            for name in source.namelist():
                if not name.startswith(others):
                    _add(out, name, source.read(name))
        _write_data(python / DATA, chosen, games, game_files, campaign)
        (python / DIGEST).write_text(runtime.digest_files(python, python.iterdir()), encoding="utf-8")

        (made / FONTS).mkdir()
        for path in (*(face.path for face in fonts.FACES), fonts.TYPEFACES / "usual" / "OFL.txt"):
            shutil.copyfile(path, made / FONTS / path.name)
        _write_examples(made / EXAMPLES, games, game_files)
        _write_index(made, title)
        licences = (page / "LICENCES.txt", python_from / runtime.LICENCES)
        (made / "LICENCES.txt").write_text("\n".join(path.read_text("utf-8") for path in licences), encoding="utf-8")

        # The list of all files for the service worker, and the version: a digest of all of them.
        service = made / "service.js"
        paths = sorted(path for path in made.rglob("*") if path.is_file() and path != service)
        version = runtime.digest_files(made, paths)[:16]
        listing = {"version": version, "files": [path.relative_to(made).as_posix() for path in paths]}
        (made / "files.json").write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
        # A browser takes a new version only where this file differs.
        service.write_text(f'self.VERSION = "{version}";\n{service.read_text("utf-8")}', encoding="utf-8")
        # Beside the target, so that this is one rename; an empty folder is replaced.
        made.replace(target)


def _write_data(
    path: Path, chosen: Sequence[EntryPoint], games: Sequence[str], game_files: Sequence[Path], campaign: Path | None
) -> None:
    """Write what chargen reads beside its modules, the packages of other games, and the game files."""
    others = set(registry.list_games()) - set(games)
    others |= {key.replace("-", "_") for key in others}  # as their packages are called
    # Folders, their places in the page, and which of their files it needs.
    folders: list[tuple[Path, str, Callable[[Path], bool]]] = [
        (folder("templates"), "chargen/templates", lambda name: name.parts[0] not in PRINTED),
        (PRESETS, "chargen/presets", lambda name: not others.intersection((*name.parts, name.stem))),
        (
            PACKAGE,
            "chargen",
            lambda name: (
                name.suffix in (".yaml", ".json")
                and name.parts[0] not in SEPARATE
                and not others.intersection(name.parts)
            ),
        ),
    ]
    with zipfile.ZipFile(path, "w") as out:
        for root, inside, is_wanted in folders:
            for file in sorted(root.rglob("*")):
                if file.is_file() and is_wanted(file.relative_to(root)):
                    _add(out, f"{inside}/{file.relative_to(root).as_posix()}", file.read_bytes())
        # The files of games that other packages bring: a package each, or a module.
        for package in sorted({point.module.partition(".")[0] for point in chosen if point.package != registry.OWN}):
            spec = find_spec(package)
            assert spec is not None
            assert spec.origin is not None
            beside, is_package = Path(spec.origin).parent, spec.submodule_search_locations is not None
            root = beside.parent if is_package else beside
            for file in sorted(beside.rglob("*")) if is_package else [Path(spec.origin)]:
                if file.is_file() and "__pycache__" not in file.parts:
                    _add(out, file.relative_to(root).as_posix(), file.read_bytes())
        packages = [(point.package, point.version) for point in chosen]
        for package, version in dict.fromkeys((*packages, (registry.OWN, VERSION))):
            metadata = f"{package.replace('-', '_')}-{version}.dist-info"
            points = [f"{point.name} = {point.value}" for point in chosen if point.package == package]
            _add(out, f"{metadata}/METADATA", f"Name: {package}\nVersion: {version}\n".encode())
            _add(out, f"{metadata}/entry_points.txt", "\n".join((f"[{registry.GROUP}]", *points, "")).encode())
        for game in game_files:
            _add(out, f"{GAMES}/{game.name}", game.read_bytes())
        if campaign is not None:
            _add(out, f"{GAMES}/{CAMPAIGN}/{campaign.name}", campaign.read_bytes())


def _write_examples(target: Path, games: Sequence[str], game_files: Sequence[Path]) -> None:
    """Write the presets of the chosen games, and a list of them: a line of JSON for each: files, name, concept."""
    # Those that come with the games: presets, and files beside a game file.
    examples = {key: [preset.path for preset in ready_made.presets(key)] for key in games}
    for game in game_files:
        key = game.name.removesuffix(GAME_FILE)
        beside = (path for path in sorted(game.parent.glob("*.yaml")) if find_kind(path.name) is not FileKind.GAME)
        of_game = re.compile(rf"^system: *{key}$", re.MULTILINE)
        examples[key] = [path for path in beside if of_game.search(path.read_text("utf-8"))]
    lines = []
    for key, paths in examples.items():
        (target / key).mkdir(parents=True, exist_ok=True)
        for path in paths:
            text, names = path.read_text(encoding="utf-8"), [path.name]
            for written in _NAMED.findall(text):
                named = path.parent / written
                # Everything that a player has lies in one folder.
                text = text.replace(written, named.name)
                shutil.copyfile(named, target / key / named.name)
                names.append(named.name)
            (target / key / path.name).write_text(text, encoding="utf-8")
            data = load(path.name, text.encode()).data
            who = {part: str(data.get(part) or "") for part in ("name", "concept")}
            files = [f"{target.name}/{key}/{name}" for name in names]
            lines.append(json.dumps({"files": files, **who}, ensure_ascii=False))
    target.mkdir(exist_ok=True)
    (target / "list.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write_index(target: Path, title: str) -> None:
    """Write the page, from that of the studio, and the manifest by which a browser installs it."""
    text = (folder("templates") / "studio" / "index.html").read_text(encoding="utf-8")
    policy = html.escape(POLICY.format(hash_script(script())))
    head = f"""<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="chargen-site" content="{VERSION}">
<link rel="manifest" href="manifest.webmanifest">"""
    for old, new in (
        ('<meta charset="utf-8">', head),
        ("<title>chargen studio</title>", f"<title>{html.escape(title)}</title>"),
        ('href="data:,"', 'href="icon.svg"'),
        ('href="studio.css"', 'href="site.css"'),
        ('src="studio.js"', 'src="site.js"'),
    ):
        assert old in text, old
        text = text.replace(old, new)
    (target / "index.html").write_text(text, encoding="utf-8")
    manifest = target / "manifest.webmanifest"
    named = {**json.loads(manifest.read_text(encoding="utf-8")), "name": title, "short_name": title}
    manifest.write_text(json.dumps(named, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _add(out: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file with a fixed date, so that equal sources make equal archives."""
    out.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
