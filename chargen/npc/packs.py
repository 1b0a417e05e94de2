"""Read packs: the words of a genre for NPCs of any game, such as a harbour or a space station."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import WithJsonSchema

from chargen import fileio, registry
from chargen.core.concept import Text
from chargen.core.diagnostic import Diagnostic, error, has_errors
from chargen.core.game import AnyGame
from chargen.core.model import NEEDED, Several, parse
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.resources import JOINED, PRESETS, with_words
from chargen.core.source import Source, load
from chargen.npc import fixed
from chargen.npc.archetype_file import Details, NameSource
from chargen.npc.sources import is_pack

ANYWHERE = "anywhere"
"""The pack whose lists are used where no other pack has its own."""


class Pack(Details):
    """A pack of words, for NPCs of any game."""

    pack: Annotated[Text | None, NEEDED] = None
    """The title."""
    about: str = ""
    """A line for lists of packs."""
    names: Several[NameSource] = ()
    """The names to draw from, in place of those of a role."""
    words: Annotated[Mapping[str, Any], WithJsonSchema({"type": "object"})] = {}
    """By game: lists of words in place of the game's own, and of those of the `roles`; other roles keep theirs."""
    roles: Mapping[Text, Several[Text]] = {}
    """By role, of any game: the trades of `words` that its NPCs have here, as in `guard: [Deck guard]`.

    In a game without any of these trades the role stays as it is.
    """

    def trades_of(self, role: str) -> frozenset[str]:
        """Return the folded names of the trades of a role in this pack; none for a role that is not listed."""
        named = (trades for name, trades in self.roles.items() if fold(name) == fold(role))
        return frozenset(map(fold, next(named, ())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading a pack. ``pack`` is empty where there is none, or where it cannot be used."""

    pack: Pack = field(default_factory=Pack)
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()
    """The file that the diagnostics point into."""


@cache
def _files() -> dict[str, Path]:
    return {path.stem: path for path in sorted((PRESETS / "npcs" / "packs").glob("*.yaml"))}


def list_packs() -> list[str]:
    """Return the packs that come with chargen, sorted."""
    return sorted(_files())


def spelled(word: str) -> str | None:
    """Return the name of a pack of chargen by any spelling; None where there is none."""
    return next((name for name in list_packs() if fold(name) == fold(word)), None)


def meant(word: str) -> str:
    """Return the hint for an unknown name of a pack."""
    return did_you_mean(word, list_packs(), f"there are {listing(list_packs())}; a file's name ends with .yaml")


@cache
def own(name: str) -> Pack:
    """Return a pack that comes with chargen. Raises KeyError where there is none of that name."""
    path = _files()[name]
    return Pack.model_validate(load(path.name, path.read_bytes()).data)


@cache
def usual() -> Details:
    """Return the default lists, used where no pack or archetype has its own; no field counts as set."""
    lists = {name: getattr(own(ANYWHERE), name) for name in Details.model_fields}
    return Details.model_construct(_fields_set=set(), **lists)


def read_pack(word: str, game: AnyGame, *path: str | int, folder: Path | None = None) -> Reading:
    """Return a pack by its name or by the path of a file, as ``game`` uses it.

    ``path`` is the key that names the pack in a file, for diagnostics; ``folder`` is the folder of that file.
    """
    if not word.lower().endswith(fileio.YAML):
        if (name := spelled(word)) is not None:
            return Reading(pack=own(name))
        return Reading(
            diagnostics=(error(f"there is no pack `{word}`", *path, code="archetype/pack", hint=meant(word)),)
        )
    try:
        file = Path(word) if folder is None else fileio.named_in(folder, word)
    except fileio.Unreadable as exc:
        return Reading(diagnostics=(fileio.not_read("pack", word, exc, *path, code="archetype/pack"),))
    return check_pack(file, word if folder is None else str(file), game)


def check_pack(path: Path, shown: str, game: AnyGame | None = None) -> Reading:
    """Read the file of a pack, named ``shown`` in messages. Without a ``game``, the words of all games are checked."""
    source = fileio.read_source(path, shown)
    if not is_pack(source.data):
        hint = "a pack starts with `pack:` and its title"
        findings = [] if source.data is None else [error("this is not a pack", code="archetype/pack", hint=hint)]
        return Reading(diagnostics=(*source.diagnostics, *source.locate(findings)), sources=(source,))
    parsed = parse(Pack, source.data)
    pack = parsed.value
    findings = [*parsed.diagnostics, *fixed.name_errors(game.resources if game else PRESETS, parsed, source.data)]
    findings += _errors(pack, game) if pack is not None else ()
    diagnostics = (*source.diagnostics, *source.locate(findings))
    if pack is None or has_errors(diagnostics):
        return Reading(diagnostics=diagnostics, sources=(source,))
    return Reading(pack=pack, diagnostics=diagnostics, sources=(source,))


def _errors(pack: Pack, game: AnyGame | None) -> Iterator[Diagnostic]:
    yield from fixed.tie_errors(pack)
    yield from _role_errors(pack) if game is None else ()
    for key, words in pack.words.items():
        if game is not None and fold(key) != fold(game.key):
            continue
        try:
            whose = registry.system(key)
        except registry.Unavailable as exc:
            yield error(str(exc), "words", key, key=True, code=exc.code, hint=exc.hint)
            continue
        if not isinstance(words, dict):
            yield error(f"the words of `{key}` must be a mapping of lists", "words", key, code="concept/wrong-type")
            continue
        for diagnostic in _word_errors(whose, fixed.rename_keys(whose.words, words)):
            yield replace(diagnostic, path=("words", key, *diagnostic.path))


def _role_errors(pack: Pack) -> Iterator[Diagnostic]:
    """Report trades of roles that no game has in this pack."""
    lists = (listed for words in pack.words.values() if isinstance(words, dict) for listed in words.values())
    there = {word for listed in lists if isinstance(listed, (dict, list)) for word in listed if isinstance(word, str)}
    for role, trades in pack.roles.items():
        for index, trade in enumerate(trades):
            if fold(trade) not in map(fold, there):
                hint = did_you_mean(trade, there, "name one of the trades that a game has under `words`")
                message = f"this pack has no trade `{trade}`"
                yield error(message, "roles", role, index, code="archetype/pack", hint=hint)


def _word_errors(game: AnyGame, words: Mapping[str, Any]) -> list[Diagnostic]:
    """Return the errors of a game's words: schema errors first, else those by the rules of its book."""
    diagnostics = list(fixed.word_errors(game, words))
    if not diagnostics and game.npc is not None and game.npc.word_errors is not None:
        diagnostics += game.npc.word_errors(game.words_with(words), game.rules())
    return diagnostics


def words_of(pack: Pack, game: AnyGame) -> dict[str, Any]:
    """Return a pack's words for a game, with the keys as its fields are spelled."""
    of_game = (words for key, words in pack.words.items() if fold(key) == fold(game.key))
    return fixed.rename_keys(game.words, next(of_game, {}))


def limited_to(of_pack: Mapping[str, Any], trades: Collection[str]) -> dict[str, Any]:
    """Return a pack's words for a game, limited to some trades; nothing where it has none of them."""

    def listed(words: Any) -> Any:
        if isinstance(words, dict):
            return {word: skills for word, skills in words.items() if fold(word) in trades}
        return [word for word in words if isinstance(word, str) and fold(word) in trades]

    lists = {name: words for name, words in of_pack.items() if isinstance(words, (dict, list))}
    fewer = {name: kept for name, words in lists.items() if name not in JOINED and (kept := listed(words))}
    return {**of_pack, **fewer} if fewer else {}


def details_of(pack: Pack, replaced: Mapping[str, Any] | None = None) -> Details:
    """Return the lists in force: those of an archetype, else those of the pack, else the defaults."""
    of_pack = {name: getattr(pack, name) for name in Details.model_fields if name in pack.model_fields_set}
    details = usual().model_copy(update=of_pack)
    return with_words(details, replaced or {})
