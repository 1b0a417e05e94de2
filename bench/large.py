"""The largest character that is measured: a Façade concept with 120 specialties."""

import json

from chargen.games.facade import GAME

SPECIALTIES = 120


def concept() -> str:
    """Return a concept of 120 specialties, as YAML; it exceeds budgets, which takes as long to check."""
    skills: dict[str, dict[str, object]] = {}
    left = SPECIALTIES
    for broad, branch in GAME.words_with().skills.items():
        foci: dict[str, object] = {"level": 2, "attribute": branch.attribute}
        for focus, specialties in branch.foci.items():
            kept = specialties[:left]
            left -= len(kept)
            if kept:
                foci[focus] = {"level": 2, **dict.fromkeys(kept, 2)}
        skills[broad] = foci
    number = 0
    while left:
        number += 1
        skills[f"Craft {number}"] = {"level": 1, "attribute": "reason", "Work": {"level": 1, f"Piece {number}": 1}}
        left -= 1
    levels = {
        "body": ("strength", "stamina", "health"),
        "action": ("finesse", "grace", "agility"),
        "mind": ("reason", "insight", "perception"),
        "persona": ("poise", "charisma", "wits"),
        "soul": ("creativity", "luck", "will"),
    }
    data = {
        "system": "facade",
        "name": "A Hundred and Twenty Specialties",
        "rules": {"skill_points": 2000},
        "attributes": {category: dict.fromkeys(names, 3) for category, names in levels.items()},
        "skills": skills,
        "weapons": ["rapier", "longbow"],
        "armor": ["leather jacket"],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)
