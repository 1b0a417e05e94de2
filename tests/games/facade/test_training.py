"""A roll adds what is there: the rolls that the text names and the attacks, worked out again from plain data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.game.plain_data import as_plain
from chargen.games.facade import tables
from chargen.npc import roles
from tests.games.facade.npcs import checked, npc_of
from tests.npc.archetypes import npcs_of
from tests.scale import tenth

PRESETS = Path(__file__).parents[3] / "presets" / "concepts" / "facade"
KEYS = ("level", "points", "attribute")
COSTS = ((0, 5, 15, 30, 45), (0, 2, 5, 10, 15), (0, 1, 2, 3, 5))
CHEAP = ((0, 5, 15, 30, 45), (0, 2, 4, 7, 10), (0, 0.5, 1, 2, 3))

Skill = dict[str, Any]


def skills_of(data: dict[str, Any]) -> list[Skill]:
    """Every skill of plain data with its names, what its path adds up to, and its attribute."""
    cascade = (data.get("rules") or {}).get("skills") == "cascade"
    bonuses: dict[str, int] = {}
    for modifier in data.get("modifiers", ()):
        for name, amount in modifier.get("bonus", {}).items():
            bonuses[name] = bonuses.get(name, 0) + amount

    def held(inside: Any) -> float:
        own = inside.get("points", inside.get("level", 0))
        return float(own + sum(held(inner) for key, inner in inside.items() if key not in KEYS))

    def walk(tree: Any, names: tuple[str, ...], above: int, attribute: str | None, master: bool) -> Iterator[Skill]:
        for name, inside in tree.items():
            if name in KEYS:
                continue
            level = inside.get("level", 0)
            if cascade:
                row = (CHEAP if master else COSTS)[len(names)]
                level = max(step for step, cost in enumerate(row) if cost <= held(inside))
            path, total = (*names, name.lower()), above + level + bonuses.get(name, 0)
            own = inside.get("attribute", attribute)
            yield {"path": path, "total": total, "attribute": own}
            yield from walk(inside, path, total, own, level == 4)

    return list(walk(data.get("skills", {}), (), 0, None, False))


def attribute_of(data: dict[str, Any], name: str) -> int:
    """An attribute with what modifiers and armour do to it."""
    value = next(three[name] for three in data["attributes"].values() if name in three)
    value += sum(modifier.get("bonus", {}).get(name, 0) for modifier in data.get("modifiers", ()))
    worn = [piece["name"].lower() for piece in data.get("armor", ())]
    return int(value) - (("chain shirt" in worn) if name in ("finesse", "grace", "agility") else 0)


def best_of(data: dict[str, Any], *names: str) -> int | None:
    """What the deepest of these skills adds, the nearest name first; what is inside the first counts too."""
    known = skills_of(data)
    for place, name in enumerate(names):
        fitting = [
            skill["total"] for skill in known if (name in skill["path"] if not place else name == skill["path"][-1])
        ]
        if fitting:
            return int(max(fitting))
    return None


def assert_rolls(subject: Checked) -> None:
    """Assert that named rolls and attacks follow from plain data, and that no weapon is carried unskilled."""
    data: Any = as_plain(subject.character.advanced.concept)
    agility, stats = attribute_of(data, "agility"), subject.stats()
    assert stats["sprint"] == agility + (best_of(data, "sprinting", "running", "athletics") or 0)
    assert stats["run"] == agility + (best_of(data, "distance", "running", "athletics") or 0)
    assert stats["enduring_pain"] == attribute_of(data, "stamina") + (best_of(data, "torture", "endurance") or 0)
    assert stats["first_aid"] == attribute_of(data, "insight") + (best_of(data, "first aid", "medicine") or 0)
    rows: list[tables.Weapon | tables.UnarmedAttack] = [*tables.MELEE_WEAPONS, *tables.RANGED_WEAPONS]
    rows += tables.UNARMED_ATTACKS
    families = {part.lower(): row.families for row in rows for part in (row.name, *row.name.split("/"))}
    beside = {weapon["name"].lower(): weapon["skill"] for weapon in data.get("weapons", ()) if "skill" in weapon}
    assert stats["attacks"]
    for attack in stats["attacks"]:
        name = attack["weapon"].lower().removesuffix(", held").removesuffix(", thrown")
        names = [beside[name].split(">")[-1].strip().lower()] if name in beside else [name, *name.split("/")]
        fitting = [skill for skill in skills_of(data) if skill["path"][-1] in names]
        for family in () if fitting else (*families.get(name, ()), "martial"):
            of_family = (skill for skill in skills_of(data) if "crafts" not in skill["path"])
            fitting = [skill for skill in of_family if skill["path"][-1].removesuffix("s") == family.removesuffix("s")]
            if fitting:
                break
        deepest = max(fitting, key=lambda skill: (len(skill["path"]), skill["total"]), default=None)
        assert (attack["skill"] == "untrained") == (deepest is None), (attack, data["skills"])
        used = (deepest or {}).get("attribute") or "agility"
        assert attack["trait"] == attribute_of(data, used) + (deepest["total"] if deepest else 0), attack
    assert all(attack.skill for attack in subject.character.attacks)


@pytest.mark.parametrize("path", sorted(PRESETS.glob("*.yaml")), ids=lambda path: path.stem)
def test_ready_made_characters_roll_what_they_have(path: Path) -> None:
    """Sprint, run, enduring pain, first aid and every attack."""
    assert_rolls(checking.check_input(Input(path.name, path)))


@pytest.mark.parametrize("seed", range(tenth(40)))
def test_npcs_roll_what_they_have(seed: int) -> None:
    assert_rolls(checked(npc_of(seed, rules={"skills": "cascade"} if seed % 4 == 0 else {})))


@pytest.mark.parametrize("role", roles.list_roles("facade"))
def test_npcs_of_a_role_roll_what_they_have(role: str) -> None:
    for npc in npcs_of("facade", tenth(4), role):
        assert_rolls(npc.checked)
