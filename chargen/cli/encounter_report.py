"""An encounter on the terminal, and as plain data."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

import click

from chargen.cli import report
from chargen.core.fight import Amount
from chargen.core.names import listing
from chargen.core.roll import Mean, as_json, decimal, percent
from chargen.encounter.blows import blows_to_drop
from chargen.encounter.outcome import ROUNDED_PLACES, Figure, Outcome
from chargen.encounter.sides import NAMES, OTHERS, PARTY, Attack, Encounter, Member

MOST_ROWS = 36
"""How many attacks of a side are listed; of more, one row for each attacker."""
MOST_OF_ONE = 12
"""How many targets of one attacker, or members of a side, are listed."""
NAME = 34
"""How much of a name stands in a row."""
LINE = 96
"""How long the lines of notes are."""
_FOCUS: Mapping[str, str] = {
    "first": "everybody attacks the first enemy who stands",
    "weakest": "everybody attacks the enemy who could take least at the start, and then the next",
    "random": "everybody attacks an enemy by lot",
}


def text(met: Encounter, outcome: Outcome, seed: str) -> Iterator[str]:
    """The lines for people."""
    if (begun := _ours(met)) is not None:
        yield from textwrap.wrap(begun, LINE)
        yield ""
    sides = _Table(met, PARTY), _Table(met, OTHERS)
    wide = max(side.wide() for side in sides)
    yield from sides[0].lines("Party", wide)
    yield ""
    yield from sides[1].lines("Other side", wide)
    yield ""
    yield from _outcome(met, outcome)
    yield ""
    yield from textwrap.wrap(_method(met, outcome, seed), LINE)
    for note in _notes(met):
        yield from textwrap.wrap(report.printable(note), LINE, initial_indent="· ", subsequent_indent="  ")


class _Table:
    """A side's attacks, by attacker."""

    def __init__(self, met: Encounter, by: int) -> None:
        self._met, self._by = met, by
        self._numbers = [{id(member): index for index, member in enumerate(side)} for side in met.sides]
        rows = met.attacks(by_party=by == PARTY)
        attacks = [[attack for attack in row if attack.target.left] for row in rows if row[0].attacker.left]
        self._rows = [_alike(row) for row in attacks]
        self._faced = len(attacks[0])
        self._cut = sum(map(len, self._rows)) > MOST_ROWS or max(map(len, self._rows)) > MOST_OF_ONE
        if self._cut:
            self._rows = [[row[0]] for row in self._rows]

    def wide(self) -> int:
        """How many letters the longest name of a target has."""
        return max(len(_targets(alike)) for row in self._rows for alike in row)

    def lines(self, title: str, wide: int) -> Iterator[str]:
        """A heading, and for each attacker a line and the targets."""
        heading = click.style(title.upper(), bold=True) + " " * (wide + 4 - len(title))
        yield f"{heading}  {'hits':<{report.BAR}}  {'':>7}  {'mean harm':>9}  drops in"
        for row in self._rows:
            rolls = [_roll(alike[0]) for alike in row]
            shared, ends = _parted(rolls)
            yield f"{_member_line(row[0][0].attacker)}: {shared}".removesuffix(": ")
            for alike, end in zip(row, ends, strict=True):
                yield _row(alike[0], self._lasts(alike[0]), _targets(alike), wide, end)
        if self._cut:
            yield f"  (each against the first of the {self._faced} whom they face)"

    def _lasts(self, attack: Attack) -> Fraction | None:
        one, other = self._numbers[self._by][id(attack.attacker)], self._numbers[1 - self._by][id(attack.target)]
        return blows_to_drop(self._met, self._by, one, other)


def _parted(rolls: Sequence[str]) -> tuple[str, list[str]]:
    """The words with which all rolls begin, and how each goes on.

    >>> _parted(["Spear, 2d6 in 5–8", "Spear, 2d6 in 5–9"])
    ('Spear, 2d6 in …', ['… 5–8', '… 5–9'])
    """
    if len(set(rolls)) == 1:
        return rolls[0], [""] * len(rolls)
    words = [roll.split(" ") for roll in rolls]
    shared = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))]
    if not shared:
        return "", list(rolls)
    return " ".join([*shared, "…"]), [" ".join(["…", *word[len(shared) :]]) for word in words]


def _alike(row: Sequence[Attack]) -> list[list[Attack]]:
    """The attacks of one attacker, those that differ in nothing but the name of the target together."""
    alike: dict[object, list[Attack]] = {}
    for attack in row:
        key = (attack.target.left, attack.blow and (attack.blow.what, attack.blow.hit, tuple(attack.harm.items())))
        alike.setdefault(key, []).append(attack)
    return list(alike.values())


