"""Read archetypes: the values that are fixed for a kind of NPC, and the values that are drawn for each NPC."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from chargen import fileio, registry
from chargen.checking import campaign
from chargen.checking.rules import TABLE, merged, read_house_rules
from chargen.file_kind import FileKind, find_kind
from chargen.game.contract import AnyGame
from chargen.game.npc import Words
from chargen.game.resources import JOINED
from chargen.npc import packs, roles
from chargen.npc.archetype_file import DETAIL_LISTS, ArchetypeFile, Details
from chargen.npc.fixed import (
    add_section_hints,
    find_archetype_errors,
    make_names,
    merge,
    normalize,
    rename_keys,
)
from chargen.npc.names import Names
from chargen.schema.parsing import Parsed, parse
from chargen.schema.schema_error import kind
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, Severity, error, has_errors, note, warning
from chargen.text.names import find_same, fold, instead, listing, short
from chargen.text.parts import ABSENT, find_value, with_value_at
from chargen.text.reader import Plain
from chargen.text.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Archetype:
    """An archetype merged with all archetypes that it extends; it can be sent to another process."""

    system: str
    """The key of the game."""
    role: str = ""
    """The name of the file without ``.yaml``; empty where only the game is fixed. It is part of every seed."""
    title: str = ""
    names: Names
    words: Words
    details: Details = field(default_factory=packs.default_details)
    """The lists of details for ``--detail full``."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """``pins`` and ``experience``, with their draws; the keys are spelled as the fields of the concept."""
    folder: str = ""
    """The folder that the paths in ``campaign:`` and ``portrait:`` are relative to."""
    files: tuple[Source, ...] = ()
    """The archetype files that it was read from, its own first; values of an earlier one win."""

    @property
    def pins(self) -> Mapping[str, Any]:
        """Return the fixed values, with their draws."""
        pins: Mapping[str, Any] = self.fixed.get("pins", {})
        return pins

    @property
    def game(self) -> AnyGame:
        """Return its game; one in a file is found from the archetype's folder. Raises `registry.Unavailable`."""
        return _game_of(self.system, self.folder)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the replaced word lists, because their class may not be importable in another process."""
        plain = {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}
        plain["words"] = self.words.model_dump(include=self.words.model_fields_set, by_alias=True)
        return _restore_archetype, (plain,)


def _restore_archetype(plain: Mapping[str, Any]) -> Archetype:
    words = _game_of(plain["system"], plain["folder"]).words_with(plain["words"])
    return Archetype(**{**plain, "words": words})


def _game_of(system: str, folder: str) -> AnyGame:
    with registry.beside(Path(folder)):
        return registry.system(system)


def find_holder(files: Sequence[Source], path: KeyPath) -> int:
    """Return the number of the archetype file that has the value at a path: the first with most of the path."""
    written = [source.as_written(path) for source in files]
    return max(range(len(files)), key=lambda number: (written[number][1], len(written[number][0])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The result of reading an archetype."""

    rest: Archetype | None = None
    """The archetype without values that have errors: its NPCs show further errors in the same pass."""
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()
    """The files that the diagnostics point into, the archetype's own first."""

    @property
    def archetype(self) -> Archetype | None:
        """Return the archetype; None where there is an error."""
        return None if has_errors(self.diagnostics) else self.rest


def read_archetype(spec: str, role: str = "", pack: str = "") -> Reading:
    """Return the archetype of a game, of a game and one of its roles, or of a file.

    The path of a file ends with ``.yaml`` or ``.yml``. All errors of the file, and of those it extends, are reported.
    ``pack`` is the name or the path of a pack that replaces the archetype's own.
    """
    if spec.lower().endswith(fileio.YAML):
        return check_archetype(Path(spec), spec, pack)
    try:
        game = registry.system(spec)
    except registry.Unavailable as exc:
        return Reading(diagnostics=(error(str(exc), code=exc.code, hint=exc.hint, file=spec),))
    if not role:
        return open_archetype(game, pack)
    if (path := roles.find_role(game.key, role)) is not None:
        return check_archetype(path, str(path), pack)
    return Reading(diagnostics=(replace(_unknown_role(game, role), file=spec),))


