"""From a file to a character: numbers that the file repeats, pencils, waivers, and what a sheet's foot says."""

import pytest

from chargen import checking, registry
from chargen.core.source import load
from chargen.testing import check_text
from tests.games.five_by_five.concepts import MARA, codes, mara


def test_a_sheet_of_the_book_alone_says_nothing_of_options() -> None:
    """Where nothing differs, only the source stands on the foot."""
    assert len(checking.make_sheet(mara()).foot) == 1


def test_a_broken_character_has_no_sheet() -> None:
    """Neither has a file that is no character."""
    for checked in (mara(hit_points=6), check_text("rules: {five-by-five: {}}\n"), check_text("")):
        with pytest.raises(ValueError, match="only a character without errors"):
            checking.make_sheet(checked)


def test_a_made_concept_checks_as_its_file_would() -> None:
    """In order, nothing is written; where something is found, it has its line in the text that would have been."""
    system = registry.system("five-by-five")
    valid = checking.check_written(system, MARA)
    assert valid.diagnostics == ()
    assert valid.source.text == ""
    assert valid.stats() == mara().stats()
    broken = checking.check_written(system, {**MARA, "hit_points": "four", "shield": 3}, name="made.yaml")
    assert [(diagnostic.code, diagnostic.file) for diagnostic in broken.diagnostics] == [
        ("concept/wrong-type", "made.yaml")
    ] * 2
    lines = [broken.source.lines[diagnostic.place.line - 1] for diagnostic in broken.diagnostics if diagnostic.place]
    assert lines == ["hit_points: four", "shield: 3"]
    assert codes(broken) == codes(mara(hit_points="four", shield=3))


def test_the_rules_of_many_concepts_are_one_object() -> None:
    """Where nothing is stated, or the same as before, a game is handed the very same rules again."""
    system = registry.system("five-by-five")
    plain, other = system.concept.model_validate(MARA), system.concept.model_validate({**MARA, "name": "Bo"})
    assert checking.rules(system, plain) is checking.rules(system, other)
    aspects = system.concept.model_validate({**MARA, "rules": {"aspects": True}})
    again = system.concept.model_validate({**MARA, "rules": {"aspects": True}})
    assert checking.rules(system, aspects) is checking.rules(system, again)
    assert checking.rules(system, aspects) != checking.rules(system, plain)
    off = system.concept.model_validate({**MARA, "rules": {"aspects": False}})
    assert checking.rules(system, off) == checking.rules(system, plain)
    assert checking.rules(system, aspects) is checking.rules(system, again), "after others, too"
    waived = [mara(name=name, waive=["five-by-five/values"]).rules for name in ("Mara", "Bo")]
    assert waived[0] is waived[1] is not None


STARTERS = {key: registry.system(key).new_concept("Kai") for key in registry.list_games()}


def test_attributes_of_facade_may_stand_as_the_book_lists_them() -> None:
    """Each of the fifteen belongs to one category; what is wrong with one is reported at its place."""
    start = STARTERS["facade"].index("attributes:")
    nested = STARTERS["facade"][start:].partition("\n\n")[0]
    flat = "attributes:\n" + "".join(
        f"  {pair.strip()}\n"
        for line in nested.splitlines()[1:]
        for pair in line.partition("{")[2].rstrip("}").split(",")
    )
    text = STARTERS["facade"].replace(nested, flat)
    assert checking.check_source(load("kai.yaml", text.encode()), None).ok
    wrong = load("kai.yaml", text.replace("wits: 3", "wits: three").encode())
    (diagnostic,) = checking.check_source(wrong, None).diagnostics
    assert diagnostic.message == '`wits` must be a whole number; found the text "three"'
    assert diagnostic.place is not None
    assert wrong.lines[diagnostic.place.line - 1] == "  wits: three"
