"""A file of any kind and of twice the size takes twice the work, which is counted in calls."""

import cProfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from chargen import checking, fileio, registry
from chargen.checking import fixing
from chargen.checking.chances import chances, compare_numbers, differing
from chargen.checking.concept import Checked
from chargen.experience import party
from chargen.experience.moves import Present, appended, history, without_last
from chargen.exports.table import to_csv
from chargen.lsp.diagnostics import convert
from chargen.lsp.document import Document, Text
from chargen.npc import archetype
from chargen.sources import check_file, spreadsheet
from chargen.text import limits
from chargen.text.source import Source, load
from tests.scale import some

SIZES = (16, 32, 64)
SLACK = 1.12
"""The factor by which the second doubling may exceed twice the first; a square would double it."""


def calls(do: Callable[[], object]) -> int:
    counter = cProfile.Profile()
    counter.runcall(do)
    entries: Any = counter.getstats()
    return sum(entry.callcount for entry in entries)


def grows_as_its_input(do: Callable[[int], Callable[[], object]]) -> None:
    """Assert that what is done for an input of some size takes no more than that many times a constant."""
    do(2)()  # what is loaded and remembered once
    one, two, four = (calls(do(size)) for size in SIZES)
    assert four - two <= 2 * SLACK * (two - one), (one, two, four)


def entries(key: str, entry: str, before: str = "") -> Callable[[int], str]:
    """A list or a mapping of some entries that are called ``N``, each unlike those of other sizes."""
    return lambda size: (
        f"{before}{key}:\n" + "".join(f"  {entry.replace('N', f'n{size}x{number}')}\n" for number in range(size))
    )


def concept(game: str, text: str) -> str:
    """A concept of a game, with points for all of it."""
    rich = {
        "facade": "rules: {skill_points: 9000, attribute_points: 9000}\n",
        "five-plus": "rules: {creation: points, points: 9000, tier: 1}\nskills: {Sword: 2}\n",
    }
    return f"system: {game}\nname: Q\n{rich.get(game, '')}{text}"


def lines(line: str, before: str = "") -> Callable[[int], str]:
    return lambda size: before + entries("advancement", f"- {line}")(size)


CONCEPTS: Mapping[str, tuple[str, Callable[[int], str]]] = MappingProxyType(
    {
        "wrong entries": ("five-by-five", entries("equipment", "- [N]")),
        "wrong values": ("five-by-five", entries("descriptors", "N: x")),
        "one key again and again": ("five-by-five", lambda size: "k: 1\n" * size),
        "two spellings": ("five-by-five", lambda size: "".join(f"k{n}: 1\nK{n}: 2\n" for n in range(size))),
        "descriptors": ("five-by-five", entries("descriptors", "N: 2")),
        "waivers": ("five-by-five", entries("waive", "- {code: five-by-five/N, why: so}")),
        "aliases": ("five-by-five", lambda size: "notes: &a x\nequipment: [" + "*a, " * size + "]\n"),
        "documents": ("five-by-five", lambda size: "---\na: 1\n" * size),
        "long text": ("five-by-five", lambda size: f"notes: {'word ' * 20 * size}\n"),
        "a long name": ("five-by-five", lambda size: f"concept: {'x' * 50 * size}\n"),
        "digits": ("five-by-five", lambda size: f"hit_points: {'9' * 40 * size}\n"),
        "what is added": ("five-by-five", lines("{add: N, value: 2}")),
        "what is not there": ("five-by-five", lines("{raise: N, to: 2}")),
        "skills of Façade": ("facade", entries("skills", "N: {level: 2, One: {level: 1, Two: 1}}")),
        "modifiers": ("facade", entries("modifiers", "- {name: N, category: action, cost: minor, level: 1}")),
        "raises": ("facade", lines("{raise: will, to: 4}")),
        "resistances": ("five-plus", entries("resistances", "N: 2")),
        "abilities": ("five-plus", entries("abilities", "- {name: N, skill: Sword, tier: 1, effect: x}")),
        "variations": ("gamocles", entries("variations", "- {name: N, points: 1, effect: x}")),
        "what is gained": ("gamocles", lines("{gain: {name: N, points: 1, effect: x}}")),
        "qualities": ("roll-when-you-need", entries("qualities", "- {name: N, benefit: x, drawback: y}")),
        "talents gained": ("roll-when-you-need", lines("{gain: {talent: {name: N, effect: x}}}")),
    }
)


def gms_file(text: str) -> Callable[[], object]:
    here = Path("q.yaml").absolute()

    def checked() -> None:
        with fileio.kept({str(here): text.encode()}):
            check_file.check_any(fileio.Input("q.yaml", here))

    return checked


def check(source: Source) -> Checked:
    return checking.check_source(source, None)


def read(game: str, text: str) -> Source:
    return load("q.yaml", concept(game, text).encode())


@pytest.mark.parametrize("kind", some(list(CONCEPTS), 8))
def test_twice_as_much_is_checked_with_twice_the_work(kind: str) -> None:
    game, text = CONCEPTS[kind]

    def do(size: int) -> Callable[[], object]:
        content = concept(game, text(size)).encode()
        return lambda: check(load("q.yaml", content))

    grows_as_its_input(do)


