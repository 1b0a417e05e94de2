"""Façade's ready characters are in order, and show each way to make one."""

from pathlib import Path

from chargen import checking
from chargen.core.diagnostic import Severity
from chargen.fileio import Input

PRESETS = Path(__file__).parents[3] / "presets" / "concepts" / "facade"


def test_presets_are_in_order_and_show_every_way() -> None:
    """At least six; one by cascade, one by pool buy, one advanced; none with an error or a warning."""
    files = sorted(PRESETS.glob("*.yaml"))
    assert len(files) >= 6
    checked = [checking.check(Input(path.name, path)) for path in files]
    for each in checked:
        assert not [one.message for one in each.diagnostics if one.severity is not Severity.NOTE], each.source.name
        assert checking.sheet(each).name == each.name
        assert each.source.lines[0].startswith("# Façade")
    rules = [each.rules for each in checked]
    assert any(getattr(rule, "skills", "") == "cascade" for rule in rules)
    assert any(getattr(rule, "creation", "") == "pool-buy" for rule in rules)
    assert any(each.advanced and each.advanced.ledger for each in checked)
