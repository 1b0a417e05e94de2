"""Requests of the page that need no browser to be judged."""

import base64
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from chargen import registry
from chargen.game.resources import PRESETS
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from chargen.text.source import load

PRINTERS = ("weasyprint", "typst", "PIL", "uharfbuzz", "pikepdf", "pypdfium2", "starlette", "uvicorn", "websockets")
OPENS = f"""
import sys
sys.modules.update(dict.fromkeys({PRINTERS!r}))
from pathlib import Path
from chargen.studio.studio import Studio
opened = Studio(Path(sys.argv[1])).answer("studio/open", {{}})
print(len(opened["files"]), len(opened["games"]), [name for name in sys.modules if name.startswith("chargen.games.")])
"""


def test_the_page_opens_without_loading_a_game() -> None:
    """Files with the titles of their games are listed; the first sheet loads the one game that it needs."""
    folder = PRESETS / "concepts" / "facade"
    opened = subprocess.run(
        [sys.executable, "-c", OPENS, str(folder)], capture_output=True, encoding="utf-8", check=True
    )
    assert opened.stdout == f"{len(list(folder.glob('*.yaml')))} {len(registry.list_games())} []\n"


@pytest.mark.parametrize("name", ["table.yaml", "Kai: our table.yaml", r"table\1.yaml"])
def test_a_new_character_names_the_house_rules_of_its_site(name: str, tmp_path: Path) -> None:
    studio = Studio(tmp_path, campaign=name)
    made = studio.answer("studio/create", {"game": "gamocles", "name": "Kai"})
    assert load(made["file"], made["text"].encode()).data["campaign"] == name


def printed(larry: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Return what a folder with two characters replies to a request to print."""
    text = larry.read_text(encoding="utf-8")
    larry.with_name("other.yaml").write_text(text.replace("Larry Vance", "Zoe"), encoding="utf-8")
    request = {"file": larry.name, "text": text, "options": options}
    return Studio(larry.parent).answer("studio/print", request)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"format": "html"}, "larry-vance.html"),
        ({"form": "cards", "backs": True}, "cards.pdf"),
        ({"everyone": True, "format": "html"}, "characters.zip"),
    ],
    ids=str,
)
def test_what_is_printed_is_one_file(options: dict[str, Any], name: str, larry: Path) -> None:
    """Several sheets are packed."""
    reply = printed(larry, options)
    content = base64.b64decode(reply["data"])
    assert reply["name"] == name
    if name.endswith(".zip"):
        assert zipfile.ZipFile(io.BytesIO(content)).namelist() == ["larry-vance.html", "zoe.html"]
    else:
        assert content.lower().startswith(b"%pdf" if name.endswith(".pdf") else b"<!doctype html>")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"form": "cards", "format": "png"}, "cards are made as PDF only; print them with “to” pdf"),
        ({"compact": True}, "Five by Five has no compact sheet"),
        ({"paper": "B9"}, "no paper is called 'B9'"),
        ({"profile": base64.b64encode(b"no profile").decode(), "standard": "pdf/x-4"}, "the profile: "),
    ],
    ids=str,
)
def test_what_cannot_be_printed_is_refused_in_words(options: dict[str, Any], reason: str, larry: Path) -> None:
    """Without the dashes of the command line."""
    with pytest.raises(Refused, match=f"^{re.escape(reason)}"):
        printed(larry, options)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("PGI+", "a portrait is a PNG or JPEG"),
        ("no base64!", "the picture is no base64"),
        (base64.b64encode(b"\xff\xd8\xff" + bytes(2_000_000)).decode(), "of at most 2 MB"),
    ],
    ids=("html", "letters", "large"),
)
def test_only_a_small_picture_becomes_a_portrait(content: str, reason: str, larry: Path) -> None:
    """Though the page sends no others, a request may."""
    with pytest.raises(Refused, match=reason):
        Studio(larry.parent).answer("studio/portrait", {"file": larry.name, "content": content})
    assert [*larry.parent.iterdir()] == [larry]


def test_a_sheet_is_printed_as_it_was(larry: Path) -> None:
    """After none of its ledger; more entries than it has are refused."""
    with larry.open("a", encoding="utf-8") as file:
        file.write("advancement: [{award: 6}, {raise: Amateur Chef, to: 6}]\n")
    now, before = (base64.b64decode(printed(larry, {"format": "html", "at": at})["data"]).decode() for at in ("", "0"))
    assert "53" in before
    assert now.count("53\u202f%") < before.count("53\u202f%")
    with pytest.raises(Refused, match="has 2 entries"):
        printed(larry, {"format": "html", "at": "3"})


def test_a_tick_on_the_sheet_keeps_the_byte_order_mark(tmp_path: Path) -> None:
    """Nothing but the state is added."""
    text = "\ufeffsystem: five-plus\nname: Kai\nskills: {Fencing: 3}\nresistances: {Physical: 3}\n"
    mark = {"state": {"Physical": 1}}
    marked = Studio(tmp_path).answer("studio/mark", {"file": "kai.yaml", "text": text, "mark": mark})["text"]
    assert marked == f"{text}state: {{Physical: 1}}\n"


def test_damage_that_an_entry_notes_can_be_cleared_on_the_sheet(tmp_path: Path) -> None:
    """The play state says 0, which goes before the entry; what only the play state noted leaves it."""
    text = (
        "system: five-plus\nname: Kai\nskills: {Fencing: 3}\nresistances: {Physical: 3, Nerve: {level: 3, damage: 1}}\n"
    )
    mark = {"state": {"Physical": None, "Nerve": None, "Nerve wounds": None}}
    asked = {"file": "kai.yaml", "text": f"{text}state: {{Physical: 1}}\n", "mark": mark}
    assert Studio(tmp_path).answer("studio/mark", asked)["text"] == f"{text}state: {{Nerve: 0}}\n"


@pytest.mark.parametrize("first", ["system: five-plus", "name: Kai"])
def test_a_file_with_a_byte_order_mark_is_a_character(tmp_path: Path, first: str) -> None:
    """Whatever stands in its first line, it is listed with its game and its name."""
    rest = {"system: five-plus": "name: Kai", "name: Kai": "system: five-plus"}[first]
    (tmp_path / "kai.yaml").write_text(f"{first}\n{rest}\n", encoding="utf-8-sig")
    files = Studio(tmp_path).answer("studio/files", {})["files"]
    assert files == [{"file": "kai.yaml", "kind": "system", "game": "5+ system", "name": "Kai"}]


def test_games_say_what_they_are_the_quickest_first(tmp_path: Path) -> None:
    """Each in a line that begins with the number of steps."""
    games = Studio(tmp_path).answer("studio/files", {})["games"]
    steps = [int(game["about"].split()[0]) for game in games]
    assert (len(steps), steps) == (5, sorted(steps))