def _unknown_role(game: AnyGame, role: str, *path: str | int) -> Diagnostic:
    names = roles.list_roles(game.key)
    hint = instead(role, names, "it has none")
    return error(f"{game.title} has no role `{role}`", *path, code="archetype/unknown-role", hint=hint)


def open_archetype(game: AnyGame, pack: str = "") -> Reading:
    """Return the archetype that fixes only the game, with the words of a pack."""
    reading = packs.read_pack(pack, game) if pack else _pack_of_table(game)
    if has_errors(reading.diagnostics):
        return Reading(diagnostics=reading.diagnostics, sources=reading.sources)
    archetype = _make_archetype(game, {}, {}, reading.pack, pack)
    return Reading(rest=archetype, diagnostics=reading.diagnostics, sources=reading.sources)


def check_archetype(path: Path, shown: str, pack: str = "") -> Reading:
    """Read an archetype file as `chargen check` does; ``shown`` is its name in diagnostics, ``pack`` as above."""
    with registry.beside(path.parent):
        chain = _Chain(path, shown)
        if chain.game is None or not chain.files:
            return Reading(diagnostics=tuple(chain.diagnostics), sources=tuple(chain.sources))
        game, files = chain.game, [source for source, _ in chain.files.values()]
        # The pack of the command line, else of the archetype, else of the house rules that the archetype pins.
        alone = chain.merged(packs.Pack())
        if pack:
            of_pack = packs.read_pack(pack, game)
        elif word := alone.get("pack"):
            of_pack = packs.read_pack(str(word), game, "pack", folder=path.parent)
        elif (house := _find_campaign(alone, path.parent)) is None or TABLE.get() is not None:
            of_pack = _pack_of_table(game)
        else:
            of_pack = packs.read_pack_of(read_house_rules(house, game.key), house, game)
        complete, gave_way = _give_way(game, chain.merged(of_pack.pack), path, files)
        sources = (*chain.sources, *of_pack.sources)
        # The merged values are checked, not each file: an extended file may be incomplete, or its errors replaced.
        own = tuple(find_archetype_errors(game, complete, path.parent))
        found = [*chain.diagnostics]
        for diagnostic in (*gave_way, *_find_ignored(game, complete, files[0]), *own, *of_pack.diagnostics):
            found += files[find_holder(files, diagnostic.path)].locate([diagnostic])
        # With a broken file in the chain or a broken pack, the rest would lack values and cause false errors.
        is_whole = not (chain.is_broken or has_errors(of_pack.diagnostics))
        rest, left = None, _without_errors(complete, (*chain.unfit, *own)) if is_whole else None
        if left is not None and (left is complete or not has_errors(find_archetype_errors(game, left, path.parent))):
            rest = _make_archetype(game, left, chain.files, of_pack.pack, pack)
        return Reading(rest=rest, diagnostics=sort_by_place(found, sources), sources=sources)


_SECTIONS = ((), ("pins",), ("words",), ("extends",), ("archetype",))
_DECIDES_OTHERS = ("rules", "campaign", "system")
"""The pins that decide what is an error elsewhere: with an error in one of them, no further errors are looked for."""


def _without_errors(complete: dict[str, Plain], errors: Iterable[Diagnostic]) -> dict[str, Plain] | None:
    """Return an archetype without the values that have errors; None where too little of it would be left.

    An entry of a list, or of a draw, takes the complete key with it.
    """
    for path in {each.path for each in errors if each.severity is Severity.ERROR}:
        # Without a complete section such as `pins`, nothing is left to try; a key of no section is none of them.
        if (len(path) < 2 and path[:1] in _SECTIONS) or (path[0] == "pins" and path[1] in _DECIDES_OTHERS):
            return None
        removed = path
        # Without one entry, the later entries would have other indexes, and their origins would name wrong places.
        if any(isinstance(step, int) for step in path):
            removed = path[:1] if isinstance(path[1], int) else path[:2]
        # A value in place of a mapping has no such key, so the value itself is removed.
        while not isinstance(find_value(complete, removed[:-1]), dict):
            removed = removed[:-1]
        complete = with_value_at(complete, removed, ABSENT)
    return complete


