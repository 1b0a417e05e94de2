"""Build the party page for the GM: characters as rows, key numbers and chances, weaknesses, tracks to tick.

Characters of one game share a table. The chances are those of rolls that all of them have. If there are many, the
table has those in which the party differs most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from chargen.checking.chances import chances, measured
from chargen.checking.concept import Checked
from chargen.core.names import listing
from chargen.core.roll import percent, signed
from chargen.core.sheet import Block, Cell, Column, Label, Own, Prose, Sheet, Table, Track
from chargen.kit.blocks import tracks

WEAK = Fraction(2, 5)
"""The chance up to which a party counts as weak at a roll (house default)."""
MOST_ROLLS = 7
MOST_NUMBERS = 3
"""The number of rolls and derived numbers that have a column (house default), so that the print stays large."""
MOST_WEAK = 8
MOST_TRACKS = 4
BOXES_A_ROW = 14
MOST_BOXES = 30
"""Trackers with more boxes are left to the character's own sheet (house default)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A character of the party."""

    checked: Checked
    numbers: Mapping[str, int | float]
    chances: Mapping[str, Fraction]

    @property
    def name(self) -> str:
        """Return the name, or the file's name if it has none."""
        return self.checked.name or self.checked.source.name

    @property
    def player(self) -> str:
        """Return who plays the character."""
        return self.checked.advanced.concept.player if self.checked.advanced is not None else ""

    @property
    def strengths(self) -> list[tuple[str, Fraction]]:
        """Return the three best chances of the character."""
        return sorted(self.chances.items(), key=lambda roll: -roll[1])[:3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The characters of one game."""

    title: str
    of: str
    """The difficulty that the chances are for, such as ``at difficulty 11``."""
    members: tuple[Member, ...]

    @property
    def shared(self) -> list[str]:
        """Return the rolls that all members have, in the order of the sheets."""
        first, *others = self.members
        return [roll for roll in first.chances if all(roll in other.chances for other in others)]

    @property
    def rolls(self) -> list[str]:
        """Return the rolls that have a column: those in which the members differ most, in the order of the sheets."""

        def spread(roll: str) -> tuple[Fraction, Fraction]:
            values = [member.chances[roll] for member in self.members]
            return max(values) - min(values), max(values)

        able = [roll for roll in self.shared if self.best(roll) > 0]
        chosen = sorted(able, key=spread, reverse=True)[:MOST_ROLLS]
        return [roll for roll in self.shared if roll in chosen]

    @property
    def numbers(self) -> list[str]:
        """Return the derived numbers that have a column."""
        first, *others = self.members
        names = [name for name in first.numbers if all(name in other.numbers for other in others)]
        return names[:MOST_NUMBERS]

    def best(self, roll: str) -> Fraction:
        """Return the best chance of the party at a roll."""
        return max(member.chances[roll] for member in self.members)

    def is_best(self, member: Member, roll: str) -> bool:
        """Return whether a member has the best chance at a roll, and another one has a lower chance."""
        return member.chances[roll] == self.best(roll) > min(other.chances[roll] for other in self.members)

    @property
    def weaknesses(self) -> list[tuple[str, Fraction, str]]:
        """Return the rolls with a low best chance, the worst first: with that chance, and the names of those with it.

        Rolls at which all chances are 0, such as a bare attribute at a high difficulty, are not listed. If all members
        have the same chance, no name is given.
        """
        weak = [(roll, self.best(roll)) for roll in self.shared if 0 < self.best(roll) <= WEAK]
        return [
            (roll, best, listing(member.name for member in self.members if self.is_best(member, roll)))
            for roll, best in sorted(weak, key=lambda weakness: weakness[1])
        ]


def groups(characters: Sequence[Checked]) -> list[Group]:
    """Group valid characters by their games, in the order in which these first appear."""
    by_game: dict[str, list[Member]] = {}
    for checked in characters:
        if checked.view is not None and checked.game is not None:
            by_game.setdefault(checked.game.title, []).append(
                Member(checked=checked, numbers=_numbers(checked.view.stats()), chances=chances(checked.view))
            )
    return [
        Group(title=title, of=_difficulty(members[0]), members=tuple(members)) for title, members in by_game.items()
    ]


def _difficulty(member: Member) -> str:
    return measured(member.checked.view) if member.checked.view is not None else ""


def _numbers(stats: Mapping[str, Any]) -> dict[str, int | float]:
    return {
        name.replace("_", " "): value
        for name, value in stats.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }


def make_party_page(party: Sequence[Group]) -> Sheet:
    """Build the page of a party."""
    blocks: list[Block] = []
    for index, group in enumerate(party):
        blocks.append(_table(group, index))
        blocks += _weak(group, index)
        blocks += _tracks(group, index)
    names = [member.name for group in party for member in group.members]
    return Sheet(
        system="party",
        system_title=listing(group.title for group in party),
        name=Own("The party"),
        concept=Own(listing(names)),
        blocks=tuple(blocks),
    )


def _table(group: Group, index: int) -> Table:
    numbers, rolls = group.numbers, group.rolls
    columns = (
        Column(heading="", width=24),
        *(Column(heading=name.capitalize(), width=8, align="right") for name in numbers),
        *(Column(heading=roll, width=9, align="right") for roll in rolls),
        Column(heading="Best at", width=30, apart=3),
    )
    rows: list[tuple[Cell, ...]] = []
    for member in group.members:
        values = [signed(member.numbers[name]) for name in numbers]
        shown = [
            Label(f"{percent(member.chances[roll])}\u00a0%", below="best" if group.is_best(member, roll) else "")
            for roll in rolls
        ]
        strengths = ", ".join(f"{roll} {percent(chance)}\u00a0%" for roll, chance in member.strengths)
        rows.append((Label(member.name, below=member.player), *values, *shown, strengths))
    title = f"{group.title}, chances {group.of}" if group.of else group.title
    return Table(name=f"party-{index}", title=title, columns=columns, rows=tuple(rows))


def _weak(group: Group, index: int) -> Iterator[Prose]:
    weaknesses = group.weaknesses
    if weaknesses:
        more = f", and {len(weaknesses) - MOST_WEAK} more" if len(weaknesses) > MOST_WEAK else ""
        items = "; ".join(f"{roll} ({describe_weakness(best, names)})" for roll, best, names in weaknesses[:MOST_WEAK])
        yield Prose(name=f"weak-{index}", title=f"No one above {percent(WEAK)} % at", text=f"{items}{more}.")


def describe_weakness(best: Fraction, names: str) -> str:
    """Return the best chance at a roll, and the names of those who have it.

    >>> describe_weakness(Fraction(1, 3), "Kai"), describe_weakness(Fraction(1, 3), "")
    ('33 %, Kai', '33 %')
    """
    return f"{percent(best)} %{', ' if names else ''}{names}"


def _tracks(group: Group, index: int) -> Iterator[Track]:
    """Yield the trackers of each member as boxes; single boxes are left to the character's own sheet."""
    for number, member in enumerate(group.members):
        view = member.checked.view
        assert view is not None
        counts = [tracker for tracker in view.trackers() if 1 < tracker.high <= MOST_BOXES and not tracker.yes_or_no]
        filled = tracks(view.character, (tracker for tracker in counts[:MOST_TRACKS]), "half")
        parts = tuple(replace(box, zone=track.title, shows={}) for track in filled for box in track.boxes)
        zones = list(dict.fromkeys(box.zone for box in parts))
        title = f"{member.name}: {zones[0].lower()}" if len(zones) == 1 else member.name
        if parts:
            name = f"track-{index}-{number}"
            yield Track(name=name, title=title, place="half", boxes=parts, per_row=BOXES_A_ROW)
