"""NPCs draw their skills from a catalogue that a campaign may replace."""

from random import Random

from chargen import checking
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.facade import GAME
from chargen.games.facade.rules import CataloguedSkill, Rules
from chargen.npc.proposal import propose_unpinned

SEA = {
    name: CataloguedSkill(attribute="agility", foci={f"{name} {focus}": ("One", "Two", "Three") for focus in "ABCDEF"})
    for name in ("Rigging", "Sails", "Helm", "Swimming", "Boarding", "Gunnery")
}


def test_npcs_have_only_skills_of_the_campaigns_catalogue() -> None:
    """With a catalogue of the sea, every broad skill of thirty NPCs comes from it, and they are legal."""
    assert GAME.npc is not None
    seen: set[str] = set()
    for seed in range(30):
        data = propose_unpinned(GAME, Random(seed), Rules(skill_catalogue=SEA), "A Sailor")
        skills = data["skills"]
        assert isinstance(skills, dict)
        seen |= set(skills)
        checked = checking.check_input(Input("a sailor", source=Source("a sailor", "", data)))
        assert checked.ok, [diagnostic.message for diagnostic in checked.diagnostics]
    assert seen
    assert seen <= set(SEA)
