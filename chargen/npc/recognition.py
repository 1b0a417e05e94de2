"""Tell files of chargen from other YAML, such as the settings of other programs."""

import re
from collections.abc import Iterable
from functools import cache

from chargen import registry
from chargen.checking import campaign
from chargen.checking.concept import Checked
from chargen.file_kind import FileKind
from chargen.game.concept import Concept
from chargen.npc.archetype_file import ArchetypeFile
from chargen.npc.packs import Pack
from chargen.schema.model import keys
from chargen.text.names import closest, find_same, fold

_KEY = re.compile(r"""\ufeff?["']?(\w[\w -]*?)["']?\s*:(?:\s|$)""")
"""A key at the top of a file, behind a byte order mark if there is one; what is below it is indented."""
# A file may start in flow style, as in `{system: facade}`; indented keys, of a part within the file, must not match.
_NAMES_GAME = re.compile(r"""\ufeff?(?:\{\s*)?["']?(system|archetype)["']?\s*:\s*["']?([^"'#,}]*)""", re.IGNORECASE)
_WORD_BEFORE_COLON = re.compile(r"([\w-]+)[\"']?\s*:(?:\s|$)")


def named_game(lines: Iterable[str]) -> tuple[str, str]:
    """Return the key that names a file's game, ``system`` or ``archetype``, and the game; else two empty texts.

    A file with both is a character. The lines need not be YAML.
    """
    named: dict[str, str] = {}
    for match in filter(None, map(_NAMES_GAME.match, lines)):
        named.setdefault(match[1].lower(), match[2].strip())
    return next(((key, named[key]) for key in ("system", "archetype") if key in named), ("", ""))


def top_keys(lines: Iterable[str]) -> frozenset[str]:
    """Return the keys at the top of a file, folded, even where it is not YAML."""
    return frozenset(fold(match[1]) for match in map(_KEY.match, lines) if match)


def is_chargen_file(checked: Checked) -> bool:
    """Return whether a file is a concept, an archetype, a pack, a campaign or a game file, and not other YAML."""
    lines, data = checked.source.lines, checked.source.data
    kind, name = named_game(lines)
    if kind:
        # A misspelled game is a file of chargen with an error, not one to pass over in silence. Another game counts
        # beside a name and a key that only games have: other software has `system: …` and `archetype: …`, too.
        near, present = closest(name, registry.list_games()) is not None, top_keys(lines)
        own = _keys_of_games() if kind == "system" else _own_keys()
        return checked.game is not None or near or ("name" in present and not present.isdisjoint(own))
    if checked.kind is FileKind.GAME:
        return True
    # `pack` and `about` alone prove nothing: files of other programs may have such keys, too.
    if checked.kind is FileKind.PACK:
        return not {fold(str(key)) for key in data}.isdisjoint(map(fold, set(keys(Pack)) - {"pack", "about"}))
    if data is None and "rules" in top_keys(lines):  # YAML that cannot be parsed has no kind
        named = [name for line in lines for name in _WORD_BEFORE_COLON.findall(line)]
    else:
        rules = data.get("rules") if checked.kind is FileKind.CAMPAIGN else None
        named = [str(name) for name in rules] if isinstance(rules, dict) else []
    return any(find_same(name, registry.list_games()) for name in named)


def may_be_chargen_file(lines: Iterable[str]) -> bool:
    """Return whether lines may belong to a file of chargen: there are some, and not only keys of other software."""
    written = [line for line in lines if line.strip()]
    present = top_keys(written)
    # Text without any key may become one of chargen's files, such as a file that was just begun.
    return bool(written) and (not present or not present.isdisjoint(_own_keys()))


@cache
def _keys_of_games() -> frozenset[str]:
    """Return the folded keys of concepts that belong to a game, such as ``hit points``."""
    common = {*keys(Concept), "rules"}
    return frozenset(fold(key) for game in registry.games() for key in keys(game.concept) if key not in common)


@cache
def _own_keys() -> frozenset[str]:
    """Return the folded keys of all files of chargen, without those that other software has too."""
    models = (Concept, campaign.Campaign, ArchetypeFile, Pack)
    own = {fold(key) for model in models for key in keys(model)} - {"name", "system", "archetype"}
    return _keys_of_games() | own
