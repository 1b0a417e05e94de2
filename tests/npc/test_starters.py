"""Starter files: those of every game are valid as they are, and with all that they offer."""

import csv
import re
from pathlib import Path

import pytest

from chargen import registry
from chargen.fileio import Input
from chargen.npc import completion, generation, roles, starters
from chargen.sources import check_file, ordering
from chargen.text.diagnostic import Severity
from chargen.text.source import load

GAMES = registry.list_games()
_OFFER = re.compile(r"^( *)# ([a-z_]+:(?: .*)?\n(?:\1#   .*\n)*)", re.MULTILINE)
"""A commented key, and the lines that belong to it."""


def opened(offer: re.Match[str]) -> str:
    """Return commented lines without their hashes."""
    return re.sub(r"^( *)# ", r"\1", offer[0], flags=re.MULTILINE)


def errors(path: Path, text: str) -> list[str]:
    """What the check of a file of that text finds, but for notes."""
    path.write_text(text, encoding="utf-8")
    found = check_file.check_any(Input(path.name, path)).diagnostics
    return [
        f"{diagnostic.place}: {diagnostic.message}" for diagnostic in found if diagnostic.severity is not Severity.NOTE
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["archetype", "campaign"])
def test_what_a_starter_offers_is_in_order(tmp_path: Path, game: str, kind: str) -> None:
    """An archetype and a campaign are valid as they are, with each offer alone, and with all of them."""
    text = getattr(starters, f"write_{kind}")(registry.system(game), "7: the \u201cWatch\u201d")
    path = tmp_path / "starter.yaml"
    assert errors(path, text) == []
    offers = list(_OFFER.finditer(text))
    assert len(offers) > 2
    assert errors(path, _OFFER.sub(opened, text)) == []
    if kind == "archetype":
        for offer in offers:
            assert errors(path, text[: offer.start()] + opened(offer) + text[offer.end() :]) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_offers_every_number_and_switch_as_the_book_has_it(tmp_path: Path, game: str) -> None:
    """Each rule that is one value is there, and with all of them taken in nothing has changed."""
    rules = registry.system(game).rules
    text = _OFFER.sub(opened, starters.write_campaign(registry.system(game)))
    data = load("table.yaml", text.encode()).data
    assert rules.model_validate(data["rules"][game]) == rules()
    simple = {key for key, field in rules.model_fields.items() if isinstance(field.default, (bool, int, str))}
    assert simple <= set(data["rules"][game])


@pytest.mark.parametrize("game", GAMES)
def test_a_random_character_is_legal_and_named(tmp_path: Path, game: str) -> None:
    """It checks, has a name and comments, and notes say how to draw it again: it is what completes an empty file."""
    text = starters.write_character(registry.system(game), "docks")
    assert errors(tmp_path / "kai.yaml", text) == []
    data = load("kai.yaml", text.encode()).data
    drawn = completion.complete(registry.system(game), {}, "docks")
    assert {key: value for key, value in data.items() if key != "notes"} == drawn
    assert data["notes"].endswith(f"chargen new {game} --random --seed docks")
    assert text.count("\n# ") >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_spreadsheet_makes_its_two_npcs(tmp_path: Path, game: str) -> None:
    """One row fixes much, the other leaves it to chance and to a role; both are made as they are."""
    path = tmp_path / "crew.csv"
    path.write_text(starters.write_spreadsheet(registry.system(game)), encoding="utf-8")
    settled, drawn = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    assert len(settled) >= 5
    assert drawn["role"] in roles.list_roles(game)
    assert ordering.read_games(path) == [game]
    ordered = ordering.read_order(game, "", path, "docks")
    assert ordered.order is not None
    names = [generation.make_npc(ordered.order, *row).name for row in enumerate(ordered.rows, 1)]
    assert names == [settled["name"], drawn["name"]]