def veteran(skills: int, lines: int) -> Checked:
    """A character of 5+ with some skills, and some lines of its ledger."""
    rules = "rules: {creation: points, points: 9000, tier: 1}\nresistances: {Will: 2}\n"
    rolled = "".join(f"  - {{rolled: n{skills}x{number % skills}, double: 1}}\n" for number in range(lines))
    text = f"system: five-plus\nname: Q\n{rules}{entries('skills', 'N: 2')(skills)}advancement:\n{rolled}"
    checked = check(load("q.yaml", text.encode()))
    assert checked.ok
    return checked


def list_purchases(now: Present) -> Iterable[object]:
    return now.ledger.purchases(now.state, now.account, now.rules, now.words)


USES: Mapping[str, Callable[[Any], object]] = MappingProxyType(
    {
        "odds": lambda checked: checked.rolls(),
        "numbers": lambda checked: checked.stats(),
        "chances": lambda checked: differing(chances(checked.view), chances(checked.view)),
        "compare": lambda checked: compare_numbers(checked.view, checked.view),
        "party": lambda checked: party.make_party_page(party.groups([checked, checked])),
        "offers": lambda checked: [*list_purchases(Present(checked))],
    }
)
USES_OF_LEDGERS: Mapping[str, Callable[[Any], object]] = MappingProxyType(
    {
        "sheet": checking.make_sheet,
        "history": lambda checked: list(history(checked)),
        "at": lambda checked: checking.rewind(checked, 1),
    }
)


@pytest.mark.parametrize("use", USES)
def test_twice_as_many_skills_are_used_with_twice_the_work(use: str) -> None:
    def do(size: int) -> Callable[[], object]:
        checked = veteran(size, 1)
        return lambda: USES[use](checked)

    grows_as_its_input(do)


@pytest.mark.parametrize("use", USES_OF_LEDGERS)
def test_a_ledger_twice_as_long_is_reported_with_twice_the_work(use: str) -> None:
    """It is replayed once for all of its lines."""

    def do(size: int) -> Callable[[], object]:
        checked = veteran(2, size)
        return lambda: USES_OF_LEDGERS[use](checked)

    grows_as_its_input(do)


def test_a_large_file_is_fixed_in_several_goes() -> None:
    """Each fix has the whole file checked again: from some size on, fewer are tried."""
    source = read(
        "five-by-five", "".join(f"{key}: {'x' * 30_000}\n" for key in ("descriptors:", "hitpoint", "nam")) * 4
    )
    before, checked = check(source), list[Source]()

    def in_vain(changed: Source) -> Checked:
        checked.append(changed)
        return before

    assert fixing.fixed(before, in_vain) == (before, ())
    assert len(checked) <= limits.FIX_BYTES // len(source.text) + 1


def test_a_long_ledger_is_written_to_with_twice_the_work() -> None:
    """An entry more, and that entry taken out again."""

    def do(size: int) -> Callable[[], object]:
        source = read("five-by-five", "advancement:\n" + "  - {award: 1, why: x}\n" * size)
        return lambda: without_last(load("q.yaml", appended(source, {"award": 1}).encode()))

    grows_as_its_input(do)


def test_an_editor_is_reported_of_twice_as_much_with_twice_the_work() -> None:
    def do(size: int) -> Callable[[], object]:
        source = read("five-by-five", entries("descriptors", "N: x")(size))
        checked, text = check(source), Text(source.text)
        document = Document("untitled:q", text)
        return lambda: [convert(document, text, checked, found) for found in checked.diagnostics]

    grows_as_its_input(do)


@pytest.mark.parametrize("across", [False, True])
def test_a_spreadsheet_twice_as_long_or_wide_is_read_with_twice_the_work(across: bool) -> None:
    game = archetype.open_archetype(registry.system("five-by-five")).archetype
    assert game is not None

    def do(size: int) -> Callable[[], object]:
        rows = [["name", *(f"#{n}" for n in range(size))], ["Ada", *("x" * size)]]
        content = b"".join(map(to_csv, rows if across else [["name"], *([f"Q{n}"] for n in range(size))]))
        return lambda: spreadsheet.parse_spreadsheet("q.csv", content, game)

    grows_as_its_input(do)


@pytest.mark.parametrize(
    "text",
    [
        lambda size: "archetype: five-by-five\nnotes:\n" + entries("  one_of", "  - N")(size),
        lambda size: "archetype: five-by-five\nnames:\n  - [" + "Ada, " * size + "]\n",
        lambda size: "archetype: five-by-five\n" + entries("pins", "N: 1")(size),
        lambda size: "rules:\n" + entries("  five-by-five", "  N: 1")(size),
        lambda size: entries("waive", "- {code: five-by-five/N, why: so}")(size),
        lambda size: (
            f"archetype: gamocles\npins: {{equipment: [{{one_of: {[f'n{size}x{n}' for n in range(size)]}}}]}}\n"
        ),
    ],
)
def test_a_gms_file_twice_as_long_is_checked_with_twice_the_work(text: Callable[[int], str]) -> None:
    grows_as_its_input(lambda size: gms_file(text(size)))
