"""A plug-in that fails over a character hurts no other file, and is reported by its own name and place."""

import re
from pathlib import Path

import pytest

from tests.cli.running import LARRY, run
from tests.plug_ins import COPY, Install

BANG = """\
def bang(*_):
    raise ZeroDivisionError("in the plug-in")


def leave(*_):
    raise SystemExit(7)


def made(*, door, function=bang):
    return replace(S, key="bang", title="Bang", **{door: function})


"""
DOORS = ["points", "derive", "stats", "rolls", "trackers", "sheet"]


def at_the_table(folder: Path) -> None:
    """Two characters: one of the plug-in, and one of Five by Five that is in order."""
    (folder / "bang.yaml").write_text(
        LARRY.replace("five-by-five", "bang") + "state: {hit_points: 3}\nstated: {hit_points: 14}\n"
    )
    (folder / "kai.yaml").write_text(LARRY)


@pytest.mark.parametrize("door", DOORS)
def test_a_plug_in_that_fails_costs_no_other_file(install: Install, folder: Path, door: str) -> None:
    """Its file is an error that names game, package and place; the others are printed."""
    install("bang", COPY + BANG + f"SYSTEM = made(door={door!r})\n")
    at_the_table(folder)
    ended = run("render", "bang.yaml", "kai.yaml", "--to", "html", "-o", "o")
    assert (folder / "o/larry-vance.html").exists()
    if door != "rolls":  # the sheet of Five by Five does without
        assert ended.code == 1
        assert re.search(
            r"the game Bang \(plug-bang 1\.0\) failed in [^:]+: ZeroDivisionError: in the plug-in", ended.err
        )
        assert "plug_bang.py:4)" in ended.err
    for style in ("text", "json"):
        shown = run("show", "bang.yaml", "--format", style)
        if door != ("rolls" if style == "text" else "sheet"):  # what it has no use for
            assert shown.code == 1
            assert "ZeroDivisionError: in the plug-in" in shown.out + shown.err
        assert "this should not happen" not in shown.err


@pytest.mark.parametrize(
    "rule", ["bang", "leave", "lambda concept, rules: None", "lambda concept, rules: ['a text']", "lambda *_: 1 / 0"]
)
def test_a_rule_that_fails_hides_no_other_diagnostic(install: Install, folder: Path, rule: str) -> None:
    """It raises, leaves, or gives what is no diagnostic: one error, beside all that the other rules find."""
    install("bang", COPY + BANG + f"SYSTEM = made(door='creation', function=(*S.creation, {rule}))\n")
    at_the_table(folder)
    (folder / "bang.yaml").write_text((folder / "bang.yaml").read_text().replace("hit_points: 4", "hit_points: 6"))
    ended = run("check", ".")
    assert ended.code == 1
    assert ended.out.count("error[concept/broken-system]") == 1
    assert "error[bang/values]" in ended.out
    assert "kai.yaml: fine" in ended.out


ENCOUNTER = ["encounter", "bang.yaml", "bang.yaml"]
FRAGILE = "replace(S.fight, fighter=lambda character: replace(S.fight.fighter(character), suffer=bang))"


@pytest.mark.parametrize(
    ("door", "function", "arguments", "part"),
    [
        ("ask", "replace(S.ask, reply=bang)", ["odds", "bang"], "odds"),
        ("card", "bang", ["batch", "bang", "-n", "2", "--seed", "x", "-o", "n"], "card"),
        ("starter", "bang", ["new", "bang"], "starter"),
        ("reference_page", "bang", ["reference", "bang"], "reference page"),
        ("reference_page", "bang", ["render", "bang.yaml", "--merge", "-o", "x.pdf"], "reference page"),
        ("fight", "replace(S.fight, fighter=bang)", ENCOUNTER, "fights"),
        ("fight", "replace(S.fight, blow=bang)", ENCOUNTER, "fights"),
        ("fight", "replace(S.fight, contest=bang)", ENCOUNTER, "fights"),
        ("fight", FRAGILE, ENCOUNTER, "fights"),
    ],
)
def test_a_command_for_a_plug_in_that_fails_names_it(
    install: Install, folder: Path, door: str, function: str, arguments: list[str], part: str
) -> None:
    """Where there is nothing else to go on with, the command ends with 1, the place in the plug-in, and its author."""
    install("bang", COPY + BANG + f"SYSTEM = made(door={door!r}, function={function})\n")
    at_the_table(folder)
    (folder / "bang.yaml").write_text(LARRY.replace("five-by-five", "bang"))
    ended = run(*arguments)
    assert ended.code == 1
    assert not (folder / "x.pdf").exists()
    assert f"the game Bang (plug-bang 1.0) failed in its {part}: ZeroDivisionError: in the plug-in" in ended.err
    assert "plug_bang.py:4)" in ended.err