def _targets(alike: Sequence[Attack]) -> str:
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    return _short(alike[0].target.name) + more


def _roll(attack: Attack) -> str:
    return report.printable(attack.blow.what) if attack.blow is not None else "does not roll"


def _member_line(member: Member) -> str:
    fighter = member.fighter
    left = f"{_points(member.left)} of " if fighter.taken else ""
    stamina = f"{left}{_points(fighter.stamina)}"
    return f"{click.style(_short(member.name), bold=True)}, {stamina} {report.printable(fighter.unit)}"


def _points(amount: Amount) -> str:
    return str(amount) if amount == int(amount) else decimal(Fraction(amount), 2)


def _row(attack: Attack, blows: Fraction | None, label: str, wide: int, roll: str) -> str:
    hit = attack.blow.hit if attack.blow is not None else Fraction(0)
    lasts = "never" if blows is None else f"{decimal(blows)} blows"
    bar = f"{report.bar(hit)}  {percent(hit, 1):>5} %"
    return f"  → {label:<{wide}}  {bar}  {decimal(attack.mean(), 2):>9}  {lasts:<11}  {roll}".rstrip()


def _short(name: str) -> str:
    name = report.printable(name)
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def _outcome(met: Encounter, outcome: Outcome) -> Iterator[str]:
    order = _order(met)
    alone = len(met.party) == len(met.others) == 1
    yield click.style("OUTCOME", bold=True)
    yield from textwrap.wrap(f"{order}{'' if alone else f'; {_FOCUS[met.focus]}'}.", LINE)
    us, them = (
        _short(members[0].name) if len(members) == 1 else title
        for title, members in (("the party", met.party), ("the other side", met.others))
    )
    labels = {
        f"{us} wins": outcome.wins["party"],
        f"{them} wins": outcome.wins["others"],
        "both go down at once": outcome.wins["both"],
        "nobody can win": outcome.wins["nobody"],
    }
    first = {
        f"of {us}" if len(met.party) > 1 else us: outcome.drops_first["party"],
        f"of {them}" if len(met.others) > 1 else them: outcome.drops_first["others"],
        "one of each, in one round": outcome.drops_first["both"],
    }
    names = [_short(member.name) for member in (*met.party, *met.others)]
    wide = max(len(label) + 4 for label in (_TO_END, *labels, *names))
    yield from _chances(labels, wide)
    yield f"  {_TO_END:<{wide}}  {_rounds(outcome.rounds_to_end)}"
    if alone:
        return
    yield f"  {_TO_FIRST:<{wide}}  {_rounds(outcome.rounds_to_first)}"
    yield "  the first to drop is"
    yield from _chances({f"  {label}": figure for label, figure in first.items()}, wide)
    yield "  down at the end"
    for title, members, down in zip((us, them), (met.party, met.others), outcome.down, strict=True):
        if len(members) > MOST_OF_ONE:
            yield f"  {f'  of {title}':<{wide}}  {_mean_number(down)} of {len(members)} on average"
            continue
        for member, figure in zip(members, down, strict=True):
            yield _chance(f"  {_short(member.name)}", figure, wide)


_TO_END = "rounds until one side is down"
_TO_FIRST = "rounds until somebody drops"


def _chances(figures: Mapping[str, Figure], wide: int) -> Iterator[str]:
    """Chances with their bars; those that are nothing are left out."""
    yield from (_chance(label, figure, wide) for label, figure in figures.items() if figure.value)


def _chance(label: str, figure: Figure, wide: int) -> str:
    chance = Fraction(figure.value)
    error = f"  ± {_least(figure.error * 100, 1)}" if figure.error is not None else ""
    return f"  {label:<{wide}}  {report.bar(chance)}  {percent(chance, 1):>5} %{error}"


def _mean_number(down: Sequence[Figure]) -> str:
    """How many of a side are down on average; the error of a sum is no more than the sum of the errors."""
    mean = decimal(sum((Fraction(figure.value) for figure in down), Fraction(0)))
    errors = [figure.error for figure in down if figure.error is not None]
    return f"{mean} ± {_least(sum(errors), 1)}" if errors else mean


def _rounds(figure: Figure | None) -> str:
    if figure is None:
        return "without end: it may be that nobody ever is"
    error = f"  ± {_least(figure.error, 2)}" if figure.error is not None else ""
    return f"{decimal(Fraction(figure.value), 2)}{error}"


def _least(error: float, places: int) -> str:
    """An error with some places; never nothing."""
    least = 10.0**-places
    return f"{error:.{places}f}" if error >= least / 2 else f"<{least:.{places}f}"


