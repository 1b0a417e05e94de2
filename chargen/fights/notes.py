"""List what the figures of an encounter assume and leave out, in sentences."""

import re
from fractions import Fraction

from chargen.fights.figures import Outcome
from chargen.fights.sides import NO_BLOW, PARTY, Encounter, Member
from chargen.page.roll import in_percent
from chargen.text.names import listing

ONLY_CARDS = "Both sides are cards, and only players roll. Put a full character on one side."
_END = re.compile(r"(?<=\.)\s+|;\s+")


def departures(met: Encounter) -> str | None:
    """Return the first line of a fight that needs assumptions beyond the rules, else None."""
    assert met.game.fight is not None
    if reason := met.game.fight.ours:
        return f"Fought by chargen's own rules, as {reason}: they are listed below."
    if all(attack.blow.exact for attack in met.all_attacks()):
        return None
    return "The rules leave something open: the assumptions are listed below."


def list_notes(met: Encounter) -> list[str]:
    """Return what the figures assume and omit: each sentence once, with names if it is about some only."""
    notes = []
    if met.contest(0, 0) is not None:
        notes.append("The tables show two fighters who attack each other")
    elif any(member.fighter.dodges for member in met.members):
        notes.append(
            "The tables show attacks on a target with a dodge left in the round; the outcome counts the dodges"
        )
    if any(member.fighter.state.form for member in met.members):
        notes.append("The tables show all fighters at the start; in the outcome, harm lowers their later rolls")
    notes += [f"{heading}: {text}" for heading, text in met.game.about(member.view for member in met.sides[PARTY])]

    remarks = [(member.name, member.fighter.remark) for member in met.members]
    rolled = [(attack.attacker.name, attack.blow.remark) for attack in met.all_attacks() if attack.blow is not NO_BLOW]
    for each in (remarks, rolled):
        about: dict[str, dict[str, None]] = {}
        for name, remark in each:
            for part in filter(None, _END.split(remark)):
                about.setdefault(part.rstrip("."), {})[name] = None
        everyone = {name for name, _ in each}
        for part, names in about.items():
            # A sentence that holds for all is printed without names.
            if len(names) == len(everyone):
                notes.append(capital(part))
                continue
            some = [*names] if len(names) <= 3 else [*[*names][:2], f"{len(names) - 2} more"]
            notes.append(f"{listing(some)}: {part}")
    return notes


def capital(part: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return part[:1].upper() + part[1:]


def describe_turns(met: Encounter) -> tuple[str, list[tuple[Member, str]]]:
    """Return who acts when, in a sentence without its end, and all members in the order of acting with when they act.

    The order is that of initiative, or else of the chance to act before the other side.
    """
    party = met.sides[PARTY]
    players_roll = any(member.fighter.first is not None for member in party)
    if players_roll:
        order = "Players roll once for who acts before the other side"
    elif met.in_turn:
        order = "In each round the higher initiative acts first, and harm counts at once"
    else:
        order = "Both sides act at once"
        if met.contest(0, 0) is not None:
            order += "; where two attack each other, one roll of each decides for both"
    leads = {id(member): member.fighter.first for member in party if member.fighter.first is not None}
    half = Fraction(1, 2)
    turns = []
    for member in sorted(met.members, key=lambda each: (-(each.fighter.initiative or 0), -leads.get(id(each), half))):
        when = "at once with all"
        if member.fighter.initiative is not None:
            when = f"at initiative {member.fighter.initiative}"
        elif players_roll and member in party:
            when = f"first in {in_percent(member.fighter.first or Fraction(0))}"
        elif players_roll:
            when = "after players who are first"
        turns.append((member, when))
    return order, turns


def describe_method(met: Encounter, outcome: Outcome, seed: str) -> str:
    """Return how precise the figures are."""
    prefix = "" if departures(met) is None else "Under the assumptions below, "
    if outcome.method == "simulated":
        text = (
            f"the outcome is simulated: played out {outcome.runs:,} times by the seed `{seed}`; "
            "± is the standard error. The chances to hit and the harm are exact."
        )
    else:
        text = "exact: nothing is simulated."
    return capital(prefix + text)
