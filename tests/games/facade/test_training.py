"""A roll adds what is there: the rolls that the text names and the attacks, worked out again from plain data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.games.facade import tables
from chargen.npc import roles
from tests.games.facade.concepts import make_average
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
        if not isinstance(inside, dict):
            return float(inside)
        return float(inside.get("points", 0)) + sum(held(inner) for key, inner in inside.items() if key not in KEYS)

    def walk(tree: Any, names: tuple[str, ...], above: int, attribute: str | None, master: bool) -> Iterator[Skill]:
        for name, inside in tree.items():
            if name in KEYS:
                continue
            nested = inside if isinstance(inside, dict) else {"level": inside}
            level = nested.get("level", 0)
            if cascade:
                row = (CHEAP if master else COSTS)[len(names)]
                level = max(step for step, cost in enumerate(row) if cost <= held(inside))
            path, total = (*names, name.lower()), above + level + bonuses.get(name, 0)
            own = nested.get("attribute", attribute)
            yield {"path": path, "total": total, "attribute": own}
            yield from walk(nested, path, total, own, level == 4)

    return list(walk(data.get("skills", {}), (), 0, None, False))


def attribute_of(data: dict[str, Any], name: str) -> int:
    """An attribute with what modifiers and armour do to it."""
    value = next(three[name] for three in data["attributes"].values() if name in three)
    value += sum(modifier.get("bonus", {}).get(name, 0) for modifier in data.get("modifiers", ()))
    worn = [str(piece if isinstance(piece, str) else piece["name"]).lower() for piece in data.get("armor", ())]
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


def advanced(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data with the raises of its ledger, as far as they are attributes and skills by path or last name."""

    def put(tree: Any, path: list[str], level: Any) -> bool:
        for key, inside in tree.items():
            if key.lower() == path[0].lower() and key not in KEYS:
                if len(path) > 1:
                    return isinstance(inside, dict) and put(inside, path[1:], level)
                tree[key] = {**inside, "level": level} if isinstance(inside, dict) else level
                return True
        return any(isinstance(inside, dict) and put(inside, path, level) for inside in tree.values())

    for line in data.get("advancement", ()):
        if "raise" in line:
            three = next((group for group in data["attributes"].values() if line["raise"] in group), None)
            if three is not None:
                three[line["raise"]] = line["to"]
            else:
                put(data["skills"], [step.strip() for step in line["raise"].split(">")], line.get("to"))
        if "add" in line:
            *above, last = [step.strip() for step in line["add"].split(">")]
            tree = data["skills"]
            for step in above:
                if not isinstance(tree.setdefault(step, {}), dict):
                    tree[step] = {"level": tree[step]}
                tree = tree[step]
            tree[last] = line["level"]
    return data


def compare(subject: Checked, data: dict[str, Any]) -> None:
    """The named rolls and the attacks of a character are those that follow from plain data."""
    agility, stats = attribute_of(data, "agility"), subject.stats()
    assert stats["sprint"] == agility + (best_of(data, "sprinting", "running", "athletics") or 0)
    assert stats["run"] == agility + (best_of(data, "distance", "running", "athletics") or 0)
    assert stats["enduring_pain"] == attribute_of(data, "stamina") + (best_of(data, "torture", "endurance") or 0)
    assert stats["first_aid"] == attribute_of(data, "insight") + (best_of(data, "first aid", "medicine") or 0)
    rows: list[tables.Weapon | tables.UnarmedAttack] = [*tables.MELEE_WEAPONS, *tables.RANGED_WEAPONS]
    rows += tables.UNARMED_ATTACKS
    families = {part.lower(): row.families for row in rows for part in (row.name, *row.name.split("/"))}
    beside = {
        weapon["name"].lower(): weapon["skill"] for weapon in data.get("weapons", ()) if "skill" in dict_of(weapon)
    }
    assert stats["attacks"]
    for attack in stats["attacks"]:
        name = attack["weapon"].lower().removesuffix(", held").removesuffix(", thrown")
        names = [beside[name].split(">")[-1].strip().lower()] if name in beside else [name, *name.split("/")]
        fitting = [skill for skill in skills_of(data) if skill["path"][-1] in names]
        for family in () if fitting else (*families.get(name, ()), "martial"):
            fitting = [
                skill for skill in skills_of(data) if skill["path"][-1].removesuffix("s") == family.removesuffix("s")
            ]
            fitting = [skill for skill in fitting if "crafts" not in skill["path"]]
            if fitting:
                break
        deepest = max(fitting, key=lambda skill: (len(skill["path"]), skill["total"]), default=None)
        assert (attack["skill"] == "untrained") == (deepest is None), (attack, data["skills"])
        used = (deepest or {}).get("attribute") or "agility"
        assert attack["trait"] == attribute_of(data, used) + (deepest["total"] if deepest else 0), attack


def dict_of(entry: Any) -> dict[str, Any]:
    """An entry that may be a bare name."""
    return entry if isinstance(entry, dict) else {}


@pytest.mark.parametrize("path", sorted(PRESETS.glob("*.yaml")), ids=lambda path: path.stem)
def test_ready_made_characters_roll_what_they_have(path: Path) -> None:
    """Sprint, run, enduring pain, first aid and every attack; no one carries a weapon that they cannot use."""
    subject = checking.check_input(Input(path.name, path))
    compare(subject, advanced(yaml.safe_load(path.read_text(encoding="utf-8"))))
    assert all(attack.skill for attack in subject.character.attacks)


@pytest.mark.parametrize("seed", range(tenth(40)))
def test_strangers_roll_what_they_have(seed: int) -> None:
    """The same for NPCs, of whom no one carries a weapon that they cannot use."""
    data = npc_of(seed, rules={"skills": "cascade"} if seed % 4 == 0 else {})
    subject = checked(data)
    compare(subject, data)
    assert all(attack.skill for attack in subject.character.attacks)


@pytest.mark.parametrize("role", roles.list_roles("facade"))
def test_people_of_a_role_roll_what_they_have(role: str) -> None:
    """The same for every role, those with experience too."""
    for subject in (npc.checked for npc in npcs_of("facade", tenth(4), role)):
        compare(subject, advanced(yaml.safe_load(subject.source.text) if subject.source.text else subject.source.data))
        assert all(attack.skill for attack in subject.character.attacks)


def attack(name: str, **changes: Any) -> dict[str, Any]:
    """Find an attack in the statistics of a character."""
    return next(attack for attack in make_average(**changes).stats()["attacks"] if attack["weapon"] == name)
