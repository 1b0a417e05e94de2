"""What runs in a browser's own Python needs no printer: the studio's object checks, throws and renders without them."""

import base64
import subprocess
import sys
from pathlib import Path

from chargen import registry
from tests.characters import concept
from tests.studio.test_checks import RED

BLOCKED = ("weasyprint", "typst", "PIL", "uharfbuzz", "pikepdf", "pypdfium2", "starlette", "uvicorn", "websockets")
PROGRAM = """
import sys
sys.modules.update(dict.fromkeys({blocked!r}))
from pathlib import Path
import chargen
from chargen.studio.studio import Studio
from random import Random

for path in map(Path, sys.argv[1:]):
    studio, text = Studio(path.parent), path.read_text(encoding="utf-8")
    reply = studio.answer("studio/sheet", {{"file": path.name, "text": text}})
    assert reply["ok"] and "<h1" in reply["html"], reply["findings"]
    character = chargen.check(path)
    assert character.stats
    roll = next(iter(character.rolls.values()))
    assert roll.throw(Random(1)).text
text += "portrait: face.png\\n"
made = studio.answer("studio/portrait", {{"file": path.name, "content": {face!r}}})["name"]
reply = studio.answer("studio/sheet", {{"file": path.name, "text": text.replace("face.png", made)}})
assert "data:image/png" in reply["html"], reply["findings"]
print("ok")
"""


def test_a_character_of_each_game_is_checked_thrown_and_rendered(tmp_path: Path) -> None:
    """With WeasyPrint, Typst, Pillow, HarfBuzz, Starlette and uvicorn out of reach; one has a portrait."""
    paths = [str(concept(game)) for game in registry.list_games()]
    with_face = tmp_path / "kai.yaml"
    with_face.write_text(registry.system("gamocles").new_concept("Kai"), encoding="utf-8")
    face = base64.b64encode(RED).decode()
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(blocked=BLOCKED, face=face), *paths, str(with_face)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.stderr, ended.stdout) == ("", "ok\n")
