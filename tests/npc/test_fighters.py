"""Who lives by fighting fights better than who does not, in the games whose own tests do not say so."""

from fractions import Fraction

import pytest

from tests.npc.archetypes import npcs_of

FIGHTERS = {
    "five-by-five": ("guard", "watch-captain", "duellist", "thug", "beast"),
    "five-plus": ("guard", "veteran", "ruffian"),
    "gamocles": ("guard", "captain", "thug", "creature"),
}
OTHERS = {
    "five-by-five": ("bystander", "innkeeper", "official", "informer", "surgeon"),
    "five-plus": ("bystander", "innkeeper", "official", "healer"),
    "gamocles": ("bystander", "innkeeper", "official", "clerk", "medic"),
}
NUMBER = 8


def attack(game: str, role: str) -> Fraction:
    """Return the chance of the best attack, on average of a few NPCs of a role."""
    views = [npc.checked.view for npc in npcs_of(game, NUMBER, role)]
    chances = [[action.chance for action in view.actions() if action.kind == "attack"] for view in views if view]
    return sum((max(some, default=Fraction(0)) for some in chances), Fraction(0)) / NUMBER


@pytest.mark.parametrize("game", FIGHTERS)
def test_who_lives_by_fighting_fights_better(game: str) -> None:
    """Any fighter hits more often than any official, innkeeper, healer or bystander."""
    means = {role: attack(game, role) for role in (*FIGHTERS[game], *OTHERS[game])}
    assert min(means[role] for role in FIGHTERS[game]) > max(means[role] for role in OTHERS[game]), means
