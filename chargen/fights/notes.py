"""List what the figures of an encounter assume and leave out, in sentences."""

import re
from fractions import Fraction

from chargen.fights.figures import Outcome
from chargen.fights.sides import OTHERS, PARTY, Encounter, Member
from chargen.page.roll import in_percent
from chargen.text.names import listing

ONLY_CARDS = "Both sides are cards, and only players roll. Put a full character on one side."
_END = re.compile(r"(?<=\.)\s+|;\s+")


def departures(met: Encounter) -> str | None:
    """Return the first line of a fight that needs assumptions beyond the rules, else None."""
    assert met.game.fight is not None
    if reason := met.game.fight.ours:
        return f"Fought by chargen's own rules, as {reason}: they are listed below."
    attacks = (attack for by in (PARTY, OTHERS) for row in met.attacks(by) for attack in row)
    if all(attack.blow is None or attack.blow.exact for attack in attacks):
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
    notes += [f"{heading}: {text}" for heading, text in met.game.about(member.view for member in met.party)]

    remarks = [(member.name, member.fighter.remark) for member in met.members]
    attacks = [attack for by in (PARTY, OTHERS) for row in met.attacks(by) for attack in row]
    rolled = [(attack.attacker.name, attack.blow.remark) for attack in attacks if attack.blow is not None]
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


def describe_order(met: Encounter) -> str:
    """Return who acts when, in a sentence without its end."""
    if any(member.fighter.first is not None for member in met.party):
        return "Players roll once for who acts before the other side"
    if met.in_turn:
        return "In each round the higher initiative acts first, and harm counts at once"
    if met.contest(0, 0) is not None:
        return "Both sides act at once; where two attack each other, one roll of each decides for both"
    return "Both sides act at once"


def list_by_turn(met: Encounter) -> list[Member]:
    """Return all members in the order of acting: by initiative, or else by the chance to act before the other side."""
    leads = {id(member): member.fighter.first for member in met.party if member.fighter.first is not None}
    half = Fraction(1, 2)
    return sorted(met.members, key=lambda each: (-(each.fighter.initiative or 0), -leads.get(id(each), half)))


def describe_turn(met: Encounter, member: Member) -> str:
    """Return when a member acts: by initiative, by the chance of a player's roll, or at once with all others."""
    fighter = member.fighter
    if fighter.initiative is not None:
        return f"at initiative {fighter.initiative}"
    if any(other.fighter.first is not None for other in met.party):
        if member not in met.party:
            return "after players who are first"
        return f"first in {in_percent(fighter.first or Fraction(0))}"
    return "at once with all"


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
    return prefix + (text if prefix else capital(text))
