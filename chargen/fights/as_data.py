"""Write an encounter and its outcome as plain data for JSON."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from chargen.fights.blows import count_blows_to_drop
from chargen.fights.figures import Figure, Outcome, find_even_number
from chargen.fights.notes import departures, list_notes
from chargen.fights.sides import NAMES, OTHERS, PARTY, Encounter
from chargen.game.fight import Amount
from chargen.page.roll import Mean, as_json


def encounter_as_json(met: Encounter, outcome: Outcome, seed: str, even: Sequence[Outcome] = ()) -> dict[str, Any]:
    """Return the encounter and its outcome as plain data."""
    attacks = []
    for by in (PARTY, OTHERS):
        for one, other in product(range(len(met.sides[by])), range(len(met.sides[1 - by]))):
            attack, blows = met.shown(by, one, other), count_blows_to_drop(met, by, one, other)
            blow, bare = attack.blow, attack.blow.undodged
            attacks.append(
                {
                    "side": NAMES[by],
                    "attacker": attack.attacker.name,
                    "target": attack.target.name,
                    "roll": blow.what or None,
                    "exact": blow.exact,
                    "hit": as_json(blow.hit),
                    "harm": {str(harm): as_json(chance) for harm, chance in blow.harm.items()},
                    "mean_harm": as_json(Mean(blow.mean)),
                    "hit_undodged": as_json(bare.hit) if bare is not None else None,
                    "blows_to_drop": Figure(blows).as_json("mean") if blows is not None else None,
                }
            )
    wins = [
        {"number": number, **{name: against.wins[name].as_json("probability") for name in NAMES}}
        for number, against in enumerate(even, 1)
    ]
    losses, down = (
        {name: [each.as_json("probability") for each in side] for name, side in zip(NAMES, sides, strict=True)}
        for sides in (outcome.losses, outcome.down)
    )
    focus, of_others = met.focus
    mean = outcome.rounds_to_end
    return {
        "system": met.game.key,
        # As `--focus` takes it.
        "focus": focus if focus == of_others else f"party={focus},others={of_others}",
        "order": "in turn" if met.in_turn else "at once",
        "ours": departures(met),
        **{
            name: [
                {
                    "name": member.name,
                    "file": member.file,
                    "stamina": _amount(member.fighter.stamina),
                    "taken": _amount(member.fighter.taken),
                    "unit": member.fighter.unit,
                    "acts": member.fighter.acts,
                    "dodges": member.fighter.dodges,
                    "first": as_json(member.fighter.first),
                    "initiative": member.fighter.initiative,
                }
                for member in side
            ]
            for name, side in zip(NAMES, met.sides, strict=True)
        },
        "attacks": attacks,
        "outcome": {
            "method": outcome.method,
            **({"runs": outcome.runs, "seed": seed} if outcome.method == "simulated" else {}),
            "wins": {name: figure.as_json("probability") for name, figure in outcome.wins.items()},
            "difficulty": outcome.difficulty,
            "even": {"number": find_even_number(even), "wins": wins} if even else None,
            "rounds_to_end": mean.as_json("mean") if mean else None,
            "rounds": {
                "mean": None if mean is None else float(mean.value),
                **dict(zip(("tenth", "median", "ninetieth"), outcome.rounds or (None,) * 3, strict=True)),
            },
            "losses": losses,
            "survivors": {
                name: [
                    {
                        "name": member.name,
                        "left": left.as_json("mean") if left is not None else None,
                        "of": _amount(member.fighter.stamina),
                        "unit": member.fighter.unit,
                    }
                    for member, left in zip(side, lefts, strict=True)
                ]
                for name, side, lefts in zip(NAMES, met.sides, outcome.left, strict=True)
            },
            "down": down,
        },
        "notes": list_notes(met),
    }


def _amount(amount: Amount) -> int | str:
    """Return harm in whole points as an integer, else as a fraction."""
    # A fraction as text, because JSON has only floats.
    return int(amount) if amount == int(amount) else str(amount)
