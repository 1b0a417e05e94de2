"""House rules that a table may set, and those that make no sense."""

from pathlib import Path

import pytest

from chargen import checking
from chargen.core.failure import Unanswerable
from chargen.fileio import Input
from chargen.games.five_plus.question import Options, reply
from chargen.games.five_plus.rules import Rules
from chargen.testing import check_text
from tests.games.five_plus.concepts import codes, grown


def test_a_campaign_sets_tier_and_points_for_everyone(tmp_path: Path) -> None:
    """A concept that states neither takes both from its campaign file."""
    (tmp_path / "house.yaml").write_text("rules: {five-plus: {creation: points, points: 10, tier: 2}}\n")
    path = tmp_path / "kai.yaml"
    path.write_text(
        "system: five-plus\nname: Kai\ncampaign: house.yaml\nskills: {Axe: 3}\nresistances: {Physical: 3}\n"
    )
    checked = checking.check_input(Input("kai.yaml", path))
    assert codes(checked) == ["budget"]
    path.write_text(path.read_text().replace("Axe: 3", "Axe: 2"))
    checked = checking.check_input(Input("kai.yaml", path))
    assert checked.stats()["Physical"]["tier"] == 2
    assert checked.points()["creation"].available == 1


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"level": 7}, "level"),
        ({"level": -1}, "level"),
        ({"level": 5, "tier": 3}, "level"),
        ({"level": 0, "tier": 7}, "tier"),
    ],
)
def test_a_question_that_makes_no_sense_names_the_option(options: dict[str, int], option: str) -> None:
    """Levels end at 6, and at 7 less the tier; tiers end at 6."""
    with pytest.raises(Unanswerable) as fault:
        reply(Options.model_validate(options), Rules())
    assert fault.value.option == option


def test_a_challenge_can_be_asked_for() -> None:
    """Rolls on average, chances within some rolls and before some failures."""
    found = reply(Options(level=3, actions=1, successes=6), Rules()).odds["challenge"]
    assert set(found) == {"rolls", "within_rolls", "before_failures"}  # type: ignore[arg-type]


def test_a_mark_stays_until_practice_takes_it() -> None:
    """One mark at most (FPL-Q15): a second double that does not raise changes nothing more."""
    checked = grown({"rolled": "Sword", "double": 1}, {"rolled": "Sword", "double": 2})
    assert checked.advanced is not None
    assert checked.advanced.concept.skills["Sword"].marked
    assert [line.what for line in checked.advanced.ledger] == ["Double 1: Sword marked", "Double 2: Sword marked"]


def test_notation_in_a_flow_mapping_and_with_a_slash() -> None:
    """The slash is read as the colon, and the character loads."""
    checked = check_text(
        "system: five-plus\nname: X\nskills: {Shield: 3/2, Sword: 5:1+2}\nresistances: {Physical: 0/3:1, Mind: 3}\n"
    )
    assert codes(checked) == ["slash-notation"]
    assert checked.ok
    assert checked.stats()["Mind"] == {"damage": 0, "level": 3, "tier": 0, "wounds": 0}
