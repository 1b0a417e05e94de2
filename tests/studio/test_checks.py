"""A text is checked again when a file changes that it depends on, and a page is drawn again where it changed."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from chargen import registry
from chargen.game.resources import PRESETS
from chargen.studio.studio import Studio
from tests.scale import some

RED = base64.b64decode(b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")


def ask(studio: Studio, method: str, path: Path, **more: Any) -> Any:
    text = path.read_text(encoding="utf-8")
    return studio.answer(f"studio/{method}", {"file": path.name, "text": text, **more})


def test_a_text_is_checked_again_when_its_inputs_change(larry: Path) -> None:
    """House rules and portraits, that were there or were not."""
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


def test_a_game_file_is_among_the_games(tmp_path: Path) -> None:
    """Its characters are made and checked by the file as it is now."""
    example = next((PRESETS.parent / "examples" / "games").glob("*.game.yaml"))
    game = tmp_path / example.name
    game.write_bytes(example.read_bytes())
    studio, key = Studio(tmp_path), example.name.removesuffix(".game.yaml")
    opened = studio.answer("studio/open", {})
    assert key in [each["key"] for each in opened["games"]]
    assert [(entry["file"], entry["kind"]) for entry in opened["files"]] == [(example.name, "game")]
    made = studio.answer("studio/create", {"game": key, "name": "Kai"})
    path = tmp_path / str(made["file"])
    assert ask(studio, "sheet", path)["ok"]
    game.write_text("title: broken\n", encoding="utf-8")
    assert not ask(studio, "sheet", path)["ok"]


@pytest.mark.parametrize("game", registry.list_games())
def test_a_page_is_as_if_drawn_alone_though_only_what_changed_is_drawn(game: str, tmp_path: Path) -> None:
    """Every number of a starter is changed in turn, so that the rolls of a block get other numbers on the page."""
    text = registry.system(game).new_concept("Kai")
    numbers = some([*re.finditer(r": (\d)\b", text, re.MULTILINE)], 4)
    changed = [f"{text[: found.start(1)]}{int(found[1]) + 1}{text[found.end(1) :]}" for found in numbers]
    studio = Studio(tmp_path)

    def page(studio: Studio, text: str) -> str:
        return str(studio.answer("studio/sheet", {"file": "kai.yaml", "text": text}).get("html"))

    page(studio, text)
    for each in (f"{text}player: Robin\n", *changed, text):
        assert page(studio, each) == page(Studio(tmp_path), each)
