"""Answer what the page asks about files: list, read, save, create, rename, copy, delete."""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

from chargen import fileio, registry
from chargen.file_kind import FileKind, find_kind
from chargen.game.npc import Infeasible
from chargen.npc import recognition, seeds, starters
from chargen.render import bitmap
from chargen.studio.folder import Refused
from chargen.studio.workspace import Reply, Request, Workspace
from chargen.text.names import fold, slug
from chargen.text.source import load
from chargen.text.writing import document, quoted

PICTURES = dict(zip(bitmap.STARTS, (".png", ".jpg"), strict=False))
"""The first bytes of the pictures that the page sends, and the endings of their names."""
MOST_PICTURE_BYTES = 2_000_000
"""The largest picture that the page sends: it scales them to 600 pixels (house default)."""
_NAME = re.compile(r"\ufeff?name:\s", re.IGNORECASE)
OTHER = "other"  # The kind of YAML files that are not chargen's
UNREADABLE = "unreadable"  # The kind of files that cannot be read, which are listed and locked


def list_files(workspace: Workspace, params: Request) -> Reply:
    """Return the files with their kinds and games, and the games, those of the folder's game files among them.

    Loads no installed game.
    """
    with registry.beside(workspace.folder.path):
        games = {}
        for key in registry.list_games():
            try:
                described = registry.describe(key)
            except registry.Unavailable:
                # A game file that is still being written; its errors are shown where it is opened.
                continue
            games[fold(key)] = {"key": key, "title": described["title"], "about": described["summary"]}
        files = []
        for name in workspace.folder.names():
            try:
                read = workspace.folder.read(name)
            except Refused:  # deleted since the folder was listed
                files.append({"file": name, "kind": OTHER, "game": "", "name": ""})
                continue
            lines = read["text"].splitlines()
            kind, key = recognition.named_game(lines)
            game, present = games.get(fold(key)), recognition.top_keys(lines)
            if read["isLocked"] and not lines:
                kind = UNREADABLE
            elif find_kind(name) is FileKind.GAME:
                kind = "game"
            elif not kind and "rules" in present:
                kind = "campaign"
            elif not kind or not (game or "name" in present):
                kind = OTHER
            # The name that it gives in one line.
            line = next((line for line in lines if _NAME.match(line)), "")
            data = load("", line.encode()).data if line else None
            called = next(iter(data.values()), "") if isinstance(data, dict) else ""
            shown = called.strip() if isinstance(called, str) else ""
            files.append({"file": name, "kind": kind, "game": game["title"] if game else key, "name": shown})
    # Those that say nothing of themselves come last.
    ordered = sorted(games.values(), key=lambda game: (not game["about"], game["about"].partition(":")[0]))
    return {"files": files, "games": ordered}


def create(workspace: Workspace, params: Request) -> Reply:
    """Write a new character under a free name.

    It is the game's starter, with ``random`` a random one on the book's own budget, and with ``empty`` a name alone.
    """
    name = " ".join(str(params.get("name") or "").split())
    with registry.beside(workspace.folder.path):
        try:
            game = registry.system(str(params["game"]))
            if params.get("random"):
                text = starters.write_character(game, seeds.make_seed(), name=name or None)
            elif params.get("empty"):
                text = document({"system": game.key, "name": name or "Unnamed"})
            else:
                text = game.new_concept(name or None)
        except registry.Unavailable as exc:
            raise Refused(f"{exc}; {exc.hint}") from exc
        except Infeasible as exc:
            raise Refused(f"no random character of {game.title} is legal: {exc.diagnostics[0].message}") from exc
    if workspace.campaign:
        named = f"campaign: {quoted(workspace.campaign)}\n"
        text = re.sub(r"^system:.*\n", lambda system: system[0] + named, text, count=1, flags=re.MULTILINE)
    who = name or str(load("the new character", text.encode()).data["name"])
    return copy(workspace, {"file": fileio.file_name(slug(who), ".yaml"), "text": text})


def copy(workspace: Workspace, params: Request) -> Reply:
    """Write a text under a free name beside a file: that of the file itself, where it is free."""
    stem, text = str(params["file"]).rpartition(".")[0], str(params["text"])
    return _write_free(stem, ".yaml", lambda name: {"text": text, **workspace.folder.save(name, text, None)})


def portrait(workspace: Workspace, params: Request) -> Reply:
    """Write a picture under a free name beside a file, and return that name."""
    file = str(params["file"])
    try:
        content = base64.b64decode(str(params["content"]), validate=True)
    except binascii.Error as exc:
        raise Refused("the picture is no base64") from exc
    suffix = next((suffix for start, suffix in PICTURES.items() if content.startswith(start)), None)
    if suffix is None or len(content) > MOST_PICTURE_BYTES:
        raise Refused(f"a portrait is a PNG or JPEG of at most {MOST_PICTURE_BYTES // 1_000_000} MB")
    stem = f"{Path(file).stem}-portrait"
    return _write_free(stem, suffix, lambda name: {"name": workspace.folder.add(file, name, content)})


def _write_free(stem: str, suffix: str, write: Callable[[str], Reply]) -> Reply:
    """Write a new file under the first free name."""
    for number in count(1):
        try:
            return write(f"{stem}{f'-{number}' if number > 1 else ''}{suffix}")
        except Refused as exc:
            if exc.kind != "exists":
                raise
    raise AssertionError("the names never end")


def stamp(workspace: Workspace, params: Request) -> Reply:
    """Return what changes with the disk: the version of a file, what its sheet is made from, and the list of files.

    The page asks every second; an unequal reply means that it must read again.
    """
    name = str(params.get("file") or "")
    try:
        version = workspace.folder.read(name)["version"] if name else ""
    except Refused:
        version = ""  # deleted or renamed
    inputs = workspace.checks.inputs.get(workspace.folder.path / name, ())
    names = workspace.folder.names()
    states: dict[str, object] = {
        "inputs": [*map(fileio.find_state, inputs)],
        "files": [names, *(fileio.find_state(workspace.folder.path / each) for each in names)],
    }
    digests = {key: hashlib.blake2b(repr(data).encode(), digest_size=8).hexdigest() for key, data in states.items()}
    return {"version": version, **digests}
