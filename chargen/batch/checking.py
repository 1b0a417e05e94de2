"""Checking whatever file somebody hands in: a character, a campaign's house rules, or an archetype."""

from pathlib import Path

from chargen import files, pipeline
from chargen.batch.archetype_file import is_archetype
from chargen.core.source import Source
from chargen.pipeline import Checked


def check(given: files.Input) -> Checked:
    """Read a file, and check it as what it is; everything wrong in one pass."""
    source = given.fault or files.read(given.path, given.shown)
    if given.path is not None and is_archetype(source.data):
        return _archetype(source, given.path)
    return pipeline.check_source(source, given.path)


def _archetype(source: Source, path: Path) -> Checked:
    """An archetype, and whether somebody can be made with each option of its draws."""
    from chargen.batch import archetype, people  # imported here: the check of a character needs none of it

    read = archetype.check(path, source.name)
    if read.archetype is None:
        return Checked(source=source, diagnostics=read.diagnostics, is_archetype=True, others=read.sources[1:])
    return Checked(
        source=source,
        diagnostics=(*read.diagnostics, *people.refusals(read.archetype)),
        name=read.archetype.title,
        is_archetype=True,
        others=read.sources[1:],
    )
