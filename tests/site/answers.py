"""What chargen answers, as JSON: computed by this Python, and by that of a page, which have to agree in each byte."""

import json
from pathlib import Path
from typing import Any

import chargen
from tests.site import all_requests

FOLDERS = ("presets/concepts/*/*.yaml", "tests/games/*/good/*.yaml", "tests/games/*/bad/*.yaml")
THEN_REQUESTS = "and each request:"
SEEDS = [f"seed {number}" for number in range(10)]


async def main(step: str) -> None:
    """Print the answers, in a page's Python; ``step`` as in `answers`."""
    assert chargen.__file__.startswith("/lib/"), "the site's chargen, and not that of the checkout"
    # What the page leaves out, such as the export as JSON, comes from the checkout.
    chargen.__path__.append("chargen")
    print("\n".join(answers(int(step))))
    print(THEN_REQUESTS)
    await all_requests.main()


def answers(step: int) -> list[str]:
    """Return a line for each file and each NPC; of the files and the seeds every ``step``-th."""
    from chargen import registry
    from chargen.npc import starters
    from chargen.npc.roles import list_roles

    paths = sorted(path for pattern in FOLDERS for path in Path().glob(pattern))
    lines = [_write(str(path), _read(path)) for path in paths[::step]]
    for key in registry.list_games():
        roles = list_roles(key)
        for number, seed in enumerate(SEEDS[::step]):
            lines.append(_write(key, seed, starters.write_character(registry.system(key), seed)))
            role = roles[number % len(roles)]
            lines.append(_write(key, seed, role, starters.write_character(registry.system(key), seed, role)))
    return lines


def _read(path: Path) -> Any:
    from chargen.exports.data import character_as_json
    from chargen.fileio import Input
    from chargen.npc.check_file import check_any

    return character_as_json(check_any(Input(str(path), path)))


def _write(*parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False)
