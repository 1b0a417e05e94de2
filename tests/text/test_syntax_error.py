"""A text that YAML refuses is explained at the slip, in words that need no knowledge of YAML."""

import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import registry
from chargen.text.diagnostic import Diagnostic
from chargen.text.limits import CONCEPT_BYTES
from chargen.text.source import load
from chargen.text.writing import splice
from tests.checking.slips import meaning
from tests.scale import fourth, some

STARTERS = [registry.system(key).new_concept("Kai") for key in registry.list_games()]


def only(text: str) -> Diagnostic:
    (diagnostic,) = load("kai.yaml", text.encode()).diagnostics
    assert diagnostic.place is not None
    return diagnostic


@pytest.mark.parametrize("many", [1, 3])
@given(data=st.data())
def test_every_damage_is_explained_within_the_file(many: int, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(STARTERS))
    for _ in range(many):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from([*"{}[]:,-'\"#*&!|>%@` \t\n?=;\\", ""])) + text[at + 1 :]
    source = load("kai.yaml", text.encode())
    for diagnostic in source.diagnostics:
        assert diagnostic.place is not None
        assert 1 <= diagnostic.place.line <= len(source.lines)
        assert 1 <= diagnostic.place.column <= len(source.lines[diagnostic.place.line - 1]) + 1
        assert "expected" not in diagnostic.message


@pytest.mark.parametrize(
    "text",
    some(
        [
            "a: [1, 2\n" * 200_000,
            "\n" * (CONCEPT_BYTES - 20) + "a: b: c\n",
            "a: b" + " " * (CONCEPT_BYTES - 20) + ": c: d",
            "a: [" + " " * (CONCEPT_BYTES - 20) + "\nb: c",
            "traits: " + "a: b, " * 200_000 + ": ",
            "a: {" + "a b " * 300_000 + ": c: d",
            "a: 'x'" + " y" * 600_000,
            "a" * (CONCEPT_BYTES - 20) + ": b: c",
        ],
        8,
    ),
    ids=lambda text: text[:10],
)
def test_a_large_text_is_explained_in_seconds(text: str) -> None:
    """Only the first letters of a line are searched, so a long one costs little."""
    started = time.process_time()
    assert load("kai.yaml", text.encode()[:CONCEPT_BYTES]).diagnostics
    assert time.process_time() - started < 5


def test_a_file_of_another_kind_is_explained_too(tmp_path: Path) -> None:
    """House rules and archetypes are read by the same reader."""
    from tests.cli.running import run

    (tmp_path / "table.yaml").write_text("five-by-five: {aspects: true\nname: House\n")
    (tmp_path / "guard.yaml").write_text("archetype: five-by-five\ntitle: 'Kai's guard'\n")
    ended = run("check", str(tmp_path))
    assert "table.yaml:1:15: error[yaml/syntax]: this { is never closed" in ended.out
    assert "an apostrophe inside the text ends it after `Kai`" in ended.out


def test_a_long_line_is_searched_in_part() -> None:
    """A slip beyond its first letters is found, but not shown; a fix of its start would damage the rest."""
    diagnostic = only(f"gear: {{{'rope: 1, ' * 400}lamp: '2}}\n")
    assert diagnostic.message == "a quotation mark is opened and not closed"
    assert diagnostic.place is not None
    assert diagnostic.place.column == 3614
    diagnostic = only("a: @" + "b" * 3000 + "\n")
    assert (diagnostic.message, diagnostic.fix) == ("this character cannot start a text", None)


def test_one_wrong_character_is_found_on_its_line() -> None:
    """Nearly always; and it is seldom fixed to something else."""
    number = fourth(100)
    random, tried, found, wrong = Random(7), 0, 0, 0
    while tried < number:
        text = random.choice(STARTERS)
        at = random.randrange(len(text))
        damaged = text[:at] + random.choice([*"{}[]:,-'\"#*&!|>%@`\t?=;\\", ""]) + text[at + 1 :]
        source = load("kai.yaml", damaged.encode())
        if source.data is None and text[at] != "\n":
            tried += 1
            (diagnostic,) = source.diagnostics
            assert diagnostic.place is not None
            found += diagnostic.place.line == text[:at].count("\n") + 1
            fixed = splice(damaged, [(diagnostic.place, diagnostic.fix)]) if diagnostic.fix is not None else damaged
            again = load("kai.yaml", fixed.encode()).data
            wrong += again is not None and meaning(again) != meaning(load("kai.yaml", text.encode()).data)
    assert found >= number * 97 // 100
    assert wrong <= -(-number * 3 // 100)
