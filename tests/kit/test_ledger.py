"""A ledger is judged line by line in every game: slips hide nothing, and what is waived counts as legal."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import yaml

from chargen import registry
from chargen.checking.concept import Checked, check_data
from chargen.testing import check_text
from chargen.text.diagnostic import Diagnostic, error

CREATED: dict[str, dict[str, Any]] = {
    "five-by-five": {
        "descriptors": {"Swordplay": 6, "Cook": 4, "Singer": 4, "Swimmer": 2, "Liar": -5},
        "hit_points": 2,
        "weapons": ["knife"],
    },
    "facade": {
        "attributes": {
            "body": {"strength": 3, "stamina": 3, "health": 3},
            "action": {"finesse": 3, "grace": 3, "agility": 3},
            "mind": {"reason": 3, "insight": 3, "perception": 3},
            "persona": {"poise": 3, "charisma": 3, "wits": 3},
            "soul": {"creativity": 3, "luck": 3, "will": 3},
        },
        "skills": {"Martial": {"level": 2, "attribute": "agility", "Swords": {"level": 2, "Rapier": 2}}},
        "rules": {"extra_points": 0},
    },
    "gamocles": {
        "traits": {"grit": 3, "instinct": 2, "movement": 3, "reason": 1, "will": 3},
        "skills": {"combat": 1, "defence": 1},
    },
    "five-plus": {"skills": {"Sword": 3, "Persuade": 2}, "resistances": {"Physical": 3}},
    "roll-when-you-need": {"abilities": {"poise": 3, "guns": 2}, "talents": ["Quick fix"]},
}
"""A character of each game, as created, in order."""

BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "five-by-five": ({"raise": "Liar", "to": 0}, "poor-stays"),
    "facade": ({"raise": "will", "to": 2}, "upwards"),
    "gamocles": ({"change": "grit", "to": -1}, "changed-traits"),
    "five-plus": ({"raise": "Sword", "to": 2}, "raise-upwards"),
    "roll-when-you-need": ({"change": "poise", "to": 7}, "ledger-rating"),
}
"""A line that breaks a rule after any other lines, and the rule."""

UNPAID: dict[str, tuple[dict[str, Any], str]] = {
    "five-by-five": ({"raise": "Cook", "to": 6}, "experience"),
    "facade": ({"raise": "luck", "to": 6}, "experience"),
    "gamocles": ({"change": "combat", "to": 2, "points": 4}, "experience"),
    "five-plus": ({"raise": "Persuade", "to": 4}, "milestone-points"),
    "roll-when-you-need": ({"change": "guns", "to": 3, "points": 4}, "experience"),
}
"""A line that costs more than 3, and the rule that asks for it."""

GAMES = sorted(CREATED)


def made(game: str, *ledger: Any, **more: Any) -> Checked:
    """A character of a game with a ledger; ``more`` are further keys of the concept."""
    data = {"system": game, "name": "Kai", **CREATED[game], **more, "advancement": list(ledger)}
    return check_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def errors(checked: Checked) -> list[str]:
    """The codes of the errors, without the game."""
    return [diagnostic.code.partition("/")[2] for diagnostic in checked.diagnostics if diagnostic.severity == "error"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "slip", [{"award": "ten"}, {"award": 9, "why": 3}, {"awrd": 9}, 7, {"award": 9, "date": ["x"]}]
)
def test_a_line_that_cannot_be_read_hides_no_other(game: str, slip: Any) -> None:
    """Every other line is checked, wherever the broken one is."""
    line, rule = BROKEN[game]
    for ledger in ((slip, line), (line, slip), (slip, line, {"award": 1})):
        found = errors(made(game, *ledger))
        assert rule in found
        assert any(code in found for code in ("wrong-type", "unknown-key", "not-a-mapping"))
        assert len(found) == 2, found


@pytest.mark.parametrize("game", GAMES)
def test_after_an_award_that_cannot_be_read_nothing_is_unpaid(game: str) -> None:
    """What is left is unknown; before that award it was known, and after a bad note still is.

    Nor are points spent that may not be there.
    """
    line, rule = UNPAID[game]
    assert errors(made(game, {"award": 3}, line)) == [rule]
    for award in ({"award": "ten"}, {"awrd": 10}, {"award": 10, "to": "x"}, "ten"):
        after = made(game, {"award": 3}, award, line)
        assert rule not in errors(after)
        assert after.advanced is not None
        assert [entry.balance for entry in after.advanced.ledger] == [3, 3]
        assert rule in errors(made(game, {"award": 3}, line, award))
    assert rule in errors(made(game, {"award": 3, "why": 7}, line))


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_at_creation_does_not_silence_the_ledger(game: str) -> None:
    """A value that cannot be read leaves alone everything that does not depend on it."""
    slips: dict[str, dict[str, Any]] = {
        "five-by-five": {"descriptors": {**CREATED[game].get("descriptors", {}), "Singer": "four"}},
        "facade": {"attributes": {**CREATED[game].get("attributes", {}), "mind": {"reason": "x", "insight": 3}}},
        "gamocles": {"skills": {"combat": 1, "stealth": 1, "defence": "x"}},
        "five-plus": {"skills": {"Sword": 3, "Persuade": 2, "Sailing": "x"}},
        "roll-when-you-need": {"abilities": {"poise": 3, "guns": 2, "art": "x"}},
    }
    line, rule = BROKEN[game]
    assert rule in errors(made(game, line, **slips[game]))


def test_what_rests_on_a_value_that_cannot_be_read_is_not_judged() -> None:
    """A raise of it is neither too far nor unpaid; afterwards it is known."""
    descriptors = {**CREATED["five-by-five"]["descriptors"], "Singer": "four"}
    raises = ({"award": 18}, {"raise": "Singer", "to": 6}, {"raise": "Singer", "to": 12})
    assert errors(made("five-by-five", *raises, descriptors=descriptors)) == ["wrong-type", "one-rank"]
    skills = {"Sword": "x", "Persuade": 2}
    assert errors(made("five-plus", {"award": 1}, {"raise": "Sword", "to": 4}, skills=skills)) == ["wrong-type"]
    attributes = {**CREATED["facade"]["attributes"], "body": {"strength": "x", "stamina": 3, "health": 3}}
    ledger = ({"raise": "strength", "to": 4}, {"raise": "will", "to": 4}, {"raise": "luck", "to": 6})
    assert errors(made("facade", *ledger, attributes=attributes)) == ["wrong-type", "experience"]
    assert errors(made("gamocles", {"lose": "Red Mist"}, variations=[{"name": 7}])) == ["wrong-type"]
    assert errors(made("roll-when-you-need", {"lose": "Quick fix"}, talents=[{"name": 7}])) == ["wrong-type"]


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_line_is_done_and_paid(game: str) -> None:
    """What breaks a rule that the table waives changes what it says; it is a note, and the foot says so."""
    line, rule = BROKEN[game]
    checked = made(game, {"award": 99}, line, waive={"code": f"{game}/{rule}", "why": "a gift"})
    assert checked.ok, checked.diagnostics
    assert f"Waived: {game}/{rule}: a gift" in checked.waived
    assert checked.advanced is not None
    assert len(checked.advanced.ledger) == 2
    values = {roll.id: roll.value for roll in checked.rolls()}
    expected = {
        "five-by-five": ("liar", 0),
        "facade": ("will", 2),
        "gamocles": ("grit-combat", 0),
        "five-plus": ("sword", 2),
        "roll-when-you-need": ("poise", 7),
    }
    name, value = expected[game]
    assert values[name] == value


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_price_is_paid_below_zero(game: str) -> None:
    """The balance of the ledger goes below 0, and what is spent is more than what was earned."""
    line, rule = UNPAID[game]
    checked = made(game, {"award": 3}, line, waive={"code": f"{game}/{rule}"})
    assert checked.ok, checked.diagnostics
    assert checked.advanced is not None
    gained, paid = checked.advanced.ledger
    assert gained.change == 3
    assert paid.change <= -4
    assert paid.balance == 3 + paid.change < 0


@pytest.mark.parametrize("game", GAMES)
def test_a_waived_line_that_does_several_things_does_them_all(game: str) -> None:
    """In the order of the game's verbs, each with its price."""
    line, _ = UNPAID[game]
    checked = made(game, {"award": 99, **line}, waive={"code": f"{game}/ledger-line"})
    assert checked.ok, checked.diagnostics
    assert checked.advanced is not None
    assert [entry.change > 0 for entry in checked.advanced.ledger] == [True, False]


