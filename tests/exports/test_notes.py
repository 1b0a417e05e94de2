"""Notes keep their lines in every export, and lists begin lines of a sheet."""

import json
import re
from pathlib import Path

from chargen.page.sheet import paragraphs
from tests.cli.running import run

LINES = ["1. first", "2. second", "Second paragraph", "goes on", "- one", "a) two", "– three", "[ ] four", "[x] five"]
NOTES = "\n".join(f"  {line}" for line in LINES).replace("  Second", "\n  Second")
CONCEPT = f"""\
system: five-by-five
name: N
descriptors: {{A: 6, B: 4, C: 2, D: 2, E: -5}}
hit_points: 4
equipment: [Rope]
notes: |
{NOTES}
"""


def test_lines_are_kept(folder: Path) -> None:
    """In text and Markdown each is a line; in Foundry the two paragraphs are two, and the rest are line ends."""
    (folder / "n.yaml").write_text(CONCEPT, encoding="utf-8")
    text = run("export", "n.yaml", "--to", "text").out
    assert text.endswith("\n".join(["Notes:", *LINES]) + "\n")
    shown = run("export", "n.yaml", "--to", "markdown").out.split("## Boxes")[0].replace("\\", "")
    assert [line for line in shown.splitlines() if line][-len(LINES) :] == LINES
    actor = json.loads(run("export", "n.yaml", "--to", "foundry").out)
    html = actor["system"]["biography"].split("<strong>Notes</strong> ")[1]
    assert html == "1. first<br>2. second</p><p>" + "<br>".join(LINES[2:]) + "</p>"


def test_items_of_lists_begin_lines_of_a_sheet() -> None:
    """Other line ends are spaces there."""
    assert paragraphs("\n".join(LINES)) == (*LINES[:1], "2. second Second paragraph goes on", *LINES[4:])


def test_an_actor_gives_the_concept_back_and_nothing_hopeless_is_thrown(folder: Path) -> None:
    """To the byte; a trap's levels without a chance have no line for a chat."""
    (folder / "n.yaml").write_text(CONCEPT, encoding="utf-8")
    (folder / "n.json").write_text(run("export", "n.yaml", "--to", "foundry").out, encoding="utf-8")
    assert run("extract", "n.json").out == CONCEPT
    assert run("extract", "-", stdin=b'{"flags": {}}').code == 1
    lines = run("export", "five-plus/trap", "--to", "text", "--seed", "q").out.splitlines()
    hopeless = [number for number, line in enumerate(lines) if "no chance" in line]
    assert hopeless
    assert not [number for number in hopeless if "/roll" in lines[number + 1]]
    assert len([line for line in lines if line.startswith("Wants:")]) == 1


def test_a_stat_block_says_which_dice_are_rolled_again() -> None:
    """A six of damage in Five by Five counts 5, as in the odds; a kept ten in Gamocles counts whole."""
    rolls = {
        game: run("export", f"{game}/guard", "--to", "text", "--seed", "q").out for game in ("five-by-five", "gamocles")
    }
    assert re.search(r"In /roll 1d6 \+ \d, each 6 counts 5, is rolled again, and added\n", rolls["five-by-five"])
    assert re.search(r"In /roll \d+d10kh\d+, each kept 10 is rolled again once, and added\n", rolls["gamocles"])


def test_the_goal_of_an_opponent_is_no_second_want() -> None:
    """Each of them has its own label."""
    for role in ("ruffian", "trap"):
        lines = run("export", f"five-plus/{role}", "--to", "text", "--seed", "q").out.splitlines()
        assert [sum(line.startswith(label) for line in lines) for label in ("Wants:", "Goal:")] == [1, 1]
