"""Any concept of any game is checked, shown and printed without a crash, and no ledger spends what was not earned."""

import json
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.cli.main import cli
from chargen.exports.data import character_as_json
from chargen.game.npc import Infeasible
from chargen.kit.ledger import Ledger
from chargen.npc import validation
from chargen.schema.parsing import parse
from chargen.testing import check_text
from chargen.testing.trial import BROKEN
from chargen.text.diagnostic import Severity, has_errors
from tests.games.any_concept import ANYTHING, FILES, GAMES, concepts, lines, trial
from tests.npc import check_npc, keeps, made

every_game = pytest.mark.parametrize("game", GAMES)


NOT_PINNED = ("system", "name", "state", "stated", "waive", *FILES)
"""The keys that say nothing of an NPC who is to be made, or that are refused in every archetype."""


@cache
def is_explained(code: str) -> bool:
    return CliRunner().invoke(cli, ["explain", code]).exit_code == 0


def check(data: Any) -> Checked:
    """Check data as a file, which may be text, and assert what is true of every file, with errors or without."""
    checked = check_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False))
    shown = character_as_json(checked)
    json.dumps(shown, allow_nan=False)
    assert shown["ok"] == checked.ok
    for diagnostic in checked.diagnostics:
        assert diagnostic.code != BROKEN, diagnostic.message
        assert is_explained(diagnostic.code), diagnostic.code
        assert diagnostic.message
        place = diagnostic.place
        assert place is not None
        assert 1 <= place.line <= len(checked.source.lines)
        assert 1 <= place.column <= len(checked.source.lines[place.line - 1]) + 1
        assert (place.end_line, place.end_column) >= (place.line, place.column)
    if not checked.ok:
        assert shown["stats"] == shown["points"] == {}
        assert shown["rolls"] == []
    elif checked.game is not None and checked.view is not None:
        assert checking.make_sheet(checked).name == checked.name
        if checked.game.compact is not None:
            assert checking.make_sheet(checked, compact=True).name == checked.name
        if checked.game.card is not None:
            assert checked.game.card(checked.character).name == checked.name
        if not checked.waived:
            assert all(tracker.low <= tracker.high for tracker in checked.view.trackers())
            assert all(points.available is None or points.available >= 0 for points in checked.points().values())
    return checked


@every_game
@given(data=st.data())
def test_no_concept_that_fits_the_schema_crashes(game: str, data: st.DataObject) -> None:
    """Neither as it is, nor where the table waives every rule that it breaks."""
    concept = data.draw(concepts(game))
    check(concept)
    check({**concept, "waive": [{"code": code} for code in registry.system(game).codes()]})


@every_game
@given(data=st.data())
def test_no_unreadable_concept_crashes(game: str, data: st.DataObject) -> None:
    """With anything in place of some values of a good file, diagnostics come."""
    good = data.draw(st.sampled_from([checked.source.data for checked in trial(game).characters]))
    keys = st.sampled_from([*good, *registry.system(game).concept.model_fields])
    check({**good, **data.draw(st.dictionaries(keys, ANYTHING, min_size=1, max_size=4))})


@every_game
@given(data=st.data())
def test_no_ledger_spends_what_was_not_earned(game: str, data: st.DataObject) -> None:
    """After every line of any ledger, legal or not, the balance is at least 0, and in the end it adds up."""
    played = registry.system(game)
    good = data.draw(st.sampled_from([checked.source.data for checked in trial(game).characters]))
    concept = parse(played.concept, {**good, "advancement": data.draw(st.lists(lines(game), max_size=8))}).value
    assert concept is not None
    grown = played.advance(concept, concept.rules)
    assert all(line.balance >= 0 for line in grown.ledger)
    assert grown.account.balance >= 0
    assert all(points.available is None or points.available >= 0 for points in grown.points.values())


@every_game
@given(data=st.data())
def test_a_line_with_an_error_is_free(game: str, data: st.DataObject) -> None:
    """It is listed nowhere and costs nothing, unless it is only not paid for; the character can be derived."""
    played = registry.system(game)
    assert isinstance(played.ledger, Ledger)
    good = data.draw(st.sampled_from([checked.source.data for checked in trial(game).characters]))
    plain, wrong = (
        parse(played.concept, {**good, "advancement": advancement}).value
        for advancement in ([], [data.draw(lines(game))])
    )
    assert plain is not None
    assert wrong is not None
    before, after = played.advance(plain, plain.rules), played.advance(wrong, wrong.rules)
    codes = {diagnostic.code for diagnostic in after.diagnostics if diagnostic.severity is Severity.ERROR}
    if not has_errors(before.diagnostics) and codes - {f"{game}/{played.ledger.payment_name}"}:
        assert after.ledger == ()
        assert after.account.spent == 0
        assert played.view(after, wrong.rules).rolls() is not None


@every_game
@given(data=st.data())
def test_an_npc_keeps_any_pins_or_is_refused_with_the_reason(game: str, data: st.DataObject) -> None:
    """What is made has every pin, and the check finds no error and no warning in it."""
    good = data.draw(st.sampled_from([checked.source.data for checked in trial(game).characters]))
    # An archetype is read before its pins are; a key in another spelling is none here.
    keys = sorted(good.keys() & registry.system(game).concept.model_fields)
    fixed = {key: good[key] for key in data.draw(st.lists(st.sampled_from(keys), unique=True))}
    odd = data.draw(concepts(game))
    pins = {**fixed, **{key: odd[key] for key in data.draw(st.lists(st.sampled_from(sorted(odd)), max_size=1))}}
    pins = {key: value for key, value in pins.items() if key not in NOT_PINNED}
    try:
        npc = made(game, data.draw(st.integers(0, 99)), pins, experience={"award": data.draw(st.integers(0, 12))})
    except Infeasible as refusal:
        is_explained = bool(str(refusal)) and refusal.errors[0].path[0] in {*pins, "experience"}
        assert is_explained, refusal  # noqa: PT017
        return
    assert not validation.disqualifying_diagnostics(check_npc(npc))
    # A single line of the ledger may be written without its list.
    pinned, ledger = (
        lines if isinstance(lines, list) else [lines] for lines in (one.pop("advancement", []) for one in (pins, npc))
    )
    assert keeps(pins, npc)
    assert keeps(pinned, ledger[: len(pinned)])
