"""Each request of the studio once, in the Python of a page."""

import json
from typing import Any

FOLDER, SITE = "/characters", "/lib/python3.14/site-packages/games"
NAME = "kai.yaml"
GAME = "five-plus"


async def main() -> None:
    """Print each request with what is not answered."""
    from chargen.site.worker import __file__, start

    assert __file__.startswith("/lib/"), "the site's chargen, and not that of the checkout"

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
    awarded = {"file": NAME, **await ask("studio/award", **character, points=30)}
    for method in ("open", "files", "stamp", "form", "sheet", "printing", "party"):
        await ask(f"studio/{method}", **character)
    await ask("studio/portrait", **character, content="iVBORw0KGgo=")
    market = await ask("studio/market", **awarded)
    spent = await ask("studio/advance", **awarded, entry=market["purchases"][0]["entry"])
    await ask("studio/undo", file=NAME, **spent)
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
