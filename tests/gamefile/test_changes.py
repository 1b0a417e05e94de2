"""A game file, or a character of its game, with one part changed: what is reported is what was approved.

`changes.yaml` has the changes: of what, the old text, and the new one. After an intended change write the rest again
with `python -m tests.gamefile.test_changes`, and read the difference as an author of games would.
"""

from pathlib import Path

import pytest

from chargen import registry
from chargen.gamefile.build import Reading
from chargen.testing import check_text
from chargen.text.source import load
from tests.approved import Case, as_parameters, line_of, write_cases
from tests.gamefile.test_dice import ROLLED
from tests.gamefile.test_mistakes import written
from tests.gamefile.test_things import GAME, KAI

CHANGES = Path(__file__).with_name("changes.yaml")
OTHERS = {
    "numbers": "numbers: {best: {is: 4, from: 1}, spare: {is: 2}}\n",
    "choices": "choices: {calling: {of: [Cook, Mate]}}\n",
    "scores": "scores: {stats: {of: [Might, Wits, Grace], from: 1, to: best, points: 7, roll: task}}\n",
    "picks": "picks: {tricks: {by: calling, number: spare, lists: {Cook: [a, b], Mate: [c, d]}}}\n",
    "derived": "derived: {load: {is: Might + 2}}\n",
    "rolls": "rolls: {Run: {value: Grace, dice: task}}\n",
    "trackers": "trackers: {hurt: {title: Hurt, boxes: load}}\n",
    "ledger": "ledger: {buys: {raise: {raises: stats, to: 5, price: 2 * value}}}\n",
    "fight": "fight: {with: Run, takes: hurt, harm: {hit: spare}}\n",
}
"""A game with a part in each section, on lines of their own."""
GAMES = {"hot-wires": GAME, "keepers": ROLLED, "mini": written(OTHERS)}


def read(name: str, text: str) -> Reading:
    return registry.check_game_file(load(f"{name}.game.yaml", text.encode()), Path(f"{name}.game.yaml"))


def explain(change: list[str]) -> Case:
    """Return a change with what is reported of the game, or of the character, that has it."""
    name, *parts = change
    changed = GAMES.get(name, KAI)
    for old, new in zip(parts[::2], parts[1::2], strict=True):
        assert old in changed
        changed = changed.replace(old, new)
    if name in GAMES:
        found = read(name, changed).diagnostics
    else:
        game = read("hot-wires", GAME).game
        assert game is not None
        with registry.standing_in(game):
            found = check_text(changed).diagnostics
    return {"change": change, "reported": list(map(line_of, found))}


@pytest.mark.parametrize("case", as_parameters(CHANGES))
def test_a_mistake_is_reported_as_approved(case: Case) -> None:
    assert explain(case["change"]) == case


if __name__ == "__main__":
    write_cases(CHANGES, "change", explain)
