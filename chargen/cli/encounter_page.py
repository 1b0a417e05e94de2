"""The page that a GM runs a fight from: who acts when, who hits whom, and the boxes of both sides."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from chargen.cli.encounter_report import describe_even, format_points, group_alike, has_too_many_rows
from chargen.experience.party import draw_boxes
from chargen.exports.markdown import escape, join_row
from chargen.fights.blows import count_blows_to_drop
from chargen.fights.notes import describe_method, describe_order, describe_turn, list_by_turn, list_notes
from chargen.fights.outcome import Outcome
from chargen.fights.sides import PARTY, Attack, Encounter, Member
from chargen.fights.variants import Variants
from chargen.kit.blocks import left, right
from chargen.kit.cards import format_entry
from chargen.page.roll import decimal, percent
from chargen.page.sheet import Block, Box, Cell, Chance, Label, Own, Prose, Sheet, Table, Track

ENDS = {"party": "Party wins", "others": "Others win", "both": "Both down", "nobody": "No winner"}
TITLES = ("The party", "The other side")


def make_page(met: Encounter, outcome: Outcome, seed: str, variants: Variants) -> Sheet:
    """Return the page of an encounter."""
    members = (f"{side_name}: {', '.join(member.name for member in side)}" for side_name, side in _sides(met))
    blocks: list[Block] = [_acting(met)]
    for by, (title, side) in enumerate(_sides(met)):
        blocks.append(_attacks(met, by, title))
        blocks += (_boxes(member, f"boxes-{by}-{index}") for index, member in enumerate(side))
    blocks.append(Prose(name="method", title="The numbers", text=_describe_numbers(met, outcome, seed, variants)))
    return Sheet(
        system="encounter",
        system_title=met.game.title,
        name=Own("Encounter"),
        concept=Own(" · ".join(members)),
        highlights=tuple(_highlights(outcome)),
        blocks=tuple(blocks),
        texts=tuple(text for side in met.sides for member in side for text in member.view.texts),
    )


def _describe_numbers(met: Encounter, outcome: Outcome, seed: str, variants: Variants) -> str:
    """Return what makes the fight even, if it was asked for, how precise the figures are, and what they assume."""
    even = [f"An even fight: {describe_even(variants)}"] if variants.even else []
    return ". ".join([*even, describe_method(met, outcome, seed).rstrip("."), *list_notes(met)]) + "."


def _sides(met: Encounter) -> Iterator[tuple[str, Sequence[Member]]]:
    """Yield both sides with their titles, each member in the order in which the side is attacked."""
    yield from zip(TITLES, met.sides, strict=True)


def _highlights(outcome: Outcome) -> Iterator[tuple[str, str, str]]:
    """Yield the chance to win of each end that may come, the rounds, and how many of the party fall."""
    for name, figure in outcome.wins.items():
        if figure.value:
            yield ENDS[name], f"{percent(Fraction(figure.value))} %", outcome.difficulty if name == "party" else ""
    if outcome.rounds is not None:
        tenth, median, ninetieth = outcome.rounds
        yield "Rounds", str(median), f"{tenth} to {ninetieth} in 8 of 10"
    for side, title in enumerate(("Party", "Others")):
        number = len(outcome.losses[side]) - 1
        yield f"{title} down", decimal(outcome.mean_losses(side)), f"of {number} on average"


def _acting(met: Encounter) -> Table:
    """Return the order of acting: by initiative, or else by the chance to act before the other side."""
    titles = {member.name: title for title, side in _sides(met) for member in side}
    rows: list[tuple[Cell, ...]] = [
        (member.name, titles[member.name], describe_turn(met, member), _describe_left(member))
        for member in list_by_turn(met)
        if member.left
    ]
    columns = (left("", 24), left("Side", 14), left("Acts", 22), left("Can take", 18))
    return Table(
        name="acting", title="Order of acting", columns=columns, rows=tuple(rows), caption=f"{describe_order(met)}."
    )


def _describe_left(member: Member) -> str:
    return f"{format_points(member.left)} of {format_points(member.fighter.stamina)} {member.fighter.unit}"


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
    too_many = has_too_many_rows(met, by)
    rows: list[tuple[Cell, ...]] = []
    before = None
    for one, row in enumerate(met.attacks(by_party=by == PARTY)):
        if not row[0].attacker.left:
            continue
        groups = group_alike([attack for attack in row if attack.target.left])
        for index, alike in enumerate(groups[:1] if too_many else groups):
            what, *cells = _attack(met, by, one, alike)
            repeated = index and what == before
            rows.append((Label("" if index else row[0].attacker.name), "" if repeated else what, *cells))
            before = what
    faced = "Each against the first enemy." if too_many else ""
    return Table(name=f"attacks-{by}", title=title, columns=columns, rows=tuple(rows), caption=faced)


def _attack(met: Encounter, by: int, one: int, alike: Sequence[Attack]) -> tuple[Cell, ...]:
    attack = alike[0]
    if attack.blow is None:
        return "does not roll", attack.target.name, "", "", ""
    other = next(index for index, member in enumerate(met.sides[1 - by]) if member is attack.target)
    blows = count_blows_to_drop(met, by, one, other)
    more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
    drops = "never" if blows is None else decimal(blows)
    return attack.blow.what, attack.target.name + more, Chance(attack.blow.hit), decimal(attack.mean(), 2), drops


def _boxes(member: Member, name: str) -> Track:
    boxes = tuple(box for track in member.view.card().tracks for box in draw_boxes(track))
    card = "a card" if member.fighter.is_card else ""
    hurt = f"starts with {_describe_left(member)}" if member.fighter.taken else ""
    return Track(
        name=name,
        title=member.name,
        boxes=boxes,
        caption=", ".join(filter(None, (card, hurt))),
        place="half",
        together=True,
    )


def to_markdown(page: Sheet) -> str:
    """Return the page as Markdown: tables, and rows of boxes to mark."""
    parts = [f"# {escape(page.name)}", escape(page.concept)]
    numbers = ((escape(name), escape(format_entry(number, words))) for name, number, words in page.highlights)
    parts.append("\n".join(f"- **{name}** {value}" for name, value in numbers))
    for block in page.blocks:
        if isinstance(block, Table):
            parts += [f"## {escape(block.title)}", *filter(None, [escape(block.caption)]), "\n".join(_table(block))]
        elif isinstance(block, Track):
            title = " ".join(filter(None, (f"**{escape(block.title)}**", escape(block.caption))))
            parts.append("  \n".join([title, *_rows_of_boxes(block.boxes)]))
        elif isinstance(block, Prose):
            parts.append(escape(block.text))
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> Iterator[str]:
    yield join_row([column.heading for column in table.columns])
    yield join_row(["---:" if column.align == "right" else "---" for column in table.columns])
    for row in table.rows:
        yield join_row([escape(_text(cell)) for cell in row])


def _text(cell: Cell) -> str:
    if isinstance(cell, Chance):
        return f"{percent(cell.value)} %"
    return cell.text if isinstance(cell, Label) else cell or ""


def _rows_of_boxes(boxes: Sequence[Box]) -> Iterator[str]:
    for zone, row in groupby(boxes, key=lambda box: box.zone):
        yield f"{escape(zone)} {''.join('☒' if box.filled else '☐' for box in row)}"
