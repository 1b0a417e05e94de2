"""Write an encounter and its outcome as plain data for JSON."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from chargen.fights.blows import count_blows_to_drop
from chargen.fights.figures import Even, Figure, Outcome, find_even_number
from chargen.fights.notes import departures, list_notes
from chargen.fights.sides import NAMES, OTHERS, PARTY, Encounter, Member
from chargen.game.fight import Amount
from chargen.page.roll import Mean, as_json


def encounter_as_json(met: Encounter, outcome: Outcome, seed: str, even: Sequence[Even] = ()) -> dict[str, Any]:
    """Return the encounter and its outcome as plain data."""
    simulated = {"runs": outcome.runs, "seed": seed} if outcome.method == "simulated" else {}
    return {
        "system": met.game.key,
        "focus": _name_focus(met),
        "order": "in turn" if met.in_turn else "at once",
        "ours": departures(met),
        "party": [_member(member) for member in met.party],
        "others": [_member(member) for member in met.others],
        "attacks": [
            _attack(met, by, one, other)
            for by in (PARTY, OTHERS)
            for one in range(len(met.sides[by]))
            for other in range(len(met.sides[1 - by]))
        ],
        "outcome": {
            "method": outcome.method,
            **simulated,
            "wins": _by_name(outcome.wins.items()),
            "difficulty": outcome.difficulty,
            "even": _even_as_json(even) if even else None,
            "drops_first": _by_name(outcome.drops_first.items()),
            "rounds_to_first": outcome.rounds_to_first.as_json("mean") if outcome.rounds_to_first else None,
            "rounds_to_end": outcome.rounds_to_end.as_json("mean") if outcome.rounds_to_end else None,
            "rounds": _rounds_as_json(outcome),
            "losses": {
                side: [figure.as_json("probability") for figure in losses]
                for side, losses in zip(NAMES, outcome.losses, strict=True)
            },
            "survivors": {
                side: [_survivor(member, left) for member, left in zip(members, lefts, strict=True)]
                for side, members, lefts in zip(NAMES, met.sides, outcome.left, strict=True)
            },
            "down": {
                side: [figure.as_json("probability") for figure in down]
                for side, down in zip(NAMES, outcome.down, strict=True)
            },
        },
        "notes": list_notes(met),
    }


def _even_as_json(even: Sequence[Even]) -> dict[str, Any]:
    """Return the number that makes the fight even, and the chances against each number."""
    wins = [
        {"number": number, "party": party.as_json("probability"), "others": others.as_json("probability")}
        for number, party, others in even
    ]
    return {"number": find_even_number(even), "wins": wins}


def _rounds_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return the mean and the quantiles of the rounds; null where the fight may never end."""
    mean = outcome.rounds_to_end
    quantiles = outcome.rounds or (None, None, None)
    return {
        "mean": None if mean is None else float(mean.value),
        **dict(zip(("tenth", "median", "ninetieth"), quantiles, strict=True)),
    }


def _survivor(member: Member, left: Figure | None) -> dict[str, Any]:
    """Return what a member can still take on average if they are not down; null if they always are."""
    mean = left.as_json("mean") if left is not None else None
    return {"name": member.name, "left": mean, "of": _amount(member.fighter.stamina), "unit": member.fighter.unit}


def _by_name(figures: Iterable[tuple[str, Figure]]) -> dict[str, Any]:
    return {name: figure.as_json("probability") for name, figure in figures}


def _member(member: Member) -> dict[str, Any]:
    fighter = member.fighter
    return {
        "name": member.name,
        "file": member.file,
        "stamina": _amount(fighter.stamina),
        "taken": _amount(fighter.taken),
        "unit": fighter.unit,
        "acts": fighter.acts,
        "dodges": fighter.dodges,
        "first": as_json(fighter.first),
        "initiative": fighter.initiative,
    }


def _amount(amount: Amount) -> int | str:
    """Return harm in whole points as an integer, else as a fraction."""
    # A fraction as text, because JSON has only floats.
    return int(amount) if amount == int(amount) else str(amount)


def _attack(met: Encounter, by: int, one: int, other: int) -> dict[str, Any]:
    attack = met.shown(by, one, other)
    blow = attack.blow
    blows = count_blows_to_drop(met, by, one, other)
    bare = blow.undodged if blow is not None else None
    return {
        "side": NAMES[by],
        "attacker": attack.attacker.name,
        "target": attack.target.name,
        "roll": blow.what if blow is not None else None,
        "exact": blow is None or blow.exact,
        "hit": as_json(blow.hit if blow is not None else Fraction(0)),
        "harm": {str(harm): as_json(chance) for harm, chance in attack.harm.items()},
        "mean_harm": as_json(Mean(attack.mean())),
        "hit_undodged": as_json(bare.hit) if bare is not None else None,
        "blows_to_drop": Figure(blows).as_json("mean") if blows is not None else None,
    }


def _name_focus(met: Encounter) -> str:
    """Return the focus as `--focus` takes it."""
    party, others = met.focus
    return party if party == others else f"party={party},others={others}"
