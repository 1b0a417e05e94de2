"""Checking whatever file somebody hands in: a character, a campaign's house rules, or an archetype."""

from pathlib import Path

from chargen import checking, fileio
from chargen.checking import Checked, campaign
from chargen.core.source import Source
from chargen.npc.archetype_file import is_archetype, is_pack

HOUSE_RULES = "house rules"
ARCHETYPE = "an archetype"
PACK = "a pack of words"
"""What a file holds that holds no character (`Checked.holds`), as users read it."""
FOR_ALL = (HOUSE_RULES, PACK)
"""Those that lie beside the players' files, and are nobody's."""


def check(input_file: fileio.Input) -> Checked:
    """Read a file, and check it as what it is; everything wrong in one pass."""
    source, path = input_file.source or fileio.read(input_file.path, input_file.shown), input_file.path
    if path is not None and is_archetype(source.data):
        return _archetype(source, path)
    if campaign.is_campaign(source.data):
        house = campaign.read(path, source.name) if path is not None else campaign.HouseRules()
        return Checked(source=source, diagnostics=house.diagnostics, holds=HOUSE_RULES)
    if path is not None and is_pack(source.data):
        return _pack(source, path)
    return checking.check_source(source, path)


def _pack(source: Source, path: Path) -> Checked:
    """A pack, with its words for every game."""
    from chargen.npc import packs  # imported here: the check of a character needs none of it

    read = packs.check(path, source.name)
    return Checked(source=source, diagnostics=read.diagnostics, holds=PACK, name=read.pack.pack or "")


def _archetype(source: Source, path: Path) -> Checked:
    """An archetype, and whether somebody can be made with each option of its draws."""
    from chargen.npc import (
        archetype,
        generation,  # imported here: the check of a character needs none of it
    )

    read = archetype.check(path, source.name)
    if read.archetype is None:
        return Checked(source=source, diagnostics=read.diagnostics, holds=ARCHETYPE, others=read.sources[1:])
    return Checked(
        source=source,
        diagnostics=(*read.diagnostics, *generation.refusals(read.archetype)),
        holds=ARCHETYPE,
        name=read.archetype.title,
        others=read.sources[1:],
    )
