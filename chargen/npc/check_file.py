"""Checking whatever file somebody hands in: a character, a campaign's house rules, or an archetype."""

from pathlib import Path

from chargen import checking, fileio
from chargen.checking import Checked, campaign
from chargen.core.source import Source
from chargen.npc.archetype_file import is_archetype

HOUSE_RULES = "house rules"
ARCHETYPE = "an archetype"
"""What a file holds that holds no character (`Checked.holds`), as users read it."""


def check(input_file: fileio.Input) -> Checked:
    """Read a file, and check it as what it is; everything wrong in one pass."""
    source, path = input_file.source or fileio.read(input_file.path, input_file.shown), input_file.path
    if path is not None and is_archetype(source.data):
        return _archetype(source, path)
    if campaign.is_campaign(source.data):
        house = campaign.read(path, source.name) if path is not None else campaign.HouseRules()
        return Checked(source=source, diagnostics=house.diagnostics, holds=HOUSE_RULES)
    return checking.check_source(source, path)


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
