"""An encounter on the terminal, and as plain data."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from chargen.cli import report
from chargen.core.fight import Amount
from chargen.core.names import listing
from chargen.core.roll import Mean, as_json, decimal
from chargen.core.sheet import Cell, Chance, Label
from chargen.encounter.blows import blows_to_drop
from chargen.encounter.outcome import ROUNDED_PLACES, Figure, Outcome
from chargen.encounter.sides import NAMES, OTHERS, PARTY, Attack, Encounter, Member

if TYPE_CHECKING:
    from chargen.cli.terminal import Group

MOST_ROWS = 36
"""How many attacks of a side are listed; of more, one row for each attacker."""
MOST_OF_ONE = 12
"""How many targets of one attacker, or members of a side, are listed."""
_FOCUS: Mapping[str, str] = {
    "first": "everybody attacks the first enemy still standing",
    "weakest": "everybody attacks the enemy who could take least at the start, and then the next",
    "random": "everybody attacks an enemy by lot",
}


def text(met: Encounter, outcome: Outcome, seed: str, columns: int) -> Iterator[str]:
    """Yield the lines for people, as wide as ``columns``."""
    from chargen.cli import terminal  # imported here: what draws on a terminal is slow to load

    if (begun := _ours(met)) is not None:
        yield from report.wrapped(begun, columns)
        yield ""
    sides = [*_attacks(met, PARTY, "PARTY"), terminal.Group("", "", [("",)]), *_attacks(met, OTHERS, "OTHER SIDE")]
    yield terminal.listed(sides, columns, right=[1, 2])
    yield ""
    yield terminal.listed(list(_outcome(met, outcome)), columns, right=[1])
    yield ""
    yield from report.wrapped(_method(met, outcome, seed), columns)
    for note in _notes(met):
        yield from report.wrapped(f"· {report.printable(note)}", columns, "  ")


def _attacks(met: Encounter, by: int, title: str) -> Iterator["Group"]:
    """A heading, and for each attacker of a side a line and the targets."""
    from chargen.cli.terminal import Group

    numbers = [{id(member): index for index, member in enumerate(side)} for side in met.sides]

    def lasts(attack: Attack) -> Fraction | None:
        return blows_to_drop(met, by, numbers[by][id(attack.attacker)], numbers[1 - by][id(attack.target)])

    rows = met.attacks(by_party=by == PARTY)
    attacks = [[attack for attack in row if attack.target.left] for row in rows if row[0].attacker.left]
    by_attacker = [_alike(row) for row in attacks]
    is_cut = sum(map(len, by_attacker)) > MOST_ROWS or max(map(len, by_attacker)) > MOST_OF_ONE
    faced = f"each against the first of the {len(attacks[0])} whom they face" if is_cut else ""
    yield Group("", "", [(Label(title), "hits", "mean harm", "drops in")], faced and f"({faced})")
    for row in by_attacker:
        alike = row[:1] if is_cut else row
        shared, ends = _parted([_roll(attacks[0]) for attacks in alike])
        targets = zip(alike, ends, strict=True)
        name, stamina = _member_line(row[0][0].attacker)
        words = f"{stamina}: {shared}".removesuffix(": ")
        yield Group(name, words, [_row(attacks, lasts(attacks[0]), end) for attacks, end in targets])


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


def _roll(attack: Attack) -> str:
    return report.printable(attack.blow.what) if attack.blow is not None else "does not roll"


def _member_line(member: Member) -> tuple[str, str]:
    """Who somebody is, and how much is left of them."""
    fighter = member.fighter
    left = f"{_points(member.left)} of " if fighter.taken else ""
    return member.name, f", {left}{_points(fighter.stamina)} {fighter.unit}"


def _points(amount: Amount) -> str:
    return str(amount) if amount == int(amount) else decimal(Fraction(amount), 2)


def _row(alike: Sequence[Attack], blows: Fraction | None, roll: str) -> tuple[Cell, ...]:
    """Whom an attack is against, how likely it hits and how hard, and how long they last."""
    attack = alike[0]
    hit = attack.blow.hit if attack.blow is not None else Fraction(0)
    lasts = "never" if blows is None else f"{decimal(blows)} blows"
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    target = f"→ {attack.target.name}{more}{f', {roll}' if roll else ''}"
    return target, Chance(hit, bar=True), decimal(attack.mean(), 2), lasts


def _outcome(met: Encounter, outcome: Outcome) -> Iterator["Group"]:
    from chargen.cli.terminal import Group

    order = _order(met)
    alone = len(met.party) == len(met.others) == 1
    us, them = (
        members[0].name if len(members) == 1 else title
        for title, members in (("the party", met.party), ("the other side", met.others))
    )
    labels = {
        f"{us} wins": outcome.wins["party"],
        f"{them} wins": outcome.wins["others"],
        "both go down at once": outcome.wins["both"],
        "nobody can win": outcome.wins["nobody"],
    }
    focus = "" if alone else f"; {_FOCUS[met.focus]}"
    rows = [*_chances(labels), ("rounds until one side is down", *_rounds(outcome.rounds_to_end))]
    if alone:
        yield Group("OUTCOME", f"  {order}.", rows)
        return
    rows.append(("rounds until somebody drops", *_rounds(outcome.rounds_to_first)))
    yield Group("OUTCOME", f"  {order}{focus}.", rows)
    first = {
        f"of {us}" if len(met.party) > 1 else us: outcome.drops_first["party"],
        f"of {them}" if len(met.others) > 1 else them: outcome.drops_first["others"],
        "one of each, in one round": outcome.drops_first["both"],
    }
    yield Group("The first to drop is", "", list(_chances(first)))
    rows = []
    for title, members, down in zip((us, them), (met.party, met.others), outcome.down, strict=True):
        if len(members) > MOST_OF_ONE:
            mean, error = _mean_number(down)
            rows.append((f"of {title}", mean, f"of {len(members)} on average{error and f', {error}'}"))
        else:
            rows += [_chance(member.name, figure) for member, figure in zip(members, down, strict=True)]
    yield Group("Down at the end", "", rows)


def _chances(figures: Mapping[str, Figure]) -> Iterator[tuple[Cell, ...]]:
    """Chances with their bars; those that are nothing are left out."""
    yield from (_chance(label, figure) for label, figure in figures.items() if figure.value)


def _chance(label: str, figure: Figure) -> tuple[Cell, ...]:
    error = f"± {_least(figure.error * 100, 1)}" if figure.error is not None else ""
    return label, Chance(Fraction(figure.value), bar=True), error


def _mean_number(down: Sequence[Figure]) -> tuple[str, str]:
    """How many of a side are down on average; the error of a sum is no more than the sum of the errors."""
    mean = decimal(sum((Fraction(figure.value) for figure in down), Fraction(0)))
    errors = [figure.error for figure in down if figure.error is not None]
    return mean, f"± {_least(sum(errors), 1)}" if errors else ""


def _rounds(figure: Figure | None) -> tuple[str, str]:
    if figure is None:
        return "no end: it may never happen", ""
    return decimal(Fraction(figure.value), 2), f"± {_least(figure.error, 2)}" if figure.error is not None else ""


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
            f"nothing is simulated: the outcome is worked out in floating point, correct to {ROUNDED_PLACES} "
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
        few = any(part not in _sentences(member.fighter.remark) for member in everybody)
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
