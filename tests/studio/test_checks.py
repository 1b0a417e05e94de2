"""A text is checked once for the editor, the sheet and the form, and again when a file changes that it depends on."""

import asyncio
import base64
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from chargen import checking, registry
from chargen.core.resources import PRESETS
from chargen.render.kept_blocks import KeptBlocks
from chargen.studio.conversation import Conversation
from chargen.studio.studio import Studio
from tests.own_loop import in_own_loop
from tests.scale import some

RED = base64.b64decode(b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files whose texts are checked, in order."""
    checked: list[str] = []
    check = checking.check_source

    def counting(source: Any, path: Path | None) -> Any:
        checked.append(source.name)
        return check(source, path)

    monkeypatch.setattr(checking, "check_source", counting)
    return checked


def ask(studio: Studio, method: str, path: Path, **more: Any) -> Any:
    """Return the reply to a request about the text of a file."""
    text = path.read_text(encoding="utf-8")
    return studio.answer(f"studio/{method}", {"file": path.name, "text": text, **more})


def test_a_pause_checks_the_text_once(larry: Path, checks: list[str]) -> None:
    """The language server, the sheet, the form, the points and the party ask for the same text."""
    studio, sent = Studio(larry.parent), list[Any]()
    text = larry.read_text(encoding="utf-8")
    document = {"uri": larry.as_uri(), "languageId": "yaml", "version": 1, "text": text}
    requests = [
        ("initialize", {"capabilities": {}, "processId": None}),
        ("textDocument/didOpen", {"textDocument": document}),
    ]
    requests += [(f"studio/{name}", {"file": larry.name, "text": text}) for name in ("sheet", "form", "market")]
    requests.append(("studio/party", {"texts": {larry.name: text}}))

    async def converse() -> None:
        with ThreadPoolExecutor(1) as executor:
            conversation = Conversation(studio, lambda text: sent.append(json.loads(text)), executor)
            for number, (method, params) in enumerate(requests):
                identity = {} if method.endswith("didOpen") else {"id": number}
                await conversation.receive(
                    json.dumps({"jsonrpc": "2.0", **identity, "method": method, "params": params})
                )
            while len(sent) <= len(requests) - 1:
                await asyncio.sleep(0.01)

    in_own_loop(asyncio.wait_for(converse(), 20))
    assert not [message["error"] for message in sent if "error" in message]
    assert "textDocument/publishDiagnostics" in [message.get("method") for message in sent]
    assert checks == ["larry.yaml"]


def test_a_text_is_checked_again_when_its_inputs_change(larry: Path, checks: list[str]) -> None:
    """House rules and portraits, that were there or were not; what has nothing to do with it changes nothing."""
    studio, rules, face = Studio(larry.parent), larry.with_name("table.yaml"), larry.with_name("face.png")
    with larry.open("a", encoding="utf-8") as file:
        file.write("campaign: table.yaml\nportrait: face.png\n")

    def findings() -> list[tuple[int, str]]:
        return [(found["line"], found["message"]) for found in ask(studio, "sheet", larry)["findings"]]

    stamp = studio.answer("studio/stamp", {"file": larry.name})["inputs"]
    assert [message for _, message in findings()] == [
        "there is no campaign file `table.yaml`",
        "there is no portrait `face.png`",
    ]
    rules.write_text("rules: {five-by-five: {aspetcs: true}}\n", encoding="utf-8")
    face.write_bytes(RED)
    lines = larry.read_text(encoding="utf-8").splitlines()
    assert findings() == [(lines.index("campaign: table.yaml") + 1, "table.yaml:1: unknown key `aspetcs`")]
    rules.write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    assert findings() == []
    changed = studio.answer("studio/stamp", {"file": larry.name})["inputs"]
    face.unlink()
    assert studio.answer("studio/stamp", {"file": larry.name})["inputs"] != changed != stamp
    assert findings() != []
    number = len(checks)
    larry.with_name("other.yaml").write_text("name: Other\n", encoding="utf-8")
    assert findings() != []
    assert len(checks) == number == 4


def test_a_game_file_is_an_input(tmp_path: Path, checks: list[str]) -> None:
    """Its character is checked by the file as it is now."""
    example = next((PRESETS.parent / "examples" / "games").glob("*.game.yaml"))
    game = tmp_path / example.name
    game.write_bytes(example.read_bytes())
    studio = Studio(tmp_path)
    made = studio.answer("studio/create", {"game": example.name.removesuffix(".game.yaml"), "name": "Kai"})
    path = tmp_path / str(made["file"])
    for _ in range(2):
        assert ask(studio, "sheet", path)["ok"]
    assert checks[-1:] == ["kai.yaml"]
    number = len(checks)
    game.write_text("title: broken\n", encoding="utf-8")
    assert not ask(studio, "sheet", path)["ok"]
    assert len(checks) == number + 1


@pytest.mark.parametrize("game", registry.list_games())
def test_a_page_is_as_if_drawn_alone_though_only_what_changed_is_drawn(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every number of a starter is changed in turn, so that the rolls of a block get other numbers on the page."""
    drawn: list[str] = []
    draw = KeptBlocks.draw

    def counting(kept: KeptBlocks, name: str, part: Any, *how: object, caller: Any) -> Any:
        def draw_it() -> Any:
            drawn.append(name)
            return caller()

        return draw(kept, name, part, *how, caller=draw_it)

    monkeypatch.setattr(KeptBlocks, "draw", counting)
    text = registry.system(game).new_concept("Kai")
    numbers = some([*re.finditer(r": (\d)\b", text, re.MULTILINE)], 4)
    changed = [f"{text[: found.start(1)]}{int(found[1]) + 1}{text[found.end(1) :]}" for found in numbers]
    studio = Studio(tmp_path)

    def page(studio: Studio, text: str) -> str:
        return str(studio.answer("studio/sheet", {"file": "kai.yaml", "text": text}).get("html"))

    page(studio, text)
    complete = len(drawn)
    for each in (f"{text}player: Robin\n", *changed, text):
        assert page(studio, each) == page(Studio(tmp_path), each)
    drawn.clear()
    page(studio, f"{text}player: Robin\n")
    assert len(drawn) < complete / 5
