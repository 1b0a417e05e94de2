"""Nothing that is printed reaches the network: a listener waits, and no request comes."""

import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.request import urlopen

import pikepdf
import pytest
import typst

from chargen.game.resources import folder
from chargen.page.sheet import Portrait
from chargen.render import typesetter
from chargen.render.card_size import CARDS
from chargen.render.deck import Deck
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf, pdf_of_page
from chargen.render.press import Press
from chargen.render.theme import PLAIN
from tests.render import sheets
from tests.render.looking import opened
from tests.render.sample_cards import FIVE_BY_FIVE

PACKAGE = '#import "@preview/example:0.1.0": *'


@dataclass
class Listener:
    """Takes every call, and hangs up."""

    port: int
    calls: list[bytes] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """Return a listener that is the proxy of this machine as well, so that every call reaches it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        listening = Listener(server.getsockname()[1])
        for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
            monkeypatch.delenv(name)
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, listening.address)

        def listen() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = server.accept()
                    with caller:
                        listening.calls.append(caller.recv(100))

        threading.Thread(target=listen, daemon=True).start()
        yield listening


def test_the_listener_hears_who_calls(listener: Listener, tmp_path: Path) -> None:
    """A page that is fetched, and a package that a foreign template asks for."""
    with suppress(OSError):
        urlopen(f"{listener.address}/x.png")
    with suppress(typst.TypstError):
        typst.compile(PACKAGE.encode(), package_path=tmp_path, package_cache_path=tmp_path)
    assert [call.split()[0] for call in listener.calls] == [b"GET", b"CONNECT"]


def hostile(listener: Listener) -> tuple[str, Portrait]:
    """Return a text and a portrait that call, if anyone lets them."""
    address = listener.address
    text = f'{PACKAGE} #image("{address}/a.png") <img src="{address}/b.png"> <style>@import "{address}/c.css"</style>'
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>'
        f'<style>@import "{address}/d.css"; rect {{ fill: url({address}/e.svg#x) }}</style>'
        f'<image href="{address}/f.png" width="9" height="9"/><use href="{address}/g.svg#x"/></svg>'
    )
    return text, Portrait(media_type="image/svg+xml", content=drawing.encode())


def test_no_card_calls(listener: Listener) -> None:
    text, portrait = hostile(listener)
    card = replace(FIVE_BY_FIVE, name=text, concept=text, notes=((text, text),), foot=text, portrait=portrait)
    deck = Deck(cards=[card], size=CARDS, paper=A4, theme=PLAIN, title=text, backs=True)
    typesetter.typeset(deck, Press())
    typesetter.typeset(replace(deck, size=None), Press())
    assert listener.calls == []


def test_no_template_of_a_card_asks_for_a_package() -> None:
    """Typst would fetch it: there is no telling it not to."""
    templates = sorted((folder("templates") / "cards").glob("*.typ"))
    assert templates
    assert [path.name for path in templates if re.search(r"@\w+/", path.read_text(encoding="utf-8"))] == []


def test_no_sheet_calls(listener: Listener) -> None:
    """Neither by a text, nor by a portrait, nor by what a template of a plug-in may say."""
    text, portrait = hostile(listener)
    pdf(replace(sheets.plain(), name=text, concept=text, portrait=portrait), paper=A4)
    address = listener.address
    pdf_of_page(
        f'<link rel="stylesheet" href="{address}/h.css"><style>body {{ background: url({address}/i.png) }} '
        f"@font-face {{ font-family: x; src: url({address}/j.ttf) }}</style>{text}"
        f'<object data="{address}/k.svg"></object><p style="font-family: x">x</p>',
        paper=A4,
    )
    assert listener.calls == []


def test_no_address_becomes_a_link() -> None:
    """Not on a sheet, in a browser or on paper, nor on a card: an address in a text is text."""
    text = "https://a.example www.b.example mailto:c@d.example javascript:alert(1) [e](https://f.example) data:,g"
    sheet = replace(sheets.plain(), name=text, concept=text)
    page = html(sheets.with_each_text(text, sheets.plain()), paper=A4)
    assert [address for address in re.findall('href="([^"]*)"', page) if not address.startswith("#")] == []
    card = replace(FIVE_BY_FIVE, name=text, concept=text, notes=((text, text),), foot=text)
    deck = Deck(cards=[card], size=CARDS, paper=A4, theme=PLAIN, title=text)
    for content in (pdf(sheet, paper=A4).content, typesetter.typeset(deck, Press()).content):
        with opened(content) as file:
            notes = [note for page in file.pages for note in page.get("/Annots", pikepdf.Array())]
            assert [note for note in notes if "/URI" in note.get("/A", {})] == []
