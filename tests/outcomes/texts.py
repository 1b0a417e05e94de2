"""What is written and shown to help: starter files, values to choose from, and explanations of rules."""

from collections.abc import Iterator

from chargen import registry
from chargen.checking import explaining
from chargen.npc import roles, starters
from chargen.npc.completion import ideas
from tests.outcomes.edits import _checksum

IDEAS = 3
KEYS = ("name", "want", "concept", "equipment", "skills", "descriptors")


def texts(game: str) -> Iterator[str]:
    """Yield checksums of the lines of starters and of explanations, and the first values that are offered for a key."""
    found = registry.system(game)
    first = roles.list_roles(game)[0]
    for text in (
        starters.write_archetype(found),
        starters.write_campaign(found, "7: the table"),
        starters.write_spreadsheet(found),
        starters.write_character(found, "docks"),
        starters.write_character(found, "docks", first, "Kai"),
        starters.retitle_role("pins: {}\n", "7: x"),
    ):
        yield " ".join(map(_checksum, text.splitlines()))
    for key in KEYS:
        yield f"{key} | {list(ideas(found, (key,), 'docks', IDEAS))}"
    explained = explaining.explanations(found)
    for code in found.codes():
        broken = explaining.shown(code)
        shown = broken and (broken[1].place, broken[1].message, broken[1].hint)
        yield f"{code} | {_checksum(repr(explained.get(code)))} {_checksum(repr(shown))}"
