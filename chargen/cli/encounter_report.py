"""An encounter on the terminal, and as plain data."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import click

from chargen.cli import report, show
from chargen.core.names import listing
from chargen.core.roll import Mean, as_json, decimal, percent
from chargen.encounter.outcome import ROUNDED_PLACES, Figure, Outcome
from chargen.encounter.sides import Attack, Encounter, Member

MOST_ROWS = 36
"""How many attacks of a side are listed; of more, one row for each attacker."""
MOST_OF_ONE = 12
"""How many targets of one attacker may be listed."""
NAME = 34
"""How much of a name stands in a row."""
LINE = 96
"""How long the lines of notes are."""
_FOCUS: Mapping[str, str] = {
    "first": "everybody attacks the first enemy who stands",
    "weakest": "everybody attacks the enemy who could take least at the start, and then the next",
    "random": "everybody attacks an enemy by lot",
}


def text(met: Encounter, found: Outcome, seed: str) -> Iterator[str]:
    """The lines for people."""
    yield from _attacks("Party", met, by_party=True)
    yield ""
    yield from _attacks("Other side", met, by_party=False)
    yield ""
    yield from _outcome(met, found)
    yield ""
    yield from textwrap.wrap(_method(found, seed) + ("" if _is_by_the_book(met) else _OURS), LINE)
    for note in _notes(met):
        yield from textwrap.wrap(report.printable(note), LINE, initial_indent="· ", subsequent_indent="  ")


def _attacks(title: str, met: Encounter, *, by_party: bool) -> Iterator[str]:
    """A table of a side's attacks, by attacker."""
    rows = met.attacks(by_party=by_party)
    known = [[each for each in row if each.target.left] for row in rows if row[0].attacker.left]
    shown = [_alike(row) for row in known]
    cut = sum(map(len, shown)) > MOST_ROWS or max(map(len, shown), default=0) > MOST_OF_ONE
    if cut:
        shown = [[row[0]] for row in shown]
    labels = [[_targets(each) for each in row] for row in shown]
    wide = max((len(label) for row in labels for label in row), default=0)
    heading = click.style(title.upper(), bold=True) + " " * (wide + 4 - len(title))
    yield f"{heading}  {'hits':<{show.BAR}}  {'':>7}  {'harm':>5}  drops in"
    for row, names in zip(shown, labels, strict=True):
        rolls = dict.fromkeys(_roll(each[0]) for each in row)
        shared = len(rolls) == 1
        yield f"{_member_line(row[0][0].attacker)}" + (f": {next(iter(rolls))}" if shared else "")
        for each, label in zip(row, names, strict=True):
            yield _row(each[0], label, wide) + ("" if shared else f"  {_roll(each[0])}")
    if cut:
        yield f"  (each against the first of the {len(known[0])} whom they face)"


def _alike(row: Sequence[Attack]) -> list[list[Attack]]:
    """The attacks of one attacker, those that differ in nothing but the name of the target together."""
    found: dict[object, list[Attack]] = {}
    for each in row:
        key = (each.target.left, each.blow and (each.blow.what, each.blow.hit, tuple(each.blow.harm.items())))
        found.setdefault(key, []).append(each)
    return list(found.values())


def _targets(alike: Sequence[Attack]) -> str:
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    return _short(alike[0].target.name) + more


def _roll(attack: Attack) -> str:
    return report.printable(attack.blow.what) if attack.blow is not None else "does not roll"


def _member_line(member: Member) -> str:
    fighter = member.fighter
    stamina = f"{member.left} of {fighter.stamina}" if fighter.taken else str(fighter.stamina)
    return f"{click.style(_short(member.name), bold=True)}, {stamina} {report.printable(fighter.unit)}"


def _row(attack: Attack, label: str, wide: int) -> str:
    hit = attack.blow.hit if attack.blow is not None else Fraction(0)
    blows = attack.blows_to_drop()
    lasts = "never" if blows is None else f"{decimal(blows)} blows"
    bar = f"{show.drawn(hit)}  {percent(hit, 1):>5} %"
    return f"  → {label:<{wide}}  {bar}  {decimal(attack.mean(), 2):>5}  {lasts:<10}".rstrip()


def _short(name: str) -> str:
    name = report.printable(name)
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def _outcome(met: Encounter, found: Outcome) -> Iterator[str]:
    order = "players roll once for who acts before the other side" if met.in_turn else "both sides act at once"
    alone = len(met.party) == len(met.others) == 1
    yield click.style("Outcome", bold=True) + f"  {order}" + ("" if alone else f"; {_FOCUS[met.focus]}")
    us, them = (
        _short(members[0].name) if len(members) == 1 else title
        for title, members in (("the party", met.party), ("the other side", met.others))
    )
    labels = {
        f"{us} wins": found.wins["party"],
        f"{them} wins": found.wins["others"],
        "both go down at once": found.wins["both"],
        "nobody can win": found.wins["nobody"],
    }
    first = {
        f"of {us}" if len(met.party) > 1 else us: found.drops_first["party"],
        f"of {them}" if len(met.others) > 1 else them: found.drops_first["others"],
        "one of each, in one round": found.drops_first["both"],
    }
    wide = max(len(each) + 4 for each in (_TO_END, *labels, *(_short(each.name) for each in (*met.party, *met.others))))
    yield from _chances(labels, wide)
    yield f"  {_TO_END:<{wide}}  {_rounds(found.rounds_to_end)}"
    if alone:
        return
    yield f"  {_TO_FIRST:<{wide}}  {_rounds(found.rounds_to_first)}"
    yield "  the first to drop is"
    yield from _chances({f"  {label}": figure for label, figure in first.items()}, wide)
    yield "  down at the end"
    for members, down in zip((met.party, met.others), found.down, strict=True):
        for member, figure in zip(members, down, strict=True):
            yield _chance(f"  {_short(member.name)}", figure, wide)


