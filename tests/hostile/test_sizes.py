"""Work grows with the size of a file and the number of its errors, and not with the square of them."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from chargen.testing import check_text
from chargen.text import limits
from tests.cli.running import LARRY
from tests.hostile.bounded import bounded
from tests.hostile.conftest import copied
from tests.scale import some

MANY = 4 * limits.ENTRIES


REFUSED: Mapping[str, tuple[str, str | None]] = MappingProxyType(
    {
        "23": ("error[batch/unlawful]", None),
        "04": ("error[concept/too-many]", None),
        "07-extends-doubling/c1.yaml": ("these are more than 100 archetypes", None),
        "05": ("error[yaml/doubled-key]", None),
        "options": (
            "no NPC can be made with 10 options of draws; fix them to have the others tried",
            f"archetype: five-by-five\npins: {{hit_points: {{one_of: {list(range(15, 4_015, 2))}}}}}\n",
        ),
        "09": ("has more than 25 million pixels", None),
        "06": ("error[facade/", None),
        "08": ("is a drawing of more than 10,000 steps", None),
        "keys": ("error[yaml/doubled-key]", "system: five-by-five\nname: Q\n" + "k: 1\n" * 45_000),
        "ledger": (
            "`advancement` has 1,000 entries; beside 1,004 values, 298 is the most",
            "system: facade\nname: Q\nskills:\n"
            + "".join(f"  S{number}: 1\n" for number in range(1_000))
            + f"advancement: [{'{raise: S1, to: 2}, ' * 1_000}]\n",
        ),
        "draws": (
            "the draws have 19,981 options; beside 22 values, 4,545 is the most",
            "archetype: five-by-five\npins:\n  equipment:\n" + f"  - {{one_of: [{'a, ' * 1_000}]}}\n" * 20,
        ),
    }
)
"""The worst files that are known, what is said of each, and its text where it is no file of the folder."""
SECONDS, OF_A_GOOD_ONE = 2.0, 0.3
"""What the check of any of them takes at most, and that of a character in order, on the same processor at rest."""


def slowness(folder: Path) -> float:
    """How many times as long as on a processor at rest everything takes here and now; once, where it is no longer."""
    good = folder / "in-order.yaml"
    good.write_text(LARRY, encoding="utf-8")
    return max(1.0, bounded("check", good.name, folder=folder).seconds / OF_A_GOOD_ONE)


@pytest.mark.parametrize("name", some(list(REFUSED), 3))
def test_any_refused_file_takes_two_seconds_and_300_megabytes(name: str, folder: Path) -> None:
    """In a process of its own, with all that is loaded; on a slower machine, as many times as long."""
    said, text = REFUSED[name]
    path = folder / name if "/" in name else folder / f"{name}.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    elif "/" in name:
        copied(name.partition("/")[0], folder)
    else:
        path = copied(name, folder)
    ended = bounded("check", path.relative_to(folder), folder=folder, seconds=30, megabytes=300)
    assert (ended.code, ended.err) == (1, "")
    assert said in ended.out
    assert ended.seconds < SECONDS or ended.seconds < slowness(folder) * SECONDS


@pytest.mark.parametrize(
    "lines",
    [
        "system: facade\nskills:\n" + "".join(f"  S{number}: {{level: 1}}\n" for number in range(MANY)),
        "system: five-by-five\nequipment:\n" + "  - 1\n" * MANY,
        "system: facade\nadvancement:\n" + "  - {modifier: {name: M, level: 1}}\n" * MANY,
    ],
)
def test_a_list_of_thousands_is_not_looked_into(lines: str) -> None:
    diagnostics = check_text(f"name: Q\n{lines}").diagnostics
    assert [diagnostic.code for diagnostic in diagnostics] == ["concept/too-many"]
    assert "has 4,000 entries; 1,000 is the most" in diagnostics[0].message
    assert diagnostics[0].place is not None
    assert diagnostics[0].place.line == 3


def test_a_thousand_schema_errors_are_reported_one_by_one_and_the_rest_is_counted() -> None:
    """One more diagnostic says how many values, and how many doubled keys, are not reported."""
    (more,) = (each for each in check_text("k: 1\n" * 45_000).diagnostics if "more keys" in each.message)
    assert more.message == "43,999 more keys are written twice, the first of them here"
    lists = "".join(f"key{number}:\n" + "  - [1]\n" for number in range(900))
    wrong = "equipment:\n" + "  - 1\n" * 900
    diagnostics = check_text(f"system: five-by-five\nname: Q\n{lists}{wrong}").diagnostics
    (more,) = [diagnostic for diagnostic in diagnostics if diagnostic.code == "concept/too-many"]
    assert more.message == "800 more values do not fit"
    assert sum(diagnostic.code in ("concept/unknown-key", "concept/wrong-type") for diagnostic in diagnostics) == 1_000


def test_the_largest_numbers_of_gamocles_are_drawn_in_seconds(folder: Path) -> None:
    """Scores of 999 beside scores of 2 make charts that end: each goes over its own pool's totals."""
    text = "system: gamocles\nname: Big\ntraits: {grit: 2, instinct: 2, movement: 999, reason: 2, will: 2}\n"
    (folder / "big.yaml").write_text(f"{text}skills: {{combat: 999, subtlety: -999}}\n", encoding="utf-8")
    ended = bounded("render", "big.yaml", "--to", "html", folder=folder, seconds=20)
    assert ended.code == 0, ended.out + ended.err
