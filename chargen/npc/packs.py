"""Read packs: the words of a genre, such as a harbour or a space station, for NPCs of any game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import WithJsonSchema

from chargen import fileio, registry
from chargen.checking.campaign import HouseRules, read_campaign
from chargen.file_kind import FileKind, find_kind
from chargen.game.concept import Text
from chargen.game.contract import AnyGame
from chargen.game.resources import PRESETS, with_words
from chargen.npc import fixed, roles
from chargen.npc.archetype_file import Details
from chargen.npc.names import NameSource
from chargen.schema.model import NEEDED, Several
from chargen.schema.parsing import parse
from chargen.text.diagnostic import Diagnostic, error, has_errors
from chargen.text.names import did_you_mean, find_same, fold, listing, there_are
from chargen.text.source import Source, load

PACKS = PRESETS / "npcs" / "packs"  # The packs that come with chargen
ANYWHERE = "anywhere"  # The pack whose lists are the defaults of all other packs


class Pack(Details):
    """The words of a genre, for NPCs of any game."""

    pack: Annotated[Text | None, NEEDED] = None
    """The title."""
    about: str = ""
    """One line that describes the pack in lists of packs."""
    names: Several[NameSource] = ()
    """The names to draw from, which replace the names of a role."""
    words: Annotated[Mapping[str, Mapping[str, Any]], WithJsonSchema({"type": "object"})] = {}
    """For each game, lists of words that replace the game's own and those of the `roles`; other roles keep theirs."""
    roles: Mapping[Text, Several[Text]] = {}
    """For each role of any game, the trades of `words` that its NPCs have, as in `guard: [Deck guard]`.

    Where the `words` of a game have none of these trades, the role stays as it is.
    """
    pins: Annotated[Mapping[str, Mapping[str, Mapping[str, Any]]], WithJsonSchema({"type": "object"})] = {}
    """For each game and role, pins that are merged over those of the role, as in `facade: {guard: {weapons: [Staff]}}`.

    An empty value takes a pin of the role away.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading a pack. ``pack`` is empty where there is no usable pack."""

    pack: Pack = field(default_factory=Pack)
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()  # The file that the diagnostics point into


@cache
def list_packs() -> list[str]:
    """Return the sorted names of the packs that come with chargen."""
    return sorted(path.stem for path in PACKS.glob("*.yaml"))


def suggest_pack(word: str) -> str:
    """Return the hint for an unknown pack name."""
    return did_you_mean(word, list_packs(), f"there are {listing(list_packs())}; a file's name ends with .yaml")


@cache
def load_pack(name: str) -> Pack:
    """Return a pack that comes with chargen; ``name`` is one of `list_packs`."""
    path = PACKS / f"{name}.yaml"
    return Pack.model_validate(load(path.name, path.read_bytes()).data)


@cache
def default_details() -> Details:
    """Return the default lists, which apply where no pack or archetype has its own; no field counts as set."""
    lists = {name: getattr(load_pack(ANYWHERE), name) for name in Details.model_fields}
    return Details.model_construct(_fields_set=set(), **lists)


def read_pack(word: str, game: AnyGame | None, *path: str | int, folder: Path | None = None) -> Reading:
    """Read a pack by its name or the path of its file, and check its words for ``game``.

    ``path`` is the key that names the pack in a file, for diagnostics; ``folder`` is the folder of that file.
    """
    if not word.lower().endswith(fileio.YAML):
        if name := find_same(word, list_packs()):
            return Reading(pack=load_pack(name))
        unknown = error(f"there is no pack `{word}`", *path, code="archetype/pack", hint=suggest_pack(word))
        return Reading(diagnostics=(unknown,))
    try:
        # On the command line any path is the user's own word; in a file, `named_in` limits what it may name.
        file = Path(word) if folder is None else fileio.named_in(folder, word)
    except fileio.Unreadable as exc:
        return Reading(diagnostics=(fileio.not_read("pack", word, exc, *path, code="archetype/pack"),))
    return check_pack(file, word if folder is None else str(file), game)


def check_campaign(path: Path, shown: str) -> HouseRules:
    """Read the house rules of a campaign file for all games, with what is wrong with the pack that it names."""
    house = read_campaign(path, shown)
    return replace(house, diagnostics=(*house.diagnostics, *read_pack_of(house, path).diagnostics))


