"""`chargen advance`: a legal entry is one line, any other leaves the file as it was, to the byte.

What the commands of a campaign print is tested with docs/after-the-session.md.
"""

import json
from pathlib import Path

import pytest

from chargen import registry
from chargen.text.source import load
from tests.cli.running import LARRY, run


def test_what_is_awarded_and_spent_is_taken_back_to_the_byte(larry: Path) -> None:
    before = larry.read_bytes()
    assert run("advance", larry, "award", "5", "--why", "the docks", "--date", "2026-11-20").code == 0
    assert run("advance", larry, "raise", "first aid").code == 0
    entries = load("larry", larry.read_bytes()).data["advancement"]
    assert entries == [{"award": 5, "why": "the docks", "date": "2026-11-20"}, {"raise": "First Aid", "to": 4}]
    assert [run("advance", larry, "undo").code for _ in range(2)] == [0, 0]
    assert larry.read_bytes() == before
    nothing = run("advance", larry, "undo")
    assert (nothing.code, "its ledger has no entries" in nothing.err) == (1, True)


def test_what_the_rules_forbid_is_not_written(larry: Path) -> None:
    """Rule, price and what is left are printed, also with --dry-run."""
    before = larry.read_bytes()
    for more in ((), ("--dry-run",)):
        ended = run("advance", larry, "raise", "Amateur Chef", *more)
        assert (ended.code, ended.out) == (1, "")
        assert "this costs 6 XP and 0 are left: 6 short" in ended.err
        assert "rule: Five by Five 2.5" in ended.err
        assert ended.err.endswith("nothing was written; it costs 6 XP, and 0 XP are left\n")
    slip = run("advance", larry, "raise", "Street Brawlr")
    assert (slip.code, "did you mean `Street Brawler`?" in slip.err) == (1, True)
    assert larry.read_bytes() == before


def test_a_dry_run_is_a_diff(larry: Path) -> None:
    before = larry.read_bytes()
    shown = run("advance", larry, "award", "5", "--dry-run").out
    assert "+advancement:\n+  - {award: 5}\n" in shown
    assert larry.read_bytes() == before


def test_a_file_with_errors_is_not_advanced_but_undone(larry: Path) -> None:
    """Its errors are reported as by `check`; the last entry can still be removed."""
    larry.write_text(LARRY + "advancement:\n  - {raise: Nobody, to: 4}\n", encoding="utf-8")
    refused = run("advance", larry, "award", "5")
    assert (refused.code, "five-by-five/ledger-subject" in refused.err) == (1, True)
    assert run("advance", larry, "undo").code == 0
    assert larry.read_text(encoding="utf-8") == LARRY


def test_where_nothing_can_be_paid_it_lists_what_it_would_take(larry: Path) -> None:
    poor = run("advance", larry)
    assert poor.code == 0
    assert "0 XP left" in poor.out
    assert "needs" in poor.out


def test_history_and_plan_as_json(larry: Path) -> None:
    run("advance", larry, "award", "9")
    run("advance", larry, "raise", "First Aid")
    history = json.loads(run("advance", larry, "history", "--format", "json").out)
    assert [event["lines"][0]["balance"] for event in history] == [9, 5]
    assert history[1]["rolls"][0]["roll"] == "First Aid"
    plan = json.loads(run("advance", larry, "plan", "--goal", "attack", "--points", "20", "--format", "json").out)
    assert list(plan) == ["unspent", "purchases", "plan"]
    keys = ["entry", "label", "price", "roll", "before", "after", "gain_per_point"]
    assert all(list(purchase) == keys for purchase in plan["purchases"])
    assert plan["plan"]["entries"] == [{"raise": "Street Brawler", "to": 9}]
    assert plan["plan"]["price"] == 9
    assert plan["unspent"] == 5


def test_one_word_is_as_good_as_a_name(larry: Path) -> None:
    """What the shell has completed is written as the sheet, or the game's list, has it."""
    assert run("advance", larry, "award", "20").code == 0
    assert run("advance", larry, "raise", "first-aid").code == 0
    assert run("advance", larry, "trade", "cannot-keep-a-secret", "--for", "deep-water").code == 0
    entries = load("larry", larry.read_bytes()).data["advancement"]
    assert entries[1:] == [{"raise": "First Aid", "to": 4}, {"trade": "Cannot Keep a Secret", "for": "Deep Water"}]


@pytest.mark.parametrize("game", registry.list_games())
def test_a_promoted_npc_advances(game: str, tmp_path: Path) -> None:
    """What `batch --to yaml` writes has a ledger like any character's: an award, a purchase, and back to the byte."""
    assert run("batch", game, "-n", "1", "--seed", "docks", "--to", "yaml", "-o", tmp_path).code == 0
    (npc,) = (path for path in tmp_path.rglob("*.yaml") if "\nsystem:" in f"\n{path.read_text('utf-8')}")
    before = npc.read_bytes()
    assert run("advance", npc, "award", "12").code == 0
    plan = json.loads(run("advance", npc, "plan", "--points", "3", "--format", "json").out)
    verb, name = next(iter(plan["purchases"][0]["entry"].items()))
    assert run("advance", npc, verb, name).code == 0
    assert len(load("npc", npc.read_bytes()).data["advancement"]) == 2
    assert [run("advance", npc, "undo").code for _ in range(2)] == [0, 0]
    assert npc.read_bytes() == before


@pytest.mark.parametrize("date", ["2024-02-30", "tomorrow"])
def test_a_day_that_is_none_is_written_with_a_warning(date: str, larry: Path) -> None:
    ended = run("advance", larry, "award", "5", "--date", date)
    assert (ended.code, ended.err) == (
        0,
        f"warning: --date {date} is no day such as 2026-11-20; it is written as it is\n",
    )
    assert f"date: {date}" in larry.read_text(encoding="utf-8").replace('"', "")
    assert run("advance", larry, "award", "1.5").err.endswith("'1.5' is not a valid whole number.\n")