def _make_archetype(
    game: AnyGame,
    complete: dict[str, Plain],
    read_files: Mapping[Path, tuple[Source, object]],
    of_pack: packs.Pack,
    requested: str,
) -> Archetype:
    """Return the archetype of files without errors, or of a game alone, with the words and names of its pack."""
    paths, files = list(read_files), [source for source, _ in read_files.values()]
    read = parse(ArchetypeFile, complete).value
    assert read is not None
    own, words = complete.get("words", {}), packs.words_for_game(of_pack, game)
    words = {**words, **own, **{name: {**words[name], **own[name]} for name in JOINED if name in words and name in own}}
    # The names of a file win over those of a pack that the file itself, or one that it extends, names.
    are_nearer = {"names", "pack"} <= complete.keys() and (
        find_holder(files, ("names",)) <= find_holder(files, ("pack",))
    )
    return Archetype(
        system=game.key,
        role=paths[0].stem if paths else "",
        title=read.title or (roles.title_from_path(paths[0]) if paths else game.title),
        names=make_names(game, read.names if are_nearer and not requested else of_pack.names or read.names),
        words=game.words_with(words),
        details=packs.merge_details(of_pack, complete.get("details")),
        fixed={"pins": complete.get("pins", {}), "experience": complete.get("experience", {})},
        folder=str(paths[0].parent) if paths else "",
        files=tuple(files),
    )


def _give_way(
    game: AnyGame, complete: dict[str, Plain], path: Path, files: Sequence[Source]
) -> tuple[dict[str, Plain], list[Diagnostic]]:
    """Return an archetype whose campaign beats the rules of the role that it is or extends, with a note on them.

    The rules that the campaign's own file fixes beside it stay; those of a table beat all.
    """
    own, table, found = complete.get("pins", {}).get("rules"), TABLE.get(), _find_campaign(complete, path.parent)
    if found is None or not isinstance(own, dict):
        return complete, []
    house = read_house_rules(found, game.key)
    named = find_holder(files, ("pins", "campaign"))
    below = {key for key in own if table or find_holder(files, ("pins", "rules", key)) > named}
    if house.rules is None or not below:
        return complete, []
    of_campaign = {fold(name): getattr(house.rules, name) for name in house.rules.model_fields_set}
    kept = {key: value for key, value in own.items() if key not in below or fold(key) not in of_campaign}
    # What goes only with a rule that gave way, such as a budget of another way of creation, goes with it.
    trial = parse(game.concept, {"system": game.key, "name": "trial", "rules": kept}, partial=True).value
    if trial is not None:
        unfit, rules = list[KeyPath](), merged(game, house, trial)
        for creation in game.creation:
            # A rule may expect values that the trial lacks; what it says of these does not matter here.
            with suppress(Exception):
                unfit += [each.path[:2] for each in game.apply(creation, trial, rules)]
        kept = {key: value for key, value in kept.items() if key not in below or ("rules", key) not in unfit}
    for key in own.keys() - kept:
        complete = with_value_at(complete, ("pins", "rules", key), ABSENT)
    lost = {key: value for key, value in own.items() if key not in kept and of_campaign.get(fold(key)) != value}
    if not lost:
        return complete, []
    rule = "rule" if len(lost) == 1 else "rules"
    written = listing(f"`{key}: {value}`" for key, value in lost.items())
    gives = f"own {rule} {written} {'gives' if len(lost) == 1 else 'give'} way to {found.name}"
    if table is not None:
        table.tell(f"{game.key}/{path.stem}: its {gives}")
        return complete, []
    return complete, [note(f"the role's {gives}", "pins", "campaign", code="archetype/overridden")]


def _find_ignored(game: AnyGame, complete: Mapping[str, Plain], own: Source) -> Iterator[Diagnostic]:
    """Warn of lists of the user's own file that nothing is drawn from, as what they are for is fixed."""
    assert game.npc is not None
    lists: list[tuple[str, KeyPath]] = [("name", ("names",))]
    # What a game calls the words that follow a trade; in a game file, they are the whole line.
    lines = ("manner", "manners", "wants", "concept")
    lists += [("concept", ("words", name)) for name in lines if name in game.words.model_fields]
    lists += [(key, ("words", name)) for key, name in game.npc.gear.items()]
    lists += [(key, ("details", name)) for key, name in DETAIL_LISTS.items()]
    for key, path in lists:
        fixed = complete.get("pins", {}).get(key)
        # An empty entry of fixed equipment is drawn from the list.
        is_fixed = bool(fixed) and not (isinstance(fixed, list) and any(not entry for entry in fixed))
        if is_fixed and find_value(complete, path) and own.as_written(path)[1]:
            message, hint = (
                f"`{path[-1]}` is not used, as `{key}` is fixed",
                f"take `{key}` out of `pins`, or this list",
            )
            yield warning(message, *path, key=True, code="archetype/unused", hint=hint)