_TO_END = "rounds until one side is down"
_TO_FIRST = "rounds until somebody drops"


def _chances(figures: Mapping[str, Figure], wide: int) -> Iterator[str]:
    """Chances with their bars; those that are nothing are left out."""
    yield from (_chance(label, figure, wide) for label, figure in figures.items() if figure.value)


def _chance(label: str, figure: Figure, wide: int) -> str:
    chance = Fraction(figure.value)
    error = f"  ± {figure.error * 100:.1f}" if figure.error is not None else ""
    return f"  {label:<{wide}}  {show.drawn(chance)}  {percent(chance, 1):>5} %{error}"


def _rounds(figure: Figure | None) -> str:
    if figure is None:
        return "without end: it may be that nobody ever is"
    error = f"  ± {figure.error:.2f}" if figure.error is not None else ""
    return f"{decimal(Fraction(figure.value), 2)}{error}"


def _method(found: Outcome, seed: str) -> str:
    if found.method == "simulated":
        return (
            f"Outcome simulated: played out {found.runs:,} times by the seed `{report.printable(seed)}`; "
            "± is the standard error. The tables above it are exact."
        )
    if found.method == "rounded":
        return (
            f"Nothing is simulated: the outcome is reckoned through in floating point, right to {ROUNDED_PLACES} "
            "places; as fractions, it would take too long."
        )
    return "Exact: nothing is simulated."


_OURS = " What the rules leave open is chosen as said below."


def _is_by_the_book(met: Encounter) -> bool:
    """Whether every blow has the rules' own numbers."""
    return all(each.blow is None or each.blow.exact for each in _all_attacks(met))


def _all_attacks(met: Encounter) -> Iterator[Attack]:
    yield from (each for by_party in (True, False) for row in met.attacks(by_party=by_party) for each in row)


def _notes(met: Encounter) -> list[str]:
    """What the figures rest on and leave out, sentence by sentence, each once; with names where it is about some."""
    about: dict[str, dict[str, None]] = {}
    everybody = (*met.party, *met.others)
    for member in everybody:
        for part in _sentences(member.fighter.remark):
            about.setdefault(part, {})[member.name] = None
    found = []
    for part, names in about.items():
        few = len(names) < len(everybody) and any(part not in _sentences(each.fighter.remark) for each in everybody)
        found.append(f"{_who(list(names))}: {part}" if few else _capital(part))
    blows = (_sentences(each.blow.remark) for each in _all_attacks(met) if each.blow is not None)
    return [*found, *dict.fromkeys(_capital(part) for parts in blows for part in parts)]


_END = re.compile(r"(?<=\.)\s+|;\s+")


def _sentences(remark: str) -> list[str]:
    return [part.rstrip(".") for part in _END.split(remark) if part]


def _who(names: Sequence[str]) -> str:
    shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"]
    return listing(shown)


def _capital(part: str) -> str:
    return part[:1].upper() + part[1:]


def plain(met: Encounter, found: Outcome, seed: str) -> dict[str, Any]:
    """All of it as plain data."""
    simulated = {"runs": found.runs, "seed": seed} if found.method == "simulated" else {}
    return {
        "system": met.system.key,
        "focus": met.focus,
        "order": "in turn" if met.in_turn else "at once",
        "party": [_member(each) for each in met.party],
        "others": [_member(each) for each in met.others],
        "attacks": [
            _attack(each, side)
            for side, by_party in (("party", True), ("others", False))
            for row in met.attacks(by_party=by_party)
            for each in row
        ],
        "outcome": {
            "method": found.method,
            **simulated,
            "wins": _by_name(found.wins.items()),
            "drops_first": _by_name(found.drops_first.items()),
            "rounds_to_first": found.rounds_to_first.as_json("mean") if found.rounds_to_first else None,
            "rounds_to_end": found.rounds_to_end.as_json("mean") if found.rounds_to_end else None,
            "down": {
                side: [each.as_json("probability") for each in down]
                for side, down in zip(("party", "others"), found.down, strict=True)
            },
        },
        "notes": _notes(met),
    }


def _by_name(figures: Iterable[tuple[str, Figure]]) -> dict[str, Any]:
    return {name: figure.as_json("probability") for name, figure in figures}


def _member(member: Member) -> dict[str, Any]:
    fighter = member.fighter
    return {
        "name": member.name,
        "file": member.checked.source.name,
        "stamina": fighter.stamina,
        "taken": fighter.taken,
        "unit": fighter.unit,
        "acts": fighter.acts,
        "dodges": fighter.dodges,
        "first": as_json(fighter.first),
    }


def _attack(attack: Attack, side: str) -> dict[str, Any]:
    blow = attack.blow
    blows = attack.blows_to_drop()
    bare = blow.undodged if blow is not None else None
    return {
        "side": side,
        "attacker": attack.attacker.name,
        "target": attack.target.name,
        "roll": blow.what if blow is not None else None,
        "exact": blow is None or blow.exact,
        "hit": as_json(blow.hit if blow is not None else Fraction(0)),
        "harm": {str(harm): as_json(chance) for harm, chance in sorted(attack.harms.items())},
        "mean_harm": as_json(Mean(attack.mean())),
        "hit_undodged": as_json(bare.hit) if bare is not None else None,
        "blows_to_drop": as_json(Mean(blows)) if blows is not None else None,
    }
