"""Answer what the studio's page asks: one object over a folder, which knows no sockets, no threads and no HTTP.

The page sends the text that is in its editor with each request, so that nothing here depends on the order of requests.
A server carries the messages on the user's machine; a worker in the browser can carry the same ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from chargen import registry
from chargen.studio import files, form_requests, marks, points, prints, table
from chargen.studio.folder import Refused
from chargen.studio.form import at_sections, in_grades
from chargen.studio.workspace import Reply, Request, Workspace, points_as_data


class Studio(Workspace):
    """The requests of a page: each that `REQUESTS` names takes the parameters, and returns plain data."""

    def answer(self, method: str, params: Request) -> Reply:
        """Return the reply to a request. Raises `Refused` where there is none."""
        try:
            request = REQUESTS[method]
        except KeyError:
            raise Refused(f"the studio has no request {method}") from None
        if self.read_only and method in WRITING:
            raise Refused("this studio only shows files; start it without --read-only to edit them")
        for key, kind in KINDS.items():
            if not isinstance(params.get(key, kind()), kind):
                raise Refused(f"`{key}` of {method} has a wrong type")
        return request(self, params)

    def sheet(self, params: Request) -> Reply:
        """Return the sheet of a text as HTML, with the points.

        Where it has errors, there is no HTML, or with ``blank`` that of an empty sheet with the name. A page that shows
        something else in the sheet's place sends ``shown`` as false, and gets none.
        """
        from chargen.render.page import html
        from chargen.sheets.prepared import prepare, prepare_blank

        checked = self.checked(params)
        findings = []
        for found in at_sections(checked, checked.game) if checked.game is not None else checked.diagnostics:
            if found.file != checked.source.name:
                # One of the house rules is shown where they are named.
                message = f"{Path(found.file).name}:{found.line or 1}: {found.message}"
                found = replace(found, message=message, place=checked.source.marked(found))
            findings.append(in_grades(checked.source.data, found))
        reply: Reply = {
            "ok": checked.ok and checked.view is not None,
            "name": checked.name or "",
            "findings": findings,
            "points": points_as_data(checked.points()),
        }
        ready = None
        if not params.get("shown", True):
            return reply
        if reply["ok"]:
            ready = prepare(checked)
        elif params.get("blank") and checked.game is not None:
            with registry.beside(self.folder.locate(str(params["file"])).parent):
                ready = prepare_blank(checked.game)
            # With the name, it is not one to fill in by hand.
            named = replace(ready.sheet, name=checked.name or ready.sheet.name, blank=False)
            ready = replace(ready, sheet=named)
        if ready is not None:
            look = self.settings.look(ready.theme)
            reply["html"] = html(ready.sheet, paper=self.settings.paper, theme=look, faces_at=self.faces_at)
        return reply


KINDS: Mapping[str, type] = {
    **dict.fromkeys(("path", "changes", "values", "codes", "sides"), list),
    **dict.fromkeys(("entry", "options"), dict),
}
"""The types of parameters that are no texts, in all requests."""
WRITING = {f"studio/{what}" for what in ("save", "create", "copy", "portrait", "rename", "delete", "restore")}
"""The requests that change files."""
REQUESTS: Mapping[str, Callable[[Studio, Request], Reply]] = {
    "studio/open": lambda studio, params: {
        "folder": studio.folder.path.name,
        "uri": studio.folder.path.as_uri(),
        "readOnly": studio.read_only,
        **files.list_files(studio, params),
    },
    "studio/files": files.list_files,
    "studio/read": lambda studio, params: studio.folder.read(str(params["file"])),
    "studio/save": lambda studio, params: studio.folder.save(
        str(params["file"]), str(params["text"]), params.get("version")
    ),
    "studio/create": files.create,
    "studio/copy": files.copy,
    "studio/portrait": files.portrait,
    "studio/rename": lambda studio, params: {"file": studio.folder.rename(str(params["file"]), str(params["to"]))},
    "studio/delete": lambda studio, params: {"kept": studio.folder.delete(str(params["file"]))},
    "studio/restore": lambda studio, params: {"file": studio.folder.restore(str(params["kept"]), str(params["file"]))},
    "studio/stamp": files.stamp,
    "studio/form": form_requests.form,
    "studio/help": form_requests.help_with,
    "studio/edit": form_requests.edit,
    "studio/effects": form_requests.effects,
    "studio/ideas": form_requests.ideas,
    "studio/surprise": form_requests.surprise,
    "studio/mark": marks.mark,
    "studio/market": points.market,
    "studio/advance": points.advance,
    "studio/printing": prints.choices,
    "studio/print": prints.print_file,
    "studio/sheet": Studio.sheet,
    "studio/party": table.show_party,
    "studio/roles": table.list_roles,
    "studio/fight": table.show_fight,
}
"""The requests by the names that the page sends."""
