"""An encounter on the terminal."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING

from chargen.cli import report
from chargen.fights.blows import count_blows_to_drop
from chargen.fights.notes import departures, describe_method, describe_order, list_notes
from chargen.fights.outcome import Figure, Outcome, find_quantiles
from chargen.fights.sides import OTHERS, PARTY, Attack, Encounter, Member
from chargen.fights.variants import Variants
from chargen.game.fight import Amount
from chargen.game.isolation import isolate
from chargen.page.roll import decimal
from chargen.page.sheet import Cell, Chance, Label

if TYPE_CHECKING:
    from chargen.cli.terminal import Group

_ONLY_CARDS = "Both sides are cards, and only players roll. Put a full character on one side."
LITTLE = 0.05  # The least spread of the chance to win by the order of attack that is printed
NEAR_EVEN = 2  # How many numbers of opponents are listed on each side of the even one
MOST_ROWS = 36  # The most attacks of a side that are listed; if there are more, each attacker has one row
MOST_OF_ONE = 12  # The most targets of one attacker, or members of a side, that are listed
_FOCUS: Mapping[str, str] = {
    "first": "all attack the first enemy still standing",
    "weakest": "all attack the enemy with the least stamina at the start, and then the next",
    "random": "each attacks a random enemy",
}


def format_tables(met: Encounter, columns: int) -> Iterator[str]:
    """Yield the lines that need no outcome: who hits whom, no wider than ``columns``."""
    from chargen.cli import terminal  # imported here: what draws on a terminal is slow to load

    if not met.has_blows:
        yield from report.wrapped(_ONLY_CARDS, columns)
        return
    if (begun := departures(met)) is not None:
        yield from report.wrapped(begun, columns)
        yield ""
    sides = [*_attacks(met, PARTY, "PARTY"), terminal.Group("", "", [("",)]), *_attacks(met, OTHERS, "OTHER SIDE")]
    yield terminal.listed(sides, columns, right=[1, 2])
    yield ""


def format_outcome(met: Encounter, outcome: Outcome, seed: str, columns: int, variants: Variants) -> Iterator[str]:
    """Yield the lines of the outcome, no wider than ``columns``."""
    from chargen.cli import terminal

    yield terminal.listed([*_outcome(met, outcome, variants), *_even(variants)], columns, right=[1])
    yield ""
    yield from report.wrapped(describe_method(met, outcome, report.printable(seed)), columns)
    for note in list_notes(met):
        yield from report.wrapped(f"· {isolate(report.printable(note))}", columns, "  ")


def _even(variants: Variants) -> Iterator["Group"]:
    """Yield how many of the other side make it even, with the numbers next to it."""
    from chargen.cli.terminal import Group

    if not variants.even:
        return
    near = [row for row in variants.even if abs(row[0] - (variants.even_number or 1)) <= NEAR_EVEN]
    rows: list[tuple[Cell, ...]] = [
        (f"the party wins against {one}", Chance(Fraction(party.value), bar=True), _describe_error(party))
        for one, party, _ in near
    ]
    yield Group("EVEN", f"  {describe_even(variants)}.", rows)


def describe_even(variants: Variants) -> str:
    """Return how many of the other side make it even, in words."""
    if variants.even_number is not None:
        return f"about {variants.even_number} of the other side"
    return "one is too many" if len(variants.even) == 1 else f"{len(variants.even)} are not enough"


def _attacks(met: Encounter, by: int, title: str) -> Iterator["Group"]:
    """Yield a heading, and a group of targets for each attacker of a side."""
    from chargen.cli.terminal import Group

    numbers = [{id(member): index for index, member in enumerate(side)} for side in met.sides]

    def lasts(attack: Attack) -> Fraction | None:
        return count_blows_to_drop(met, by, numbers[by][id(attack.attacker)], numbers[1 - by][id(attack.target)])

    rows = met.attacks(by_party=by == PARTY)
    attacks = [[attack for attack in row if attack.target.left] for row in rows if row[0].attacker.left]
    by_attacker = [group_alike(row) for row in attacks]
    # Twenty against twenty would be four hundred rows.
    is_cut = has_too_many_rows(met, by)
    faced = f"each against the first of the {len(attacks[0])} whom they face" if is_cut else ""
    yield Group("", "", [(Label(title), "hits", "mean harm", "drops in")], faced and f"({faced})")
    for row in by_attacker:
        alike = row[:1] if is_cut else row
        shared, ends = _parted([_roll(attacks[0]) for attacks in alike])
        targets = zip(alike, ends, strict=True)
        attacker = row[0][0].attacker
        left = f"{format_points(attacker.left)} of " if attacker.fighter.taken else ""
        stamina = f", {left}{format_points(attacker.fighter.stamina)} {attacker.fighter.unit}"
        card = ", a card" if attacker.fighter.is_card else ""
        words = f"{card}{stamina}: {shared}".removesuffix(": ")
        yield Group(attacker.name, words, [_row(attacks, lasts(attacks[0]), end) for attacks, end in targets])
    if len(by_attacker) > 1 and not all(attack.blow is None for row in attacks for attack in row):
        harm = sum((row[0].attacker.fighter.acts * row[0].mean() for row in attacks), Fraction(0))
        yield Group("", "", [("all of them in a round", "", decimal(harm, 2), "")])


def has_too_many_rows(met: Encounter, by: int) -> bool:
    """Return whether the attacks of a side have too many rows, so that each attacker has one."""
    rows = met.attacks(by_party=by == PARTY)
    numbers = [
        len(group_alike([attack for attack in row if attack.target.left])) for row in rows if row[0].attacker.left
    ]
    return sum(numbers) > MOST_ROWS or max(numbers) > MOST_OF_ONE


def _parted(rolls: Sequence[str]) -> tuple[str, list[str]]:
    """Split rolls into the words that all begin with, and the rest of each.

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


