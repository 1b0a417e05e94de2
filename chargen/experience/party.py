"""Build the party page for the GM: what is compared side by side, then each character with boxes and actions.

Characters of one game share a table. Its numbers are those of their cards. Its chances are the first attack, the first
defence, and the rolls in which the party differs most. Boxes are those of the card, marked as in the character's file.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from chargen.checking.chances import measured
from chargen.checking.concept import Checked
from chargen.game.contract import View
from chargen.kit.blocks import left, right
from chargen.kit.cards import REST, format_equipment
from chargen.page.action import PROTECTIVE, Action, by_need
from chargen.page.card import Card, CardTrack
from chargen.page.roll import PERCENT, SUCCESS, in_percent, percent
from chargen.page.sheet import Block, Box, Cell, Frame, Label, Own, Prose, Sheet, Table, Track
from chargen.text.names import fold, listing, slug

WEAK = Fraction(2, 5)  # The chance up to which a party counts as weak at a roll (house default)
ROOM = 120
NAME_ROOM, LEAST_ROOM = 26, 8
"""The width of the table, of its names and of its narrowest column, in letters of a heading."""
MOST_WEAK = 8
MOST_ACTIONS, MOST_NOTES, MOST_FURTHER = 6, 2, 8
"""What is printed of each character: actions with their roll, notes of the card, names of further actions."""
PART = 50  # The most characters whose pages are laid out at once (house default)
LONGEST_TARGET = 12
"""The longest target that is part of a column's heading, in letters, such as ``difficulty 5``."""
FIRST = ("Attack", *(kind.capitalize() for kind in PROTECTIVE))
"""What always has a column: the first action of each of these kinds."""
NONE = "–"  # What is printed for a number or a chance that a character has not
FRAMES: tuple[Frame, ...] = ("plain", "double", "dashed", "heavy")
"""The boxes of a track's parts, in order, as on the sheets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    name: str  # Or that of the file, where it has none
    view: View
    card: Card
    actions: tuple[Action, ...]
    chances: Mapping[str, Fraction]  # The chances of all rolls that the character makes, by their names
    targets: Mapping[str, str]  # What a chance of these is against, where it is not the group's difficulty


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A roll that most of the party make."""

    heading: str  # With what it is against, where that is short and the same for all
    targets: frozenset[str]  # What it is against; empty where one of these is too long for a column
    best: Fraction
    worst: Fraction  # The lowest chance of those who make it
    leaders: str  # Who has the best chance, where others have a lower one


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    title: str
    of: str
    """The difficulty that the chances are for, such as ``at difficulty 11``."""
    members: tuple[Member, ...]
    about: tuple[tuple[str, str], ...]
    """What follows from all members together: a heading and a text each."""
    numbers: list[str]
    """The numbers of their cards that most of them have."""
    common: Mapping[str, Column]
    """The rolls that most of them make, in the order of the sheets."""
    rolls: Mapping[str, Column]
    """Those of them that have a column: first attack and defence, and those in which the members differ most."""


def groups(characters: Sequence[Checked]) -> list[Group]:
    """Group valid characters by their games, in the order in which these first appear."""
    by_game: dict[str, list[Member]] = {}
    for checked in characters:
        if (view := checked.view) is not None:
            by_game.setdefault(view.game.title, []).append(_member(checked, view))
    found = []
    for title, members in by_game.items():
        # What more than half of them have, in the order of the sheets.
        had = [[number.label for number in member.card.numbers] for member in members], [one.chances for one in members]
        counts = (Counter(chain.from_iterable(each)) for each in had)
        labels, rolls = ([name for name, number in count.items() if 2 * number > len(members)] for count in counts)
        common = {}
        for roll in rolls:
            having = [member for member in members if roll in member.chances]
            targets = frozenset(member.targets.get(roll, "") for member in having)
            targets = targets if all(0 < len(target) <= LONGEST_TARGET for target in targets) else frozenset()
            heading = f"{roll} {min(targets)}" if len(targets) == 1 else roll
            chances = [member.chances[roll] for member in having]
            best, worst = max(chances), min(chances)
            leaders = listing(member.name for member in having if member.chances[roll] == best > worst)
            common[roll] = Column(heading=heading, targets=targets, best=best, worst=worst, leaders=leaders)

        # The rolls that have a column: first attack and defence in any case, beside the numbers, and then by spread.
        chosen = [roll for roll in common if roll in FIRST]
        room = ROOM - NAME_ROOM - sum(map(_width, (*labels, *(common[roll].heading for roll in chosen))))
        for roll, column in sorted(common.items(), key=lambda item: item[1].best - item[1].worst, reverse=True):
            # A column may have the same chances already, as the dodge that is the defence.
            repeats = any(all(one.chances.get(roll) == one.chances.get(other) for one in members) for other in chosen)
            width = _width(column.heading)
            if roll not in chosen and column.best > column.worst and width <= room and not repeats:
                room -= width
                chosen.append(roll)
        first = members[0].view
        group = Group(
            title=title,
            of=measured(first),
            members=tuple(members),
            about=first.game.about(member.view for member in members),
            numbers=labels,
            common=common,
            rolls={roll: column for roll, column in common.items() if roll in chosen},
        )
        found.append(group)
    return found


def _width(heading: str) -> int:
    """Return the width of a column in letters, so that no word of its heading is broken."""
    return max(LEAST_ROOM, *(len(word) + 1 for word in heading.split()))


