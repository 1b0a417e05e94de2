"""Write the seventh guards of the docks again, where a change of NPCs is intended: `python -m tests.batch`."""

from tests.batch.test_every_game import GOLDEN, seventh
from tests.npc.archetypes import GAMES

for game in GAMES:
    GOLDEN.mkdir(exist_ok=True)
    (GOLDEN / f"{game}.yaml").write_text(seventh(game).yaml(), encoding="utf-8")
