"""List what the figures of an encounter assume and leave out, in sentences."""

import re
from collections.abc import Iterator

from chargen.core.names import listing
from chargen.fights.sides import Attack, Encounter

_END = re.compile(r"(?<=\.)\s+|;\s+")


def departures(met: Encounter) -> str | None:
    """Return the first line of a fight that needs assumptions beyond the rules, else None."""
    assert met.game.fight is not None
    if reason := met.game.fight.ours:
        return f"Fought by chargen's own rules, as {reason}: they are listed below."
    if all(attack.blow is None or attack.blow.exact for attack in _all_attacks(met)):
        return None
    return "The rules leave something open: the assumptions are listed below."


def _all_attacks(met: Encounter) -> Iterator[Attack]:
    yield from (attack for by_party in (True, False) for row in met.attacks(by_party=by_party) for attack in row)


def list_notes(met: Encounter) -> list[str]:
    """Return what the figures assume and omit: each sentence once, with names if it is about some only."""
    about: dict[str, dict[str, None]] = {}
    fighters = (*met.party, *met.others)
    for member in fighters:
        for part in _sentences(member.fighter.remark):
            about.setdefault(part, {})[member.name] = None
    notes = [*_tables(met), *(f"{heading}: {text}" for heading, text in met.game.about(m.view for m in met.party))]
    for part, names in about.items():
        few = any(part not in _sentences(member.fighter.remark) for member in fighters)
        shown = [*names] if len(names) <= 3 else [*list(names)[:2], f"{len(names) - 2} more"]
        notes.append(f"{listing(shown)}: {part}" if few else capital(part))
    blows = (_sentences(attack.blow.remark) for attack in _all_attacks(met) if attack.blow is not None)
    return [*notes, *dict.fromkeys(capital(part) for parts in blows for part in parts)]


def _tables(met: Encounter) -> Iterator[str]:
    """Yield what the tables show, if the outcome takes more into account."""
    if met.contest(0, 0) is not None:
        yield "The tables show two fighters who attack each other"
    elif any(member.fighter.dodges for member in met.members):
        yield "The tables show attacks on a target with a dodge left in the round; the outcome counts the dodges"
    if any(member.fighter.state.form for member in met.members):
        yield "The tables show all fighters at the start; in the outcome, harm lowers their later rolls"


def _sentences(remark: str) -> list[str]:
    return [part.rstrip(".") for part in _END.split(remark) if part]


def capital(part: str) -> str:
    return part[:1].upper() + part[1:]