def group_alike(row: Sequence[Attack]) -> list[list[Attack]]:
    """Group the attacks of one attacker that differ only in the name of the target."""
    alike: dict[object, list[Attack]] = {}
    for attack in row:
        key = (attack.target.left, attack.blow and (attack.blow.what, attack.blow.hit, tuple(attack.harm.items())))
        alike.setdefault(key, []).append(attack)
    return list(alike.values())


def _roll(attack: Attack) -> str:
    return report.printable(attack.blow.what) if attack.blow is not None else "does not roll"


def format_points(amount: Amount) -> str:
    """Return an amount of harm: an integer, or two decimal places."""
    return str(amount) if amount == int(amount) else decimal(Fraction(amount), 2)


def _row(alike: Sequence[Attack], blows: Fraction | None, roll: str) -> tuple[Cell, ...]:
    """Return the row of attacks that are alike: target, chance to hit, mean harm, and blows until the target drops."""
    attack = alike[0]
    hit = attack.blow.hit if attack.blow is not None else Fraction(0)
    lasts = "never" if blows is None else f"{decimal(blows)} blows"
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    target = f"→ {attack.target.name}{more}{f', {roll}' if roll else ''}"
    return target, Chance(hit, bar=True), decimal(attack.mean(), 2), lasts


def _outcome(met: Encounter, outcome: Outcome, variants: Variants) -> Iterator["Group"]:
    from chargen.cli.terminal import Group

    order = describe_order(met)
    # In a duel, the first to drop is the end: half of the rows would repeat the others.
    alone = len(met.party) == len(met.others) == 1
    us, them = (
        members[0].name if len(members) == 1 else title
        for title, members in (("the party", met.party), ("the other side", met.others))
    )
    labels = {
        f"{us} wins": outcome.wins["party"],
        f"{them} wins": outcome.wins["others"],
        "both go down at once": outcome.wins["both"],
        "no side can win": outcome.wins["nobody"],
    }
    focus = "" if alone else f"; {_describe_focus(met)}"
    if outcome.wins["nobody"].value != 1:
        order = f"{outcome.difficulty}. {order}"
    rows = [*_chances(labels), ("rounds until one side is down", *_rounds(outcome.rounds_to_end))]
    if outcome.rounds is not None:
        tenth, median, ninetieth = outcome.rounds
        rows.append(("8 of 10 end in round", _span(tenth, ninetieth), f"median {median}"))
    if alone:
        for member, (survivor,) in zip(met.members, outcome.left, strict=True):
            if survivor is not None:
                rows.append((f"{member.name} has, if standing", _describe_left(member, survivor), member.fighter.unit))
        yield Group("OUTCOME", f"  {order}.", rows)
        return
    # With more than one fighter on a side: who drops first, and who is down at the end.
    rows.append(("rounds until the first one drops", *_rounds(outcome.rounds_to_first)))
    if variants.by_order is not None and variants.by_order[1] - variants.by_order[0] >= LITTLE:
        low, high = (decimal(Fraction(chance) * 100, 0) for chance in variants.by_order)
        rows.append((f"{us} wins, by focus", f"{low} to {high} %", "(--focus)"))
    yield Group("OUTCOME", f"  {order}{focus}.", rows)
    first = {
        f"of {us}" if len(met.party) > 1 else us: outcome.drops_first["party"],
        f"of {them}" if len(met.others) > 1 else them: outcome.drops_first["others"],
        "one of each, in one round": outcome.drops_first["both"],
    }
    yield Group("The first to drop is", "", list(_chances(first)))
    rows = []
    for side, title in enumerate((us, them)):
        members, down, left = met.sides[side], outcome.down[side], outcome.left[side]
        if len(members) > 1:
            rows += _describe_losses(title, outcome, side)
        if len(members) <= MOST_OF_ONE:
            for member, figure, standing in zip(members, down, left, strict=True):
                error = _describe_error(figure)
                words = "" if standing is None else f"else {_describe_left(member, standing)}"
                note = "; ".join(filter(None, (error, words)))
                rows.append((member.name, Chance(Fraction(figure.value), bar=True), note))
    yield Group("Down at the end", ", else what is left", rows)