def _member(checked: Checked, view: View) -> Member:
    actions = view.actions()
    by_name = {fold(action.name): action for action in actions}
    found: dict[str, Action | Fraction] = {}
    for action in by_need(actions)[0]:
        # Of an opponent of the 5+ system, players roll against the attack: that chance has a name of its own.
        if action.kind.capitalize() in FIRST and action.chance_of in (SUCCESS, "hit"):
            found.setdefault(action.kind.capitalize(), action)
    for roll in view.rolls():
        # A part of what is rolled, such as an attribute, counts as the action of its name, or is not rolled.
        named = by_name.get(fold(roll.label)) if roll.is_part else roll.chance if roll.has_chance else None
        if named is not None:
            found.setdefault(roll.label, named)
    return Member(
        name=checked.name or checked.source.name,
        view=view,
        card=view.card(),
        actions=actions,
        chances={name: value.chance if isinstance(value, Action) else value for name, value in found.items()},
        targets={name: value.against for name, value in found.items() if isinstance(value, Action)},
    )


def make_party_page(party: Sequence[Group], name: str = "The party") -> Sheet:
    """Build the page of a party, or of a part of it."""
    blocks: list[Block] = []
    for index, group in enumerate(party):
        blocks.append(_table(group, index))
        if group.about:
            blocks.append(Prose(name=f"about-{index}", title="", items=group.about))
        for number, member in enumerate(group.members):
            # The boxes below the name. A track with one zone is drawn without the zone's name.
            card, boxes = member.card, draw_boxes(member.card.tracks)
            only = boxes[0].zone if boxes and len(card.tracks) == 1 else ""
            caption = " · ".join(filter(None, (card.concept, only)))
            named = f"boxes-{member.view.game.key}-{slug(member.name)}"
            blocks.append(Track(name=named, title=member.name, boxes=boxes, caption=caption, together=True))

            # What it does, in the order of a card: one attack, one defence, what is the role's own, the others.
            needed, others = by_need(member.actions)
            ordered = [*needed, *others]
            items = [
                (f"{in_percent(action.chance)} {action.name}", " · ".join(filter(None, (action.result, action.roll))))
                for action in ordered[:MOST_ACTIONS]
            ]
            further = [
                f"{action.name} {in_percent(action.chance)}" for action in ordered[MOST_ACTIONS:] if action.chance
            ]
            if len(further) > MOST_FURTHER:
                further[MOST_FURTHER:] = [f"{len(further) - MOST_FURTHER} more"]
            items += [("Also", ", ".join(further))] if further else []

            # Notes of its card, and a line to write.
            gear = format_equipment(member.view.advanced.concept.equipment)
            notes = [note for note in card.notes if note[0] != REST and not (gear and gear in note[1])]
            items += notes[:MOST_NOTES]
            blocks.append(Prose(name=f"actions-{index}-{number}", title="", items=tuple(items), lines=1, together=True))
    everyone = [member for group in party for member in group.members]
    return Sheet(
        system="party",
        system_title=listing(group.title for group in party),
        name=Own(name),
        concept=Own(listing(member.name for member in everyone)),
        blocks=tuple(blocks),
        texts=tuple(text for member in everyone for text in member.card.texts),
    )


def _table(group: Group, index: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for member in group.members:
        values = {number.label: number.value for number in member.card.numbers}
        row: list[Cell] = [values.get(name, NONE) for name in group.numbers]
        for roll, column in group.rolls.items():
            if (chance := member.chances.get(roll)) is None:
                row.append(NONE)
                continue
            # Below a chance: whether it is the best, and what it is against if that differs.
            target = member.targets[roll] if len(column.targets) > 1 else ""
            best = "best" if chance == column.best > column.worst else ""
            row.append(Label(in_percent(chance), below=" · ".join(filter(None, (best, target)))))
        rows.append((Label(member.name, below=member.view.advanced.concept.player), *row))
    columns = (
        left("", NAME_ROOM),
        *(right(name, _width(name)) for name in (*group.numbers, *(roll.heading for roll in group.rolls.values()))),
    )
    title = f"{group.title}, chances {group.of}" if group.of else group.title

    # The rolls with a low best chance, the worst first, and whose it is unless all have it. A chance of 0, such as that
    # of a bare attribute at a high difficulty, is no weakness.
    weak = [(roll, column) for roll, column in group.common.items() if 0 < column.best <= WEAK]
    items = []
    for roll, column in sorted(weak, key=lambda item: item[1].best)[:MOST_WEAK]:
        items.append(f"{roll} ({', '.join(filter(None, (f'{percent(column.best)} %', column.leaders)))})")
    if len(weak) > MOST_WEAK:
        items.append(f"{len(weak) - MOST_WEAK} more")
    caption = f"No one above {percent(WEAK)} % at: {'; '.join(items)}." if items else ""
    caption = caption.replace(" %", PERCENT)  # on a page, the sign never begins a line
    return Table(name=f"party-{index}", title=title, columns=columns, rows=tuple(rows), caption=caption)


def draw_boxes(tracks: Iterable[CardTrack]) -> tuple[Box, ...]:
    """Return the boxes of a card's tracks: each part has its own frame, and the name has the lengths of the parts."""
    boxes = []
    for track in tracks:
        parts = track.zones or (("", track.boxes),)
        lengths = ", ".join(f"{name} {length}" for name, length in track.zones)
        zone, place = f"{track.title}: {lengths}" if lengths else f"{track.title} {track.boxes}", 0
        # More parts than frames share the last one.
        for frame, (_, length) in zip((*FRAMES, *FRAMES[-1:] * len(parts)), parts, strict=False):
            for _ in range(length):
                place += 1
                boxes.append(Box(zone=zone, frame=frame, filled=place <= track.filled, of=track.title))
    return tuple(boxes)
