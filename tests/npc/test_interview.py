"""What `new --ask` prints beside each choice."""

from chargen import checking, registry
from chargen.core.game import View
from chargen.core.parsing import parse
from chargen.core.source import load
from chargen.npc import interview
from tests.cli.running import LARRY


def view(text: str) -> View:
    """Return the view of a character, legal or not, as the interview has it."""
    game = registry.system("five-by-five")
    concept = parse(game.concept, load("kai.yaml", text.encode()).data).value
    assert concept is not None
    rules = checking.rules(game, concept)
    return game.view(game.advance(concept, rules), rules)


def test_choices_show_the_chance_that_differs_most() -> None:
    """Of the rolls that the characters of all choices have."""
    stronger = LARRY.replace("Amateur Chef: 4", "Amateur Chef: 6")
    assert interview._format_effects([view(LARRY), view(stronger)]) == ["Amateur Chef 52.8 %", "Amateur Chef 63.9 %"]


def test_a_chance_that_only_some_characters_have_is_not_compared() -> None:
    """Larry's own descriptors are no rolls of a character without them; both can attack."""
    other = "system: five-by-five\nname: Jo\nhit_points: 2\n"
    assert interview._format_effects([view(LARRY), view(other)]) == ["Attack 63.9 %", "Attack 30.6 %"]


def test_choices_with_the_same_chances_show_a_number_that_differs() -> None:
    """Where no number differs either, they show nothing; and so for data that cannot be read."""
    tougher = LARRY.replace("hit_points: 4", "hit_points: 6")
    assert interview._format_effects([view(LARRY), view(tougher)]) == ["hit points 14", "hit points 16"]
    assert interview._format_effects([view(LARRY), None]) == ["", ""]
    assert interview._format_effects([view(LARRY), view(LARRY)]) == ["", ""]
