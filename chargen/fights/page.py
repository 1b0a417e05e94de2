"""Make the page of an encounter: who acts when, who hits whom, how it ends, and the boxes of both sides.

Text on a terminal, HTML and PDF are all made from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from chargen.experience.party import draw_boxes
from chargen.fights.blows import count_blows_to_drop
from chargen.fights.figures import Figure, Outcome, find_even_number, find_quantiles
from chargen.fights.notes import departures, describe_method, describe_turns, list_notes
from chargen.fights.sides import NO_BLOW, Attack, Encounter
from chargen.game.fight import Amount
from chargen.kit.blocks import left, right
from chargen.page.roll import decimal, in_percent
from chargen.page.sheet import Block, Cell, Chance, Label, Own, Prose, Sheet, Table, Track

ENDS = {"party": "Party wins", "others": "Others win", "both": "Both down", "nobody": "No winner"}
TITLES = ("The party", "The other side")
MOST_ROWS = 36  # The most attacks of a side that are listed; if there are more, each attacker has one row
MOST_OF_ONE = 12  # The most targets of one attacker, or members of a side, that are listed
NEAR_EVEN = 2  # How many numbers of opponents are listed on each side of the even one
_FOCUS: Mapping[str, str] = {
    "first": "all attack the first enemy still standing",
    "weakest": "all attack the enemy with the least stamina at the start, and then the next",
    "random": "each attacks a random enemy",
}


def make_page(met: Encounter, outcome: Outcome, seed: str, even: Sequence[Outcome] = ()) -> Sheet:
    """Return the page of an encounter; ``even`` are the outcomes against each number of opponents, if asked for."""
    # The order of acting, and what all can take.
    sides = [*zip(TITLES, met.sides, strict=True)]
    titles = {member.name: title for title, side in sides for member in side}
    lefts = {
        id(member): f"{_points(member.left)} of {_points(member.fighter.stamina)} {member.fighter.unit}"
        for member in met.members
    }
    order, turns = describe_turns(met)
    acting: list[tuple[Cell, ...]] = []
    for member, when in turns:
        if member.left:
            title = titles[member.name] + (", a card" if member.fighter.is_card else "")
            acting.append((member.name, title, when, lefts[id(member)]))
    acts = (left("", 24), left("Side", 14), left("Acts", 22), left("Can take", 18))
    caption = " ".join(filter(None, [departures(met), f"{order}."]))
    if len(met.members) > 2:
        party, others = (_FOCUS[focus] for focus in met.focus)
        caption += f" Of the party, {party}; of the others, {others}." if party != others else f" {party.capitalize()}."
    table = Table(name="acting", title="Order of acting", columns=acts, rows=tuple(acting), caption=caption)

    # The attacks of each side with the boxes of its members, then who is down at the end.
    blocks: list[Block] = [table]
    for by, (title, side) in enumerate(sides):
        blocks.append(_attacks(met, by, title))
        for index, member in enumerate(side):
            boxes = draw_boxes(member.view.card().tracks)
            hurt = f"starts with {lefts[id(member)]}" if member.fighter.taken else ""
            name = f"boxes-{by}-{index}"
            blocks.append(Track(name=name, title=member.name, boxes=boxes, caption=hurt, place="half", together=True))
    blocks.append(_drops(met, outcome))
    if even:
        # How many of the other side make it even, with the numbers next to it.
        number = find_even_number(even)
        caption = f"About {number} of the other side make it even."
        if number is None:
            caption = "One is too many." if len(even) == 1 else f"{len(even)} of the other side are not enough."
        near = [(tried, row) for tried, row in enumerate(even, 1) if abs(tried - (number or 1)) <= NEAR_EVEN]
        rows = tuple(_row(f"The party wins against {tried}", row.wins["party"])[:3] for tried, row in near)
        columns = (left("", 40), right("Chance", 20), left("", 14))
        blocks.append(Table(name="even", title="An even fight", columns=columns, rows=rows, caption=caption))

    notes = [describe_method(met, outcome, seed), *(f"{note}." for note in list_notes(met))]
    blocks.append(Prose(name="method", title="The numbers", text="\n\n".join(notes)))
    return Sheet(
        system="encounter",
        system_title=met.game.title,
        name=Own("Encounter"),
        concept=Own(" · ".join(f"{title}: {', '.join(member.name for member in side)}" for title, side in sides)),
        highlights=tuple(_highlights(outcome)),
        blocks=tuple(blocks),
        texts=tuple(text for side in met.sides for member in side for text in member.view.texts),
    )


def _highlights(outcome: Outcome) -> Iterator[tuple[str, str, str]]:
    """Yield the chance of each end that may come, the rounds, and how many of each side are down in 8 of 10 fights."""
    for name, figure in outcome.wins.items():
        if figure.value:
            words = [outcome.difficulty if name == "party" else "", _error(figure, 100)]
            yield ENDS[name], in_percent(Fraction(figure.value), 1), ", ".join(filter(None, words))
    if outcome.rounds is not None and outcome.rounds_to_end is not None:
        mean = decimal(Fraction(outcome.rounds_to_end.value), 2)
        tenth, median, ninetieth = outcome.rounds
        words = [f"{_span(tenth, ninetieth)} in 8 of 10", f"mean {mean}", _error(outcome.rounds_to_end)]
        yield "Rounds", str(median), ", ".join(filter(None, words))
    for side, title in enumerate(("Party", "Others")):
        number = len(outcome.losses[side]) - 1
        if number > 1:
            low, _, high = find_quantiles(Fraction(figure.value) for figure in outcome.losses[side])
            losses = sum(
                (down * Fraction(figure.value) for down, figure in enumerate(outcome.losses[side])), Fraction(0)
            )
            yield f"{title} down", _span(low, high), f"of {number}, mean {decimal(losses)}"


def _points(amount: Amount) -> str:
    """Return an amount of harm: an integer, or two decimal places."""
    return str(amount) if amount == int(amount) else decimal(Fraction(amount), 2)


def _attacks(met: Encounter, by: int, title: str) -> Table:
    """Return who hits whom how often and how hard; targets that are alike share a row."""
    columns = (
        left("", 22),
        left("With", 30),
        left("Against", 20),
        right("Hits", 9),
        right("Harm", 8, "The mean harm of an attack"),
        right("Drops in", 9, "The mean number of attacks until the target is down"),
    )
    attacks = [[attack for attack in row if attack.target.left] for row in met.attacks(by) if row[0].attacker.left]
    by_attacker = []
    for row in attacks:
        grouped: dict[object, list[Attack]] = {}
        for attack in row:
            key = (attack.target.left, attack.blow.what, attack.blow.hit, tuple(attack.blow.harm.items()))
            grouped.setdefault(key, []).append(attack)
        by_attacker.append(list(grouped.values()))
    # Twenty against twenty would be four hundred rows.
    numbers = [len(row) for row in by_attacker]
    too_many = sum(numbers) > MOST_ROWS or max(numbers) > MOST_OF_ONE
    places = [{id(member): place for place, member in enumerate(side)} for side in met.sides]
    rows: list[tuple[Cell, ...]] = []
    for groups in by_attacker:
        before = None
        for alike in groups[:1] if too_many else groups:
            attack = alike[0]
            name = Label(attack.attacker.name if alike is groups[0] else "")
            target = attack.target.name + (f" and {len(alike) - 1} more" if len(alike) > 1 else "")
            if attack.blow is NO_BLOW:
                rows.append((name, "does not roll", target, "", "", ""))
                continue
            blows = count_blows_to_drop(met, by, places[by][id(attack.attacker)], places[1 - by][id(attack.target)])
            what = attack.blow.what
            rows.append(
                (
                    name,
                    "" if what == before else what,
                    target,
                    Chance(attack.blow.hit),
                    decimal(attack.blow.mean, 2),
                    "never" if blows is None else decimal(Fraction(blows)),
                )
            )
            before = what
    if len(attacks) > 1:
        harm = sum((row[0].attacker.fighter.acts * row[0].blow.mean for row in attacks), Fraction(0))
        rows.append((Label("All in a round"), "", "", "", decimal(harm, 2), ""))
    caption = f"Each against the first of the {len(attacks[0])} whom they face." if too_many else ""
    return Table(name=f"attacks-{by}", title=title, columns=columns, rows=tuple(rows), caption=caption)


def _drops(met: Encounter, outcome: Outcome) -> Table:
    """Return who is down at the end, and what is left of those who are not."""
    rows: list[tuple[Cell, ...]] = []
    for side, title in enumerate(("the party", "the other side")):
        members, losses = met.sides[side], outcome.losses[side]
        if len(members) > 1:
            rows.append(_row(f"None of {title}", losses[0]))
        # Of a crowd, the numbers at the top of the page are enough.
        if len(members) <= MOST_OF_ONE:
            for member, down, standing in zip(members, outcome.down[side], outcome.left[side], strict=True):
                stamina = f"{_points(member.fighter.stamina)} {member.fighter.unit}"
                rest = f"{decimal(Fraction(standing.value))} of {stamina}" if standing is not None else ""
                rows.append(_row(Label(member.name), down, rest))
    columns = (left("", 34), right("Chance", 20), left("", 10), left("Has, if standing", 24))
    return Table(name="drops", title="Down at the end", columns=columns, rows=tuple(rows))


def _row(name: Cell, figure: Figure, words: str = "") -> tuple[Cell, ...]:
    return name, Chance(Fraction(figure.value), bar=True), _error(figure, 100), words


def _error(figure: Figure, times: int = 1) -> str:
    """Return the error of a simulated figure, a chance in percent; a small one as ``± <0.1``, and never as zero."""
    if figure.error is None:
        return ""
    places = 1 if times == 100 else 2
    error, least = figure.error * times, 10.0**-places
    return f"± {error:.{places}f}" if error >= least / 2 else f"± <{least:.{places}f}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