def _describe_focus(met: Encounter) -> str:
    party, others = met.focus
    return _FOCUS[party] if party == others else f"of the party, {_FOCUS[party]}; of the others, {_FOCUS[others]}"


def _chances(figures: Mapping[str, Figure]) -> Iterator[tuple[Cell, ...]]:
    """Yield a row with a bar for each chance above zero."""
    yield from (_chance(label, figure) for label, figure in figures.items() if figure.value)


def _chance(label: str, figure: Figure) -> tuple[Cell, ...]:
    return label, Chance(Fraction(figure.value), bar=True), _describe_error(figure)


def _describe_error(figure: Figure) -> str:
    """Return the error of a chance in percent; empty if it is exact."""
    return f"± {_least(figure.error * 100, 1)}" if figure.error is not None else ""


def _describe_losses(title: str, outcome: Outcome, side: int) -> Iterator[tuple[Cell, ...]]:
    """Yield how many of a side are usually down, with the mean, and the chance that none is."""
    losses = outcome.losses[side]
    low, _, high = find_quantiles(Fraction(figure.value) for figure in losses)
    yield f"of {title}, mostly", _span(low, high), f"mean {decimal(outcome.mean_losses(side))} of {len(losses) - 1}"
    if losses[0].value:
        yield _chance(f"none of {title}", losses[0])


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _describe_left(member: Member, left: Figure) -> str:
    return f"{decimal(Fraction(left.value))} of {format_points(member.fighter.stamina)}"


def _rounds(figure: Figure | None) -> tuple[str, str]:
    if figure is None:
        return "no end: it may never happen", ""
    return decimal(Fraction(figure.value), 2), f"± {_least(figure.error, 2)}" if figure.error is not None else ""


def _least(error: float, places: int) -> str:
    """Return an error with some decimal places; a smaller one is written as ``<0.1``, and never as zero."""
    least = 10.0**-places
    return f"{error:.{places}f}" if error >= least / 2 else f"<{least:.{places}f}"