def read_pack_of(house: HouseRules, path: Path, game: AnyGame | None = None) -> Reading:
    """Read the pack that the campaign file at ``path`` names; an unknown one is an error in that file."""
    if not house.campaign.pack or house.source is None:
        return Reading()
    reading = read_pack(house.campaign.pack, game, "pack", folder=path.parent)
    placed = [found for one in reading.diagnostics for found in ([one] if one.file else house.source.locate([one]))]
    return replace(reading, diagnostics=tuple(placed), sources=(house.source, *reading.sources))


def check_pack(path: Path, shown: str, game: AnyGame | None = None) -> Reading:
    """Read a pack file, which messages call ``shown``. Without a ``game``, its words for all games are checked."""
    source = fileio.read_source(path, shown)
    if find_kind("", source.data) is not FileKind.PACK:
        hint = "a pack starts with `pack:` and its title"
        # A file without data has its error in `source.diagnostics` already.
        found = [] if source.data is None else [error("this is not a pack", code="archetype/pack", hint=hint)]
        return Reading(diagnostics=(*source.diagnostics, *source.locate(found)), sources=(source,))
    parsed = parse(Pack, source.data)
    pack = parsed.value
    found = [*parsed.diagnostics, *fixed.find_name_errors(game.resources if game else PRESETS, parsed, source.data)]
    found += _find_pack_errors(pack, game) if pack is not None else ()
    diagnostics = (*source.diagnostics, *source.locate(found))
    usable = Pack() if pack is None or has_errors(diagnostics) else pack
    return Reading(pack=usable, diagnostics=diagnostics, sources=(source,))


def _find_pack_errors(pack: Pack, game: AnyGame | None) -> Iterator[Diagnostic]:
    yield from fixed.find_tie_errors(pack)
    lists = (listed for words in pack.words.values() for listed in words.values())
    trades = {word for listed in lists if isinstance(listed, (dict, list)) for word in listed if isinstance(word, str)}
    for role, named in pack.roles.items() if game is None else ():
        for index, trade in enumerate(named):
            if not find_same(trade, trades):
                hint = did_you_mean(trade, trades, "name one of the trades that a game has under `words`")
                message = f"this pack has no trade `{trade}`"
                yield error(message, "roles", role, index, code="archetype/pack", hint=hint)
    for section in ("words", "pins"):
        for key, written in getattr(pack, section).items():
            # Words for a game that is not installed must not stop a batch of another game.
            if game is not None and fold(key) != fold(game.key):
                continue
            try:
                owner = registry.system(key)
            except registry.Unavailable as exc:
                yield error(str(exc), section, key, key=True, code=exc.code, hint=exc.hint)
                continue
            find_errors = _find_game_word_errors if section == "words" else _find_pin_errors
            for diagnostic in find_errors(owner, written):
                yield replace(diagnostic, path=(section, key, *diagnostic.path))


def _find_pin_errors(game: AnyGame, by_role: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Report unknown roles, and pins that no concept of the game could have; an empty value takes a pin away."""
    known = roles.list_roles(game.key)
    for role, pins in by_role.items():
        if not find_same(role, known):
            hint = did_you_mean(role, known, there_are(known))
            yield error(f"{game.title} has no role `{role}`", role, key=True, code="archetype/unknown-role", hint=hint)
            continue
        written = {"pins": fixed.merge({}, fixed.rename_keys(game.concept, pins))}
        for diagnostic in fixed.find_fixed_errors(game, written):
            yield replace(diagnostic, path=(role, *diagnostic.path[1:]))


def _find_game_word_errors(game: AnyGame, written: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Yield the schema errors of a game's words; if there are none, the errors by the rules of the game."""
    words = fixed.rename_keys(game.words, written)
    diagnostics = list(fixed.find_word_errors(game, words))
    yield from diagnostics
    if not diagnostics and game.npc is not None and game.npc.word_errors is not None:
        # By the book's rules: a pack does not know at which table it is used.
        for found in game.npc.word_errors(game.words_with(words), game.rules()):
            yield replace(found, code="archetype/words")


def words_for_game(pack: Pack, game: AnyGame) -> dict[str, Any]:
    """Return the words of a pack for a game, with keys spelled like the fields."""
    return fixed.rename_keys(game.words, pack.words.get(find_same(game.key, pack.words), {}))


def merge_details(pack: Pack, replaced: Mapping[str, Any] | None = None) -> Details:
    """Return each list in force: of the archetype, else of the pack, else the default."""
    of_pack = {name: getattr(pack, name) for name in Details.model_fields if name in pack.model_fields_set}
    return with_words(default_details().model_copy(update=of_pack), replaced or {})
