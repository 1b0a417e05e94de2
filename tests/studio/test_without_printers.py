"""What runs in a browser's own Python needs no printer: the studio's object checks, throws and renders without them."""

import subprocess
import sys

from chargen import registry
from tests.characters import concept

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
print("ok")
"""


def test_a_character_of_each_game_is_checked_thrown_and_rendered() -> None:
    """With WeasyPrint, Typst, Pillow, HarfBuzz, Starlette and uvicorn out of reach; the sheet has system fonts."""
    paths = [str(concept(game)) for game in registry.list_games()]
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(blocked=BLOCKED), *paths],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ended.stderr, ended.stdout) == ("", "ok\n")
