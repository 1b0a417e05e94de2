"""From a file to a character."""

import pytest

from chargen import checking, registry
from chargen.testing import check_text
from chargen.text.source import load
from tests.games.five_by_five.concepts import mara
from tests.scale import some


def test_a_broken_character_has_no_sheet() -> None:
    for checked in (mara(hit_points=6), check_text("rules: {five-by-five: {}}\n"), check_text("")):
        with pytest.raises(ValueError, match="only a character without errors"):
            checking.make_sheet(checked)


def test_attributes_of_facade_need_no_categories() -> None:
    """Each of the fifteen belongs to one; an error of one is reported at its place."""
    starter = registry.system("facade").new_concept("Kai")
    nested = starter[starter.index("attributes:") :].partition("\n\n")[0]
    flat = "attributes:\n" + "".join(
        f"  {pair.strip()}\n"
        for line in nested.splitlines()[1:]
        for pair in line.partition("{")[2].rstrip("}").split(",")
    )
    text = starter.replace(nested, flat)
    assert checking.check_source(load("kai.yaml", text.encode()), None).ok
    wrong = load("kai.yaml", text.replace("wits: 3", "wits: three").encode())
    (diagnostic,) = checking.check_source(wrong, None).diagnostics
    assert diagnostic.message == '`wits` must be a whole number; found the text "three"'
    assert diagnostic.place is not None
    assert wrong.lines[diagnostic.place.line - 1] == "  wits: three"


@pytest.mark.parametrize("system", ["system: five-bye-five\n", "system: [facade]\n", ""])
def test_without_a_game_what_every_game_asks_for_is_judged(system: str) -> None:
    found = check_text(f"{system}name: {{a: b}}\nnotes: [1]\nhit_points: 4\n").diagnostics
    assert [each.path for each in found] == [("system",), ("name",), ("notes",)]


FIXED = [(key, name) for key in registry.list_games() for name in registry.system(key).rules.fixed]


@pytest.mark.parametrize(("key", "name"), some(FIXED, 20))
def test_a_number_of_the_book_is_no_setting(key: str, name: str) -> None:
    rules = registry.system(key).rules
    found = check_text(f"system: {key}\nname: Kai\nrules: {{{name}: 1}}\n").diagnostics
    (fixed,) = [diagnostic for diagnostic in found if "fixed by the book" in diagnostic.message]
    assert (fixed.message, fixed.line) == (f"`{name}` is fixed by the book ({rules.fixed[name]})", 3)
    assert all(f"{setting}" in fixed.hint for setting in rules.model_fields)
