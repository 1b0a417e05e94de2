"""Answer requests to print: every way of `chargen render`, as a file for the page to download.

WeasyPrint, Typst and what they need are only imported once something is printed.
"""

import base64
import io
import re
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chargen import fileio
from chargen.checking.concept import Checked, rewind
from chargen.render.press import profile_error
from chargen.sheets import printing
from chargen.sheets.prepared import PrintSettings, prepare, prepare_blank, with_leaves
from chargen.sheets.print_form import SHEETS
from chargen.sheets.print_options import PRINT_OPTIONS, check_options, make_settings
from chargen.sheets.printing import FORMATS, PrintResult
from chargen.studio.folder import Refused
from chargen.studio.workspace import Reply, Request, Workspace
from chargen.text.names import slug

MEDIA = {"pdf": "application/pdf", "html": "text/html", "png": "image/png", "zip": "application/zip"}


def choices(workspace: Workspace, params: Request) -> Reply:
    """Return the formats, and the options with their choices."""
    shared = ("key", "kind", "label", "none", "usual", "example", "of", "formats", "for_press")
    options = []
    for option in PRINT_OPTIONS:
        known = [{"name": name, "about": about} for name, about in option.choices.items()]
        options.append({name: getattr(option, name) for name in shared} | {"choices": known})
    return {"formats": list(FORMATS), "options": options}


def print_file(workspace: Workspace, params: Request) -> Reply:
    """Return a printed character, or all of the folder, as one file. Raises `Refused` with the reason."""
    options: dict[str, Any] = dict(params["options"])
    kind = str(options.pop("format", "pdf"))
    if fileio.IS_IN_BROWSER and kind != "html":
        raise Refused("this page prints with the browser; PDF, PNG and cards need an installed chargen")
    everyone = bool(options.pop("everyone", False))
    name = str(params["file"])
    try:
        characters = [workspace.checked(params)]
        if everyone:
            # Those of the folder without errors; the open one as it is in the editor.
            names = workspace.folder.names()
            texts = {each: params["text"] if each == name else workspace.folder.read(each)["text"] for each in names}
            every = [workspace.check(each, str(text)) for each, text in texts.items()]
            characters = [checked for checked in every if checked.ok and checked.view is not None]
        elif not characters[0].ok or characters[0].view is None:
            raise Refused("a sheet can be printed once the character has no errors")
        if (at := options.get("at")) not in (None, ""):
            characters = [rewind(checked, int(str(at))) for checked in characters]
        form = str(options.get("form") or SHEETS)
        check_options(form, [kind], options)
        values: dict[str, Any] = {}
        for option in PRINT_OPTIONS:
            if (value := options.get(option.key)) in (None, "", []):
                continue
            if option.kind == "file":
                values[option.key] = base64.b64decode(str(value))
                if reason := profile_error(values[option.key]):
                    raise ValueError(f"the profile: {reason}")
            else:
                values[option.key] = option.parse(value) if option.kind in ("text", "number") else value
        settings = make_settings(**values)
        with tempfile.TemporaryDirectory() as folder:
            if form == SHEETS:
                result = _sheets(characters, kind, options, settings, Path(folder))
            else:
                from chargen.sheets import decks  # imported here: a browser's own Python prints no cards

                deck, form, errors, _ = decks.draw_deck(characters, form, settings, backs=bool(options.get("backs")))
                result = [decks.print_deck(deck, settings, Path(folder, f"{form}.pdf"), errors)]
            return _packed(result, slug(characters[0].name or name) if len(characters) == 1 else "characters")
    except ValueError as exc:
        # With the options as the form calls them: `--strict-fit` is `strict fit`.
        words = re.sub(r"--(\w[\w-]*)", lambda option: f"“{option[1].replace('-', ' ')}”", str(exc))
        raise Refused(words) from exc


def _sheets(
    characters: list[Checked], kind: str, options: Mapping[str, Any], settings: PrintSettings, folder: Path
) -> list[PrintResult]:
    fillable, is_merged = settings.press.fillable, bool(options.get("merge"))
    shared = is_merged and not settings.press.play
    if options.get("blank"):
        sheets = [prepare_blank(checked, fillable=fillable, shared=shared) for checked in characters]
    else:
        compact = bool(options.get("compact"))
        sheets = [prepare(checked, fillable=fillable, compact=compact, shared=shared) for checked in characters]
    if not is_merged:
        return [printing.print_sheet(job) for job in printing.plan_jobs(sheets, folder, [kind], settings)]
    sheets = with_leaves(sheets)
    parts = (printing.print_part(settings, sheet) for sheet in sheets)
    return [printing.bind_parts(parts, sheets, settings, folder / printing.MERGED_FILE)]


def _packed(results: list[PrintResult], stem: str) -> Reply:
    """Return what was printed: one file as it is, several as a zip file. Raises ValueError with what is wrong."""
    for result in results:
        if result.unavailable:
            raise Refused(f"no PDF can be made: {result.unavailable}; run `chargen doctor` for what to do")
        if result.errors:
            raise ValueError(f"{result.errors[0].message}. {result.errors[0].hint}".rstrip(". "))
    written = [path for result in results for path in result.written]
    if len(written) == 1:
        name, content = written[0].name, written[0].read_bytes()
    else:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path in written:
                archive.write(path, path.name)
        name, content = fileio.file_name(stem, ".zip"), packed.getvalue()
    return {
        "name": name,
        "type": MEDIA[name.rpartition(".")[2]],
        "data": base64.b64encode(content).decode(),
        "problems": [problem for result in results for problem in result.problems],
    }
