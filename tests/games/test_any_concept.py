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
from chargen.schema.parsing import parse
from chargen.testing import check_text
from chargen.testing.trial import BROKEN
from tests.games.any_concept import GAMES, concepts, lines, trial

every_game = pytest.mark.parametrize("game", GAMES)


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
