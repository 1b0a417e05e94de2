"""Answer what the studio's page asks: one object over a folder, which knows no sockets, no threads and no HTTP.

The page sends the text that is in its editor with each request, so that nothing here depends on the order of requests.
A server carries the messages on the user's machine; a worker in the browser can carry the same ones.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from chargen import fileio, registry
from chargen.checking.concept import Checked
from chargen.npc import check_file, recognition
from chargen.studio.failure import Refused
from chargen.studio.folder import Folder

Request: TypeAlias = Mapping[str, Any]
Reply: TypeAlias = dict[str, Any]


class Studio:
    """The requests of a page. Each public method that `REQUESTS` names takes the parameters, and returns plain data."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.folder = Folder(folder)
        self.read_only = read_only

    def answer(self, method: str, params: Request) -> Reply:
        """Return the reply to a request. Raises `Refused` where there is none."""
        try:
            request = REQUESTS[method]
        except KeyError:
            raise Refused(f"the studio has no request {method}") from None
        return request(self, params)

    # ---------------------------------------------------------------- files

    def open(self, params: Request) -> Reply:
        """Return the folder with its files, and what a new character can be."""
        return {
            "folder": self.folder.path.name,
            "uri": self.folder.path.as_uri(),
            "readOnly": self.read_only,
            "files": self._list_files(),
            "games": [{"key": game.key, "title": game.title} for game in registry.games()],
        }

    def _list_files(self) -> list[Reply]:
        listed = []
        for name in self.folder.names():
            text = self.folder.read(name)["text"]
            kind, game = recognition.named_game(text.splitlines())
            listed.append({"file": name, "kind": kind or "other", "game": game})
        return listed

    def read(self, params: Request) -> Reply:
        """Return the text of a file with its version."""
        return dict(self.folder.read(str(params["file"])))

    def save(self, params: Request) -> Reply:
        """Write the text of a file."""
        if self.read_only:
            raise Refused("this studio only shows files; start it without --read-only to edit them")
        return dict(self.folder.save(str(params["file"]), str(params["text"]), params.get("version")))

    # ---------------------------------------------------------------- the character

    def check(self, name: str, text: str) -> Checked:
        """Check a text as the content of a file of the folder."""
        path = self.folder.locate(name)
        with fileio.kept({str(path): text.encode()}), fileio.within_workspaces([self.folder.path]):
            return check_file.check_any(fileio.Input(name, path))

    def sheet(self, params: Request) -> Reply:
        """Return the sheet of a text as HTML, with the points; without HTML where it has errors."""
        from chargen.render.page import html
        from chargen.sheets import printing

        checked = self.check(str(params["file"]), str(params["text"]))
        reply: Reply = {
            "ok": checked.ok and checked.view is not None,
            "name": checked.name or "",
            "findings": [
                {
                    "severity": str(found.severity),
                    "message": found.message,
                    "hint": found.hint,
                    "line": found.place.line if found.place else 0,
                    "column": found.place.column if found.place else 0,
                }
                for found in checked.diagnostics
            ],
            "points": [
                {"name": name, "budget": points.budget, "spent": points.spent, "left": points.available}
                for name, points in checked.points().items()
            ],
        }
        if reply["ok"]:
            ready, settings = printing.prepare(checked), printing.PrintSettings()
            reply["html"] = html(ready.sheet, paper=settings.paper, theme=ready.look(settings))
        return reply


REQUESTS: Mapping[str, Callable[[Studio, Request], Reply]] = {
    "studio/open": Studio.open,
    "studio/read": Studio.read,
    "studio/save": Studio.save,
    "studio/sheet": Studio.sheet,
}
"""The requests by the names that the page sends."""
