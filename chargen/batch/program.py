"""Identify the program, because all workers of a batch must run the same program as the machine that started it."""

import hashlib
import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import chargen
from chargen import registry
from chargen.game.resources import folder
from chargen.game.version import VERSION
from chargen.render.fonts import DIGESTS, TYPEFACES
from chargen.render.health import printers

SHOWN = 12  # The number of hexadecimal digits of a digest in messages (chargen's default)


@cache
def identify_program(*systems: str) -> Mapping[str, str]:
    """Return everything that determines the NPCs of games and their pages, by name: versions, and digests of the code.

    The version of chargen alone is not enough, because in a checkout the code changes without the version.
    """
    # Fonts are compared by their list of digests: reading all of them would take longer than the rest.
    code = [(Path(chargen.__path__[0]), "*.py"), (folder("templates"), "*"), (TYPEFACES, DIGESTS.name)]
    versions = {"chargen": f"{VERSION} ({_digest(code)})"}
    for system in systems:
        game = registry.system(system)
        if (path := registry.game_file(system)) is not None:
            versions[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()[:SHOWN]
        # A plug-in may be put together from the concept of one package and the rules of another.
        for package in dict.fromkeys(home.partition(".")[0] for home in game.homes):
            if package != chargen.__name__:
                versions[package] = _digest([*_code(package), (game.resources / "templates", "*")])
    return versions | printers()


def describe_differences(ordered: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Return how a program differs from the one that started a batch; empty if it is the same."""
    names = dict.fromkeys((*ordered, *here))
    return ", ".join(
        f"{name} {here.get(name, 'missing')} instead of {ordered.get(name, 'none')}"
        for name in names
        if here.get(name) != ordered.get(name)
    )


def _code(package: str) -> Iterator[tuple[Path, str]]:
    spec = importlib.util.find_spec(package)
    if spec is None:
        return
    yield from ((Path(location), "*.py") for location in spec.submodule_search_locations or ())
    if spec.origin is not None and not spec.submodule_search_locations:
        yield Path(spec.origin).parent, Path(spec.origin).name


def _digest(code: Iterable[tuple[Path, str]]) -> str:
    digest = hashlib.sha256()
    for root, pattern in code:
        for path in sorted(root.rglob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                # The length is part of the digest, so that bytes cannot move from one file to the next unseen.
                digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:SHOWN]