def _pack_of_table(game: AnyGame) -> packs.Reading:
    """Return the pack of the table's house rules, without one that has errors: they were reported with these rules."""
    if (table := TABLE.get()) is None:
        return packs.Reading()
    reading = packs.read_pack_of(read_house_rules(table.path, game.key), table.path, game)
    return packs.Reading() if has_errors(reading.diagnostics) else reading


def _find_campaign(complete: Mapping[str, Plain], folder: Path) -> Path | None:
    """Return the house rules of the table, else those that an archetype pins, if there are any."""
    if (table := TABLE.get()) is not None:
        return table.path
    named = complete.get("pins", {}).get("campaign")
    # A campaign that is itself a draw is no text: its rules and its pack would differ from NPC to NPC.
    found = campaign.sought(named, folder) if isinstance(named, str) and named else None
    return found if isinstance(found, Path) else None


def _adapt_to_pack(
    game: AnyGame, complete: dict[str, Plain], pack: packs.Pack, names: Sequence[str]
) -> dict[str, Plain]:
    """Return a role with what a pack has for it in place of its words and equipment, and with the pack's pins.

    ``names`` are the names of the role and of the roles that it extends.
    """
    assert game.npc is not None
    trades = frozenset(map(fold, pack.roles.get(find_same(names[0], pack.roles), ())))
    of_pack = {name: listed for name, listed in packs.words_for_game(pack, game).items() if name not in JOINED}
    fewer: dict[str, Plain] = {}
    for name, listed in of_pack.items():
        if isinstance(listed, (dict, list)):
            kept = [word for word in listed if isinstance(word, str) and fold(word) in trades]
            # A list without any of the trades, such as equipment, is not about trades and stays complete.
            fewer |= {name: {word: listed[word] for word in kept} if isinstance(listed, dict) else kept} if kept else {}
    taken = {**of_pack, **fewer} if fewer else {}
    # What the role fixes of its gear gives way to the lists of the pack.
    gear = {key for key, name in game.npc.gear.items() if taken.get(name)}
    pins = {key: value for key, value in complete.get("pins", {}).items() if key not in gear or not value}
    by_role = pack.pins.get(find_same(game.key, pack.pins), {})
    for role in reversed(names):
        pins = merge(pins, rename_keys(game.concept, by_role.get(find_same(role, by_role), {})))
    return {**complete, "pins": pins, "words": {**complete.get("words", {}), **taken}}


