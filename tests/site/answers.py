"""What chargen answers, as JSON: computed by this Python, and by that of a page, which have to agree in each byte.

Then, in the Python of a page alone, each request of the studio once.
"""

import json
from pathlib import Path
from typing import Any

import chargen

FOLDER, SITE = "/characters", "/lib/python3.14/site-packages/games"
NAME = "kai.yaml"
GAME = "five-plus"
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
    await _print_replies()


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
    from chargen.sources.check_file import check_any

    return character_as_json(check_any(Input(str(path), path)))


def _write(*parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False)


async def _print_replies() -> None:
    """Print each request with what is not answered."""
    from chargen.site.worker import start

    replies: list[dict[str, Any]] = []
    receive = start(FOLDER, SITE, lambda text: replies.append(json.loads(text)))

    async def ask(method: str, **params: Any) -> Any:
        await receive(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": method, "params": params}))
        reply = replies.pop()
        print(method, reply["error"]["message"] if "error" in reply else "ok")
        return reply.get("result")

    made = await ask("studio/create", game=GAME, name="Kai")
    text = made["text"]
    character = {"file": NAME, "text": text}
    read = await ask("studio/read", file=NAME)
    await ask("studio/save", file=NAME, text=text + "\n", version=read["version"])
    copied = await ask("studio/copy", **character)
    await ask("studio/rename", file=copied["file"], to="lea")
    deleted = await ask("studio/delete", file="lea.yaml")
    await ask("studio/restore", kept=deleted["kept"], file="lea.yaml")
    awarded = {"file": NAME, **await ask("studio/advance", **character, entry={"award": 30})}
    for method in ("open", "files", "stamp", "form", "sheet", "printing", "party"):
        await ask(f"studio/{method}", **character)
    await ask("studio/portrait", **character, content="iVBORw0KGgo=")
    await ask("studio/mark", **character, mark={"written": {"notes": "Limps."}})
    market = await ask("studio/market", **awarded)
    spent = await ask("studio/advance", **awarded, entry=market["purchases"][0]["entry"])
    await ask("studio/advance", file=NAME, **spent)
    await ask("studio/help", **character, codes=["concept/unknown-system"], path=["name"])
    await ask("studio/edit", **character, changes=[{"path": ["name"], "value": "Kai Brenner"}])
    await ask("studio/effects", **character, path=["name"], values=["Lea"])
    await ask("studio/ideas", **character, path=["name"], seed="docks")
    await ask("studio/surprise", **character, path=["name"], seed="docks")
    await ask("studio/roles", game=GAME)
    fight = await ask("studio/fight", sides=[[{"file": NAME}], [{"game": GAME, "seed": "docks", "number": 1}]])
    print("odds", len(fight["attacks"]) > 0)
    await ask("studio/print", **character, options={"format": "html", "paper": "A5", "ink": "mono"})
    await ask("studio/print", **character, options={"format": "pdf"})
    await ask("studio/print", **character, options={"form": "cards", "format": "pdf"})
