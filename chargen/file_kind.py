"""Decide what kind of file something is: by the end of its name, and by the keys at its top."""

from enum import StrEnum
from typing import Any

from chargen.text.names import fold

GAME_FILE = ".game.yaml"  # The end of the name of a game file; the key of the game is before it
SPREADSHEETS = (".csv", ".tsv")
OF_CAMPAIGN = ("name", "rules", "waive", "theme", "pack")  # The keys of a campaign file


class FileKind(StrEnum):
    """What a file holds, as messages name it."""

    CHARACTER = "a character"  # Also a file that is none of the others: its errors are those of a character
    CAMPAIGN = "house rules"
    ARCHETYPE = "an archetype"
    PACK = "a pack of words"
    GAME = "a game"
    SPREADSHEET = "a spreadsheet"


def find_kind(name: str, data: Any = None) -> FileKind:
    """Return the kind of a file of that name, which holds some plain data."""
    # By its name before its content: a game file is recognised even where it cannot be parsed.
    if name.endswith(GAME_FILE):
        return FileKind.GAME
    if name.lower().endswith(SPREADSHEETS):
        return FileKind.SPREADSHEET
    # A character may have a key `archetype` or `pack` in some game: keys of other kinds of files decide against it.
    present = {fold(str(key)) for key in data} if isinstance(data, dict) else set()
    if "archetype" in present and "system" not in present:
        return FileKind.ARCHETYPE
    rules = next((value for key, value in data.items() if fold(str(key)) == "rules"), None) if present else None
    # With a key of no kind, it is the rules of a table by their games, which may still be empty: those of a character
    # are single values.
    by_game = rules.values() if isinstance(rules, dict) else ()
    are_by_game = bool(by_game) and all(value is None or isinstance(value, dict) for value in by_game)
    if "rules" in present and (present <= set(OF_CAMPAIGN) or (are_by_game and "system" not in present)):
        return FileKind.CAMPAIGN
    if "pack" in present and not present & {"archetype", "system", "name", "rules"}:
        return FileKind.PACK
    return FileKind.CHARACTER