@pytest.mark.parametrize("game", ["gamocles", "roll-when-you-need"])
def test_a_ledger_without_an_award_is_no_error(game: str) -> None:
    """The text has no prices, so that a table which counts no points is not asked for any."""
    line, _ = UNPAID[game]
    checked = made(game, line)
    assert checked.ok, checked.diagnostics


@pytest.mark.parametrize("game", ["five-by-five", "facade", "five-plus"])
def test_where_the_text_has_prices_what_is_bought_is_earned(game: str) -> None:
    """Without an award there is nothing to buy with."""
    line, rule = UNPAID[game]
    assert errors(made(game, line)) == [rule]


def test_the_rules_of_all_lines_judge_awards_too() -> None:
    """A game may limit what is awarded at once."""

    def small_awards(line: Any, before: Any, rules: Any) -> Iterator[Diagnostic]:
        if (line.award or 0) > 5:
            yield error("an award is at most 5", "award")

    gamocles = registry.system("gamocles")
    ledger: Any = gamocles.ledger
    strict = replace(gamocles, ledger=replace(ledger, line_rules=(small_awards,)))
    data = {"system": "gamocles", "name": "Kai", **CREATED["gamocles"], "advancement": [{"award": 9}, {"award": 3}]}
    assert errors(check_data(strict, data)) == ["small-awards"]


