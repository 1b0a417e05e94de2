"""Test moves on a ledger: legal histories replay to the same character, and undoing them restores the bytes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from chargen import registry
from chargen.checking.concept import Checked, check_source
from chargen.experience import moves
from chargen.game.ledger import Offer
from chargen.kit.ledger_line import Candidate
from chargen.text.diagnostic import Severity
from chargen.text.source import load
from tests.characters import concept
from tests.scale import tenth

GAMES = registry.list_games()


def list_offers(checked: Checked, more: int = 0) -> list[Offer]:
    """Return what a character could buy with ``more`` additional points."""
    now = moves.Present(checked)
    richer = replace(now.account, earned=now.account.earned + more)
    return [offer for offer, _ in now.ledger.purchases(now.state, richer, now.rules, now.words)]


def opened(game: str) -> tuple[Path, Checked]:
    """Return a character of a game, checked as its file is."""
    path = concept(game)
    return path, check_source(load(str(path), path.read_bytes()), path)


@pytest.mark.parametrize("game", GAMES)
def test_random_histories_replay_and_come_back(game: str) -> None:
    """Awards and offers, entry by entry, overspend nothing; the file replays to what each step saw, and comes back."""
    replayed_and_taken_back(*opened(game))


def replayed_and_taken_back(path: Path, first: Checked) -> None:
    """Try random histories of a character, each forth and back."""
    for seed in range(tenth(20)):
        random, checked, before = Random(seed), first, []
        for _ in range(6):
            offers = [offer.entry for offer in list_offers(checked)] if random.random() < 0.7 else []
            entry = random.choice(offers) if offers else {"award": random.randrange(1, 15), "why": "a session"}
            before.append(checked.source.content)
            edit = moves.add_entry(checked, path, entry)
            assert edit.new_errors == (), (entry, edit.new_errors)
            checked = edit.after
            assert checked.advanced is not None
            assert checked.advanced.account.balance >= 0
        again = check_source(load(str(path), checked.source.content), path)
        assert again.advanced is not None
        assert checked.advanced is not None
        assert again.advanced.concept == checked.advanced.concept
        while before:
            checked = moves.remove_last(checked, path).after
            assert checked.source.content == before.pop()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_what_the_check_accepts(game: str) -> None:
    """An entry is offered if the check of the file with it finds nothing but notes, and only then."""
    offered_if_accepted(*opened(game))


def test_a_plug_in_keeps_books_as_well(lanterns: Path) -> None:
    """Histories and offers of a game from outside, which has no line for either."""
    character = check_source(load(str(lanterns), lanterns.read_bytes()), lanterns)
    assert character.ok
    replayed_and_taken_back(lanterns, character)
    offered_if_accepted(lanterns, character)


def offered_if_accepted(path: Path, checked: Checked) -> None:
    """Try all that could be bought, or of very much a part, and look whether it is offered."""
    checked = moves.add_entry(checked, path, {"award": 4}).after
    assert checked.game is not None
    assert checked.advanced is not None
    ledger, words = moves.ledger_of(checked), checked.game.words_with()
    _, state, _ = ledger.replay_lines(checked.advanced.created, checked.rules)
    offered = [offer.entry for offer in list_offers(checked)]
    candidates = [candidate for candidate in ledger.all_candidates(state, checked.rules, words) if candidate.entry]
    for candidate in candidates[:: max(1, len(candidates) // tenth(400))]:
        entry = _as_data(candidate)
        edit = moves.add_entry(checked, path, entry)
        new = [diagnostic for diagnostic in edit.after.diagnostics if diagnostic not in checked.diagnostics]
        accepted = all(diagnostic.severity is Severity.NOTE for diagnostic in new)
        assert accepted == (entry in offered), (entry, new)


def _as_data(candidate: Candidate) -> dict[str, object]:
    """Return the entry of a candidate as a file has it."""
    from chargen.game.plain_data import as_plain

    entry: dict[str, object] = as_plain(candidate.entry)
    return entry


def test_numbers_that_are_left_out_are_those_of_the_next_step() -> None:
    """A verb and a name are enough, in any spelling; an unknown name is left to the rules."""
    path, checked = opened("five-by-five")
    name = next(offer.touches for offer in list_offers(checked, 30) if "raise" in offer.entry)
    entry = moves.complete_entry(checked, {"raise": name.upper()})
    assert entry["raise"] == name
    assert isinstance(entry["to"], int)
    unknown = moves.complete_entry(checked, {"raise": "Juggling"})
    errors = moves.add_entry(checked, path, unknown).new_errors
    assert [diagnostic.code for diagnostic in errors] == ["five-by-five/ledger-subject"]
    assert moves.price(checked, entry) == (entry["to"], 0)
    assert moves.add_entry(checked, path, entry).new_errors


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rules: {facade: {creation: pool-buy}}\n", "and a ledger belongs to a character"),
        ("just a line\n", "and a ledger belongs to a character"),
    ],
)
def test_a_file_without_a_character_gets_no_entry(text: str, why: str) -> None:
    """Whatever else it holds, the message says that it has no ledger."""
    path = Path("other.yaml")
    checked = check_source(load(path.name, text.encode()), path)
    with pytest.raises(ValueError, match=why):
        moves.add_entry(checked, path, {"award": 3})
    with pytest.raises(ValueError, match=why):
        moves.remove_last(checked, path)