def _order(met: Encounter) -> str:
    if any(member.fighter.first is not None for member in met.party):
        return "Players roll once for who acts before the other side"
    if met.in_turn:
        return "In each round the higher initiative acts first, and harm counts at once"
    if _has_contests(met):
        return "Both sides act at once; where two attack each other, one roll of each decides for both"
    return "Both sides act at once"


def _method(met: Encounter, outcome: Outcome, seed: str) -> str:
    prefix = "" if _ours(met) is None else "Given what is ours, "
    if outcome.method == "simulated":
        said = (
            f"the outcome is simulated: played out {outcome.runs:,} times by the seed `{report.printable(seed)}`; "
            "± is the standard error. The tables above it are exact."
        )
    elif outcome.method == "rounded":
        said = (
            f"nothing is simulated: the outcome is reckoned through in floating point, right to {ROUNDED_PLACES} "
            "places; as fractions, it would take too long."
        )
    else:
        said = "exact: nothing is simulated."
    return prefix + (said if prefix else _capital(said))


def _ours(met: Encounter) -> str | None:
    """The first line, where a fight rests on choices of ours."""
    assert met.game.fight is not None
    if met.game.fight.ours:
        return f"Fought by rules of ours, as {met.game.fight.ours}: they stand at the foot."
    if _is_by_the_book(met):
        return None
    return "Partly ours: what is assumed where the rules leave something open stands at the foot."


def _is_by_the_book(met: Encounter) -> bool:
    """Whether every blow has the rules' own numbers."""
    return all(attack.blow is None or attack.blow.exact for attack in _all_attacks(met))


def _all_attacks(met: Encounter) -> Iterator[Attack]:
    yield from (attack for by_party in (True, False) for row in met.attacks(by_party=by_party) for attack in row)


def _notes(met: Encounter) -> list[str]:
    """What the figures rest on and leave out, sentence by sentence, each once; with names where it is about some."""
    about: dict[str, dict[str, None]] = {}
    everybody = (*met.party, *met.others)
    for member in everybody:
        for part in _sentences(member.fighter.remark):
            about.setdefault(part, {})[member.name] = None
    notes = list(_tables(met))
    for part, names in about.items():
        few = len(names) < len(everybody) and any(part not in _sentences(member.fighter.remark) for member in everybody)
        notes.append(f"{_who(list(names))}: {part}" if few else _capital(part))
    blows = (_sentences(attack.blow.remark) for attack in _all_attacks(met) if attack.blow is not None)
    return [*notes, *dict.fromkeys(_capital(part) for parts in blows for part in parts)]


def _tables(met: Encounter) -> Iterator[str]:
    """What the tables show, where the outcome takes more into account."""
    if _has_contests(met):
        yield "The tables show two who attack each other"
    elif any(member.fighter.dodges for member in met.members):
        yield "The tables show attacks on somebody who has a dodge left in the round; the outcome counts the dodges"
    if any(member.fighter.state.form for member in met.members):
        yield "The tables show everybody as the fight begins; in the outcome, harm lowers what is rolled after it"


def _has_contests(met: Encounter) -> bool:
    return met.contest(0, 0) is not None


_END = re.compile(r"(?<=\.)\s+|;\s+")


def _sentences(remark: str) -> list[str]:
    return [part.rstrip(".") for part in _END.split(remark) if part]


def _who(names: Sequence[str]) -> str:
    shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"]
    return listing(shown)


def _capital(part: str) -> str:
    return part[:1].upper() + part[1:]


def plain(met: Encounter, outcome: Outcome, seed: str) -> dict[str, Any]:
    """All of it as plain data."""
    simulated = {"runs": outcome.runs, "seed": seed} if outcome.method == "simulated" else {}
    return {
        "system": met.game.key,
        "focus": met.focus,
        "order": "in turn" if met.in_turn else "at once",
        "ours": _ours(met),
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
            "drops_first": _by_name(outcome.drops_first.items()),
            "rounds_to_first": outcome.rounds_to_first.as_json("mean") if outcome.rounds_to_first else None,
            "rounds_to_end": outcome.rounds_to_end.as_json("mean") if outcome.rounds_to_end else None,
            "down": {
                side: [figure.as_json("probability") for figure in down]
                for side, down in zip(("party", "others"), outcome.down, strict=True)
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
    """Harm in whole points as a number, else as a fraction."""
    return int(amount) if amount == int(amount) else str(amount)


def _attack(met: Encounter, by: int, one: int, other: int) -> dict[str, Any]:
    attack = met.shown(by, one, other)
    blow = attack.blow
    blows = blows_to_drop(met, by, one, other)
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
        "blows_to_drop": as_json(Mean(blows)) if blows is not None else None,
    }