REFUSED: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    "five-by-five": [
        ({"add": "Brewer", "value": 4}, {"raise": "Brewer", "to": 6}),
        ({"add": "Brewer", "value": 5}, {"raise": "Brewer", "to": 6}),
        ({"add": "Brewer", "value": 2, "to": 4}, {"raise": "Brewer", "to": 4}),
        ({"add": "Brewer", "exclusive": ["attack", "dodge"]}, {"raise": "Brewer", "to": 4}),
        ({"add": "Brewer", "value": "two"}, {"raise": "Brewer", "to": 4}),
        ({"raise": "Swimmer", "to": 6}, {"raise": "Swimmer", "to": 9}),
        ({"raise": "Swimmer", "to": 6}, {"raise": "Swimmer", "to": 4}),
        ({"raise": "Swimer", "to": 4}, {"raise": "Swimmer", "to": 6}),
        ({"raise": "hit_points", "to": 14}, {"raise": "hit_points", "to": 6}),
        ({"trade": "Cook", "for": "Lazy"}, {"trade": "Lazy", "for": "Late"}),
        ({"trade": "Cook", "for": "Lazy"}, {"raise": "Cook", "to": 6}),
        ({"exchange": "Liar", "for": "Lazy"}, {"trade": "Lazy", "for": "Late"}),
        ({"exchange": "Coco", "for": "Baker"}, {"exchange": "Baker", "for": "Brewer"}),
        ({"add": "Singer", "value": 2}, {"raise": "Singer", "to": 6}),
        ({"add": "Brewer", "raise": "Cook", "to": 6}, {"raise": "Brewer", "to": 4}),
    ],
    "facade": [
        ({"add": "Medicine", "level": -1}, {"raise": "Medicine", "to": 2}),
        ({"add": "Medicine", "level": 2, "points": 2}, {"raise": "Medicine", "to": 3}),
        ({"add": "Medicine"}, {"raise": "Medicine", "to": 3}),
        ({"add": "Arts > Music > Strings > Lute", "level": 1}, {"raise": "Lute", "to": 2}),
        ({"raise": "will", "to": 9}, {"raise": "luck", "to": 4}),
        ({"raise": "will", "to": 2}, {"raise": "will", "to": 4}),
        ({"raise": "wil", "to": 4}, {"raise": "will", "to": 5}),
        (
            {"modifier": {"name": "Deft", "category": "action", "cost": "minor", "level": 0}},
            {"raise": "Deft", "to": 2},
        ),
        (
            {"modifier": {"name": "Deft", "category": "action", "cost": "minor", "level": -7}},
            {"buy_off": "Deft"},
        ),
        (
            {"background": {"name": "Kin", "class": "allies", "kind": "standard", "cost": "minor", "level": 0}},
            {"background": {"name": "Kin"}, "to": 2},
        ),
        ({"background": {"name": "Kin", "class": "allies", "kind": "standard"}}, {"lose": "Kin"}),
        ({"background": {"name": "Kin"}}, {"lose": "Kin"}),
    ],
    "gamocles": [
        ({"gain": {"name": "Red Mist", "requires": {"combat": 9}}}, {"lose": "Red Mist"}),
        ({"gain": {"name": "Red Mist", "requires": {"courage": 1}}}, {"lose": "Red Mist"}),
        ({"gain": {"name": "Red Mist", "points": 2}, "points": 2}, {"lose": "Red Mist"}),
        ({"gain": {"name": "Red Mist", "points": "two"}}, {"lose": "Red Mist"}),
    ],
    "five-plus": [
        ({"add": "Sailing", "level": 9}, {"rolled": "Sailing", "double": 6}),
        ({"add": "Sailing"}, {"raise": "Sailing", "to": 3}),
        ({"add": "Sailing", "level": 1, "tier": "x"}, {"raise": "Sailing", "to": 3}),
        ({"raise": "Sword", "to": 9}, {"rolled": "Sword", "double": 6}),
        ({"raise": "Swrod", "to": 4}, {"raise": "Sword", "to": 5}),
    ],
    "roll-when-you-need": [
        ({"gain": {"quality": {"name": "Silent", "benefit": "Unheard"}}}, {"lose": "Silent"}),
        ({"gain": {"talent": "Climb", "quality": {"name": "Silent"}}}, {"lose": "Silent"}),
        ({"gain": {"talent": "Quick fix"}}, {"lose": "Quick fix"}),
        ({"change": "poise", "to": 9}, {"change": "guns", "to": 3}),
    ],
}
"""A line that breaks a rule, and one that is right if the first is mended."""


