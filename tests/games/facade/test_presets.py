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
    checked = [checking.check_input(Input(path.name, path)) for path in files]
    for preset in checked:
        assert not [one.message for one in preset.diagnostics if one.severity is not Severity.NOTE], preset.source.name
        assert checking.make_sheet(preset).name == preset.name
        assert preset.source.lines[0].startswith("# Façade")
    rules = [preset.rules for preset in checked]
    assert any(getattr(rule, "skills", "") == "cascade" for rule in rules)
    assert any(getattr(rule, "creation", "") == "pool-buy" for rule in rules)
    assert any(preset.advanced and preset.advanced.ledger for preset in checked)
