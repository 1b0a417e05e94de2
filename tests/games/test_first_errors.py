"""One cause is reported once: no second error follows from it, and no note is about a line that is refused."""

import pytest

from chargen.testing import check_text
from chargen.text.diagnostic import Severity

SIX = (
    "system: five-by-five\nname: Kai\nequipment: [Rope]\ndescriptors: {Brawler: {value: 6, exclusive: attack}, "
    "Chef: 4, Scout: 2, Medic: 2, Shy: -5}\n"
)
PLUS = "system: five-plus\nname: Kai\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SIX + "hit_points: 12\nadvancement: [{award: 6}, {raise: hit_points, to: 4}]", "hit-points-value"),
        (SIX + "hit_points: 4\nadvancement: [{award: 6}, {trade: Nope, for: Slow}]", "ledger-subject"),
        (SIX + "hit_points: 4\nadvancement: [{award: 6}, {exchange: Nope, for: Slow}]", "ledger-subject"),
        (SIX + "hit_points: 4\nadvancement: [{award: 1}, {trade: Shy, for: Slow}]", "experience"),
        (
            PLUS + "resistances: {Body: 3}\nskills: {Sword: 3, sword: 2}\nadvancement: [{rolled: Sword, double: 3}]",
            "names",
        ),
        (PLUS + "resistances: {Mind: 8}\nskills: {Sword: 3}\nadvancement: [{raise: Mind, to: 2}]", "levels"),
        (PLUS + "resistances: {Mind: 3}\nskills: {Sword: 8}\nadvancement: [{raise: Sword, to: 5}]", "levels"),
        (
            PLUS + "resistances: {Mind: 3}\nskills: {Sword: 3}\nadvancement: [{add: Sword, level: 2}]",
            "new-descriptor",
        ),
        (
            SIX + "hit_points: 4\nadvancement: [{award: 9}, {raise: Scout, to: four}, {raise: Scout, to: 6}]",
            "wrong-type",
        ),
        (
            PLUS + "resistances: {Mind: 3}\nskills: {Sword: 3, Spear: 3}\nadvancement: [{rolled: Sword, double: one}, "
            "{rolled: Spear, double: 1}, {practice: [Sword, Spear], for: Sword}]",
            "wrong-type",
        ),
        (
            PLUS
            + "resistances: {Mind: 3}\nskills: {Sword: {level: 3, marked: true}, Spear: {level: 3, marked: true}}\n"
            "advancement: [{practice: [Sowrd, Spear], for: Sword}]",
            "ledger-subject",
        ),
        (PLUS + "resistances: {Mind: {level: 3, wounds: one, wound_names: [Cold]}}\nskills: {Sword: 3}", "wrong-type"),
        (
            "system: roll-when-you-need\nname: Kai\nabilities: {poise: 3, resilience: 2}\ntalents: [{name: Mail}]\n"
            "qualitie: [{name: Shy, benefit: a, drawback: b}]\nrules: {ability_points: 3}\nadvancement: [{lose: Shy}]",
            "unknown-key",
        ),
        (
            "system: gamocles\nname: Kai\ntraits: {grit: 2, instinct: 2, movement: 2, reason: 2, will: 2}\n"
            "rules: {trait_points: 10, skill_points: 0}\nvariation: [{name: Cold}]\nadvancement: [{lose: Cold}]",
            "unknown-key",
        ),
    ],
)
def test_the_first_error_is_all_that_is_reported(text: str, expected: str) -> None:
    found = [each for each in check_text(text).diagnostics if each.severity is not Severity.WARNING]
    assert [each.code.partition("/")[2] for each in found] == [expected]


@pytest.mark.parametrize(("line", "is_noted"), [("{lose: Dutchy}", False), ("{lose: Kin}", True)])
def test_a_background_that_is_not_there_is_not_lost_for_free(line: str, is_noted: bool) -> None:
    kin = "{name: Kin, class: resources, kind: standard, cost: simple, level: 1}"
    text = f"system: facade\nname: Kai\nbackgrounds: [{kin}]\nadvancement: [{line}]\n"
    codes = {each.code for each in check_text(text).diagnostics}
    assert ("facade/free-background" in codes, "facade/ledger-subject" in codes) == (is_noted, not is_noted)
