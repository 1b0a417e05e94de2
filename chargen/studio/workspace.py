"""Hold what all requests of the studio need: the folder, and the check of a text in it."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.page.roll import Points
from chargen.sheets.prepared import PrintSettings
from chargen.sources import check_file
from chargen.studio.folder import Folder, Refused, is_text
from chargen.text import limits

Request: TypeAlias = Mapping[str, Any]  # The parameters of a request, as the page sent them


class Parameters(dict[str, Any]):
    """The parameters of a request; one that the page did not send is refused."""

    def __missing__(self, key: str) -> Any:
        raise Refused(f"the request lacks `{key}`")


Reply: TypeAlias = dict[str, Any]  # Plain data for the page; a ``text`` has the byte order mark of its file


class Workspace:
    """The folder of a studio."""

    def __init__(
        self,
        folder: Path,
        *,
        read_only: bool = False,
        arguments: Sequence[str] = (),
        settings: PrintSettings | None = None,
        faces_at: str = "",
        campaign: str = "",
    ) -> None:
        """Take a folder; ``arguments``, as of a command line, leave only the files in it that they name.

        ``faces_at`` is the address of the typefaces for sheets; without one, a sheet contains the letters that it uses.
        ``campaign`` is a file of house rules in the folder, which new characters name.
        """
        self.folder = Folder(folder, arguments)
        self.read_only = read_only
        self.faces_at = faces_at
        self.campaign = campaign
        self.settings = settings or PrintSettings()  # How sheets look in the page
        self.checks = check_file.CheckCache()
        """The language server, the sheet, the form and the rest ask for the same text one after another."""

    def checked(self, params: Request) -> Checked:
        """Check the text that a request sends as the content of its file."""
        return self.check(str(params["file"]), str(params["text"]))

    def check(self, name: str, text: str) -> Checked:
        """Check a text as the content of a file of the folder; of one that is locked, the file's own bytes."""
        path = self.folder.locate(name)
        kept = {str(path): text.encode()}
        try:
            there = fileio.read_bytes(path, limits.CONCEPT_BYTES)
            kept = kept if is_text(there) else {str(path): there}
        except fileio.Unreadable:
            # Of a file that is there and cannot be read, the check says why.
            kept = {} if os.path.lexists(path) else kept
        with fileio.kept(kept, [self.folder.path]):
            return self.checks.check(fileio.Input(path.name, path))


def points_as_data(points: Mapping[str, Points]) -> list[Reply]:
    """Return budgets as the page shows them."""
    return [
        {"name": name, "budget": each.budget, "spent": each.spent, "left": each.available}
        for name, each in points.items()
    ]
