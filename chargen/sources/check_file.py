"""Check any file: a character, a campaign's house rules, an archetype or a pack of words.

The archetype language is imported only for archetypes and packs, because the check of a character does not need it.
"""

import os
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from chargen import checking, fileio, registry
from chargen.checking import Checked, campaign
from chargen.checking.rules import Table, at_table
from chargen.file_kind import FileKind, find_kind
from chargen.text.diagnostic import Diagnostic, has_errors, warning

FOR_ALL = (FileKind.CAMPAIGN, FileKind.PACK, FileKind.GAME)
"""The kinds of files that lie beside the characters of a table but are no character."""


def check_any(input_file: fileio.Input, *, is_role: bool = False) -> Checked:
    """Read a file, find out what it contains, and report all its errors; a role must be an archetype."""
    source, path = input_file.source or fileio.read_source(input_file.path, input_file.shown), input_file.path
    kind = FileKind.ARCHETYPE if is_role else find_kind(path.name if path is not None else "", source.data)
    if kind is FileKind.CAMPAIGN:
        from chargen.npc import packs

        house = packs.check_campaign(path, source.name) if path is not None else campaign.HouseRules()
        found = house.diagnostics
        # Rules that an editor has not saved yet are in no file that an NPC could name.
        if path is not None and os.path.isfile(path) and not has_errors(found):
            found = (*found, *source.locate(_try_rules(path, house.campaign)))
        return Checked(source=source, diagnostics=found, kind=kind)
    if path is None or kind not in (FileKind.GAME, FileKind.PACK, FileKind.ARCHETYPE):
        return checking.check_source(source, path)
    if kind is FileKind.GAME:  # by itself; `chargen check` also tries the game out
        game_file = registry.check_game_file(source, path)
        title = game_file.game.title if game_file.game is not None else ""
        return Checked(source=source, diagnostics=game_file.diagnostics, kind=kind, name=title)
    # Imported here: the check of a character does without.
    from chargen.npc import archetype, generation, packs

    if kind is FileKind.PACK:
        pack = packs.check_pack(path, source.name)
        return Checked(source=source, diagnostics=pack.diagnostics, kind=kind, name=pack.pack.pack or "")
    read = archetype.check_archetype(path, source.name)
    # With each option of its draws an NPC can be made.
    found = generation.find_all_errors(read)
    name = read.archetype.title if read.archetype is not None else ""
    return Checked(source=source, diagnostics=found, kind=kind, name=name, others=read.sources[1:])


def _try_rules(path: Path, house: campaign.Campaign) -> Iterator[Diagnostic]:
    """Warn of the rules of each game under which neither a player's character nor an NPC can be made."""
    from chargen.game.npc import Infeasible  # imported here: the check of a character does without
    from chargen.npc import archetype, completion, generation

    for name, values in house.rules.items():
        try:
            game = registry.system(name)
        except registry.Unavailable:
            continue
        if not values or game.npc is None:
            continue
        with at_table(Table(path.absolute())):
            base = archetype.open_archetype(game).archetype
            assert base is not None
            try:
                generation.make_npc(generation.Order(seed="trial", archetype=base, campaign=str(path.absolute())), 1)
            except Infeasible as refused:
                with suppress(Infeasible):
                    completion.complete(game, {}, "trial", attempts=1)
                    continue
                hint = "change them: every character that was tried has this error"
                message = f"no character could be made by these rules: {refused}"
                yield warning(message, "rules", name, key=True, code="campaign/no-character", hint=hint)


class CheckCache:
    """Check each text of a character once, as long as no other file changes that its check looked at."""

    MOST = 64
    """The checks that are kept (house default)."""

    def __init__(self) -> None:
        self.inputs: dict[Path, tuple[Path, ...]] = {}
        """By file, what its last check looked at, such as house rules and a portrait; also what was not there."""
        self._kept: OrderedDict[object, tuple[Checked, fileio.States]] = OrderedDict()

    def check(self, input_file: fileio.Input) -> Checked:
        """Return what `check_any` returns."""
        if (path := input_file.path) is None:
            return check_any(input_file)
        key = input_file.shown, path, fileio.find_state(path)
        checked, seen = self._kept.get(key, (None, {}))
        if checked is None or any(fileio.find_state(other) != before for other, before in seen.items()):
            with fileio.noting() as seen:
                checked = check_any(input_file)
        self.inputs[path] = tuple(seen)
        # Without a game, the hints of a check depend on all games that could be found.
        if checked.game is not None:
            self._kept[key] = checked, seen
            self._kept.move_to_end(key)
            if len(self._kept) > self.MOST:
                self._kept.popitem(last=False)
        return checked