TWICE: dict[str, tuple[dict[str, Any], str]] = {
    "five-by-five": ({"add": "Brewer", "value": 2}, "ledger-subject"),
    "facade": (
        {"modifier": {"name": "Deft", "category": "action", "cost": "minor", "level": 1}},
        "ledger-subject",
    ),
    "gamocles": ({"gain": {"name": "Red Mist"}}, "gained-name"),
    "five-plus": ({"add": "Sailing", "level": 1}, "new-descriptor"),
    "roll-when-you-need": ({"gain": {"talent": {"name": "Climb"}}}, "ledger-subject"),
}
"""A line that adds something new, and the rule that a second line for the same breaks."""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_new_is_new_once(game: str) -> None:
    """Also where the first line of two has an unknown key."""
    line, rule = TWICE[game]
    assert errors(made(game, {"award": 99}, line)) == []
    assert errors(made(game, {"award": 99}, line, line)) == [rule]
    assert sorted(errors(made(game, {"award": 99}, {**line, "colour": "red"}, line))) == sorted(["unknown-key", rule])
    [(verb, new)] = [(key, value) for key, value in line.items() if key in ("add", "modifier", "gain")]
    if isinstance(new, dict):
        inside = {**line, verb: {**new, "colour": "red"}}
        assert sorted(errors(made(game, {"award": 99}, inside, line))) == sorted(["unknown-key", rule])


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_key_changes_nothing(game: str) -> None:
    """The line does what its other keys say: what is awarded and bought counts for the lines after it."""
    line, rule = UNPAID[game]
    assert errors(made(game, {"award": 99, "colour": "red"}, line)) == ["unknown-key"]
    assert errors(made(game, {"award": 1, "colour": "red"}, line)) == ["unknown-key", rule]
    assert set(errors(made(game, {"award": 1}, {**line, "colour": "red"}))) == {"unknown-key", rule}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("between", [[], [{"award": 1}]])
def test_a_refused_line_is_what_the_player_meant(game: str, between: list[Any]) -> None:
    """Its newcomer and its number are there for the lines after it, which get no errors from it."""
    for refused, right in REFUSED[game]:
        found = made(game, {"award": 99}, refused, *between, right).diagnostics
        places = {each.path[:2] for each in found if each.severity == "error"}
        assert places == {("advancement", 1)}, (refused, right, found)


def test_lines_after_a_refused_one_are_judged() -> None:
    """They go on from what it means, and what is wrong with and without it is told."""
    late = made("five-by-five", {"award": 99}, {"add": "Brewer", "value": 4}, {"raise": "Brewer", "to": 12})
    assert [each.message for each in late.diagnostics if each.severity == "error"][1:] == [
        "`Brewer` is at 4; the next rank is 6, not 12"
    ]
    gained = {"gain": {"talent": "Climb"}}
    assert errors(made("roll-when-you-need", {"gain": {"quality": "Silent"}}, gained, gained)) == [
        "ledger-quality",
        "ledger-subject",
    ]
    unpaid = made("five-by-five", {"award": 5}, {"add": "Brewer", "value": 4}, {"raise": "Cook", "to": 6})
    assert errors(unpaid) == ["new-descriptor", "experience"]