def sort_by_place(diagnostics: Iterable[Diagnostic], sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """Sort diagnostics by file, and within a file by place."""
    files_in_order = [source.name for source in sources]

    def key(diagnostic: Diagnostic) -> tuple[int, tuple[int, ...]]:
        number = files_in_order.index(diagnostic.file) if diagnostic.file in files_in_order else len(files_in_order)
        return number, diagnostic.place or ()

    return tuple(sorted(diagnostics, key=key))


class _Chain:
    """An archetype file with the files that it extends."""

    def __init__(self, path: Path, shown: str) -> None:
        self.sources: list[Source] = []
        self.files: dict[Path, tuple[Source, dict[str, Plain]]] = {}
        """Those that can be used, by path, with their normalized data; values of an earlier one win."""
        self.diagnostics: list[Diagnostic] = []
        self.unfit: list[Diagnostic] = []
        """The errors of the schema, each of which is about a value of its own."""
        self.is_broken = False
        """Whether a file is missing, or cannot be used."""
        self.game: AnyGame | None = None
        left: list[tuple[Path, str, tuple[Path, ...]]] = [(path, shown, ())]
        while left:
            path, shown, around = left.pop()
            source = fileio.read_source(path, shown)
            # A path in `extends` may lead to any file of the machine, such as a private one: its lines are not shown.
            if around and find_kind("", source.data) is not FileKind.ARCHETYPE:
                source = replace(source, text="")
            self.sources.append(source)
            parsed, errors = self._parse_file(source)
            unfit = () if parsed is None else tuple(errors)
            if parsed is not None and parsed.value is not None and self.game is not None:
                self.files.setdefault(path, (source, normalize(self.game, parsed.value, source.data)))
                # The last one is read first: its values win over those of the others.
                for index, word in enumerate(parsed.value.extends):
                    at = parsed.written(("extends", index))
                    extended = self._find_extended(word, path, around, at)
                    if isinstance(extended, Diagnostic):
                        errors.append(extended)
                    # Files that each extend two others double at every level.
                    elif len(self.sources) + len(left) > limits.ARCHETYPE_FILES:
                        message = f"with all that they extend, these are more than {limits.ARCHETYPE_FILES} archetypes"
                        hint = "one that is extended twice counts twice"
                        errors.append(error(message, *at, code="archetype/extends", hint=hint))
                        left.clear()
                        break
                    else:
                        left.append((extended, str(extended), (*around, path.resolve())))
            self.diagnostics += (*source.diagnostics, *source.locate(errors))
            self.unfit += unfit
            self.is_broken |= has_errors(source.diagnostics) or len(errors) > len(unfit)

    def merged(self, pack: packs.Pack) -> dict[str, Plain]:
        """Return the files merged; over what is of a role is what a pack has for it."""
        assert self.game is not None
        complete: dict[str, Plain] = {}
        of_roles = [path for path in self.files if roles.find_role(self.game.key, path.stem) == path]
        for path, (_, data) in reversed(self.files.items()):
            complete = merge(complete, data)
            if path in of_roles[:1]:
                complete = _adapt_to_pack(self.game, complete, pack, [role.stem for role in of_roles])
        return complete

    def _parse_file(self, source: Source) -> tuple[Parsed[ArchetypeFile] | None, list[Diagnostic]]:
        """Return a file as an archetype of the game of the others, None where it is none, and its errors."""
        if source.data is None:
            return None, []
        if find_kind("", source.data) is not FileKind.ARCHETYPE:
            hint = "an archetype starts with `archetype:` and a game, such as `archetype: five-by-five`"
            message = "this is not an archetype"
            message += "" if isinstance(source.data, dict) else f"; found {kind(source.data)}"
            return None, [error(message, code="archetype/not-an-archetype", hint=hint)]
        parsed = parse(ArchetypeFile, source.data)
        errors = list(parsed.diagnostics)
        if parsed.value is None or not parsed.value.archetype:
            return None, errors
        try:
            game = registry.system(parsed.value.archetype)
        except registry.Unavailable as exc:
            wrong = error(str(exc), "archetype", code=exc.code, hint=exc.hint)
        else:
            # With the game it is known which sections the unknown keys belong to.
            errors = list(add_section_hints(game, errors))
            if game.npc is not None and self.game in (None, game):
                self.game = game
                return parsed, errors
            wrong = error(f"{game.title} makes no NPCs", "archetype", code="archetype/no-strangers")
            if game.npc is not None and self.game is not None:
                message = f"this archetype is for {game.title}, and the one that extends it for {self.game.title}"
                hint = "an archetype can extend only archetypes of its own game"
                wrong = error(message, "archetype", code="archetype/extends", hint=hint)
        return None, [*errors, wrong]

    def _find_extended(self, word: str, path: Path, around: tuple[Path, ...], at: KeyPath) -> Path | Diagnostic:
        assert self.game is not None
        is_path = word.lower().endswith(fileio.YAML)
        file = None if is_path else roles.find_role(self.game.key, word)
        # A role wins over a file beside this one, except in the role's own file, where its name would mean itself.
        if file is None or file.resolve() == path.resolve():
            beside = word if is_path else f"{word}.yaml"
            try:
                file = fileio.named_in(path.parent, beside)
            except fileio.Unreadable as exc:
                if is_path or exc.code != fileio.MISSING:
                    return fileio.not_read("archetype file", word, exc, *at, code="archetype/extends")
                # Both readings of the word failed: report the role, which is what most words mean, and name the file.
                if file is None:
                    missing = _unknown_role(self.game, word, *at)
                    message = f"{missing.message}, and there is no file `{short(beside)}` beside this one"
                    return replace(missing, message=message)
        if file.resolve() in (path.resolve(), *around):
            return error(f"`{word}` extends this archetype itself", *at, code="archetype/extends", hint="remove it")
        return file
